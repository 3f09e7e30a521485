"""The levels of Sokoban and its files, declared to the collection of Ludoscope."""

from pathlib import Path

from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.puzzle import Puzzle

from .rules import Position, SokobanGame

LEVELS = (
    ("sokoban-1", "One push", "######/#.$@-#/######"),
    ("sokoban-2", "Round the box", "######/#----#/#-.$@#/#--$.#/#----#/######"),
    ("sokoban-3", "Two rooms", "########/#--#---#/#-$----#/#-@#.$-#/###.--##/########"),
)


def write_rows(game: SokobanGame, position: Position) -> str:
    return "\n".join(game.rows(position)) + "\n"


FORMATS = {"rows": write_rows}


class Levels(Collection):
    """Three levels, and files with a picture of a level."""

    example = "sokoban-1"
    puzzles = tuple(Puzzle(name, SokobanGame(rows), title) for name, title, rows in LEVELS)
    position_formats = FORMATS

    def recognises(self, text: str) -> bool:
        return "#" in text and not set(text) - set("#@$.*+-_ /\n")

    def read(self, text: str, path: Path | None) -> Puzzle:
        name = path.name if path else "standard input"
        return Puzzle(name, SokobanGame("/".join(text.rstrip().splitlines())), name)
