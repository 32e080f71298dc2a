import type { Problem } from "./types.ts";

/** Why a request was not answered, in words for people. */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly status: number;

  constructor(problem: Problem, status = 0) {
    super(problem.error);
    this.name = "Refusal";
    this.problem = problem;
    this.status = status;
  }
}

/** Whether a request ended because nobody wants its answer any more. */
export function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "AbortError";
}

/** Any failure as a problem that can be shown. */
export function problemFrom(reason: unknown): Problem {
  if (reason instanceof Refusal) return reason.problem;
  return { error: reason instanceof Error ? reason.message : String(reason), remedies: [] };
}
