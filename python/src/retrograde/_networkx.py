"""Games as networkx graphs."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from itertools import chain, count, islice, repeat
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Tuple

import numpy as np

from ._optional import package

if TYPE_CHECKING:
    from ._arena import Game

OF_EDGES = ("weight", "player")
Facts = Dict[str, Any]


@contextmanager
def uncollected() -> Iterator[None]:
    """Looks for no garbage meanwhile: a graph is many small dicts, and looking at them again and again
    would take longer than making them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def graph(game: "Game") -> Any:
    """The game with its attributes, and with whatever else the graph says that it was read from."""
    nx = package("networkx", "for to_networkx()")

    indptr, indices = game.csr()
    places = np.repeat(np.arange(len(game)), np.diff(indptr)), indices
    names = list(game.nodes)
    sources, ends = (list(map(names.__getitem__, place.tolist())) for place in places)
    given, read = game._given, game._read
    parallel = len(np.unique(places[0] * max(len(names), 1) + places[1])) < len(ends)
    multi = parallel or (given is not None and given.is_multigraph())
    made: Any = nx.MultiDiGraph() if multi else nx.DiGraph()
    if given is not None:
        made.graph.update(given.graph)
    if game._arena.acceptance is not None:
        made.graph["acceptance"] = game._arena.acceptance
    there = {} if given is None else getattr(given, "_node", given.nodes)
    with uncollected():
        made.add_nodes_from(names)
        of_nodes: List[Facts] = list(made._node.values())
        for name, facts in zip(names, of_nodes):
            facts.update(there.get(name, ()))
        keys = _keys(given, sources, ends) if multi else []
        made.add_edges_from(zip(sources, ends, keys) if multi else zip(sources, ends))
        rows = made._adj
        if multi:
            of_edges: List[Facts] = [rows[u][v][key] for u, v, key in zip(sources, ends, keys)]
        else:
            of_edges = [rows[u][v] for u, v in zip(sources, ends)]
        if given is not None:
            _carry(given, zip(sources, ends, keys) if multi else zip(sources, ends, repeat(0)), of_edges)
        attributes = game.attributes()
        for name in {*read, *attributes}:
            called, of = read.get(name, name), of_edges if name in OF_EDGES else of_nodes
            for facts, value in zip(of, attributes.get(name) or repeat(None)):
                if value is not None:
                    facts[called] = value
                else:
                    facts.pop(called, None)
    return made


def _carry(given: Any, edges: Iterable[Tuple[Any, Any, Any]], of_edges: List[Facts]) -> None:
    """Adds what is said of edges by a graph that may be another by now."""
    rows = getattr(given, "_adj", given.adj)
    nothing: Facts = {}
    several = given.is_multigraph()
    for (start, end, key), facts in zip(edges, of_edges):
        said = rows.get(start, nothing).get(end, nothing)
        if several:
            said = said.get(key, nothing)
        elif key != 0:
            continue
        if said:
            facts.update(said)


def _keys(given: Any, sources: List[Any], ends: List[Any]) -> List[Any]:
    """The keys of edges: of parallel ones, the first has the one that comes first in the graph that they
    were read from, as it is now, and so on."""
    several = given is not None and given.is_multigraph()
    rows = getattr(given, "_adj", given.adj) if several else {}
    used: Dict[Tuple[Any, Any], int] = {}
    keys: List[Any] = []
    for pair in zip(sources, ends):
        place = used[pair] = used.get(pair, -1) + 1
        if not several:
            keys.append(place)
            continue
        known = rows.get(pair[0], {}).get(pair[1], {})
        keys.append(next(islice(chain(known, (key for key in count() if key not in known)), place, None)))
    return keys
