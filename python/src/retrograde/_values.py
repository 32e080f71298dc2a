"""Values that Python has no type for."""

from __future__ import annotations

from typing import FrozenSet, Iterable


class Loopy(FrozenSet[int]):
    """The Grundy value of a position from which play need not end.

    It holds the finite values among the options, and prints as the command line writes it.

    >>> Loopy([2, 0])
    inf{0,2}
    >>> 2 in Loopy([2, 0])
    True
    """

    def __new__(cls, options: Iterable[int] = ()) -> "Loopy":
        return super().__new__(cls, options)

    def __repr__(self) -> str:
        return "inf{" + ",".join(map(str, sorted(self))) + "}"

    __str__ = __repr__
