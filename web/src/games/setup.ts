import type { Board, Man, Piece } from "./types.ts";

/** Who can be in a place of a hand: it is named after them. */
export function kindInHand(board: Board, place: number): Man | undefined {
  const spot = board.places[place];
  return board.palette.find((each) => each.side === spot?.hand && spot?.label.startsWith(each.piece));
}

/** Puts a man on a place, or takes away who stands there. */
export function put(board: Board, place: number, man: Man | null): Piece[] {
  const others = board.pieces.filter((piece) => piece.place !== place);
  const here = board.pieces.filter((piece) => piece.place === place);
  const spot = board.places[place];
  if (spot?.hand) {
    // A place in hand is for one kind: clicks count up, and then from nothing again.
    const kind = kindInHand(board, place);
    const count = here[0]?.count ?? 0;
    return man === null || !kind || count >= 2 ? others : [...others, { ...kind, place, count: count + 1 }];
  }
  const same = here.find((piece) => piece.piece === man?.piece && piece.side === man?.side);
  if (man === null) return others;
  if (board.style === "graph") {
    const rest = here.filter((piece) => piece !== same);
    return [...others, ...rest, { ...man, place, count: (same?.count ?? 0) + 1 }];
  }
  return same ? others : [...others, { ...man, place, count: 1 }];
}
