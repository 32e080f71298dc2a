"""Solved games."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np

from . import _checks, _retrograde, _text
from ._arena import Game, check_names
from ._columns import Columns
from ._optional import package
from ._told import Line, Machine, Position, Step
from .errors import InputError

if TYPE_CHECKING:
    from ._types import Codes, Flags, Floats, Numbers, Words

OUTCOMES = ("outcome", "first", "second", "left_first", "right_first")
NUMBERS = ("distance", "credit", "grundy", "left_distance", "right_distance", "winner")
#: The longest name that files of solutions in JSON may have, in bytes.
LONGEST = 64 << 10
MOVES = ("move", "first_move", "second_move", "left_move", "right_move")
ROWS_SHOWN = 10
DRAWN = 60


class Solution(Columns, Mapping[Any, Position]):
    """What every position is worth and how to play.

    A mapping from the caller's nodes to `Position`s, and arrays with an entry for each node, in the
    order of `nodes`:

    ============================================ =================================================
    objective                                    arrays
    ============================================ =================================================
    ``outcome``                                  ``outcome``, ``distance``, ``move``; ``tie`` where
                                                 rules can end the game in one
    ``asymmetric``                               ``first``, ``second``, ``first_move``,
                                                 ``second_move``
    ``grundy``                                   ``grundy``, ``outcome``
    ``partizan``                                 ``left_first``, ``right_first``, ``class_``,
                                                 ``left_distance``, ``right_distance``,
                                                 ``left_move``, ``right_move``
    ``reachability`` ``safety`` ``buchi``        ``winner``, ``move``
    ``cobuchi`` ``parity`` ``muller`` ``rabin``
    ``streett``
    ``energy``                                   ``winner``, ``credit``, ``move``
    ``mean-payoff``                              ``value``, ``numerator``, ``denominator``,
                                                 ``move``
    ============================================ =================================================

    What the objectives mean is told by `solve`. A solution can be pickled and copied, so that it can
    come from another process.

    Outcomes are 1 for a win of whoever is to move, -1 for a loss and 0 for a draw. Moves are places
    in the arrays. Distances, moves, winners, credits and Grundy values are -1 where there is none:
    draws have no distance, loopy positions no finite Grundy value, and player 1 wins energy games
    against any credit. Values of mean payoffs are NaN where a solver was stopped.

    >>> import retrograde
    >>> s = retrograde.solve([("a", "b"), ("b", "a"), ("a", "t")])
    >>> s["b"]
    Position('b', outcome='lose', distance=2, move='a')
    >>> s.outcome
    array([ 1, -1, -1], dtype=int8)
    >>> s
    3 vertices, 3 edges, 1 terminal
    with cycles: solved by retrograde analysis
    <BLANKLINE>
      outcome  count   share  longest
      win          1  33.3 %  1 move from a
      lose         2  66.7 %  2 moves from b
      draw         0   0.0 %
    """

    def __init__(self, native: _retrograde.Solution, game: Game) -> None:
        super().__init__(native)
        self._native = native
        self._game = game
        self._nodes = game._nodes

    # As a mapping.

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._nodes)

    def __contains__(self, node: object) -> bool:
        return self._nodes.find(node) is not None

    def __getitem__(self, node: Any) -> Position:
        return self._position(self._nodes.vertex(node))

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> Any:
        native = self._native
        asked = (native.objective, native.misere, native.min, native.acceptance)
        return _restored, (type(self), self._game, asked, native.kept())

    def _position(self, vertex: int) -> Position:
        facts = self._native.row(vertex)
        moves = facts.pop("moves")
        for name, to in moves.items():
            facts[name] = None if to is None else self._nodes[to]
        return Position(self._nodes[vertex], facts)

    # What was asked.

    @property
    def acceptance(self) -> Optional[str]:
        """The condition on colours, written out, where there is one."""
        return self._native.acceptance

    @property
    def solver(self) -> Optional[str]:
        """The solver that ran; None for a solution that was loaded."""
        return self._native.solver

    @property
    def unknown(self) -> int:
        """Of how many nodes nothing is known, the solver having been stopped."""
        return self._native.unknown

    @property
    def nodes(self) -> Any:
        """The caller's nodes, in the order of the arrays."""
        return self._nodes.all()

    @property
    def game(self) -> Game:
        """The game that was solved."""
        return self._game

    # The arrays.

    @property
    def move(self) -> "Numbers":
        """Where to move, as a place in the arrays; -1 where there is nothing to choose."""
        return self.column("move")

    @property
    def credit(self) -> "Numbers":
        """The least initial credit with which player 0 wins, -1 where player 1 does."""
        return self.column("credit")

    @property
    def value(self) -> "Floats":
        """Mean payoffs as floating-point numbers; `numerator` and `denominator` are exact."""
        return self.column("value")

    @property
    def numerator(self) -> "Numbers":
        """The numerators of mean payoffs in lowest terms."""
        return self.column("numerator")

    @property
    def denominator(self) -> "Numbers":
        """The denominators of mean payoffs, 0 where the value is not known."""
        return self.column("denominator")

    @property
    def grundy(self) -> "Numbers":
        """Grundy values, -1 for loopy positions."""
        return self.column("grundy")

    @property
    def first(self) -> "Codes":
        """The outcome for player 0 with player 0 to move."""
        return self.column("first")

    @property
    def second(self) -> "Codes":
        """The outcome for player 1 with player 1 to move."""
        return self.column("second")

    @property
    def first_move(self) -> "Numbers":
        """Player 0's moves."""
        return self.column("first_move")

    @property
    def second_move(self) -> "Numbers":
        """Player 1's moves."""
        return self.column("second_move")

    @property
    def left_first(self) -> "Codes":
        """The outcome for Left with Left to move."""
        return self.column("left_first")

    @property
    def right_first(self) -> "Codes":
        """The outcome for Right with Right to move."""
        return self.column("right_first")

    @property
    def class_(self) -> "Words":
        """The classes N, P, L, R and those with draws, as text."""
        return self.column("class_")

    @property
    def left_distance(self) -> "Numbers":
        """Moves to the end with Left to move."""
        return self.column("left_distance")

    @property
    def right_distance(self) -> "Numbers":
        """Moves to the end with Right to move."""
        return self.column("right_distance")

    @property
    def left_move(self) -> "Numbers":
        """Left's moves."""
        return self.column("left_move")

    @property
    def right_move(self) -> "Numbers":
        """Right's moves."""
        return self.column("right_move")

    @property
    def machines(self) -> Optional[Tuple[Machine, Machine]]:
        """The machines of player 0 and player 1, where winning takes memory; otherwise None."""
        found = self._native.machines()
        if found is None:
            return None
        name = self._nodes.__getitem__
        one, two = (
            Machine(
                player,
                states,
                initial,
                {
                    (name(vertex), memory): Step(None if to is None else name(to), after)
                    for vertex, memory, to, after in steps
                },
                dot,
            )
            for player, states, initial, steps, dot in found
        )
        return one, two

    # What one does with it.

    def line(self, node: Any, *, first: Union[int, str] = 0, most: Optional[int] = None) -> Line:
        """Best play by both from a node, until the game ends, repeats, or `most` positions are there.

        `first` says who begins in asymmetric and partizan games: 0 or 'left', 1 or 'right'.

        >>> import retrograde
        >>> retrograde.solve([(2, 1), (1, 0)]).line(2)
          step  vertex  outcome  distance
             0  2       lose            2
             1  1       win             1
             2  0       lose            0
        <BLANKLINE>
        no move is left at 0
        """
        most = _checks.whole_or_none("most", most)
        told = self._native.line(self._nodes.vertex(node), _turn(first), most)
        positions = []
        for vertex, facts in told["steps"]:
            if not told["by_rules"]:
                facts.pop("move")
            if not facts["tie"]:
                facts.pop("tie")
            positions.append(Position(self._nodes[vertex], facts))
        return Line(positions, told)

    def explain(
        self, node: Any, *, depth: Optional[int] = None, first: Union[None, int, str] = None
    ) -> str:
        """Why a node is worth what it is, in words, with `depth` positions of best play after it.

        >>> import retrograde
        >>> print(retrograde.solve([("a", "b"), ("b", "c")]).explain("b", depth=0))
        b is a win in 1 for the player to move: the only move leaves the opponent in a lost position.
          * to c  wins at once: the opponent has lost
        <BLANKLINE>
        Best play goes on to c.
        """
        turn = None if first is None else _turn(first)
        depth = _checks.whole_or_none("depth", depth)
        return self._native.explain(self._nodes.vertex(node), depth, turn).rstrip()

    def verify(
        self,
        *,
        partial: bool = False,
        threads: Optional[int] = None,
        max_memory: Union[None, int, str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Proves the solution with a checker that shares no code with the solvers.

        Returns what was checked; raises `NotVerified` where it does not hold. With `partial` it may
        leave nodes open.

        >>> import retrograde
        >>> retrograde.solve([("a", "b"), ("b", "c")]).verify()
        'the solution holds: 3 vertices, 2 edges and 2 best moves'
        """
        options = {"threads": threads, "max_memory": max_memory, "timeout": timeout}
        return self._native.verify(partial=partial, **options)

    def save(self, path: _checks.Path, *, format: Optional[str] = None) -> None:
        """Writes the solution to a file: `csv`, `json` (with machines), or `paritysol`.

        The extension decides where `format` is not given. What `load` reads back of it is said there.

        >>> import pathlib, retrograde, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "answer.csv"
        >>> retrograde.solve([("a", "b")]).save(file)
        >>> print(file.read_text())
        vertex,outcome,distance,move
        a,win,1,b
        b,lose,0,
        <BLANKLINE>
        """
        file = _checks.path(path)
        if _checks.text_or_none("format", format) is None:
            extension = _checks.extension(file)
            format = {"sol": "paritysol", "": "json"}.get(extension, extension)
        check_names(self._nodes, LONGEST if format == "json" else None)
        self._native.save(file, format or "json")

    def _values(self, name: str) -> List[Any]:
        """What the nodes have of a column, as `Position`s say it: None where there is nothing."""
        array = self.column(name)
        listed: List[Any] = array.tolist()
        if name in OUTCOMES:
            return list(map({1: "win", 0: "draw", -1: "lose"}.__getitem__, listed))
        if name in MOVES:
            node = self._nodes.__getitem__
            return [None if place < 0 else node(place) for place in listed]
        if name == "value":
            tops, bottoms = self.column("numerator").tolist(), self.column("denominator").tolist()
            return [Fraction(top, bottom) if bottom else None for top, bottom in zip(tops, bottoms)]
        if name in ("class_", "tie"):
            return listed
        if name == "grundy":
            row = self._native.row
            return [it if it >= 0 else row(vertex)["grundy"] for vertex, it in enumerate(listed)]
        return [None if number < 0 else number for number in listed]

    def to_pandas(self) -> Any:
        """A table with a row for each node: outcomes as words, moves as nodes.

        Where there is no move there is None, and where there is no number `pandas.NA`.

        >>> import retrograde
        >>> retrograde.solve([("a", "b"), ("b", "a"), ("a", "t")]).to_pandas()
             outcome  distance  move
        node                        
        a        win         1     t
        b       lose         2     a
        t       lose         0  None
        """
        pd = package("pandas", "for to_pandas()")

        index = pd.Index(list(self._nodes), name="node", tupleize_cols=False)
        table: Dict[str, Any] = {}
        for name in self.columns:
            array = self.column(name)
            if name in OUTCOMES:
                table[name] = pd.Categorical.from_codes(1 - array, ["win", "draw", "lose"])
            elif name in MOVES:
                moves = np.empty(len(self), dtype=object)
                for place, node in enumerate(self._values(name)):
                    # One by one, since a node may be a tuple.
                    moves[place] = node
                table[name] = pd.Series(moves, index=index, dtype=object)
            elif name in NUMBERS:
                if array.dtype == object:
                    table[name] = np.where(array >= 0, array, pd.NA)
                else:
                    table[name] = pd.array(array, dtype="Int64")
                    table[name][array < 0] = pd.NA
            else:
                table[name] = array
        return pd.DataFrame(table, index=index)

    def to_networkx(self) -> Any:
        """The graph with what each node is worth as its attributes, by the names of the arrays.

        Outcomes are words, moves are nodes, and what there is not is left out. The graph is that of
        the game as it was solved, see `Game.to_networkx`.

        >>> import retrograde
        >>> g = retrograde.solve([("a", "b"), ("b", "a"), ("a", "t")]).to_networkx()
        >>> g.nodes["a"]
        {'outcome': 'win', 'distance': 1, 'move': 't'}
        """
        graph = self._game.to_networkx()
        of_nodes = list(graph._node.values())
        for name in self.columns:
            if name in ("numerator", "denominator"):
                continue
            for facts, value in zip(of_nodes, self._values(name)):
                if value is not None:
                    facts[name] = value
                else:
                    # What the caller had there is not what this is.
                    facts.pop(name, None)
        return graph

    # How it looks.

    def svg(self, *, title: Optional[str] = None, start: Any = None, moves: int = 3) -> str:
        """A picture of up to some hundred nodes, or of those in reach of `start` in so many moves.

        >>> import retrograde
        >>> retrograde.solve([("a", "b")]).svg(title="A move")[:4]
        '<svg'
        """
        return self._picture(title, start, moves, True)

    def _picture(self, title: Optional[str], start: Any, moves: int, legend: bool) -> str:
        vertex = None if start is None else self._nodes.vertex(start)
        text = _checks.text_or_none("title", title)
        return self._native.svg(text, vertex, _checks.whole("moves", moves), bool(legend))

    def dot(self) -> str:
        """The graph for Graphviz, coloured as in the picture.

        >>> import retrograde
        >>> retrograde.solve([("a", "b")]).dot()[:7]
        'digraph'
        """
        return self._native.dot()

    def plot(
        self,
        ax: Any = None,
        *,
        title: Optional[str] = None,
        start: Any = None,
        moves: int = 3,
        legend: bool = True,
    ) -> Any:
        """Draws the graph with matplotlib, coloured as in the picture; returns the axes.

        They are new ones unless `ax` is given. The others are as in `svg`, and `legend` says whether
        the colours are explained.

        >>> import retrograde
        >>> axes = retrograde.solve([("a", "b")]).plot(legend=False)
        >>> axes.texts[0].get_text()
        'a'
        """
        from ._plot import plot

        return plot(self._picture(title, start, moves, legend), ax)

    def summary(self) -> str:
        """The size, how it was solved, and how many positions are worth what.

        >>> import retrograde
        >>> print(retrograde.solve([("a", "b")]).summary())
        2 vertices, 1 edge, 1 terminal
        no cycles: solved in one pass, last positions first
        <BLANKLINE>
          outcome  count   share  longest
          win          1  50.0 %  1 move from a
          lose         1  50.0 %  0 moves from b
          draw         0   0.0 %
        """
        told = self._native.summary()
        head = [f"{told['label']}: {told['size']}" if told["label"] else told["size"]]
        head += [told["how"]] if told["how"] else []
        text = "\n".join(head) + "\n\n" + _text.table(told["counts"])
        return text + (f"\n\nthe start is {told['start']}" if told["start"] else "")

    def __repr__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        told = self._native.summary()
        size = f"{told['label']}: {told['size']}" if told["label"] else told["size"]
        head = f"<p>{escape(size)}<br>{escape(told['how'] or '')}</p>"
        shown = min(len(self), ROWS_SHOWN)
        listed = _text.html(self._native.rows(shown)) if shown else ""
        rows = f'<div style="margin-top:1em">{listed}</div>'
        more = f"<p>… {len(self) - shown:,} more</p>" if shown < len(self) else ""
        picture = self._repr_svg_() if len(self) <= DRAWN else None
        if picture is not None:
            # Notebooks that show this show no other picture.
            data = b64encode(picture.encode()).decode()
            more += (
                f'<img src="data:image/svg+xml;base64,{data}" style="max-width:100%;background:white" '
                'alt="the graph, coloured by value">'
            )
        start = f"<p>the start is {escape(told['start'])}</p>" if told["start"] else ""
        return f"<div>{head}{_text.html(told['counts'])}{start}{rows}{more}</div>"

    def _repr_svg_(self) -> Optional[str]:
        if len(self) > DRAWN:
            return None
        try:
            return self.svg()
        except InputError:
            return None


def _turn(first: Union[int, str]) -> int:
    turns = {0: 0, 1: 1, "left": 0, "right": 1}
    try:
        return turns[first]
    except (KeyError, TypeError):
        raise InputError(f"first={first!r}: 0 or 'left', 1 or 'right' is wanted") from None


def _restored(kind: Any, game: Game, asked: Any, kept: Any) -> Any:
    """The solution that was taken apart by `Solution.__reduce__`."""
    if not len(game):
        # Of no rows nobody can tell whether they would have moves.
        return kind(_retrograde.solve(game._arena, *asked)[0], game)
    return kind(_retrograde.Solution.restored(game._arena, asked, kept), game)
