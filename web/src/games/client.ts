import { ask } from "../api/client.ts";
import type { Edited, Explanation, GameLine, GameListed, Job, Look, LookRequest, Piece, Side, Stats } from "./types.ts";

interface Asked {
  spec: string;
  position: string;
  second: boolean;
  table?: string;
}

/** What is asked about games. */
export const games = {
  all: (): Promise<GameListed[]> => ask("api/games"),
  look: (request: LookRequest, signal?: AbortSignal): Promise<Look> => ask("api/games/look", request, signal),
  edit: (request: { spec: string; pieces?: Piece[]; mover?: Side; text?: string }): Promise<Edited> =>
    ask("api/games/edit", request),
  stats: (request: { spec: string; table?: string }, signal?: AbortSignal): Promise<Stats> =>
    ask("api/games/stats", request, signal),
  line: (request: Asked, signal?: AbortSignal): Promise<GameLine> => ask("api/games/line", request, signal),
  explain: (request: Asked, signal?: AbortSignal): Promise<Explanation> => ask("api/games/explain", request, signal),
  job: (id: string): Promise<Job> => ask(`api/jobs/${encodeURIComponent(id)}`),
  /** Ends a job, also when the page goes away. */
  stop: (id: string) => fetch(`api/jobs/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true }),
};
