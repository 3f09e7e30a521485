"""Readers of bundled files: one entry on each line, comment lines begin with `#`."""

from pathlib import Path
from typing import NamedTuple


class RushBundleEntry(NamedTuple):
    """A line of a bundled file of ORush.

    Attributes:
        string: The cells of the grid, row by row, without separators.
        cells: The minimum number of cells that boats move in a solution.
        slides: The minimum number of slides in a solution.
    """

    string: str
    cells: int
    slides: int

    @classmethod
    def parse(cls, line: str) -> "RushBundleEntry":
        """Parse a line; the inverse of `str`."""
        string, cells, slides = line.split()
        return cls(string, int(cells), int(slides))

    def __str__(self) -> str:
        return f"{self.string} {self.cells} {self.slides}"


def read_lines(path: Path) -> tuple[str, ...]:
    """Return the lines of a bundled file that are not comments."""
    lines = path.read_text(encoding="ascii").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))


def read_rush_bundle(path: Path) -> tuple[RushBundleEntry, ...]:
    """Return the puzzles in a bundled file of ORush."""
    return tuple(map(RushBundleEntry.parse, read_lines(path)))
