"""Games of OpenSpiel as games to solve."""

from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

from ._nodes import Nodes
from ._optional import package
from ._rules import solve_game
from ._solution import Solution
from .errors import InputError, RetrogradeWarning

#: What is done when it is not one's turn: in place of the turn of a player who moves again.
WAIT = "wait"


class SpielPosition(NamedTuple):
    """A position of an OpenSpiel game: what is seen of it, and who is to move (0 or 1).

    Where a player moves twice in a row, the other one waits in between: `waits` is True there, and
    there is one move.
    """

    board: str
    player: int
    waits: bool = False

    def __str__(self) -> str:
        board = self.board.strip().replace("\n", "/")
        return f"{board}:{self.player}" + (" waits" if self.waits else "")


class _Unsound(Exception):
    """Two states look the same and are not."""


class _States(Nodes):
    """Positions that are found by states of OpenSpiel as well."""

    def __init__(self, inner: Nodes, key: Callable[[Any], SpielPosition]) -> None:
        super().__init__(inner.count, inner.nodes)
        self._inner = inner
        self._key = key

    def find(self, node: Any) -> Optional[int]:
        if hasattr(node, "legal_actions") and hasattr(node, "observation_string"):
            node = self._key(node)
        return self._inner.find(node)


class SpielGame:
    """A game of OpenSpiel: two players, in turn, nothing hidden, no chance, one's gain the other's loss.

    `solve()` solves it. Positions are `SpielPosition`s; the solution takes OpenSpiel's states as well,
    and moves have OpenSpiel's names.
    """

    def __init__(self, game: Any, merge: Union[None, bool, Callable[[Any], str]] = None) -> None:
        self.game = game
        self._seen = self._how(merge)
        self._magnitudes: Dict[float, None] = {}
        #: How many boards have come up, whoever was to move.
        self.boards = 0

    def _how(self, merge: Union[None, bool, Callable[[Any], str]]) -> Callable[[Any], str]:
        """What is seen of a state, by which states are one position."""
        if callable(merge):
            return merge
        self._careful = merge is None
        kind = self.game.get_type()
        if merge is False:
            return _history
        if kind.provides_observation_string:
            return _observation
        if merge:
            raise InputError(f"{kind.short_name} has no observation strings to merge states by")
        warnings.warn(
            f"{kind.short_name} has no observation strings: states are merged by nothing but their "
            "history, so that there may be many",
            RetrogradeWarning,
            stacklevel=4,
        )
        return _history

    _careful = False

    @property
    def start(self) -> Any:
        """OpenSpiel's state at the beginning."""
        return self.game.new_initial_state()

    def position(self, state: Any) -> SpielPosition:
        """The position of a state."""
        if state.is_terminal():
            return SpielPosition(self._seen(state), 1 - _last_mover(state))
        return SpielPosition(self._seen(state), state.current_player())

    def solve(self, **keywords: Any) -> Solution:
        """Solves it from its start; the keywords are those of `solve_game`.

        States that look the same are one position. Where two of them turn out to differ, in whose turn
        it is, in their moves or in how the game ended, that is said, and all is solved again with states
        told apart by their history.
        """
        try:
            return self._solve(**keywords)
        except _Unsound as found:
            if not self._careful:
                raise InputError(
                    f"{found}: merge=False tells states apart by their history"
                ) from None
            warnings.warn(
                f"{found}: states are told apart by their history instead, so that there may be many",
                RetrogradeWarning,
                stacklevel=3,
            )
            self._seen = _history
            return self._solve(**keywords)

    def _solve(self, **keywords: Any) -> Solution:
        state = self.start
        start = self.position(state)
        #: States whose moves nobody has looked at yet, and what is known of all that were met.
        waiting: Dict[SpielPosition, Any] = {start: state}
        known: Dict[SpielPosition, int] = {}
        verdicts: Dict[SpielPosition, str] = {}
        if state.is_terminal():
            verdicts[start] = self._verdict(state, start.player)

        def met(state: Any, mover: int) -> SpielPosition:
            """The position that a move of somebody leads to."""
            other = 1 - mover
            over = state.is_terminal()
            player = other if over else state.current_player()
            if player == mover:
                # The other one has no turn, and passes.
                position = SpielPosition(self._seen(state), other, True)
            else:
                position = SpielPosition(self._seen(state), player)
            print_of_state = _print(state, player, over)
            same = known.setdefault(position, print_of_state)
            if same != print_of_state:
                raise _Unsound(
                    f"two states of {self.game.get_type().short_name} look the same and are not, at "
                    f"{str(position)!r}"
                )
            if over:
                verdicts.setdefault(position, self._verdict(state, other))
            else:
                waiting.setdefault(position, state)
            return position

        def moves(position: SpielPosition) -> Iterator[Tuple[str, SpielPosition]]:
            state = waiting.pop(position)
            mover = position.player
            if position.waits:
                after = SpielPosition(position.board, 1 - mover)
                waiting.setdefault(after, state)
                yield WAIT, after
                return
            for action in state.legal_actions():
                yield state.action_to_string(mover, action), met(state.child(action), mover)

        solution = solve_game(start, moves, verdicts.get, named=True, **keywords)
        self.boards = len({position.board for position in solution})
        if len(self._magnitudes) > 1:
            warnings.warn(
                f"{self.game.get_type().short_name} has gains of different sizes: what counts here is "
                "who wins",
                RetrogradeWarning,
                stacklevel=4,
            )
        solution._nodes = solution._game._nodes = _States(solution._nodes, self.position)
        return solution

    def _verdict(self, state: Any, player: int) -> str:
        gain = state.returns()[player]
        if gain:
            self._magnitudes.setdefault(abs(gain))
        return "win" if gain > 0 else "lose" if gain < 0 else "draw"

    def __repr__(self) -> str:
        return f"<retrograde.SpielGame {self.game}>"


