import { helpOpen } from "../ui/help.tsx";
import { panelTab, strategyShown, view } from "./canvas.tsx";
import * as doc from "./document.ts";
import { stop } from "./playing.ts";
import { length, playOrPause, stepBy, stepTo } from "./watching.ts";

/** Keys that work wherever the focus is, as long as nobody is typing. */
export function listen(): () => void {
  const off = new AbortController();
  addEventListener("keydown", onKey, { signal: off.signal });
  return () => off.abort();
}

function onKey(event: KeyboardEvent) {
  const target = event.target as HTMLElement;
  if (target.closest("input:not([type=range], [type=checkbox], [type=radio]), textarea, select, dialog[open]")) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === "z") (event.shiftKey ? doc.stepForward : doc.stepBack)();
    else if (key === "y") doc.stepForward();
    else return;
    event.preventDefault();
    return;
  }
  if (event.altKey) return;
  const action = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!action) return;
  // Buttons and sliders have a use of their own for these.
  const own =
    [" ", "Home", "End", "Enter"].includes(event.key) && target.closest("button, a, input, [role=tab], summary");
  if (own) return;
  event.preventDefault();
  action();
}

const onVertex = (change: (index: number) => void) => () => {
  const chosen = doc.selection.value;
  const focused = document.activeElement?.closest("[data-vertex]")?.getAttribute("data-vertex");
  if (focused != null) change(Number(focused));
  else if (chosen?.kind === "vertex") change(chosen.index);
};

const KEYS: { [key: string]: () => void } = {
  "?": () => {
    helpOpen.value = true;
  },
  " ": playOrPause,
  ",": () => stepBy(-1),
  ".": () => stepBy(1),
  Home: () => stepTo(0),
  End: () => stepTo(length.value),
  s: () => {
    strategyShown.value = !strategyShown.value;
  },
  n: () => {
    const middle = view.value?.middle() ?? { x: 0, y: 0 };
    doc.add(freePlace(middle));
    panelTab.value = "vertex";
  },
  c: onVertexOrTool,
  v: onVertex((index) => {
    const order = [undefined, "win", "lose", "draw"] as const;
    const at = order.indexOf(doc.now.value.graph.vertices[index]?.verdict);
    doc.setVertex(index, { verdict: order[(at + 1) % order.length] });
  }),
  o: onVertex((index) => doc.setVertex(index, { owner: doc.now.value.graph.vertices[index]?.owner === 0 ? 1 : 0 })),
  t: onVertex((index) =>
    doc.setVertex(index, { target: doc.now.value.graph.vertices[index]?.target ? undefined : true }),
  ),
  e: nextMove,
  F2: onVertex((index) => {
    doc.renaming.value = index;
  }),
  Delete: removeFocused,
  Backspace: removeFocused,
  Escape: () => {
    doc.selection.value = null;
    stop();
    doc.takeTool("select");
  },
  "+": () => view.value?.scaleBy(1.25),
  "=": () => view.value?.scaleBy(1.25),
  "-": () => view.value?.scaleBy(0.8),
  "0": () => view.value?.fit(),
};

/** Selects the moves of a vertex, one after the other. */
function nextMove() {
  const { edges } = doc.now.value.graph;
  const chosen = doc.selection.value;
  const last = chosen?.kind === "edge" ? chosen.index : -1;
  const from = edges[last]?.from;
  const select = (vertex: number) => {
    const out = edges.flatMap((edge, i) => (edge.from === vertex ? [i] : []));
    const next = out.find((index) => index > last) ?? out[0];
    if (next === undefined) return;
    doc.selection.value = { kind: "edge", index: next };
    panelTab.value = "vertex";
  };
  if (from === undefined) onVertex(select)();
  else select(from);
}

function onVertexOrTool() {
  doc.takeTool(doc.tool.value === "connect" ? "select" : "connect");
  if (doc.tool.value === "connect") onVertex((index) => doc.chooseEnd(index))();
}

function removeFocused() {
  if (!doc.selection.value) {
    onVertex((index) => {
      doc.selection.value = { kind: "vertex", index };
    })();
  }
  doc.remove();
}

/** A place near a point where no vertex lies yet. */
function freePlace({ x, y }: { x: number; y: number }) {
  const { vertices } = doc.now.value.graph;
  const taken = (px: number, py: number) => vertices.some((v) => Math.hypot((v.x ?? 0) - px, (v.y ?? 0) - py) < 60);
  for (let i = 0; i < 400; i++) {
    const angle = i * 2.4;
    const far = 30 * Math.sqrt(i);
    const [px, py] = [Math.round(x + far * Math.cos(angle)), Math.round(y + far * Math.sin(angle))];
    if (!taken(px, py)) return { x: px, y: py };
  }
  return { x: Math.round(x), y: Math.round(y) };
}
