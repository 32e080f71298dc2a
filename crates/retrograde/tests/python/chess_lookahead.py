"""Checks values of chess positions by looking one move ahead, with the rules of python-chess.

Reads what the example `chess_positions` writes, from standard input or from the files named. Each
position must have exactly the moves that python-chess finds, and its value must follow from the
values one move further: whoever can move to a lost position wins, fastest by the shortest loss; who
can only move to won positions loses, slowest by the longest win; checkmate is lost in 0 plies and
stalemate is a draw.
"""

import csv
import sys
from itertools import groupby

import chess


def value(row):
    """The outcome for the player to move and its distance in plies, none for a draw."""
    return row["outcome"], int(row["distance"]) if row["distance"] else None


def key(board):
    """A position without its counters; a pawn can be taken in passing only where that is legal."""
    return " ".join(board.fen(en_passant="legal").split()[:4])


def derived(board, after):
    """The value that follows from those of the positions one move further."""
    if not after:
        return ("lose", 0) if board.is_check() else ("draw", None)
    lost = [distance for outcome, distance in after if outcome == "lose"]
    if lost:
        return "win", min(lost) + 1
    if any(outcome == "draw" for outcome, _ in after):
        return "draw", None
    return "lose", max(distance for _, distance in after) + 1


def check(rows):
    """What is wrong with a position and those one move further, if anything is."""
    here = rows[0]
    if here["role"] != "here":
        return "does not begin with the position itself"
    board = chess.Board(here["fen"])
    if board.castling_rights or board.king(chess.WHITE) is None or board.was_into_check():
        return f"{here['fen']} is not legal"
    if key(board) != " ".join(here["fen"].split()[:4]):
        return f"{here['fen']} reads as {key(board)}"
    ours = {" ".join(row["fen"].split()[:4]): value(row) for row in rows[1:]}
    if len(ours) != len(rows) - 1:
        return f"{here['fen']} has two moves to the same position"
    theirs = set()
    for move in board.legal_moves:
        board.push(move)
        theirs.add(key(board))
        board.pop()
    if theirs != set(ours):
        return f"{here['fen']}: moves differ: {sorted(theirs ^ set(ours))}"
    for outcome, distance in [value(here), *ours.values()]:
        if outcome not in ("win", "lose", "draw") or (distance is None) != (outcome == "draw"):
            return f"{here['fen']}: {outcome} in {distance} is no value"
    expected = derived(board, list(ours.values()))
    if value(here) != expected:
        return f"{here['fen']} is {value(here)}, but its moves say {expected}"
    return None


def check_all(lines, name):
    """How many positions were checked; says what is wrong and gives up at the first fault."""
    count = 0
    for number, rows in groupby(csv.DictReader(lines), key=lambda row: row["number"]):
        fault = check(list(rows))
        if fault:
            sys.exit(f"{name}, position {number}: {fault}")
        count += 1
    return count


def main():
    """Checks all files, each of which must have at least one position."""
    files = [(path, open(path, newline="")) for path in sys.argv[1:]]
    for name, lines in files or [("standard input", sys.stdin)]:
        with lines:
            count = check_all(lines, name)
        if not count:
            sys.exit(f"{name}: no positions")
        print(f"{name}: {count} positions agree")


if __name__ == "__main__":
    main()
