"""Positions of solved games, many at once and one at a time."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, List

import numpy as np
import pandas as pd
import polars as pl
import pytest

import retrograde
from retrograde import InputError, SolvedGame, Table

TEXTS = [".../.../...", "x../.../..o", ".xo/.../..."]


@pytest.fixture(scope="module")
def solved() -> SolvedGame:
    found = retrograde.game("quixo:3").solve()
    assert isinstance(found, SolvedGame)
    return found


def test_positions_in_whatever_they_come_in(solved: SolvedGame) -> None:
    kinds: List[Any] = [
        TEXTS,
        tuple(TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, dtype=object),
        pd.Series(TEXTS, index=[7, 8, 9]),
        pd.Series(TEXTS, dtype="string"),
        pd.Index(TEXTS),
        pl.Series(TEXTS),
    ]
    slots = solved.slot(TEXTS)
    kinds += [slots, slots.tolist(), tuple(slots), pd.Series(slots), pd.Series(slots.astype(np.int32)), pl.Series(slots)]
    for given in kinds:
        found = solved.probe(given)
        assert found.outcome.tolist() == [1, 1, 1] and found.distance.tolist() == [7, 5, 5], given
    for given in kinds[:8]:
        assert np.array_equal(solved.slot(given), slots)
    assert solved.slot(TEXTS[0]) == slots[0]


def test_one_position_is_no_list(solved: SolvedGame) -> None:
    with pytest.raises(InputError, match=r"'.../.../...' is one position: solved\[position\]"):
        solved.probe(TEXTS[0])
    with pytest.raises(InputError, match="nan is no position"):
        solved.probe(pd.Series([TEXTS[0], None], dtype=object).fillna(np.nan))


def test_a_position_has_a_best_move(solved: SolvedGame, tmp_path: Path) -> None:
    table = Table.build("quixo:3", tmp_path / "t")
    for game in (solved, table):
        for text in TEXTS:
            position = game[text]
            assert position.move == game.moves(text)[0][0] == game.line(text)[0].move
    rows = solved.to_pandas(moves=True)
    ended = rows[rows["distance"] == 0]
    assert len(ended) and all(move is None for move in ended["move"]) and all(to is None for to in ended["to"])
    over = solved.line(TEXTS[0])[-1].node
    assert solved[over].move is None


def test_it_is_worth_reading_in_a_notebook(solved: SolvedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.build("quixo:3", tmp_path / "t")
    for game in (solved, table):
        html = game._repr_html_()
        assert "<b>quixo:3</b>" in html and "<table>" in html and "the start is won in 7 moves" in html
        assert "<pre>" in html
    assert "bytes on disk" in table._repr_html_()
    monkeypatch.setattr(sys.modules["retrograde._solved"], "COUNTED", 10)
    assert "<table>" not in table._repr_html_() and "summary()" in table._repr_html_()


class Bars:
    """Remembers bars in place of tqdm's."""

    def __init__(self) -> None:
        self.made: List["Bar"] = []

    def tqdm(self, total: Any, desc: str) -> "Bar":
        self.made.append(Bar(total, desc))
        return self.made[-1]


class Bar:
    def __init__(self, total: Any, desc: str) -> None:
        self.total, self.desc, self.n, self.closed = total, desc, 0, False

    def update(self, more: int) -> None:
        self.n += more

    def refresh(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> Bars:
    made = Bars()
    monkeypatch.setattr("retrograde._progress.package", lambda name, purpose: made)
    return made


def test_bars_end_at_their_totals(bars: Bars) -> None:
    s = retrograde.solve_game(300_000, lambda n: [n - 1] if n else [], progress=True)
    assert bars.made[0].desc == "exploring" and bars.made[0].n == bars.made[0].total == len(s)
    retrograde.solve("connect:4x4x4", progress=True)
    assert all(bar.n == bar.total and bar.closed for bar in bars.made) and len(bars.made) >= 2


def test_the_bar_of_what_failed_does_not_look_done(bars: Bars) -> None:
    hard = retrograde.generate.two_counters(300)
    with pytest.raises(retrograde.SolveTimeout):
        retrograde.solve(hard, "parity", solver="zielonka", timeout=0.5, progress=True)
    assert bars.made and all(bar.closed for bar in bars.made)
    assert all(bar.total is None or bar.n < bar.total for bar in bars.made[-1:])
