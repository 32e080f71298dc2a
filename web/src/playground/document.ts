import { computed, signal } from "@preact/signals";
import type { Edge, Graph, Opened, Preset, Question, Vertex } from "../api/types.ts";
import type { Point } from "../draw/geometry.ts";
import { readsAttribute } from "../draw/look.ts";
import type { Selection } from "../draw/picture.tsx";
import * as edits from "../model/graph.ts";
import { begin, change, type History, redo, undo } from "../model/history.ts";
import { say } from "../ui/toast.tsx";
import { objectiveNamed } from "./about.ts";

/** What the playground is about: a graph, the question asked about it, and what it is called. */
export interface Document {
  name: string;
  graph: Graph;
  question: Question;
}

const BLANK: Document = { name: "", graph: edits.EMPTY, question: { objective: "outcome" } };

export const versions = signal<History<Document>>(begin(BLANK));
export const now = computed(() => versions.value.now);
export const objective = computed(() => objectiveNamed(now.value.question.objective));

/** Changes when another graph is shown, so that it is fitted into its frame. */
export const shown = signal(0);
export const selection = signal<Selection | null>(null);

export type Tool = "select" | "add" | "connect" | "play";
export const tool = signal<Tool>("select");
/** Where an edge that is being drawn begins. */
export const source = signal<number | null>(null);
export const renaming = signal<number | null>(null);

export function takeTool(next: Tool) {
  tool.value = next;
  source.value = null;
}

/** Shows another document. The one before can be had back by undoing. */
export function load(document: Document) {
  const placed = edits.isPlaced(document.graph) ? document.graph : edits.onCircle(document.graph);
  const next = { ...document, graph: placed };
  versions.value = now.value === BLANK ? begin(next) : change(versions.value, next);
  selection.value = null;
  renaming.value = null;
  takeTool("select");
  shown.value++;
}

export function loadPreset(preset: Preset) {
  load({ name: preset.title, graph: preset.graph, question: preset.question });
}

/** Shows something opened; says false where it is too large to be drawn, or its numbers for a page to hold exactly. */
export function loadOpened(opened: Opened): boolean {
  if (!opened.graph?.edges.every(({ weight }) => weight === undefined || Number.isSafeInteger(weight))) return false;
  load({ name: opened.name, graph: opened.graph, question: opened.question });
  return true;
}

function edit(graph: Graph, kind: string | null = null) {
  if (graph !== now.value.graph) versions.value = change(versions.value, { ...now.value, graph }, kind);
}

export function ask(question: Question, kind: string | null = null) {
  versions.value = change(versions.value, { ...now.value, question }, kind);
}

export function stepBack() {
  move(undo(versions.value));
}

export function stepForward() {
  move(redo(versions.value));
}

function move(to: History<Document>) {
  const other =
    to.now.name !== now.value.name || Math.abs(to.now.graph.vertices.length - now.value.graph.vertices.length) > 1;
  versions.value = to;
  const { vertices, edges } = to.now.graph;
  const count = selection.value?.kind === "edge" ? edges.length : vertices.length;
  if (selection.value && selection.value.index >= count) selection.value = null;
  renaming.value = null;
  source.value = null;
  if (other) shown.value++;
}

export function add(at: Point) {
  const reads = (attribute: string) => readsAttribute(objective.value, attribute);
  const vertex: Vertex = { name: edits.freshName(now.value.graph), x: at.x, y: at.y };
  if (reads("owner")) vertex.owner = 0;
  if (reads("priority")) vertex.priority = 0;
  edit(edits.addVertex(now.value.graph, vertex));
  selection.value = { kind: "vertex", index: now.value.graph.vertices.length - 1 };
}

export function connect(from: number, to: number) {
  const edge: Edge = { from, to };
  if (readsAttribute(objective.value, "weight")) edge.weight = 0;
  const next = edits.addEdge(now.value.graph, edge);
  source.value = null;
  if (next === now.value.graph) {
    say("There is this move already.");
    return;
  }
  edit(next);
  selection.value = { kind: "edge", index: next.edges.length - 1 };
}

/** A vertex chosen while connecting: first from where, then where to. */
export function chooseEnd(vertex: number) {
  if (source.value === null) source.value = vertex;
  else connect(source.value, vertex);
}

export function moveVertex(vertex: number, to: Point) {
  edit(edits.setVertex(now.value.graph, vertex, to), `move ${vertex}`);
}

export function rename(vertex: number, name: string) {
  const next = edits.renameVertex(now.value.graph, vertex, name);
  if (typeof next === "string") say(next);
  else if (next.vertices[vertex]?.name !== now.value.graph.vertices[vertex]?.name) edit(next);
  renaming.value = null;
}

export function setVertex(vertex: number, values: Partial<Vertex>) {
  edit(edits.setVertex(now.value.graph, vertex, values), `vertex ${vertex} ${Object.keys(values)}`);
}

export function setEdge(edge: number, values: Partial<Edge>) {
  edit(edits.setEdge(now.value.graph, edge, values), `edge ${edge} ${Object.keys(values)}`);
}

/** Writes an attribute wherever it is missing. */
export function fillIn(attribute: "owner" | "priority" | "weight") {
  const { graph } = now.value;
  if (attribute === "weight") edit({ ...graph, edges: graph.edges.map((edge) => ({ weight: 0, ...edge })) });
  else edit({ ...graph, vertices: graph.vertices.map((vertex) => ({ [attribute]: 0, ...vertex })) });
}

export function remove() {
  const chosen = selection.value;
  if (!chosen) return;
  const { graph } = now.value;
  edit(chosen.kind === "vertex" ? edits.removeVertex(graph, chosen.index) : edits.removeEdge(graph, chosen.index));
  selection.value = null;
  source.value = null;
}

export function placeAll(x: readonly number[], y: readonly number[]) {
  edit(edits.place(now.value.graph, x, y));
  shown.value++;
}
