"""Solves two-player games on graphs exactly.

Who wins from every position, how fast, by which move, and with a proof that anyone can check.

>>> import retrograde
>>> s = retrograde.solve([("a", "b"), ("b", "a"), ("a", "t")])
>>> s["a"]
Position('a', outcome='win', distance=1, move='t')
>>> s.verify()
'the solution holds: 3 vertices, 3 edges and 2 best moves'
"""

from __future__ import annotations

from . import generate
from ._arena import Game
from ._make import (
    Made,
    Sum,
    alternating,
    condensation,
    convert,
    game,
    grundy,
    product,
    quotient,
    reachable,
    sum_of,
    unravel,
)
from ._solution import Solution
from ._solve import load, solve
from ._told import Line, Machine, Position, Step
from ._values import Loopy
from .errors import (
    Cancelled,
    FileError,
    InputError,
    InternalError,
    NoSuchFile,
    NoSuchNode,
    NotVerified,
    OutOfMemory,
    RetrogradeError,
    RetrogradeWarning,
    SolveTimeout,
)

__all__ = [
    "Cancelled",
    "FileError",
    "Game",
    "InputError",
    "InternalError",
    "Line",
    "Loopy",
    "Machine",
    "Made",
    "NoSuchFile",
    "NoSuchNode",
    "NotVerified",
    "OutOfMemory",
    "Position",
    "RetrogradeError",
    "RetrogradeWarning",
    "Solution",
    "SolveTimeout",
    "Step",
    "Sum",
    "alternating",
    "condensation",
    "convert",
    "game",
    "generate",
    "grundy",
    "load",
    "product",
    "quotient",
    "reachable",
    "solve",
    "sum_of",
    "unravel",
]
