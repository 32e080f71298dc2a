import { signal } from "@preact/signals";
import type { Graph, Preset } from "../api/types.ts";
import { go } from "../route.ts";
import { Dialog } from "../ui/dialog.tsx";
import { presets } from "./about.ts";
import { loadPreset } from "./document.ts";

export const presetsOpen = signal(false);

export function PresetsDialog() {
  const groups = Map.groupBy(presets.value, (preset) => preset.group);
  return (
    <Dialog open={presetsOpen.value} title="Presets" wide onClose={close}>
      {[...groups].map(([group, listed]) => (
        <section key={group} class="preset-group">
          <h3>{group}</h3>
          <ul>
            {listed.map((preset) => (
              <li key={preset.id}>
                <button type="button" class="preset" onClick={() => take(preset)}>
                  <Thumbnail graph={preset.graph} />
                  <span>
                    <strong>{preset.title}</strong>
                    <span class="hint">{preset.text}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

function close() {
  presetsOpen.value = false;
}

function take(preset: Preset) {
  loadPreset(preset);
  go({ tab: "playground", rest: preset.id }, true);
  close();
}

/** The shape of a graph, to be recognised by. */
function Thumbnail({ graph }: { graph: Graph }) {
  const xs = graph.vertices.map((vertex) => vertex.x ?? 0);
  const ys = graph.vertices.map((vertex) => vertex.y ?? 0);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min(54 / Math.max(width, 1), 34 / Math.max(height, 1), 0.5);
  const x = (i: number) => 36 + (xs[i]! - left - width / 2) * scale;
  const y = (i: number) => 26 + (ys[i]! - top - height / 2) * scale;
  return (
    <svg class="thumbnail" viewBox="0 0 72 52" aria-hidden="true">
      {graph.edges.map((edge, i) =>
        edge.from === edge.to ? (
          <circle key={i} class="link" cx={x(edge.from)} cy={y(edge.from) - 6} r={5} />
        ) : (
          <line key={i} class="link" x1={x(edge.from)} y1={y(edge.from)} x2={x(edge.to)} y2={y(edge.to)} />
        ),
      )}
      {graph.vertices.map((vertex, i) =>
        vertex.owner === 1 ? (
          <rect key={i} x={x(i) - 4} y={y(i) - 4} width={8} height={8} rx={1} />
        ) : (
          <circle key={i} cx={x(i)} cy={y(i)} r={4.2} />
        ),
      )}
    </svg>
  );
}
