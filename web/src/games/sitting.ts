import { batch, computed, effect, signal } from "@preact/signals";
import { isAbort, problemFrom } from "../api/refusal.ts";
import type { Problem } from "../api/types.ts";
import { learn } from "../playground/about.ts";
import { go, route } from "../route.ts";
import { complain } from "../ui/toast.tsx";
import { games } from "./client.ts";
import type { Choice, GameLine, Job, Look, Side } from "./types.ts";

/** A position that was on the board, and how play came to it. */
export interface Stand {
  position?: string;
  second: boolean;
  move?: string;
  /** The places that the move touched. */
  touched: number[];
}

export const spec = signal("");
/** All positions so far; the last one is on the board. */
export const played = signal<Stand[]>([]);
export const look = signal<Look | null>(null);
export const problem = signal<Problem | null>(null);
export const job = signal<Job | null>(null);
/** The table that answers; solving here does otherwise. */
export const table = signal<string | undefined>(undefined);
/** Whose moves are made by whoever sits here. */
export const you = signal<Side | "both">("both");
export const hinted = signal(false);
/** Best play from a position, and how many positions had been there when it was asked for. */
export const line = signal<{ told: GameLine; from: number } | null>(null);
export const editing = signal(false);

let asking: AbortController | null = null;
let reply: ReturnType<typeof setTimeout> | undefined;
let running: string | undefined;

/** Whether the side to move is played by the machine. */
export const machineMoves = computed(() => {
  const now = look.value;
  return now !== null && you.value !== "both" && you.value !== (now.second ? "second" : "first");
});

/** What the player to move is called. */
export function mover(now: Look): string {
  return now.mover ?? (now.second ? "the second player" : "the first player");
}

/** Opens a game at a position, or where it begins. */
export function open(game: string, position?: string, second = false) {
  leave();
  const other = spec.value !== game;
  batch(() => {
    if (other) {
      table.value = undefined;
      you.value = "both";
    }
    spec.value = game;
    played.value = [{ ...(position !== undefined && { position }), second, touched: [] }];
    look.value = null;
    line.value = null;
    editing.value = false;
    hinted.value = false;
    problem.value = null;
  });
  void begin(other);
}

/** Answers from a table where there is one; it was put there for that. */
async function begin(other: boolean) {
  if (other) {
    const told = await learn().catch(() => null);
    table.value = told?.tables.find((listed) => listed.spec === spec.value)?.id;
  }
  await refresh();
}

export function chooseTable(id: string | undefined) {
  table.value = id;
  void refresh();
}

/** Nobody waits any more for what is being solved. */
export function leave() {
  asking?.abort();
  clearTimeout(reply);
  if (running) games.stop(running).catch(() => {});
  running = undefined;
  job.value = null;
}
addEventListener("pagehide", leave);

/** Asks what there is to know of the position on the board. */
export async function refresh(): Promise<void> {
  asking?.abort();
  clearTimeout(reply);
  const mine = new AbortController();
  asking = mine;
  const now = played.value.at(-1);
  if (!now) return;
  const request = {
    spec: spec.value,
    second: now.second,
    ...(now.position !== undefined && { position: now.position }),
    ...(table.value !== undefined && { table: table.value }),
  };
  try {
    let found = await games.look(request, mine.signal);
    if (mine.signal.aborted) return;
    settle(found);
    while (found.state.kind === "solving") {
      await wait(found.state.job, mine.signal);
      found = await games.look({ ...request, position: found.position }, mine.signal);
      if (mine.signal.aborted) return;
      settle(found);
    }
    answer();
  } catch (reason) {
    if (isAbort(reason) || mine.signal.aborted) return;
    problem.value = problemFrom(reason);
    job.value = null;
  }
}

function settle(found: Look) {
  batch(() => {
    look.value = found;
    problem.value = null;
    const before = played.value.slice(0, -1);
    const last = played.value.at(-1);
    played.value = [...before, { touched: [], ...last, position: found.position, second: found.second }];
  });
  const rest = [spec.value, found.position, ...(found.second ? ["2"] : [])].map(encodeURIComponent).join("/");
  if (route.value.rest !== rest) go({ tab: "games", rest }, true);
}

