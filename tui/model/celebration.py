"""The celebration of a win: by default confetti falls over the board.

A board may draw another one, see `Board.draw_celebration`. It is the same every time, lasts for
`FRAME_COUNT` frames, and ends with a key or on a slow connection.
"""

from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import StyledLine

FRAME_COUNT = 14
FRAME_SECONDS = 0.1
CELLS_PER_FLAKE = 40
MIN_FLAKES, MAX_FLAKES = 6, 40
FLAKES = (("*", "good"), ("+", "notice"), ("o", "key"), ("*", "bad"))


def add_confetti(lines: list[StyledLine], frame: int) -> list[StyledLine]:
    """Return a picture with falling flakes on it.

    Args:
        lines: The picture of the board.
        frame: The number of the frame, from 1 to `FRAME_COUNT`.
    """
    rows = [drawing.split_characters(line) for line in lines]
    width, height = min(map(len, rows), default=0), len(rows)
    if not width:
        return lines
    count = min(MAX_FLAKES, max(MIN_FLAKES, width * height // CELLS_PER_FLAKE))
    for flake in range(count):
        x = ((2 * flake + 1) * width // (2 * count) + frame * (flake % 3 - 1) // 3) % width
        delay = flake * 7 % count * height // count  # rows above the board at the start
        y = (4 + flake % 2) * frame * height // (2 * FRAME_COUNT) - delay
        if 0 <= y < height:
            rows[y][x] = FLAKES[flake % len(FLAKES)]
    return [drawing.join_runs(row) for row in rows]
