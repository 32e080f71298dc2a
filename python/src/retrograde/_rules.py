"""Games whose rules are written in Python."""

from __future__ import annotations

import atexit
import inspect
import time
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Tuple, Union

from . import _retrograde
from ._arena import Game
from ._nodes import Nodes
from ._progress import Bar, Progress, listener
from ._solution import Solution
from ._solve import solve
from .errors import InputError

# A thread that asks rules when the interpreter ends would bring the whole process down.
atexit.register(_retrograde.end_searches)

Position = Hashable
Verdict = Union[None, str, int]
Moves = Callable[[Any], Union[Iterable[Any], Mapping[Any, Any]]]


class _Positions(Nodes):
    """Positions of a game, found again as they were found first."""

    def __init__(self, positions: List[Any], canonical: Optional[Callable[[Any], Any]]) -> None:
        super().__init__(len(positions), positions)
        self._canonical = canonical

    def find(self, node: Any) -> Optional[int]:
        if self._canonical is not None:
            node = self._canonical(node)
        return super().find(node)


def solve_game(
    start: Any,
    moves: Optional[Moves] = None,
    verdict: Optional[Callable[[Any], Verdict]] = None,
    canonical: Optional[Callable[[Any], Any]] = None,
    *,
    named: Optional[bool] = None,
    objective: str = "outcome",
    misere: bool = False,
    solver: Optional[str] = None,
    threads: Optional[int] = None,
    max_memory: Union[None, int, str] = None,
    timeout: Optional[float] = None,
    values_only: bool = False,
    acyclic: bool = False,
    progress: Progress = None,
) -> Solution:
    """Solves a game from its rules: who wins from every position that can be met, and how.

    `start` is a position, which can be anything hashable; a list is several of them. `moves(p)`
    returns or yields the positions that a move leads to. Cycles are fine: what nobody can force is a
    draw.

    Moves that have names come as a dict `{move: position}`, or as pairs `(move, position)`. Pairs are
    taken for that where their second half has the type of `start`, the first half has not, and `start` is
    no pair itself; `named=True` or `named=False` says so in any other case. Several moves to the same position count
    as one, with the name of the first.

    `verdict(p)` is asked first at every position. It returns None while play goes on; 'win', 'lose'
    or 'draw' end the game there, and speak for whoever is to move. Where play goes on and there are
    no moves, whoever is to move has lost (with `misere`, has won).

    `canonical(p)` returns the one position that stands for all that are the same as `p`, by symmetry
    say. Only those are in the solution, which finds the others by them.

    In place of functions, `start` can be an object or a class with `start`, `moves` and, if wanted,
    `verdict` and `canonical`; its `start` may be a method.

    The other keywords are those of `solve`. Exceptions of the rules come out as they are, and Ctrl-C
    stops at once.

    >>> import retrograde
    >>> s = retrograde.solve_game(21, lambda n: [n - take for take in (1, 2, 3) if take <= n])
    >>> s[21]
    Position(21, outcome='win', distance=11, move=20)
    >>> s[20].outcome
    'lose'

    Moves with names, and positions that are the same:

    >>> def moves(heaps):
    ...     for place, heap in enumerate(heaps):
    ...         for left in range(heap):
    ...             yield f"{heap} to {left}", heaps[:place] + (left,) + heaps[place + 1:]
    >>> s = retrograde.solve_game((1, 2, 2), moves, canonical=lambda heaps: tuple(sorted(heaps)))
    >>> s.line((2, 1, 2))
      step  vertex     outcome  distance  move
         0  (1, 2, 2)  win             5  1 to 0
         1  (0, 2, 2)  lose            4  2 to 1
         2  (0, 1, 2)  win             3  2 to 1
         3  (0, 1, 1)  lose            2  1 to 0
         4  (0, 0, 1)  win             1  1 to 0
         5  (0, 0, 0)  lose            0
    <BLANKLINE>
    the game is over: the player to move has lost
    """
    began = time.monotonic()
    if moves is None:
        start, moves, verdict, canonical = _of_object(start, verdict, canonical)
    for name, function in (("moves", moves), ("verdict", verdict), ("canonical", canonical)):
        if function is not None and not callable(function):
            raise InputError(f"{name}={function!r}: a function of a position is wanted")
    told = listener(progress)
    limits: Dict[str, Any] = {"threads": threads, "max_memory": max_memory, "progress": told}
    try:
        starts = start if isinstance(start, list) else [start]
        arena, positions = _retrograde.explore(
            starts, moves, verdict, canonical, named, timeout=timeout, **limits
        )
        if timeout is not None:
            timeout = max(timeout - (time.monotonic() - began), 0.0)
        game = Game(arena, _Positions(positions, canonical))
        return solve(
            game,
            objective,
            misere=misere,
            solver=solver,
            threads=threads,
            max_memory=max_memory,
            timeout=timeout,
            values_only=values_only,
            acyclic=acyclic,
            progress=told,
        )
    finally:
        if isinstance(told, Bar):
            told.close()


def _of_object(
    rules: Any, verdict: Any, canonical: Any
) -> Tuple[Any, Moves, Optional[Callable[[Any], Verdict]], Optional[Callable[[Any], Any]]]:
    """The parts of a game that is an object or a class."""
    if inspect.isclass(rules):
        rules = rules()
    missing = next((name for name in ("start", "moves") if not hasattr(rules, name)), None)
    if missing is not None:
        raise InputError(
            f"{rules!r} has no '{missing}': give solve_game a start and a function moves, or an object "
            "with both"
        )
    start = rules.start() if callable(rules.start) else rules.start
    return (
        start,
        rules.moves,
        verdict or getattr(rules, "verdict", None),
        canonical or getattr(rules, "canonical", None),
    )
