import type { components } from "./schema.ts";

/**
 * What page and server say to each other, by the names of the API's schema. Where the schema cannot say it, these types
 * are narrower: rows have fields, owners are 0 or 1. Indices are positions in `vertices` and `edges`.
 */
type Schema = components["schemas"];
type With<T, Narrower> = Omit<T, keyof Narrower> & Narrower;

export type Verdict = Schema["Verdict"];
export type Edge = Schema["Edge"];
export type Problem = Schema["Problem"];
export type Question = With<Schema["Question"], { misere?: boolean; min?: boolean }>;
export type ObjectiveListed = Schema["ObjectiveListed"];
export type TableListed = Schema["TableListed"];
export type Exported = Schema["Exported"];
export type Places = Schema["Places"];
export type PaintClass = Schema["PaintClass"];
export type Region = Schema["Region"];
/** Who moves first, where that makes a difference. */
export type Turn = Schema["Turn"];
export type FileSent = Schema["OpenRequest"];

export type Vertex = With<Schema["Vertex"], { owner?: 0 | 1 }>;
export type Graph = With<Schema["Graph"], { vertices: Vertex[]; edges: Edge[] }>;
/** What a question is about: a graph sent along, or something that the server keeps under an id. */
export type Subject = { graph: Graph } | { opened: string };

export type Opened = With<Schema["Opened"], { graph?: Graph; question: Question }>;
export type Preset = With<Schema["Preset"], { graph: Graph; question: Question }>;
export type About = With<Schema["About"], { opened: Opened[] }>;

export type Paint = With<Schema["Paint"], { both?: [PaintClass, PaintClass] }>;
export type Field = string | number | boolean | null;
/** What is said of a vertex; the columns are those of the command line. */
export type Row = { [column: string]: Field };
export type Answer = With<
  Schema["Answer"],
  { question: Question; rows?: Row[]; paints?: Paint[]; summary: Record<string, unknown>; trace?: Trace }
>;

export type VertexChange = {
  vertex: number;
  what: Schema["ChangeKind"];
  before: string | number | null;
  after: string | number | null;
};
export type RegionChange = { before: Region | null; after: Region | null };
export type Change = VertexChange | RegionChange;
export type TraceEvent = With<Schema["Event"], { changes: Change[] }>;
export type Trace = With<Schema["Trace"], { events: TraceEvent[] }>;

type ExplainedMove = With<Schema["ExplainedMove"], { fields: Row }>;
type ExplainedPosition = With<Schema["ExplainedPosition"], { fields: Row; moves: ExplainedMove[] }>;
export type Explanation = With<Schema["Explanation"], { positions: ExplainedPosition[] }>;
export type Line = With<Schema["Line"], { steps: With<Schema["LineStep"], { fields: Row }>[] }>;

export type Block = With<Schema["Block"], { layer?: [number, number] }>;
export type Overview = With<Schema["Overview"], { blocks: Block[] }>;
/** The part of a graph around a vertex, which comes first in it. */
export type Neighbourhood = With<Schema["Neighbourhood"], { graph: Graph; rows: Row[]; paints: Paint[] }>;

/** What a page that was given away holds in place of a server. */
export interface Given {
  version: string;
  title: string;
  objective: ObjectiveListed;
  graph: Graph;
  answer: Answer;
  /** By vertex; none for larger graphs. */
  explanations: Explanation[];
}
