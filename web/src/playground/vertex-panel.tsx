import { api } from "../api/client.ts";
import type { Explanation, Verdict } from "../api/types.ts";
import { readsAttribute } from "../draw/look.ts";
import { answered, current, paints } from "./answer.ts";
import { explanation, turn, unexplained } from "./asking.ts";
import { panelTab } from "./canvas.tsx";
import * as doc from "./document.ts";
import { bestLine, start, twoValued } from "./playing.ts";

/** The selected vertex: what it is worth and why, and what the graph says of it. */
export function VertexPanel() {
  const { graph } = doc.now.value;
  const chosen = doc.selection.value;
  const index = chosen?.kind === "vertex" ? chosen.index : -1;
  const vertex = graph.vertices[index];
  if (!vertex) return <p class="hint">Select a vertex to see what it is worth and why, and to change it.</p>;
  const paint = current.value ? paints.value[index] : undefined;
  return (
    <div class="stack">
      <header class="vertex-head">
        <input
          class="name-field"
          aria-label="Name"
          value={vertex.name}
          spellcheck={false}
          onChange={(event) => {
            doc.rename(index, event.currentTarget.value);
            event.currentTarget.value = doc.now.value.graph.vertices[index]?.name ?? "";
          }}
        />
        <span class={`verdict ${paint?.class ?? "open"}`}>{paint?.words ?? (answered.value ? "…" : "unsolved")}</span>
      </header>
      <Attributes index={index} />
      <Reasons name={vertex.name} />
      <div class="row">
        <button type="button" disabled={!current.value} onClick={() => bestLine(index).then(showPlay)}>
          Best line from here
        </button>
        <button
          type="button"
          disabled={!current.value}
          onClick={() => {
            start(index, graph.vertices[index]?.owner ?? 0);
            showPlay();
          }}
        >
          Play from here
        </button>
      </div>
    </div>
  );
}

function showPlay() {
  panelTab.value = "play";
}

function Reasons({ name }: { name: string }) {
  const told = explanation.value;
  if (!current.value || (unexplained.value && !told)) {
    return unexplained.value && !api.solves ? (
      <p class="hint">{unexplained.value.error}</p>
    ) : (
      <p class="hint">{"\u00a0"}</p>
    );
  }
  if (told?.vertex !== name) return <p class="hint">…</p>;
  return (
    <section class="reasons">
      {twoValued.value && (
        <div class="segments" role="group" aria-label="Who moves first">
          {(["first", "second"] as const).map((side) => (
            <button
              key={side}
              type="button"
              aria-pressed={turn.value === side}
              onClick={() => {
                turn.value = side;
              }}
            >
              {sideName(side)} moves
            </button>
          ))}
        </div>
      )}
      <Told told={told.told} />
    </section>
  );
}

function sideName(side: "first" | "second"): string {
  const names = doc.objective.value?.name === "partizan" ? ["Left", "Right"] : ["Player 0", "Player 1"];
  return names[side === "first" ? 0 : 1]!;
}

function Told({ told }: { told: Explanation }) {
  const [here] = told.positions;
  return (
    <>
      {here && <p>{here.why}</p>}
      {here && here.moves.length > 0 && (
        <ul class="ways">
          {here.moves.map((move) => (
            <li key={move.to}>
              <button type="button" class={move.best ? "best" : undefined} onClick={() => select(move.to)}>
                <strong>{move.move}</strong>
                <span>{move.words}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {here && here.more > 0 && <p class="hint">and {here.more} more</p>}
      {told.closing && <p class="hint">{told.closing}</p>}
    </>
  );
}

function select(name: string) {
  const index = doc.now.value.graph.vertices.findIndex((vertex) => vertex.name === name);
  if (index >= 0) doc.selection.value = { kind: "vertex", index };
}

/** What the graph says of the vertex, as far as the objective looks at it. */
function Attributes({ index }: { index: number }) {
  const vertex = doc.now.value.graph.vertices[index]!;
  const reads = (attribute: string) => readsAttribute(doc.objective.value, attribute);
  const terminal = !doc.now.value.graph.edges.some((edge) => edge.from === index);
  const fields = [];
  if (reads("owner")) {
    fields.push(
      <div class="field" key="owner">
        <span id="owner-label">Owner</span>
        <div class="segments" role="group" aria-labelledby="owner-label">
          {([0, 1] as const).map((owner) => (
            <button
              key={owner}
              type="button"
              aria-pressed={vertex.owner === owner}
              onClick={() => doc.setVertex(index, { owner })}
            >
              <span class={`swatch ${owner === 0 ? "round" : "square"}`} /> {owner}
            </button>
          ))}
        </div>
      </div>,
    );
  }
  if (reads("priority")) {
    fields.push(
      <label class="field" key="priority">
        <span>Priority</span>
        <input
          type="number"
          min={0}
          max={1000000}
          value={vertex.priority ?? ""}
          onInput={(event) => doc.setVertex(index, { priority: wholeNumber(event.currentTarget.value) })}
        />
      </label>,
    );
  }
  if (reads("target")) {
    fields.push(
      <label class="check" key="target">
        <input
          type="checkbox"
          checked={vertex.target ?? false}
          onChange={(event) => doc.setVertex(index, { target: event.currentTarget.checked || undefined })}
        />
        Target
      </label>,
    );
  }
  if (reads("colors")) {
    fields.push(
      <label class="field" key="colors">
        <span>Colours</span>
        <input
          value={vertex.colors?.join(", ") ?? ""}
          placeholder="0, 2"
          onChange={(event) => doc.setVertex(index, { colors: numbers(event.currentTarget.value) })}
        />
      </label>,
    );
  }
  if (reads("verdict") && (terminal || vertex.verdict)) {
    fields.push(
      <label class="field" key="verdict">
        <span>Verdict</span>
        <select
          value={vertex.verdict ?? ""}
          onChange={(event) =>
            doc.setVertex(index, { verdict: (event.currentTarget.value || undefined) as Verdict | undefined })
          }
        >
          <option value="">by the rules</option>
          <option value="win">win</option>
          <option value="lose">lose</option>
          <option value="draw">draw</option>
        </select>
      </label>,
    );
  }
  return fields.length > 0 ? <div class="attributes">{fields}</div> : null;
}

function wholeNumber(text: string): number | undefined {
  const value = Number.parseInt(text, 10);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

function numbers(text: string): number[] | undefined {
  const list = [...text.matchAll(/\d+/g)].map(Number).filter((color) => color < 64);
  return list.length > 0 ? [...new Set(list)].sort((a, b) => a - b) : undefined;
}