def _observation(state: Any) -> str:
    # With nothing hidden both players see the same; some games draw the board for one of them.
    return str(state.observation_string(0))


def _history(state: Any) -> str:
    return str(state.history_str())


def _last_mover(state: Any) -> int:
    history = state.full_history()
    return int(history[-1].player) if history else 1


def _print(state: Any, player: int, over: bool) -> int:
    """A number that differs where states do: in how the game ended, or in whose turn it is and the moves."""
    if over:
        return hash((player, tuple(state.returns())))
    return hash((player, tuple(state.legal_actions())))


def openspiel(game: Any, *, merge: Union[None, bool, Callable[[Any], str]] = None) -> SpielGame:
    """A game of OpenSpiel, by name or as a `pyspiel.Game`, as one to solve.

    It must be a game of two players who move in turn, without chance and with nothing hidden, in which
    one's gain is the other's loss; others are refused, with the reason.

    States with the same observation string and the same player to move are one position: many games
    do not say in the string who that is. That is sound where the string shows all that matters: then
    such states have the same moves to the same positions. It is not where rules look at the past, such
    as those that forbid repetition or count moves without saying so. While it is solved, all states that are met are compared with those that look
    the same: if whose turn it is, the moves or the end differ, there is a warning, and states are told
    apart by their whole history. What shows only later cannot be noticed. `merge=False` tells states
    apart from the beginning, `merge=True` refuses rather than tell them apart, and a function of a state
    returns the text by which they are merged.

    Where a player moves again, the other one waits in between, which counts as a move.

    >>> import retrograde
    >>> game = retrograde.openspiel("tic_tac_toe")   # doctest: +SKIP
    >>> game.solve()[game.start].outcome             # doctest: +SKIP
    'draw'
    """
    pyspiel = package("pyspiel", "for its games")
    if isinstance(game, str):
        try:
            game = pyspiel.load_game(game)
        except Exception as error:
            raise InputError(f"OpenSpiel cannot load {game!r}: {_first_line(error)}") from None
    kind = game.get_type()
    wrong = list(_unfit(pyspiel, game, kind))
    if wrong:
        raise InputError(f"{kind.short_name} cannot be solved here: {'; '.join(wrong)}")
    return SpielGame(game, merge)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n", 1)[0]


def _unfit(pyspiel: Any, game: Any, kind: Any) -> List[str]:
    """Why a game is none that can be solved."""
    types = pyspiel.GameType
    reasons = []
    if game.num_players() != 2:
        count = game.num_players()
        reasons.append(f"it has {count} player{'s' if count != 1 else ''}, and two are wanted")
    if kind.dynamics != types.Dynamics.SEQUENTIAL:
        reasons.append("the players do not move in turn")
    if kind.chance_mode != types.ChanceMode.DETERMINISTIC:
        reasons.append("there is chance in it")
    if kind.information != types.Information.PERFECT_INFORMATION:
        reasons.append("something in it is hidden from the players")
    if kind.utility != types.Utility.ZERO_SUM:
        reasons.append("one's gain is not the other's loss")
    if kind.reward_model != types.RewardModel.TERMINAL:
        reasons.append("there are gains before the end")
    return reasons
