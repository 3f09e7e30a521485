"""Confetti over the board when a game is won.

The animation is the same every time and changes few cells, so that it costs few bytes.
"""

from ludoscope.tui.boards.board import StyledLine
from ludoscope.tui.text import drawing
from ludoscope.tui.text.ascii_text import to_ascii

FRAME_COUNT = 4
FRAME_SECONDS = 0.12
FLAKE_COUNT = 5
FLAKE_CELLS = (("*", "good"), ("+", "good"))  # one role: each change of colour costs bytes


def add_confetti(lines: list[StyledLine], frame: int, ascii_only: bool = False) -> list[StyledLine]:
    """Return a picture with flakes on its blank cells.

    Args:
        lines: The picture of the board.
        frame: The number of the frame, from 1 to `FRAME_COUNT`.
        ascii_only: Draw with ASCII characters only.
    """
    rows = [drawing.split_characters(line) for line in lines]
    width = min(map(len, rows), default=0)
    if not width:
        return lines
    for flake in range(FLAKE_COUNT):
        x = (flake * 2 + 1) * width // (2 * FLAKE_COUNT)
        fall_speed = 1 + flake % 2
        y = (flake * 5) % max(1, len(rows) - FRAME_COUNT) + fall_speed * (frame - 1)
        if y < len(rows) and rows[y][x] == (" ", ""):
            symbol, role = FLAKE_CELLS[flake % len(FLAKE_CELLS)]
            rows[y][x] = (to_ascii(symbol) if ascii_only else symbol, role)
    return [drawing.join_runs(row) for row in rows]
