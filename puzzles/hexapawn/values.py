"""Known game-theoretic values of hexapawn positions.

The values of full starting positions are in `data/hexapawn-values.txt`; those of other puzzles are
part of their names, or of the lines of the file of daily puzzles.

A value is in plies, for white to move: n > 0 if white wins in n plies, -n if black does, and 0 if
white has already lost. A size is a pair (rows, columns).
"""

from functools import cache
from pathlib import Path

from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import read_lines

MIN_COLUMNS = 2  # the number of columns of the board to which the first value on a line belongs
PREFIX = "hexapawn-"  # of the names of puzzles; the name of a file may be just "5x5"
_FILE = Path(__file__).parents[1] / "data" / "hexapawn-values.txt"


@cache
def load_start_values() -> dict[tuple[int, int], int]:
    """Return the known values of full starting positions by size."""
    value_by_size = {}
    for line in read_lines(_FILE):
        rows, *values = line.split()
        for columns, value in enumerate(values, MIN_COLUMNS):
            if value != ".":
                value_by_size[int(rows), columns] = int(value)
    return value_by_size


def find_value(name: str) -> int | None:
    """Return the value of the start of the puzzle called `name`; None if it is unknown."""
    daily_line = daily.name_in_data(name, "hexapawn")
    if daily_line != name:
        return int(daily_line.split()[-1])
    if not name.startswith(PREFIX):
        return None
    size_text = name.removeprefix(PREFIX)
    if size_text.startswith("config-"):
        value_text = size_text.rpartition("-")[2].replace("minus", "-")
        return int(value_text) if value_text.lstrip("-").isdigit() else None
    for (rows, columns), value in load_start_values().items():
        if size_text == f"{rows}x{columns}":
            return value
    return None
