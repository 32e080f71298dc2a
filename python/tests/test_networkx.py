"""Graphs of networkx out of solutions: the game that was solved, with what the caller's graph says beside."""

from __future__ import annotations

import time
from typing import Any

import networkx as nx
import numpy as np

import retrograde


def test_it_is_the_game_that_was_solved_whatever_became_of_the_graph() -> None:
    g: Any = nx.DiGraph([("a", "b"), ("b", "a"), ("a", "t")], title="T")
    g.nodes["a"]["note"] = "here"
    g.edges["a", "t"]["note"] = "there"
    s = retrograde.solve(g)
    g.remove_edge("a", "t")
    g.add_edge("t", "a")
    g.add_edge("new", "a")
    g.remove_node("b")
    h = s.to_networkx()
    assert list(h) == ["a", "b", "t"] and list(h.edges) == [("a", "b"), ("a", "t"), ("b", "a")]
    assert h.nodes["a"] == {"note": "here", "outcome": "win", "distance": 1, "move": "t"}
    assert h.nodes["b"] == {"outcome": "lose", "distance": 2, "move": "a"}
    assert h.edges["a", "t"] == {} and h.graph == {"title": "T"}
    assert retrograde.solve(h, "outcome").outcome.tolist() == s.outcome.tolist()
    h.nodes["a"]["note"] = "changed"
    assert g.nodes["a"]["note"] == "here" and "outcome" not in g.nodes["a"]


def test_what_was_read_is_as_it_was_read() -> None:
    g: Any = nx.DiGraph()
    g.add_weighted_edges_from([("a", "a", 1), ("a", "b", 3), ("b", "a", 0)], weight="pay")
    nx.set_node_attributes(g, {"a": 0, "b": 1}, "who")
    s = retrograde.solve(g, "mean-payoff", weight="pay", owner="who")
    g.edges["a", "b"]["pay"] = -7
    g.nodes["a"]["who"] = 1
    h = s.to_networkx()
    assert h.edges["a", "b"] == {"pay": 3} and h.nodes["a"]["who"] == 0
    assert str(h.nodes["a"]["value"]) == "3/2"
    by_keyword = retrograde.solve(g, "energy", weight=[5, 6, 7], owner=[0, 0]).to_networkx()
    assert by_keyword.edges["a", "a"] == {"pay": 1, "weight": 5}


def test_parallel_edges_keep_their_keys() -> None:
    g: Any = nx.MultiDiGraph()
    for key, weight in [("x", 5), ("y", -5)]:
        g.add_edge("a", "b", key=key, weight=weight, note=key)
    g.add_edge("b", "b", weight=0)
    s = retrograde.solve(g, "energy", owner={"a": 1, "b": 0})
    assert sorted(s.to_networkx().edges(keys=True, data="note")) == [
        ("a", "b", "x", "x"), ("a", "b", "y", "y"), ("b", "b", 0, None),
    ]  # fmt: skip
    g.remove_edge("a", "b", key="x")
    h = s.to_networkx()
    assert h.number_of_edges() == 3 and sorted(h["a"]["b"][key]["weight"] for key in h["a"]["b"]) == [-5, 5]
    plain = retrograde.solve([("a", "b"), ("a", "b")]).to_networkx()
    assert plain.is_multigraph() and plain.number_of_edges() == 2


def test_large_graphs_take_no_longer_than_networkx_itself() -> None:
    rng = np.random.default_rng(0)
    count = 50_000
    g: Any = nx.DiGraph(zip(rng.integers(0, count, 2 * count).tolist(), rng.integers(0, count, 2 * count).tolist()))
    s = retrograde.solve(g)
    begin = time.process_time()
    g.copy()
    plain = time.process_time() - begin
    begin = time.process_time()
    h = s.to_networkx()
    assert time.process_time() - begin < 6 * plain + 0.2
    node = next(iter(g))
    assert h.nodes[node]["outcome"] == s[node].outcome
