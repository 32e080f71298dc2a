"""Packages that are not installed are named where they are needed, with what to do."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict

import pytest

import retrograde

USES: Dict[str, Callable[[retrograde.Solution], Any]] = {
    "pandas": lambda s: s.to_pandas(),
    "networkx": lambda s: s.to_networkx(),
    "matplotlib": lambda s: s.plot(),
    "tqdm": lambda s: retrograde.solve([("a", "b")], progress=True),
    "open_spiel": lambda s: retrograde.openspiel("tic_tac_toe"),
}
IMPORTED = {"open_spiel": ["pyspiel"], "tqdm": ["tqdm.auto"], "matplotlib": ["matplotlib.pyplot"]}


@pytest.mark.parametrize("package", USES)
def test_what_to_install(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    s = retrograde.solve([("a", "b")])
    for name in IMPORTED.get(package, [package]):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=f"{package} is needed for .*: pip install {package}"):
        USES[package](s)
