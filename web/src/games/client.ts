import { ask } from "../api/client.ts";
import type {
  Edited,
  EditRequest,
  Explanation,
  GameLine,
  GameLineRequest,
  GameListed,
  Job,
  Look,
  LookRequest,
  Stats,
} from "./types.ts";

/** What is asked about games. */
export const games = {
  all: (): Promise<GameListed[]> => ask("api/games"),
  look: (request: LookRequest, signal?: AbortSignal): Promise<Look> => ask("api/games/look", request, signal),
  edit: (request: EditRequest): Promise<Edited> => ask("api/games/edit", request),
  stats: (request: { spec: string; table?: string }, signal?: AbortSignal): Promise<Stats> =>
    ask("api/games/stats", request, signal),
  line: (request: GameLineRequest): Promise<GameLine> => ask("api/games/line", request),
  explain: (request: GameLineRequest): Promise<Explanation> => ask("api/games/explain", request),
  job: (id: string): Promise<Job> => ask(`api/jobs/${encodeURIComponent(id)}`),
  /** Ends a job, also when the page goes away. */
  stop: (id: string) => fetch(`api/jobs/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true }),
};
