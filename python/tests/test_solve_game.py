"""Rules written in Python: what they mean, and what happens when they go wrong."""

from __future__ import annotations

import itertools
import random
import signal
import threading
import time
from typing import Any, Dict, Iterator, List, Optional, Tuple

import networkx as nx
import pytest

from retrograde import InputError, NotHashable, OutOfMemory, SolveTimeout, solve, solve_game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    start = "." * 9

    def verdict(self, p: str) -> Optional[str]:
        if any(p[a] != "." and p[a] == p[b] == p[c] for a, b, c in LINES):
            return "lose"
        return "draw" if "." not in p else None

    def moves(self, p: str) -> Dict[int, str]:
        mark = "xo"[(9 - p.count(".")) % 2]
        return {i: p[:i] + mark + p[i + 1 :] for i in range(9) if p[i] == "."}


class Symmetric(TicTacToe):
    @staticmethod
    def canonical(p: str) -> str:
        rows = [p[0:3], p[3:6], p[6:9]]
        images = []
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1])]
            images += ["".join(rows), "".join(row[::-1] for row in rows)]
        return min(images)


@pytest.mark.parametrize("rules", [TicTacToe, TicTacToe()])
def test_a_class_or_an_object_is_a_game(rules: Any) -> None:
    s = solve_game(rules)
    assert len(s) == 5478 and s.game.edges == 16167
    assert s["." * 9].outcome == "draw" and s["." * 9].tie
    assert "the start is a tie" in repr(s)
    counts = {word: int((s.outcome == code).sum()) for word, code in (("win", 1), ("lose", -1))}
    assert counts == {"win": 2836, "lose": 1574}
    s.verify()
    line = s.line("xo......." )
    assert line[0].outcome == "win" and line[0].move in "012345678"


def test_symmetric_positions_are_one() -> None:
    s = solve_game(Symmetric)
    whole = solve_game(TicTacToe)
    assert len(s) == 765
    for position, known in itertools.islice(whole.items(), 0, None, 7):
        assert (s[position].outcome, s[position].distance) == (known.outcome, known.distance)
    with pytest.raises(KeyError):
        s["zz......."]


def test_agrees_with_graphs_on_random_games() -> None:
    rng = random.Random(7)
    for _ in range(60):
        n = rng.randrange(1, 9)
        graph = nx.DiGraph()
        graph.add_nodes_from(range(n))
        graph.add_edges_from((rng.randrange(n), rng.randrange(n)) for _ in range(rng.randrange(3 * n)))
        verdicts = {v: rng.choice([None, "win", "lose", "draw"]) for v in graph if not graph.out_degree(v)}
        nx.set_node_attributes(graph, {v: it for v, it in verdicts.items() if it}, "verdict")
        whole = solve(graph)
        starts = rng.sample(range(n), rng.randrange(1, n + 1))
        s = solve_game(starts, graph.successors, verdicts.get)
        reached = set(starts).union(*(nx.descendants(graph, v) for v in starts))
        assert set(s) == reached and list(s)[: len(starts)] == starts
        for v in reached:
            assert (s[v].outcome, s[v].distance) == (whole[v].outcome, whole[v].distance)
        s.verify()


def test_misere_and_grundy_are_asked_in_the_same_way() -> None:
    def heap(n: int) -> range:
        return range(n)

    assert solve_game(3, heap)[1].outcome == "win"
    assert solve_game(3, heap, misere=True)[1].outcome == "lose"
    assert solve_game(5, heap, objective="grundy")[5].grundy == 5


def test_pairs_are_positions_where_the_start_is_one() -> None:
    def wythoff(p: Tuple[int, int]) -> Iterator[Tuple[int, int]]:
        a, b = p
        yield from ((x, b) for x in range(a))
        yield from ((a, y) for y in range(b))
        yield from ((a - d, b - d) for d in range(1, min(p) + 1))

    s = solve_game((5, 5), wythoff)
    lost = {p for p in s if s[p].outcome == "lose"}
    assert lost == {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)}
    with_names = solve_game((5, 5), lambda p: [("move", q) for q in wythoff(p)], named=True)
    assert len(with_names) == len(s)
    assert with_names.line((1, 1))[0].move == "move"


def test_named_moves_of_any_kind_are_told() -> None:
    s = solve_game(4, lambda n: [((take, "x"), n - take) for take in (1, 2) if take <= n])
    assert s.line(4)[0].move == "(1, 'x')"
    assert "(1, 'x')" in s.explain(4)


