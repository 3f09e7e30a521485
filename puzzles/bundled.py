"""Files of ORush puzzles with their lengths: a line each, `#` begins a comment."""

from pathlib import Path
from typing import NamedTuple


class Bundled(NamedTuple):
    """The sea as a string, the fewest cells and the fewest slides."""

    string: str
    cells: int
    slides: int

    @classmethod
    def of(cls, line: str) -> "Bundled":
        """What `__str__` wrote."""
        string, cells, slides = line.split()
        return cls(string, int(cells), int(slides))

    def __str__(self) -> str:
        return f"{self.string} {self.cells} {self.slides}"


def read_lines(path: Path) -> tuple[str, ...]:
    """The lines of a file that comes with the program, without those that begin with `#`."""
    lines = path.read_text(encoding="ascii").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))


def read_bundle(path: Path) -> tuple[Bundled, ...]:
    """The puzzles of a file that comes with the program."""
    return tuple(map(Bundled.of, read_lines(path)))
