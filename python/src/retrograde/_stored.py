"""Graphs past memory: solved with their edges on disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Iterator, Optional, Union

from . import _checks, _retrograde, _text
from ._columns import Columns
from ._progress import Progress, telling
from ._told import Position
from ._types import Objective
from .errors import InputError, NoSuchNode


class StoredSolution(Columns, Mapping[str, Position]):
    """What every node of a graph on disk is worth.

    A mapping from the names of nodes to `Position`s, and arrays of values in the order of the file:
    `outcome` and `distance` (with `tie` where rules can end the game in one), or `winner`. Values are
    in memory; moves are read off the file when they are asked for, so the file must stay as it is.
    """

    def __init__(self, native: _retrograde.Stored) -> None:
        super().__init__(native)
        self._native = native

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[str]:
        return map(self._native.name, range(len(self)))

    def __contains__(self, node: object) -> bool:
        return isinstance(node, str) and self._native.find(node) is not None

    def __getitem__(self, node: str) -> Position:
        vertex = self._native.find(node) if isinstance(node, str) else None
        if vertex is None:
            raise NoSuchNode(f"there is no node {node!r}; the nodes of a file are text")
        facts = self._native.row(vertex)
        if facts.get("move") is not None:
            facts["move"] = self._native.name(facts["move"])
        return Position(node, facts)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def save(self, path: _checks.Path, *, format: Optional[str] = None) -> None:
        """Writes a row for each node to a file, `csv` or `json`, as the command line does.

        The extension decides where `format` is not given. Moves are read off the graph meanwhile.
        """
        file = _checks.path(path)
        self._native.save(file, _checks.text_or_none("format", format) or _checks.extension(file) or "json")

    def verify(
        self,
        *,
        threads: Optional[int] = None,
        max_memory: Union[None, int, str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Proves the values with a checker that shares no code with the solvers and reads the file.

        Returns what was checked; raises `NotVerified` where it does not hold.
        """
        return self._native.verify(threads=threads, max_memory=max_memory, timeout=timeout)

    def summary(self) -> str:
        """The size, how it was solved, and how many nodes are worth what."""
        told = self._native.summary()
        return f"{told['label']}: {told['size']}\n{told['how']}\n\n{_text.table(told['counts'])}"

    def __repr__(self) -> str:
        return self.summary()


def solve_stored(
    file: _checks.Path,
    objective: Optional[Objective] = None,
    *,
    misere: bool = False,
    format: Optional[str] = None,
    scratch: Optional[_checks.Path] = None,
    checkpoint: Optional[_checks.Path] = None,
    checkpoint_every: Optional[float] = None,
    threads: Optional[int] = None,
    max_memory: Union[None, int, str] = None,
    timeout: Optional[float] = None,
    values_only: bool = False,
    progress: Progress = None,
) -> StoredSolution:
    """Solves the graph of a file that does not fit in memory: its edges stay on disk.

    What is in memory is a few bytes a node. A file in the format `rgg` is used where it is; of any
    other one is made in the folder `scratch`, the system's if that is not given, and goes with the
    solution. `objective` is 'outcome', 'reachability', 'safety', 'buchi' or 'cobuchi', as in `solve`.

    In the folder `checkpoint` is kept how far the work is, every `checkpoint_every` seconds: solved
    again with the same folder, it goes on from there. The other keywords are those of `solve`.

    >>> import pathlib, retrograde, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.txt"
    >>> _ = file.write_text("a b\\nb a\\na t\\n")
    >>> s = retrograde.solve_stored(file, max_memory="512M")
    >>> s["a"]
    Position('a', outcome='win', distance=1, move='t')
    >>> s.distance
    array([1, 2, 0], dtype=int32)
    >>> s.verify()
    'the solution holds: 3 vertices and 3 edges'
    """
    for name, given in (("objective", objective), ("format", format)):
        _checks.text_or_none(name, given)
    if checkpoint_every is not None and checkpoint is None:
        raise InputError("checkpoint_every goes with checkpoint, the folder for them")
    folders = {
        name: None if given is None else _checks.path(given)
        for name, given in (("scratch", scratch), ("checkpoint", checkpoint))
    }
    with telling(progress) as told:
        native = _retrograde.solve_stored(
            _checks.path(file),
            objective,
            bool(misere),
            format,
            checkpoint_every=checkpoint_every,
            threads=threads,
            max_memory=max_memory,
            timeout=timeout,
            values_only=values_only,
            progress=told,
            **folders,
        )
    return StoredSolution(native)
