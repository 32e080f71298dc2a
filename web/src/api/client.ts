import { givenApi, readGiven } from "./given.ts";
import { isAbort, Refusal } from "./refusal.ts";
import type {
  About,
  Answer,
  Explanation,
  Exported,
  FileSent,
  Graph,
  Line,
  Neighbourhood,
  Opened,
  Overview,
  Places,
  Preset,
  Problem,
  Question,
  Subject,
  Turn,
} from "./types.ts";

/** A question about one vertex, by its number or its name. */
export interface Asked {
  subject: Subject;
  question: Question;
  vertex: number | string;
}

/** All that the page asks. A server answers, or what a page that was given away holds. */
export interface Api {
  /** False where nothing can be solved anew. */
  readonly solves: boolean;
  about(): Promise<About>;
  presets(): Promise<Preset[]>;
  open(file: FileSent, signal?: AbortSignal): Promise<Opened>;
  export(request: { graph: Graph; format: string; question?: Question; title?: string }): Promise<Exported>;
  layout(graph: Graph, signal?: AbortSignal): Promise<Places>;
  solve(request: { subject: Subject; question: Question; trace?: boolean }, signal?: AbortSignal): Promise<Answer>;
  explain(request: Asked & { side?: Turn; all?: boolean }, signal?: AbortSignal): Promise<Explanation>;
  line(request: Asked & { side?: Turn; limit?: number }, signal?: AbortSignal): Promise<Line>;
  overview(request: { subject: Subject; question: Question }, signal?: AbortSignal): Promise<Overview>;
  neighbourhood(request: Asked & { radius: number; limit: number }, signal?: AbortSignal): Promise<Neighbourhood>;
}

/** Asks the server that the page came from. */
export async function ask<T>(path: string, body?: unknown, signal?: AbortSignal, method?: string): Promise<T> {
  const request: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST") };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch (reason) {
    if (isAbort(reason)) throw reason;
    throw new Refusal({ error: "The server does not answer.", remedies: ["Is “retrograde serve” still running?"] });
  }
  if (response.ok) {
    const type = response.headers.get("content-type") ?? "";
    return (type.includes("json") ? await response.json() : await response.text()) as T;
  }
  throw new Refusal(await problemOf(response), response.status);
}

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    if (typeof problem.error === "string") return { remedies: [], ...problem, error: problem.error };
  } catch {
    // Not every answer of a proxy or a broken server is JSON.
  }
  return { error: text || `The server answered with status ${response.status}.`, remedies: [] };
}

const server: Api = {
  solves: true,
  about: () => ask("api/about"),
  presets: () => ask("api/presets"),
  open: (file, signal) => ask("api/open", file, signal),
  export: (request) => ask("api/export", request),
  layout: (graph, signal) => ask("api/layout", { graph }, signal),
  solve: (request, signal) => ask("api/solve", request, signal),
  explain: (request, signal) => ask("api/explain", request, signal),
  line: (request, signal) => ask("api/line", request, signal),
  overview: (request, signal) => ask("api/overview", request, signal),
  neighbourhood: (request, signal) => ask("api/neighbourhood", request, signal),
};

export const given = readGiven();
export const api: Api = given ? givenApi(given) : server;
