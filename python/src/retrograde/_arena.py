"""From whatever the caller has to a graph that the library solves."""

from __future__ import annotations

import os
from typing import Any, Dict, Hashable, List, Mapping, Optional, Set, Tuple

import numpy as np

from . import _attributes, _checks, _graphs
from ._nodes import Nodes
from ._retrograde import Arena, objectives
from .errors import InputError, WrongType

OF_VERTICES = ("verdict", "owner", "priority", "target", "colors")
OF_EDGES = ("weight", "player")
NAMES = OF_VERTICES + OF_EDGES

OBJECTIVES: Mapping[str, Mapping[str, Any]] = objectives()


class Game:
    """A game graph as the library keeps it, with the caller's names of its vertices.

    What `retrograde.game`, `retrograde.generate` and the constructions return, and what
    `retrograde.solve` and the constructions take in place of a graph. It can be pickled and copied.

    >>> import retrograde
    >>> game = retrograde.game([("a", "b"), ("b", "a"), ("a", "t")])
    >>> game
    <retrograde.Game 3 vertices, 3 edges>
    >>> game.successors("a")
    ['b', 't']
    >>> game.csr()
    (array([0, 2, 3, 3]), array([1, 2, 0], dtype=uint32))
    """

    #: The networkx graph that it was read from, and under which names attributes were read from it.
    _given: Any = None
    _read: Mapping[str, str] = {}
    #: The first edge without a weight, in words, where others have one.
    _weightless: Optional[str] = None

    def __init__(self, arena: Arena, nodes: Nodes) -> None:
        self._arena = arena
        self._nodes = nodes

    def __reduce__(self) -> Any:
        state = {name: it for name, it in self.__dict__.items() if name not in ("_arena", "_given")}
        indptr, indices = self.csr()
        named = type(self._nodes) is Nodes
        names = self._nodes.nodes if named else self._arena.names()
        said = {**self.attributes(), "acceptance": self._arena.acceptance}
        return _restored, (type(self), state, indptr, indices, names, named, said, self._arena.rest())

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
        """The game as a networkx graph.

        It is a `MultiDiGraph` if there are parallel edges, or if the game was read from one. Of a graph
        of networkx that it was read from it has what nodes, edges and graph say beside; nodes and edges,
        and the attributes that were read, are as they were then, whatever has become of it.

        >>> import retrograde
        >>> retrograde.game([("a", "b", 2)]).to_networkx().edges(data=True)
        OutEdgeDataView([('a', 'b', {'weight': 2})])
        """
        from ._networkx import graph

        return graph(self)

    def save(self, path: _checks.Path, *, format: Optional[str] = None, lossy: bool = False) -> None:
        """Writes the graph to a file, in a format that its extension or `format` says.

        What the format cannot hold is an error; with `lossy` it is left out.
        """
        check_names(self._nodes)
        self._arena.write(_checks.path(path), _checks.text_or_none("format", format), bool(lossy))

    def __repr__(self) -> str:
        label = self._arena.label
        name = f"{label}: " if label else ""
        return f"<retrograde.Game {name}{len(self):,} vertices, {self.edges:,} edges>"


def _restored(
    kind: Any, state: Any, indptr: Any, indices: Any, names: Any, named: bool, said: Any, rest: Any
) -> Any:
    """The game that was taken apart by `Game.__reduce__`."""

    def nowhere(place: int) -> str:
        return f"the value at {place}"

    if named:
        names = shown(state["_nodes"].nodes)
    acceptance = said.pop("acceptance")
    said = {name: _coded(name, values, nowhere) for name, values in said.items()}
    if acceptance is not None:
        said["acceptance"] = acceptance
    game = kind.__new__(kind)
    game.__dict__.update(state)
    game._arena = Arena.restored(indptr, indices, names, said, rest)
    return game


