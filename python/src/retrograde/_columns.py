"""What all nodes are worth, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Union

import numpy as np

from . import _retrograde

if TYPE_CHECKING:
    from ._types import Codes, Flags, Numbers


class Columns:
    """The arrays that solutions have, wherever their graphs are: each is made once, when it is asked for."""

    def __init__(self, native: Union[_retrograde.Solution, _retrograde.Stored]) -> None:
        self.__native = native
        self.__arrays: Dict[str, Any] = {}

    @property
    def objective(self) -> str:
        """What was asked."""
        return self.__native.objective

    @property
    def columns(self) -> List[str]:
        """The names of the arrays there are."""
        return self.__native.columns

    def column(self, name: str) -> "np.ndarray[Any, Any]":
        """The array of that name; it cannot be written to.

        >>> import retrograde
        >>> s = retrograde.solve([("a", "b")])
        >>> s.columns
        ['outcome', 'distance', 'move']
        >>> s.column("distance")
        array([1, 0], dtype=int32)
        """
        found = self.__arrays.get(name)
        if found is None:
            found = self.__native.column(name)
            if found is None:
                there = ", ".join(self.columns)
                raise AttributeError(
                    f"a solution of '{self.objective}' has no '{name}'; it has {there}"
                )
            found.flags.writeable = False
            self.__arrays[name] = found
        return found

    @property
    def outcome(self) -> "Codes":
        """1 where whoever is to move wins, -1 where they lose, 0 for draws."""
        return self.column("outcome")

    @property
    def distance(self) -> "Numbers":
        """Moves to the end, -1 for draws."""
        return self.column("distance")

    @property
    def tie(self) -> "Flags":
        """Whether a draw is a tie that the rules end."""
        return self.column("tie")

    @property
    def winner(self) -> "Codes":
        """The player who wins, -1 where that is not known."""
        return self.column("winner")
