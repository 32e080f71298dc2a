import { expect, test } from "vitest";
import { givenApi, sameGame } from "../src/api/given.ts";
import type { Answer, Given, Graph, Paint } from "../src/api/types.ts";
import { arrange } from "../src/big/arrange.ts";

const graph: Graph = {
  vertices: [
    { name: "a", x: 1, y: 2 },
    { name: "b", x: 3, y: 4 },
    { name: "t", x: 5, y: 6 },
  ],
  edges: [
    { from: 0, to: 1 },
    { from: 1, to: 0 },
    { from: 0, to: 2 },
  ],
};
const paint = (name: Paint["class"], move: number[]): Paint => ({
  class: name,
  letter: "",
  badge: "",
  words: "",
  move,
});
const answer: Answer = {
  question: { objective: "outcome" },
  wanted: "",
  columns: [],
  rows: [{ vertex: "a" }, { vertex: "b" }, { vertex: "t" }],
  paints: [paint("win", [2]), paint("lose", [1]), paint("lose", [])],
  summary: {},
  summary_text: [],
  notes: [],
  solver: "",
  how: "",
  seconds: 0,
  verified: true,
  unknown: 0,
};
const given: Given = {
  version: "0",
  title: "An example",
  objective: {
    name: "outcome",
    title: "",
    summary: "",
    needs: [],
    reads: [],
    columns: [],
    traced: true,
    solvers: [],
    options: [],
    two_valued: false,
  },
  graph,
  answer,
  explanations: [],
};
const question = { objective: "outcome" };

test("where vertices lie makes no other game, what they are does", () => {
  const moved = { ...graph, vertices: graph.vertices.map((vertex) => ({ ...vertex, x: 0 })) };
  expect(sameGame(graph, moved)).toBe(true);
  expect(sameGame(graph, { ...graph, edges: graph.edges.slice(1) })).toBe(false);
  const owned = { ...graph, vertices: graph.vertices.map((vertex) => ({ ...vertex, owner: 0 as const })) };
  expect(sameGame(graph, owned)).toBe(false);
});

test("a page that was given away answers what it holds and refuses the rest in words", async () => {
  const api = givenApi(given);
  expect(await api.solve({ subject: { graph }, question })).toBe(answer);
  const other = { ...graph, edges: [] };
  await expect(api.solve({ subject: { graph: other }, question })).rejects.toMatchObject({
    problem: { remedies: [expect.stringContaining("retrograde serve")] },
  });
  await expect(api.solve({ subject: { graph }, question: { objective: "grundy" } })).rejects.toThrow();
  await expect(api.explain({ subject: { graph }, question, vertex: 0 })).rejects.toThrow();
});

test("it follows the strategy until play ends or comes back", async () => {
  const line = await givenApi(given).line({ subject: { graph }, question, vertex: "b" });
  expect(line.steps.map(({ vertex }) => vertex)).toEqual(["b", "a", "t"]);
  expect(line.loop).toBeUndefined();
  const round = {
    ...given,
    answer: { ...answer, paints: [paint("draw", [0]), paint("draw", [1]), paint("lose", [])] },
  };
  const endless = await givenApi(round).line({ subject: { graph }, question, vertex: 0 });
  expect(endless.loop).toEqual({ start: 0, length: 2 });
  expect(endless.steps).toHaveLength(2);
});

test("blocks are put into rows by component and into columns by layer, none last", () => {
  const block = (id: number, group: number, layer?: [number, number]) => ({
    id,
    group,
    title: `group ${group}`,
    size: 1,
    counts: {},
    cyclic: false,
    sample: [],
    ...(layer ? { layer } : {}),
  });
  const blocks = [block(0, 0, [2, 2]), block(1, 0), block(2, 1, [0, 0]), block(3, 1, [3, 9])];
  const { rows, columns } = arrange({ blocks, arrows: [], layers: "", merged: "" });
  expect(columns.map(({ title }) => title)).toEqual(["0", "2", "3–9", "–"]);
  expect(rows.map(({ cells }) => cells.size)).toEqual([2, 2]);
});
