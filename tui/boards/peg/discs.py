"""Pegs and holes as discs and rings of every size.

glyph   what a hole shows: rows of characters, each as wide as the others
kind    "peg", "picked", "hole", "target"; "faded", a peg that is just being jumped over
size    of discs, and the steps from one to the next

With colours the discs are round at any size, and their board has a ground of its own. Without them
kinds differ in lines: a peg is ● and an empty hole ○; ASCII has x and a dot.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import atan2, hypot, tau
from typing import NamedTuple

from ludoscope.tui.boards.raster import Inside, raster
from ludoscope.tui.boards.user_options import UserOptions

Glyph = tuple[str, ...]
Discs = dict[str, Glyph]

DOT: Discs = {"peg": ("●",), "hole": ("○",), "target": ("◌",)}
MEDIUM: Discs = {
    "peg": ("▗███▖", "▝███▘"),
    "picked": ("▗▛▀▜▖", "▝▙▄▟▘"),
    "hole": (" ╭─╮ ", " ╰─╯ "),
    "target": ("╭╌╌╌╮", "╰╌╌╌╯"),
}
LARGE: Discs = {
    "peg": ("▗▟███▙▖", "███████", "▝▜███▛▘"),
    "picked": ("▗▟▀▀▀▙▖", "█▌   ▐█", "▝▜▄▄▄▛▘"),
    "hole": (" ╭───╮ ", " │   │ ", " ╰───╯ "),
    "target": ("╭╌╌╌╌╌╮", "╎  ◌  ╎", "╰╌╌╌╌╌╯"),
}
HUGE: Discs = {
    "peg": ("  ▄▟███▙▄  ", "▗█████████▖", "███████████", "▝█████████▘", "  ▀▜███▛▀  "),
    "picked": ("  ▄▟▀▀▀▙▄  ", "▗█▀     ▀█▖", "█▌       ▐█", "▝█▄     ▄█▘", "  ▀▜▄▄▄▛▀  "),
    "hole": ("   ╭───╮   ", " ╭─╯   ╰─╮ ", " │       │ ", " ╰─╮   ╭─╯ ", "   ╰───╯   "),
    "target": ("  ╭╌╌╌╌╌╮  ", "╭╌╯     ╰╌╮", "╎    ◌    ╎", "╰╌╮     ╭╌╯", "  ╰╌╌╌╌╌╯  "),
}
DOT_ASCII: Discs = {"peg": ("x",), "hole": (".",), "target": ("o",)}
MEDIUM_ASCII: Discs = {
    "peg": ("/###\\", "\\###/"),
    "picked": ("/@\\", "\\@/"),
    "hole": ("     ", "  .  "),
    "target": ("/ooo\\", "\\ooo/"),
}
LARGE_ASCII: Discs = {
    "peg": (" /###\\ ", "(#####)", " \\###/ "),
    "picked": (" /@\\ ", "(@   @)", " \\@/ "),
    "hole": ("       ", "   .   ", "       "),
    "target": (" / - \\ ", "(  o  )", " \\ - / "),
}
HUGE_ASCII: Discs = {
    "peg": ("  /#####\\  ", " /#######\\ ", "(#########)", " \\#######/ ", "  \\#####/  "),
    "picked": ("  /@\\  ", " /@     @\\ ", "(@       @)", " \\@     @/ ", "  \\@/  "),
    "hole": (" " * 11, " " * 11, "     .     ", " " * 11, " " * 11),
    "target": ("  / - - \\  ", " /       \\ ", "(    o    )", " \\       / ", "  \\ - - /  "),
}
LARGEST = 40  # cells of a disc
FLAT = 3  # half lines of one that is not round: for a board to play on, not for a picture


class Size(NamedTuple):
    """Cells and half lines from one hole to the next, and of a disc; `drawn` where it is by hand.

    `shaded`: on a ground of its own.
    """

    across: int
    down: int
    wide: int
    high: int
    drawn: tuple[tuple[str, Glyph], ...] = ()
    shaded: bool = False

    def disc(self, kind: str, low: bool = False) -> Glyph:
        """A glyph that may begin in the lower half of a line."""
        if not self.drawn:
            return _round(kind, self.wide, self.high, low)
        drawn = dict(self.drawn)
        return drawn.get(kind) or drawn["peg" if kind == "picked" else "target"]

    def lines(self, low: bool = False) -> int:
        """Lines that a disc takes."""
        return (self.high + low + 1) // 2

    @property
    def tells(self) -> bool:
        """Whether a picked peg has a shape of its own."""
        return self.high > 2


def _drawn(across: int, down: int, discs: Discs, shaded: bool = False) -> Size:
    peg = discs["peg"]
    return Size(across, 2 * down, len(peg[0]), 2 * len(peg), tuple(discs.items()), shaded)


@lru_cache
def sizes(lattice: str, look_is: str) -> Sequence[Size]:
    """From the roomiest down; what a look is, is said by `look_of`."""
    triangular = lattice == "triangular"
    dots = ((6, 2), (4, 2), (4, 1)) if triangular else ((5, 2), (4, 2), (4, 1), (3, 1))
    plain = look_is == "plain"
    shaded = look_is == "shaded"
    small = [_drawn(*step, DOT_ASCII if plain else DOT, shaded) for step in dots]
    if shaded:
        return (*_rounds(triangular), *small)
    huge, large, medium = (
        (HUGE_ASCII, LARGE_ASCII, MEDIUM_ASCII) if plain else (HUGE, LARGE, MEDIUM)
    )
    steps = ((14, 6, huge), (10, 4, large), (9, 4, large), (8, 3, medium))
    return (*(_drawn(*step) for step in steps), *small)


def _rounds(triangular: bool) -> Sequence[Size]:
    """With a place for brackets between two discs, or a narrower one that they share."""
    found = []
    for wide in range(LARGEST, 3, -1):
        between = 1 if wide < 8 else 2
        for across in (wide + between + 1, wide + between):
            if not (triangular and across % 2):  # every other row is half a step to the right
                found.append(Size(across, wide + between, wide, wide, shaded=True))
    found += [Size(across, 4, 4, FLAT, shaded=True) for across in (6, 5)[: 1 if triangular else 2]]
    return found


def tiny(look_is: str) -> Size:
    """No cursor, no coordinates: the board as a picture."""
    return _drawn(2, 1, DOT_ASCII if look_is == "plain" else DOT, look_is == "shaded")


def look_of(options: UserOptions) -> str:
    """Return "plain" for ASCII, "lined" without colors, "shaded" with them."""
    if options.appearance.ascii_only:
        return "plain"
    return "lined" if options.appearance.color_depth == "none" else "shaded"


@cache
def _round(kind: str, wide: int, high: int, low: bool) -> Glyph:
    return raster(_shape(kind, wide, high), wide, high, low)


def _shape(kind: str, wide: int, high: int) -> Inside:
    """A ring is one cell thick, and dashed where a peg may go; a picked peg has a small hole."""
    flat = high == FLAT
    radius = high / 2 - 0.15 * flat
    rim = radius - (0.6 if flat else 1)
    dashes = 4 if high < 6 else 8

    def inside(x: float, y: float) -> bool:
        right, down = (x - wide / 2) * high / wide, y - high / 2
        far = hypot(right, down)
        if far > radius:
            return False
        match kind:
            case "peg":
                return True
            case "picked":
                return far > (0.4 if flat else 0.2 * high)
            case "faded":
                return far < 0.3 * high
            case "target":
                dash = (atan2(down, right) / tau * dashes + 0.25) % 1 < 0.5
                return (far > rim and dash) or (high > 5 and far < 0.12 * high)
        return far > rim

    return inside
