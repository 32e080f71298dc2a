import type { Board, Place } from "./types.ts";

/** Units of the picture in the width of a square. */
export const UNIT = 100;

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function at(place: Place): [number, number] {
  return [place.x * UNIT, place.y * UNIT];
}

const isSquare = (board: Board) => ["checkered", "cells", "holes", "bar"].includes(board.style);
const onBoard = (board: Board) => board.places.filter((place) => !place.hand);

/** Whether squares are called by a letter and a number, which then stand beside the board. */
export function hasCoordinates(board: Board): boolean {
  const named = onBoard(board).every((place) => /^[a-z]\d+$/.test(place.label));
  const columns = new Map<number, string>();
  return (
    named &&
    onBoard(board).every((place) => {
      const letter = place.label[0] ?? "";
      const known = columns.get(place.x);
      columns.set(place.x, letter);
      return known === undefined || known === letter;
    })
  );
}

/** What the picture has to show. */
export function frame(board: Board): Frame {
  const xs = board.places.map((place) => place.x * UNIT);
  const ys = board.places.map((place) => place.y * UNIT);
  const around = isSquare(board) ? 50 : board.style === "points" && !hasCoordinates(board) ? 82 : 58;
  const names = hasCoordinates(board) ? 34 : 6;
  const left = Math.min(...xs) - around - names;
  const top = Math.min(...ys) - around - 6;
  return {
    left,
    top,
    width: Math.max(...xs) + around + (hasCoordinates(board) ? 12 : 6) - left,
    height: Math.max(...ys) + around + names + (board.style === "graph" ? 20 : 0) - top,
  };
}

function edges(places: Place[]): Frame {
  const xs = places.map((place) => place.x * UNIT);
  const ys = places.map((place) => place.y * UNIT);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Everything that lies under the men. */
export function Surface({ board }: { board: Board }) {
  const places = onBoard(board);
  if (places.length === 0) return null;
  const { left, top, width, height } = edges(places);
  const border = isSquare(board) ? 50 : hasCoordinates(board) ? 56 : 78;
  const plate = board.style !== "heaps" && board.style !== "pins" && board.style !== "graph" && board.style !== "bar";
  return (
    <g aria-hidden="true">
      {plate && (
        <rect
          class="plate"
          x={left - border - (isSquare(board) ? 4 : 0)}
          y={top - border - (isSquare(board) ? 4 : 0)}
          width={width + 2 * border + (isSquare(board) ? 8 : 0)}
          height={height + 2 * border + (isSquare(board) ? 8 : 0)}
          rx={isSquare(board) ? 6 : 26}
        />
      )}
      {places.map((place, index) => (
        <Ground key={index} board={board} place={place} />
      ))}
      {board.lines.map(([from, to]) => {
        const [x1, y1] = at(board.places[from]!);
        const [x2, y2] = at(board.places[to]!);
        return <line key={`${from}-${to}`} class="joint" x1={x1} y1={y1} x2={x2} y2={y2} />;
      })}
      {board.style === "points" &&
        places.map((place, index) => <circle key={index} class="point" cx={at(place)[0]} cy={at(place)[1]} r="17" />)}
      {board.style === "graph" &&
        places.map((place, index) => <circle key={index} class="point" cx={at(place)[0]} cy={at(place)[1]} r="40" />)}
      {hasCoordinates(board) ? <Coordinates board={board} /> : <Labels board={board} />}
    </g>
  );
}

function Ground({ board, place }: { board: Board; place: Place }) {
  const [x, y] = at(place);
  if (board.style === "holes") return <circle class="hole" cx={x} cy={y} r="41" />;
  if (board.style === "bar") return <rect class="gone" x={x - 44} y={y - 44} width="88" height="88" rx="8" />;
  if (board.style === "checkered" || board.style === "cells") {
    const cube = board.palette.some((man) => man.piece.endsWith("-cube"));
    if (cube) return <rect class="cube blank" x={x - 42} y={y - 42} width="84" height="84" rx="12" />;
    return <rect class={`square ${place.dark ? "dark" : "light"}`} x={x - 50} y={y - 50} width="100" height="100" />;
  }
  return null;
}

/** Letters below the columns, numbers beside the rows. */
function Coordinates({ board }: { board: Board }) {
  const places = onBoard(board);
  const { left, top, height } = edges(places);
  const beside = isSquare(board) ? 50 : 56;
  const columns = new Map(places.map((place) => [place.x, place.label[0] ?? ""]));
  const rows = new Map(places.map((place) => [place.y, place.label.slice(1)]));
  return (
    <g class="coordinates">
      {[...columns].map(([x, letter]) => (
        <text key={x} x={x * UNIT} y={top + height + beside + 28}>
          {letter}
        </text>
      ))}
      {[...rows].map(([y, number]) => (
        <text key={y} x={left - beside - 20} y={y * UNIT + 8}>
          {number}
        </text>
      ))}
    </g>
  );
}

/** Names beside points that no columns and rows name; vertices have theirs below. */
function Labels({ board }: { board: Board }) {
  if (board.style !== "points" && board.style !== "graph") return null;
  const places = onBoard(board);
  const { left, top, width, height } = edges(places);
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  return (
    <g class="coordinates">
      {places.map((place) => {
        const [x, y] = at(place);
        // Points are named on the side that looks away from the middle.
        const far = Math.hypot(x - middleX, y - middleY);
        const out = far < 20 ? [0.5, 0.9] : [(x - middleX) / far, (y - middleY) / far];
        const [dx, dy] = board.style === "graph" ? [0, 66] : [out[0]! * 58, out[1]! * 58 + 8];
        return (
          <text key={place.label} x={x + dx} y={y + dy}>
            {place.label}
          </text>
        );
      })}
    </g>
  );
}
