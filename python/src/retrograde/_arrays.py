"""Games whose rules work on arrays of positions."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Callable, Dict, Iterator, Optional, Union

import numpy as np

from . import _retrograde
from ._arena import Game
from ._nodes import Nodes
from ._progress import Progress, telling
from ._solution import Solution
from ._solve import solve
from ._types import Objective
from .errors import InputError

#: How many positions are expanded together unless said otherwise.
BATCH = 1 << 16

OUTCOMES = {"win": 1, "lose": -1, "draw": 0}
PLAY_ON = 2


class _Numbers(Nodes):
    """Positions that are whole numbers, kept as an array."""

    def __init__(self, positions: Any) -> None:
        super().__init__(len(positions))
        self.positions = positions
        self._order: Any = None

    def __getitem__(self, vertex: int) -> int:
        return int(self.positions[vertex])

    def __iter__(self) -> Iterator[int]:
        return map(int, self.positions)

    def all(self) -> Any:
        return self.positions

    def find(self, node: Any) -> Optional[int]:
        try:
            number = int(node)
        except (TypeError, ValueError, OverflowError):
            return None
        if number != node or not 0 <= number < 2**64:
            return None
        place = int(self.places(np.array([number], dtype=np.uint64))[0])
        return place if place >= 0 else None

    def places(self, positions: Any) -> Any:
        if self._order is None:
            self._order = np.argsort(self.positions, kind="stable")
        if not self.count:
            return np.full(positions.shape, -1, dtype=np.int64)
        found = np.searchsorted(self.positions, positions, sorter=self._order)
        places = self._order[np.minimum(found, self.count - 1)]
        return np.where(self.positions[places] == positions, places, -1)


class ArraySolution(Solution):
    """A `Solution` whose nodes are the numbers in `positions`, in the order of its arrays."""

    @property
    def positions(self) -> Any:
        """The positions as an array of `uint64`."""
        return self._nodes.all()

    def places(self, positions: Any) -> Any:
        """Where positions are in the arrays, all at once; -1 where they cannot be met.

        >>> import numpy as np, retrograde
        >>> s = retrograde.solve_arrays([3], lambda p: (np.flatnonzero(p), p[p > 0] - np.uint64(1)))
        >>> s.outcome[s.places([0, 1, 2])]
        array([-1,  1, -1], dtype=int8)
        """
        assert isinstance(self._nodes, _Numbers)
        return self._nodes.places(_unsigned("positions", positions))


def solve_arrays(
    starts: Any,
    expand: Callable[[Any], Any],
    *,
    batch: int = BATCH,
    objective: Objective = "outcome",
    misere: bool = False,
    solver: Optional[str] = None,
    threads: Optional[int] = None,
    max_memory: Union[None, int, str] = None,
    timeout: Optional[float] = None,
    values_only: bool = False,
    acyclic: bool = False,
    progress: Progress = None,
) -> ArraySolution:
    """Solves a game whose positions are whole numbers of 64 bits, from rules that work on arrays.

    `expand(positions)` gets an array of up to `batch` positions (`uint64`), each of them once, and
    returns all their moves as a pair of arrays `(movers, successors)`: a move leads from
    `positions[movers[i]]` to `successors[i]`. The moves of one position are taken in their order; the
    movers may come in any.

    A third part, where the game can be over while there are moves, or in other ways than that whoever
    is to move has lost, says how it ends for whoever is to move there: an array of small whole numbers
    with an entry for each of `positions` (1 for a win, -1 for a loss, 0 for a draw, 2 where play goes
    on), or a dict of masks, such as `{'lose': mask, 'draw': mask}`. Moves from where the game is over
    do not count.

    `starts` is a position or several. The other keywords are those of `solve`.

    One or two are taken from a pile, and whoever leaves 4 has won:

    >>> import numpy as np, retrograde
    >>> def expand(piles):
    ...     movers, taken = np.nonzero(np.array([1, 2], dtype=np.uint64) <= piles[:, None])
    ...     successors = piles[movers] - (taken + 1).astype(np.uint64)
    ...     return movers, successors, {"lose": piles == 4}
    >>> s = retrograde.solve_arrays([10], expand)
    >>> s[10]
    Position(10, outcome='lose', distance=4, move=9)
    >>> s.positions
    array([10,  9,  8,  7,  6,  5,  4,  3,  2,  1,  0], dtype=uint64)
    """
    began = time.monotonic()
    if not callable(expand):
        raise InputError(f"expand={expand!r}: a function of an array is wanted")
    if not isinstance(batch, int) or not 0 < batch < 2**32:
        raise InputError(f"batch={batch!r}: a whole number from 1 on is wanted")
    with telling(progress) as told:
        limits: Dict[str, Any] = {"threads": threads, "max_memory": max_memory, "progress": told}
        found = _retrograde.Batches(_unsigned("starts", starts), timeout=timeout, **limits)
        while True:
            positions = found.ahead(batch)
            if not len(positions):
                break
            count = len(positions)
            found.add(count, *_moves(expand(positions), count))
        arena, numbers = found.finish()
        numbers.flags.writeable = False
        if timeout is not None:
            timeout = max(timeout - (time.monotonic() - began), 0.0)
        game = Game(arena, _Numbers(numbers))
        solution = solve(
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
        return ArraySolution(solution._native, game)


def _moves(found: Any, count: int) -> "tuple[Any, Any, Any]":
    """What a call of `expand` returned, looked at."""
    if not isinstance(found, tuple) or len(found) not in (2, 3):
        raise InputError(
            f"expand returned {_kind(found)}: a pair (movers, successors) of arrays is wanted, or three "
            "with verdicts"
        )
    movers = np.asarray(found[0])
    if movers.ndim != 1 or movers.dtype.kind not in "iu":
        if movers.size:
            raise InputError(
                f"movers is {_kind(movers)}: a one-dimensional array of whole numbers is wanted"
            )
        movers = movers.astype(np.int64).reshape(-1)
    if movers.dtype not in (np.int32, np.uint32, np.int64, np.uint64):
        movers = movers.astype(np.int64)
    if movers.dtype.kind == "i" and movers.size and int(movers.min()) < 0:
        raise InputError(f"a mover is {int(movers.min())}: the batch has {count} positions, from 0 on")
    successors = _unsigned("successors", found[1])
    return movers, successors, None if len(found) == 2 else _verdicts(found[2], count)


def _verdicts(given: Any, count: int) -> Any:
    if given is None:
        return None
    if isinstance(given, Mapping):
        verdicts = np.full(count, PLAY_ON, dtype=np.int8)
        for word, mask in given.items():
            if word not in OUTCOMES:
                raise InputError(f"there is no verdict {word!r}: there are 'win', 'lose' and 'draw'")
            mask = np.asarray(mask)
            if mask.dtype != bool or mask.shape != (count,):
                raise InputError(
                    f"the mask of verdict {word!r} is {_kind(mask)}: {count} of bool are wanted"
                )
            verdicts[mask] = OUTCOMES[word]
        return verdicts
    array = np.asarray(given)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise InputError(f"verdicts is {_kind(array)}: an array of 1, -1, 0 and 2 is wanted")
    strange = (array < -1) | (array > PLAY_ON) if array.dtype.kind == "i" else array > PLAY_ON
    if strange.any():
        raise InputError(
            f"a verdict is {int(array[strange][0])}: 1 (win), -1 (lose), 0 (draw) or 2 (play goes on) is "
            "wanted"
        )
    return array.astype(np.int8)


def _unsigned(what: str, given: Any) -> Any:
    """Positions as an array of `uint64`, if that is what they are."""
    array = np.atleast_1d(np.asarray(given))
    if array.dtype.kind in "fO" and not isinstance(given, np.ndarray):
        # Numbers that fit no signed type become others on their way into an array.
        numbers = np.atleast_1d(np.asarray(given, dtype=object))
        if all(type(number) is int and 0 <= number < 2**64 for number in numbers.reshape(-1)):
            array = numbers.astype(np.uint64)
    if not array.size and array.ndim == 1:
        return array.astype(np.uint64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise InputError(f"{what} is {_kind(array)}: a one-dimensional array of uint64 is wanted")
    if array.dtype.kind == "i" and int(array.min()) < 0:
        raise InputError(f"{what} has {int(array.min())}: positions are numbered from 0 on")
    return array.astype(np.uint64, copy=False)


def _kind(given: Any) -> str:
    if isinstance(given, np.ndarray):
        return f"of {given.dtype} and shape {given.shape}"
    return f"a {type(given).__name__}"
