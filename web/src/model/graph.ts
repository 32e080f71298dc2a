import type { Edge, Graph, Vertex } from "../api/types.ts";

/** Edits of a graph. Each gives a new graph and leaves the old one as it was, so that undoing is keeping. */

export const EMPTY: Graph = { vertices: [], edges: [] };

/** A name that no vertex has: letters first, then v27, v28 and on. */
export function freshName(graph: Graph): string {
  const taken = new Set(graph.vertices.map((vertex) => vertex.name));
  for (let i = 0; ; i++) {
    const name = i < 26 ? String.fromCharCode(97 + i) : `v${i + 1}`;
    if (!taken.has(name)) return name;
  }
}

export function addVertex(graph: Graph, vertex: Vertex): Graph {
  return { ...graph, vertices: [...graph.vertices, vertex] };
}

export function setVertex(graph: Graph, index: number, change: Partial<Vertex>): Graph {
  return {
    ...graph,
    vertices: graph.vertices.map((vertex, i) => (i === index ? bare({ ...vertex, ...change }) : vertex)),
  };
}

/** Renames a vertex; says why not where the name is empty or taken. */
export function renameVertex(graph: Graph, index: number, name: string): Graph | string {
  const wanted = name.trim();
  if (wanted === "") return "A vertex needs a name.";
  const other = graph.vertices.findIndex((vertex) => vertex.name === wanted);
  if (other >= 0 && other !== index) return `Another vertex is called ${wanted}.`;
  return setVertex(graph, index, { name: wanted });
}

/** Removes a vertex with its edges; those behind it move up by one. */
export function removeVertex(graph: Graph, index: number): Graph {
  const shift = (vertex: number) => (vertex > index ? vertex - 1 : vertex);
  const { start, ...rest } = graph;
  return {
    ...rest,
    vertices: graph.vertices.filter((_, i) => i !== index),
    edges: graph.edges
      .filter((edge) => edge.from !== index && edge.to !== index)
      .map((edge) => ({ ...edge, from: shift(edge.from), to: shift(edge.to) })),
    ...(start === undefined || start === index ? {} : { start: shift(start) }),
  };
}

/** Adds an edge; a graph has at most one of a kind between two vertices. */
export function addEdge(graph: Graph, edge: Edge): Graph {
  const there = graph.edges.some(
    (other) => other.from === edge.from && other.to === edge.to && other.player === edge.player,
  );
  return there ? graph : { ...graph, edges: [...graph.edges, edge] };
}

export function setEdge(graph: Graph, index: number, change: Partial<Edge>): Graph {
  return { ...graph, edges: graph.edges.map((edge, i) => (i === index ? bare({ ...edge, ...change }) : edge)) };
}

export function removeEdge(graph: Graph, index: number): Graph {
  return { ...graph, edges: graph.edges.filter((_, i) => i !== index) };
}

export function place(graph: Graph, x: readonly number[], y: readonly number[]): Graph {
  return { ...graph, vertices: graph.vertices.map((vertex, i) => ({ ...vertex, x: x[i] ?? 0, y: y[i] ?? 0 })) };
}

/** Whether every vertex knows where it lies. */
export function isPlaced(graph: Graph): boolean {
  return graph.vertices.every((vertex) => Number.isFinite(vertex.x) && Number.isFinite(vertex.y));
}

/** Vertices on a circle, where nobody has a better idea. */
export function onCircle(graph: Graph): Graph {
  const count = graph.vertices.length;
  const radius = Math.max(110, count * 16);
  const angle = (i: number) => (2 * Math.PI * i) / Math.max(1, count) - Math.PI / 2;
  return place(
    graph,
    graph.vertices.map((_, i) => Math.round(radius * Math.cos(angle(i)))),
    graph.vertices.map((_, i) => Math.round(radius * Math.sin(angle(i)))),
  );
}

/** Edges by the vertex they leave. */
export function outgoing(graph: Graph): number[][] {
  const out: number[][] = graph.vertices.map(() => []);
  graph.edges.forEach((edge, index) => {
    out[edge.from]?.push(index);
  });
  return out;
}

function bare<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
