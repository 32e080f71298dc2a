"""What can go wrong. Everything is a `RetrogradeError`, and also what Python calls such a thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from ._solution import Solution

__all__ = [
    "RetrogradeError",
    "InputError",
    "NoSuchNode",
    "NotHashable",
    "WrongType",
    "OutOfMemory",
    "SolveTimeout",
    "Cancelled",
    "NotVerified",
    "FileError",
    "NoSuchFile",
    "InternalError",
    "RetrogradeWarning",
]


class RetrogradeError(Exception):
    """Any error of this package."""


class InputError(RetrogradeError, ValueError):
    """The game, or a keyword, makes no sense; the message names the node."""


class NoSuchNode(RetrogradeError, KeyError):
    """There is no node of that name."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NotHashable(InputError, TypeError):
    """A position that cannot be looked up, such as a list."""


class WrongType(InputError, TypeError):
    """A keyword, or what is called a graph, is of a type that makes no sense there."""


class OutOfMemory(RetrogradeError, MemoryError):
    """The work would take more memory than there is, or than `max_memory` allows.

    `solution` has what was proven by then, or is None.
    """

    solution: Optional["Solution"] = None


class SolveTimeout(RetrogradeError, TimeoutError):
    """The time allowed was up. `solution` has what was proven by then, or is None."""

    solution: Optional["Solution"] = None


class Cancelled(RetrogradeError):
    """The work was cancelled."""


class NotVerified(RetrogradeError, ValueError):
    """A solution does not hold; the message says where."""


class FileError(RetrogradeError, OSError):
    """A file could not be read or written."""


class NoSuchFile(FileError, FileNotFoundError):
    """There is no file of that name, and no game."""


class InternalError(RetrogradeError, RuntimeError):
    """A fault of this package, or arrays that were changed while it used them."""


class RetrogradeWarning(UserWarning):
    """Something that may not have been meant."""
