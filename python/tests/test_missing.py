"""What is missing, what may be something else, and what looks the same."""

from __future__ import annotations

from typing import Any, Callable, Dict

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import rustworkx as rx
import scipy.sparse as sp

import retrograde
from retrograde import InputError, RetrogradeWarning


def in_networkx() -> Any:
    g: Any = nx.DiGraph()
    g.add_edge("a", "b", weight=1)
    g.add_edge("b", "a")
    return g


def in_rustworkx() -> Any:
    g: Any = rx.PyDiGraph()
    g.add_nodes_from("ab")
    g.add_edges_from([(0, 1, {"weight": 1}), (1, 0, {})])
    return g


def in_igraph() -> Any:
    g: Any = igraph.Graph.TupleList([("a", "b"), ("b", "a")], directed=True)
    g.es["weight"] = [1, None]
    return g


LACKING: Dict[str, Callable[[], Any]] = {
    "networkx": in_networkx,
    "multi": lambda: nx.MultiDiGraph(in_networkx()),
    "edges": lambda: [("a", "b", 1), ("b", "a")],
    "edges with dicts": lambda: [("a", "b", {"weight": 1}), ("b", "a", {})],
    "dict": lambda: {"a": {"b": 1}, "b": ["a"]},
    "dict of dicts": lambda: {"a": {"b": {"weight": 1}}, "b": {"a": {}}},
    "polars": lambda: pl.DataFrame({"u": ["a", "b"], "v": ["b", "a"], "weight": [1, None]}),
    "pandas objects": lambda: pd.DataFrame(
        {"u": ["a", "b"], "v": ["b", "a"], "weight": pd.Series([1, None], dtype=object)}
    ),
    "pandas Int64": lambda: pd.DataFrame(
        {"u": ["a", "b"], "v": ["b", "a"], "weight": pd.array([1, None], dtype="Int64")}
    ),
    "pandas floats": lambda: pd.DataFrame({"u": ["a", "b"], "v": ["b", "a"], "weight": [1, None]}),
    "rustworkx": in_rustworkx,
    "igraph": in_igraph,
}


@pytest.mark.parametrize("kind", LACKING)
def test_a_weight_that_one_edge_lacks(kind: str) -> None:
    owner: Any = [0, 0]
    edge = "from 1 to 0" if kind == "rustworkx" else "from 'b' to 'a'"
    for objective in ("energy", "mean-payoff"):
        with pytest.raises(InputError, match=f"the edge {edge} has (no weight|weight=)"):
            retrograde.solve(LACKING[kind](), objective, owner=owner)
    assert retrograde.solve(LACKING[kind](), "outcome").outcome.tolist() == [0, 0]


def test_weights_by_keyword_and_of_games_that_were_read() -> None:
    edges = [("a", "b"), ("b", "a")]
    with pytest.raises(InputError, match="the edge from 'b' to 'a' has no weight, and other edges have one"):
        retrograde.solve(edges, "energy", owner=[0, 0], weight={("a", "b"): 1})
    game = retrograde.game(edges, owner=[0, 0], weight={("a", "b"): 1})
    assert retrograde.solve(game, "outcome").outcome.tolist() == [0, 0]
    with pytest.raises(InputError, match="has no weight"):
        retrograde.solve(game, "mean-payoff")
    with pytest.raises(InputError, match="has no weight"):
        retrograde.convert(game, to="energy", objective="mean-payoff")
    with pytest.warns(RetrogradeWarning, match="no edge has a weight"):
        retrograde.solve(edges, "energy", owner=[0, 0])


