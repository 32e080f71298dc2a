"""Graphs whose edges stay on disk."""

from __future__ import annotations

import pathlib
import random

import pytest

import retrograde


def written(folder: pathlib.Path, seed: int) -> pathlib.Path:
    draw = random.Random(seed)
    edges = (f"n{draw.randrange(300)} n{draw.randrange(300)}\n" for _ in range(500))
    file = folder / "game.txt"
    file.write_text("".join(edges))
    return file


@pytest.mark.parametrize("misere", [False, True])
def test_the_same_as_in_memory(tmp_path: pathlib.Path, misere: bool) -> None:
    for seed in range(5):
        file = written(tmp_path, seed)
        expected = retrograde.solve(file, misere=misere)
        retrograde.game(file).save(tmp_path / "game.rgg")
        for name in (file, tmp_path / "game.rgg"):
            found = retrograde.solve_stored(name, misere=misere, scratch=tmp_path)
            assert dict(found) == {str(node): expected[node] for node in expected}
            assert (found.outcome == expected.outcome).all()
            assert (found.distance == expected.distance).all()
            assert found.verify().startswith("the solution holds")
            found.save(tmp_path / "found.csv")
            expected.save(tmp_path / "expected.csv")
            assert (tmp_path / "found.csv").read_text() == (tmp_path / "expected.csv").read_text()
    # What was made for it is gone with it.
    del found
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {"game.txt", "game.rgg", "found.csv", "expected.csv"}


def test_values_only(tmp_path: pathlib.Path) -> None:
    found = retrograde.solve_stored(written(tmp_path, 1), values_only=True)
    assert "move" not in found["n1"].asdict()
    assert "move" not in found.columns


def test_what_is_refused_says_why(tmp_path: pathlib.Path) -> None:
    file = written(tmp_path, 2)
    with pytest.raises(retrograde.InputError, match="disk"):
        retrograde.solve_stored(file, "parity")
    with pytest.raises(retrograde.InputError, match="checkpoint"):
        retrograde.solve_stored(file, checkpoint_every=1)
    with pytest.raises(retrograde.RetrogradeError, match="nothing.txt"):
        retrograde.solve_stored(tmp_path / "nothing.txt")
    found = retrograde.solve_stored(file)
    with pytest.raises(retrograde.NoSuchNode):
        found["nobody"]
    with pytest.raises(AttributeError, match="outcome, distance"):
        found.column("winner")
    with pytest.raises(retrograde.InputError, match="csv and json"):
        found.save(tmp_path / "out.xml")


def test_it_goes_on_from_a_checkpoint(tmp_path: pathlib.Path) -> None:
    retrograde.generate.chain(1_000_000).save(tmp_path / "chain.rgg")
    kept = tmp_path / "kept"
    with pytest.raises(retrograde.SolveTimeout):
        retrograde.solve_stored(
            tmp_path / "chain.rgg", timeout=0.3, checkpoint=kept, checkpoint_every=0.05
        )
    assert any(kept.iterdir())
    found = retrograde.solve_stored(tmp_path / "chain.rgg", checkpoint=kept)
    assert found.distance.max() == 999_999
