import { expect, test } from "vitest";
import type { Graph } from "../src/api/types.ts";
import * as edits from "../src/model/graph.ts";
import { begin, change, type History, redo, undo } from "../src/model/history.ts";

/** A generator of numbers that gives the same ones every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomEdit(graph: Graph, pick: (below: number) => number): Graph {
  const { vertices, edges } = graph;
  const vertex = () => pick(vertices.length);
  switch (vertices.length === 0 ? 0 : pick(7)) {
    case 0:
      return edits.addVertex(graph, { name: edits.freshName(graph), x: pick(100), y: pick(100) });
    case 1:
    case 2:
      return edits.addEdge(graph, { from: vertex(), to: vertex() });
    case 3:
      return edges.length ? edits.removeEdge(graph, pick(edges.length)) : graph;
    case 4:
      return edits.removeVertex(graph, vertex());
    case 5:
      return edits.setVertex(graph, vertex(), { owner: pick(2) as 0 | 1, priority: pick(5) });
    default: {
      const renamed = edits.renameVertex(graph, vertex(), `w${pick(30)}`);
      return typeof renamed === "string" ? graph : renamed;
    }
  }
}

test("undoing everything and redoing it passes through the very same graphs", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const pick = numbers(seed);
    let history: History<Graph> = begin(edits.EMPTY);
    const seen: string[] = [JSON.stringify(history.now)];
    for (let i = 0; i < 80; i++) {
      const next = change(history, randomEdit(history.now, pick));
      if (next !== history) seen.push(JSON.stringify(next.now));
      history = next;
      for (const edge of history.now.edges) {
        expect(history.now.vertices[edge.from]).toBeDefined();
        expect(history.now.vertices[edge.to]).toBeDefined();
      }
      expect(new Set(history.now.vertices.map(({ name }) => name)).size).toBe(history.now.vertices.length);
    }
    for (const was of seen.slice(0, -1).reverse()) {
      history = undo(history);
      expect(JSON.stringify(history.now)).toBe(was);
    }
    expect(undo(history)).toBe(history);
    for (const was of seen.slice(1)) {
      history = redo(history);
      expect(JSON.stringify(history.now)).toBe(was);
    }
    expect(redo(history)).toBe(history);
  }
});

test("changes of one kind in a row are undone as one, and a new change forgets what was undone", () => {
  let history = change(change(change(begin("a"), "b", "typing"), "c", "typing"), "d");
  history = undo(history);
  expect(history.now).toBe("c");
  history = undo(history);
  expect(history.now).toBe("a");
  history = change(history, "e", "typing");
  expect(redo(history)).toBe(history);
  expect(undo(history).now).toBe("a");
});

test("removing a vertex takes its edges along and keeps the others' ends", () => {
  const graph: Graph = {
    vertices: ["a", "b", "c", "d"].map((name) => ({ name })),
    edges: [
      { from: 0, to: 1 },
      { from: 2, to: 3, weight: 5 },
      { from: 3, to: 0 },
    ],
    start: 3,
  };
  const less = edits.removeVertex(graph, 1);
  expect(less.vertices.map(({ name }) => name)).toEqual(["a", "c", "d"]);
  expect(less.edges).toEqual([
    { from: 1, to: 2, weight: 5 },
    { from: 2, to: 0 },
  ]);
  expect(less.start).toBe(2);
  expect(edits.removeVertex(graph, 3).start).toBeUndefined();
});

test("names stay different and are never empty", () => {
  const graph: Graph = { vertices: [{ name: "a" }, { name: "b" }], edges: [] };
  expect(typeof edits.renameVertex(graph, 0, "b")).toBe("string");
  expect(typeof edits.renameVertex(graph, 0, "  ")).toBe("string");
  expect(edits.renameVertex(graph, 0, " x ")).toMatchObject({ vertices: [{ name: "x" }, { name: "b" }] });
  expect(edits.freshName(graph)).toBe("c");
});
