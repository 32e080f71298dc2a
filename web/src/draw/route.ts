import type { Edge } from "../api/types.ts";
import type { Box, Point } from "./geometry.ts";

/** How far to bend each edge so that it hides no vertex and no other edge between the same two. */
export function bends(edges: readonly Edge[], boxes: readonly Box[]): number[] {
  const grid = new Grid(boxes);
  const pairs = new Map<string, number[]>();
  edges.forEach((edge, index) => {
    const key = edge.from < edge.to ? `${edge.from} ${edge.to}` : `${edge.to} ${edge.from}`;
    const list = pairs.get(key);
    if (list) list.push(index);
    else pairs.set(key, [index]);
  });
  const result = new Array<number>(edges.length).fill(0);
  for (const bundle of pairs.values()) {
    const first = edges[bundle[0]!]!;
    if (first.from === first.to) {
      bundle.forEach((index, rank) => {
        result[index] = rank;
      });
      continue;
    }
    if (bundle.length === 1) result[bundle[0]!] = clear(first, boxes, grid);
    else spread(bundle, edges, boxes, grid, result);
  }
  return result;
}

/** The vertices whose loops go below them, since there is something above or more edges come and go there. */
export function below(edges: readonly Edge[], boxes: readonly Box[]): ReadonlySet<number> {
  const above = new Map<number, number>();
  const count = (vertex: number, other: number) => {
    const dy = boxes[other]!.y - boxes[vertex]!.y;
    const steep = Math.abs(dy) > Math.abs(boxes[other]!.x - boxes[vertex]!.x) * 0.4 ? Math.sign(dy) : 0;
    above.set(vertex, (above.get(vertex) ?? 0) - steep);
  };
  for (const { from, to } of edges) {
    count(from, to);
    count(to, from);
    if (from === to) above.set(from, (above.get(from) ?? 0) + crowd(from, boxes));
  }
  return new Set([...above].filter(([, more]) => more > 0).map(([vertex]) => vertex));
}

/** Positive where the room for a loop above a vertex is taken, negative where that below is. */
function crowd(vertex: number, boxes: readonly Box[]): number {
  const { x, y, w } = boxes[vertex]!;
  let more = 0;
  for (const box of boxes) {
    const dy = box.y - y;
    if (dy !== 0 && Math.abs(box.x - x) < w / 2 + box.w && Math.abs(dy) < 85) more -= 100 * Math.sign(dy);
  }
  return more;
}

/**
 * Edges between the same two lie side by side, those of each direction on their own side, and as far apart as it takes
 * to pass by what lies between.
 */
function spread(bundle: number[], edges: readonly Edge[], boxes: readonly Box[], grid: Grid, result: number[]) {
  const first = edges[bundle[0]!]!;
  const both = bundle.some((index) => edges[index]!.from !== first.from);
  let best: number[] = [];
  let fewest = Infinity;
  for (const base of both ? APART : CHOICES) {
    let [there, back] = [0, 0];
    const tried = bundle.map((index) => {
      if (both) return base + 20 * (edges[index]!.from === first.from ? there++ : back++);
      return base + (there++ - (bundle.length - 1) / 2) * 22;
    });
    const met = bundle.reduce((sum, index, i) => sum + hits(edges[index]!, tried[i]!, boxes, grid), 0);
    if (met < fewest) {
      fewest = met;
      best = tried;
    }
    if (met === 0) break;
  }
  bundle.forEach((index, i) => {
    result[index] = best[i]!;
  });
}

const APART = [13, 32, 52, 76, 105];
const CHOICES = [0, 26, -26, 48, -48, 74, -74, 105, -105];

/** The least bend that passes by all other vertices, or the one that meets the fewest. */
function clear(edge: Edge, boxes: readonly Box[], grid: Grid): number {
  let best = 0;
  let fewest = Infinity;
  for (const bend of CHOICES) {
    const met = hits(edge, bend, boxes, grid);
    if (met < fewest) {
      fewest = met;
      best = bend;
    }
    if (met === 0) break;
  }
  return best;
}

function hits(edge: Edge, bend: number, boxes: readonly Box[], grid: Grid): number {
  const [from, to] = [boxes[edge.from]!, boxes[edge.to]!];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [nx, ny] = [-(to.y - from.y) / length, (to.x - from.x) / length];
  const steps = Math.min(64, Math.max(4, Math.ceil(length / 22)));
  const met = new Set<number>();
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    const out = 4 * t * (1 - t) * bend;
    const point = { x: from.x + (to.x - from.x) * t + nx * out, y: from.y + (to.y - from.y) * t + ny * out };
    for (const other of grid.near(point)) {
      if (other === edge.from || other === edge.to) continue;
      const box = boxes[other]!;
      if (Math.abs(point.x - box.x) < box.w + 5 && Math.abs(point.y - box.y) < box.h + 5) met.add(other);
    }
  }
  return met.size;
}

const CELL = 120;

/** Finds the boxes near a point. */
class Grid {
  readonly #cells = new Map<string, number[]>();

  constructor(boxes: readonly Box[]) {
    boxes.forEach((box, index) => {
      const [left, right] = [Math.floor((box.x - box.w - 5) / CELL), Math.floor((box.x + box.w + 5) / CELL)];
      const [top, bottom] = [Math.floor((box.y - box.h - 5) / CELL), Math.floor((box.y + box.h + 5) / CELL)];
      for (let i = left; i <= right; i++) {
        for (let j = top; j <= bottom; j++) {
          const key = `${i} ${j}`;
          const cell = this.#cells.get(key);
          if (cell) cell.push(index);
          else this.#cells.set(key, [index]);
        }
      }
    });
  }

  near({ x, y }: Point): readonly number[] {
    return this.#cells.get(`${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`) ?? [];
  }
}
