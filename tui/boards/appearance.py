"""Appearance of the boards and screens."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ColorDepth: TypeAlias = Literal["many", "few", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """Options for drawing: what the user has chosen, limited to what the terminal can display.

    Attributes:
        theme: Name of a theme in `tui.boards.themes`. "terminal" uses the terminal's own colors.
        ascii_only: Draw with printable ASCII characters only (codes 32 to 126).
        ascii_locked: Keep `ascii_only` on in this run, whatever the setting says.
        four_colours: Give each card suit its own color, instead of red and black.
        small_boards: Draw boards at most as large as on a screen of 80×24 cells.
        reduced_motion: Show no animations.
        motion_locked: Keep `reduced_motion` on in this run, whatever the setting says.
        show_cursor: Show the terminal's own cursor at the cursor of the board, list or text.
        color_depth: Number of colors in use: "many" (256 or more), "few" (the 16 of the terminal)
            or "none" (no colors at all).
    """

    theme: str = "terminal"
    ascii_only: bool = False
    ascii_locked: bool = False
    four_colours: bool = False
    small_boards: bool = False
    reduced_motion: bool = False
    motion_locked: bool = False
    show_cursor: bool = False
    color_depth: ColorDepth = "many"
