"""Pictures with matplotlib: the shapes, places and colours of the SVG, drawn on axes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml
from typing import Any, Dict, Iterator, List, Tuple

from ._optional import package

Style = Dict[str, str]

#: What elements take from those that they stand in.
INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "font-size",
    "font-weight",
    "text-anchor",
)
#: Points of a page for a pixel of the picture, on axes of its own.
POINT = 0.75
#: How much smaller letters are than in the picture: the font that is always there is a wide one.
LETTERS = 0.85


def plot(svg: str, ax: Any = None) -> Any:
    """Draws a picture on matplotlib axes, new ones unless they are given."""
    plt = package("matplotlib.pyplot", "for plot()")

    picture = Xml.fromstring(svg)
    width, height = float(picture.get("width", "1")), float(picture.get("height", "1"))
    if ax is None:
        figure = plt.figure(figsize=(width / 72 * POINT, height / 72 * POINT))
        ax = figure.add_axes((0, 0, 1, 1))
    ax.set_xlim(0, width)
    ax.set_ylim(height, 0)
    ax.set_aspect("equal")
    ax.axis("off")
    room = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
    point = 72 * min(room.width / width, room.height / height)
    for element, style, (x, y) in _elements(picture, {}, (0.0, 0.0)):
        _draw(ax, element, style, x, y, point)
    return ax


def _elements(
    element: Any, style: Style, place: Tuple[float, float]
) -> Iterator[Tuple[Any, Style, Tuple[float, float]]]:
    """The elements that show something, with their style and where they are, in order."""
    style = {**style, **{name: element.get(name) for name in INHERITED if element.get(name)}}
    moved = re.match(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", element.get("transform", ""))
    if moved:
        place = (place[0] + float(moved[1]), place[1] + float(moved[2]))
    yield element, style, place
    for child in element:
        yield from _elements(child, style, place)


def _draw(ax: Any, element: Any, style: Style, x: float, y: float, point: float) -> None:
    """Draws an element where a pixel of the picture takes so many points of the page."""
    from matplotlib.patches import FancyBboxPatch, PathPatch, Rectangle

    kind = element.tag.rsplit("}", 1)[-1]

    def number(name: str) -> float:
        return float(element.get(name, "0"))

    dashes = style.get("stroke-dasharray", "none")
    stroke = style.get("stroke", "none")
    width = float(style.get("stroke-width", "1")) * point
    look: Dict[str, Any] = {
        "facecolor": style.get("fill", "#000000"),
        "edgecolor": stroke,
        "linewidth": width if stroke != "none" else 0,
        "linestyle": "solid"
        if dashes == "none"
        else (0, [float(part) * point / width for part in re.split(r"[ ,]+", dashes)]),
    }
    if kind == "rect":
        corner = (x + number("x"), y + number("y"))
        size = (number("width"), number("height"))
        radius = min(number("rx"), size[0] / 2, size[1] / 2)
        if radius > 0:
            shape = f"round,pad=0,rounding_size={radius}"
            ax.add_patch(FancyBboxPatch(corner, *size, boxstyle=shape, **look))
        else:
            ax.add_patch(Rectangle(corner, *size, **look))
    elif kind == "path":
        ax.add_patch(PathPatch(_path(element.get("d", ""), x, y), **look))
    elif kind == "text":
        anchors = {"middle": "center", "end": "right"}
        weight = "bold" if int(style.get("font-weight", "400")) >= 600 else "normal"
        ax.text(
            x + number("x"),
            y + number("y"),
            "".join(element.itertext()),
            color=style.get("fill", "#000000"),
            fontsize=float(style.get("font-size", "12")) * point * LETTERS,
            fontweight=weight,
            ha=anchors.get(style.get("text-anchor", "start"), "left"),
            va="baseline",
            parse_math=False,
        )


def _path(text: str, x: float, y: float) -> Any:
    """A path of lines and curves."""
    from matplotlib.path import Path

    codes = {"M": Path.MOVETO, "L": Path.LINETO, "C": Path.CURVE4, "Q": Path.CURVE3}
    points: List[Tuple[float, float]] = []
    kinds: List[Any] = []
    for letter, rest in re.findall(r"([MLCQZ])([^MLCQZ]*)", text):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        if letter == "Z":
            points.append(points[-1])
            kinds.append(Path.CLOSEPOLY)
        for place in range(0, len(numbers) - 1, 2):
            points.append((x + numbers[place], y + numbers[place + 1]))
            kinds.append(codes[letter])
    return Path(points, kinds)
