"""Rules over arrays: the same answers as one position at a time, and what happens when they go wrong."""

from __future__ import annotations

import random
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, List, Tuple

import numpy as np
import pytest

from retrograde import InputError, OutOfMemory, SolveTimeout, solve_arrays, solve_game

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))


def table_rules(rows: List[List[int]], verdicts: List[int]) -> Callable[[Any], Tuple[Any, Any, Any]]:
    def expand(positions: Any) -> Tuple[Any, Any, Any]:
        moves = [(i, to) for i, p in enumerate(positions.tolist()) for to in rows[p]]
        moves.sort(key=lambda move: -move[0])
        movers, successors = zip(*moves) if moves else ((), ())
        return (
            np.array(movers, dtype=np.int64),
            np.array(successors, dtype=np.uint64),
            np.array([verdicts[p] for p in positions.tolist()], dtype=np.int8),
        )

    return expand


def test_the_answers_are_those_of_one_position_at_a_time() -> None:
    rng = random.Random(3)
    words = {1: "win", -1: "lose", 0: "draw", 2: None}
    for batch in (1, 2, 1000):
        for _ in range(40):
            n = rng.randrange(1, 12)
            rows = [[rng.randrange(n) for _ in range(rng.randrange(4))] for _ in range(n)]
            verdicts = [rng.choice([2, 2, 2, 1, 0, -1]) for _ in range(n)]
            starts = [rng.randrange(n), rng.randrange(n)]
            one = solve_game(starts, rows.__getitem__, lambda p: words[verdicts[p]])
            many = solve_arrays(starts, table_rules(rows, verdicts), batch=batch)
            assert list(one) == list(many) == many.positions.tolist()
            for name in ("outcome", "distance", "move"):
                assert np.array_equal(one.column(name), many.column(name))
            many.verify()


def test_connect_four_is_the_built_in_game() -> None:
    import connect_four

    for expand in (connect_four.expand_numpy, connect_four.rules()[1]):
        small = np.array([connect_four.START], dtype=np.uint64)
        movers, successors, _ = expand(small)
        assert movers.tolist() == [0] * 5 and len(set(successors.tolist())) == 5
    s = solve_arrays(connect_four.START, connect_four.rules()[1])
    assert len(s) == 3_945_711 and s[connect_four.START].outcome == "draw"


def test_many_positions_are_found_at_once() -> None:
    s = solve_arrays(9, lambda p: (np.flatnonzero(p), p[p > 0] - np.uint64(1)))
    assert s.places([0, 9, 10, 2**64 - 1]).tolist() == [9, 0, -1, -1]
    assert 9 in s and 10 not in s and -1 not in s and "x" not in s and 2.5 not in s
    assert s[9].move == 8 and isinstance(s[9].move, int)
    assert s.to_pandas().loc[9, "outcome"] == "win"


def test_the_largest_number_is_a_position() -> None:
    top = 2**64 - 1
    s = solve_arrays([top], lambda p: (np.flatnonzero(p == top), np.array([0] * int((p == top).sum()))))
    assert s[top].outcome == "win" and s.line(top).nodes == [top, 0]


def one_move(movers: Any, successors: Any, *verdicts: Any) -> Callable[[Any], Any]:
    return lambda positions: (movers, successors, *verdicts)


@pytest.mark.parametrize(
    "expand, message",
    [
        (lambda p: None, "expand returned a NoneType"),
        (lambda p: p, "expand returned of uint64"),
        (lambda p: (p, p, p, p), "expand returned a tuple"),
        (one_move([0], [1.5]), "successors is of float64"),
        (one_move([0], [[1]]), "successors is of int64 and shape"),
        (one_move([0], [-1]), "successors has -1"),
        (one_move([0], ["a"]), "successors is of <U1"),
        (one_move([0], [2**64]), "successors is of object"),
        (one_move([0.0], [1]), "movers is of float64"),
        (one_move([[0]], [1]), "movers is of int64 and shape"),
        (one_move([1], [1]), "a mover is 1: the batch has 1 positions"),
        (one_move([-1], [1]), "a mover is -1"),
        (one_move([2**40], [1]), r"movers\[0\] is 1099511627776"),
        (one_move([0, 0], [1]), "there are 2 movers and 1 successors"),
        (one_move([0], [1], [3]), "a verdict is 3"),
        (one_move([0], [1], np.array([200], dtype=np.uint8)), "a verdict is 200"),
        (one_move([0], [1], [1, 1]), "there are 2 verdicts for 1 positions"),
        (one_move([0], [1], [0.5]), "verdicts is of float64"),
        (one_move([0], [1], {"won": [True]}), "there is no verdict 'won'"),
        (one_move([0], [1], {"win": [1]}), "the mask of verdict 'win'"),
        (one_move([0], [1], {"win": np.array([True, False])}), "the mask of verdict 'win'"),
    ],
)
def test_nonsense_is_refused(expand: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve_arrays([0], expand)


@pytest.mark.parametrize("starts", [[-1], [0.5], ["a"], [[1]], [2**64], [None]])
def test_starts_that_are_no_positions_are_refused(starts: Any) -> None:
    with pytest.raises(InputError, match="starts"):
        solve_arrays(starts, lambda p: ([], []))


def test_keywords_are_looked_at() -> None:
    with pytest.raises(InputError, match="expand=3"):
        solve_arrays([0], 3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="batch=0"):
        solve_arrays([0], lambda p: ([], []), batch=0)


def endless(positions: Any) -> Any:
    movers = np.repeat(np.arange(len(positions)), 2)
    return movers, positions[movers] * np.uint64(2) + np.tile([1, 2], len(positions)).astype(np.uint64)


def test_an_endless_game_ends_by_memory_or_time_or_ctrl_c() -> None:
    with pytest.raises(OutOfMemory):
        solve_arrays([0], endless, max_memory="60M")
    with pytest.raises(SolveTimeout):
        solve_arrays([0], endless, timeout=0.2)
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solve_arrays([0], endless)
    assert time.monotonic() - began < 3
    timer.join()


def test_exceptions_come_out_unchanged() -> None:
    def expand(positions: Any) -> Any:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine") as caught:
        solve_arrays([0], expand)
    assert caught.traceback[-1].name == "expand"


def test_what_expand_does_to_its_array_does_not_matter() -> None:
    def expand(positions: Any) -> Any:
        movers = np.flatnonzero(positions)
        successors = positions[movers] - np.uint64(1)
        positions[:] = 77
        return movers, successors

    assert solve_arrays([5], expand).positions.tolist() == [5, 4, 3, 2, 1, 0]
