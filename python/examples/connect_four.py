"""Connect four on 5 columns and 4 rows, solved from rules over arrays.

A position is one number: for each column, five bits. The stones lie from the bottom up, 1 for those of
whoever is to move and 0 for the other's, and above the topmost stone there is a 1. With Numba the rules
are compiled; without it they are the same in NumPy. Run with `python connect_four.py`.
"""

from __future__ import annotations

import time
from typing import Any, Callable, List, Tuple

import numpy as np

import retrograde

WIDTH, HEIGHT, LINE = 5, 4, 4
COLUMN = HEIGHT + 1
START = sum(1 << (column * COLUMN) for column in range(WIDTH))
BOTTOM = np.uint64(START)
ALL = np.uint64((1 << (WIDTH * COLUMN)) - 1)
DIRECTIONS = (1, COLUMN - 1, COLUMN, COLUMN + 1)

Expanded = Tuple[Any, Any, Any]


def stones(positions: Any) -> Tuple[Any, Any]:
    """The stones of whoever is to move, and all of them: a bit each."""
    filled = positions.copy()
    for step in (1, 2):
        filled |= filled >> np.uint64(step) & _without_top(step)
    filled = filled >> np.uint64(1) & _without_top(1)
    return positions & filled, filled


def _without_top(step: int) -> Any:
    """All places but those that a shift by `step` would fill from the next column."""
    column = (1 << (COLUMN - step)) - 1
    return np.uint64(sum(column << (place * COLUMN) for place in range(WIDTH)))


def has_line(stones: Any) -> Any:
    """Where four are in a row."""
    found = np.zeros(stones.shape, dtype=bool)
    for direction in DIRECTIONS:
        lines = stones
        for _ in range(LINE - 1):
            lines = lines & (stones_shifted(lines, direction))
        found |= lines != 0
    return found


def stones_shifted(stones: Any, direction: int) -> Any:
    return stones >> np.uint64(direction)


def expand_numpy(positions: Any) -> Expanded:
    """All moves of many positions."""
    mine, filled = stones(positions)
    theirs = filled ^ mine
    lost = has_line(theirs)
    full = filled == sum(((1 << HEIGHT) - 1) << (column * COLUMN) for column in range(WIDTH))
    movers: List[Any] = []
    successors: List[Any] = []
    going = ~lost
    for column in range(WIDTH):
        top = np.uint64(1 << (column * COLUMN + HEIGHT - 1))
        able = np.flatnonzero(going & (filled & top == 0))
        cells = np.uint64(((1 << COLUMN) - 1) << (column * COLUMN))
        ground = np.uint64(1 << (column * COLUMN))
        after = filled[able] | (filled[able] & cells) << np.uint64(1) & cells | ground
        marks = (after + BOTTOM) & ~after
        movers.append(able)
        # The other one is to move now, so that what was theirs is the mover's.
        successors.append(theirs[able] | marks)
    return np.concatenate(movers), np.concatenate(successors), {"lose": lost, "draw": full & ~lost}


def numba_rules() -> Callable[[Any], Expanded]:
    """The same rules as `expand_numpy`, compiled."""
    import numba

    bottom, masks = np.uint64(START), [_without_top(step) for step in (1, 2)]
    one_down, two_down = masks
    directions = np.array(DIRECTIONS, dtype=np.uint64)
    board = np.uint64(sum(((1 << HEIGHT) - 1) << (column * COLUMN) for column in range(WIDTH)))
    one, two = np.uint64(1), np.uint64(2)
    columns = np.array([column * COLUMN for column in range(WIDTH)], dtype=np.uint64)
    cells, top = np.uint64((1 << COLUMN) - 1), np.uint64(1 << (HEIGHT - 1))

    @numba.njit(cache=False, nogil=True)
    def expand(positions: Any) -> Any:
        count = len(positions)
        movers = np.empty(count * WIDTH, dtype=np.uint32)
        successors = np.empty(count * WIDTH, dtype=np.uint64)
        verdicts = np.full(count, 2, dtype=np.int8)
        found = 0
        for place in range(count):
            position = positions[place]
            filled = position | position >> one & one_down
            filled |= filled >> two & two_down
            filled = filled >> one & one_down
            theirs = filled & ~position
            lost = False
            for direction in directions:
                pairs = theirs & theirs >> direction
                lost |= pairs & pairs >> (direction * two) != 0
            if lost:
                verdicts[place] = -1
                continue
            if filled == board:
                verdicts[place] = 0
                continue
            for column in columns:
                if filled >> column & top:
                    continue
                stack = filled >> column & cells
                after = filled | (stack << one | one) << column
                movers[found] = place
                successors[found] = theirs | (after + bottom) & ~after
                found += 1
        return movers[:found], successors[:found], verdicts

    expand(np.array([START], dtype=np.uint64))
    return expand


def rules() -> Tuple[str, Callable[[Any], Expanded]]:
    """The rules by Numba where it is installed, and how they are called."""
    try:
        return "Numba", numba_rules()
    except ImportError:
        return "NumPy", expand_numpy


def main() -> None:
    name, expand = rules()
    began = time.perf_counter()
    ours = retrograde.solve_arrays([START], expand)
    took = time.perf_counter() - began
    began = time.perf_counter()
    built_in = retrograde.solve(f"connect:{WIDTH}x{HEIGHT}x{LINE}")
    built_in_took = time.perf_counter() - began
    print(ours)
    same = all((ours.outcome == code).sum() == (built_in.outcome == code).sum() for code in (1, 0, -1))
    print(f"\nas many positions of each kind as the built-in game has: {'yes' if same else 'NO'}")
    print(f"{name}: {took:.2f} s, built in: {built_in_took:.2f} s, ratio {took / built_in_took:.1f}")


if __name__ == "__main__":
    main()
