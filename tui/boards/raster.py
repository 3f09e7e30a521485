"""Shapes of any size in quarters of cells: ▟██▙ above ▜██▛ is a disc.

A cell is as wide as half a line is high, which is the unit here, so that what is as wide as high
looks so. A shape may begin in the lower half of a line.
"""

from collections.abc import Callable

Inside = Callable[[float, float], bool]  # whether (x right, y down) is part of a shape
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # by bits: upper left 1, upper right 2, lower left 4, lower right 8


def raster(inside: Inside, wide: int, high: int, low: bool = False) -> tuple[str, ...]:
    """A shape of so many cells and half lines, as rows of characters.

    `low`: it begins in the lower half of its first row.
    """

    def filled(column: int, line: int) -> bool:
        return 0 <= line < high and inside((column + 0.5) / 2, line + 0.5)

    def cell(x: int, y: int) -> str:
        corners = ((0, 0), (1, 0), (0, 1), (1, 1))
        bits = (filled(2 * x + dx, 2 * y + dy - low) << at for at, (dx, dy) in enumerate(corners))
        return QUARTERS[sum(bits)]

    return tuple("".join(cell(x, y) for x in range(wide)) for y in range((high + low + 1) // 2))
