"""Pictures of positions as SVG elements, made by `element`, which escapes all text.

A collection returns a `Picture` of a position; `puzzles.pictures` makes files and notebook output
of it. Colours are those of Okabe and Ito, which colour-blind people can tell apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

BLACK = "#000000"
ORANGE = "#E69F00"
SKY_BLUE = "#56B4E9"
GREEN = "#009E73"
YELLOW = "#F0E442"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"
WHITE = "#FFFFFF"

BOARD_FONT = "ui-monospace,Menlo,Consolas,monospace"

_CHARACTER_WIDTH, _LINE_HEIGHT, _TEXT_SIZE, _MARGIN = 10, 20, 16, 12
_MAX_COLUMNS, _MAX_LINES = 160, 100


class Markup(str):
    """The text of SVG elements, which is not escaped again."""

    __slots__ = ()


def element(tag: str, /, *children: str, **attributes: object) -> Markup:
    """Return an SVG element.

    Args:
        tag: The name of the element: "circle".
        children: Elements, or texts, which are escaped.
        attributes: Attributes by name, with `_` for `-`: `stroke_width=2`. Those that are None are
            left out, and numbers are rounded to two decimals.
    """
    tokens = [tag]
    for attribute, value in attributes.items():
        if value is not None:
            text = f"{round(value, 2):g}" if isinstance(value, float) else escape_text(str(value))
            tokens.append(f'{attribute.rstrip("_").replace("_", "-")}="{text}"')
    content = join(children)
    opening = " ".join(tokens)
    return Markup(f"<{opening}>{content}</{tag}>" if content else f"<{opening}/>")


def join(children: Iterable[str]) -> Markup:
    """Return elements, and texts, which are escaped, as one."""
    return Markup(
        "".join(child if isinstance(child, Markup) else escape_text(child) for child in children)
    )


def escape_text(text: str) -> str:
    """Return a text as XML, without the characters that XML does not allow or nobody sees."""
    if not text.isprintable():
        text = "".join(
            char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text
        )
    return escape(text)


@dataclass(frozen=True)
class Picture:
    """A picture of a position.

    Attributes:
        width: The width in pixels at the natural size, which is also the unit of coordinates.
        height: The height in pixels.
        parts: The elements from back to front. Positions that follow each other should have most
            parts in common, since a solution is stored as the parts that differ: a piece, say, is
            a part, and so is the empty board.
        background: The colour behind the parts.
    """

    width: int
    height: int
    parts: tuple[Markup, ...]
    background: str = "#FBF7F0"


def panel(width: int, height: int, fill: str, stroke: str = "#00000055") -> Markup:
    """Return a background with rounded corners, which hides the colour of the page."""
    box = {"x": 0.5, "y": 0.5, "width": width - 1, "height": height - 1, "rx": 10}
    return element("rect", **box, fill=fill, stroke=stroke)


def label(
    text: str, x: float, y: float, size: int = 14, *, fill: str = "#333", anchor: str = "middle"
) -> Markup:
    """Return a line of text.

    Args:
        text: The text.
        x: The middle of the text, or where it begins or ends.
        y: The base line.
        size: The size of the font in pixels.
        fill: The colour.
        anchor: What `x` is: "middle", "start" or "end".
    """
    anchor_attribute = None if anchor == "start" else anchor
    return element("text", text, x=x, y=y, font_size=size, fill=fill, text_anchor=anchor_attribute)


def draw_text(text: str) -> Picture:
    """Return the picture of a board that is drawn with characters."""
    lines = text.rstrip().expandtabs().split("\n")
    if len(lines) > _MAX_LINES:
        lines[_MAX_LINES - 1 :] = ["…"]
    lines = [line.rstrip() for line in lines]
    lines = [
        line if len(line) <= _MAX_COLUMNS else f"{line[: _MAX_COLUMNS - 1]}…" for line in lines
    ]
    width = max(map(_count_cells, lines)) * _CHARACTER_WIDTH + 2 * _MARGIN
    height = len(lines) * _LINE_HEIGHT + 2 * _MARGIN
    parts = (
        _draw_line(line, _MARGIN, _MARGIN + number * _LINE_HEIGHT + 15)
        for number, line in enumerate(lines)
        if line
    )
    return Picture(width, height, tuple(parts))


def _count_cells(line: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line)


def _draw_line(line: str, x: int, y: int) -> Markup:
    """Return a line of characters of equal width, whatever font the reader has."""
    return element(
        "text",
        line,
        x=x,
        y=y,
        font_family=BOARD_FONT,
        font_size=_TEXT_SIZE,
        textLength=_count_cells(line) * _CHARACTER_WIDTH,
        style="white-space:pre",
        fill="#222",
        **{"xml:space": "preserve"},
    )
