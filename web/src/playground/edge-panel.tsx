import { readsAttribute } from "../draw/look.ts";
import * as doc from "./document.ts";

/** The selected move. */
export function EdgePanel({ index }: { index: number }) {
  const { graph } = doc.now.value;
  const edge = graph.edges[index];
  if (!edge) return null;
  const reads = (attribute: string) => readsAttribute(doc.objective.value, attribute);
  const name = (vertex: number) => graph.vertices[vertex]?.name ?? "";
  return (
    <div class="stack">
      <p class="move-title">
        {name(edge.from)} → {name(edge.to)}
      </p>
      {edge.label && <p>{edge.label}</p>}
      <div class="attributes">
        {reads("weight") && (
          <label class="field">
            <span>Weight</span>
            <input
              type="number"
              step={1}
              value={edge.weight ?? 0}
              onInput={(event) => {
                const weight = Number.parseInt(event.currentTarget.value, 10);
                if (Number.isSafeInteger(weight)) doc.setEdge(index, { weight });
              }}
            />
          </label>
        )}
        {reads("player") && (
          <label class="field">
            <span>Made by</span>
            <select
              value={edge.player ?? ""}
              onChange={(event) =>
                doc.setEdge(index, { player: (event.currentTarget.value || undefined) as "left" | "right" | undefined })
              }
            >
              <option value="">either side</option>
              <option value="left">Left only</option>
              <option value="right">Right only</option>
            </select>
          </label>
        )}
      </div>
      <div class="row">
        <button type="button" onClick={() => doc.setEdge(index, { from: edge.to, to: edge.from })}>
          Turn it round
        </button>
        <button type="button" onClick={doc.remove}>
          Delete it
        </button>
      </div>
    </div>
  );
}
