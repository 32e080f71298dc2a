import type { Signal } from "@preact/signals";
import type { Point } from "./geometry.ts";
import type { PictureProps, Selection } from "./picture.tsx";
import type { View } from "./view.ts";

/** What people do to a picture. Whatever is missing cannot be done. */
export interface Touched {
  pick?(selection: Selection | null): void;
  /** A vertex was chosen to be played, walked to or connected. */
  choose?(vertex: number): void;
  hover?(vertex: number | null): void;
  move?(vertex: number, to: Point): void;
  connect?(from: number, to: number): void;
  /** A click beside everything. */
  ground?(at: Point): void;
  add?(at: Point): void;
  rename?(vertex: number): void;
  /** The picture's own way of being moved, for buttons and keys elsewhere. */
  view?(view: View): void;
}

const SLACK = 5;

/** Pointers and arrow keys on a picture, turned into what they mean. */
export class Pointing {
  readonly #off = new AbortController();
  #down: { vertex: number; wiring: boolean; start: PointerEvent; grip: Point; moved: boolean } | null = null;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly view: View,
    private readonly drag: Signal<{ vertex: number; x: number; y: number } | null>,
    private readonly wire: Signal<{ from: number; to: Point } | null>,
    private readonly props: () => PictureProps,
  ) {
    const options = { signal: this.#off.signal };
    svg.addEventListener("pointerdown", (event) => this.#press(event), options);
    svg.addEventListener("pointermove", (event) => this.#pull(event), options);
    svg.addEventListener("pointerup", (event) => this.#release(event), options);
    svg.addEventListener("pointercancel", () => this.#drop(), options);
    svg.addEventListener("click", (event) => this.#click(event), options);
    svg.addEventListener("dblclick", (event) => this.#double(event), options);
    svg.addEventListener("pointerover", (event) => this.#hover(event), options);
    svg.addEventListener("pointerleave", () => this.props().touched.hover?.(null), options);
    svg.addEventListener("focusin", (event) => this.#focus(event), options);
    svg.addEventListener("focusout", () => this.props().touched.hover?.(null), options);
    svg.addEventListener("keydown", (event) => this.#key(event), options);
    props().touched.view?.(view);
  }

  detach() {
    this.#off.abort();
  }

  #press(event: PointerEvent) {
    const vertex = indexAt(event.target, "vertex");
    if (event.button !== 0 || vertex === null || !event.isPrimary) return;
    const { graph, editable, choosing } = this.props();
    const at = this.view.toPicture(event);
    const { x = 0, y = 0 } = graph.vertices[vertex] ?? {};
    const wiring =
      Boolean(editable) && (indexAt(event.target, "handle") !== null || event.shiftKey || Boolean(choosing));
    this.#down = { vertex, wiring, start: event, grip: { x: at.x - x, y: at.y - y }, moved: false };
  }

  #pull(event: PointerEvent) {
    const down = this.#down;
    if (!down || event.pointerId !== down.start.pointerId || !this.props().editable) return;
    const far = Math.hypot(event.clientX - down.start.clientX, event.clientY - down.start.clientY);
    if (!down.moved && far < SLACK) return;
    if (!down.moved) this.svg.setPointerCapture(event.pointerId);
    down.moved = true;
    const at = this.view.toPicture(event);
    if (down.wiring) this.wire.value = { from: down.vertex, to: at };
    else this.drag.value = { vertex: down.vertex, x: at.x - down.grip.x, y: at.y - down.grip.y };
  }

  #release(event: PointerEvent) {
    const down = this.#down;
    if (!down || event.pointerId !== down.start.pointerId) return;
    const { touched, choosing } = this.props();
    const held = this.drag.value;
    this.#drop();
    if (!down.moved) {
      if (choosing) touched.choose?.(down.vertex);
      else this.#pick(down.vertex);
    } else if (down.wiring) {
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const to = indexAt(under, "vertex");
      if (to !== null) touched.connect?.(down.vertex, to);
    } else if (held) touched.move?.(held.vertex, { x: Math.round(held.x), y: Math.round(held.y) });
  }

  #drop() {
    this.#down = null;
    this.drag.value = null;
    this.wire.value = null;
  }

  #pick(vertex: number) {
    const { touched } = this.props();
    const element = this.svg.querySelector<SVGGElement>(`[data-vertex="${vertex}"]`);
    element?.focus({ preventScroll: true });
    touched.pick?.({ kind: "vertex", index: vertex });
  }

  #click(event: MouseEvent) {
    const { touched } = this.props();
    // After a drag the event goes to whoever held the pointer, not to what is there.
    const there = document.elementFromPoint(event.clientX, event.clientY);
    const edge = indexAt(there, "edge");
    if (edge !== null) touched.pick?.({ kind: "edge", index: edge });
    else if (indexAt(there, "vertex") === null) touched.ground?.(rounded(this.view.toPicture(event)));
  }

  #double(event: MouseEvent) {
    const { touched } = this.props();
    const vertex = indexAt(event.target, "vertex");
    if (vertex !== null) touched.rename?.(vertex);
    else if (indexAt(event.target, "edge") === null) touched.add?.(rounded(this.view.toPicture(event)));
  }

  #hover(event: PointerEvent) {
    if (event.pointerType !== "touch")
      this.props().touched.hover?.(this.#down ? null : indexAt(event.target, "vertex"));
  }

  #focus(event: FocusEvent) {
    const vertex = indexAt(event.target, "vertex");
    if (vertex === null || !(event.target as Element).matches(":focus-visible")) return;
    const { graph, touched } = this.props();
    const { x = 0, y = 0 } = graph.vertices[vertex] ?? {};
    this.view.reveal({ x, y });
    touched.hover?.(vertex);
  }

  #key(event: KeyboardEvent) {
    const { graph, touched, editable, choosing } = this.props();
    const vertex = indexAt(event.target, "vertex");
    if (vertex === null || event.ctrlKey || event.metaKey) return;
    const towards = DIRECTIONS[event.key];
    if (event.key === "Enter") {
      if (choosing) touched.choose?.(vertex);
      else touched.pick?.({ kind: "vertex", index: vertex });
    } else if (towards && event.altKey && editable) {
      const { x = 0, y = 0 } = graph.vertices[vertex]!;
      touched.move?.(vertex, { x: x + towards.x * 10, y: y + towards.y * 10 });
    } else if (towards) {
      const next = neighbour(this.props(), vertex, towards);
      if (next !== null) this.svg.querySelector<SVGGElement>(`[data-vertex="${next}"]`)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const DIRECTIONS: { [key: string]: Point } = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The vertex at the other end of the edge that goes this way best; failing that, the nearest that lies this way. */
export function neighbour({ graph }: Pick<PictureProps, "graph">, vertex: number, towards: Point): number | null {
  const here = graph.vertices[vertex]!;
  const linked = new Set<number>();
  for (const edge of graph.edges) {
    if (edge.from === vertex) linked.add(edge.to);
    if (edge.to === vertex) linked.add(edge.from);
  }
  let best: number | null = null;
  let least = Infinity;
  graph.vertices.forEach((other, index) => {
    if (index === vertex) return;
    const dx = (other.x ?? 0) - (here.x ?? 0);
    const dy = (other.y ?? 0) - (here.y ?? 0);
    const along = dx * towards.x + dy * towards.y;
    const across = Math.abs(dx * towards.y - dy * towards.x);
    if (along <= 0 || across > 3 * along) return;
    const cost = along + 2 * across + (linked.has(index) ? 0 : 1e6);
    if (cost < least) {
      least = cost;
      best = index;
    }
  });
  return best;
}

function indexAt(target: EventTarget | null, what: "vertex" | "edge" | "handle"): number | null {
  const element = target instanceof Element ? target.closest(`[data-${what}]`) : null;
  const value = element?.getAttribute(`data-${what}`);
  return value == null ? null : Number(value);
}

function rounded(point: Point): Point {
  return { x: Math.round(point.x), y: Math.round(point.y) };
}
