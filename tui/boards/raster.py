"""Rasterising of shapes into quarter blocks, at any size: ▟██▙ above ▜██▛ is a disc.

The unit of length is the width of a cell, which is half the height of a line, so that a shape that
is as wide as it is high looks so. A shape may begin in the lower half of a line.
"""

from collections.abc import Callable

Contains = Callable[[float, float], bool]  # True if the point (x right, y down) is in the shape
# By bits: upper left 1, upper right 2, lower left 4, lower right 8
QUARTER_BLOCKS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def rasterize(
    contains: Contains, width: int, half_lines: int, begins_low: bool = False
) -> tuple[str, ...]:
    """Return a shape as rows of characters.

    Args:
        contains: The shape.
        width: Its width in cells.
        half_lines: Its height in half lines.
        begins_low: The shape begins in the lower half of its first row.
    """
    offset = 1 if begins_low else 0

    def is_filled(half_column: int, half_line: int) -> bool:
        return 0 <= half_line < half_lines and contains((half_column + 0.5) / 2, half_line + 0.5)

    def character(x: int, y: int) -> str:
        index = 0
        for bit, (dx, dy) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
            if is_filled(2 * x + dx, 2 * y + dy - offset):
                index |= 1 << bit
        return QUARTER_BLOCKS[index]

    rows = (half_lines + offset + 1) // 2
    return tuple("".join(character(x, y) for x in range(width)) for y in range(rows))
