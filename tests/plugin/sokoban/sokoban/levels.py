"""The levels, and the files of Sokoban."""

from collections.abc import Iterator
from pathlib import Path

from ludoscope.puzzles.puzzle import Entry, Puzzle, read_solution, write_solution

from .rules import Position, SokobanGame

LEVELS = {
    "sokoban-1": ("One push", "######/#.$@-#/######"),
    "sokoban-2": ("Round the box", "######/#----#/#-.$@#/#--$.#/#----#/######"),
    "sokoban-3": ("Two rooms", "########/#--#---#/#-$----#/#-@#.$-#/###.--##/########"),
}
PUZZLES = {name: Puzzle(name, SokobanGame(line), title) for name, (title, line) in LEVELS.items()}


def entries() -> Iterator[Entry]:
    return (Entry(puzzle.name, puzzle.title, "Levels") for puzzle in PUZZLES.values())


def find(name: str) -> Puzzle | None:
    return PUZZLES.get(name)


def recognise(text: str) -> bool:
    return "#" in text and not set(text) - set("#@$.*+-_ /\n")


def read(text: str, path: Path | None) -> Puzzle:
    name = path.name if path else "standard input"
    return Puzzle(name, SokobanGame("/".join(text.rstrip().splitlines())), name)


def write_rows(game: SokobanGame, position: Position) -> str:
    return "\n".join(game.rows(position)) + "\n"


__all__ = ["SOLUTIONS", "WRITERS", "entries", "find", "read", "read_solution", "recognise"]
WRITERS = {"rows": write_rows}
SOLUTIONS = {"moves": write_solution}