def shown(nodes: Optional[List[Any]]) -> Optional[List[Any]]:
    """What messages call nodes: as they print, and as Python writes them where two print the same."""
    if nodes is None or len(set(map(type, nodes))) < 2:
        return nodes
    try:
        if len(set(map(str, nodes))) < len(nodes):
            return list(map(repr, nodes))
    except Exception:
        # Whatever a node says when it is printed is not for here.
        pass
    return nodes


def check_names(nodes: Nodes, longest: Optional[int] = None) -> None:
    """Refuses nodes that a file could not tell apart, or whose names have too many bytes for it."""
    if nodes.nodes is None:
        return
    seen: Dict[str, Any] = {}
    for node in nodes.nodes:
        text = str(node)
        if longest is not None and 4 * len(text) > longest < len(text.encode("utf-8", "replace")):
            raise InputError(f"the name '{text[:40]}…' is longer than {longest >> 10} KiB: json takes none")
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
    if not isinstance(objective, str):
        raise WrongType(f"objective={objective!r}: the name of an objective is wanted")
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
    _checks.text_or_none("format", format)
    if columns is not None:
        columns = _checks.columns(columns)
        if not _checks.is_table(g):
            raise InputError("columns= says which columns of a table are edges, and this is no table")
    if format is not None and not _graphs.is_file(g):
        raise InputError("format= says in which format a file is, and this is no file")
    if isinstance(g, Game) or _graphs.is_file(g):
        if plain:
            raise InputError(f"a game that is read has its own attributes: leave out {plain[0]}=")
        if isinstance(g, Game):
            if options is not None:
                g.explore(**options)
            return g
        from ._catalogue import opened

        return opened(os.fsdecode(g), format, options)
    _checks.graph(g, columns)
    graph = _graphs.read(g, columns)
    said = _said(graph, attributes, reads)
    read, weightless = said.pop("read"), said.pop("weightless")
    names = shown(graph.nodes)
    if graph.indptr is not None:
        arena = Arena.from_csr(graph.indptr, graph.ends, names, said)
    else:
        arena = Arena.from_edges(graph.count, graph.sources, graph.ends, names, said)
    made = Game(arena, Nodes(graph.count, graph.nodes))
    if _graphs.is_networkx(g):
        made._given, made._read = g, read
    if weightless is not None:
        made._weightless = weightless
    return made


def check_weights(game: Game, objective: Optional[str]) -> None:
    """Refuses weights that only some edges have, where they count."""
    if game._weightless is not None and "weight" in (wanted(objective) or ()):
        raise InputError(f"{game._weightless} has no weight, and other edges have one: give all of them one")


def _said(
    graph: _graphs.Graph, keywords: Mapping[str, Any], reads: Optional[Set[str]]
) -> Dict[str, Any]:
    """The attributes as the native half takes them, and in the caller's words: under which names they
    were read, and the first edge that has no weight where others do."""
    said: Dict[str, Any] = {"read": {}, "weightless": None}
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
        said["read"][name] = keyword if isinstance(keyword, str) else name
        said[name] = _coded(name, values, where)
        if name == "weight" and said[name][1] is not None:
            said["weightless"] = where(int(np.argmin(said[name][1])))
    taken = {keyword for keyword in keywords.values() if isinstance(keyword, str)}
    said["unread"] = [name for name in names if name not in taken]
    if graph.acceptance is not None and "acceptance" in reads:
        said["acceptance"] = graph.acceptance
    return said


def _coded(name: str, values: Any, where: _attributes.Where) -> Any:
    """The values of an attribute as the native half takes them."""
    if name in _attributes.CODES:
        return _attributes.codes(name, values, where)
    if name == "colors":
        return _attributes.colors(values, where)
    if name == "priority":
        found, given = _attributes.whole(name, values, where, 0, 2**32 - 1)
        return found if given is None else np.where(given, found, -1)
    return _attributes.whole(name, values, where, -(2**63), 2**63 - 1)


def _all_none(values: Any) -> bool:
    return not isinstance(values, np.ndarray) and all(value is None for value in values)
