import { computed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Pen } from "../draw/edge.tsx";
import { factsOf, solved, toneOf } from "../draw/look.ts";
import { Picture } from "../draw/picture.tsx";
import { objectiveNamed } from "../playground/about.ts";
import { around, question, radius, visit } from "./state.ts";

const shown = computed(() => {
  const part = around.value;
  if (!part) return null;
  const facts = factsOf(part.graph, objectiveNamed(question.value.objective));
  // What leads out of the picture is no end of play.
  const open = new Set(part.open);
  const terminal = facts.terminal.map((ended, i) => ended && !open.has(i));
  const looks = part.graph.vertices.map((vertex, i) => solved(vertex, i, part.paints[i]!, { ...facts, terminal }));
  const pens = new Array<Pen>(part.graph.edges.length).fill("other");
  for (const paint of part.paints) {
    const tone = toneOf(paint.class);
    for (const edge of paint.move)
      pens[edge] = paint.both || tone === "card" || tone === "open" ? "both" : (tone as Pen);
  }
  return { part, looks, pens, open };
});

/** What is around a vertex; a click on another goes there. */
export function Walk({ vertex }: { vertex: number }) {
  const now = shown.value;
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (now) document.title = `${now.part.graph.vertices[0]?.name} – Retrograde`;
    return () => {
      document.title = "Retrograde";
    };
  }, [now]);
  if (!now) return <div class="walk" />;
  const { part, looks, pens, open } = now;
  const here = part.graph.vertices[0]!;
  return (
    <div class="walk" data-at={vertex}>
      <div class="walk-head">
        <p ref={told} aria-live="polite">
          <strong>{here.name}</strong>: {looks[0]!.words}
        </p>
        <span class="spring" />
        <label>
          <span>Moves away</span>
          <input
            type="range"
            min={1}
            max={5}
            value={radius.value}
            aria-valuetext={`${radius.value}`}
            onInput={(event) => {
              radius.value = Number(event.currentTarget.value);
            }}
          />
          <output>{radius.value}</output>
        </label>
        <button type="button" onClick={() => history.back()}>
          Back
        </button>
      </div>
      <Picture
        graph={part.graph}
        looks={looks}
        pens={pens}
        title={`Around ${here.name}`}
        subject={part}
        selected={{ kind: "vertex", index: 0 }}
        faded={open}
        touched={{
          pick: (selection) => {
            const to = selection?.kind === "vertex" ? part.ids[selection.index] : undefined;
            if (to !== undefined && to !== vertex) visit(to);
          },
        }}
      />
      <p class="hint walk-words">Dotted vertices have neighbours that are not shown; choose one to go there.</p>
    </div>
  );
}
