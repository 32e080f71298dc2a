import type { Edge, Graph, Question, Vertex } from "../api/types.ts";

/** What a link holds: a graph and what is asked about it. */
export interface Shared {
  graph: Graph;
  question: Question;
}

const VERTEX = ["name", "verdict", "owner", "priority", "target", "colors", "x", "y"] as const;
const EDGE = ["from", "to", "weight", "player", "label"] as const;

/** Text for the fragment of an address: the graph as rows of fields, deflated, in the URL's own base 64. */
export async function pack({ graph, question }: Shared): Promise<string> {
  const rounded = graph.vertices.map((v) => ({ ...v, x: round(v.x), y: round(v.y) }));
  const rows = (things: object[], fields: readonly string[]) =>
    things.map((thing) => {
      const row = fields.map((field) => (thing as Record<string, unknown>)[field] ?? null);
      while (row.at(-1) === null) row.pop();
      return row;
    });
  const { vertices: _v, edges: _e, ...rest } = graph;
  const text = JSON.stringify([1, question, rest, rows(rounded, VERTEX), rows(graph.edges, EDGE)]);
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return toBase64Url(bytes);
}

/** The graph of a link. Throws an error in words where the link is damaged. */
export async function unpack(text: string): Promise<Shared> {
  let parts: unknown;
  try {
    const bytes = await pipe(fromBase64Url(text), new DecompressionStream("deflate-raw"));
    parts = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error("The link is damaged: the graph in it cannot be read.");
  }
  if (!Array.isArray(parts) || parts[0] !== 1) throw new Error("The link is of another version of this page.");
  const [, question, rest, vertexRows, edgeRows] = parts as [1, Question, Partial<Graph>, unknown[][], unknown[][]];
  const things = (rows: unknown[][], fields: readonly string[]) =>
    rows.map((row) =>
      Object.fromEntries(fields.map((field, i) => [field, row[i]]).filter(([, value]) => value != null)),
    );
  const graph: Graph = {
    ...rest,
    vertices: things(vertexRows, VERTEX) as unknown as Vertex[],
    edges: things(edgeRows, EDGE) as unknown as Edge[],
  };
  const inside = (vertex: unknown) =>
    Number.isInteger(vertex) && Number(vertex) < graph.vertices.length && Number(vertex) >= 0;
  const sound =
    typeof question?.objective === "string" &&
    graph.vertices.every((vertex) => typeof vertex.name === "string") &&
    graph.edges.every((edge) => inside(edge.from) && inside(edge.to));
  if (!sound) throw new Error("The link is damaged: what it holds is not a graph.");
  return { graph, question };
}

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
