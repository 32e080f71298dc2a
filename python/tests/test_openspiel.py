"""Games of OpenSpiel: known answers, its own search, and games that do not fit."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import retrograde
from retrograde import InputError, RetrogradeWarning

pyspiel = pytest.importorskip("pyspiel")


def test_tic_tac_toe_is_tied() -> None:
    game = retrograde.openspiel("tic_tac_toe")
    s = game.solve()
    assert len(s) == 5478 and game.boards == 5478
    assert s[game.start].outcome == "draw" and s[game.start].tie
    s.verify()
    line = s.line(game.start)
    assert len(line) == 10 and line[0].move == "x(0,0)"


def test_breakthrough_is_won_by_the_first_player() -> None:
    game = retrograde.openspiel(pyspiel.load_game("breakthrough(rows=4,columns=3)"))
    s = game.solve()
    assert s[game.start].outcome == "win"
    # OpenSpiel's observation does not say who is to move, and 1,007 boards come up either way.
    assert game.boards == 9682 and len(s) == 9682 + 1007


@pytest.mark.parametrize(
    "name",
    [
        "nim(pile_sizes=2;3;2)",
        "connect_four(rows=3,columns=4,x_in_row=3)",
        "hex(board_size=2)",
        "mnk(m=3,n=2,k=2)",
        "breakthrough(rows=4,columns=2)",
        "clobber(rows=2,columns=4)",
        "y(board_size=3)",
    ],
)
def test_agrees_with_the_search_of_openspiel(name: str) -> None:
    from open_spiel.python.algorithms import minimax

    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError:
        pytest.skip(f"this OpenSpiel has no {name}")
    solved = retrograde.openspiel(game)
    s = solved.solve()
    value, _ = minimax.alpha_beta_search(game, maximum_depth=60)
    assert {1: "win", 0: "draw", -1: "lose"}[round(value)] == s[solved.start].outcome
    s.verify()


def test_a_player_who_moves_again_lets_the_other_wait() -> None:
    game = pyspiel.load_game("dots_and_boxes(num_rows=1,num_cols=2)")
    solved = retrograde.openspiel(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RetrogradeWarning)
        s = solved.solve()
    assert any(position.waits for position in s)
    from open_spiel.python.algorithms import minimax

    value, _ = minimax.alpha_beta_search(game, maximum_depth=20)
    outcome = "win" if value > 0 else "lose" if value < 0 else "draw"
    assert s[solved.start].outcome == outcome


@pytest.mark.parametrize(
    "name, reason",
    [
        ("kuhn_poker", "chance"),
        ("kuhn_poker", "hidden"),
        ("matrix_mp", "in turn"),
        ("matrix_pd", "not the other's loss"),
        ("blackjack", "player"),
        ("no_such_game", "OpenSpiel cannot load 'no_such_game'"),
    ],
)
def test_games_that_do_not_fit_are_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        retrograde.openspiel(name)


def test_states_that_look_the_same_and_are_not_are_told_apart() -> None:
    game = retrograde.openspiel("mnk(m=3,n=2,k=3)")
    game._seen = lambda state: "all the same" if state.move_number() > 3 else state.observation_string(0)
    with pytest.warns(RetrogradeWarning, match="look the same and are not"):
        s = game.solve()
    assert s[game.start].outcome == "draw" and len(s) == 1885


def test_how_states_are_merged_can_be_said() -> None:
    small = "nim(pile_sizes=1;2)"
    trees = retrograde.openspiel(small, merge=False).solve()
    merged = retrograde.openspiel(small, merge=True).solve()
    mine = retrograde.openspiel(small, merge=lambda state: str(state)).solve()
    assert len(trees) > len(merged) == len(mine)

    def bad(state: Any) -> str:
        return "same"

    with pytest.raises(InputError, match="merge=False tells states apart"):
        retrograde.openspiel(small, merge=bad).solve()


def test_a_game_that_is_over_at_its_start() -> None:
    over = retrograde.openspiel("checkers(rows=4,columns=4)")
    assert over.start.is_terminal() and over.solve()[over.start].outcome == "draw"
