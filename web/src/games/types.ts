/** What page and server say to each other about games. Places are numbers in the list of a board's places. */
import type { Explanation, Problem, TableListed } from "../api/types.ts";

export type Side = "first" | "second";
export type Outcome = "win" | "lose" | "draw";

export interface Place {
  x: number;
  y: number;
  label: string;
  dark?: boolean;
  hand?: Side;
}

export interface Man {
  piece: string;
  side?: Side;
  title: string;
}

export interface Piece extends Man {
  place: number;
  count: number;
}

export interface Board {
  style: "checkered" | "cells" | "holes" | "points" | "heaps" | "pins" | "bar" | "graph" | "text";
  places: Place[];
  lines: [number, number][];
  pieces: Piece[];
  palette: Man[];
  turns?: { players: [string, string]; mover: Side; chosen: boolean };
  text: string;
}

export interface Parameter {
  before: string;
  name: string;
  example: string;
  optional?: boolean;
  choices?: string[];
}

export interface GameListed {
  name: string;
  title: string;
  summary: string;
  rules: string;
  known: string;
  parameters: Parameter[];
  examples: string[];
  board?: Board;
}

export interface Worth {
  outcome: Outcome;
  tie?: boolean;
  distance?: number;
  words: string;
}

/** One way to point at a move: groups of places one after the other, those of a group in any order. */
export type Touch = number[][];

export interface Choice {
  move: string;
  to: string;
  value?: Worth;
  best: boolean;
  touches: Touch[];
}

export type State =
  | { kind: "solved"; words: string }
  | { kind: "solving"; job: string }
  | { kind: "too-large"; words: string; build?: string; tables: TableListed[] };

export interface LookRequest {
  spec: string;
  position?: string;
  second?: boolean;
  table?: string;
}

export interface Look {
  spec: string;
  title: string;
  position: string;
  second: boolean;
  mover?: string;
  board: Board;
  ended?: string;
  state: State;
  value?: Worth;
  moves: Choice[];
  more: number;
  start?: string;
}

/** The position of a board that was set up, or why there is none. */
export type Edited = { kind: "position"; position: string; second: boolean } | { kind: "refused"; words: string };

export interface Counts {
  win: number;
  lose: number;
  tie: number;
  draw: number;
}

export interface Longest {
  position: string;
  value: Worth;
}

export interface Stats {
  size: string;
  how: string;
  counts: Counts;
  histogram: { distance: number; win: number; lose: number }[];
  longest: Longest[];
  sections: { name: string; mover?: string; counts: Counts; longest?: Longest }[];
}

export interface GameLine {
  steps: { position: string; second: boolean; value?: Worth; move?: string }[];
  loop?: { start: number; length: number };
  ending: string;
  cut: boolean;
}

export interface Job {
  state: "running" | "done" | "failed" | "cancelled";
  phase: string;
  done: number;
  total?: number;
  problem?: Problem;
}

export type { Explanation, TableListed };
