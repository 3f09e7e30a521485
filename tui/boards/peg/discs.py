"""Pegs and holes drawn as discs and rings, at every size.

A *glyph* is what a hole shows: rows of characters of the same width. Its *kind* is "peg", "picked",
"hole", "target" or "faded" (a peg that is being jumped over).

In the style "shaded" discs are round at any size, on a ground of wood. In the style "lined", for
terminals without colour, kinds differ in their lines: a peg is ●, an empty hole ○. The style
"ascii" uses x and a dot. Start with `disc_sizes`.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import atan2, hypot, tau
from typing import Literal, NamedTuple

from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.raster import Contains, rasterize

DiscStyle = Literal["ascii", "lined", "shaded"]
Glyph = tuple[str, ...]
Glyphs = dict[str, Glyph]  # by kind

DOT: Glyphs = {"peg": ("●",), "hole": ("○",), "target": ("◌",)}
MEDIUM: Glyphs = {
    "peg": ("▗███▖", "▝███▘"),
    "picked": ("▗▛▀▜▖", "▝▙▄▟▘"),
    "hole": (" ╭─╮ ", " ╰─╯ "),
    "target": ("╭╌╌╌╮", "╰╌╌╌╯"),
}
LARGE: Glyphs = {
    "peg": ("▗▟███▙▖", "███████", "▝▜███▛▘"),
    "picked": ("▗▟▀▀▀▙▖", "█▌   ▐█", "▝▜▄▄▄▛▘"),
    "hole": (" ╭───╮ ", " │   │ ", " ╰───╯ "),
    "target": ("╭╌╌╌╌╌╮", "╎  ◌  ╎", "╰╌╌╌╌╌╯"),
}
HUGE: Glyphs = {
    "peg": ("  ▄▟███▙▄  ", "▗█████████▖", "███████████", "▝█████████▘", "  ▀▜███▛▀  "),
    "picked": ("  ▄▟▀▀▀▙▄  ", "▗█▀     ▀█▖", "█▌       ▐█", "▝█▄     ▄█▘", "  ▀▜▄▄▄▛▀  "),
    "hole": ("   ╭───╮   ", " ╭─╯   ╰─╮ ", " │       │ ", " ╰─╮   ╭─╯ ", "   ╰───╯   "),
    "target": ("  ╭╌╌╌╌╌╮  ", "╭╌╯     ╰╌╮", "╎    ◌    ╎", "╰╌╮     ╭╌╯", "  ╰╌╌╌╌╌╯  "),
}
DOT_ASCII: Glyphs = {"peg": ("x",), "hole": (".",), "target": ("o",)}
MEDIUM_ASCII: Glyphs = {
    "peg": ("/###\\", "\\###/"),
    "picked": ("/@@@\\", "\\@@@/"),
    "hole": ("     ", "  .  "),
    "target": ("/ooo\\", "\\ooo/"),
}
LARGE_ASCII: Glyphs = {
    "peg": (" /###\\ ", "(#####)", " \\###/ "),
    "picked": (" /@@@\\ ", "(@   @)", " \\@@@/ "),
    "hole": ("       ", "   .   ", "       "),
    "target": (" / - \\ ", "(  o  )", " \\ - / "),
}
HUGE_ASCII: Glyphs = {
    "peg": ("  /#####\\  ", " /#######\\ ", "(#########)", " \\#######/ ", "  \\#####/  "),
    "picked": ("  /@@@@@\\  ", " /@     @\\ ", "(@       @)", " \\@     @/ ", "  \\@@@@@/  "),
    "hole": (" " * 11, " " * 11, "     .     ", " " * 11, " " * 11),
    "target": ("  / - - \\  ", " /       \\ ", "(    o    )", " \\       / ", "  \\ - - /  "),
}
MAX_WIDTH = 40  # cells of a disc
FLAT_HALF_LINES = 3  # the height of a disc that is not quite round: only on boards to play on
_FLAT_MARGIN = 0.15  # by which a flat disc is smaller than its height


class DiscSize(NamedTuple):
    """The size of discs and the steps between them. Heights are in half lines.

    Attributes:
        column_step: Cells from one hole to the next.
        row_step: Half lines from one row of holes to the next.
        width: Cells of a disc.
        half_lines: Height of a disc.
        glyphs: Kind and glyph of each disc drawn by hand; empty if discs are computed.
        is_shaded: The board has a ground of its own.
    """

    column_step: int
    row_step: int
    width: int
    half_lines: int
    glyphs: tuple[tuple[str, Glyph], ...] = ()
    is_shaded: bool = False

    def glyph(self, kind: str, begins_low: bool = False) -> Glyph:
        """Return a glyph; `begins_low` if it begins in the lower half of a line."""
        if not self.glyphs:
            return _round_glyph(kind, self.width, self.half_lines, begins_low)
        by_kind = dict(self.glyphs)
        return by_kind.get(kind) or by_kind["peg" if kind == "picked" else "target"]

    def line_count(self, begins_low: bool = False) -> int:
        """Return the number of lines that a glyph takes."""
        return (self.half_lines + (2 if begins_low else 1)) // 2

    @property
    def picked_differs(self) -> bool:
        """True if a picked peg has a shape of its own, not only a style."""
        return self.half_lines > 2


def _drawn_size(
    column_step: int, line_step: int, glyphs: Glyphs, is_shaded: bool = False
) -> DiscSize:
    """Return the size of glyphs drawn by hand; `line_step` is in whole lines."""
    peg = glyphs["peg"]
    return DiscSize(
        column_step, 2 * line_step, len(peg[0]), 2 * len(peg), tuple(glyphs.items()), is_shaded
    )


@lru_cache
def disc_sizes(lattice: str, style: DiscStyle) -> Sequence[DiscSize]:
    """Return the sizes of discs on a "square" or "triangular" lattice, from the largest down."""
    is_triangular = lattice == "triangular"
    is_ascii, is_shaded = style == "ascii", style == "shaded"
    dot_steps = ((6, 2), (4, 2), (4, 1)) if is_triangular else ((5, 2), (4, 2), (4, 1), (3, 1))
    dots = DOT_ASCII if is_ascii else DOT
    dot_sizes = [_drawn_size(columns, lines, dots, is_shaded) for columns, lines in dot_steps]
    if is_shaded:
        return (*_round_sizes(is_triangular), *dot_sizes)
    huge, large, medium = (
        (HUGE_ASCII, LARGE_ASCII, MEDIUM_ASCII) if is_ascii else (HUGE, LARGE, MEDIUM)
    )
    return (
        _drawn_size(14, 6, huge),
        _drawn_size(10, 4, large),
        _drawn_size(9, 4, large),
        _drawn_size(8, 3, medium),
        *dot_sizes,
    )


def _round_sizes(is_triangular: bool) -> Sequence[DiscSize]:
    """Return the sizes of computed discs, each with wide gaps, then with narrow ones.

    A wide gap holds the brackets of both neighbours, a narrow one is shared by them.
    """
    sizes = []
    for width in range(MAX_WIDTH, 3, -1):
        gap = 1 if width < 8 else 2
        for column_step in (width + gap + 1, width + gap):
            if is_triangular and column_step % 2:
                continue  # every other row is shifted by half a step
            sizes.append(DiscSize(column_step, width + gap, width, width, is_shaded=True))
    for column_step in (6,) if is_triangular else (6, 5):
        sizes.append(DiscSize(column_step, 4, 4, FLAT_HALF_LINES, is_shaded=True))
    return sizes


def picture_size(style: DiscStyle) -> DiscSize:
    """Return the smallest size, which has no room for a cursor and coordinates."""
    return _drawn_size(2, 1, DOT_ASCII if style == "ascii" else DOT, style == "shaded")


def disc_style(appearance: Appearance) -> DiscStyle:
    if appearance.ascii_only:
        return "ascii"
    return "lined" if appearance.color_depth == "none" else "shaded"


@cache
def _round_glyph(kind: str, width: int, half_lines: int, begins_low: bool) -> Glyph:
    return rasterize(_disc_shape(kind, width, half_lines), width, half_lines, begins_low)


def _disc_shape(kind: str, width: int, half_lines: int) -> Contains:
    """Return the shape of a kind.

    A hole is a ring one cell thick, dashed if it is a target. A picked peg has a small hole.
    """
    is_flat = half_lines == FLAT_HALF_LINES
    outer_radius = half_lines / 2 - (_FLAT_MARGIN if is_flat else 0)
    inner_radius = outer_radius - (0.6 if is_flat else 1)
    picked_hole_radius = 0.4 if is_flat else 0.2 * half_lines
    dash_count = 4 if half_lines < 6 else 8

    def contains(x: float, y: float) -> bool:
        right, down = (x - width / 2) * half_lines / width, y - half_lines / 2
        distance = hypot(right, down)
        if distance > outer_radius:
            return False
        match kind:
            case "peg":
                return True
            case "picked":
                return distance > picked_hole_radius
            case "faded":
                return distance < 0.3 * half_lines
            case "target":
                is_dash = (atan2(down, right) / tau * dash_count + 0.25) % 1 < 0.5
                is_dot = half_lines > 5 and distance < 0.12 * half_lines
                return (distance > inner_radius and is_dash) or is_dot
        return distance > inner_radius

    return contains
