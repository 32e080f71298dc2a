/** What was, what is, and what was undone. A history never changes; each step gives a new one. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** Changes of the same kind in a row are undone as one, such as the letters of a name. */
  readonly kind: string | null;
}

const MOST = 500;

export function begin<T>(now: T): History<T> {
  return { past: [], now, future: [], kind: null };
}

/** A change. One of the same `kind` as the last becomes part of that. */
export function change<T>(history: History<T>, now: T, kind: string | null = null): History<T> {
  if (now === history.now) return history;
  const joined = kind !== null && kind === history.kind;
  const past = joined ? history.past : [...history.past, history.now].slice(-MOST);
  return { past, now, future: [], kind };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], kind: null };
}

export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.now], now: after, future, kind: null };
}
