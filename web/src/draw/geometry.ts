import type { Graph } from "../api/types.ts";

/** Where things lie in the picture, in its own units. */

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  /** Half the width and half the height. */
  w: number;
  h: number;
  /** Ends square; otherwise they are round. */
  square?: boolean;
}

export const HEIGHT = 44;
const FONT = "600 15px system-ui, sans-serif";
const widths = new Map<string, number>();
let measure: CanvasRenderingContext2D | null | undefined;

/** Half the width of a vertex with this name. */
export function halfWidth(name: string): number {
  let width = widths.get(name);
  if (width === undefined) {
    if (measure === undefined && typeof document !== "undefined")
      measure = document.createElement("canvas").getContext("2d");
    if (measure) measure.font = FONT;
    const text = measure ? measure.measureText(shown(name)).width : shown(name).length * 8.5;
    width = Math.max(28, Math.ceil(text / 2) + 13);
    widths.set(name, width);
  }
  return width;
}

/** A name as it is drawn: long ones are cut. */
export function shown(name: string): string {
  const letters = [...name];
  return letters.length > 22 ? `${letters.slice(0, 21).join("")}…` : name;
}

export function boxesOf(graph: Graph): Box[] {
  return graph.vertices.map((v) => ({ x: v.x ?? 0, y: v.y ?? 0, w: halfWidth(v.name), h: HEIGHT / 2 }));
}

/** The rectangle around all boxes. */
export function bounds(boxes: readonly Box[]): { x: number; y: number; width: number; height: number } {
  if (boxes.length === 0) return { x: -200, y: -120, width: 400, height: 240 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, w, h } of boxes) {
    left = Math.min(left, x - w);
    right = Math.max(right, x + w);
    top = Math.min(top, y - h);
    bottom = Math.max(bottom, y + h);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Where the ray from the middle of a box towards a point leaves it; corners are round. */
export function border(box: Box, towards: Point, gap = 0): Point {
  const dx = towards.x - box.x;
  const dy = towards.y - box.y;
  const length = Math.hypot(dx, dy);
  if (length === 0) return { x: box.x, y: box.y - box.h };
  // A box with round ends is two half discs and what is between them.
  const straight = Math.max(0, box.w - box.h);
  const flat = Math.abs(dy) > 0 ? box.h / Math.abs(dy) : Infinity;
  let t: number;
  if (box.square) t = Math.min(flat, Math.abs(dx) > 0 ? box.w / Math.abs(dx) : Infinity);
  else if (Math.abs(dx * flat) <= straight) t = flat;
  else {
    const side = Math.sign(dx) * straight;
    const a = dx * dx + dy * dy;
    const b = dx * side;
    const c = side * side - box.h * box.h;
    t = (b + Math.sqrt(Math.max(0, b * b - a * c))) / a;
  }
  const reach = Math.min(1, t + gap / length);
  return { x: box.x + dx * reach, y: box.y + dy * reach };
}

export interface Route {
  /** The path of an SVG. */
  d: string;
  /** Where a label or a letter goes. */
  middle: Point;
}

const ARROW = 5;

/** The line of a move, bent by `bend` units at its middle. */
export function curve(from: Box, to: Box, bend: number): Route {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const control = {
    x: (from.x + to.x) / 2 - (dy / length) * bend * 2,
    y: (from.y + to.y) / 2 + (dx / length) * bend * 2,
  };
  const a = border(from, control);
  const b = border(to, control, ARROW);
  const middle = { x: (a.x + 2 * control.x + b.x) / 4, y: (a.y + 2 * control.y + b.y) / 4 };
  if (bend === 0) return { d: `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`, middle };
  return { d: `M${n(a.x)} ${n(a.y)}Q${n(control.x)} ${n(control.y)} ${n(b.x)} ${n(b.y)}`, middle };
}

/** The line of a move to where it came from, above or below; further ones are larger. */
export function loop(box: Box, rank: number, below: boolean): Route {
  const up = below ? -1 : 1;
  const size = (34 + rank * 14) * up;
  const spread = 13 + rank * 5;
  const top = box.y - box.h * up;
  const [a, b] = [box.x - spread * 0.6, box.x + spread * 0.6];
  const d = `M${n(a)} ${n(top)}C${n(a - spread)} ${n(top - size)} ${n(b + spread)} ${n(top - size)} ${n(b)} ${n(top - ARROW * up)}`;
  return { d, middle: { x: box.x, y: top - size * 0.75 - 9 * up } };
}

function n(value: number): string {
  return value.toFixed(1);
}
