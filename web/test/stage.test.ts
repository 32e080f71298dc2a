import { expect, test } from "vitest";
import type { Change, Region, Trace, VertexChange } from "../src/api/types.ts";
import { opening, type Stage, seek } from "../src/model/stage.ts";

const WHATS: VertexChange["what"][] = ["label", "counter", "distance", "rank", "value", "mark"];

/** A trace of random changes, each of which knows what was before it. */
function randomTrace(vertices: number, events: number, seed: number): Trace {
  let state = seed;
  const pick = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const written = new Map<string, string | number>();
  let region: Region | null = null;
  return {
    algorithm: "random",
    title: "",
    source: "",
    lines: ["a line"],
    events: Array.from({ length: events }, (_, i) => ({
      line: 0,
      words: `event ${i}`,
      changes: Array.from({ length: pick(4) }, (): Change => {
        if (pick(5) === 0) {
          const before = region;
          region = pick(3) === 0 ? null : { title: `part ${i}`, vertices: [pick(vertices)] };
          return { before, after: region };
        }
        const vertex = pick(vertices);
        const what = WHATS[pick(WHATS.length)]!;
        const key = `${vertex} ${what}`;
        const before = written.get(key) ?? null;
        const after = pick(3) === 0 ? null : pick(9);
        if (after === null) written.delete(key);
        else written.set(key, after);
        return { vertex, what, before, after };
      }),
    })),
  };
}

const told = (stage: Stage) =>
  JSON.stringify([stage.step, stage.vertices.map((notes) => Object.entries(notes).sort()), stage.region]);

test("stepping forward, then back, shows every stage again exactly", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const trace = randomTrace(6, 60, seed);
    let stage = opening(6);
    const seen = [told(stage)];
    for (let i = 1; i <= 60; i++) {
      stage = seek(trace, stage, i);
      seen.push(told(stage));
    }
    for (let i = 60; i >= 0; i--) {
      stage = seek(trace, stage, i);
      expect(told(stage)).toBe(seen[i]);
    }
    for (const goal of [17, 3, 60, 0, 41, 40, 59]) {
      stage = seek(trace, stage, goal);
      expect(told(stage)).toBe(seen[goal]);
    }
  }
});

test("there is nothing beyond the ends", () => {
  const trace = randomTrace(3, 5, 7);
  const start = opening(3);
  expect(seek(trace, start, -4)).toBe(start);
  expect(seek(trace, start, 99).step).toBe(5);
});

test("vertices that did not change keep their notes", () => {
  const change: Change = { vertex: 1, what: "label", before: null, after: "win" };
  const trace: Trace = {
    algorithm: "",
    title: "",
    source: "",
    lines: [""],
    events: [{ line: 0, words: "", changes: [change] }],
  };
  const start = opening(3);
  const next = seek(trace, start, 1);
  expect(next.vertices[1]).toEqual({ label: "win" });
  expect(next.vertices[0]).toBe(start.vertices[0]);
  expect(next.vertices[2]).toBe(start.vertices[2]);
});
