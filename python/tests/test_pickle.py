"""Games and solutions that go to other processes and come back."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, List

import networkx as nx
import numpy as np
import pytest

import retrograde
from test_solution import ASKED, solved


def agree(one: retrograde.Solution, other: retrograde.Solution) -> None:
    assert list(one) == list(other) and one.columns == other.columns
    assert (one.objective, one.solver, one.acceptance) == (other.objective, other.solver, other.acceptance)
    for name in one.columns:
        this, that = one.column(name), other.column(name)
        assert this.dtype == that.dtype and this.tolist() == that.tolist()
    for node in one:
        assert one[node] == other[node] and one.explain(node) == other.explain(node)
        assert str(one.line(node)) == str(other.line(node))
    assert repr(one) == repr(other)
    assert one.verify() == other.verify()
    if one.machines is not None:
        assert other.machines is not None
        for mine, theirs in zip(one.machines, other.machines):
            assert mine.steps == theirs.steps and mine.initial == theirs.initial


@pytest.mark.parametrize("objective", ASKED)
def test_solutions_of_every_objective_come_back(objective: str) -> None:
    s = solved(objective)
    agree(s, pickle.loads(pickle.dumps(s)))
    agree(s, copy.deepcopy(s))
    agree(s, copy.copy(s))
    again = retrograde.solve(pickle.loads(pickle.dumps(s.game)), objective, acceptance=s.acceptance)
    assert [again[node] for node in s] == [s[node] for node in s]


def test_rules_that_differ_come_back() -> None:
    agree(*twice(retrograde.solve([("a", "b")], misere=True)))
    g = {"a": ["b"], "b": ["a"]}
    agree(*twice(retrograde.solve(g, "parity", owner=[0, 0], priority=[1, 2], min=True)))
    agree(*twice(retrograde.solve(g, values_only=True)))
    agree(*twice(retrograde.solve([])))
    path = [(v, v + 1, -(2**62)) for v in range(5)] + [(5, 5, 0)]
    agree(*twice(retrograde.solve(path, "energy", owner=[0] * 6)))
    agree(*twice(retrograde.solve({1: ["1"], "1": [2]})))
    agree(*twice(retrograde.solve({(0, 1): [frozenset({2})]})))


def twice(s: retrograde.Solution) -> Any:
    return s, pickle.loads(pickle.dumps(s))


def take(stones: int) -> Any:
    return {f"take {n}": stones - n for n in (1, 2, 3) if n <= stones}


def mirrored(stones: int) -> int:
    return abs(stones)


def test_games_given_by_rules_come_back() -> None:
    s, again = twice(retrograde.solve_game(9, take, canonical=mirrored))
    agree(s, again)
    assert again.line(9)[0].move == "take 1" and again[-9] == s[9]
    s, again = twice(retrograde.solve_arrays([3], lambda p: (np.flatnonzero(p), p[p > 0] - np.uint64(1))))
    agree(s, again)
    assert again.places([0, 1, 2]).tolist() == s.places([0, 1, 2]).tolist()
    s, again = twice(retrograde.solve("mnk:3x2x3"))
    agree(s, again)
    assert again.tie.any() and again.line(again.game.start)[0].move is not None
    with pytest.raises(Exception, match="lambda"):
        pickle.dumps(retrograde.solve_game(3, take, canonical=lambda n: n))


def test_games_come_back_with_what_they_say(tmp_path: Path) -> None:
    g: Any = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "a")])
    nx.set_node_attributes(g, {"a": 0, "b": 1}, "owner")
    g.nodes["a"].update(colors=[0, 63], target=True, priority=7)
    g.graph["acceptance"] = "Inf(0)"
    g.edges["a", "b", 1]["weight"] = -5
    g.edges["b", "a", 0]["player"] = "left"
    game, again = (lambda it: (it, pickle.loads(pickle.dumps(it))))(retrograde.game(g))
    assert game.attributes() == again.attributes() and again.attributes()["weight"] == [None, -5, None]
    assert again._arena.acceptance == game._arena.acceptance is not None
    with pytest.raises(retrograde.InputError, match="from 'a' to 'b' has no weight"):
        retrograde.solve(again, "energy")
    small = retrograde.quotient([("a", "c"), ("b", "c")])
    assert pickle.loads(pickle.dumps(small)).image == small.image
    path = tmp_path / "game.pg"
    path.write_text("parity 1;\n0 1 0 1;\n1 2 1 0;\n")
    agree(*twice(retrograde.solve(path)))
    assert repr(copy.deepcopy(retrograde.game("nim:3,4"))) == "<retrograde.RulesGame nim:3,4>"


def test_what_is_told_comes_back() -> None:
    s = solved("muller")
    assert pickle.loads(pickle.dumps(s["a"])) == s["a"] == copy.deepcopy(s["a"])
    assert str(pickle.loads(pickle.dumps(s.line("a")))) == str(s.line("a"))
    machines = pickle.loads(pickle.dumps(s.machines))
    assert s.machines is not None and machines[0].steps == s.machines[0].steps
    loop = retrograde.solve({"w": ["w", "t"]}, "grundy")["w"]
    assert pickle.loads(pickle.dumps(loop)).grundy == retrograde.Loopy([0])
    with pytest.raises(retrograde.SolveTimeout) as raised:
        retrograde.solve(retrograde.generate.two_counters(300), "parity", solver="zielonka", timeout=0.3)
    error = pickle.loads(pickle.dumps(raised.value))
    assert str(error) == str(raised.value)
    if raised.value.solution is not None:
        assert error.solution.unknown == raised.value.solution.unknown > 0


def test_tables_are_opened_again_and_games_solved_again(tmp_path: Path) -> None:
    table = retrograde.Table.build("quixo:3", tmp_path / "t")
    again = pickle.loads(pickle.dumps(table))
    assert isinstance(again, retrograde.Table) and again.path == table.path
    start = ".../.../..."
    assert again[start] == table[start]
    game = retrograde.game("quixo:3").solve()
    assert isinstance(game, retrograde.SolvedGame)
    other = copy.deepcopy(game)
    assert np.array_equal(other.probe(range(100)).outcome, game.probe(range(100)).outcome)


def work(size: int) -> retrograde.Solution:
    return retrograde.solve([(v, v + 1) for v in range(size)])


def test_a_process_hands_back_solutions() -> None:
    sizes: List[int] = [1, 2, 30]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for size, s in zip(sizes, pool.map(work, sizes)):
            assert s[0].distance == size and s.verify()
