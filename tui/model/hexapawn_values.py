"""The values of hexapawn boards by size, and the file that stores them.

The program comes with the values of most usual sizes. The file holds what was computed on this
machine. Start with `StartValues`.
"""

import json
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from errno import EPERM
from pathlib import Path

from ludoscope.games.hexapawn.rules import COLUMN_COUNTS, ROW_COUNTS
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.files import read_text
from ludoscope.puzzles.hexapawn import values
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Verdict
from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import cache_folder
from ludoscope.tui.model.players import describe_value

FILE_NAME = "hexapawn-table.json"
FORMAT_VERSION = 1
DEFAULT_ROWS, DEFAULT_COLUMNS = range(3, 9), range(2, 9)
DEFAULT_LIMITS = Limits(seconds=10, memory=1 << 30)
MAX_NUMBER = 1 << 50  # accepted in the file

BoardSize = tuple[int, int]  # rows, columns


@dataclass(frozen=True, slots=True)
class ValueResult:
    """The value of a starting position, or the limits within which the solver gave up.

    Attributes:
        value: Plies to the end of the game, negative if white loses; None if not found.
        seconds: Time taken, or the time limit if the solver gave up.
        memory: Memory limit in bytes.
    """

    value: int | None
    seconds: float
    memory: int

    def __str__(self) -> str:
        return "*" if self.value is None else f"{self.value:+d}"

    def can_improve_within(self, limits: Limits) -> bool:
        """Return True if the value is unknown and these limits are higher than those tried."""
        has_more_time = limits.seconds is None or limits.seconds > self.seconds
        has_more_memory = limits.memory is None or limits.memory > self.memory
        return self.value is None and (has_more_time or has_more_memory)


class StartValues:
    """The known values by board size.

    Attributes:
        values: All known values.
        saved_values: The values in the file.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._custom_path = path
        self._is_newer = False
        self.saved_values = self._read()
        bundled = {
            size: ValueResult(value, 0.0, 0) for size, value in values.load_start_values().items()
        }
        self.values = self.saved_values | bundled

    def unsolved_sizes(self, rows: range, columns: range, limits: Limits) -> Iterator[BoardSize]:
        """Yield the sizes to solve within these limits, small boards first."""
        sizes = [(row_count, column_count) for row_count in rows for column_count in columns]
        for size in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
            known_value = self.values.get(size)
            if known_value is None or known_value.can_improve_within(limits):
                yield size

    def add_result(self, size: BoardSize, verdict: Verdict, limits: Limits) -> None:
        """Add and save the result of a solver.

        Raises:
            OSError: The file cannot be written, or a newer version wrote it; the result is added
                all the same.
        """
        value = verdict.value if isinstance(verdict, Solved) else None
        seconds = verdict.seconds if value is not None else limits.seconds or verdict.seconds
        known_value = ValueResult(value, round(seconds, 3), limits.memory or 0)
        self.values[size] = self.saved_values[size] = known_value
        rows = [[*size, *astuple(each)] for size, each in sorted(self.saved_values.items())]
        document = json.dumps({"version": FORMAT_VERSION, "known": rows})
        if self._is_newer:
            reason = "a newer version of Ludoscope wrote the file"
            raise PermissionError(EPERM, reason, str(self._path()))
        private_files.write_atomically(self._path(), document + "\n")

    def _path(self) -> Path:
        """Return the path of the file; raise OSError if there is no cache folder."""
        return self._custom_path or cache_folder() / FILE_NAME

    def _read(self) -> dict[BoardSize, ValueResult]:
        """Return the values in the file, none if it is missing or malformed."""
        try:
            document = parse_object(read_text(self._path(), opener=private_files.opener))
            if document["version"] != FORMAT_VERSION:
                self._is_newer = document["version"] > FORMAT_VERSION
                return {}
            return dict(_parse_row(*row) for row in document["known"])
        except (OSError, ValueError, TypeError, LookupError):
            return {}

    def format_table(self, rows: range, columns: range) -> list[str]:
        """Return a table of the values: "*" where a solver gave up, "." where none was run."""
        header = "".join(f"{column_count:>5}" for column_count in columns)
        lines = [f"rows {header}  columns"]
        for row_count in rows:
            cells = (str(self.values.get((row_count, each), ".")) for each in columns)
            lines.append(f"{row_count:>4} " + "".join(f"{cell:>5}" for cell in cells))
        return lines


def find_value(name: str) -> int | None:
    """Return the value of the start of a puzzle, None if it is not known.

    Args:
        name: The name of the puzzle, such as "hexapawn-3x3".

    Returns:
        Plies to the end of the game, negative if white, which moves first, loses.
    """
    bundled_value = values.find_value(name)
    if bundled_value is not None:
        return bundled_value
    for (row_count, column_count), known_value in StartValues().saved_values.items():
        if name == f"hexapawn-{row_count}x{column_count}":
            return known_value.value
    return None


def describe_winner(name: str) -> str:
    """Return who wins a puzzle, such as "White wins in 5 plies", "" if it is not known."""
    start_value = find_value(name)
    return describe_value(start_value) if start_value else ""


def _parse_row(
    rows: object, columns: object, value: object, seconds: object, memory: object
) -> tuple[BoardSize, ValueResult]:
    """Parse a row of the file; raise ValueError if anything in it is out of range."""
    if type(rows) is not int or type(columns) is not int or type(memory) is not int:
        raise ValueError("whole numbers are expected")
    if value is not None and (type(value) is not int or abs(value) > MAX_NUMBER):
        raise ValueError("a value in plies is expected")
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise ValueError("seconds are expected")
    if not 0 <= seconds <= MAX_NUMBER or abs(memory) > MAX_NUMBER:
        raise ValueError("the limits are out of range")
    if rows not in ROW_COUNTS or columns not in COLUMN_COUNTS:
        raise ValueError("the rules allow no board of this size")
    return (rows, columns), ValueResult(value, float(seconds), memory)
