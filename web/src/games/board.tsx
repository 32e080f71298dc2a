import { useRef, useState } from "preact/hooks";
import { DIRECTIONS, neighbour } from "./keys.ts";
import { ManShape } from "./pieces.tsx";
import { kindInHand } from "./setup.ts";
import { at, frame, Surface, UNIT } from "./surface.tsx";
import type { Board, Piece, Place, Worth } from "./types.ts";
import { markOf, wordOf } from "./worth.ts";
import "./board.css";

export interface BoardProps {
  board: Board;
  label: string;
  /** What a place is worth to go on with. */
  marks?: Map<number, Worth | undefined>;
  clicked?: readonly number[];
  /** Places to look at: the last move, or a hint. */
  last?: readonly number[];
  hint?: readonly number[];
  onPoint?: (place: number) => void;
  /** Whether every place can be pointed at, empty hands, too. */
  editing?: boolean;
}

/** A board with its men. Places are reached by arrow keys and chosen by Enter. */
export function BoardView({ board, label, marks, clicked = [], last = [], hint = [], onPoint, editing }: BoardProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [entry, setEntry] = useState(0);
  if (board.style === "text" || board.places.length === 0) {
    return <pre class="board-text">{board.text}</pre>;
  }
  const { left, top, width, height } = frame(board);
  const standing = new Map<number, Piece[]>();
  for (const piece of board.pieces) standing.set(piece.place, [...(standing.get(piece.place) ?? []), piece]);
  const first = Math.min(entry, board.places.length - 1);
  const focus = (place: number) => {
    setEntry(place);
    (svg.current?.querySelector(`[data-place="${place}"]`) as SVGGElement | null)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = Number((event.target as Element).getAttribute("data-place") ?? -1);
    if (place < 0) return;
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const next = neighbour(board.places, place, direction);
      if (next !== null) focus(next);
    } else if (event.key === "Enter" || event.key === " ") onPoint?.(place);
    else return;
    event.preventDefault();
  };
  return (
    <svg
      ref={svg}
      class={`board ${board.style} ${kindsOf(board)}`}
      viewBox={`${left} ${top} ${width} ${height}`}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(width / UNIT) * 8}rem` }}
      role={onPoint ? "group" : "img"}
      aria-label={label}
      onKeyDown={onPoint ? onKeyDown : undefined}
    >
      <Surface board={board} />
      <Ells board={board} />
      {board.places.map((place, index) => {
        const men = standing.get(index) ?? [];
        const [x, y] = at(place);
        const marked = marks?.has(index) ?? false;
        const mark = marks?.get(index);
        const state = [
          marked && "open",
          clicked.includes(index) && "clicked",
          last.includes(index) && "last",
          hint.includes(index) && "hinted",
          place.hand && "hand",
        ].filter(Boolean);
        // Nobody wants to see an empty hand, unless to put something into it.
        if (place.hand && men.length === 0 && !editing) return null;
        const ghost = place.hand && men.length === 0 ? kindInHand(board, index) : undefined;
        const interactive = onPoint !== undefined;
        return (
          <g
            key={index}
            class={`place ${state.join(" ")}`}
            transform={`translate(${x} ${y})`}
            {...(interactive && {
              "data-place": index,
              role: "button",
              tabindex: index === first ? 0 : -1,
              onClick: () => {
                setEntry(index);
                onPoint(index);
              },
            })}
            aria-hidden={interactive ? undefined : "true"}
          >
            {interactive && <text class="spoken">{words(place, men, marked, mark, clicked.includes(index))}</text>}
            <g aria-hidden="true">
              <Spot board={board} />
              {ghost && (
                <g class="ghost">
                  <ManShape man={ghost} />
                </g>
              )}
              {men.map((piece, nth) => (
                <g key={nth} transform={shift(board, men.length, nth)}>
                  {piece.piece !== "ell" && <ManShape man={piece} count={board.style === "heaps" ? 1 : piece.count} />}
                  {board.style === "heaps" && piece.count > 1 && (
                    <text class="many" y="9">
                      {piece.count.toLocaleString("en")}
                    </text>
                  )}
                </g>
              ))}
              {marked && <Mark worth={mark} aside={men.length > 0} />}
            </g>
          </g>
        );
      })}
    </svg>
  );
}

/** Says which men a board has, for boards that look like their men. */
function kindsOf(board: Board): string {
  return [...new Set(board.palette.map((man) => `has-${man.piece}`))].join(" ");
}

/** What is clicked at and lights up. */
function Spot({ board }: { board: Board }) {
  const square = board.style === "checkered" || board.style === "cells" || board.style === "bar";
  if (square) return <rect class="spot" x="-50" y="-50" width="100" height="100" rx="3" />;
  return <circle class="spot" r={board.style === "points" ? 42 : 46} />;
}

function shift(board: Board, count: number, nth: number): string | undefined {
  if (count > 1) return `translate(${(nth - (count - 1) / 2) * 44} 0) scale(0.72)`;
  return board.style === "graph" ? "scale(0.8)" : board.style === "pins" ? "scale(1.05)" : undefined;
}

/** A letter and the distance on a shape of its own for each outcome. */
export function Mark({ worth, aside }: { worth: Worth | undefined; aside: boolean }) {
  if (!worth) return <circle class="mark-dot" r={aside ? 9 : 13} transform={aside ? "translate(27 30)" : undefined} />;
  const text = markOf(worth);
  const half = Math.max(21, text.length * 9.5 + 8);
  // Beside the man, but within its own place: the next one has a mark, too.
  const where = aside ? `translate(${Math.min(27, UNIT / 2 - 1 - half)} 30)` : undefined;
  return (
    <g class={`badge ${worth.outcome}`} transform={where} aria-hidden="true">
      <rect
        x={-half}
        y="-18"
        width={2 * half}
        height="36"
        rx={worth.outcome === "win" ? 18 : worth.outcome === "lose" ? 3 : 9}
      />
      <text y="9">{text}</text>
    </g>
  );
}

/** The parts of an L grow together. */
function Ells({ board }: { board: Board }) {
  const ells = board.pieces.filter((piece) => piece.piece === "ell");
  if (ells.length === 0) return null;
  return (
    <g aria-hidden="true">
      {(["first", "second"] as const).map((side) => {
        const places = ells.filter((piece) => piece.side === side).map((piece) => board.places[piece.place]!);
        const joined = places.flatMap((one) =>
          places
            .filter(
              (other) => (other.x - one.x === 1 && other.y === one.y) || (other.y - one.y === 1 && other.x === one.x),
            )
            .map((other) => [one, other] as const),
        );
        return (
          <g key={side} class={`piece ell ${side}`}>
            <path
              d={
                places.map((place) => `M${at(place).join(" ")}h0`).join("") +
                joined.map(([one, other]) => `M${at(one).join(" ")}L${at(other).join(" ")}`).join("")
              }
            />
          </g>
        );
      })}
    </g>
  );
}

function words(place: Place, men: Piece[], marked: boolean, worth: Worth | undefined, clicked: boolean): string {
  const there = men
    .map((piece) => (piece.count > 1 ? `${piece.count.toLocaleString("en")} × ${piece.title}` : piece.title))
    .join(" and ");
  const parts = [place.label, there || "empty"];
  if (clicked) parts.push("chosen");
  if (marked) parts.push(worth ? wordOf(worth) : "possible");
  return parts.join(", ");
}

/** A small board without anything to point at. */
export function Thumbnail({ board }: { board: Board }) {
  if (board.style === "text" || board.places.length === 0) return null;
  const { left, top, width: whole, height } = frame(board);
  // Of a long row a part is enough to know it by, cut between two men.
  const most = left + 4.2 * height;
  const width = Math.min(whole, Math.floor(most / UNIT + 0.5) * UNIT - UNIT / 2 - left);
  return (
    <svg
      class={`board mini ${board.style} ${kindsOf(board)}`}
      viewBox={`${left} ${top} ${width} ${height}`}
      aria-hidden="true"
    >
      <Surface board={board} />
      <Ells board={board} />
      {board.pieces.map((piece, index) => {
        const place = board.places[piece.place]!;
        return (
          <g key={index} transform={`translate(${place.x * UNIT} ${place.y * UNIT})`}>
            {piece.piece !== "ell" && <ManShape man={piece} />}
          </g>
        );
      })}
    </svg>
  );
}
