"""The jobs of a batch and the rows of results, one for each puzzle and solver.

A worker sends a row as a list of values in the order of FIELDS, which is also the order of the
columns of a CSV file. `parse_row` validates such a list and turns it into a `Row`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from ludoscope.search.result_text import VERDICT_TEXTS

Row = dict[str, Any]  # the values by field, see FIELDS
Job = tuple[int, str]  # number of a puzzle and name of a solver, "" for the default solver

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
TEXT_FIELDS = ("puzzle", "solver", "verdict", "reason", "measure")
INTEGER_FIELDS = ("number", "explored", "length")
VERDICT_NAMES = set(VERDICT_TEXTS.values())


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of a batch: every number with every solver, ordered by number.

    The jobs are generated while iterating, since there may be a billion.
    """

    numbers: range
    solvers: tuple[str, ...] = ("",)

    def __len__(self) -> int:
        return len(self.numbers) * len(self.solvers)

    def __iter__(self) -> Iterator[Job]:
        return product(self.numbers, self.solvers)


class InUseError(ValueError):
    """Raised when another batch is writing the same file."""


def is_valid_row(row: Any) -> bool:
    """Return True if `row` is a dict with exactly FIELDS, each of its type and in its range.

    Texts must be printable and on one line.
    """
    if not isinstance(row, dict) or len(row) != len(FIELDS) or not row.keys() >= set(FIELDS):
        return False
    for name in TEXT_FIELDS:
        value = row[name]
        if not isinstance(value, str) or not value.isprintable():
            return False
    for name in INTEGER_FIELDS:
        value = row[name]
        if value is None and name == "length":
            continue
        if type(value) is not int or abs(value) >= COUNT_BOUND:
            return False
    seconds = row["seconds"]
    if type(seconds) not in (int, float) or type(row["optimal"]) is not bool:
        return False
    return row["verdict"] in VERDICT_NAMES and 0 <= seconds < MAX_SECONDS


def parse_row(values: Any) -> Row | None:
    """Return the row with these values in the order of FIELDS, None if they are not valid."""
    if not isinstance(values, list) or len(values) != len(FIELDS):
        return None
    row: dict[str, Any] = dict(zip(FIELDS, values, strict=True))
    return row if is_valid_row(row) else None
