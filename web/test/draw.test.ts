import { expect, test } from "vitest";
import type { ObjectiveListed, Paint } from "../src/api/types.ts";
import { border, boxesOf, curve } from "../src/draw/geometry.ts";
import { factsOf, noted, solved } from "../src/draw/look.ts";
import { neighbour } from "../src/draw/pointing.ts";
import { bends } from "../src/draw/route.ts";

const row = (count: number) => ({
  vertices: Array.from({ length: count }, (_, i) => ({ name: String(i), x: i * 120, y: 0 })),
});

const objective = (name: string, reads: string[]): ObjectiveListed => ({
  name,
  title: name,
  summary: "",
  needs: [],
  reads,
  columns: [],
  traced: true,
  solvers: [],
  options: [],
  two_valued: false,
});

test("an edge that would pass through a vertex goes round it, one that would not is straight", () => {
  const graph = {
    ...row(3),
    edges: [
      { from: 0, to: 2 },
      { from: 0, to: 1 },
    ],
  };
  const [far, near] = bends(graph.edges, boxesOf(graph));
  expect(Math.abs(far!)).toBeGreaterThan(22);
  expect(near).toBe(0);
});

test("edges between the same two vertices lie apart", () => {
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 0 },
    { from: 0, to: 1 },
    { from: 1, to: 1 },
    { from: 1, to: 1 },
  ];
  const graph = { ...row(2), edges };
  const boxes = boxesOf(graph);
  const bent = bends(edges, boxes);
  const middles = [0, 1, 2].map((i) => curve(boxes[edges[i]!.from]!, boxes[edges[i]!.to]!, bent[i]!).middle.y);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < i; j++) expect(Math.abs(middles[i]! - middles[j]!)).toBeGreaterThan(8);
  expect(bent[3]).not.toBe(bent[4]);
});

test("lines begin at the border of a vertex", () => {
  const box = { x: 0, y: 0, w: 40, h: 22 };
  for (let i = 0; i < 64; i++) {
    const angle = (i * Math.PI) / 32;
    const { x, y } = border(box, { x: 500 * Math.cos(angle), y: 500 * Math.sin(angle) });
    const beyond = Math.hypot(Math.max(0, Math.abs(x) - 18), y);
    expect(beyond).toBeCloseTo(22, 6);
  }
});

test("arrow keys go along edges before they go anywhere else", () => {
  const graph = { ...row(4), edges: [{ from: 2, to: 0 }] };
  expect(neighbour({ graph }, 0, { x: 1, y: 0 })).toBe(2);
  expect(neighbour({ graph }, 1, { x: 1, y: 0 })).toBe(2);
  expect(neighbour({ graph }, 3, { x: 1, y: 0 })).toBeNull();
  expect(neighbour({ graph }, 0, { x: 0, y: 1 })).toBeNull();
});

test("an owner's shape stays, an outcome has its own", () => {
  const paint: Paint = { class: "lose", letter: "L", badge: "2", words: "lose in 2", move: [] };
  const graph = { vertices: [{ name: "a", owner: 0 as const }], edges: [] };
  const outcome = factsOf(graph, objective("outcome", ["verdict"]));
  expect(solved(graph.vertices[0]!, 0, paint, outcome)).toMatchObject({
    tone: "lose",
    corner: 4,
    under: "lose 2",
    ring: true,
  });
  const parity = factsOf(graph, objective("parity", ["owner", "priority"]));
  const one: Paint = { class: "one", letter: "1", badge: "", words: "player 1 wins", move: [] };
  expect(solved(graph.vertices[0]!, 0, one, parity)).toMatchObject({
    tone: "lose",
    corner: 22,
    under: "1 wins",
    ring: false,
  });
});

test("while the solver is at work a vertex shows its counter until it has a label", () => {
  const graph = { vertices: [{ name: "a" }], edges: [{ from: 0, to: 0 }] };
  const facts = factsOf(graph, objective("outcome", ["verdict"]));
  const vertex = graph.vertices[0]!;
  expect(noted(vertex, 0, { label: "win/lose" }, facts)).toMatchObject({ tone: "card", pair: ["win", "lose"] });
  expect(noted(vertex, 0, { counter: 2 }, facts)).toMatchObject({ tone: "plain", counter: "2", under: "" });
  expect(noted(vertex, 0, { counter: 1, label: "win", distance: 3 }, facts)).toMatchObject({
    tone: "win",
    counter: "",
    under: "win 3",
  });
});
