"""Tables of the library as text and as HTML."""

from __future__ import annotations

from html import escape
from typing import Any, List, Mapping


def table(grid: Mapping[str, Any]) -> str:
    """A table as the command line prints it."""
    columns = grid["columns"]
    rows: List[List[str]] = [[name for name, _ in columns], *grid["rows"]]
    widths = [max(len(row[place]) for row in rows) for place in range(len(columns))]
    lines = []
    for row in rows:
        cells = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, (_, right) in zip(row, widths, columns)
        )
        lines.append(("  " + "  ".join(cells)).rstrip())
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
