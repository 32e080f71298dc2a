"""Games solved over their index, in memory or in a table on disk."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _checks, _retrograde, _text
from ._optional import package
from ._progress import Progress, telling
from ._told import Line, Position
from .errors import InputError, NoSuchNode, WrongType

if TYPE_CHECKING:
    from ._catalogue import RulesGame
    from ._types import Codes, Flags, Numbers

HOLE = -128
TIE = 2

#: Up to so many slots are counted without being asked.
COUNTED = 1 << 24

#: How many slots a block has unless said otherwise.
BLOCK = 1 << 20


def as_text(position: Any) -> str:
    """A position as text: text as it is, and a `chess.Board` in Forsyth-Edwards notation."""
    if isinstance(position, str):
        return position
    fen = getattr(position, "fen", None)
    if callable(fen):
        return str(fen())
    raise WrongType(f"{position!r} is no position: text is wanted, or a chess.Board")


class Probed(NamedTuple):
    """What many positions are worth, an entry for each.

    `outcome` is 1 for a win of whoever is to move, -1 for a loss, 0 for a draw and -128 for what is no
    position; `distance` is in moves of either player, -1 where there is none; `tie` says which draws
    are ties by the rules.
    """

    outcome: "Codes"
    distance: "Numbers"
    tie: "Flags"


class Block(NamedTuple):
    """Slots next to each other: the first of them, and what they are worth as in `Probed`."""

    slot: int
    outcome: "Codes"
    distance: "Numbers"
    tie: "Flags"


class Stats(NamedTuple):
    """What there is in a table.

    `counts` has how many slots are 'win', 'lose', 'tie', 'draw' and 'hole'; `wins[n]` and `losses[n]`
    how many take n moves; `longest` some of the longest wins as pairs of position and distance.
    """

    counts: Dict[str, int]
    wins: List[int]
    losses: List[int]
    longest: List[Tuple[str, int]]


def _listed(positions: Any) -> Optional[List[Any]]:
    """Positions that come in a list, or in an array or column of text or other objects; else None."""
    if isinstance(positions, (list, tuple)):
        return list(positions)
    if isinstance(positions, (str, bytes)):
        return None
    if not isinstance(positions, np.ndarray) and hasattr(positions, "to_numpy"):
        positions = positions.to_numpy()
    if isinstance(positions, np.ndarray) and positions.ndim == 1 and positions.dtype.kind not in "iufb":
        return list(positions.tolist())
    return None


def _solved_again(spec: str) -> "SolvedGame":
    """A game that was solved over its index, solved where it has arrived."""
    from ._catalogue import opened

    solved = opened(spec, None, None).solve(engine="dense")  # type: ignore[attr-defined]
    assert isinstance(solved, SolvedGame)
    return solved


def _probed(found: Tuple[Any, Any]) -> Probed:
    outcome, distance = found
    tie = outcome == TIE
    outcome[tie] = 0
    return Probed(outcome, distance, tie)


class SolvedGame:
    """Every position of a game's index with what it is worth, by its text or its slot.

    It can be pickled: a `Table` is opened again in its folder, and a game that is in memory is solved
    again where it arrives.

    >>> import retrograde
    >>> solved = retrograde.game("quixo:3").solve()
    >>> solved[".../.../..."]
    Position('.../.../...', outcome='win', distance=7, move='a3-c3')
    >>> solved[".../.../..."].move
    'a3-c3'
    >>> solved.moves(".../.../...")[0]
    ('a3-c3', Position('..o/.../...', outcome='lose', distance=6))
    >>> solved.probe([0, 1, 2]).outcome
    array([-1,  1, -1], dtype=int8)
    """

    def __init__(self, native: _retrograde.SolvedGame) -> None:
        self._native = native

    @property
    def game(self) -> "RulesGame":
        """The game."""
        from ._catalogue import RulesGame

        return RulesGame(self._native.rules())

    @property
    def spec(self) -> str:
        """The name and parameters of the game."""
        return self._native.spec

    @property
    def slots(self) -> int:
        """How many slots the index has; some are holes."""
        return self._native.slots

    def __len__(self) -> int:
        return self.slots

    def __getitem__(self, position: Any) -> Position:
        """What a position is worth and a best move, by its text, a `chess.Board`, or its slot.

        `probe` answers many at once.
        """
        if isinstance(position, (int, np.integer)):
            position = self._at(int(position))
        text = as_text(position)
        worth = self._native.worth(text)
        if worth is None:
            raise NoSuchNode(f"the position '{text}' cannot come up in {self.spec}")
        best = self._native.moves(text)
        return Position(text, {**worth, "move": best[0][0] if best else None})

    __iter__ = None

    def __contains__(self, position: object) -> bool:
        try:
            if isinstance(position, (int, np.integer)):
                position = self._at(int(position))
            return self._native.worth(as_text(position)) is not None
        except (InputError, NoSuchNode):
            return False

    def __reduce__(self) -> Any:
        return _solved_again, (self.spec,)

    def _at(self, slot: int) -> str:
        found = self._native.rules().unrank(slot) if 0 <= slot < self.slots else None
        if found is None:
            raise NoSuchNode(f"slot {slot} has no position: there are {self.slots} slots, some empty")
        return found

    def moves(self, position: Any) -> List[Tuple[str, Position]]:
        """The moves of a position with what each leaves to the opponent, the best first."""
        text = as_text(position)
        return [(move, Position(to, worth)) for move, to, worth in self._native.moves(text)]

    def line(self, position: Any, *, most: Optional[int] = None) -> Line:
        """Best play by both from a position."""
        told = self._native.line(as_text(position), _checks.whole_or_none("most", most))
        return Line([Position(node, facts) for node, facts in told["steps"]], told)

    def explain(self, position: Any, *, depth: Optional[int] = None) -> str:
        """Why a position is worth what it is, in words."""
        return self._native.explain(as_text(position), _checks.whole_or_none("depth", depth)).rstrip()

    def probe(self, positions: Any) -> Probed:
        """What many positions are worth: slots or positions, in a list, an array or a column of a table.

        >>> import retrograde
        >>> solved = retrograde.game("quixo:3").solve()
        >>> solved.probe([".../.../...", "x../.../..o"]).distance
        array([7, 5], dtype=int16)
        """
        return _probed(self._native.probe(self._slots(positions)))

    def slot(self, positions: Any) -> Any:
        """The slot of a position, or the slots of many of them as an array."""
        many = _listed(positions)
        if many is None:
            return int(self._native.ranks([as_text(positions)])[0])
        return self._native.ranks([as_text(position) for position in many])

    def _slots(self, positions: Any) -> Any:
        if isinstance(positions, (str, bytes)) or hasattr(positions, "fen"):
            raise WrongType(f"{positions!r} is one position: solved[position] answers it, and probe a list")
        many = _listed(positions)
        if many is not None and any(not isinstance(it, (int, np.integer)) for it in many):
            return self._native.ranks([as_text(position) for position in many])
        slots = np.asarray(positions if many is None else many)
        if not slots.size:
            slots = slots.astype(np.uint64)
        if slots.ndim != 1 or slots.dtype.kind not in "iu":
            raise InputError(
                f"slots are of {slots.dtype} and shape {slots.shape}: a one-dimensional array of whole "
                "numbers is wanted, or a list of positions"
            )
        if slots.dtype.kind == "i" and slots.size and int(slots.min()) < 0:
            raise InputError(f"a slot is {int(slots.min())}: they are numbered from 0 on")
        return slots.astype(np.uint64, copy=False)

    def blocks(self, size: int = BLOCK) -> Iterator[Block]:
        """All slots in order, `size` of them at a time."""
        if _checks.whole("size", size, most=2**63) < 1:
            raise InputError(f"size={size}: a whole number from 1 on is wanted")
        for begin in range(0, self.slots, size):
            found = _probed(self._native.probe_range(begin, min(begin + size, self.slots)))
            yield Block(begin, *found)

    def to_pandas(self, begin: int = 0, end: Optional[int] = None, *, moves: bool = False) -> Any:
        """A table with a row for each position in some slots, all of them unless said otherwise.

        With `moves` there are a best move and the position that it leads to, None where the game is
        over.
        """
        pd = package("pandas", "for to_pandas()")

        begin = _checks.whole("begin", begin, most=2**64)
        end = self.slots if end is None else min(_checks.whole("end", end, most=2**64), self.slots)
        if not 0 <= begin <= end:
            raise InputError(f"there are no slots from {begin} to {end}: there are {self.slots}")
        slots, positions, best = self._native.rows(begin, end, moves)
        found = self.probe(slots)
        index = pd.Index(slots, name="slot")
        distance = pd.array(found.distance, dtype="Int64")
        distance[found.distance < 0] = pd.NA
        table: Dict[str, Any] = {
            "position": positions,
            "outcome": pd.Categorical.from_codes(1 - found.outcome, ["win", "draw", "lose"]),
            "distance": distance,
            "tie": found.tie,
        }
        if moves:
            table["move"] = pd.Series([move for move, _ in best], index=index, dtype=object)
            table["to"] = pd.Series([to for _, to in best], index=index, dtype=object)
        return pd.DataFrame(table, index=index)

    def stats(self, longest: int = 1, *, progress: Progress = None) -> Stats:
        """Counts what there is, and finds some of the longest wins."""
        longest = _checks.whole("longest", longest)
        with telling(progress) as told:
            found = self._native.stats(longest, progress=told)
        if "wins" not in found:
            found.update(self._distances(longest))
        return Stats(found["counts"], found["wins"], found["losses"], found["longest"])

    def _distances(self, longest: int) -> Dict[str, Any]:
        """How many wins and losses take how long, as tables count them, of a game in memory."""
        ends: Dict[int, Any] = {1: np.zeros(0, dtype=np.int64), -1: np.zeros(0, dtype=np.int64)}
        best: List[Tuple[int, int]] = []
        for block in self.blocks():
            for outcome, counts in ends.items():
                known = (block.outcome == outcome) & (block.distance >= 0)
                here = np.bincount(block.distance[known], minlength=len(counts))
                here[: len(counts)] += counts
                ends[outcome] = here
            won = np.where(block.outcome == 1, block.distance, -1)
            top = np.argsort(-won, kind="stable")[:longest]
            best += [(-int(won[place]), block.slot + int(place)) for place in top if won[place] >= 0]
            best = sorted(best)[:longest]
        return {
            "wins": ends[1].tolist(),
            "losses": ends[-1].tolist(),
            "longest": [(self._at(slot), -distance) for distance, slot in best],
        }

    def summary(self) -> str:
        """The size, and how many positions are worth what."""
        told = self._native.figures()
        text = f"{self.spec}: {told['size']}\n{told['how']}\n\n" + _text.table(told["counts"])
        return text + (f"\n\nthe start is {told['start']}" if told["start"] else "")

    def __repr__(self) -> str:
        return f"<retrograde.{type(self).__name__} {self.spec}: {self.slots:,} slots>"

    def _repr_html_(self) -> str:
        head = f"<b>{escape(self.spec)}</b>: "
        if self.slots > COUNTED:
            head += f"{self.slots:,} slots{escape(self._where())}; summary() counts what there is"
            return f"<div><p>{head}</p>{self._board()}</div>"
        told = self._native.figures()
        start = f"<p>the start is {escape(told['start'])}</p>" if told["start"] else ""
        head += f"{escape(told['size'])}<br>{escape(told['how'])}{escape(self._where())}"
        return f"<div><p>{head}</p>{_text.html(told['counts'])}{start}{self._board()}</div>"

    def _where(self) -> str:
        return ""

    def _board(self) -> str:
        rules = self._native.rules()
        if rules.start is None:
            return ""
        return f"<pre>{escape(rules.board(rules.start, False))}</pre>"


class Table(SolvedGame):
    """A solved game on disk.

    >>> import retrograde, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> table = retrograde.Table.build("quixo:3", folder)
    >>> table
    <retrograde.Table quixo:3: 4,599 slots>
    >>> table[table.game.start]
    Position('.../.../...', outcome='win', distance=7, move='a3-c3')
    >>> table.verify()
    'the table holds: 2,862 positions, each of which follows from its moves'
    """

    @classmethod
    def build(
        cls,
        spec: Any,
        folder: _checks.Path,
        *,
        outcome_only: bool = False,
        checkpoint: Optional[float] = None,
        threads: Optional[int] = None,
        max_memory: Union[None, int, str] = None,
        timeout: Optional[float] = None,
        progress: Progress = None,
    ) -> "Table":
        """Solves a game over its index and keeps the answer in a folder.

        `spec` is a game of the catalogue, by name or as an object. What was built already is opened.
        Whoever stops it, by Ctrl-C or `timeout`, leaves a checkpoint from which the next call goes on;
        one is written every `checkpoint` seconds at least (120 unless said otherwise). With
        `outcome_only` there are no distances, and the table is smaller. A game whose slots do not all
        fit in memory is solved tier by tier, with the tiers that are done on disk.
        """
        rules = getattr(spec, "_rules", None)
        if rules is None:
            rules = _retrograde.Rules.open(_checks.path(spec))
            if rules is None:
                raise InputError(f"'{spec}' is a file: tables are of games given by rules")
        with telling(progress) as told:
            native = rules.build(
                _checks.path(folder),
                bool(outcome_only),
                checkpoint,
                threads=threads,
                max_memory=max_memory,
                timeout=timeout,
                progress=told,
            )
        return cls(native)

    @classmethod
    def open(cls, folder: _checks.Path) -> "Table":
        """Opens the finished table in a folder."""
        return cls(_retrograde.SolvedGame.open(_checks.path(folder)))

    def __reduce__(self) -> Any:
        return Table.open, (os.path.abspath(os.path.dirname(self.path)),)

    def _where(self) -> str:
        return f", {self.file_size:,} bytes on disk"

    @property
    def path(self) -> Any:
        """The file."""
        return self._native.file[0]

    @property
    def file_size(self) -> int:
        """How many bytes the file has."""
        return int(self._native.file[1])

    @property
    def has_distances(self) -> bool:
        """Whether distances are known, and not only who wins."""
        return self._native.has_distances

    def verify(self, *, threads: Optional[int] = None, progress: Progress = None) -> str:
        """Derives every position anew from its moves; raises `NotVerified` where that differs."""
        with telling(progress) as told:
            return self._native.verify(threads=threads, progress=told)

    def export(self, path: _checks.Path, *, format: Optional[str] = None) -> None:
        """Writes everything to a file: `csv` with positions, or `npz` with an array entry a slot."""
        file = _checks.path(path)
        self._native.export(file, _checks.text_or_none("format", format) or _checks.extension(file))
