"""Whatever is wrong with what is given, the error is one of this package and says what is wanted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Dict, Tuple

import numpy as np
import pandas as pd
import polars as pl
import pytest

import retrograde
from retrograde import InputError, WrongType

LOOP = [("a", "b"), ("b", "a")]
HUGE = 10**30


def solved() -> retrograde.Solution:
    return retrograde.solve(LOOP)


def quixo() -> Any:
    return retrograde.game("quixo:3")


OUT_OF_RANGE: Dict[str, Tuple[Callable[[], Any], str]] = {
    "most": (lambda: solved().line("a", most=-1), "most=-1"),
    "most huge": (lambda: solved().line("a", most=HUGE), "most=1000"),
    "depth": (lambda: solved().explain("a", depth=-1), "depth=-1"),
    "depth huge": (lambda: solved().explain("a", depth=HUGE), "depth=1000"),
    "svg": (lambda: solved().svg(start="a", moves=-1), "moves=-1"),
    "svg huge": (lambda: solved().svg(start="a", moves=HUGE), "moves=1000"),
    "plot": (lambda: solved().plot(start="a", moves=-1), "moves=-1"),
    "unravel": (lambda: retrograde.unravel(LOOP, "a", -1), "depth=-1"),
    "unravel huge": (lambda: retrograde.unravel(LOOP, "a", HUGE), "depth=1000"),
    "max_size": (lambda: retrograde.alternating(LOOP, max_size=-1), "max_size=-1"),
    "at": (lambda: quixo().at(-1), "slot=-1"),
    "at huge": (lambda: quixo().at(HUGE), "slot=1000"),
    "at past the end": (lambda: quixo().at(4_599), "no slot 4599"),
    "game line": (lambda: quixo().line(most=-1), "most=-1"),
    "game explain": (lambda: quixo().explain(depth=-1), "depth=-1"),
    "blocks": (lambda: next(quixo().solve().blocks(-1)), "size=-1"),
    "longest": (lambda: quixo().solve().stats(-1), "longest=-1"),
    "to_pandas": (lambda: quixo().solve().to_pandas(-1), "begin=-1"),
    "threshold": (lambda: payoff("x"), "threshold='x'"),
    "threshold nan": (lambda: payoff(float("nan")), "threshold=nan"),
    "three columns": (lambda: retrograde.solve(pd.DataFrame(LOOP), columns=(0, 1, 2)), "two names"),  # type: ignore[arg-type]
    "columns of no table": (lambda: retrograde.solve(LOOP, columns=("a", "b")), "no table"),
    "format of no file": (lambda: retrograde.solve(LOOP, format="dot"), "no file"),
    "first": (lambda: solved().line("a", first=2), "first=2"),
}


def payoff(threshold: Any) -> Any:
    edges = [(u, v, 1) for u, v in LOOP]
    return retrograde.convert(edges, to="energy", objective="mean-payoff", owner=[0, 0], threshold=threshold)


@pytest.mark.parametrize("case", OUT_OF_RANGE)
def test_what_is_out_of_range(case: str) -> None:
    make, message = OUT_OF_RANGE[case]
    with pytest.raises(InputError, match=message):
        make()


ANY: Any = retrograde
OF_WRONG_TYPE: Dict[str, Tuple[Callable[[], Any], str]] = {
    "owner": (lambda: ANY.solve(LOOP, "buchi", owner=lambda node: 0), "owner=<function"),
    "weight": (lambda: ANY.solve(LOOP, "energy", owner=[0, 0], weight=3), "weight=3"),
    "objective": (lambda: ANY.solve(LOOP, ["outcome"]), r"objective=\['outcome'\]"),
    "acceptance": (lambda: ANY.solve(LOOP, "muller", acceptance=3), "acceptance=3"),
    "columns": (lambda: ANY.solve(pd.DataFrame(LOOP), columns=5), "columns=5"),
    "column text": (lambda: ANY.solve(pd.DataFrame(LOOP), columns="ab"), "columns='ab'"),
    "format": (lambda: ANY.solve("x", format=3), "format=3"),
    "progress": (lambda: ANY.solve(LOOP, progress=5), "progress=5"),
    "solver": (lambda: ANY.solve(LOOP, solver=5), "solver=5"),
    "acyclic": (lambda: ANY.solve(LOOP, acyclic="yes"), "acyclic='yes'"),
    "lazy": (lambda: ANY.solve(pl.LazyFrame({"u": [1], "v": [2]})), r"collect\(\)"),
    "most": (lambda: ANY.solve(LOOP).line("a", most="x"), "most='x'"),
    "depth": (lambda: ANY.solve(LOOP).explain("a", depth=1.5), "depth=1.5"),
    "first": (lambda: ANY.solve(LOOP).svg(title=3), "title=3"),
    "save": (lambda: ANY.solve(LOOP).save(3.5), "3.5 is no path"),
    "load": (lambda: ANY.load(None, LOOP), "None is no path"),
    "threshold": (lambda: payoff([]), r"threshold=\[\]"),
    "unravel": (lambda: ANY.unravel(LOOP, "a", "2"), "depth='2'"),
    "at": (lambda: quixo().at("x"), "slot='x'"),
    "engine": (lambda: quixo().solve(engine=3), "engine=3"),
    "position": (lambda: quixo().moves(3), "3 is no position"),
    "table": (lambda: ANY.Table.open(3.5), "3.5 is no path"),
    "to": (lambda: ANY.convert(LOOP, to=3), "to=3"),
}


@pytest.mark.parametrize("case", OF_WRONG_TYPE)
def test_what_is_of_a_wrong_type(case: str) -> None:
    make, message = OF_WRONG_TYPE[case]
    with pytest.raises(WrongType, match=message) as raised:
        make()
    assert isinstance(raised.value, TypeError) and isinstance(raised.value, ValueError)


def test_numbers_that_are_no_nodes() -> None:
    s = retrograde.solve((np.array([0, 1, 1]), np.array([1])))
    for node in (float("inf"), float("nan"), -1, 10**30, "0", None, 0.5):
        assert node not in s
    assert 1.0 in s and np.int8(1) in s


def test_no_end_to_the_time_allowed() -> None:
    for forever in (float("inf"), np.inf, None):
        assert retrograde.solve(LOOP, timeout=forever).verify(timeout=forever)
        assert retrograde.solve_game(3, lambda n: range(n), timeout=forever)[3].outcome == "win"
        assert quixo().solve(timeout=forever)


def test_paths_of_bytes(tmp_path: Path) -> None:
    s = solved()
    file = os.fsencode(tmp_path / "s.csv")
    s.save(file)
    assert retrograde.load(file, LOOP).verify()
    s.game.save(os.fsencode(tmp_path / "g.json"))
    assert retrograde.solve(os.fsencode(tmp_path / "g.json"))["a"].outcome == "draw"
    folder = os.fsencode(tmp_path / "t")
    retrograde.Table.build("quixo:3", folder)
    retrograde.Table.open(folder).export(os.fsencode(tmp_path / "t.npz"))
    assert (tmp_path / "t.npz").exists()


def test_names_that_files_cannot_hold_are_not_written(tmp_path: Path) -> None:
    s = retrograde.solve([("a" * 65_536, "é" * 32_768), ("é" * 32_768, "b")])
    s.save(tmp_path / "s.json")
    assert retrograde.load(tmp_path / "s.json", s.game).verify()
    for long in ("a" * 65_537, "é" * 40_000):
        s = retrograde.solve([(long, "b")])
        with pytest.raises(InputError, match="…' is longer than 64 KiB"):
            s.save(tmp_path / "long.json")
        assert not (tmp_path / "long.json").exists()
        s.save(tmp_path / "long.csv")
        assert retrograde.load(tmp_path / "long.csv", s.game).verify()


def test_the_version_is_that_of_the_package() -> None:
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text()
    assert f'\nversion = "{retrograde.__version__}"\n' in text


def test_what_solve_takes_is_said_in_its_types() -> None:
    from typing import get_args

    from retrograde._arena import OBJECTIVES
    from retrograde._types import Objective

    assert list(get_args(get_args(Objective)[0])) == list(OBJECTIVES)
