import type { Change, Region, Trace, VertexChange } from "../api/types.ts";

/** What a solver has written onto a vertex so far. */
export type Notes = { readonly [what in VertexChange["what"]]?: string | number };

/** How things stand after the first `step` events of a trace. */
export interface Stage {
  readonly step: number;
  readonly vertices: readonly Notes[];
  readonly region: Region | null;
}

const NOTHING: Notes = {};

export function opening(count: number): Stage {
  return { step: 0, vertices: new Array<Notes>(count).fill(NOTHING), region: null };
}

/**
 * The stage after `step` events, from any other stage of the same trace. Every change holds what was before it, so
 * that going back is exact; vertices that did not change keep their notes, the very same object.
 */
export function seek(trace: Trace, from: Stage, step: number): Stage {
  const goal = Math.min(Math.max(0, step), trace.events.length);
  if (goal === from.step) return from;
  const vertices = [...from.vertices];
  let region = from.region;
  const write = (change: Change, value: "before" | "after") => {
    if (!("vertex" in change)) region = change[value];
    else vertices[change.vertex] = noted(vertices[change.vertex] ?? NOTHING, change.what, change[value]);
  };
  for (let i = from.step; i < goal; i++) for (const change of trace.events[i]!.changes) write(change, "after");
  for (let i = from.step; i > goal; i--) {
    for (const change of trace.events[i - 1]!.changes.toReversed()) write(change, "before");
  }
  return { step: goal, vertices, region };
}

function noted(notes: Notes, what: VertexChange["what"], value: string | number | null): Notes {
  const { [what]: _, ...rest } = notes;
  return value === null ? rest : { ...rest, [what]: value };
}
