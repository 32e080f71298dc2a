import type { Edge, Region } from "../api/types.ts";
import type { Box } from "./geometry.ts";

/** Shades a part of the graph: its vertices, and its moves so that what belongs together runs together. */
export function RegionView({
  region,
  edges,
  boxes,
}: {
  region: Region;
  edges: readonly Edge[];
  boxes: readonly Box[];
}) {
  const inside = new Set(region.vertices);
  return (
    <g class="region">
      {edges.map((edge, i) => {
        const [a, b] = [boxes[edge.from], boxes[edge.to]];
        if (!a || !b || edge.from === edge.to || !inside.has(edge.from) || !inside.has(edge.to)) return null;
        return <path key={i} d={`M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`} />;
      })}
      {region.vertices.map((vertex) => {
        const box = boxes[vertex];
        if (!box) return null;
        return (
          <rect
            key={vertex}
            x={box.x - box.w - 16}
            y={box.y - box.h - 16}
            width={2 * box.w + 32}
            height={2 * box.h + 32}
            rx={30}
          />
        );
      })}
    </g>
  );
}
