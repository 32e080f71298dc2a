import type { components } from "../api/schema.ts";
import type { Explanation } from "../api/types.ts";

/**
 * What page and server say to each other about games, by the names of the API's schema. Where the schema cannot say it,
 * these types are narrower. Places are numbers in the list of a board's places.
 */
type Schema = components["schemas"];
type With<T, Narrower> = Omit<T, keyof Narrower> & Narrower;

export type Side = Schema["Turn"];
export type Place = Schema["Place"];
export type Man = Schema["Man"];
export type Piece = With<Schema["Piece"], { title: string; count: number }>;
export type Board = With<
  Schema["Board"],
  {
    style: "checkered" | "cells" | "holes" | "points" | "heaps" | "pins" | "bar" | "graph" | "text";
    lines: [number, number][];
    pieces: Piece[];
    turns?: With<Schema["Turns"], { players: [string, string] }>;
  }
>;
export type GameListed = With<Schema["GameListed"], { board?: Board }>;
export type Worth = With<Schema["Worth"], { outcome: "win" | "lose" | "draw" }>;
/** One way to point at a move: groups of places one after the other, those of a group in any order. */
export type Touch = number[][];
export type Choice = With<Schema["Choice"], { value?: Worth; touches: Touch[] }>;
export type LookRequest = Schema["LookRequest"];
export type Look = With<Schema["Look"], { board: Board; value?: Worth; moves: Choice[] }>;
/** The position of a board that was set up, or why there is none. */
export type Edited = Schema["Edited"];
export type EditRequest = Schema["EditRequest"];
export type Counts = Schema["WorthCounts"];
export type Longest = With<Schema["Longest"], { value: Worth }>;
export type Stats = With<
  Schema["GameStats"],
  { longest: Longest[]; sections: With<Schema["SectionListed"], { longest?: Longest }>[] }
>;
export type GameLineRequest = Schema["GameLineRequest"];
export type GameLine = With<Schema["GameLine"], { steps: With<Schema["GameLineStep"], { value?: Worth }>[] }>;
export type Job = Schema["JobStatus"];
export type { Explanation };
