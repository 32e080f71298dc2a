import type { Api } from "./client.ts";
import { Refusal } from "./refusal.ts";
import type { Given, Graph, Line, Paint, Row, Subject } from "./types.ts";

/** The data of a page that was given away, or null on the page of a server. */
export function readGiven(): Given | null {
  if (typeof document === "undefined") return null;
  const text = document.getElementById("given")?.textContent?.trim();
  return text ? (JSON.parse(text) as Given) : null;
}

/** Answers from what the page holds; whatever needs a solver is refused with the way to one. */
export function givenApi(given: Given): Api {
  const size = given.graph.vertices.length;
  const refuse = (what: string) =>
    Promise.reject(
      new Refusal({
        error: `This page holds one graph and its answer; ${what} needs a server.`,
        remedies: ["Run “retrograde serve” and open the graph there."],
      }),
    );
  const asked = (subject: Subject) => "graph" in subject && sameGame(subject.graph, given.graph);
  const indexOf = (vertex: number | string) =>
    typeof vertex === "number" ? vertex : given.graph.vertices.findIndex((v) => v.name === vertex);
  return {
    solves: false,
    about: async () => ({
      version: given.version,
      limits: { body_bytes: 0, vertices: size, edges: 0, seconds: 0, memory_bytes: 0, drawn: size, drawn_edges: 0 },
      objectives: [given.objective],
      formats: [],
      opened: [],
      tables: [],
    }),
    presets: async () => [],
    open: () => refuse("opening a file"),
    export: () => refuse("writing a file"),
    layout: () => refuse("a new layout"),
    solve: ({ subject, question }) =>
      asked(subject) && question.objective === given.answer.question.objective
        ? Promise.resolve(given.answer)
        : refuse("solving another"),
    explain: ({ subject, vertex }) => {
      const explanation = given.explanations[indexOf(vertex)];
      return explanation && asked(subject) ? Promise.resolve(explanation) : refuse("this explanation");
    },
    line: ({ subject, vertex, limit }) =>
      asked(subject) ? Promise.resolve(follow(given, indexOf(vertex), limit ?? 1000)) : refuse("this line"),
    overview: () => refuse("an overview"),
    neighbourhood: () => refuse("a neighbourhood"),
  };
}

/** Whether two graphs are the same game; where their vertices lie does not matter. */
export function sameGame(a: Graph, b: Graph): boolean {
  const bare = (graph: Graph) =>
    JSON.stringify([
      graph.vertices.map(({ x: _x, y: _y, ...rest }) => sorted(rest)),
      graph.edges.map((edge) => sorted(edge)),
      graph.acceptance ?? null,
    ]);
  return a === b || bare(a) === bare(b);
}

function sorted(object: object): [string, unknown][] {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Follows the strategy's edges until play ends or comes back to where it was. */
function follow(given: Given, start: number, limit: number): Line {
  const { vertices, edges } = given.graph;
  const rows = given.answer.rows ?? [];
  const seen = new Map<number, number>();
  const steps: Line["steps"] = [];
  let vertex: number | undefined = start;
  while (vertex !== undefined && steps.length < limit) {
    const round = seen.get(vertex);
    if (round !== undefined) {
      const length = steps.length - round;
      return {
        steps,
        loop: { start: round, length },
        ending: `play goes round a cycle of ${length} forever`,
        cut: false,
      };
    }
    seen.set(vertex, steps.length);
    const row: Row | undefined = rows[vertex];
    const paint: Paint | undefined = given.answer.paints?.[vertex];
    const name = vertices[vertex]?.name ?? "";
    const edge: number | undefined = paint?.move[0];
    const next: number | undefined = edge === undefined ? undefined : edges[edge]?.to;
    const move = next === undefined ? undefined : vertices[next]?.name;
    steps.push({
      vertex: name,
      index: vertex,
      fields: row ?? { vertex: name },
      ...(move === undefined ? {} : { move }),
    });
    vertex = next;
  }
  return { steps, ending: vertex === undefined ? "the strategy names no further move" : "", cut: vertex !== undefined };
}
