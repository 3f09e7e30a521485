"""Values of hexapawn that are known: of full starts, bundled; of other puzzles, from their names.

value   in plies, white to move: above 0 white wins in so many, below 0 black
size    rows, columns
"""

from functools import cache
from pathlib import Path

from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import read_lines

FIRST = 2  # columns of the first value of a line
_FILE = Path(__file__).parents[1] / "data" / "hexapawn-values.txt"


@cache
def full_starts() -> dict[tuple[int, int], int]:
    """By size."""
    found = {}
    for line in read_lines(_FILE):
        rows, *values = line.split()
        for columns, value in enumerate(values, FIRST):
            if value != ".":
                found[int(rows), columns] = int(value)
    return found


def value_of(name: str) -> int | None:
    """Of the start of the puzzle of that name, None where it is not known."""
    if day := daily.day_of(name, "hexapawn"):
        return int(daily.of("hexapawn", day).split()[-1])
    size = name.removeprefix("hexapawn-")
    if size.startswith("config-"):
        found = size.rpartition("-")[2].replace("minus", "-")
        return int(found) if found.lstrip("-").isdigit() else None
    known = {f"{rows}x{columns}": value for (rows, columns), value in full_starts().items()}
    return known.get(size)
