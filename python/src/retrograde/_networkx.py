"""Games and solutions as networkx graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._optional import package

if TYPE_CHECKING:
    from ._arena import Game


def graph(game: "Game") -> Any:
    """The game with its attributes: a `MultiDiGraph` if it has parallel edges, else a `DiGraph`."""
    nx = package("networkx", "for to_networkx()")

    indptr, indices = game.csr()
    sources = np.repeat(np.arange(len(game)), np.diff(indptr))
    names = list(game.nodes)
    pairs = list(zip(map(names.__getitem__, sources.tolist()), map(names.__getitem__, indices.tolist())))
    parallel = len(set(zip(sources.tolist(), indices.tolist()))) < len(pairs)
    made: Any = nx.MultiDiGraph() if parallel else nx.DiGraph()
    attributes = game.attributes()
    of_edges = {name: attributes.pop(name) for name in ("weight", "player") if name in attributes}
    made.add_nodes_from(names)
    for name, values in attributes.items():
        for node, value in zip(names, values):
            if value is not None:
                made.nodes[node][name] = value
    made.add_edges_from(
        (start, end, {name: values[place] for name, values in of_edges.items() if values[place] is not None})
        for place, (start, end) in enumerate(pairs)
    )
    if game._arena.acceptance is not None:
        made.graph["acceptance"] = game._arena.acceptance
    return made
