/** What page and server say to each other. Indices are positions in `vertices` and `edges`. */

export type Verdict = "win" | "lose" | "draw";

export interface Vertex {
  name: string;
  verdict?: Verdict;
  owner?: 0 | 1;
  priority?: number;
  target?: boolean;
  colors?: number[];
  x?: number;
  y?: number;
}

export interface Edge {
  from: number;
  to: number;
  weight?: number;
  player?: "left" | "right";
  label?: string;
}

export interface Graph {
  vertices: Vertex[];
  edges: Edge[];
  acceptance?: string;
  start?: number;
}

export interface Problem {
  error: string;
  remedies: string[];
  place?: string;
}

/** What a question is about: a graph sent along, or something that the server keeps under an id. */
export type Subject = { graph: Graph } | { opened: string };

export interface Question {
  objective: string;
  misere?: boolean;
  min?: boolean;
  acceptance?: string;
  solver?: string;
}

export interface ObjectiveListed {
  name: string;
  title: string;
  summary: string;
  /** Attributes that every vertex must have. */
  needs: string[];
  /** Attributes that are looked at where they are. */
  reads: string[];
  columns: string[];
  traced: boolean;
  solvers: string[];
  options: string[];
  /** Whether vertices have two values, one for each who may move first. */
  two_valued: boolean;
}

export interface About {
  version: string;
  limits: {
    body_bytes: number;
    vertices: number;
    edges: number;
    seconds: number;
    memory_bytes: number;
    drawn: number;
    drawn_edges: number;
  };
  objectives: ObjectiveListed[];
  formats: { name: string; extensions: string[]; read: boolean; write: boolean }[];
  opened: Opened[];
  tables: TableListed[];
}

export interface Preset {
  id: string;
  group: string;
  title: string;
  text: string;
  question: Question;
  graph: Graph;
}

export interface Opened {
  id: string;
  name: string;
  kind: "graph" | "game";
  shape?: { vertices: number; edges: number; terminals: number; components?: number; acyclic: boolean };
  question: Question;
  graph?: Graph;
  notes: string[];
}

export type PaintClass =
  | "win"
  | "lose"
  | "draw"
  | "tie"
  | "zero"
  | "one"
  | "even"
  | "left"
  | "right"
  | "first"
  | "second"
  | "mixed"
  | "open";

export interface Paint {
  class: PaintClass;
  /** Where a vertex has two values: with the first and with the second to move. */
  both?: [PaintClass, PaintClass];
  letter: string;
  /** A distance, a value, a credit; may be empty. */
  badge: string;
  /** What the vertex is worth, in words. */
  words: string;
  /** The edges of the strategy. */
  move: number[];
}

export type Field = string | number | boolean | null;

/** What is said of a vertex; the columns are those of the command line. */
export type Row = { [column: string]: Field };

export interface Answer {
  question: Question;
  /** What the players want, in a clause. */
  wanted: string;
  columns: string[];
  rows?: Row[];
  paints?: Paint[];
  summary: Record<string, unknown>;
  summary_text: string[];
  notes: string[];
  solver: string;
  /** How it went about it. */
  how: string;
  seconds: number;
  verified: boolean;
  /** Of how many vertices nothing is known. */
  unknown: number;
  trace?: Trace;
}

export interface Trace {
  algorithm: string;
  title: string;
  source: string;
  lines: string[];
  events: TraceEvent[];
  /** How many events were left out past the limit. */
  cut?: number;
}

export interface TraceEvent {
  line: number;
  words: string;
  changes: Change[];
  look?: { vertices: number[]; edges: number[] };
}

export interface VertexChange {
  vertex: number;
  what: "label" | "counter" | "distance" | "rank" | "value" | "mark";
  before: string | number | null;
  after: string | number | null;
}

export interface RegionChange {
  before: Region | null;
  after: Region | null;
}

export type Change = VertexChange | RegionChange;

export interface Region {
  title: string;
  vertices: number[];
}

export interface Explanation {
  text: string[];
  /** The vertex, and those that best play passes through after it. */
  positions: ExplainedPosition[];
  /** How play goes on, in words. */
  closing: string;
  cut: boolean;
}

export interface ExplainedPosition {
  vertex: string;
  fields: Row;
  why: string;
  moves: { name: string; to: string; words: string; best: boolean; fields: Row }[];
  /** How many more moves there are. */
  more: number;
}

export interface Line {
  steps: { vertex: string; index?: number; fields: Row; move?: string }[];
  loop?: { start: number; length: number };
  ending: string;
  cut: boolean;
}

export interface Overview {
  blocks: Block[];
  arrows: { from: number; to: number; edges: number }[];
  /** What layers are. */
  layers: string;
  merged: string;
}

export interface Block {
  id: number;
  title: string;
  /** Blocks of one group of components are drawn side by side. */
  group: number;
  size: number;
  layer?: [number, number];
  counts: { [name: string]: number };
  cyclic: boolean;
  sample: { index: number; name: string }[];
}

/** The part of a graph around a vertex, which comes first in it. */
export interface Neighbourhood {
  graph: Graph;
  rows: Row[];
  paints: Paint[];
  /** The numbers the vertices have in the whole graph. */
  ids: number[];
  /** Vertices with neighbours that are not shown. */
  open: number[];
}

export interface Exported {
  extension: string;
  content: string;
  encoding: "text" | "base64";
  notes: string[];
}

export interface TableListed {
  id: string;
  spec: string;
  title: string;
  bytes: number;
}

/** What a page that was given away holds in place of a server. */
export interface Given {
  name: string;
  version: string;
  objective: ObjectiveListed;
  graph: Graph;
  answer: Answer;
  /** By vertex; none for larger graphs. */
  explanations: Explanation[];
}
