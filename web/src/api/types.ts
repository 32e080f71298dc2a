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
  needs: string[];
  columns: string[];
  traced: boolean;
  solvers: string[];
  options: string[];
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
  shape: { vertices: number; edges: number; terminals: number; components?: number; acyclic?: boolean };
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
  | "left"
  | "right"
  | "first"
  | "second"
  | "number"
  | "open"
  | "plain";

export interface Paint {
  class: PaintClass;
  letter: string;
  badge: string;
  /** The edges of the strategy. */
  move?: number[];
}

export type Field = string | number | boolean | null;

export interface Row {
  vertex: string;
  paint?: Paint;
  [column: string]: Field | Paint | undefined;
}

export interface Answer {
  question: Question;
  columns: string[];
  rows?: Row[];
  summary: Record<string, unknown>;
  summary_text: string[];
  notes: string[];
  solver: string;
  seconds: number;
  verified: boolean;
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
  what: "region";
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
  moves: { to: string; words: string; best: boolean; fields: Row }[];
}

export interface Line {
  steps: { vertex: string; index?: number; fields: Row; move?: string }[];
  loop?: { start: number; words: string };
  ending: string;
}

export interface Overview {
  blocks: {
    id: number;
    size: number;
    layer: number | null;
    counts: Record<string, number>;
    cyclic: boolean;
    sample: string[];
  }[];
  arrows: { from: number; to: number; edges: number }[];
  merged: string;
}

export interface Neighbourhood {
  graph: Graph;
  rows: Row[];
  /** The numbers the vertices have in the whole graph. */
  ids: number[];
  /** Vertices with neighbours that are not shown. */
  open: number[];
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
