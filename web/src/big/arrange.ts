import type { Overview } from "../api/types.ts";
import { type Box, bounds } from "../draw/geometry.ts";

export interface Arranged {
  boxes: Box[];
  extent: { x: number; y: number; width: number; height: number };
}

const COLUMN = 260;
const GAP = 18;

/**
 * Places blocks: a column a layer, the end of play at the right, what has no layer at the far left. Those of one group
 * of components stay together in a column, and columns that are too tall are broken into several.
 */
export function arrange({ blocks }: Overview): Arranged {
  const columns = new Map<number, number[]>();
  for (const { id, layer } of blocks) {
    const key = layer ? layer[0] : Number.POSITIVE_INFINITY;
    const column = columns.get(key);
    if (column) column.push(id);
    else columns.set(key, [id]);
  }
  const most = Math.max(4, Math.ceil(Math.sqrt(blocks.length)) + 1);
  const boxes: Box[] = new Array(blocks.length);
  let x = 0;
  for (const [, ids] of [...columns].sort(([a], [b]) => b - a)) {
    ids.sort((a, b) => blocks[a]!.group - blocks[b]!.group || a - b);
    for (let start = 0; start < ids.length; start += most) {
      const part = ids.slice(start, start + most);
      const heights = part.map((id) => 30 + 5 * Math.log10(1 + blocks[id]!.size));
      const total = heights.reduce((sum, h) => sum + 2 * h + GAP, -GAP);
      let y = -total / 2;
      part.forEach((id, i) => {
        const h = heights[i]!;
        boxes[id] = { x, y: y + h, w: 88, h };
        y += 2 * h + GAP;
      });
      x += COLUMN;
    }
  }
  return { boxes, extent: bounds(boxes) };
}
