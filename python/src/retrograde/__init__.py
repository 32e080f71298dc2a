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
from ._arrays import ArraySolution, solve_arrays
from ._catalogue import Listing, RulesGame, games
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
from ._openspiel import SpielGame, SpielPosition, openspiel
from ._retrograde import version
from ._rules import solve_game
from ._solution import Solution
from ._solve import load, solve
from ._solved import Block, Probed, SolvedGame, Stats, Table
from ._stored import StoredSolution, solve_stored
from ._told import Line, Machine, Position, Step
from ._values import Loopy
from .errors import (
    Cancelled,
    FileError,
    InputError,
    InternalError,
    NoSuchFile,
    NoSuchNode,
    NotHashable,
    NotVerified,
    OutOfMemory,
    RetrogradeError,
    RetrogradeWarning,
    SolveTimeout,
    WrongType,
)

__version__ = version()

__all__ = [
    "ArraySolution",
    "Block",
    "Cancelled",
    "FileError",
    "Game",
    "InputError",
    "InternalError",
    "Line",
    "Listing",
    "Loopy",
    "Machine",
    "Made",
    "NoSuchFile",
    "NoSuchNode",
    "NotHashable",
    "NotVerified",
    "OutOfMemory",
    "Position",
    "Probed",
    "RetrogradeError",
    "RetrogradeWarning",
    "RulesGame",
    "Solution",
    "SolvedGame",
    "SolveTimeout",
    "SpielGame",
    "SpielPosition",
    "Stats",
    "Step",
    "StoredSolution",
    "Sum",
    "Table",
    "WrongType",
    "__version__",
    "alternating",
    "condensation",
    "convert",
    "game",
    "games",
    "generate",
    "grundy",
    "load",
    "openspiel",
    "product",
    "quotient",
    "reachable",
    "solve",
    "solve_arrays",
    "solve_game",
    "solve_stored",
    "sum_of",
    "unravel",
]
