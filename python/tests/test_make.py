"""Graphs made by the library."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Dict

import networkx as nx
import numpy as np
import pytest

import retrograde
from retrograde import generate


def test_every_family_is_generated_and_solved() -> None:
    assert len(generate.families()) >= 15
    for name in generate.families():
        make = getattr(generate, name)
        sizes = [
            4
            for parameter in inspect.signature(make).parameters.values()
            if parameter.default is inspect.Parameter.empty
        ]
        game = make(*sizes)
        assert len(game) > 0 and make.__doc__
        attributes = set(game.attributes())
        if "priority" in attributes:
            retrograde.solve(game, "parity").verify()
        elif "weight" in attributes:
            retrograde.solve(game, "mean-payoff").verify()
        elif "target" in attributes:
            retrograde.solve(game, "buchi").verify()
        else:
            retrograde.solve(game).verify()


def test_parameters_by_name_and_the_same_for_the_same_seed() -> None:
    one, other = (generate.random(50, moves=2.5, seed=7) for _ in range(2))
    for this, that in zip(one.csr(), other.csr()):
        assert this.tolist() == that.tolist()
    with pytest.raises(retrograde.InputError, match="moves"):
        generate.random(50, moves=0)
    with pytest.raises(TypeError):
        generate.random(50, color=3)
    with pytest.raises(AttributeError, match="there is no family 'nothing'"):
        generate.nothing(3)
    with pytest.raises(retrograde.OutOfMemory):
        generate.chain(100_000_000, max_memory="1M")


def test_games_become_graphs_and_back(tmp_path: Path) -> None:
    game = generate.random_parity(20)
    g = game.to_networkx()
    winners = retrograde.solve(game, "parity").winner.tolist()
    assert retrograde.solve(g, "parity").winner.tolist() == winners
    for name in ("game.json", "game.dot", "game.pg", "game.graphml"):
        retrograde.convert(g, tmp_path / name)
        again = retrograde.solve(tmp_path / name, "parity")
        assert [again[str(node)].winner for node in g] == winners
    with pytest.raises(retrograde.InputError, match="lossy=True"):
        retrograde.convert(g, tmp_path / "game.txt")
    retrograde.convert(g, tmp_path / "game.txt", lossy=True)
    with pytest.raises(retrograde.InputError, match="cannot tell the format"):
        retrograde.convert(g, tmp_path / "game.xyz")


def test_constructions() -> None:
    g: Dict[str, Any] = {"a": ["c", "d"], "b": ["c", "d"], "c": ["a"], "d": []}
    small = retrograde.quotient(g)
    assert len(small) == 3 and small.image is not None and small.image["b"] == small.image["a"]
    assert small.notes == ("classes: 3 of 4",)
    old, new = retrograde.solve(g), retrograde.solve(small)
    assert all(old[node].outcome == new[small.image[node]].outcome for node in g)
    assert set(retrograde.reachable(g, "c").nodes) == {"a", "c", "d"}
    assert len(retrograde.condensation(g)) == 3
    assert len(retrograde.alternating(g)) == 8
    assert len(retrograde.unravel(g, "a", 2)) == 4
    heap = {2: [1, 0], 1: [0]}
    both = retrograde.product(heap, heap)
    assert len(both) == 9
    assert retrograde.solve(both)["2+2"].outcome == "lose"
    with pytest.raises(retrograde.InputError, match="retrograde.quotient"):
        retrograde.convert(g, to="quotient")
    with pytest.raises(retrograde.InputError):
        retrograde.alternating(g, max_size=3)


def test_other_objectives_have_the_same_winners() -> None:
    game = generate.random_parity(30)
    winners = retrograde.solve(game, "parity").winner
    payoff = retrograde.convert(game, to="mean-payoff", objective="parity")
    assert np.array_equal(retrograde.solve(payoff, "mean-payoff").value < 0, winners == 1)
    energy = retrograde.convert(payoff, to="energy", objective="mean-payoff", threshold="0")
    assert np.array_equal(retrograde.solve(energy, "energy").winner, winners)


def test_sums() -> None:
    heap = nx.DiGraph([(a, b) for a in range(6) for b in range(a)])
    found = retrograde.sum_of((heap, 5), (heap, 3), (heap, 1))
    assert found.outcome == "win" and found.value == 7 and found.values == [5, 3, 1]
    assert found.move == (0, 2)
    lost = retrograde.sum_of((heap, 2), (heap, 2))
    assert lost.outcome == "lose" and lost.move is None
    loop = {"w": ["w", "t"], "t": []}
    assert retrograde.sum_of((loop, "w"), (heap, 0)).value == retrograde.Loopy([0])
    with pytest.raises(KeyError):
        retrograde.sum_of((heap, 9))
    with pytest.raises(retrograde.InputError):
        retrograde.sum_of(heap)
    assert retrograde.grundy(heap)[4].grundy == 4
