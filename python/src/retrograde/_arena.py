"""From whatever the caller has to a graph that the library solves."""

from __future__ import annotations

import os
from typing import Any, Dict, Hashable, Mapping, Optional, Set, Tuple

import numpy as np

from . import _attributes, _graphs
from ._nodes import Nodes
from ._retrograde import Arena, objectives
from .errors import InputError

OF_VERTICES = ("verdict", "owner", "priority", "target", "colors")
OF_EDGES = ("weight", "player")
NAMES = OF_VERTICES + OF_EDGES

OBJECTIVES: Mapping[str, Mapping[str, Any]] = objectives()


class Game:
    """A game graph as the library keeps it, with the caller's names of its vertices.

    What `retrograde.generate` and the constructions return, and what `retrograde.solve` and the
    constructions take in place of a graph.
    """

    def __init__(self, arena: Arena, nodes: Nodes, given: Any = None) -> None:
        self._arena = arena
        self._nodes = nodes
        self._given = given

    def explore(self, **options: Any) -> "Game":
        """Has the graph made within some limits, where it is not there yet."""
        return self

    def __len__(self) -> int:
        return self._arena.vertices

    @property
    def nodes(self) -> Any:
        """The vertices by their names, in order."""
        return self._nodes.all()

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return self._arena.edges

    def csr(self) -> "Tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
        """The graph as `(indptr, indices)`."""
        return self._arena.csr()

    def attributes(self) -> Dict[str, Any]:
        """What is said of vertices and edges: for each attribute a list, None where there is none.

        Those of edges stand in the order of `csr()`.
        """
        return self._arena.attributes()

    def successors(self, node: Any) -> Any:
        """Where the moves from a node lead."""
        found = self._arena.successors(self._nodes.vertex(node))
        return [self._nodes[vertex] for vertex in found]

    def to_networkx(self) -> Any:
        """The game as a networkx graph."""
        from ._networkx import graph

        return graph(self)

    def save(self, path: Any, *, format: Optional[str] = None, lossy: bool = False) -> None:
        """Writes the graph to a file, in a format that its extension or `format` says.

        What the format cannot hold is an error; with `lossy` it is left out.
        """
        check_names(self._nodes)
        self._arena.write(path, format, lossy)

    def __repr__(self) -> str:
        label = self._arena.label
        name = f"{label}: " if label else ""
        return f"<retrograde.Game {name}{len(self):,} vertices, {self.edges:,} edges>"


def check_names(nodes: Nodes) -> None:
    """Refuses nodes that a file could not tell apart."""
    if nodes.nodes is None:
        return
    seen: Dict[str, Any] = {}
    for node in nodes.nodes:
        text = str(node)
        if text in seen:
            raise InputError(
                f"the nodes {seen[text]!r} and {node!r} are written the same in a file: rename one"
            )
        seen[text] = node


def wanted(objective: Optional[str]) -> Optional[Set[str]]:
    """The attributes to read for an objective: what it looks at, and what it would refuse.

    None where nobody has asked for one: then all that there are.
    """
    if objective is None:
        return None
    facts = OBJECTIVES.get(objective)
    if facts is None:
        there = "', '".join(OBJECTIVES)
        raise InputError(f"there is no objective '{objective}': there are '{there}'")
    return {*facts["needs"], *facts["reads"], "verdict"}


def game(
    g: Any,
    attributes: Mapping[str, Any],
    reads: Optional[Set[str]],
    *,
    columns: Optional[Tuple[Hashable, Hashable]] = None,
    format: Optional[str] = None,
    options: Optional[Dict[str, Any]] = None,
) -> Game:
    """The game that an object stands for."""
    keywords = ((name, attributes.get(name, name)) for name in NAMES)
    plain = [name for name, it in keywords if not (it is None or (isinstance(it, str) and it == name))]
    if isinstance(g, Game) or _graphs.is_file(g):
        if plain:
            raise InputError(f"a game that is read has its own attributes: leave out {plain[0]}=")
        if isinstance(g, Game):
            if options is not None:
                g.explore(**options)
            return g
        from ._catalogue import opened

        return opened(os.fsdecode(g), format, options)
    graph = _graphs.read(g, columns)
    said = _said(graph, attributes, reads)
    if graph.indptr is not None:
        arena = Arena.from_csr(graph.indptr, graph.ends, graph.nodes, said)
    else:
        arena = Arena.from_edges(graph.count, graph.sources, graph.ends, graph.nodes, said)
    return Game(arena, Nodes(graph.count, graph.nodes), g if _graphs.is_networkx(g) else None)


def _said(
    graph: _graphs.Graph, keywords: Mapping[str, Any], reads: Optional[Set[str]]
) -> Dict[str, Any]:
    """The attributes as the native half takes them."""
    said: Dict[str, Any] = {}
    names = set(graph.said())
    if reads is None:
        # Weights are on many graphs, and an outcome has no use for them.
        reads = {"verdict"} | (names - {"weight"})
    node = graph.nodes.__getitem__ if graph.nodes is not None else int
    edges = len(graph.ends)

    def of_node(place: int) -> str:
        return f"node {node(place)!r}"

    def of_edge(place: int) -> str:
        pairs = list(graph.pairs())
        return f"the edge from {pairs[place][0]!r} to {pairs[place][1]!r}"

    for name in NAMES:
        keyword = keywords.get(name, name)
        on_edges = name in OF_EDGES
        if keyword is None or (isinstance(keyword, str) and name not in reads):
            continue
        if isinstance(keyword, str):
            values = (graph.of_edges if on_edges else graph.of_vertices)(keyword)
            missing = values is None or _all_none(values)
            if missing and keyword != name:
                raise InputError(f"no {'edge' if on_edges else 'node'} has an attribute '{keyword}'")
            if missing:
                continue
        elif on_edges:
            values = _attributes.spread(name, keyword, lambda: list(graph.pairs()), edges, "edge")
        else:
            keys = range(graph.count) if graph.nodes is None else graph.nodes
            values = _attributes.spread(name, keyword, lambda: keys, graph.count, "node")
        where = of_edge if on_edges else of_node
        assert values is not None
        if name in _attributes.CODES:
            said[name] = _attributes.codes(name, values, where)
        elif name == "colors":
            said[name] = _attributes.colors(values, where)
        elif name == "priority":
            found, given = _attributes.whole(name, values, where, 0, 2**32 - 1)
            said[name] = found if given is None else np.where(given, found, -1)
        else:
            said[name] = _attributes.whole(name, values, where, -(2**63), 2**63 - 1)
    taken = {keyword for keyword in keywords.values() if isinstance(keyword, str)}
    said["unread"] = [name for name in names if name not in taken]
    if graph.acceptance is not None and "acceptance" in reads:
        said["acceptance"] = graph.acceptance
    return said


def _all_none(values: Any) -> bool:
    return not isinstance(values, np.ndarray) and all(value is None for value in values)
