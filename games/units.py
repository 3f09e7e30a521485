"""The words for what is counted: `Unit`, a noun in the singular and in the plural."""

from typing import NamedTuple


class Unit(NamedTuple):
    """A noun for what is counted, such as `Unit("press", "presses")`."""

    singular: str
    plural: str


MOVES = Unit("move", "moves")
PUZZLES = Unit("puzzle", "puzzles")


def count_text(count: int, unit: Unit) -> str:
    """Return a count with its unit: "1 press", "1,024 boxes"."""
    return f"{count:,} {unit.singular if count == 1 else unit.plural}"
