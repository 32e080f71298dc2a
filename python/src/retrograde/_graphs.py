"""Graphs of other libraries as arrays, each in a few operations a graph rather than many an edge."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import chain, islice, repeat
from operator import methodcaller
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .errors import InputError

Values = Any

#: So many nodes and edges are looked at for names of attributes that nobody asked for.
SOME = 1000


def _nothing(name: str) -> Values:
    return None


def _no_names() -> Iterable[str]:
    return ()


@dataclass
class Graph:
    """A graph as arrays: rows (`indptr`, `ends`), or edges in any order (`sources`, `ends`)."""

    count: int
    nodes: Optional[List[Any]]
    ends: "np.ndarray[Any, Any]"
    indptr: "Optional[np.ndarray[Any, Any]]" = None
    sources: "Optional[np.ndarray[Any, Any]]" = None
    #: An attribute of all vertices or of all edges by its name, with None where there is none; None
    #: where no vertex or edge can have it.
    of_vertices: Callable[[str], Values] = field(default=_nothing)
    of_edges: Callable[[str], Values] = field(default=_nothing)
    #: The names of attributes that vertices or edges have, where that is known.
    said: Callable[[], Iterable[str]] = field(default=_no_names)
    acceptance: Optional[str] = None

    def pairs(self) -> Iterable[Tuple[Any, Any]]:
        """The edges by the names of their ends."""
        sources = self.sources
        if sources is None:
            assert self.indptr is not None
            sources = np.repeat(np.arange(self.count), np.diff(self.indptr))
        if self.nodes is None:
            return zip(sources.tolist(), self.ends.tolist())
        name = self.nodes.__getitem__
        return zip(map(name, sources.tolist()), map(name, self.ends.tolist()))


def is_file(g: Any) -> bool:
    """Whether it is the name of a file or of a game given by rules."""
    return isinstance(g, (str, bytes, os.PathLike))


def is_networkx(g: Any) -> bool:
    return all(hasattr(g, name) for name in ("adj", "nodes", "is_directed", "is_multigraph"))


def _module(g: Any) -> str:
    return type(g).__module__.split(".")[0]


def read(g: Any, columns: Optional[Tuple[Hashable, Hashable]] = None) -> Graph:
    """The graph that an object stands for.

    Raises `InputError` where it stands for none.
    """
    try:
        if is_networkx(g):
            return _networkx(g)
        if _module(g) == "scipy" and hasattr(g, "tocsr"):
            return _scipy(g)
        if _module(g) == "igraph":
            return _igraph(g)
        if _module(g) == "rustworkx":
            return _rustworkx(g)
        if hasattr(g, "columns") and hasattr(g, "__getitem__"):
            return _table(g, columns)
        if _module(g) == "networkx":
            return _edge_view(g)
        if isinstance(g, Mapping):
            return _dict(g)
        if isinstance(g, tuple) and len(g) == 2 and all(isinstance(it, np.ndarray) for it in g):
            return _rows(*g)
        if isinstance(g, np.ndarray):
            return _edge_array(g)
        if isinstance(g, Iterable):
            return _edges(list(g))
    except RuntimeError as error:
        if "changed" not in str(error):
            raise
        raise InputError(f"the graph was changed while it was read: {error}") from error
    kind = f"{type(g).__module__}.{type(g).__qualname__}"
    raise InputError(
        f"{kind} is no graph: give a networkx graph, a SciPy sparse matrix, (indptr, indices) arrays, "
        "a list of edges, a dict of lists, a table of edges, or the name of a file or a game"
    )


def whole_array(given: Any, what: str) -> "np.ndarray[Any, Any]":
    """A one-dimensional array of whole numbers of 32 or 64 bits."""
    array: np.ndarray[Any, Any] = np.asarray(given)
    if array.ndim != 1:
        raise InputError(f"{what} has {array.ndim} dimensions: one is wanted")
    if array.dtype.kind not in "iu":
        if array.size == 0:
            return array.astype(np.int64)
        raise InputError(f"{what} is of {array.dtype}: whole numbers are wanted")
    if array.dtype.itemsize < 4:
        return array.astype(np.int32)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _rows(indptr: Any, indices: Any) -> Graph:
    indptr, indices = whole_array(indptr, "indptr"), whole_array(indices, "indices")
    if indptr.size == 0:
        raise InputError("indptr is empty: it has one entry more than there are vertices")
    return Graph(indptr.size - 1, None, indices, indptr=indptr)


def _scipy(g: Any) -> Graph:
    if g.ndim != 2 or g.shape[0] != g.shape[1]:
        raise InputError(f"the matrix has shape {g.shape}: rows and columns are the same vertices")
    rows = g.tocsr()
    graph = _rows(rows.indptr, rows.indices)
    data = rows.data

    def of_edges(name: str) -> Values:
        # A matrix has one value an edge; of True and False there is nothing to read.
        return data if name == "weight" and data.dtype.kind != "b" else None

    graph.of_edges = of_edges
    return graph


def _networkx(g: Any) -> Graph:
    if not g.is_directed():
        raise InputError(
            "the graph is undirected, and a move has a direction: g.to_directed() has both"
        )
    rows = g._adj if hasattr(g, "_adj") else g.adj
    nodes = list(rows)
    values = methodcaller("values")
    if g.is_multigraph():
        degrees = [sum(map(len, ends.values())) for ends in rows.values()]
        ends: Iterable[Any] = chain.from_iterable(
            repeat(end, len(keys)) for ends in rows.values() for end, keys in ends.items()
        )

        def data() -> Iterable[Dict[str, Any]]:
            return chain.from_iterable(
                map(values, chain.from_iterable(map(values, rows.values())))
            )

    else:
        degrees = list(map(len, rows.values()))
        ends = chain.from_iterable(rows.values())

        def data() -> Iterable[Dict[str, Any]]:
            return chain.from_iterable(map(values, rows.values()))

    indptr = np.zeros(len(nodes) + 1, dtype=np.int64)
    np.cumsum(degrees, out=indptr[1:])
    numbered = all(map(_is, nodes, range(len(nodes))))
    if not numbered:
        ends = map(dict(zip(nodes, range(len(nodes)))).__getitem__, ends)
    try:
        indices = np.fromiter(ends, dtype=np.int64, count=int(indptr[-1]))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError("the graph was changed while it was read") from error
    of_nodes = g._node if hasattr(g, "_node") else g.nodes

    def of_vertices(name: str) -> Values:
        return [of_nodes[node].get(name) for node in nodes] if any(of_nodes.values()) else None

    def of_edges(name: str) -> Values:
        get = methodcaller("get", name)
        return list(map(get, data())) if any(data()) else None

    def said() -> Iterable[str]:
        some = chain(islice(of_nodes.values(), SOME), islice(data(), SOME))
        return [name for name in set(chain.from_iterable(some)) if isinstance(name, str)]

    acceptance = g.graph.get("acceptance")
    return Graph(
        len(nodes),
        None if numbered else nodes,
        indices,
        indptr=indptr,
        of_vertices=of_vertices,
        of_edges=of_edges,
        said=said,
        acceptance=None if acceptance is None else str(acceptance),
    )


def _edge_view(view: Any) -> Graph:
    """The edges of a networkx graph without the graph, as `g.edges` or `g.edges(data=True)` has them."""
    graph = getattr(getattr(view, "_viewer", view), "_graph", None)
    if graph is None:
        raise InputError(f"networkx.{type(view).__qualname__} is no graph: give the graph itself")
    if not graph.is_directed():
        raise InputError("the edges are undirected, and a move has a direction: g.to_directed() has both")
    if callable(view):
        return _edges(list(view(data=True)))
    if getattr(view, "keys", False) is True:
        raise InputError("the edges come with their keys, which are no weights: leave out keys=True")
    return _edges(list(view))


def _is(node: Any, number: int) -> bool:
    return type(node) is int and node == number


def _numbered(sources: Sequence[Any], ends: Sequence[Any], first: Iterable[Any] = ()) -> Graph:
    """Edges between nodes of any kind, numbered as they first come up."""
    try:
        nodes = list(dict.fromkeys(chain(first, chain.from_iterable(zip(sources, ends)))))
        place = dict(zip(nodes, range(len(nodes)))).__getitem__
        count = len(sources)
        numbers = [
            np.fromiter(map(place, side), dtype=np.int64, count=count) for side in (sources, ends)
        ]
    except TypeError as error:
        raise InputError(f"nodes are hashable: {error}") from error
    if any(node is None or node != node for node in nodes):
        raise InputError("a node is missing: there is None or NaN among the ends of edges")
    return Graph(len(nodes), nodes, numbers[1], sources=numbers[0])


def _edges(edges: List[Any]) -> Graph:
    """Pairs, triples with a weight, or triples with a dict of attributes."""
    try:
        lengths = set(map(len, edges))
    except TypeError as error:
        raise InputError(f"an edge is a pair of nodes: {error}") from error
    for edge in edges if lengths - {2, 3} else ():
        if len(edge) not in (2, 3):
            raise InputError(f"{edge!r} is no edge: (from, to) or (from, to, weight) is wanted")
    graph = _numbered([edge[0] for edge in edges], [edge[1] for edge in edges])

    def of_edges(name: str) -> Values:
        if 3 not in lengths:
            return None
        given = [edge[2] if len(edge) == 3 else None for edge in edges]
        if any(isinstance(it, Mapping) for it in given):
            return [it.get(name) if isinstance(it, Mapping) else None for it in given]
        return given if name == "weight" else None

    graph.of_edges = of_edges
    return graph


def _edge_array(edges: "np.ndarray[Any, Any]") -> Graph:
    if edges.ndim != 2 or edges.shape[1] not in (2, 3):
        raise InputError(f"the array has shape {edges.shape}: (edges, 2) is wanted, or 3 with weights")
    if edges.dtype.kind not in "iu":
        return _edges(edges.tolist())
    sources, ends = (whole_array(edges[:, side], "edges") for side in (0, 1))
    least = int(min(sources.min(), ends.min())) if len(edges) else 0
    count = int(max(sources.max(), ends.max())) + 1 if len(edges) else 0
    if least < 0:
        raise InputError(f"there is an edge with {least}: vertices are numbered from 0")
    if count > max(1 << 20, 64 * len(edges)):
        raise InputError(
            f"the largest vertex is {count - 1} and there are {len(edges)} edges: in an array vertices "
            "are numbered from 0; a list of edges takes any names"
        )
    graph = Graph(count, None, ends, sources=sources)
    weights = edges[:, 2] if edges.shape[1] == 3 else None
    graph.of_edges = lambda name: weights if name == "weight" else None
    return graph


def _dict(g: Mapping[Any, Any]) -> Graph:
    rows = list(g.items())
    for node, ends in rows:
        if isinstance(ends, (str, bytes)) or not isinstance(ends, Iterable):
            raise InputError(f"node {node!r} has {ends!r}: a list of nodes to move to is wanted")
    rows = [(node, ends if isinstance(ends, Mapping) else list(ends)) for node, ends in rows]
    sources = list(chain.from_iterable(repeat(node, len(ends)) for node, ends in rows))
    ends = list(chain.from_iterable(ends for _, ends in rows))
    first = chain.from_iterable(chain((node,), ends) for node, ends in rows)
    graph = _numbered(sources, ends, first)

    def of_edges(name: str) -> Values:
        if not any(isinstance(ends, Mapping) for _, ends in rows):
            return None
        given = chain.from_iterable(
            ends.values() if isinstance(ends, Mapping) else repeat(None, len(ends))
            for _, ends in rows
        )
        weight = name == "weight"
        return [
            it.get(name) if isinstance(it, Mapping) else (it if weight else None) for it in given
        ]

    graph.of_edges = of_edges
    return graph


def _table(g: Any, columns: Optional[Tuple[Hashable, Hashable]]) -> Graph:
    """A pandas or polars table with an edge in each row."""
    names = list(g.columns)
    if columns is None:
        if len(names) < 2:
            raise InputError("the table has fewer than two columns: where moves start and where they end")
        columns = (names[0], names[1])
    for name in columns:
        if name not in names:
            raise InputError(f"the table has no column {name!r}: it has {', '.join(map(repr, names))}")
        if names.count(name) > 1:
            raise InputError(f"the table has several columns {name!r}: where moves start and end is not clear")
    sources, ends = (g[name].to_numpy() for name in columns)
    if all(it.dtype.kind in "iu" for it in (sources, ends)) and np.result_type(sources, ends).kind in "iu":
        both = np.stack((sources, ends), axis=1).reshape(-1)
        unique, first, inverse = np.unique(both, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        numbers = place[inverse.reshape(-1)].reshape(-1, 2)
        graph = Graph(
            len(unique), unique[order].tolist(), numbers[:, 1].copy(), sources=numbers[:, 0].copy()
        )
    else:
        graph = _numbered(g[columns[0]].to_list(), g[columns[1]].to_list())
    graph.of_edges = lambda name: g[name].to_numpy() if name in names else None
    graph.said = lambda: [str(name) for name in names if name not in columns]
    return graph


def _igraph(g: Any) -> Graph:
    if not g.is_directed():
        raise InputError("the graph is undirected, and a move has a direction: g.as_directed() has both")
    edges = np.array(g.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    nodes = g.vs["name"] if "name" in g.vs.attributes() else None
    if nodes is not None and len(set(nodes)) != len(nodes):
        nodes = None
    return Graph(
        g.vcount(),
        nodes,
        edges[:, 1].copy(),
        sources=edges[:, 0].copy(),
        of_vertices=lambda name: g.vs[name] if name in g.vs.attributes() else None,
        of_edges=lambda name: g.es[name] if name in g.es.attributes() else None,
        said=lambda: g.vs.attributes() + g.es.attributes(),
    )


def _rustworkx(g: Any) -> Graph:
    if not hasattr(g, "successors"):
        raise InputError("the graph is undirected, and a move has a direction: g.to_directed() has both")
    numbers = list(g.node_indices())
    place = np.full(max(numbers, default=-1) + 1, -1, dtype=np.int64)
    place[numbers] = np.arange(len(numbers))
    edges = np.array(list(g.edge_list()), dtype=np.int64).reshape(-1, 2)
    payloads, labels = g.nodes(), g.edges()

    def of_vertices(name: str) -> Values:
        return [it.get(name) if isinstance(it, Mapping) else None for it in payloads]

    def of_edges(name: str) -> Values:
        if any(isinstance(it, Mapping) for it in labels):
            return [it.get(name) if isinstance(it, Mapping) else None for it in labels]
        return labels if name == "weight" else None

    return Graph(
        len(numbers),
        None if numbers == list(range(len(numbers))) else numbers,
        place[edges[:, 1]],
        sources=place[edges[:, 0]],
        of_vertices=of_vertices,
        of_edges=of_edges,
    )
