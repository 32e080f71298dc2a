import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Overview, PaintClass } from "../api/types.ts";
import { toneOf } from "../draw/look.ts";
import { View } from "../draw/view.ts";
import { type Arranged, arrange } from "./arrange.ts";
import { overview, visit } from "./state.ts";

/** The whole graph in blocks; a click on one begins a walk there. */
export function Blocks() {
  const told = overview.value;
  if (!told) return <div class="blocks" />;
  return <BlocksOf told={told} />;
}

function BlocksOf({ told }: { told: Overview }) {
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const moved = useRef<SVGGElement>(null);
  const view = useMemo(() => new View(), []);
  const arranged = useMemo(() => arrange(told), [told]);
  const latest = useRef(arranged);
  latest.current = arranged;
  useLayoutEffect(() => {
    if (!svg.current || !moved.current || !frame.current) return;
    return view.attach(svg.current, moved.current, frame.current, () => latest.current.extent);
  }, [view]);
  useLayoutEffect(() => {
    if (arranged) view.fit();
  }, [view, arranged]);
  const most = Math.max(1, ...told.arrows.map(({ edges }) => edges));
  return (
    <div class="blocks">
      <p class="hint blocks-words">
        {told.layers} {told.merged} Choose a block to walk from there.
      </p>
      <div class="frame" ref={frame}>
        <svg ref={svg} class="picture" role="group" aria-label={`${told.blocks.length} blocks`}>
          <rect class="ground" width="100%" height="100%" />
          <g ref={moved}>
            {told.arrows.map(({ from, to, edges }) => (
              <path
                key={`${from} ${to}`}
                class="block-arrow"
                d={arrow(arranged, from, to)}
                style={{ strokeWidth: 1 + (5 * Math.log1p(edges)) / Math.log1p(most) }}
              >
                <title>{edges.toLocaleString("en")} edges</title>
              </path>
            ))}
            {told.blocks.map((block) => {
              const { x, y, w, h } = arranged.boxes[block.id]!;
              const [first] = block.sample;
              return (
                <g
                  key={block.id}
                  class="block"
                  data-vertex={block.id}
                  transform={`translate(${x} ${y})`}
                  role="button"
                  tabindex={0}
                  aria-label={`${block.title}, ${block.size.toLocaleString("en")} vertices: ${countWords(block.counts)}`}
                  onClick={() => first && visit(first.index)}
                  onKeyDown={(event) => {
                    if (event.key === "Enter" && first) visit(first.index);
                  }}
                >
                  <title>{block.title}</title>
                  <rect class="block-body" x={-w} y={-h} width={2 * w} height={2 * h} rx={8} />
                  <Counts counts={block.counts} size={block.size} x={-w} y={h - 9} width={2 * w} />
                  <text y={-h + 20} class="block-title">
                    {fitted(block.sample.length === 1 && block.size === 1 ? (first?.name ?? "") : block.title)}
                  </text>
                  <text y={-h + 37} class="block-size">
                    {block.size === 1 ? "1 vertex" : `${block.size.toLocaleString("en")} vertices`}
                    {block.cyclic ? " ⟳" : ""}
                  </text>
                </g>
              );
            })}
          </g>
        </svg>
      </div>
    </div>
  );
}

function Counts(props: { counts: { [name: string]: number }; size: number; x: number; y: number; width: number }) {
  const { counts, size, x, y, width } = props;
  let left = x;
  return (
    <>
      {Object.entries(counts).map(([name, count]) => {
        const part = (width * count) / Math.max(1, size);
        const at = left;
        left += part;
        return <rect key={name} class={`share ${toneOf(name as PaintClass)}`} x={at} y={y} width={part} height={9} />;
      })}
    </>
  );
}

function countWords(counts: { [name: string]: number }): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

function fitted(text: string): string {
  return text.length > 22 ? `${text.slice(0, 21)}…` : text;
}

/** From the right side of a block to the left side of another, or round by the side where that leads back. */
function arrow(arranged: Arranged, from: number, to: number): string {
  const [a, b] = [arranged.boxes[from]!, arranged.boxes[to]!];
  if (a.x < b.x) {
    const [x1, x2] = [a.x + a.w, b.x - b.w];
    const middle = (x1 + x2) / 2;
    return `M${x1} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${x2} ${b.y}`;
  }
  const reach = a.x === b.x ? 40 : 60;
  const x1 = a.x + a.w;
  const x2 = a.x === b.x ? b.x + b.w : b.x - b.w;
  const out = a.x === b.x ? x2 + reach : x2 - reach;
  return `M${x1} ${a.y}C${x1 + reach} ${a.y} ${out} ${b.y} ${x2} ${b.y}`;
}
