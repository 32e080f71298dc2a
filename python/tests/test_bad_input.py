"""Bad input raises a clear error that names the node, and never crashes."""

from __future__ import annotations

import sys
import threading
from typing import Any, Dict, Tuple

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import retrograde
from retrograde import InputError

LOOP = [("a", "b"), ("b", "a")]
NAN = float("nan")

CASES: Dict[str, Tuple[Any, str, Dict[str, Any], str]] = {
    "no graph": (7, "outcome", {}, "int is no graph"),
    "undirected": (nx.Graph(LOOP), "outcome", {}, "undirected"),
    "not square": (sp.csr_array(np.ones((2, 3))), "outcome", {}, r"shape \(2, 3\)"),
    "no objective": (LOOP, "winning", {}, "there is no objective 'winning'"),
    "no owner": (LOOP, "buchi", {}, "vertex 'a' has no owner"),
    "half an owner": (LOOP, "buchi", {"owner": {"a": 1}}, "vertex 'b' has no owner"),
    "owner 2": (LOOP, "buchi", {"owner": [0, 2]}, "node 'b' has owner=2: 0 or 1"),
    "owner nan": (LOOP, "buchi", {"owner": [0, NAN]}, "node 'b' has owner=nan"),
    "owner list": (LOOP, "buchi", {"owner": [0, []]}, r"node 'b' has owner=\[\]"),
    "owner of nobody": (LOOP, "buchi", {"owner": {"a": 0, "c": 1}}, "'c', and there is no such node"),
    "owners": (LOOP, "buchi", {"owner": [0, 1, 0]}, "owner has 3 values, and there are 2 nodes"),
    "owner twice": (LOOP, "buchi", {"owner": np.zeros((2, 2))}, "owner has 2 dimensions"),
    "priority": (LOOP, "parity", {"owner": [0, 0], "priority": [1, -1]}, "'b' has priority=-1"),
    "priority big": (LOOP, "parity", {"owner": [0, 0], "priority": [1, 2**32]}, "4294967296"),
    "priority huge": (LOOP, "parity", {"owner": [0, 0], "priority": [1, 10**30]}, "priority=10000"),
    "priority text": (LOOP, "parity", {"owner": [0, 0], "priority": [1, "x"]}, "priority='x'"),
    "nan": ([("a", "b", NAN), ("b", "a", 1)], "energy", {"owner": [0, 0]}, "from 'a' to 'b' has weight=nan"),
    "inf": ([("a", "b", float("inf")), ("b", "a", 1)], "energy", {"owner": [0, 0]}, "weight=inf"),
    "half": ([("a", "b", 0.5), ("b", "a", 1)], "energy", {"owner": [0, 0]}, "0.5: .* scale"),
    "array nan": (LOOP, "energy", {"owner": [0, 0], "weight": np.array([1, NAN])}, "weight=nan"),
    "overflow": ([("a", "b", 2**63), ("b", "a", 1)], "energy", {"owner": [0, 0]}, "weight=9223"),
    "complex": ([("a", "b", 1j), ("b", "a", 1)], "energy", {"owner": [0, 0]}, "weight=1j"),
    "verdict": ([("a", "b")], "outcome", {"verdict": {"b": "won"}}, "node 'b' has verdict='won'"),
    "verdict on moves": (LOOP, "outcome", {"verdict": {"b": "win"}}, "'b'"),
    "verdict in grundy": ([("a", "b")], "grundy", {"verdict": {"b": "win"}}, "objective='outcome'"),
    "player": ([("a", "b")], "partizan", {"player": ["up"]}, "from 'a' to 'b' has player='up'"),
    "color": (LOOP, "muller", {"owner": [0, 0], "colors": [[64], []]}, "colour 64"),
    "colors": (LOOP, "muller", {"owner": [0, 0], "colors": [object(), []]}, "colors="),
    "no condition": (LOOP, "muller", {"owner": [0, 0], "colors": [0, 1]}, "acceptance='Inf"),
    "bad condition": (LOOP, "muller", {"owner": [0, 0], "acceptance": "Inf(", "colors": [0, 1]}, "acceptance='Inf"),
    "not rabin": (LOOP, "rabin", {"owner": [0, 0], "colors": [0, 1], "acceptance": "Inf(0)&Inf(1)"}, "objective='muller'"),
    "misere parity": (LOOP, "parity", {"owner": [0, 0], "priority": [0, 0], "misere": True}, "misere=True"),
    "min outcome": (LOOP, "outcome", {"min": True}, "min=True"),
    "solver": (LOOP, "outcome", {"solver": "zielonka"}, "solver='zielonka' does not solve"),
    "acyclic": (LOOP, "outcome", {"acyclic": True}, "a → b → a"),
    "threads": (LOOP, "outcome", {"threads": 0}, "threads=0"),
    "timeout": (LOOP, "outcome", {"timeout": -1}, "timeout=-1"),
    "timeout nan": (LOOP, "outcome", {"timeout": NAN}, "timeout=nan"),
    "max_memory": (LOOP, "outcome", {"max_memory": "lots"}, "max_memory=lots"),
    "triple": ([("a", "b", 1, 2)], "outcome", {}, r"\('a', 'b', 1, 2\) is no edge"),
    "number": ([1, 2], "outcome", {}, "an edge is a pair"),
    "unhashable": ([([], "a")], "outcome", {}, "hashable"),
    "unhashable dict": ({"a": [[]]}, "outcome", {}, "hashable"),
    "dict of numbers": ({"a": 1}, "outcome", {}, "node 'a' has 1: a list"),
    "dict of text": ({"a": "bc"}, "outcome", {}, "node 'a' has 'bc': a list"),
    "nan node": (pd.DataFrame({"u": ["a", None], "v": ["b", "c"]}), "outcome", {}, "a node is missing"),
    "one column": (pd.DataFrame({"u": ["a"]}), "outcome", {}, "fewer than two columns"),
    "cube": (np.zeros((2, 2, 2), int), "outcome", {}, "shape"),
    "negative edge": (np.array([[0, -1]]), "outcome", {}, "-1"),
    "sparse numbers": (np.array([[0, 10**9]]), "outcome", {}, "a list of edges takes any names"),
    "energy without moves": ([("a", "b")], "energy", {"owner": [0, 0]}, "'b' has no move"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_clear_error(case: str) -> None:
    g, objective, keywords, message = CASES[case]
    with pytest.raises(InputError, match=message) as raised:
        retrograde.solve(g, objective, **keywords)
    assert isinstance(raised.value, ValueError)


ARRAYS: Dict[str, Tuple[Any, Any, str]] = {
    "negative": ([0, 1], [-1], r"indices\[0\] is -1"),
    "too large": ([0, 1], [5], "vertex 5 does not exist"),
    "overflow": ([0, 1], [2**40], r"indices\[0\] is 1099511627776"),
    "unsigned": ([0, 1], np.array([2**64 - 1], dtype=np.uint64), r"indices\[0\] is 18446744073709551615"),
    "falling": ([0, 2, 1, 2], [0, 0], "row|offset"),
    "short": ([0, 1, 1], [0, 0], "row|offset"),
    "long": ([0, 5], [0], "row|offset"),
    "minus": ([0, -1, 1], [0], r"indptr\[1\] is -1"),
    "wide": ([0, 2**40], [0], r"indptr\[1\] is"),
    "first": ([1, 1], [0], "row|offset"),
    "empty": (np.array([], dtype=int), [], "indptr is empty"),
    "floats": ([0.0, 1.0], [0], "indptr is of float64"),
    "text": ([0, 1], np.array(["0"]), "indices is of <U1"),
    "bools": ([0, 1], np.array([True]), "indices is of bool"),
    "dimensions": ([[0, 1]], [0], "indptr has 2 dimensions"),
    "objects": ([0, 1], np.array([object()]), "indices is of object"),
}


@pytest.mark.parametrize("case", ARRAYS)
def test_arrays_that_make_no_graph(case: str) -> None:
    indptr, indices, message = ARRAYS[case]
    with pytest.raises(InputError, match=message):
        retrograde.solve((np.asarray(indptr), np.asarray(indices)))


def test_a_graph_that_is_edited_by_its_own_nodes() -> None:
    """Hashing a node runs code of the caller, which may do anything."""
    g = nx.DiGraph()

    class Node:
        armed = False

        def __hash__(self) -> int:
            if Node.armed:
                Node.armed = False
                g.add_edge("x", "y")
                g.add_edge("y", "z")
            return 1

    nodes = [Node() for _ in range(20)]
    g.add_edges_from(zip(nodes, nodes[1:]))
    Node.armed = True
    with pytest.raises(InputError, match="changed while it was read"):
        retrograde.solve(g)


def test_nodes_that_cannot_be_shown() -> None:
    class Node:
        def __str__(self) -> str:
            raise ZeroDivisionError

    a, b = Node(), Node()
    with pytest.raises(InputError, match="vertex 'node 1' has no owner"):
        retrograde.solve([(a, b), (b, a)], "buchi", owner={a: 0})
    assert "node 0" in repr(retrograde.solve([(a, b)]))


@pytest.mark.parametrize("kind", [np.int64, np.int32])
def test_arrays_and_graphs_changed_by_another_thread(kind: Any) -> None:
    """What can be written to is copied once: an answer is right for the copy, or there is an error."""
    rng = np.random.default_rng(0)
    count = 100_000
    indptr = np.arange(0, 2 * count + 1, 2, dtype=kind)
    indices = rng.integers(0, count, 2 * count).astype(kind)
    good = indices.copy(), indptr.copy()
    g = nx.DiGraph(zip(range(200), range(1, 201)))
    stop = threading.Event()

    def disturb() -> None:
        place = 0
        while not stop.is_set():
            indices[::7] = rng.integers(-5, count + 5, len(indices[::7]))
            indptr[1:-1:5] = rng.integers(0, 2 * count, len(indptr[1:-1:5]))
            indices[:], indptr[:] = good
            place += 1
            g.add_edge(place % 1000, (place * 7) % 1000)
            if place % 3 == 0:
                g.remove_nodes_from([place % 500])

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(60):
            for game in ((indptr, indices), g):
                try:
                    s = retrograde.solve(game)
                except retrograde.RetrogradeError:
                    continue
                s.verify()
                assert s.line(s.nodes[0], most=10)
    finally:
        stop.set()
        thread.join()


def test_what_is_written_after_solving_changes_no_answer() -> None:
    indptr, indices = retrograde.generate.random(100_000).csr()
    indptr, indices = indptr.astype(np.int32), indices.astype(np.int32)
    frozen = indices.copy()
    frozen.flags.writeable = False
    view = indices[:]
    view.flags.writeable = False  # its base is not
    solutions = [retrograde.solve((indptr, array)) for array in (indices, view, frozen)]
    indices[:] = 0
    for s in solutions:
        s.verify()


def test_only_what_nobody_writes_to_is_used_in_place(tmp_path: Any) -> None:
    """Somebody else keeps an array just if it is used where it is."""
    indptr, indices = retrograde.generate.random(100_000).csr()
    indptr = indptr.astype(np.int32)
    np.save(tmp_path / "ends.npy", indices.astype(np.int32))
    writable = indices.astype(np.int32)
    hidden = writable.copy()[:]
    hidden.flags.writeable = False
    frozen = writable.copy()
    frozen.flags.writeable = False
    mapped = np.load(tmp_path / "ends.npy", mmap_mode="r")
    private = np.load(tmp_path / "ends.npy", mmap_mode="c")
    shared = np.frombuffer(writable.tobytes(), dtype=np.int32)
    arrays = [(writable, False), (hidden, False), (private, False), (frozen, True), (mapped, True), (shared, True)]
    for array, kept in arrays:
        before = sys.getrefcount(array)
        s = retrograde.solve((indptr, array))
        assert (sys.getrefcount(array) > before) == kept
        del s
        assert sys.getrefcount(array) == before


def test_long_arrays_that_make_no_graph() -> None:
    """Whether they are copied or not, the message is the same."""
    count = 100_000
    indptr = np.arange(count + 1, dtype=np.int32)
    indptr.flags.writeable = False
    for bad, message in [(-1, r"indices\[5\] is -1"), (count, f"vertex {count} does not exist")]:
        for frozen in (False, True):
            indices = np.zeros(count, dtype=np.int32)
            indices[5] = bad
            indices.flags.writeable = not frozen
            with pytest.raises(InputError, match=message):
                retrograde.solve((indptr, indices))


def test_memory_that_is_not_there() -> None:
    g = retrograde.generate.random(100_000)
    with pytest.raises(retrograde.OutOfMemory, match="the limit on memory leaves") as raised:
        retrograde.solve(g, max_memory="3M")
    assert isinstance(raised.value, MemoryError)
    assert "solver='components' takes" in str(raised.value) or "max_memory" in str(raised.value)


def test_files_that_are_not_there(tmp_path: Any) -> None:
    with pytest.raises(FileNotFoundError, match="nothing.txt"):
        retrograde.solve(tmp_path / "nothing.txt")
    with pytest.raises(InputError, match="is not a file, and as a game"):
        retrograde.solve("no-such-game")
    s = retrograde.solve(LOOP)
    with pytest.raises(OSError):
        s.save(tmp_path / "no" / "folder.csv")
    with pytest.raises(InputError, match="there is no format 'xyz'"):
        s.save(tmp_path / "a.xyz")


def test_nodes_that_are_not_there() -> None:
    s = retrograde.solve(LOOP)
    for ask in (s.__getitem__, s.line, s.explain, lambda node: s.svg(start=node)):
        with pytest.raises(KeyError, match="there is no node 'z'; there are 'a', 'b'"):
            ask("z")
    with pytest.raises(retrograde.NoSuchNode):
        s[[]]
    assert "z" not in s and [] not in s and "a" in s


def test_arrays_that_a_solution_does_not_have() -> None:
    s = retrograde.solve(LOOP)
    with pytest.raises(AttributeError, match="a solution of 'outcome' has no 'winner'"):
        s.winner
    with pytest.raises(AttributeError, match="nothing is known of 'winner'"):
        s["a"].winner
    assert not hasattr(s, "credit")
    with pytest.raises(ValueError, match="read-only"):
        s.outcome[0] = 1


def test_what_may_not_have_been_meant() -> None:
    g = nx.DiGraph(LOOP)
    nx.set_node_attributes(g, 0, "owner")
    with pytest.warns(retrograde.RetrogradeWarning, match="owner, which outcome does not look at"):
        retrograde.solve(g)
    retrograde.solve(g, "outcome")
    with pytest.warns(retrograde.RetrogradeWarning, match="no vertex is a target"):
        retrograde.solve(g, "buchi")
    nx.set_node_attributes(g, True, "traget")
    with pytest.warns(retrograde.RetrogradeWarning, match="traget"):
        retrograde.solve(g, "buchi", target=[True, False])
