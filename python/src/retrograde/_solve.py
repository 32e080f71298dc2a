"""Solving whatever the caller has."""

from __future__ import annotations

import time
import warnings
from typing import Any, Dict, Hashable, Optional, Tuple, Union

from . import _arena, _checks, _retrograde
from ._progress import Progress, telling
from ._solution import Solution
from ._types import Objective
from .errors import OutOfMemory, RetrogradeWarning, SolveTimeout


def solve(
    g: Any,
    objective: Optional[Objective] = None,
    *,
    misere: bool = False,
    min: bool = False,
    acceptance: Optional[str] = None,
    owner: Any = "owner",
    priority: Any = "priority",
    target: Any = "target",
    verdict: Any = "verdict",
    colors: Any = "colors",
    weight: Any = "weight",
    player: Any = "player",
    columns: Optional[Tuple[Hashable, Hashable]] = None,
    format: Optional[str] = None,
    solver: Optional[str] = None,
    engine: Optional[str] = None,
    threads: Optional[int] = None,
    max_memory: Union[None, int, str] = None,
    timeout: Optional[float] = None,
    values_only: bool = False,
    acyclic: bool = False,
    progress: Progress = None,
) -> Solution:
    """Solves a game on a graph: who wins from every position, how fast and by which move.

    `g` is a networkx `DiGraph` or `MultiDiGraph`, a SciPy sparse array, a pair `(indptr, indices)` of
    NumPy arrays, a list of edges (pairs, or triples with a weight) or an array of them, a dict of
    lists (or of dicts with weights), a pandas or polars table with an edge in each row, a rustworkx or
    igraph graph, the name of a file, or a game given by rules, such as `'tic-tac-toe'`.

    Long read-only arrays of rows with 32-bit numbers are used where they are, without a copy: freeze
    them (`indices.flags.writeable = False`, of a view its base too) or map a file
    (`numpy.load(file, mmap_mode="r")`), and leave them so for as long as the solution is used.
    Everything else is copied once, so that nothing that happens to it later changes the answer.

    Nodes of rustworkx go by their numbers in the graph, and what they carry, if it is a dict, has their
    attributes; nodes of igraph by their `name`, if it tells them apart, and by their numbers if not.

    `objective` is what to find out:

    - 'outcome' (the default; for files of parity games 'parity'): who wins if whoever cannot move
      loses (with `misere`, wins), in how many moves, and by which move
    - 'asymmetric': player 0 wants to end the game, and player 1 to play forever. `first` is what that
      is for player 0 when player 0 is to move, `second` what it is for player 1 when player 1 is
    - 'grundy': Sprague-Grundy values, which say what a game is worth beside others
    - 'partizan': edges with `player='left'` or `player='right'` are for that side only. `left_first`
      is what that is for Left when Left starts, `right_first` for Right when Right does; `class_` is N
      (whoever starts wins), P (whoever does not), L, R, or one with draws
    - 'reachability', 'safety', 'buchi', 'cobuchi': player 0 wants to reach a node with `target=True`,
      never to be at one, to be there infinitely often, or only finitely often. `winner` is 0 or 1
    - 'parity': player 0 wants the largest `priority` seen infinitely often to be even (with `min`, the
      smallest)
    - 'energy': player 0 wants to keep the running sum of `weight` from falling below zero; `credit` is
      what it takes to begin with
    - 'mean-payoff': player 0 wants a large average `weight` in the long run, player 1 a small one;
      `value` is what both can be sure of
    - 'muller', 'rabin', 'streett': player 0 wants `acceptance` to hold of the `colors` seen infinitely
      often; `machines` play so

    `owner`, `priority`, `target`, `verdict` and `colors` of nodes, `weight` and `player` of edges are
    each the name of an attribute, the values in the order of nodes or edges, or a dict by node or by
    pair of nodes. None leaves an attribute out. Every node has an owner and a priority where they
    count. Weights are of all edges or of none; only in files, as on the command line, an edge without
    one has the weight 0. Nodes without `target`, `verdict` or `colors` have none, and edges without
    `player` are for both.

    `columns` names the columns of a table where moves start and end; the first two if it is not
    given. `format` says in which format a file is, where its name does not.

    `engine` says where: 'cpu' is in memory, 'gpu' on an NVIDIA card, 'disk' with the edges on disk,
    'cluster' on workers of their own; the answers are the same. `g` itself is in memory all the same:
    `solve_stored` is for files past it.

    `timeout` is in seconds; `max_memory` in bytes, or a text such as '4G' or 'unlimited'; `progress` is
    called with `phase`, `done` and `total` now and then, or True for a bar of tqdm.

    >>> import retrograde
    >>> s = retrograde.solve({"a": ["b", "t"], "b": ["a"]})
    >>> s["a"].outcome, s["a"].move
    ('win', 't')
    >>> edges = [("a", "a", 1), ("a", "b", 3), ("b", "a", 0)]
    >>> s = retrograde.solve(edges, "mean-payoff", owner={"a": 0, "b": 1})
    >>> s["a"].value
    Fraction(3, 2)
    """
    reads = _arena.wanted(objective)
    attributes = {
        "owner": owner,
        "priority": priority,
        "target": target,
        "verdict": verdict,
        "colors": colors,
        "weight": weight,
        "player": player,
    }
    _checks.text_or_none("acceptance", acceptance)
    with telling(progress) as told:
        limits: Dict[str, Any] = {
            "threads": threads,
            "max_memory": max_memory,
            "timeout": timeout,
            "progress": told,
        }
        begin = time.monotonic()
        game = _arena.game(g, attributes, reads, columns=columns, format=format, options=limits)
        if isinstance(timeout, (int, float)) and timeout > 0:
            limits["timeout"] = max(timeout - (time.monotonic() - begin), 0.0)
        asked = game._arena.objective if objective is None else objective
        _arena.check_weights(game, asked)
        native, notes = _retrograde.solve(
            game._arena,
            asked,
            bool(misere),
            bool(min),
            acceptance,
            solver=solver,
            engine=engine,
            values_only=values_only,
            acyclic=acyclic,
            **limits,
        )
        for about_objective, note in notes:
            if not (about_objective and objective is not None):
                warnings.warn(note, RetrogradeWarning, stacklevel=2)
        solution = Solution(native, game)
        if native.unknown:
            _incomplete(solution, native.stopped)
        return solution


