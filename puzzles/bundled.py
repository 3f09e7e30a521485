"""Files of ORush puzzles with their lengths: a line each, `#` begins a comment."""

from pathlib import Path
from typing import NamedTuple


class Bundled(NamedTuple):
    """The sea as a string, the fewest cells and the fewest slides."""

    string: str
    cells: int
    slides: int

    def __str__(self) -> str:
        return f"{self.string} {self.cells} {self.slides}"


def read_bundle(path: Path) -> tuple[Bundled, ...]:
    """The puzzles of a file that comes with the program."""
    lines = path.read_text(encoding="ascii").splitlines()
    fields = [line.split() for line in lines if not line.startswith("#")]
    return tuple(Bundled(string, int(cells), int(slides)) for string, cells, slides in fields)
