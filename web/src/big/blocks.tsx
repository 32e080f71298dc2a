import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Block, Overview, PaintClass } from "../api/types.ts";
import { toneOf } from "../draw/look.ts";
import { arrange } from "./arrange.ts";
import { overview, visit } from "./state.ts";

/** The block that is pointed at. */
const pointed = signal<number | null>(null);

/** The whole graph in blocks: a row for each component or kind of component, a column for each layer. */
export function Blocks() {
  const told = overview.value;
  return <div class="blocks">{told && <Table told={told} />}</div>;
}

function Table({ told }: { told: Overview }) {
  const { rows, columns } = useMemo(() => arrange(told), [told]);
  const most = Math.max(1, ...told.blocks.map(({ size }) => size));
  const near = useMemo(() => neighbours(told), [told]);
  const at = pointed.value;
  const around = at === null ? null : near.get(at);
  return (
    <>
      <p class="blocks-words" aria-live="polite">
        {at === null ? (
          <>
            Columns: {told.layers}. Rows: where play can go round.{told.merged && ` ${sentence(told.merged)}.`} Choose a
            block to walk from there.
          </>
        ) : (
          describe(told, told.blocks[at]!)
        )}
      </p>
      {/* What scrolls must be reached by keyboard. */}
      <div class="blocks-scroll" tabindex={0} role="region" aria-label="Overview">
        <table class="matrix">
          <thead>
            <tr>
              <td />
              {columns.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onPointerLeave={() => point(null)}>
            {rows.map(({ group, title, cells }) => (
              <tr key={group}>
                <th scope="row">{title}</th>
                {columns.map(({ key }) => {
                  const block = cells.get(key);
                  if (!block) return <td key={key} />;
                  const side = 1.05 + 1.35 * (Math.log1p(block.size) / Math.log1p(most));
                  const tie = around?.from.has(block.id) ? " before" : around?.to.has(block.id) ? " after" : "";
                  return (
                    <td key={key}>
                      <button
                        type="button"
                        class={`cell ${single(block)}${tie}`}
                        style={{ width: `${side}rem`, height: `${side}rem`, background: stripes(block) }}
                        aria-label={describe(told, block)}
                        onPointerEnter={() => point(block.id)}
                        onFocus={() => point(block.id)}
                        onBlur={() => point(null)}
                        onClick={() => block.sample[0] && visit(block.sample[0].index)}
                      >
                        {LETTERS[single(block)]}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint blocks-words">
        The larger a square, the more vertices. Under the pointer: <span class="swatch before" /> from where moves lead
        there, <span class="swatch after" /> where moves lead to.
      </p>
    </>
  );
}

function point(block: number | null) {
  pointed.value = block;
}

function neighbours({ arrows }: Overview) {
  const near = new Map<number, { from: Set<number>; to: Set<number> }>();
  const of = (block: number) => {
    const known = near.get(block) ?? { from: new Set<number>(), to: new Set<number>() };
    near.set(block, known);
    return known;
  };
  for (const { from, to } of arrows) {
    of(from).to.add(to);
    of(to).from.add(from);
  }
  return near;
}

const LETTERS: { [tone: string]: string } = { win: "W", lose: "L", draw: "D" };

/** The tone of a block whose vertices all have the same. */
function single({ counts }: Block): string {
  const names = Object.keys(counts);
  return names.length === 1 ? toneOf(names[0] as PaintClass) : "";
}

const COLOURS: { [tone: string]: string } = { win: "var(--win)", lose: "var(--lose)", draw: "var(--draw)" };

/** The colours of a block's vertices, each as wide as its share. */
function stripes({ counts, size }: Block): string {
  let left = 0;
  const stops = Object.entries(counts).map(([name, count]) => {
    const colour = COLOURS[toneOf(name as PaintClass)] ?? "var(--plain)";
    const start = left;
    left += (100 * count) / Math.max(1, size);
    return `${colour} ${start.toFixed(1)}% ${left.toFixed(1)}%`;
  });
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

function describe(told: Overview, block: Block): string {
  const size = block.size === 1 ? "1 vertex" : `${block.size.toLocaleString("en")} vertices`;
  const counts = Object.entries(block.counts)
    .map(([name, count]) => `${count.toLocaleString("en")} ${name}`)
    .join(", ");
  const layer = block.layer
    ? `${block.layer[0] === block.layer[1] ? block.layer[0] : `${block.layer[0]} to ${block.layer[1]}`} ${told.layers}`
    : `no ${told.layers}`;
  const names = block.sample.slice(0, 3).map(({ name }) => name);
  const more = block.size > names.length ? ", …" : "";
  return `${size}, ${layer}: ${counts}. ${sentence(block.title)}: ${names.join(", ")}${more}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
