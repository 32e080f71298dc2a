import type { Choice, Touch } from "./types.ts";

/** What can be pointed at next, after some places were. */
export interface Pointed {
  /** The moves that are told already. */
  complete: Choice[];
  /** Where one can go on, with the moves that this leads to, the best first. */
  next: Map<number, Choice[]>;
}

/** Whether the places are the beginning of a way to point at a move, and which can follow. */
export function follow(touch: Touch, clicked: readonly number[]): { complete: boolean; next: number[] } | null {
  let rest = clicked;
  for (const group of touch) {
    const left = [...group];
    for (const place of rest.slice(0, group.length)) {
      const at = left.indexOf(place);
      if (at < 0) return null;
      left.splice(at, 1);
    }
    rest = rest.slice(group.length);
    if (left.length > 0) return { complete: false, next: left };
  }
  return rest.length === 0 ? { complete: true, next: [] } : null;
}

export function point(moves: readonly Choice[], clicked: readonly number[]): Pointed {
  const complete: Choice[] = [];
  const next = new Map<number, Choice[]>();
  for (const choice of moves) {
    let done = false;
    const places = new Set<number>();
    for (const touch of choice.touches) {
      const found = follow(touch, clicked);
      done ||= found?.complete ?? false;
      for (const place of found?.next ?? []) places.add(place);
    }
    if (done) complete.push(choice);
    for (const place of places) {
      const there = next.get(place);
      if (there) there.push(choice);
      else next.set(place, [choice]);
    }
  }
  return { complete, next };
}

/** All moves that the places may be the beginning of, the told ones first. */
export function meant({ complete, next }: Pointed): Choice[] {
  return [...new Set([...complete, ...[...next.values()].flat()])];
}