def _incomplete(solution: Solution, stopped: Optional[str]) -> None:
    """Says that nothing is known of some nodes."""
    count = f"{solution.unknown:,} of {len(solution):,} nodes"
    if stopped in ("timeout", "memory"):
        what = "the time allowed was up" if stopped == "timeout" else "the memory allowed was used up"
        kind = SolveTimeout if stopped == "timeout" else OutOfMemory
        error: Union[SolveTimeout, OutOfMemory] = kind(f"{what}: nothing is claimed about {count}; the rest is in .solution")
        error.solution = solution
        raise error
    warnings.warn(
        f"the solver gave up: nothing is known about {count}; leave out solver= to have others take "
        "turns",
        RetrogradeWarning,
        stacklevel=3,
    )


def load(
    path: _checks.Path,
    g: Any,
    objective: Optional[Objective] = None,
    *,
    misere: bool = False,
    min: bool = False,
    acceptance: Optional[str] = None,
    owner: Any = "owner",
    priority: Any = "priority",
    target: Any = "target",
    verdict: Any = "verdict",
    colors: Any = "colors",
    weight: Any = "weight",
    player: Any = "player",
    columns: Optional[Tuple[Hashable, Hashable]] = None,
    format: Optional[str] = None,
) -> Solution:
    """Reads a solution of the game `g` from a file that `Solution.save` or the command line wrote.

    It is taken at its word: `verify()` checks it. The keywords are those of `solve`. Files of partizan
    games say who wins, and neither distances nor moves; CSV has no machines; and no file says which
    draws are ties or how the game was solved. `pickle` keeps all of that.

    >>> import os, retrograde, tempfile
    >>> g = {"a": ["b", "t"], "b": ["a"]}
    >>> file = os.path.join(tempfile.mkdtemp(), "answer.csv")
    >>> retrograde.solve(g).save(file)
    >>> s = retrograde.load(file, g)
    >>> s["a"]
    Position('a', outcome='win', distance=1, move='t')
    >>> s.verify()
    'the solution holds: 3 vertices, 3 edges and 2 best moves'
    """
    attributes = {
        "owner": owner,
        "priority": priority,
        "target": target,
        "verdict": verdict,
        "colors": colors,
        "weight": weight,
        "player": player,
    }
    game = _arena.game(g, attributes, _arena.wanted(objective), columns=columns, format=format)
    asked = game._arena.objective if objective is None else objective
    _checks.text_or_none("acceptance", acceptance)
    _arena.check_weights(game, asked)
    file = _checks.path(path)
    return Solution(
        _retrograde.load(file, game._arena, asked, bool(misere), bool(min), acceptance), game
    )