@pytest.mark.parametrize("name, objective", [("owner", "buchi"), ("priority", "parity")])
def test_attributes_of_nodes_that_one_lacks(name: str, objective: str) -> None:
    g: Any = nx.DiGraph([("a", "b"), ("b", "a")])
    nx.set_node_attributes(g, 0, "owner")
    nx.set_node_attributes(g, 0, "priority")
    nx.set_node_attributes(g, {"a": True}, "target")
    del g.nodes["b"][name]
    with pytest.raises(InputError, match=f"'b' has no {name}"):
        retrograde.solve(g, objective)


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA, pd.NaT])
def test_a_node_that_is_missing_is_told_by_its_row(nothing: Any) -> None:
    edges = [("a", "b"), ("b", "c"), ("c", nothing)]
    with pytest.raises(InputError, match="a node is missing: edge 2 .* is from 'c' to"):
        retrograde.solve(edges)
    with pytest.raises(InputError, match="a node is missing"):
        retrograde.solve(pd.DataFrame(edges, columns=["u", "v"]))


MATRICES: Dict[str, Callable[[], Any]] = {
    "2": lambda: np.array([[0, 1], [1, 0]]),
    "3": lambda: np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    "floats": lambda: nx.to_numpy_array(nx.DiGraph([(0, 1), (1, 2)])),
    "table": lambda: pd.DataFrame([[0, 1], [1, 0]]),
}


@pytest.mark.parametrize("kind", MATRICES)
def test_what_may_be_a_matrix_is_warned_of(kind: str) -> None:
    with pytest.warns(RetrogradeWarning, match="may be a matrix.*csr_array|may be a matrix.*from_pandas") as seen:
        retrograde.solve(MATRICES[kind](), "outcome")
    assert seen[0].filename == __file__


def test_what_is_a_matrix_is_refused() -> None:
    for matrix in (np.ones((4, 4)), np.ones((2, 2), dtype=bool), np.ones((5, 2), dtype=bool)):
        with pytest.raises(InputError, match="csr_array"):
            retrograde.solve(matrix)
    named = nx.to_pandas_adjacency(nx.DiGraph([("a", "b"), ("b", "a")]))
    with pytest.raises(InputError, match="from_pandas_adjacency"):
        retrograde.solve(named)
    assert len(retrograde.solve(nx.from_pandas_adjacency(named, create_using=nx.DiGraph))) == 2


def test_what_is_no_matrix_is_taken_as_it_is() -> None:
    for edges in (
        np.array([[0, 1], [1, 2]]),
        np.array([[0, 1]]),
        np.array([[0, 1], [1, 0], [1, 1]]),
        np.array([[0, 1], [1, 0]]).tolist(),
        pd.DataFrame([[0, 1], [1, 0]], columns=["u", "v"]),
        sp.csr_array(np.array([[0, 1], [1, 0]])),
    ):
        retrograde.solve(edges, "outcome")
    retrograde.solve(pd.DataFrame([[0, 1], [1, 0]]), "outcome", columns=(0, 1))


def test_nodes_that_print_the_same_are_told_apart() -> None:
    s = retrograde.solve([(1, "1"), ("1", 2)])
    assert "to '1'" in s.explain(1) and "1 is a loss" in s.explain(1)
    assert s.explain("1").startswith("'1' is a win") and "'1'" in str(s.line(1))
    assert ">1<" in s.svg() and "'1'" in repr(retrograde.solve([(1, "1"), ("1", 2)]).line(1))
    plain = retrograde.solve([(1, "a"), ("a", 2)])
    assert plain.explain("a").startswith("a is a win")


def test_a_table_has_one_kind_of_missing_move() -> None:
    for edges in ([("a", "b")], [(0, 1)], [((0, 1), (2, 3))]):
        moves = retrograde.solve(edges).to_pandas()["move"]
        assert moves.dtype == object and moves.iloc[0] == edges[0][1] and moves.iloc[1] is None
    path = [(v, v + 1, -(2**62)) for v in range(5)] + [(5, 5, -1), (5, 5, -1)]
    credits = retrograde.solve(path, "energy", owner=[0] * 6).to_pandas()["credit"]
    assert credits.isna().all()


def test_nodes_of_rustworkx_go_by_their_numbers() -> None:
    g: Any = rx.PyDiGraph()
    g.add_nodes_from(["x", "y"])
    g.add_edge(0, 1, None)
    assert list(retrograde.solve(g)) == [0, 1]
