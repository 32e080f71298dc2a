"""The games that come with the library, as objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _checks, _retrograde
from ._arena import Game
from ._nodes import Nodes
from ._progress import Progress, telling
from ._solution import Solution
from ._solve import solve
from ._solved import SolvedGame, as_text
from ._told import Line
from ._types import Objective
from .errors import InputError, NoSuchNode


class Listing(NamedTuple):
    """A game as people find it in the catalogue."""

    name: str
    parameters: str
    example: str
    summary: str
    rules: str
    known: str
    impartial: bool
    aliases: Tuple[str, ...]


class Catalogue(Mapping[str, Listing]):
    """The games that there are, by name: `retrograde.games`.

    >>> import retrograde
    >>> list(retrograde.games)[:3]
    ['nim', 'subtraction', 'wythoff']
    >>> retrograde.games["connect"].example
    'connect:5x4x4'
    """

    def __init__(self) -> None:
        self._listings = {entry["name"]: _listing(entry) for entry in _retrograde.catalogue()}

    def __getitem__(self, name: str) -> Listing:
        for listing in self._listings.values():
            if name == listing.name or name in listing.aliases:
                return listing
        raise NoSuchNode(f"there is no game {name!r}; there are {', '.join(self)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._listings)

    def __len__(self) -> int:
        return len(self._listings)

    def __repr__(self) -> str:
        entries = [(it.name + it.parameters, it.summary) for it in self.values()]
        width = max(len(name) for name, _ in entries)
        return "\n".join(f"{name:{width}}  {summary}" for name, summary in entries)


def _listing(entry: Dict[str, Any]) -> Listing:
    return Listing(**{**entry, "aliases": tuple(entry["aliases"])})


#: The games that there are.
games = Catalogue()


class _Shown(Nodes):
    """Positions of an explored game, written when somebody wants to see them."""

    def __init__(self, arena: _retrograde.Arena) -> None:
        self.count = arena.vertices
        self._arena = arena
        self._names: Optional[List[Any]] = None

    @property
    def nodes(self) -> List[Any]:  # type: ignore[override]
        if self._names is None:
            self._names = self._arena.names()
        return self._names

    def __getitem__(self, vertex: int) -> Any:
        return self._arena.name(vertex) if self._names is None else self._names[vertex]

    def find(self, node: Any) -> Optional[int]:
        try:
            return self._arena.find(as_text(node))
        except InputError:
            return None


class RulesGame(Game):
    """A game of the catalogue. Positions and moves are text, as players write it.

    Where positions are wanted, any way to write them is taken, and a `chess.Board` for chess endings.
    Whatever takes a graph takes such a game: it is explored from its start when that is needed.

    >>> import retrograde
    >>> game = retrograde.game("tic-tac-toe")
    >>> game
    <retrograde.RulesGame tic-tac-toe>
    >>> game.start
    '.../.../...'
    >>> game.moves(game.start)[:2]
    ['a3', 'b3']
    >>> print(game.board(game.play(game.start, "b2")))
     3  . . .
     2  . x .
     1  . . .
        a b c
    >>> game.solve()["x../.../..."].outcome
    'draw'
    """

    def __init__(self, rules: _retrograde.Rules) -> None:
        self._rules = rules
        self._explored: Optional[_retrograde.Arena] = None
        self._shown: Optional[_Shown] = None
        self._solved: Union[None, Solution, SolvedGame] = None

    def __reduce__(self) -> Any:
        return _pickled, (self.spec,)

    # As a graph.

    def explore(self, **options: Any) -> "RulesGame":
        """Explores it from its start now, within some limits; returns itself."""
        if self._explored is None:
            self._explored = _retrograde.Arena.open(self.spec, None, **options)
        return self

    @property
    def _arena(self) -> _retrograde.Arena:  # type: ignore[override]
        self.explore()
        assert self._explored is not None
        return self._explored

    @property
    def _nodes(self) -> Nodes:  # type: ignore[override]
        if self._shown is None:
            self._shown = _Shown(self._arena)
        return self._shown

    # As rules.

    @property
    def spec(self) -> str:
        """The name and parameters."""
        return self._rules.spec

    @property
    def listing(self) -> Listing:
        """What the catalogue says about it."""
        assert self._rules.name is not None
        return games[self._rules.name]

    @property
    def start(self) -> Optional[str]:
        """Where play begins; None where there is no such position."""
        return self._rules.start

    @property
    def slots(self) -> Optional[int]:
        """How many positions its index numbers; None if it has none."""
        return self._rules.slots

    def position(self, position: Any) -> str:
        """A position as the game writes it: from any way to write it, or a `chess.Board`."""
        return self._rules.position(as_text(position))

    def moves(self, position: Any) -> List[str]:
        """The moves of a position, in the order of the rules; none where the game is over."""
        return [move for move, _ in self._rules.choices(as_text(position))]

    def play(self, position: Any, move: str) -> str:
        """The position after a move."""
        text = as_text(position)
        after = self._rules.play(text, str(move))
        if after is None:
            there = ", ".join(self.moves(text)) or "none, the game is over"
            raise InputError(f"'{move}' is no move at {text}: there are {there}")
        return after

    def mover(self, position: Any) -> Optional[str]:
        """Who is to move, where the game has names for its players."""
        return self._rules.mover(as_text(position))

    def board(self, position: Any, *, second: bool = False) -> str:
        """A picture of a position in text; with `second` as the second player sees it."""
        return self._rules.board(as_text(position), second)

    def slot(self, position: Any) -> Optional[int]:
        """The number of a position in the index."""
        return self._rules.rank(as_text(position))

    def at(self, slot: int) -> Optional[str]:
        """The position of a slot of the index; None for a hole."""
        slots = self.slots
        if slots is None:
            raise InputError(f"{self.spec} has no index")
        number = _checks.whole("slot", slot, most=2**64)
        if number >= slots:
            raise InputError(f"there is no slot {number}: there are {slots}, from 0 on")
        return self._rules.unrank(number)

    # Solved.

    def solve(
        self,
        objective: Optional[Objective] = None,
        *,
        engine: str = "auto",
        max_memory: Union[None, int, str] = None,
        timeout: Optional[float] = None,
        threads: Optional[int] = None,
        progress: Progress = None,
        **keywords: Any,
    ) -> Union[Solution, SolvedGame]:
        """Solves it: explored from its start as a graph, or over its index.

        `engine` is 'explored', 'dense' for the index, or 'auto' or 'cpu' for what suits the game, 'gpu'
        to explore it and solve the graph on a card, 'disk' or 'cluster' for the index beyond memory or
        one processor. The answer is a `Solution` of what can be met from the start, or a `SolvedGame`
        with every position of the index. The other keywords are those of `solve`.
        """
        _checks.text_or_none("engine", engine)
        with telling(progress) as told:
            limits: Dict[str, Any] = {
                "engine": engine,
                "max_memory": max_memory,
                "timeout": timeout,
                "threads": threads,
                "progress": told,
            }
            plain = objective in (None, "outcome") and not any(keywords.values())
            if plain or engine in ("dense", "disk", "cluster"):
                if not plain:
                    raise InputError("over an index, games are solved for outcomes in normal play")
                found = _retrograde.Rules.solve_index(self._rules, **limits)
                if found is not None:
                    return SolvedGame(found)
            return solve(self, objective, **limits, **keywords)

    def _solution(self) -> Union[Solution, SolvedGame]:
        if self._solved is None:
            self._solved = self.solve()
        return self._solved

    def line(self, position: Any = None, *, most: Optional[int] = None) -> Line:
        """Best play from a position, or from the start; the game is solved the first time."""
        return self._solution().line(self._from(position), most=most)

    def explain(self, position: Any = None, *, depth: Optional[int] = None) -> str:
        """Why a position, or the start, is worth what it is; the game is solved the first time."""
        return self._solution().explain(self._from(position), depth=depth)

    def _from(self, position: Any) -> Any:
        if position is None:
            position = self.start
            if position is None:
                raise InputError(f"{self.spec} has no start: say from which position")
        return position

    def __repr__(self) -> str:
        return f"<retrograde.RulesGame {self.spec}>"


def _pickled(spec: str) -> Game:
    """A game that was pickled by its name."""
    return opened(spec, None, None)


def opened(name: Any, format: Optional[str], options: Optional[Dict[str, Any]]) -> Game:
    """The game of a file, or a game of the catalogue, explored if there are limits to keep."""
    rules = None if format is not None else _retrograde.Rules.open(name)
    if rules is not None:
        return RulesGame(rules) if options is None else RulesGame(rules).explore(**options)
    arena = _retrograde.Arena.open(name, format, **(options or {}))
    return Game(arena, Nodes(arena.vertices, arena.names(), text=True))
