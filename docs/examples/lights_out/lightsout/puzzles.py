"""The boards of Lights Out: some drawn by hand, numbered ones, and files."""

import re
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType

from ludoscope.games import AnyGame, NotationError
from ludoscope.puzzles.collection import Collection, PositionWriter, write_line
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.puzzle import Puzzle

from .rules import OFF, ON, LightsOut, parse_game

DRAWN = (  # name, title, lights
    ("lightsout-1", "Plus", ".*./***/.*."),
    ("lightsout-2", "Ring", "***/*.*/***"),
    ("lightsout-3", "Corners", "*..*/..../..../*..*"),
    ("lightsout-4", "All on", "*****/*****/*****/*****/*****"),
    ("lightsout-5", "Long corridor", "**********/**********"),
)
SERIES = ((3, 3), (4, 5), (5, 5), (7, 7))  # rows and columns of the numbered boards
MAX_NUMBER = 999_999
NUMBERED_NAME = re.compile(r"lightsout-([0-9]+)x([0-9]+)\.([0-9]{1,9})")


def numbered_puzzle(rows: int, columns: int, number: int) -> Puzzle:
    """Return a board of a series: presses chosen at random, so that it has a solution."""
    random = Random(f"{rows}x{columns}.{number}")
    effects = LightsOut(rows, columns, 0).effects
    start = 0
    while not start:
        presses = random.getrandbits(rows * columns)
        for light, effect in enumerate(effects):
            if presses >> light & 1:
                start ^= effect
    name = f"lightsout-{rows}x{columns}.{number}"
    return Puzzle(name, LightsOut(rows, columns, start), f"{rows} × {columns}, number {number}")


def write_grid(game: AnyGame, position: Hashable) -> str:
    return game.text(position).replace("/", "\n") + "\n"


class LightsOutCollection(Collection):
    """The boards of Lights Out, and files with a row of lights on each line."""

    example = "lightsout-1"
    is_endless = True  # most boards are numbered and not listed
    numbered_series = tuple(f"lightsout-{rows}x{columns}.N" for rows, columns in SERIES)
    puzzles = tuple(Puzzle(name, parse_game(lights), title) for name, title, lights in DRAWN)
    position_formats: Mapping[str, PositionWriter] = MappingProxyType(
        {"grid": write_grid, "line": write_line}
    )

    def entries(self) -> Iterator[Entry]:
        for puzzle in self.puzzles:
            yield Entry(puzzle.name, puzzle.title, "Drawn by hand")
        for rows, columns in SERIES:
            name, title = f"lightsout-{rows}x{columns}.N", f"{rows} × {columns}"
            yield Entry(name, title, "Numbered", f"1 to {MAX_NUMBER:,}", size=rows * columns)

    def find(self, name: str) -> Puzzle | None:
        match = NUMBERED_NAME.fullmatch(name)
        if not match:
            return super().find(name)
        rows, columns, number = map(int, match.groups())
        if (rows, columns) not in SERIES:
            sizes = ", ".join(f"{r}x{c}" for r, c in SERIES)
            raise ValueError(f"found {rows}x{columns}, expected one of {sizes}")
        if number not in range(1, MAX_NUMBER + 1):
            raise ValueError(f"found number {number}, expected 1 to {MAX_NUMBER:,}")
        return numbered_puzzle(rows, columns, number)

    def recognises(self, text: str) -> bool:
        lines = text.strip().splitlines()
        return bool(lines) and set("".join(lines)) == {ON, OFF} and len(set(map(len, lines))) == 1

    def read(self, text: str, path: Path | None) -> Puzzle:
        name = path.stem if path else "standard input"
        lines = text.strip().splitlines()
        for number, line in enumerate(lines, 1):
            if len(line) != len(lines[0]) or set(line) - {ON, OFF}:
                message = f"expected {len(lines[0])} signs, each {ON} or {OFF}"
                raise NotationError(message, number)
        return Puzzle(name, parse_game("/".join(lines)), name)
