"""Tables of the library as text and as HTML."""

from __future__ import annotations

import unicodedata
from html import escape
from typing import Any, List, Mapping


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)


def table(grid: Mapping[str, Any]) -> str:
    """A table as the command line prints it."""
    columns = grid["columns"]
    rows: List[List[str]] = [[name for name, _ in columns], *grid["rows"]]
    widths = [max(width(row[place]) for row in rows) for place in range(len(columns))]
    lines = []
    for row in rows:
        line = ""
        for cell, wanted, (_, right) in zip(row, widths, columns):
            room = " " * (wanted - width(cell))
            line += "  " + (room + cell if right else cell + room)
        lines.append(line.rstrip())
    if grid["below"]:
        lines += ["", grid["below"]]
    return "\n".join(lines)


def html(grid: Mapping[str, Any]) -> str:
    """A table for a notebook."""
    align = ["right" if right else "left" for _, right in grid["columns"]]

    def row(cells: List[str], tag: str) -> str:
        inner = "".join(
            f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>'
            for cell, side in zip(cells, align)
        )
        return f"<tr>{inner}</tr>"

    head = row([name for name, _ in grid["columns"]], "th")
    body = "".join(row(cells, "td") for cells in grid["rows"])
    below = f"<p>{escape(grid['below'])}</p>" if grid["below"] else ""
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{below}"
