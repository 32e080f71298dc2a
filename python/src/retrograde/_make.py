"""Other graphs of a graph, games of one kind as games of another, and sums of games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from . import _arena, _checks, _retrograde
from ._arena import Game
from ._nodes import Nodes
from ._solution import Solution
from ._solve import solve
from ._types import Objective
from .errors import InputError

#: The most vertices, and the most edges, of a construction unless said otherwise.
SIZE = 10_000_000

#: Constructions that are not about objectives.
CONSTRUCTIONS = ("alternating", "unravel", "quotient", "reachable", "condensation")


class Made(Game):
    """A game that was made of another one.

    `image` says what each node has become, where it has become one; otherwise it is None. `notes`
    says how answers about this game are answers about the other.
    """

    image: Optional[Dict[Any, Any]] = None
    notes: Tuple[str, ...] = ()


def game(g: Any, **keywords: Any) -> Any:
    """The game that `g` stands for, read once: everything that takes a graph takes it, too.

    The keywords are those of `solve` that say how to read it: `owner`, `weight`, `columns`, `format`
    and so on.

    >>> import retrograde
    >>> retrograde.game([("a", "b"), ("b", "a")])
    <retrograde.Game 2 vertices, 2 edges>

    A game of the catalogue, such as 'connect:5x4x4', is a `RulesGame`: it has moves to play and is
    explored when its graph is needed. Anything else is a `Game`.
    """
    columns, format = keywords.pop("columns", None), keywords.pop("format", None)
    strange = next((name for name in keywords if name not in _arena.NAMES), None)
    if strange is not None:
        raise TypeError(f"there is no keyword '{strange}'")
    reads = {*_arena.NAMES, "acceptance"}
    return _arena.game(g, keywords, reads, columns=columns, format=format)


def _made(arena: _retrograde.Arena, of: Game, image: Optional[List[int]], notes: List[str]) -> Made:
    nodes = Nodes(arena.vertices, arena.names(), text=True)
    made = Made(arena, nodes)
    if image is not None:
        made.image = {node: nodes[vertex] for node, vertex in zip(of._nodes, image)}
    made.notes = tuple(notes)
    return made


def _construct(g: Any, to: str, keywords: Dict[str, Any], **options: Any) -> Made:
    of: Game = game(g, **keywords)
    arena, image, notes = _retrograde.construct(of._arena, to, **options)
    return _made(arena, of, image, notes)


def alternating(g: Any, *, max_size: int = SIZE, **keywords: Any) -> Made:
    """Every position twice, once for each player to move: `a` becomes `a/0` and `a/1`.

    >>> import retrograde
    >>> list(retrograde.alternating([("a", "b")]).nodes)
    ['a/0', 'b/0', 'a/1', 'b/1']
    """
    return _construct(g, "alternating", keywords, size=_checks.whole("max_size", max_size, most=2**64 - 1))


def quotient(g: Any, **keywords: Any) -> Made:
    """As few positions as possible with the same play from each (the coarsest bisimulation).

    >>> import retrograde
    >>> small = retrograde.quotient([("a", "c"), ("b", "c")])
    >>> small.image
    {'a': 'a', 'c': 'c', 'b': 'a'}
    """
    return _construct(g, "quotient", keywords)


def condensation(g: Any, **keywords: Any) -> Made:
    """One vertex for each strongly connected component; `a+2` stands for `a` and two others.

    >>> import retrograde
    >>> small = retrograde.condensation([("a", "b"), ("b", "a"), ("b", "t")])
    >>> list(small.nodes), small.image
    (['a+1', 't'], {'a': 'a+1', 'b': 'a+1', 't': 't'})
    """
    return _construct(g, "condensation", keywords)


def reachable(g: Any, *start: Any, **keywords: Any) -> Made:
    """What play can reach from some nodes.

    >>> import retrograde
    >>> list(retrograde.reachable([("a", "b"), ("b", "c"), ("x", "b")], "b").nodes)
    ['b', 'c']
    """
    if not start:
        raise InputError("say from where: reachable(g, node)")
    of: Game = game(g, **keywords)
    return _construct(of, "reachable", {}, start=[of._nodes.vertex(node) for node in start])


def unravel(g: Any, start: Any, depth: int, *, max_size: int = SIZE, **keywords: Any) -> Made:
    """The tree of all plays from a node, cut after `depth` moves: `a` becomes `a~0`, `a~7`, …

    >>> import retrograde
    >>> list(retrograde.unravel([("a", "b"), ("b", "a"), ("a", "t")], "a", 2).nodes)
    ['a~0', 'b~1', 't~2', 'a~3']
    """
    depth = _checks.whole("depth", depth)
    of: Game = game(g, **keywords)
    vertex = of._nodes.vertex(start)
    size = _checks.whole("max_size", max_size, most=2**64 - 1)
    return _construct(of, "unravel", {}, start=[vertex], depth=depth, size=size)


def product(*games: Any, max_size: int = SIZE) -> Made:
    """The disjunctive sum of games as one graph: `a+x` has the first game at `a`, the second at `x`.

    >>> import retrograde
    >>> both = retrograde.product({1: [0]}, {2: [1, 0], 1: [0]})
    >>> both
    <retrograde.Game 6 vertices, 9 edges>
    >>> retrograde.solve(both)["1+1"].outcome
    'lose'
    """
    parts = [game(g) for g in games]
    size = _checks.whole("max_size", max_size, most=2**64 - 1)
    arena, notes = _retrograde.product([part._arena for part in parts], size)
    return _made(arena, parts[0] if parts else Game(arena, Nodes(0)), None, notes)


def convert(
    g: Any,
    path: Optional[_checks.Path] = None,
    *,
    to: Optional[str] = None,
    objective: Optional[Objective] = None,
    misere: bool = False,
    min: bool = False,
    acceptance: Optional[str] = None,
    threshold: Union[None, int, str, Fraction] = None,
    max_size: int = SIZE,
    output_format: Optional[str] = None,
    lossy: bool = False,
    **keywords: Any,
) -> Game:
    """Turns a game into one of another kind, or writes it to a file, or both.

    With `to` the game becomes one about that objective, with the same winners or as its `notes` say;
    `objective`, `misere`, `min` and `acceptance` are what it is about now. From a mean payoff,
    `threshold` is the value that player 0 wants. With `path` it is written in the format of the
    extension or of `output_format`; what that cannot hold is an error unless `lossy`.

    >>> import retrograde
    >>> parity = retrograde.convert({"a": ["b"], "b": ["a"]}, to="parity", objective="buchi",
    ...                             owner={"a": 0, "b": 1}, target={"b": True})
    >>> retrograde.solve(parity, "parity").winner
    array([0, 0], dtype=int8)
    """
    made: Game = game(g, **keywords)
    if _checks.text_or_none("to", to) in CONSTRUCTIONS:
        raise InputError(f"to='{to}' has a function of its own: retrograde.{to}")
    if to is not None:
        given = None if threshold is None else _checks.fraction("threshold", threshold)
        _checks.text_or_none("acceptance", acceptance)
        _arena.check_weights(made, made._arena.objective if objective is None else objective)
        arena, image, notes = _retrograde.construct(
            made._arena,
            to,
            size=_checks.whole("max_size", max_size, most=2**64 - 1),
            threshold=given,
            objective=objective,
            misere=bool(misere),
            min=bool(min),
            acceptance=acceptance,
        )
        made = _made(arena, made, image, notes)
    if path is not None:
        made.save(path, format=output_format, lossy=lossy)
    return made


def grundy(g: Any, **keywords: Any) -> Solution:
    """The Sprague-Grundy values of a game: `solve` with the objective 'grundy'.

    >>> import retrograde
    >>> s = retrograde.grundy({3: [2, 1, 0], 2: [1, 0], 1: [0], "loop": ["loop", 0]})
    >>> s[3].grundy, s["loop"].grundy
    (3, inf{0})
    """
    return solve(g, "grundy", **keywords)


class Sum(NamedTuple):
    """What a sum of games is worth.

    `outcome` is for whoever is to move; `value` the Grundy value; `move` a best move as the number of
    the game and the node to go to, or None; `values` what each game is worth in it.
    """

    outcome: str
    value: Any
    move: Optional[Tuple[int, Any]]
    values: List[Any]


def sum_of(*summands: Tuple[Any, Any], max_memory: Union[None, int, str] = None) -> Sum:
    """Who wins several games side by side, in which a player moves in one of them.

    Each summand is a pair of a game and a node of it. Whoever cannot move in any loses.

    >>> import retrograde
    >>> heap = {3: [2, 1, 0], 2: [1, 0], 1: [0]}
    >>> retrograde.sum_of((heap, 3), (heap, 1))
    Sum(outcome='win', value=2, move=(0, 1), values=[3, 1])
    """
    read: Dict[int, Game] = {}
    parts = []
    for summand in summands:
        if not (isinstance(summand, tuple) and len(summand) == 2):
            raise InputError("a summand is a pair of a game and a node of it")
        g, node = summand
        part = read.get(id(g)) or read.setdefault(id(g), game(g))
        parts.append((part, part._nodes.vertex(node)))
    outcome, value, move, values = _retrograde.sum(
        [(part._arena, vertex) for part, vertex in parts], max_memory=max_memory
    )
    if move is not None:
        component, to = move
        return Sum(outcome, value, (component, parts[component][0]._nodes[to]), values)
    return Sum(outcome, value, None, values)
