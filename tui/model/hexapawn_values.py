"""Hexapawn by board size: what is known of the full starts, and the file that keeps it.

Most of what is usual comes with the program; the file has what was found here beyond that.

size   rows, columns
known  a value in plies, or the limits within which a solver gave up
"""

import json
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from ludoscope.games.hexapawn.rules import COLUMN_COUNTS, ROW_COUNTS
from ludoscope.puzzles.files import read_text
from ludoscope.puzzles.hexapawn import values
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Verdict
from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import cache_folder
from ludoscope.tui.model.players import wins

NAME = "hexapawn-table.json"
VERSION = 1
USUAL_ROWS, USUAL_COLUMNS = range(3, 9), range(2, 9)
USUAL_LIMITS = Limits(seconds=10, memory=1 << 30)
MOST = 1 << 50

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Known:
    """`value` is None where it was given up after so many seconds, with so many bytes."""

    value: int | None
    seconds: float
    memory: int

    def __str__(self) -> str:
        return "*" if self.value is None else f"{self.value:+d}"

    def worth_another(self, limits: Limits) -> bool:
        """Whether these limits may lead farther."""
        more_time = limits.seconds is None or limits.seconds > self.seconds
        more_room = limits.memory is None or limits.memory > self.memory
        return self.value is None and (more_time or more_room)


class Sizes:
    """`known` is all there is, `found` what the file says; `take` adds to both and writes it."""

    def __init__(self, path: Path | None = None) -> None:
        self._given = path
        self.found = self._read()
        bundled = {size: Known(value, 0.0, 0) for size, value in values.load_start_values().items()}
        self.known = self.found | bundled

    def due(self, rows: range, columns: range, limits: Limits) -> Iterator[Size]:
        """The sizes still to be tried within these limits, the smallest boards first."""
        sizes = [(row, column) for row in rows for column in columns]
        for size in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
            known = self.known.get(size)
            if known is None or known.worth_another(limits):
                yield size

    def take(self, size: Size, verdict: Verdict, limits: Limits) -> None:
        """What a solver said of a size. OSError when it cannot be written."""
        value = verdict.value if isinstance(verdict, Solved) else None
        seconds = verdict.seconds if value is not None else limits.seconds or verdict.seconds
        self.known[size] = self.found[size] = Known(value, round(seconds, 3), limits.memory or 0)
        rows = [[*size, *astuple(known)] for size, known in sorted(self.found.items())]
        private_files.write_atomically(
            self._path(), json.dumps({"version": VERSION, "known": rows}) + "\n"
        )

    def _path(self) -> Path:
        """Where they are kept; OSError when there is no such place."""
        return self._given or cache_folder() / NAME

    def _read(self) -> dict[Size, Known]:
        """What is in the file; nothing where it is missing or is none of ours."""
        try:
            found = json.loads(read_text(self._path(), opener=private_files.opener))
            if found["version"] != VERSION:
                return {}
            return dict(_entry(*row) for row in found["known"])
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            return {}

    def lines(self, rows: range, columns: range) -> list[str]:
        """The table: * where it was given up, . where nothing was tried."""
        cells = [[str(self.known.get((row, column), ".")) for column in columns] for row in rows]
        return [
            "".join(["rows ", *(f"{column:>5}" for column in columns), "  columns"]),
            *(
                "".join([f"{row:>4} ", *(f"{cell:>5}" for cell in line)])
                for row, line in zip(rows, cells, strict=True)
            ),
        ]


def value(name: str) -> int | None:
    """Of the start of the puzzle of that name, with white to move; None where it is not known."""
    known = values.find_value(name)
    if known is None:
        sizes = {f"hexapawn-{r}x{c}": found for (r, c), found in Sizes().found.items()}
        known = sizes[name].value if name in sizes else None
    return known


def fact(name: str) -> str:
    """Who wins the puzzle of that name, "" where that is not known."""
    known = value(name)
    return wins(known) if known else ""


def _entry(rows: Any, columns: Any, value: Any, seconds: Any, memory: Any) -> tuple[Size, Known]:
    """ValueError when it is none."""
    numbers = (rows, columns, memory, *([] if value is None else [value]))
    if any(type(number) is not int or abs(number) > MOST for number in numbers):
        raise ValueError("whole numbers are expected")
    if type(seconds) not in (int, float) or not 0 <= seconds <= MOST:
        raise ValueError("seconds are expected")
    if rows not in ROW_COUNTS or columns not in COLUMN_COUNTS:
        raise ValueError("a board that the rules know is expected")
    return (rows, columns), Known(value, float(seconds), memory)
