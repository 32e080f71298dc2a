import { signal } from "@preact/signals";
import { isAbort, problemFrom } from "../api/refusal.ts";
import type { Problem } from "../api/types.ts";

interface Toast {
  id: number;
  text: string;
  more: string[];
  kind: "word" | "problem";
}

const toasts = signal<Toast[]>([]);
let next = 0;

function add(toast: Omit<Toast, "id">, milliseconds: number) {
  const id = next++;
  toasts.value = [...toasts.value.filter((other) => other.text !== toast.text).slice(-2), { ...toast, id }];
  setTimeout(() => drop(id), milliseconds);
}

function drop(id: number) {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Says something in passing. */
export function say(text: string) {
  add({ text, more: [], kind: "word" }, 4000);
}

/** Shows why something did not work; requests that nobody waits for say nothing. */
export function complain(reason: unknown) {
  if (isAbort(reason)) return;
  show(problemFrom(reason));
}

export function show(problem: Problem) {
  const place = problem.place ? [problem.place] : [];
  add({ text: problem.error, more: [...place, ...problem.remedies], kind: "problem" }, 12000);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.kind}`}>
          <div>
            <p>{toast.text}</p>
            {toast.more.map((line) => (
              <p key={line} class="more">
                {line}
              </p>
            ))}
          </div>
          <button type="button" class="quiet small" aria-label="Dismiss" onClick={() => drop(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
