import type { ComponentChildren, JSX } from "preact";
import type { Man } from "./types.ts";

/** Shapes of men in a square of 100 around the middle, drawn for this page. */
const CHESS: Record<string, string> = {
  pawn: "M0-30a13 13 0 0 1 8 23c7 3 9 9 8 15h-5c1 11 6 15 12 20v8h-46v-8c6-5 11-9 12-20h-5c-1-6 1-12 8-15a13 13 0 0 1 8-23z",
  rook: "M-24-32h11v8h8v-8h10v8h8v-8h11v18l-8 6 3 26 9 8v10h-56v-10l9-8 3-26-8-6z",
  knight:
    "M-18 36v-8c0-14 16-18 14-32-5 4-9 9-15 12-4 2-9 1-11-3-1-3 1-5 3-8 4-6 6-12 10-18 3-5 8-8 13-9l2-8 8 7c17 2 27 17 26 37-1 10-5 16-5 22v8z",
  bishop:
    "M0-38a6 6 0 0 1 4 10c11 8 17 17 16 26-1 6-4 9-8 12l3 13 12 6v7h-54v-7l12-6 3-13c-4-3-7-6-8-12-1-9 5-18 16-26a6 6 0 0 1 4-10z",
  queen:
    "M-34-20a5 5 0 1 1 6 4l11 18 3-26a5 5 0 1 1 6-1l8 22 8-22a5 5 0 1 1 6 1l3 26 11-18a5 5 0 1 1 6-4l-11 34-3 8 4 8v7h-48v-7l4-8-3-8z",
  king: "M-4-42h8v7h7v7h-7v7c10-7 28-5 29 9 1 9-7 16-11 24l3 9 3 6v8h-56v-8l3-6 3-9c-4-8-12-15-11-24 1-14 19-16 29-9v-7h-7v-7h7z",
};
const CHESS_LINES: Record<string, string> = {
  pawn: "M-11 8h22",
  rook: "M-16-14h32M-13 12h26",
  knight: "M8-24c10 6 13 18 12 30M-13-7l1-1",
  bishop: "M-12 10h24M0-24v14M-6-17h12",
  queen: "M-20 16c13-5 27-5 40 0M-20 24c13-5 27-5 40 0",
  king: "M-19 12c12-5 26-5 38 0M-19 21c12-5 26-5 38 0M0-12v12",
};

function Chess({ piece }: { piece: string }) {
  return (
    <g class="man" transform="translate(0 2) scale(1.05)">
      <path d={CHESS[piece]} />
      <path class="engraved" d={CHESS_LINES[piece]} />
    </g>
  );
}

/** Where animals can step to, seen by their owner: shown as dots along the edge of the tile. */
const STEPS: Record<string, [number, number][]> = {
  lion: [-1, 0, 1]
    .flatMap((x) => [-1, 0, 1].map((y): [number, number] => [x, y]))
    .filter(([x, y]) => x !== 0 || y !== 0),
  giraffe: [
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ],
  elephant: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  chick: [[0, -1]],
  hen: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ],
};
const ANIMALS: Record<string, ComponentChildren> = {
  lion: (
    <>
      <path class="fur" d="M0-25l7 5 9-2 2 9 8 5-4 8 4 8-8 5-2 9-9-2-7 5-7-5-9 2-2-9-8-5 4-8-4-8 8-5 2-9 9 2z" />
      <circle class="face" r="14" />
      <path class="ink" d="M-5-3v1M5-3v1M-3 3h6l-3 3zM0 6v3M-5 8c2 2 8 2 10 0" />
    </>
  ),
  giraffe: (
    <>
      <path class="face" d="M-6-24l-2-8M6-24l2-8M-10-22h20l3 14-5 24c-1 5-15 5-16 0l-5-24z" />
      <path class="fur" d="M-8-6l5 1-1 6-5-3zM5-9l4 3-2 5-4-3zM-3 4l5 2-2 5-4-2z" />
      <path class="ink" d="M-6-32v1M6-32v1M-5-14v1M5-14v1M-4 14h1M3 14h1" />
    </>
  ),
  elephant: (
    <>
      <path class="fur" d="M-14-16c-14-4-16 8-12 20 3 6 9 6 12 2zM14-16c14-4 16 8 12 20-3 6-9 6-12 2z" />
      <path
        class="face"
        d="M0-22c12 0 17 8 15 20-1 7-5 10-8 11 0 8 0 14 5 16-9 4-15-2-15-16-7-1-11-4-12-11-2-12 3-20 15-20z"
      />
      <path class="ink" d="M-7-6v1M7-6v1" />
    </>
  ),
  chick: (
    <>
      <circle class="face" r="19" cy="1" />
      <path class="fur" d="M-5 3h10l-5 7zM-19 2c-5 2-7 6-4 9 3 0 6-2 7-5zM19 2c5 2 7 6 4 9-3 0-6-2-7-5z" />
      <path class="ink" d="M-7-4v1M7-4v1M-2-22v-3M2-22v-3" />
    </>
  ),
  hen: (
    <>
      <path class="comb" d="M-9-18c-3-8 3-10 5-6 1-6 7-6 8 0 3-4 8-1 5 6z" />
      <circle class="face" r="19" cy="2" />
      <path class="fur" d="M-5 2h10l-5 7z" />
      <path class="comb" d="M-3 10c0 6 6 6 6 0z" />
      <path class="ink" d="M-7-5v1M7-5v1" />
    </>
  ),
};

