import { computed, effect, signal, untracked } from "@preact/signals";
import { api } from "../api/client.ts";
import type { Edge, Line, Turn } from "../api/types.ts";
import { readsAttribute } from "../draw/look.ts";
import { complain } from "../ui/toast.tsx";
import { answered, current } from "./answer.ts";
import { now, objective, takeTool, tool } from "./document.ts";

/** A play against perfect play: where the token has been, and which side is yours. */
export interface Play {
  path: number[];
  you: 0 | 1;
  /** How a line that both played perfectly ends, in words. */
  ending?: string;
}

export const play = signal<Play | null>(null);
/** Whether the other side is thinking. */
export const thinking = signal(false);
export const owned = computed(() => readsAttribute(objective.value, "owner"));
export const twoValued = computed(() => objective.value?.two_valued ?? false);

export const token = computed(() => play.value?.path.at(-1) ?? null);

/** Who is to move: the owner where vertices have owners, otherwise the sides take turns and side 0 begins. */
export const mover = computed<0 | 1>(() => {
  const game = play.value;
  if (!game) return 0;
  if (owned.value) return now.value.graph.vertices[token.value ?? 0]?.owner ?? 0;
  return ((game.path.length - 1) % 2) as 0 | 1;
});

/** The moves that may be made now. */
export const choices = computed<Edge[]>(() => {
  const at = token.value;
  const side = mover.value === 0 ? "left" : "right";
  return now.value.graph.edges.filter(
    (edge) => edge.from === at && (!twoValued.value || !edge.player || edge.player === side),
  );
});

export const yours = computed(
  () => play.value !== null && play.value.ending === undefined && mover.value === play.value.you,
);

/** The edges that the token has passed. */
export const trodden = computed<ReadonlySet<number>>(() => {
  const path = play.value?.path ?? [];
  const steps = new Set(path.slice(1).map((to, i) => `${path[i]} ${to}`));
  return new Set(now.value.graph.edges.flatMap((edge, i) => (steps.has(`${edge.from} ${edge.to}`) ? [i] : [])));
});

export function start(vertex: number, you: 0 | 1) {
  play.value = { path: [vertex], you };
  takeTool("play");
}

export function stop() {
  play.value = null;
  if (tool.value === "play") takeTool("select");
}

/** Moves the token, if that is a move of yours. */
export function choose(vertex: number) {
  const game = play.value;
  if (game && yours.value && choices.value.some((edge) => edge.to === vertex)) go(vertex);
}

function go(vertex: number) {
  const game = play.value;
  if (game) play.value = { ...game, path: [...game.path, vertex] };
}

/** Takes back your last move, and what was answered. */
export function takeBack() {
  const game = play.value;
  if (!game) return;
  let path = game.path.slice(0, -1);
  const { vertices } = now.value.graph;
  const moves = (at: number[]) => (owned.value ? vertices[at.at(-1)!]?.owner : (at.length - 1) % 2);
  while (path.length > 1 && moves(path) !== game.you) path = path.slice(0, -1);
  if (path.length > 0) play.value = { path, you: game.you };
}

/** Best play by both from a vertex. */
export async function bestLine(vertex: number): Promise<Line | null> {
  try {
    const side: Turn | undefined = twoValued.value ? "first" : undefined;
    const line = await api.line({ ...subject(), vertex, ...(side ? { side } : {}) });
    const path = line.steps.flatMap((step) => (step.index === undefined ? [] : [step.index]));
    const back = line.loop ? path[line.loop.start] : undefined;
    const ending = line.ending || "The line goes on.";
    play.value = { path: back === undefined ? path : [...path, back], you: 0, ending };
    return line;
  } catch (reason) {
    complain(reason);
    return null;
  }
}

function subject() {
  const { graph, question } = now.value;
  return { subject: { graph }, question };
}

/** Lets the other side answer, and ends a play whose graph has changed under it. */
export function keepReplying(): () => void {
  const replies = effect(() => {
    const game = play.value;
    if (!game || game.ending !== undefined || yours.value || choices.value.length === 0 || !current.value) return;
    const request = new AbortController();
    thinking.value = true;
    const timer = setTimeout(() => reply(game, request.signal), 450);
    return () => {
      clearTimeout(timer);
      request.abort();
      untracked(() => {
        thinking.value = false;
      });
    };
  });
  const ends = effect(() => {
    answered.value;
    const game = untracked(() => play.value);
    if (game) untracked(stop);
  });
  return () => {
    replies();
    ends();
  };
}

async function reply(game: Play, signal: AbortSignal) {
  const options = choices.peek();
  let best = options[0]?.to;
  try {
    const side: Turn = mover.peek() === 0 ? "first" : "second";
    const at = game.path.at(-1)!;
    const line = await api.line({ ...subject(), vertex: at, limit: 2, ...(twoValued.peek() ? { side } : {}) }, signal);
    const loops = line.loop && line.steps.length === 1 ? at : undefined;
    const told = line.steps[1]?.index ?? loops;
    if (told !== undefined && options.some((edge) => edge.to === told)) best = told;
  } catch (reason) {
    if (signal.aborted) return;
    complain(reason);
  }
  if (!signal.aborted && play.peek() === game && best !== undefined) go(best);
}
