import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Paint } from "../api/types.ts";
import type { Pen } from "../draw/edge.tsx";
import { HEIGHT, halfWidth, type Point } from "../draw/geometry.ts";
import { blank, factsOf, type Look, noted, solved, toneOf } from "../draw/look.ts";
import { Picture } from "../draw/picture.tsx";
import type { View } from "../draw/view.ts";
import { answered, current, paints, waiting } from "./answer.ts";
import * as doc from "./document.ts";
import { Legend } from "./legend.tsx";
import { choices, choose, play, token, trodden, yours } from "./playing.ts";
import { event, finished, playing, stage } from "./watching.ts";

export const hovered = signal<number | null>(null);
export const strategyShown = signal(true);
/** The picture's own way of being moved. */
export const view = signal<View | null>(null);
export const panelTab = signal<"watch" | "vertex" | "play">("watch");

const facts = computed(() => factsOf(doc.now.value.graph, doc.objective.value));

const looks = computed<Look[]>(() => {
  const { vertices } = doc.now.value.graph;
  const known = paints.value;
  const at = finished.value ? null : stage.value;
  return vertices.map((vertex, i) => {
    if (at) return noted(vertex, i, at.vertices[i] ?? {}, facts.value);
    const paint = known[i];
    return paint ? solved(vertex, i, paint, facts.value) : blank(vertex, i, facts.value);
  });
});

const pens = computed<Pen[]>(() => {
  const { edges } = doc.now.value.graph;
  const result = new Array<Pen>(edges.length).fill("other");
  if (!strategyShown.value || !finished.value || !current.value) return result;
  for (const paint of paints.value) {
    for (const edge of paint?.move ?? []) result[edge] = penOf(paint!);
  }
  for (const [edge, pen] of sidedMoves()) result[edge] = pen;
  return result;
});

/** Where each side has a strategy of its own: which edges are whose. */
function sidedMoves(): Map<number, Pen> {
  const { vertices, edges } = doc.now.value.graph;
  const rows = answered.value?.answer.rows ?? [];
  const sided = new Map<number, Pen>();
  edges.forEach((edge, i) => {
    const to = vertices[edge.to]?.name;
    const row = rows[edge.from];
    const [first, second] = [row?.first_move === to, row?.second_move === to];
    if (first || second) sided.set(i, first && second ? "both" : first ? "first" : "second");
  });
  return sided;
}

function penOf(paint: Paint): Pen {
  const tone = toneOf(paint.class);
  return paint.both || tone === "card" || tone === "open" ? "both" : (tone as Pen);
}

/** The graph, to be edited, watched, asked and played on. */
export function Canvas() {
  const { graph, name } = doc.now.value;
  const tool = doc.tool.value;
  const shownStage = finished.value ? null : stage.value;
  const bright = finished.value ? playLook() : (event.value?.look ?? null);
  return (
    <section class="canvas" aria-label="The graph" data-tool={tool}>
      <Picture
        graph={graph}
        looks={looks.value}
        pens={pens.value}
        title={`${name || "A graph"}: ${graph.vertices.length} vertices, ${graph.edges.length} moves`}
        subject={doc.shown.value}
        selected={doc.selection.value}
        region={shownStage?.region?.vertices.length ? shownStage.region : null}
        looked={bright}
        trodden={trodden.value}
        token={token.value}
        source={doc.source.value}
        choosing={tool === "connect" || tool === "play"}
        editable={tool !== "play"}
        touched={{
          pick: (selection) => {
            if (tool === "play") return;
            doc.selection.value = selection;
            if (selection && !playing.value) panelTab.value = "vertex";
          },
          choose: tool === "play" ? choose : doc.chooseEnd,
          hover: (vertex) => {
            hovered.value = vertex;
          },
          move: doc.moveVertex,
          connect: doc.connect,
          ground: (at) => {
            if (tool === "add") doc.add(at);
            else if (tool !== "play") {
              doc.selection.value = null;
              doc.source.value = null;
            }
          },
          add: (at) => {
            if (tool !== "play" && tool !== "add") doc.add(at);
          },
          rename: (vertex) => {
            if (tool === "select") doc.renaming.value = vertex;
          },
          view: (own) => {
            view.value = own;
          },
        }}
        over={(at) => (
          <>
            <Renaming at={at} />
            <Hovered at={at} />
          </>
        )}
      />
      <div class="region-title" aria-hidden="true">
        {shownStage?.region?.title}
      </div>
      {graph.vertices.length === 0 && (
        <p class="empty">Double-click to put a vertex here, drop a file, or pick a preset.</p>
      )}
      {doc.source.value !== null && tool === "connect" && (
        <p class="telling">From {graph.vertices[doc.source.value]?.name}: choose where the move leads.</p>
      )}
      <div class={`busy${waiting.value ? " on" : ""}`} role="status">
        {waiting.value ? "Solving…" : ""}
      </div>
      <Legend />
    </section>
  );
}

function playLook() {
  if (!play.value || !yours.value) return null;
  return { vertices: choices.value.map((edge) => edge.to), edges: [] };
}

function Renaming({ at }: { at: (point: Point) => Point }) {
  const input = useRef<HTMLInputElement>(null);
  const vertex = doc.renaming.value;
  useLayoutEffect(() => {
    if (vertex === null) return;
    input.current?.focus();
    input.current?.select();
  }, [vertex]);
  const there = vertex === null ? undefined : doc.now.value.graph.vertices[vertex];
  if (vertex === null || !there) return null;
  const place = at({ x: there.x ?? 0, y: there.y ?? 0 });
  return (
    <input
      ref={input}
      class="renaming"
      aria-label="Name of the vertex"
      value={there.name}
      style={{ left: `${place.x}px`, top: `${place.y}px` }}
      onBlur={(blur) => doc.rename(vertex, blur.currentTarget.value)}
      onKeyDown={(key) => {
        key.stopPropagation();
        if (key.key === "Enter") key.currentTarget.blur();
        if (key.key === "Escape") doc.renaming.value = null;
      }}
    />
  );
}

/** What is known of the vertex under the pointer or with the focus. */
function Hovered({ at }: { at: (point: Point) => Point }) {
  const index = hovered.value;
  const { graph } = doc.now.value;
  const vertex = index === null ? undefined : graph.vertices[index];
  if (index === null || !vertex || doc.renaming.value !== null) return null;
  const { kind, index: chosen } = doc.selection.value ?? {};
  if (kind === "vertex" && chosen === index && panelTab.value === "vertex") return null;
  const middle = at({ x: vertex.x ?? 0, y: vertex.y ?? 0 });
  const below = at({ x: (vertex.x ?? 0) + halfWidth(vertex.name), y: (vertex.y ?? 0) + HEIGHT / 2 });
  const paint = finished.value && current.value ? paints.value[index] : undefined;
  const best = paint?.move.map((edge) => graph.vertices[graph.edges[edge]?.to ?? 0]?.name) ?? [];
  return (
    <div class="hover-card" style={{ left: `${middle.x}px`, top: `${below.y + 10}px` }} aria-hidden="true">
      <strong>{vertex.name}</strong>
      <span>{looks.value[index]?.words}</span>
      {best.length > 0 && <span class="best">best: {best.join(", ")}</span>}
    </div>
  );
}
