"""Telling how far long work is."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

from ._optional import package
from .errors import WrongType

Progress = Union[None, bool, Callable[..., Any]]


class Bar:
    """A bar of tqdm, one for each phase of the work."""

    def __init__(self) -> None:
        self._make = package("tqdm.auto", "for progress=True").tqdm
        self._phase: Optional[str] = None
        self._bar: Any = None

    def __call__(self, phase: str, done: int, total: Optional[int]) -> None:
        if phase != self._phase:
            self.done()
            self._phase, self._bar = phase, self._make(total=total, desc=phase)
        if total is not None and total != self._bar.total:
            self._bar.total = total
            self._bar.refresh()
        self._bar.update(done - self._bar.n)

    def done(self) -> None:
        """The phase is over: its bar is full, however little was left when it was last told."""
        if self._bar is not None:
            if self._bar.total is None:
                self._bar.total = self._bar.n
            self._bar.update(max(self._bar.total - self._bar.n, 0))
            self._bar.refresh()
        self.close()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@contextmanager
def telling(progress: Progress) -> Iterator[Optional[Callable[..., Any]]]:
    """What `listener` makes, for as long as the work takes."""
    told = listener(progress)
    try:
        yield told
        if isinstance(told, Bar):
            told.done()
    finally:
        if isinstance(told, Bar):
            told.close()


def listener(progress: Progress) -> Optional[Callable[..., Any]]:
    """What is called with `phase`, `done` and `total`: a callback, or a bar where it is True."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if not callable(progress):
        raise WrongType(f"progress={progress!r}: True or a function of phase, done and total is wanted")
    return progress
