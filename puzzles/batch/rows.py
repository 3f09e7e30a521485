"""What is kept of each puzzle of a batch: a row, one for each solver.

Rows go from a worker to the file as lists in the order of FIELDS, which is that of the columns of a
CSV file; `as_row` checks what came and makes a `Row` of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from ludoscope.search.outcome import VERDICTS

Row = dict[str, Any]
Job = tuple[int, str]  # a number and a solver, "" for the usual one

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
LONGEST = 1e9  # seconds, more than any search takes
MOST = 1 << 63  # upper bound of all counts, and of what SQLite holds
TEXTS = ("puzzle", "solver", "verdict", "reason", "measure")
COUNTS = ("number", "explored", "length")
SAID = set(VERDICTS.values())


@dataclass(frozen=True, slots=True)
class Jobs:
    """Every number with every solver, number by number; there may be a billion."""

    numbers: range
    solvers: tuple[str, ...] = ("",)

    def __len__(self) -> int:
        return len(self.numbers) * len(self.solvers)

    def __iter__(self) -> Iterator[Job]:
        return product(self.numbers, self.solvers)


class InUseError(ValueError):
    """Another batch writes the same file."""


def is_row(row: Any) -> bool:
    """Whether it has all fields of a row, each of its kind; texts are one line."""
    if not isinstance(row, dict) or len(row) != len(FIELDS) or not row.keys() >= set(FIELDS):
        return False
    for name in TEXTS:
        value = row[name]
        if not isinstance(value, str) or not value.isprintable():
            return False
    for name in COUNTS:
        value = row[name]
        if value is None and name == "length":
            continue
        if type(value) is not int or abs(value) >= MOST:
            return False
    seconds = row["seconds"]
    if type(seconds) not in (int, float) or type(row["optimal"]) is not bool:
        return False
    return row["verdict"] in SAID and 0 <= seconds < LONGEST


def as_row(values: Any) -> Row | None:
    """The row of these values, None where they are none."""
    if not isinstance(values, list) or len(values) != len(FIELDS):
        return None
    row = dict(zip(FIELDS, values, strict=True))
    return row if is_row(row) else None