function Animal({ piece, turned }: { piece: string; turned: boolean }) {
  return (
    <g class="tile" transform={turned ? "rotate(180)" : undefined}>
      <path class="wood" d="M-38 40v-68l38-13 38 13v68z" />
      {STEPS[piece]?.map(([x, y]) => (
        <circle key={`${x},${y}`} class="step" cx={x * 31} cy={3 + y * 30} r="3.4" />
      ))}
      <g transform="translate(0 4)">{ANIMALS[piece]}</g>
    </g>
  );
}

const SIMPLE: Record<string, () => JSX.Element> = {
  cross: () => <path class="mark" d="M-26-26L26 26M26-26L-26 26" />,
  nought: () => <circle class="mark" r="28" />,
  "cross-cube": () => (
    <>
      <rect class="cube" x="-42" y="-42" width="84" height="84" rx="12" />
      <path class="mark" d="M-21-21L21 21M21-21L-21 21" />
    </>
  ),
  "nought-cube": () => (
    <>
      <rect class="cube" x="-42" y="-42" width="84" height="84" rx="12" />
      <circle class="mark" r="23" />
    </>
  ),
  stone: () => (
    <>
      <circle class="stone" r="36" />
      <circle class="rim" r="26" />
    </>
  ),
  disc: () => <circle class="stone" r="39" />,
  neutral: () => (
    <>
      <circle class="neutral" r="32" />
      <circle class="rim" r="20" />
    </>
  ),
  counter: () => (
    <>
      <circle class="counter" r="34" />
      <circle class="rim" r="24" />
    </>
  ),
  pin: () => (
    <path
      class="pin"
      d="M0-44c9 0 12 8 10 16-2 7-4 10-1 18 5 14 9 22 6 36-1 8-3 14-5 18h-20c-2-4-4-10-5-18-3-14 1-22 6-36 3-8 1-11-1-18-2-8 1-16 10-16zM-8-24h16M-8-17h16"
    />
  ),
  chocolate: () => (
    <>
      <rect class="chocolate" x="-46" y="-46" width="92" height="92" rx="8" />
      <path class="bevel" d="M-32 30v-62h62" />
      <path class="shade" d="M-32 32h64v-62" />
    </>
  ),
  poison: () => (
    <>
      <rect class="poison" x="-46" y="-46" width="92" height="92" rx="8" />
      <path
        class="bone"
        d="M0-28c15 0 22 10 22 21 0 8-4 13-9 16v9h-26v-9c-5-3-9-8-9-16 0-11 7-21 22-21zM-4 18v-7M4 18v-7"
      />
      <path class="socket" d="M-9-6a5 5 0 1 0 0 .1M9-6a5 5 0 1 0 0 .1M0 3l-3 5h6z" />
      <path class="bone" d="M-24 26l48 8M24 26l-48 8" />
    </>
  ),
  fox: () => (
    <g class="fox">
      <path class="fur" d="M-34-36l20 14c9-4 19-4 28 0l20-14c3 16 2 28-4 38L0 36l-30-34c-6-10-7-22-4-38z" />
      <path class="face" d="M-26 8c10-4 20 2 26 28 6-26 16-32 26-28L0 36z" />
      <path class="ink" d="M-12-4v2M12-4v2M-5 26h10l-5 6z" />
    </g>
  ),
  hound: () => (
    <g class="hound">
      <path class="face" d="M-20-30h40c6 10 8 22 4 36-3 16-12 30-24 30s-21-14-24-30c-4-14-2-26 4-36z" />
      <path class="fur" d="M-20-30c-14 0-20 14-16 36 2 8 10 6 12-2zM20-30c14 0 20 14 16 36-2 8-10 6-12-2z" />
      <path class="ink" d="M-9-8v2M9-8v2M-6 12h12l-6 7zM0 19v6M-8 27c4 3 12 3 16 0" />
    </g>
  ),
  cop: () => (
    <g class="person">
      <path class="body" d="M-26 38c0-22 12-30 26-30s26 8 26 30z" />
      <circle class="face" cy="-6" r="16" />
      <path class="body" d="M-22-14c2-16 12-22 22-22s20 6 22 22c-12-5-32-5-44 0z" />
      <path class="badge" d="M0-33l2 5 5 0-4 3 2 5-5-3-5 3 2-5-4-3 5 0z" />
    </g>
  ),
  robber: () => (
    <g class="person">
      <path class="body" d="M-26 38c0-22 12-30 26-30s26 8 26 30z" />
      <path class="stripes" d="M-23 22h46M-26 32h52" />
      <circle class="face" cy="-10" r="18" />
      <path class="body" d="M-19-16c4-5 34-5 38 0l-2 9c-4 5-11 4-15-1h-4c-4 5-11 6-15 1z" />
      <path class="white" d="M-9-12v1M9-12v1" />
    </g>
  ),
  passed: () => <circle class="passed" r="12" />,
};

/** A man; the square around the middle is 100 wide. */
export function ManShape({ man, count = 1 }: { man: Man; count?: number }) {
  const side = man.side ?? "nobody";
  const turned = man.side === "second";
  const Shape = SIMPLE[man.piece];
  return (
    <g class={`piece ${man.piece} ${side}`}>
      {CHESS[man.piece] ? (
        <Chess piece={man.piece} />
      ) : ANIMALS[man.piece] ? (
        <Animal piece={man.piece} turned={turned} />
      ) : Shape ? (
        <Shape />
      ) : (
        <text class="unknown">{man.title.slice(0, 2)}</text>
      )}
      {count > 1 && (
        <g class="count" transform="translate(32 -32)">
          <circle r="17" />
          <text>{count}</text>
        </g>
      )}
    </g>
  );
}
