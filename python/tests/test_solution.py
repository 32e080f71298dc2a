"""What one does with a solution."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import retrograde

GAME = [("a", "b"), ("b", "a"), ("a", "t"), ("c", "c"), ("c", "a")]

ASKED: Any = {
    "outcome": {},
    "asymmetric": {},
    "grundy": {},
    "partizan": {"player": ["left", None, "right", None, "left"]},
    "reachability": {"target": {"t": True}},
    "safety": {"target": {"t": True}},
    "buchi": {"target": {"a": True}},
    "cobuchi": {"target": {"a": True}},
    "parity": {"priority": [0, 1, 2, 3]},
    "energy": {"weight": [1, -1, 3, 0, 2]},
    "mean-payoff": {"weight": [1, -2, 3, 0, 2]},
    "muller": {"colors": [0, 1, None, [0, 1]], "acceptance": "Inf(0)&Inf(1)"},
    "rabin": {"colors": [0, 1, None, [0, 1]]},
    "streett": {"colors": [0, 1, None, [0, 1]]},
}


def solved(objective: str) -> retrograde.Solution:
    keywords = ASKED[objective]
    edges = GAME + ([("t", "t")] if objective in ("energy", "mean-payoff") else [])
    if "weight" in keywords:
        keywords = {"weight": keywords["weight"] + [0]}
    owner = None if objective in ("outcome", "asymmetric", "grundy", "partizan") else [0, 1, 1, 0]
    return retrograde.solve(edges, objective, owner=owner, **keywords)


@pytest.mark.parametrize("objective", ASKED)
class TestEveryObjective:
    def test_arrays_rows_and_tables_say_the_same(self, objective: str) -> None:
        s = solved(objective)
        table = s.to_pandas()
        assert list(table.index) == list(s.nodes) == list(s) == ["a", "b", "t", "c"]
        assert list(table.columns) == s.columns
        for place, node in enumerate(s):
            for name in s.columns:
                array, cell = getattr(s, name)[place], table.loc[node, name]
                if name in ("numerator", "denominator"):
                    continue
                said = getattr(s[node], name)
                if name.endswith("move"):
                    assert said == (None if array < 0 else s.nodes[array]) and (cell == said or said is None)
                elif isinstance(said, str):
                    assert cell == said
                    assert name == "class_" or {1: "win", 0: "draw", -1: "lose"}[array] == said
                elif said is None or isinstance(said, retrograde.Loopy):
                    assert array == -1 and pd.isna(cell)
                else:
                    assert array == said == cell

    def test_files_are_read_back(self, objective: str, tmp_path: Path) -> None:
        s = solved(objective)
        for extension in ("csv", "json"):
            path = tmp_path / f"s.{extension}"
            s.save(path)
            again = retrograde.load(path, s.game, objective, acceptance=ASKED[objective].get("acceptance"))
            for name in again.columns:
                assert again.column(name).tolist() == s.column(name).tolist()
            if extension == "json" or s.machines is None:
                again.verify()
        assert json.loads((tmp_path / "s.json").read_text())["objective"] == objective

    def test_it_is_told_and_drawn(self, objective: str) -> None:
        s = solved(objective)
        for node in s:
            assert s.line(node)[0].node == node
            assert str(node) in s.explain(node)
        assert s.svg(title="T").startswith("<svg") and (s._repr_svg_() or "").startswith("<svg")
        assert s.dot().startswith("digraph")
        assert "<table>" in s._repr_html_() and "vertices" in repr(s)
        import matplotlib.pyplot as plt

        axes = s.plot(legend=False)
        assert len(axes.patches) > 4 and len(axes.texts) >= 4
        plt.close(axes.figure)

    def test_labels_of_networkx(self, objective: str) -> None:
        s = solved(objective)
        g = s.to_networkx()
        assert list(g) == list(s) and g.number_of_edges() == s.game.edges
        for node in s:
            for name, value in s[node].asdict().items():
                assert g.nodes[node].get(name) == value


def test_a_networkx_graph_keeps_what_it_has() -> None:
    g: Any = nx.DiGraph(GAME)
    g.nodes["a"]["note"] = "here"
    h = retrograde.solve(g).to_networkx()
    assert h.nodes["a"] == {"note": "here", "outcome": "win", "distance": 1, "move": "t"}
    assert "outcome" not in g.nodes["a"]


def test_types_of_arrays() -> None:
    s = retrograde.solve(GAME)
    assert s.outcome.dtype == np.int8 and s.distance.dtype == np.int32 and s.move.dtype == np.int32
    assert s.outcome is s.outcome
    energy = solved("energy")
    assert energy.winner.dtype == np.int8 and energy.credit.dtype == np.int64
    big = retrograde.solve([("a", "b", 2**62), ("b", "a", -(2**62))] * 2, "energy", owner=[1, 1])
    assert big["b"].credit == 2**62
    path = [(v, v + 1, -(2**62)) for v in range(5)] + [(5, 5, 0)]
    wide = retrograde.solve(path, "energy", owner=[0] * 6)
    assert wide.credit.tolist()[0] == 5 * 2**62 and wide.credit.dtype == object


def test_lines_and_explanations() -> None:
    s = retrograde.solve([((0, v), (0, v + 1)) for v in range(4)])
    line = s.line((0, 0))
    assert line.nodes == [(0, v) for v in range(5)] and line.repeats is None
    assert [position.distance for position in line] == [4, 3, 2, 1, 0]
    assert len(s.line((0, 0), most=2)) == 2
    loop = retrograde.solve(GAME).line("c")
    assert loop.repeats == 0 and "c" in loop.ending
    partizan = solved("partizan")
    assert partizan.line("a", first="right")[0].side == "right"
    with pytest.raises(retrograde.InputError, match="first='up'"):
        partizan.line("a", first="up")
    assert "Left" in partizan.explain("a", first=0)


def test_nodes_of_any_kind() -> None:
    nodes = [(0, 1), frozenset({2}), 3.5, "x", b"y", np.int64(7)]
    s = retrograde.solve(list(zip(nodes, nodes[1:])))
    assert list(s) == nodes and s.line((0, 1)).nodes == nodes
    table = s.to_pandas()
    assert list(table["move"])[:-1] == nodes[1:] and table["move"].iloc[-1] is None
    assert s[7].outcome == "lose" and s.to_networkx().nodes[3.5]["distance"] == 3


def test_nodes_that_print_the_same_are_not_saved(tmp_path: Path) -> None:
    s = retrograde.solve([(1, "1"), ("1", 2)])
    assert s[1].outcome == "lose" and s["1"].outcome == "win"
    assert s.line(1).nodes == [1, "1", 2]
    with pytest.raises(retrograde.InputError, match="the nodes 1 and '1' are written the same"):
        s.save(tmp_path / "s.csv")


def test_a_wrong_solution_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("vertex,outcome,distance,move\na,win,1,b\nb,lose,0,\n")
    wrong = retrograde.load(path, [("a", "b"), ("b", "a")])
    with pytest.raises(retrograde.NotVerified, match="b"):
        wrong.verify()
    path.write_text("vertex,winner\na,0\n")
    with pytest.raises(retrograde.InputError):
        retrograde.load(path, [("a", "b"), ("b", "a")])


def test_without_moves() -> None:
    s = retrograde.solve(GAME, values_only=True)
    assert s.columns == ["outcome", "distance"] and not hasattr(s, "move")
    parity = retrograde.solve(GAME, "parity", owner=[0] * 4, priority=[0] * 4, values_only=True)
    with pytest.raises(retrograde.InputError, match="no moves"):
        parity.line("a")


def test_large_pictures_are_refused() -> None:
    s = retrograde.solve(retrograde.generate.chain(1000))
    assert s._repr_svg_() is None and s._repr_html_()
    with pytest.raises(retrograde.InputError, match=r"svg\(start=node"):
        s.svg()
    assert s.svg(start=990, moves=3).startswith("<svg")


def test_misere_and_min() -> None:
    s = retrograde.solve([("a", "b")], misere=True)
    assert s["b"].outcome == "win" and s["a"].outcome == "lose"
    s.verify()
    g = {"a": ["b"], "b": ["a"]}
    for smallest, winner in [(False, 0), (True, 1)]:
        s = retrograde.solve(g, "parity", owner=[0, 0], priority=[1, 2], min=smallest)
        assert s["a"].winner == winner


def test_letters_of_a_plot_are_as_large_as_their_axes_allow() -> None:
    import matplotlib.pyplot as plt

    s = retrograde.solve(GAME)
    alone = s.plot()
    figure, (half, _) = plt.subplots(1, 2, figsize=alone.figure.get_size_inches())
    s.plot(half)
    figure.canvas.draw()
    for text in half.texts:
        others = [it for it in half.texts if it is not text]
        assert not any(text.get_window_extent().overlaps(it.get_window_extent()) for it in others)
    assert half.texts[0].get_fontsize() < 0.6 * alone.texts[0].get_fontsize()
    plt.close("all")


def test_columns_stand_below_each_other_in_any_script() -> None:
    text = str(retrograde.solve([("日本", "e\u0301"), ("e\u0301", "z")]).line("日本"))
    assert "     0  日本    lose            2\n     1  e\u0301       win             1\n" in text
