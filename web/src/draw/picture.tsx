import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Graph, Region } from "../api/types.ts";
import { Arrows, EdgeView, type Pen } from "./edge.tsx";
import { bounds, boxesOf, curve, loop, type Point } from "./geometry.ts";
import type { Look } from "./look.ts";
import { Pointing, type Touched } from "./pointing.ts";
import { below, bends } from "./route.ts";
import { RegionView } from "./shade.tsx";
import { VertexView } from "./vertex.tsx";
import { View } from "./view.ts";

export interface Selection {
  kind: "vertex" | "edge";
  index: number;
}

export interface PictureProps {
  graph: Graph;
  looks: readonly Look[];
  pens: readonly Pen[];
  /** What it shows, for those who do not see it. */
  title: string;
  /** The picture is fitted into its frame whenever this changes. */
  subject: unknown;
  selected?: Selection | null;
  region?: Region | null;
  looked?: { vertices: readonly number[]; edges: readonly number[] } | null;
  trodden?: ReadonlySet<number>;
  token?: number | null;
  /** Vertices with more around them than is shown. */
  faded?: ReadonlySet<number>;
  /** A click on a vertex chooses it, to connect or to play, and does not select it. */
  choosing?: boolean;
  /** Vertices can be dragged and connected. */
  editable?: boolean;
  source?: number | null;
  touched: Touched;
  /** What lies over the picture. */
  over?: (at: (point: Point) => Point) => ComponentChildren;
}

/** A graph, drawn. Vertices and moves are elements of the page: they have names, take the focus and can be read aloud. */
export function Picture(props: PictureProps) {
  const { graph, looks, pens, selected, looked, trodden } = props;
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const moved = useRef<SVGGElement>(null);
  const drag = useMemo(() => signal<{ vertex: number; x: number; y: number } | null>(null), []);
  const wire = useMemo(() => signal<{ from: number; to: Point } | null>(null), []);
  const view = useMemo(() => new View(), []);
  const latest = useRef(props);
  latest.current = props;

  const boxes = useMemo(() => boxesOf(graph), [graph]);
  const bent = useMemo(() => bends(graph.edges, boxes), [graph.edges, boxes]);
  const loopsBelow = useMemo(() => below(graph.edges, boxes), [graph.edges, boxes]);
  const words = useMemo(() => graph.edges.map((edge) => edgeWords(graph, edge)), [graph]);

  useLayoutEffect(() => {
    if (!svg.current || !moved.current || !frame.current) return;
    const pointing = new Pointing(svg.current, view, drag, wire, () => latest.current);
    const detach = view.attach(svg.current, moved.current, frame.current, () => bounds(boxesOf(latest.current.graph)));
    return () => {
      pointing.detach();
      detach();
    };
  }, [view, drag, wire]);
  useEffect(() => view.fit(), [view, props.subject]);

  const held = drag.value;
  const now = boxes.map((box, i) => {
    const { corner, ring } = looks[i]!;
    const wider = ring ? 4 : 0;
    const at = held?.vertex === i ? held : box;
    return { x: at.x, y: at.y, w: box.w + wider, h: box.h + wider, square: corner < 8 };
  });
  const entry = selected?.kind === "vertex" && selected.index < boxes.length ? selected.index : 0;
  const seen = new Set(looked?.vertices);
  const seenEdges = new Set(looked?.edges);
  const thread = wire.value;
  return (
    <div class="frame" ref={frame}>
      <svg ref={svg} class={`picture${props.choosing ? " choosing" : ""}`} role="group" aria-label={props.title}>
        <title class="hidden">{props.title}</title>
        <Arrows />
        <rect class="ground" width="100%" height="100%" />
        <g ref={moved}>
          {props.region && <RegionView region={props.region} edges={graph.edges} boxes={now} />}
          <g>
            {graph.edges.map((edge, index) => {
              const [from, to] = [now[edge.from]!, now[edge.to]!];
              return (
                <EdgeView
                  key={index}
                  index={index}
                  route={
                    edge.from === edge.to
                      ? loop(from, bent[index]!, loopsBelow.has(edge.from))
                      : curve(from, to, bent[index]!)
                  }
                  pen={pens[index] ?? "other"}
                  label={edge.weight === undefined ? "" : String(edge.weight)}
                  side={edge.player}
                  words={words[index]!}
                  selected={selected?.kind === "edge" && selected.index === index}
                  looked={seenEdges.has(index)}
                  trodden={trodden?.has(index) ?? false}
                  hidden={false}
                />
              );
            })}
          </g>
          {thread && now[thread.from] && (
            <path class="wire" d={`M${now[thread.from]!.x} ${now[thread.from]!.y}L${thread.to.x} ${thread.to.y}`} />
          )}
          <g>
            {graph.vertices.map((vertex, index) => (
              <VertexView
                key={index}
                index={index}
                name={vertex.name}
                x={now[index]!.x}
                y={now[index]!.y}
                look={looks[index]!}
                selected={(selected?.kind === "vertex" && selected.index === index) || props.source === index}
                looked={seen.has(index)}
                token={props.token === index}
                entry={index === entry}
                handle={props.editable ?? false}
                hidden={props.faded?.has(index) ?? false}
              />
            ))}
          </g>
        </g>
      </svg>
      <Over {...props} view={view} />
    </div>
  );
}

/** What lies over the picture follows it as it is moved; the picture itself is not drawn again for that. */
function Over({ over, view }: PictureProps & { view: View }) {
  view.moved.value;
  return <>{over?.((point) => view.toFrame(point))}</>;
}

function edgeWords(graph: Graph, edge: Graph["edges"][number]): string {
  const [from, to] = [graph.vertices[edge.from]?.name, graph.vertices[edge.to]?.name];
  const only = edge.player ? `, for ${edge.player === "left" ? "Left" : "Right"} only` : "";
  const weight = edge.weight === undefined ? "" : `, weight ${edge.weight}`;
  return `Move from ${from} to ${to}${weight}${only}`;
}
