"""The jobs of a batch and the rows of results, one for each puzzle and solver.

A worker sends a row as a list of values in the order of FIELDS, which is also the order of the
columns of a CSV file. `parse_row` validates such a list and turns it into a `Row`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludoscope.search.result_text import VERDICT_TEXTS

Row = dict[str, Any]  # the values by field, see FIELDS
Job = tuple[int, str]  # number of a puzzle and name of a solver

FIELDS = (
    "number",
    "puzzle",
    "solver",
    "verdict",
    "reason",
    "explored",
    "length",
    "measure",
    "optimal",
    "seconds",
)
MAX_SECONDS = 1e9  # longer than any search
COUNT_BOUND = 1 << 63  # integers in SQLite are below this
MAX_NAME_CHARACTERS = 100
MAX_REASON_CHARACTERS = 1000
VERDICT_NAMES = set(VERDICT_TEXTS.values())


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of a batch: every number with every solver, ordered by number.

    The jobs are generated while iterating, since there may be a billion.
    """

    numbers: range
    solvers: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.numbers) * len(self.solvers)

    def __iter__(self) -> Iterator[Job]:
        # not `product`, which copies the whole range
        return ((number, solver) for number in self.numbers for solver in self.solvers)


class InUseError(ValueError):
    """Raised when another batch is writing the same file."""


def is_valid_row(
    number: Any,
    puzzle: Any,
    solver: Any,
    verdict: Any,
    reason: Any,
    explored: Any,
    length: Any,
    measure: Any,
    optimal: Any,
    seconds: Any,
) -> bool:
    """Return True if each value, in the order of FIELDS, is of its type and in its range.

    Rows of all sources are checked by this function: files of every format, and workers.
    """
    return (
        is_count(number)
        and is_short_line(puzzle)
        and is_short_line(solver)
        and type(verdict) is str
        and verdict in VERDICT_NAMES
        and is_short_line(reason, MAX_REASON_CHARACTERS)
        and is_count(explored)
        # for two players the length is the value of the position, negative for a loss
        and (length is None or (type(length) is int and abs(length) < COUNT_BOUND))
        and is_short_line(measure)
        and type(optimal) is bool
        and type(seconds) in (int, float)
        and 0 <= seconds < MAX_SECONDS
    )


def is_short_line(value: Any, max_characters: int = MAX_NAME_CHARACTERS) -> bool:
    """Return True for a printable text on one line, of at most `max_characters`."""
    return type(value) is str and len(value) <= max_characters and value.isprintable()


def is_count(value: Any) -> bool:
    """Return True for an integer from 0 up that SQLite can store."""
    return type(value) is int and 0 <= value < COUNT_BOUND


def parse_row(values: Any) -> Row | None:
    """Return the row with these values in the order of FIELDS, None if they are not valid."""
    if not isinstance(values, list) or len(values) != len(FIELDS) or not is_valid_row(*values):
        return None
    return dict(zip(FIELDS, values, strict=True))


def check_row(row: Any) -> Row | None:
    """Return `row` if it is a dict with exactly FIELDS and valid values, else None."""
    if not isinstance(row, dict) or len(row) != len(FIELDS):
        return None
    return parse_row([row.get(name) for name in FIELDS])
