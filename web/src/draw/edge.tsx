import { Component } from "preact";
import type { Route } from "./geometry.ts";

/** The pens of moves; all but `other` are bold. `first` and `second` are moves of one side alone, `both` of either. */
export type Pen = "other" | "win" | "lose" | "draw" | "first" | "second" | "both";

export interface EdgeProps {
  index: number;
  route: Route;
  pen: Pen;
  label: string;
  /** The one side that may make the move. */
  side: "left" | "right" | undefined;
  words: string;
  selected: boolean;
  looked: boolean;
  trodden: boolean;
  hidden: boolean;
}

/** A move. It draws itself anew only when something of it has changed. */
export class EdgeView extends Component<EdgeProps> {
  override shouldComponentUpdate(next: EdgeProps): boolean {
    const now = this.props;
    return (
      now.index !== next.index ||
      now.route.d !== next.route.d ||
      now.pen !== next.pen ||
      now.label !== next.label ||
      now.side !== next.side ||
      now.words !== next.words ||
      now.selected !== next.selected ||
      now.looked !== next.looked ||
      now.trodden !== next.trodden ||
      now.hidden !== next.hidden
    );
  }

  override render({ index, route, pen, label, side, words, selected, looked, trodden, hidden }: EdgeProps) {
    const state = `${selected ? " selected" : ""}${looked ? " looked" : ""}${trodden ? " trodden" : ""}${hidden ? " faded" : ""}`;
    const text = [side === "left" ? "L" : side === "right" ? "R" : "", label].filter(Boolean).join(" ");
    const w = 5 + text.length * 4;
    return (
      <g
        class={`edge ${pen}${side ? ` only-${side}` : ""}${state}`}
        data-edge={index}
        tabindex={selected ? 0 : -1}
        role="button"
        aria-pressed={selected}
      >
        <text class="spoken">{words}</text>
        <path class="touch" d={route.d} />
        <path class="line" d={route.d} marker-end={`url(#arrow-${markerOf(pen, side)})`} />
        {text && (
          <g
            class="edge-label"
            aria-hidden="true"
            transform={`translate(${route.middle.x.toFixed(1)} ${route.middle.y.toFixed(1)})`}
          >
            <rect x={-w} y={-9} width={2 * w} height={18} rx={5} />
            <text y={4.5}>{text}</text>
          </g>
        )}
      </g>
    );
  }
}

function markerOf(pen: Pen, side: EdgeProps["side"]): Pen {
  return side === "left" ? "first" : side === "right" ? "second" : pen;
}

const MARKERS: Pen[] = ["other", "win", "lose", "draw", "first", "second", "both"];

/** The heads of arrows, one for each pen. */
export function Arrows() {
  return (
    <defs>
      {MARKERS.map((pen) => (
        <marker
          key={pen}
          id={`arrow-${pen}`}
          class={`arrow ${pen}`}
          viewBox="0 0 10 10"
          refX="5"
          refY="5"
          markerWidth="11"
          markerHeight="11"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 1L10 5L0 9z" />
        </marker>
      ))}
    </defs>
  );
}
