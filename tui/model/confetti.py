"""Confetti over the board when a game is won; it takes few bytes.

They lie where nothing is drawn. Where they fall is the same each time.
"""

from ludoscope.tui.boards.ascii_text import plain
from ludoscope.tui.boards.board import Line
from ludoscope.tui.text import drawing

STEPS = 4  # pictures
PAUSE = 0.12  # seconds that each is shown
FLAKES = 5
SIGNS = (("*", "good"), ("+", "good"))  # of one colour, for each other takes bytes


def sprinkled(lines: list[Line], step: int, ascii_only: bool = False) -> list[Line]:
    """A picture with the flakes of that step, from 1."""
    rows = [drawing.spread(line) for line in lines]
    width = min(map(len, rows), default=0)
    for flake in range(FLAKES if width else 0):
        x = (flake * 2 + 1) * width // (2 * FLAKES)
        drop = 1 + flake % 2
        y = (flake * 5) % max(1, len(rows) - STEPS) + drop * (step - 1)
        if y < len(rows) and rows[y][x] == (" ", ""):
            sign, role = SIGNS[flake % len(SIGNS)]
            rows[y][x] = (plain(sign) if ascii_only else sign, role)
    return [drawing.line_of(row) for row in rows]
