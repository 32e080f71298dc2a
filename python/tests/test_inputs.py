"""Every kind of graph that people have, solved with the same answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, List

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import rustworkx as rx
import scipy.sparse as sp

import retrograde

EDGES = [(0, 1), (1, 0), (0, 2), (3, 3), (3, 0)]
OUTCOME = [1, -1, -1, 0]
OWNERS = [0, 1, 0, 1]
WEIGHTS = [2, -1, 0, 1, -3]


def rows() -> Any:
    return sp.csr_array((np.ones(5), ([u for u, _ in EDGES], [v for _, v in EDGES])), shape=(4, 4))


def in_rustworkx() -> Any:
    g: Any = rx.PyDiGraph()
    g.add_nodes_from([None] * 4)
    g.add_edges_from_no_data(EDGES)
    return g


def without_a_node() -> Any:
    """Node numbers with a hole."""
    g = in_rustworkx()
    g.remove_node(g.add_node(None))
    return g


KINDS: Dict[str, Callable[[], Any]] = {
    "networkx": lambda: nx.DiGraph(EDGES),
    "multi": lambda: nx.MultiDiGraph(EDGES),
    "view": lambda: nx.subgraph_view(nx.DiGraph([*EDGES, (9, 0)]), filter_node=lambda v: v < 9),
    "scipy": rows,
    "matrix": lambda: sp.csr_matrix(rows()),
    "coo": lambda: rows().tocoo(),
    "lil": lambda: rows().tolil(),
    "arrays": lambda: (rows().indptr, rows().indices),
    "wide": lambda: (rows().indptr.astype(np.uint64), rows().indices.astype(np.int64)),
    "short": lambda: (rows().indptr.astype(np.int16), rows().indices.astype(np.uint8)),
    "swapped": lambda: (rows().indptr.astype(">i4"), rows().indices.astype(">i8")),
    "strided": lambda: (np.repeat(rows().indptr, 2)[::2], np.repeat(rows().indices, 3)[::3]),
    "read-only": lambda: (frozen(rows().indptr), frozen(rows().indices)),
    "list": lambda: EDGES,
    "lists": lambda: [list(edge) for edge in EDGES],
    "iterator": lambda: iter(EDGES),
    "array": lambda: np.array(EDGES),
    "fortran": lambda: np.asfortranarray(EDGES),
    "dict": lambda: {0: [1, 2], 1: (0,), 2: [], 3: {3: None, 0: None}.keys()},
    "dict of dicts": lambda: {0: {1: {}, 2: {}}, 1: {0: {}}, 3: {3: {}, 0: {}}},
    "pandas": lambda: pd.DataFrame(EDGES, columns=["a", "b"]),
    "polars": lambda: pl.DataFrame(EDGES, schema=["a", "b"], orient="row"),
    "rustworkx": in_rustworkx,
    "rustworkx hole": without_a_node,
    "igraph": lambda: igraph.Graph(n=4, edges=EDGES, directed=True),
}


def frozen(array: Any) -> Any:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_the_same(kind: str) -> None:
    s = retrograde.solve(KINDS[kind]())
    assert [s[node].outcome for node in range(4)] == ["win", "lose", "lose", "draw"]
    assert s[0].move == 2 and s[3].move == 3
    assert len(s) == 4 and set(s) == {0, 1, 2, 3}
    s.verify()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("iterator",)])
def test_attributes_by_keyword_are_the_same(kind: str) -> None:
    owner = dict(enumerate(OWNERS))
    target = {2: True}
    s = retrograde.solve(KINDS[kind](), "reachability", owner=owner, target=target)
    assert [s[node].winner for node in range(4)] == [0, 0, 0, 1]


def test_named_attributes_of_networkx() -> None:
    g: Any = nx.DiGraph()
    g.add_node("a", who=0)
    g.add_node("b", who=1)
    g.add_edge("a", "a", cost=1)
    g.add_edge("a", "b", cost=3)
    g.add_edge("b", "a", cost=0)
    s = retrograde.solve(g, "mean-payoff", owner="who", weight="cost")
    assert str(s["a"].value) == "3/2" and s["a"].move == "b"
    with pytest.raises(retrograde.InputError, match="no edge has an attribute 'costs'"):
        retrograde.solve(g, "mean-payoff", owner="who", weight="costs")


def test_weights_of_everything() -> None:
    games: List[Any] = [
        [(u, v, w) for (u, v), w in zip(EDGES[:2] + EDGES[3:], [2, -1, 1, -3])],
        [(u, v, {"weight": w}) for (u, v), w in zip(EDGES[:2] + EDGES[3:], [2, -1, 1, -3])],
        {0: {1: 2}, 1: {0: -1}, 3: {3: 1, 0: -3}},
        {0: {1: {"weight": 2}}, 1: {0: {"weight": -1}}, 3: {3: {"weight": 1}, 0: {"weight": -3}}},
        pd.DataFrame({"u": [0, 1, 3, 3], "v": [1, 0, 3, 0], "weight": [2, -1, 1, -3]}),
        pl.DataFrame({"u": [0, 1, 3, 3], "v": [1, 0, 3, 0], "weight": [2, -1, 1, -3]}),
        pd.DataFrame({"u": [0, 1, 3, 3], "v": [1, 0, 3, 0], "weight": [2.0, -1.0, 1.0, -3.0]}),
    ]
    for game in games:
        s = retrograde.solve(game, "energy", owner={0: 0, 1: 0, 3: 1})
        assert [s[node].credit for node in (0, 1, 3)] == [0, 1, 3], game


def test_a_matrix_has_weights() -> None:
    g: Any = sp.csr_array(np.array([[0, 2], [-1, 0]]))
    assert retrograde.solve(g, "energy", owner=[0, 0]).credit.tolist() == [0, 1]
    halves = sp.csr_array(np.array([[0, 0.5], [-1, 0]]))
    assert retrograde.solve(halves).outcome.tolist() == [0, 0]
    with pytest.raises(retrograde.InputError, match="from 0 to 1 has weight=0.5"):
        retrograde.solve(halves, "energy", owner=[0, 0])


def test_columns_of_a_table() -> None:
    table = pd.DataFrame({"n": [1, 2], "from": ["a", "b"], "to": ["b", "c"]})
    s = retrograde.solve(table, columns=("from", "to"))
    assert list(s) == ["a", "b", "c"] and s["b"].outcome == "win"
    with pytest.raises(retrograde.InputError, match="no column 'till'"):
        retrograde.solve(table, columns=("from", "till"))


def test_columns_of_numbers_that_no_type_holds_together() -> None:
    large = 2**60
    for frame in (pd.DataFrame, pl.DataFrame):
        table = frame({"a": np.array([large + 1, large + 2], np.uint64), "b": np.array([5, 6])})
        s = retrograde.solve(table)
        assert list(s) == [large + 1, 5, large + 2, 6] and s[large + 2].move == 6
    twice = pd.DataFrame([["a", "b", "c"]], columns=["from", "to", "to"])
    with pytest.raises(retrograde.InputError, match="several columns 'to'"):
        retrograde.solve(twice)


def test_edges_of_a_networkx_graph_without_the_graph() -> None:
    g: Any = nx.DiGraph([("a", "b"), ("b", "a"), ("a", "t")])
    for edges in (g.edges, g.edges(), g.edges(data=True), g.out_edges, g.in_edges, nx.MultiDiGraph(g).edges(keys=True)):
        s = retrograde.solve(edges)
        assert set(s) == {"a", "b", "t"} and s["a"].move == "t"
    g.add_edge("t", "t", weight=1)
    nx.set_edge_attributes(g, -2, "cost")
    owner = dict.fromkeys(g, 0)
    for edges in (g.edges, g.edges(data=True), nx.MultiDiGraph(g).edges(data=True)):
        assert retrograde.solve(edges, "mean-payoff", weight="cost", owner=owner)["t"].value == -2
    assert retrograde.solve(g.edges(data="cost"), "mean-payoff", owner=owner)["t"].value == -2
    with pytest.raises(retrograde.InputError, match="leave out keys=True"):
        retrograde.solve(nx.MultiDiGraph(g).edges(keys=True, data=True))
    with pytest.raises(retrograde.InputError, match="undirected"):
        retrograde.solve(nx.Graph(g).edges)
    with pytest.raises(retrograde.InputError, match="NodeView is no graph"):
        retrograde.solve(g.nodes)


def test_names_of_igraph_and_payloads_of_rustworkx() -> None:
    g: Any = igraph.Graph.TupleList([("a", "b"), ("b", "a")], directed=True)
    g.vs["owner"] = [0, 1]
    g.vs["priority"] = [1, 2]
    assert retrograde.solve(g, "parity")["a"].winner == 0
    h: Any = rx.PyDiGraph()
    h.add_nodes_from([{"owner": 0}, {"owner": 1}])
    h.add_edges_from([(0, 1, 2), (1, 0, -3)])
    s = retrograde.solve(h, "mean-payoff")
    assert str(s[0].value) == "-1/2"


def test_files_and_games(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("a b\nb a\na t\n")
    for name in (str(path), path, str(path).encode()):
        s = retrograde.solve(name)
        assert s["a"].move == "t" and list(s) == ["a", "b", "t"]
    (tmp_path / "odd").write_text("a b\n")
    with pytest.raises(retrograde.InputError, match="say format='edges'"):
        retrograde.solve(tmp_path / "odd")
    assert retrograde.solve(tmp_path / "odd", format="edges")["a"].outcome == "win"
    parity = tmp_path / "game.pg"
    parity.write_text("parity 1;\n0 1 0 1;\n1 2 1 0;\n")
    s = retrograde.solve(parity)
    assert s.objective == "parity" and s[0].winner == 0 and s["1"].winner == 0
    s = retrograde.solve("tic-tac-toe")
    assert len(s) == 5478 and "the start is a tie" in repr(s)
    assert s[".../.../..."].outcome == "draw"
    assert s.line(".../.../...")[0].move is not None


def test_parallel_edges_and_loops_are_kept() -> None:
    g: Any = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "b")])
    g.edges["a", "b", 0]["weight"] = 5
    g.edges["a", "b", 1]["weight"] = -5
    g.edges["b", "b", 0]["weight"] = 0
    for owner, credit in [(0, 0), (1, 5)]:
        s = retrograde.solve(g, "energy", owner={"a": owner, "b": 0})
        assert s["a"].credit == credit


def test_empty_graphs() -> None:
    g: Any
    for g in (nx.DiGraph(), [], {}, (np.array([0]), np.array([], dtype=int)), np.empty((0, 2), int)):
        for objective in ("outcome", "parity", "grundy"):
            s = retrograde.solve(g, objective)
            assert len(s) == 0 and list(s) == []
            s.verify()
            assert len(s.to_pandas()) == 0
