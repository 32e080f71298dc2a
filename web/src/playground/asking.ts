import { effect, signal } from "@preact/signals";
import { api } from "../api/client.ts";
import { isAbort, problemFrom } from "../api/refusal.ts";
import type { Explanation, Problem, Turn } from "../api/types.ts";
import { answered, current } from "./answer.ts";
import { now, objective, selection } from "./document.ts";

/** Why the selected vertex is worth what it is. */
export const explanation = signal<{ vertex: string; told: Explanation } | null>(null);
export const unexplained = signal<Problem | null>(null);
/** Who moves first, where that makes a difference. */
export const turn = signal<Turn>("first");

/** Asks for the explanation of whatever is selected. */
export function keepAsking(): () => void {
  return effect(() => {
    const chosen = selection.value;
    const side = turn.value;
    answered.value;
    if (chosen?.kind !== "vertex" || !current.value) return;
    const { graph, question } = now.value;
    const vertex = graph.vertices[chosen.index]?.name ?? "";
    const request = new AbortController();
    const sided = objective.value?.two_valued ? { side } : {};
    const asked = { subject: { graph }, question, vertex: chosen.index, ...sided };
    const timer = setTimeout(async () => {
      try {
        const told = await api.explain(asked, request.signal);
        explanation.value = { vertex, told };
        unexplained.value = null;
      } catch (reason) {
        if (isAbort(reason) || request.signal.aborted) return;
        explanation.value = null;
        unexplained.value = problemFrom(reason);
      }
    }, 30);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  });
}
