import { expect, test } from "vitest";
import type { Graph } from "../src/api/types.ts";
import { pack, unpack } from "../src/model/share.ts";

const graph: Graph = {
  vertices: [
    { name: "a", owner: 0, priority: 3, x: 12, y: -40 },
    { name: "Fuß 漢字 \u{1f642}", owner: 1, target: true, colors: [0, 2], x: 0, y: 7 },
    { name: "t", verdict: "draw" },
  ],
  edges: [
    { from: 0, to: 1, weight: -5 },
    { from: 1, to: 1, player: "left", label: "a1-b2" },
    { from: 1, to: 2 },
  ],
  acceptance: "Inf(0)&Inf(1)",
  start: 0,
};

test("a link gives back the graph and the question", async () => {
  const question = { objective: "parity", min: true };
  const text = await pack({ graph, question });
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(await unpack(text)).toEqual({ graph, question });
});

test("a link of 300 vertices stays short enough for mail and chat", async () => {
  const vertices = Array.from({ length: 300 }, (_, i) => ({ name: `v${i}`, x: (i % 20) * 90, y: (i / 20) * 70 }));
  const edges = Array.from({ length: 600 }, (_, i) => ({ from: i % 300, to: (i * 7 + 3) % 300 }));
  const text = await pack({ graph: { vertices, edges }, question: { objective: "outcome" } });
  expect(text.length).toBeLessThan(8000);
  expect((await unpack(text)).graph.edges).toEqual(edges);
});

test("a damaged link is refused in words", async () => {
  const text = await pack({ graph, question: { objective: "outcome" } });
  for (const bad of ["", "!!!", "AAAA", text.slice(0, -9), `${text.slice(0, 20)}x${text.slice(21)}`]) {
    await expect(unpack(bad)).rejects.toThrow(/link/);
  }
});
