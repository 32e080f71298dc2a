import type { Block, Overview } from "../api/types.ts";

export interface Column {
  key: string;
  title: string;
}

export interface BlockRow {
  group: number;
  title: string;
  /** By the key of their column. */
  cells: Map<string, Block>;
}

/** Blocks as a table: a row a group of components, a column a layer, nearest the end of play first. */
export function arrange({ blocks }: Overview): { rows: BlockRow[]; columns: Column[] } {
  const rows = new Map<number, BlockRow>();
  const columns = new Map<string, Column & { first: number }>();
  for (const block of blocks) {
    const { layer, group } = block;
    const key = layer ? layer.join(" ") : "none";
    if (!columns.has(key)) {
      const title = !layer ? "–" : layer[0] === layer[1] ? String(layer[0]) : `${layer[0]}–${layer[1]}`;
      columns.set(key, { key, title, first: layer ? layer[0] : Number.POSITIVE_INFINITY });
    }
    const row = rows.get(group) ?? { group, title: block.title, cells: new Map<string, Block>() };
    rows.set(group, row);
    row.cells.set(key, block);
  }
  return { rows: [...rows.values()], columns: [...columns.values()].sort((a, b) => a.first - b.first) };
}
