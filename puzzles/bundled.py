"""Bundled files: a line for each entry, lines that begin with `#` are comments."""

from pathlib import Path
from typing import NamedTuple


class Bundled(NamedTuple):
    """A puzzle of ORush: the grid as a string, the fewest cells, the fewest slides."""

    string: str
    cells: int
    slides: int

    @classmethod
    def of(cls, line: str) -> "Bundled":
        """The puzzle that `__str__` wrote."""
        string, cells, slides = line.split()
        return cls(string, int(cells), int(slides))

    def __str__(self) -> str:
        return f"{self.string} {self.cells} {self.slides}"


def read_lines(path: Path) -> tuple[str, ...]:
    """The lines of a bundled file without comments."""
    lines = path.read_text(encoding="ascii").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))


def read_bundle(path: Path) -> tuple[Bundled, ...]:
    """The puzzles of a bundled file of ORush."""
    return tuple(map(Bundled.of, read_lines(path)))
