import { computed, effect, signal, untracked } from "@preact/signals";
import { api } from "../api/client.ts";
import { sameGame } from "../api/given.ts";
import { isAbort, problemFrom } from "../api/refusal.ts";
import type { Answer, Graph, Paint, Problem } from "../api/types.ts";
import { about } from "./about.ts";
import { type Document, now, objective } from "./document.ts";

/** An answer and what it was asked about. */
export interface Answered {
  document: Document;
  answer: Answer;
}

export const answered = signal<Answered | null>(null);
export const problem = signal<Problem | null>(null);
/** Whether an answer is awaited for longer than one notices. */
export const waiting = signal(false);

const PAUSE = 80;
let pending: AbortController | null = null;
let posed: Document | null = null;

/** Asks anew whenever graph or question change; moving vertices about does not. An older request is given up. */
export function keepAnswered(): () => void {
  return effect(() => {
    const document = now.value;
    if (!about.value) return;
    if (posed && posed.question === document.question && sameGame(posed.graph, document.graph)) return;
    posed = document;
    pending?.abort();
    const request = new AbortController();
    pending = request;
    const known = untracked(() => answered.value !== null || problem.value !== null);
    const timer = setTimeout(() => pose(document, request.signal), known ? PAUSE : 0);
    request.signal.addEventListener("abort", () => clearTimeout(timer));
  });
}

async function pose(document: Document, signal: AbortSignal) {
  const late = setTimeout(() => {
    waiting.value = true;
  }, 300);
  try {
    const trace = Boolean(objective.peek()?.traced) && document.graph.vertices.length <= TRACED;
    const answer = await api.solve({ subject: { graph: document.graph }, question: document.question, trace }, signal);
    answered.value = { document, answer };
    problem.value = null;
  } catch (reason) {
    if (isAbort(reason)) return;
    answered.value = null;
    problem.value = problemFrom(reason);
  } finally {
    clearTimeout(late);
    if (!signal.aborted) waiting.value = false;
  }
}

/** Graphs up to this size are told step by step. */
const TRACED = 400;

/** Whether the answer is about the graph as it is now. */
export const current = computed(() => {
  const had = answered.value;
  return had !== null && had.document.question === now.value.question && sameGame(had.document.graph, now.value.graph);
});

/** What is known of the vertices now: while an answer is on its way, vertices keep what was known of their names. */
export const paints = computed<(Paint | undefined)[]>(() => {
  const had = answered.value;
  const { graph } = now.value;
  if (!had?.answer.paints || had.document.question.objective !== now.value.question.objective) return [];
  if (current.value) return had.answer.paints;
  const byName = new Map(had.document.graph.vertices.map((vertex, i) => [vertex.name, had.answer.paints?.[i]]));
  return graph.vertices.map((vertex) => byName.get(vertex.name));
});

/** Waits for the answer about a graph, for those who ask about a part of it. */
export function isAnswered(graph: Graph): boolean {
  return current.value && now.value.graph === graph;
}
