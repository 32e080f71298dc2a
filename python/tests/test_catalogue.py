"""The built-in games as objects, and tables of them."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path
from typing import Any, List

import numpy as np
import pytest

import retrograde
from retrograde import (
    FileError,
    InputError,
    NoSuchFile,
    NoSuchNode,
    OutOfMemory,
    SolvedGame,
    SolveTimeout,
    Table,
)


def test_the_catalogue_lists_what_there_is() -> None:
    assert {"nim", "connect", "chess", "quixo"} <= set(retrograde.games)
    assert retrograde.games["tic-tac-toe"].name == "mnk"
    for name, listing in retrograde.games.items():
        assert listing.name == name and listing.summary and listing.rules
    assert "nim:" in repr(retrograde.games)
    with pytest.raises(KeyError, match="there is no game 'nym'"):
        retrograde.games["nym"]


def test_a_game_is_played_by_its_rules() -> None:
    game = retrograde.game("connect:5x4x4")
    position: Any = game.start
    played: List[str] = []
    while game.moves(position):
        played.append(game.moves(position)[0])
        position = game.play(position, played[-1])
    assert len(played) > 6 and game.moves(position) == []
    assert game.board(position) != game.board(game.start)
    with pytest.raises(InputError, match="'zz' is no move at"):
        game.play(game.start, "zz")
    with pytest.raises(InputError, match="the position 'nonsense'"):
        game.moves("nonsense")
    with pytest.raises(InputError, match="3 is no position"):
        game.board(3)


def test_nothing_is_explored_before_it_must_be() -> None:
    game = retrograde.game("connect:7x6x4")
    assert game.start and len(game.moves(game.start)) == 7
    with pytest.raises(OutOfMemory):
        game.solve(max_memory="10M")
    with pytest.raises(SolveTimeout):
        retrograde.solve(retrograde.game("connect:5x5x4"), timeout=0.05)


def test_explored_and_over_the_index_agree() -> None:
    for spec in ("connect:4x3x3", "hexapawn:3x3", "nim:2,3,1", "quixo:3"):
        game = retrograde.game(spec)
        explored = game.solve(engine="explored")
        assert isinstance(explored, retrograde.Solution)
        if game.slots is None:
            continue
        dense = game.solve(engine="dense")
        assert isinstance(dense, SolvedGame)
        nodes = list(explored)[:200]
        found = dense.probe(nodes)
        for place, node in enumerate(nodes):
            one, other = explored[node], dense[node]
            assert (one.outcome, one.distance) == (other.outcome, other.distance)
            assert {1: "win", 0: "draw", -1: "lose"}[int(found.outcome[place])] == other.outcome
            assert found.distance[place] == (-1 if other.distance is None else other.distance)
        assert dense.line(game.start).ending == explored.line(game.start).ending
        said, also = (it.explain(game.start, depth=0).split(":")[0] for it in (dense, explored))
        assert said == also
        assert game.line().nodes == dense.line(game.start).nodes


def test_a_solution_finds_any_way_to_write_a_position() -> None:
    s = retrograde.solve("tic-tac-toe")
    assert len(s) == 5478 and "x.. ... ..." in s and "nonsense" not in s and 7 not in s
    assert s["x.. ... ..."].outcome == "draw" and s[".../.../..."].tie
    assert retrograde.game("tic-tac-toe").explain(depth=0).startswith(".../.../... is a tie")


def test_questions_that_need_a_graph_are_explored() -> None:
    game = retrograde.game("nim:3,4")
    s = game.solve("grundy")
    assert isinstance(s, retrograde.Solution) and s["3,4"].grundy == 7
    with pytest.raises(InputError, match="over an index"):
        game.solve("grundy", engine="dense")
    with pytest.raises(InputError, match="there is no engine 'gpu-x'"):
        game.solve(engine="gpu-x")
    with pytest.raises(InputError, match="has no start"):
        retrograde.game("chess:KQvK").line()


@pytest.fixture(scope="module")
def table(tmp_path_factory: Any) -> Table:
    return Table.build("quixo:3", tmp_path_factory.mktemp("tables") / "quixo-3")


def test_a_table_answers(table: Table) -> None:
    again = Table.open(table.path.parent)
    start = again.game.start
    assert again.spec == "quixo:3" and again[start].outcome == "win" and again[start].distance == 7
    assert again.moves(start)[0][1].outcome == "lose"
    assert len(again.line(start)) == 8 and again.has_distances and again.file_size > 0
    assert again[again.slot(start)] == again[start]
    assert "win" in again.summary() and "quixo:3" in repr(again)
    with pytest.raises(KeyError):
        again[4_599]
    with pytest.raises(InputError, match="the position 'x'"):
        again["x"]
    assert "x" not in again and start in again


def test_blocks_probes_and_pandas_agree(table: Table) -> None:
    whole = table.probe(np.arange(table.slots))
    for size in (1, 1000, 1 << 20):
        if size == 1:
            blocks = [block for block, _ in zip(table.blocks(1), range(50))]
            assert [block.slot for block in blocks] == list(range(50))
            continue
        blocks = list(table.blocks(size))
        assert np.array_equal(np.concatenate([block.outcome for block in blocks]), whole.outcome)
        assert np.array_equal(np.concatenate([block.distance for block in blocks]), whole.distance)
    frame = table.to_pandas(moves=True)
    assert len(frame) == int((whole.outcome != -128).sum()) == 2862
    stats = table.stats(3)
    counts = frame["outcome"].value_counts()
    assert counts["win"] == stats.counts["win"] and counts["lose"] == stats.counts["lose"]
    assert sum(stats.wins) == stats.counts["win"] and len(stats.longest) == 3
    assert stats.longest[0][1] == frame["distance"][frame["outcome"] == "win"].max()
    row = frame.iloc[5]
    position = table[row["position"]]
    assert (position.outcome, position.distance) == (row["outcome"], row["distance"])
    assert np.array_equal(table.slot(list(frame["position"][:50])), frame.index[:50].to_numpy())
    assert len(table.to_pandas(10, 20)) <= 10


def test_an_export_is_read_by_numpy_and_pandas(table: Table, tmp_path: Path) -> None:
    import pandas as pd

    table.export(tmp_path / "all.npz")
    table.export(tmp_path / "all.csv")
    assert len(np.load(tmp_path / "all.npz")["outcome"]) == table.slots
    assert len(pd.read_csv(tmp_path / "all.csv")) == 2862
    with pytest.raises(InputError, match="there is no format 'xml'"):
        table.export(tmp_path / "all.xml")


def test_probes_in_any_order_and_of_any_type(table: Table) -> None:
    rng = np.random.default_rng(5)
    slots = rng.integers(0, table.slots, 5000)
    whole = table.probe(np.arange(table.slots, dtype=np.uint64))
    for given in (slots, slots.astype(np.uint64), slots.astype(np.int32), slots[::2], slots.tolist()):
        found = table.probe(given)
        assert np.array_equal(found.outcome, whole.outcome[np.asarray(given)])
    assert len(table.probe([]).outcome) == 0
    for bad, message in [
        ([-1], "a slot is -1"),
        ([table.slots], "there is no slot 4,599"),
        (np.array([0.5]), "slots are of float64"),
        (np.zeros((2, 2), dtype=int), "shape"),
        (["nonsense"], r"positions\[0\], 'nonsense'"),
        ([".../.../...", 3], "3 is no position"),
    ]:
        with pytest.raises(InputError, match=message):
            table.probe(bad)


def test_tables_that_are_not_there_or_damaged(table: Table, tmp_path: Path) -> None:
    with pytest.raises(NoSuchFile, match="there is no table in"):
        Table.open(tmp_path)
    copy = tmp_path / "copy"
    copy.mkdir()
    data = bytearray(table.path.read_bytes())
    data[len(data) // 2] ^= 255
    (copy / table.path.name).write_bytes(data)
    with pytest.raises((FileError, InputError), match="damaged"):
        Table.open(copy).verify()
    with pytest.raises(InputError, match="holds quixo:3"):
        Table.build("connect:4x3x3", table.path.parent)
    with pytest.raises(InputError, match="has no index"):
        Table.build("cops:1:" + str(Path(__file__).parents[2] / "examples/cops/petersen.txt"), copy)


def test_a_build_that_is_stopped_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    kept = threading.Event()

    def listen(phase: str, done: int, total: Any) -> None:
        # The first checkpoint is there: somebody presses Ctrl-C.
        if (folder / "checkpoint").exists() and not kept.is_set():
            kept.set()
            signal.raise_signal(signal.SIGINT)

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        Table.build("breakthrough:3x5", folder, checkpoint=0.1, progress=listen)
    assert kept.is_set() and time.monotonic() - began < 60
    assert (folder / "checkpoint").exists()
    with pytest.raises(NoSuchFile, match="not finished"):
        Table.open(folder)
    with pytest.raises(SolveTimeout, match="what was done is kept in"):
        Table.build("breakthrough:3x5", folder, timeout=0.0)
    table = Table.build("breakthrough:3x5", folder)
    assert table[table.game.start].outcome == retrograde.solve("breakthrough:3x5")[table.game.start].outcome


def test_progress_of_a_build_is_told(tmp_path: Path) -> None:
    seen: List[str] = []
    Table.build("connect:4x4x4", tmp_path / "t", progress=lambda phase, done, total: seen.append(phase))
    assert seen


def test_chess_boards_are_positions(tmp_path: Path) -> None:
    chess = pytest.importorskip("chess")
    table = Table.build("chess:KQvK", tmp_path / "kqk")
    mated = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert table[mated].outcome == "lose" and table[mated].distance == 0
    board = chess.Board("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1")
    assert table[board].outcome == "win" and table[board].distance == 1
    game = retrograde.game("chess:KQvK")
    assert game.position(board) == board.fen()
    moves = {board.san(move) for move in board.legal_moves}
    assert {move.rstrip("+#") for move in game.moves(board)} == {move.rstrip("+#") for move in moves}
    move, after = table.moves(board)[0]
    board.push_san(move)
    assert board.is_checkmate() and after.distance == 0
    found = table.probe([mated, chess.Board("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1")])
    assert found.outcome.tolist() == [-1, 1] and found.distance.tolist() == [0, 1]
    with pytest.raises(InputError):
        table[chess.Board()]
    with pytest.raises((KeyError, InputError)):
        table["7k/8/6K1/8/8/8/8/q7 w - - 0 1 x"]
    assert issubclass(NoSuchNode, KeyError)


def test_games_in_memory_count_as_their_tables_do(tmp_path: Path) -> None:
    for place, spec in enumerate(("quixo:3", "chess:KRvK", "hexapawn:3x3")):
        game = retrograde.game(spec)
        solved = game.solve(engine="dense")
        assert isinstance(solved, SolvedGame)
        for longest in (0, 1, 5):
            assert solved.stats(longest) == Table.build(game, tmp_path / str(place)).stats(longest)
