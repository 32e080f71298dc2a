"""Telling how far long work is."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

from ._optional import package

Progress = Union[None, bool, Callable[..., Any]]


class Bar:
    """A bar of tqdm, one for each phase of the work."""

    def __init__(self) -> None:
        self._make = package("tqdm.auto", "for progress=True").tqdm
        self._phase: Optional[str] = None
        self._bar: Any = None

    def __call__(self, phase: str, done: int, total: Optional[int]) -> None:
        if phase != self._phase:
            self.close()
            self._phase, self._bar = phase, self._make(total=total, desc=phase)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def listener(progress: Progress) -> Optional[Callable[..., Any]]:
    """What is called with `phase`, `done` and `total`: a callback, or a bar where it is True."""
    if progress is None or progress is False:
        return None
    return Bar() if progress is True else progress
