"""The Python code of the READMEs is run, and says what is written beside it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, Dict, List

import pytest

ROOT = Path(__file__).parent.parent.parent


def blocks(path: Path) -> List[str]:
    return re.findall(r"^```python\n(.*?)^```$", path.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("name", ["README.md", "python/README.md"])
def test_the_code_says_what_is_written(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    known: Dict[str, Any] = {}
    compared = 0
    for block in blocks(ROOT / name):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            code = ast.unparse(statement)
            if not isinstance(statement, ast.Expr):
                exec(code, known)
                continue
            value = eval(code, known)
            last = lines[(statement.end_lineno or 0) - 1].encode()[statement.end_col_offset or 0 :]
            written = last.decode().strip()
            if written:
                assert f"# {value!r}" == written
                compared += 1
    assert compared >= 3
    assert "wins at once" in capsys.readouterr().out