class Thing:
    """A position with an equality of its own."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and other.size == self.size

    def __hash__(self) -> int:
        return hash(self.size)


def test_positions_are_any_hashable_objects() -> None:
    s = solve_game(Thing(9), lambda p: [Thing(p.size - 1)] if p.size else [])
    assert len(s) == 10 and s[Thing(9)].outcome == "win" and s[Thing(9)].move == Thing(8)
    rows: Dict[Any, List[Any]] = {None: ["a"], "a": [1.5], 1.5: [frozenset()]}
    mixed = solve_game(None, lambda p: rows.get(p, []))
    assert mixed[None].distance == 3 and mixed[frozenset()].outcome == "lose"


# What goes wrong.


def test_positions_without_a_hash_are_named() -> None:
    with pytest.raises(NotHashable, match=r"moves\(3\) yields \[2\]: positions must be hashable"):
        solve_game(3, lambda n: [[n - 1]])
    with pytest.raises(TypeError, match="the start {1: 2}"):
        solve_game({1: 2}, lambda n: [])
    with pytest.raises(NotHashable, match="unhashable type: 'list'"):
        solve_game((1,), lambda p: [(1, [2], 3)])


class Broken(Exception):
    pass


def test_exceptions_come_out_unchanged_with_their_traceback() -> None:
    def moves(n: int) -> Iterator[int]:
        yield n + 1
        if n == 50:
            raise Broken(n)

    with pytest.raises(Broken) as caught:
        solve_game(0, moves)
    assert caught.value.args == (50,)
    assert caught.traceback[-1].name == "moves"
    for keyword in ("verdict", "canonical"):
        wrong: Dict[str, Any] = {keyword: lambda n: 1 // 0}
        with pytest.raises(ZeroDivisionError) as divided:
            solve_game(1, lambda n: [n - 1] if n else [], **wrong)
        assert divided.traceback[-1].name == "<lambda>"

    class BadHash:
        def __hash__(self) -> int:
            raise Broken("hash")

    with pytest.raises(Broken, match="hash"):
        solve_game(BadHash(), lambda n: [])


@pytest.mark.parametrize(
    "moves, message",
    [
        (lambda n: None, r"moves\(0\) is None: a list of positions is wanted"),
        (lambda n: 7, r"moves\(0\) is 7"),
    ],
)
def test_moves_that_are_no_list_are_refused(moves: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve_game(0, moves)


def test_names_for_some_moves_only_are_refused() -> None:
    with pytest.raises(InputError, match="yields 3, and others were pairs"):
        solve_game(0, lambda n: [("a", 1), 3])


@pytest.mark.parametrize("nonsense", [True, False, 2, "won", 0.5, b"win"])
def test_verdicts_that_mean_nothing_are_refused(nonsense: Any) -> None:
    with pytest.raises(InputError, match=r"verdict\(0\) is .*'win', 'lose' or 'draw'"):
        solve_game(0, lambda n: [], lambda n: nonsense)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(InputError, match="has no 'moves'"):
        solve_game(type("Half", (), {"start": 0})())
    with pytest.raises(InputError, match="has no 'start'"):
        solve_game(5)
    with pytest.raises(InputError, match="moves=3: a function"):
        solve_game(0, 3)  # type: ignore[arg-type]


def test_an_endless_game_ends_by_memory_or_time() -> None:
    with pytest.raises(OutOfMemory):
        solve_game(0, lambda n: [n + 1, n + 2], max_memory="40M")
    began = time.monotonic()
    with pytest.raises(SolveTimeout):
        solve_game(0, lambda n: [n + 1], timeout=0.2)
    assert time.monotonic() - began < 2


def test_ctrl_c_stops_at_once() -> None:
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solve_game(0, lambda n: [n + 1])
    assert time.monotonic() - began < 2
    timer.join()


def test_progress_is_told_and_may_stop_it() -> None:
    seen: List[Tuple[str, int, Optional[int]]] = []

    def listen(phase: str, done: int, total: Optional[int]) -> None:
        seen.append((phase, done, total))

    def slow(n: int) -> List[int]:
        time.sleep(0.001)
        return [n + 1] if n < 200 else []

    solve_game(0, slow, progress=listen)
    assert seen and seen[0][0] == "exploring" and seen[0][1] > 0 and seen[0][2] is None

    def stop(**_: Any) -> None:
        raise Broken("enough")

    with pytest.raises(Broken):
        solve_game(0, slow, progress=stop)


def test_a_bar_of_tqdm_is_closed() -> None:
    assert len(solve_game(3, range, progress=True)) == 4


def test_no_start_is_an_empty_game() -> None:
    assert len(solve_game([], lambda n: [])) == 0


def test_rules_may_solve_another_game() -> None:
    def moves(n: int) -> List[int]:
        return [n - 1] if n and solve_game(n, range)[n].outcome == "win" else []

    assert solve_game(4, moves)[4].distance == 4


def test_a_dict_that_grows_while_it_is_read_does_no_harm() -> None:
    table: Dict[str, int] = {"a": 0}

    def canonical(n: int) -> int:
        table[f"x{len(table)}"] = len(table)
        return n

    assert 0 in solve_game(0, lambda n: table if n < 5 else {}, canonical=canonical)


def test_equality_that_fails_comes_out_unchanged() -> None:
    class Touchy:
        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise Broken("equality")

    with pytest.raises(Broken, match="equality"):
        solve_game(Touchy(), lambda p: [Touchy()])


def test_numbers_far_apart_are_told_apart() -> None:
    for step in (1, 2**8, 2**20, 2**40, 2**61 - 1, 3 * 2**59):
        s = solve_game(2000 * step, lambda n: [n - step, n - 2 * step] if n >= 2 * step else [])
        assert len(s) == 2001 and s[2000 * step].outcome == solve_game(
            2000, lambda n: [n - 1, n - 2] if n >= 2 else []
        )[2000].outcome


class Mute(Thing):
    """A position that prints like any other."""

    def __str__(self) -> str:
        return "?"


def test_a_line_knows_positions_that_print_the_same() -> None:
    s = solve_game(Mute(5), lambda p: [Mute(p.size - 2), Mute(p.size - 1)] if p.size > 1 else [])
    for position in s.line(Mute(5)):
        assert position.outcome == s[position.node].outcome
        assert position.distance == s[position.node].distance


def test_pairs_that_may_be_positions_or_named_moves() -> None:
    """Both halves are like the start: nobody can tell, and nobody guesses."""

    def moves(p: Any) -> List[Any]:
        return [(1, 2), (1, 3)] if p == 0 else []

    with pytest.raises(InputError, match="say named=False or named=True"):
        solve_game(0, moves)
    assert list(solve_game(0, moves, named=True)) == [0, 2, 3]
    assert list(solve_game(0, moves, named=False)) == [0, (1, 2), (1, 3)]