/** Follows a job until it is over. */
async function wait(id: string, signal: AbortSignal): Promise<void> {
  running = id;
  while (!signal.aborted) {
    const now = await games.job(id);
    if (signal.aborted) return;
    job.value = now;
    if (now.state === "cancelled") throw new Error("Solving was stopped.");
    if (now.state !== "running") break;
    await new Promise((done) => setTimeout(done, 250));
  }
  if (running === id) running = undefined;
  job.value = null;
}

/** Stops what is being solved. */
export function stopSolving() {
  if (running) games.stop(running).catch(complain);
}

/** The machine moves, if it is its turn. */
function answer() {
  const best = look.value?.moves[0];
  if (machineMoves.value && best?.value && !editing.value) reply = setTimeout(() => play(best), 650);
}

export function play(choice: Choice) {
  const now = played.value.at(-1);
  if (!now) return;
  const touched = (choice.touches[0] ?? []).flat();
  goTo([...played.value, { position: choice.to, second: !now.second, move: choice.move, touched }]);
}

function goTo(stands: Stand[]) {
  batch(() => {
    played.value = stands;
    hinted.value = false;
    if (line.value && !isOnLine(stands)) line.value = null;
  });
  void refresh();
}

function isOnLine(stands: Stand[]): boolean {
  const now = line.value;
  const steps = now ? stands.slice(now.from - 1) : [];
  return (
    now !== null && steps.length > 0 && steps.every((stand, at) => stand.position === now.told.steps[at]?.position)
  );
}

/** Takes back a move; against the machine, its reply as well. */
export function takeBack() {
  const stands = played.value;
  let keep = stands.length - 1;
  const mine = (stand: Stand | undefined) => you.value === "both" || you.value === (stand?.second ? "second" : "first");
  while (keep > 1 && !mine(stands[keep - 1])) keep -= 1;
  if (keep >= 1) goTo(stands.slice(0, keep));
}

export function again() {
  goTo(played.value.slice(0, 1));
}

export function chooseSide(side: Side | "both") {
  you.value = side;
  clearTimeout(reply);
  answer();
}

/** Asks for best play from the position on the board. */
export async function tellLine() {
  const now = look.value;
  if (!now) return;
  try {
    const told = await games.line(asked(now));
    line.value = { told, from: played.value.length };
  } catch (reason) {
    complain(reason);
  }
}

export function asked(now: Look) {
  const from = table.value === undefined ? {} : { table: table.value };
  return { spec: now.spec, position: now.position, second: now.second, ...from };
}

/** Goes to a position of the line. */
export function stepTo(step: number) {
  const now = line.value;
  if (!now) return;
  you.value = "both";
  const before = played.value.slice(0, now.from);
  const steps = now.told.steps.slice(1, step + 1).map(
    (at, nth): Stand => ({
      position: at.position,
      second: at.second,
      move: now.told.steps[nth]?.move ?? "",
      touched: now.told.steps[nth]?.touched ?? [],
    }),
  );
  goTo([...before, ...steps]);
}

/** Which step of the line is on the board. */
export const lineStep = computed(() => (line.value ? played.value.length - line.value.from : -1));

/** The game and the position that the address names. */
export function fromAddress(rest: string): { spec: string; position?: string; second: boolean } | null {
  const [game, position, second] = rest.split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  if (!game) return null;
  return { spec: game, ...(position && { position }), second: second === "2" };
}

effect(() => {
  const { tab, rest } = route.value;
  const wanted = tab === "games" ? fromAddress(rest) : null;
  if (!wanted) {
    leave();
    spec.value = "";
    return;
  }
  const now = played.peek().at(-1);
  const same = wanted.spec === spec.peek() && (wanted.position === undefined || wanted.position === now?.position);
  if (!same) open(wanted.spec, wanted.position, wanted.second);
});
