import type { Graph, ObjectiveListed, Paint, PaintClass, Vertex } from "../api/types.ts";
import type { Notes } from "../model/stage.ts";

/** The colours a vertex or a move can have; `wait` is a vertex that nothing is known of yet. */
export type Tone = "win" | "lose" | "draw" | "first" | "second" | "card" | "open" | "plain";

/** How a vertex looks. */
export interface Look {
  tone: Tone;
  /** Corner radius: where positions have owners shape is theirs, otherwise a win is round and a loss square. */
  corner: number;
  /** What it is worth, below its name. */
  under: string;
  /** Two values, one for each who may move first. */
  pair?: [Tone, Tone];
  /** What the graph says of it: a priority, its colours. */
  tag: string;
  /** What the solver counts there. */
  counter: string;
  /** The set it is in for the time being. */
  mark: string;
  /** A second line around it: no moves there, or a target. */
  ring: boolean;
  /** All of that in words. */
  words: string;
}

const TONES: { [name in PaintClass]: Tone } = {
  win: "win",
  lose: "lose",
  draw: "draw",
  tie: "draw",
  zero: "win",
  one: "lose",
  even: "draw",
  left: "card",
  right: "card",
  first: "card",
  second: "card",
  mixed: "card",
  open: "open",
};

export function toneOf(name: PaintClass): Tone {
  return TONES[name] ?? "plain";
}

const WORDS: { [name in Tone]?: string } = { win: "win", lose: "lose", draw: "draw" };

export function toneWord(tone: Tone): string {
  return WORDS[tone] ?? "";
}

/** What a picture needs to know beside the graph. */
export interface Facts {
  objective: ObjectiveListed | undefined;
  terminal: readonly boolean[];
}

export function factsOf(graph: Graph, objective: ObjectiveListed | undefined): Facts {
  const terminal = new Array<boolean>(graph.vertices.length).fill(true);
  for (const edge of graph.edges) terminal[edge.from] = false;
  return { objective, terminal };
}

export function readsAttribute(objective: ObjectiveListed | undefined, attribute: string): boolean {
  return Boolean(objective && (objective.needs.includes(attribute) || objective.reads.includes(attribute)));
}

/** The look of a vertex that nothing is known of but what the graph says. */
export function blank(vertex: Vertex, index: number, facts: Facts): Look {
  const reads = (attribute: string) => readsAttribute(facts.objective, attribute);
  const owned = reads("owner");
  const tags: string[] = [];
  const words: string[] = [];
  if (owned) words.push(vertex.owner === undefined ? "no owner" : `player ${vertex.owner} moves`);
  if (reads("priority") && vertex.priority !== undefined) {
    tags.push(String(vertex.priority));
    words.push(`priority ${vertex.priority}`);
  }
  if (reads("colors") && vertex.colors?.length) {
    tags.push(`{${vertex.colors.join(",")}}`);
    words.push(`colours ${vertex.colors.join(", ")}`);
  }
  const target = reads("target") && vertex.target === true;
  if (target) words.push("target");
  const over = !owned && (facts.terminal[index] ?? false);
  if (over) words.push("no moves");
  return {
    tone: "plain",
    corner: owned ? (vertex.owner === undefined ? 13 : ownerCorner(vertex.owner)) : 13,
    under: "",
    tag: tags.join(" "),
    counter: "",
    mark: "",
    ring: target || over,
    words: words.join(", "),
  };
}

/** The look of a solved vertex. */
export function solved(vertex: Vertex, index: number, paint: Paint, facts: Facts): Look {
  const base = blank(vertex, index, facts);
  const words = [paint.words, base.words].filter(Boolean).join("; ");
  if (paint.both) {
    const pair: [Tone, Tone] = [toneOf(paint.both[0]), toneOf(paint.both[1])];
    return { ...base, tone: "card", corner: 9, pair, under: paint.letter, words };
  }
  const tone = toneOf(paint.class);
  const plain = ["win", "lose", "draw", "tie"].includes(paint.class) && facts.objective?.name !== "grundy";
  const word = plain ? paint.class : paint.badge ? "" : winnerWord(paint);
  return { ...base, tone, corner: cornerOf(vertex, tone, facts), under: `${word} ${paint.badge}`.trim(), words };
}

function winnerWord(paint: Paint): string {
  return paint.class === "zero" ? "0 wins" : paint.class === "one" ? "1 wins" : paint.letter;
}

/** The look of a vertex while the solver is at work. */
export function noted(vertex: Vertex, index: number, notes: Notes, facts: Facts): Look {
  const base = blank(vertex, index, facts);
  const label = notes.label === undefined ? "" : String(notes.label);
  const value = notes.value === undefined ? "" : String(notes.value);
  const far = notes.distance ?? notes.rank ?? "";
  const counter = notes.counter === undefined ? "" : String(notes.counter);
  const mark = notes.mark === undefined ? "" : String(notes.mark);
  const two = /^(win|lose|draw)\W+(win|lose|draw)$/.exec(label);
  if (two) {
    const pair: [Tone, Tone] = [two[1] as Tone, two[2] as Tone];
    const words = [`${two[1]}, ${two[2]}`, mark, base.words].filter(Boolean).join("; ");
    return { ...base, tone: "card", corner: 9, pair, mark, words };
  }
  const tone = toneOfLabel(label, value);
  const word = label === "0" || label === "1" ? `${label} wins` : label || value;
  const under = `${word} ${far}`.trim();
  const words = [under, counter && `counter ${counter}`, mark, base.words].filter(Boolean).join("; ");
  return { ...base, tone, corner: cornerOf(vertex, tone, facts), under, counter: label ? "" : counter, mark, words };
}

function toneOfLabel(label: string, value: string): Tone {
  if (label === "win" || label === "0") return "win";
  if (label === "lose" || label === "1") return "lose";
  if (label === "draw") return "draw";
  if (value) return value === "0" ? "lose" : value.startsWith("inf") ? "draw" : "win";
  return "plain";
}

function ownerCorner(owner: 0 | 1): number {
  return owner === 0 ? 22 : 4;
}

function cornerOf(vertex: Vertex, tone: Tone, facts: Facts): number {
  if (readsAttribute(facts.objective, "owner")) return vertex.owner === undefined ? 13 : ownerCorner(vertex.owner);
  return tone === "win" ? 22 : tone === "lose" ? 4 : 13;
}

export function sameLook(a: Look, b: Look): boolean {
  return (
    a.tone === b.tone &&
    a.corner === b.corner &&
    a.under === b.under &&
    a.tag === b.tag &&
    a.counter === b.counter &&
    a.mark === b.mark &&
    a.ring === b.ring &&
    a.words === b.words &&
    a.pair?.[0] === b.pair?.[0] &&
    a.pair?.[1] === b.pair?.[1]
  );
}
