"""ORush: catalogue and files.

The catalogue lists the puzzles of `data/orush.txt` in the order of their numbers, which are those
of the lines of that file and never change: a course that goes from short to long, then grade by
grade again from short to long. `orush-daily` is the puzzle of today.
A solution file has the moves without separator, `A>C<A>`; white space is ignored.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.rush.notation import STRING_WATER, read_steps
from ludoscope.games.rush.rules import Position, RushGame, read_game
from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import Bundled, read_bundle
from ludoscope.puzzles.collection import (
    Collection,
    PositionWriter,
    SolutionWriter,
    write_line,
)
from ludoscope.puzzles.names import mark
from ludoscope.puzzles.puzzle import Entry, Puzzle
from ludoscope.puzzles.rush.sharing import RushSharing

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Work

GRADES = (("beginner", 10), ("easy", 20), ("intermediate", 32), ("hard", 46), ("expert", 93))
"""Name and greatest length in cells; 93 is the longest known."""

OLDEST = 40
"""Puzzles of the course, which an earlier annealer made."""

COURSE = "beginner to expert"

GENERATED = "generated-"
"""How the name of a generated puzzle begins; its string follows."""

_MOST_CELLS = 100
_BUNDLE = Path(__file__).parents[1] / "data" / "orush.txt"
_NAME = re.compile("orush-([0-9]{1,4})")
_MADE = re.compile(f"{GENERATED}([A-Zox]+)")
_BOATS = re.compile(r"[A-Z][0-9][HV][0-9][0-9]\s*(?:\n.*)?", re.DOTALL)
_GRID = re.compile(r"[A-Z~.ox/\s]*~[A-Z~.ox/\s]*")


@cache
def bundled() -> tuple[Bundled, ...]:
    return read_bundle(_BUNDLE)


def grade(cells: int) -> str:
    """The grade of a puzzle of that length in cells."""
    return next((name for name, longest in GRADES if cells <= longest), GRADES[-1][0])


def _name(number: int) -> str:
    return f"orush-{number:02}"


def _lengths(puzzle: Bundled) -> str:
    return f"{puzzle.slides} moves, {puzzle.cells} squares"


def _daily(day: date) -> Bundled:
    return Bundled.of(daily.of("rush", day))


def _puzzle(name: str, title: str, puzzle: Bundled) -> Puzzle:
    source = f"{grade(puzzle.cells)}, {_lengths(puzzle)}"
    return Puzzle(name, read_game(puzzle.string), title, source)


def generated(string: str) -> Puzzle:
    """The puzzle from the generator with that string; NotationError when it is malformed."""
    game = read_game(string)
    return Puzzle(f"{GENERATED}{string}", game, f"Generated {mark(game)[:4]}", "generated")


def _write_grid(game: RushGame, position: Position) -> str:
    return "\n".join(game.to_rows(position)) + "\n"


def _write_boats(game: RushGame, position: Position) -> str:
    if (game.width, game.height) != (6, 6) or game.walls:
        raise ValueError("the format boats has no walls and only grids of 6×6")
    return "".join(f"{boat}\n" for boat in game.boats_at(position))


def _write_string(game: RushGame, position: Position) -> str:
    if game.width != game.height:
        raise ValueError(f"found a grid of {game.width}×{game.height}, expected a square one")
    return "".join(game.to_rows(position, STRING_WATER)) + "\n"


def _writer(write: Callable[[RushGame, Position], str]) -> PositionWriter:
    return lambda game, position: write(cast(RushGame, game), cast(Position, position))


WRITERS = {
    "grid": _writer(_write_grid),
    "boats": _writer(_write_boats),
    "string": _writer(_write_string),
    "line": write_line,
}


def write_solution(game: AnyGame, moves: Sequence[Hashable]) -> str:
    position, texts = game.start, []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return "".join(texts) + "\n"


SOLUTIONS: dict[str, SolutionWriter] = {"moves": write_solution}


class RushCollection(Collection):
    """The bundled puzzles by number and grade, and generated ones."""

    example = "orush-01"
    preview = "orush-24"
    daily_prefix = "orush"
    prints_both_ends = True
    sharing = RushSharing()
    position_formats = WRITERS
    solution_formats = SOLUTIONS

    def entries(self) -> Iterator[Entry]:
        """Yield the bundled puzzles in the order of their numbers."""
        for number, puzzle in enumerate(bundled(), 1):
            group = COURSE if number <= OLDEST else grade(puzzle.cells)
            size = puzzle.slides * _MOST_CELLS + puzzle.cells
            detail = _lengths(puzzle)
            yield Entry(_name(number), f"Number {number}", group, detail, size, puzzle.slides)
        yield daily.entry("rush", _lengths(_daily(daily.today())))

    def find(self, name: str) -> Puzzle | None:
        """Return a puzzle by name."""
        day = daily.day_of(name, "rush")
        if day:
            return _puzzle(daily.name_of("rush", day), daily.title_of(day), _daily(day))
        made = _MADE.fullmatch(name)
        if made:
            return generated(made[1])
        match = _NAME.fullmatch(name)
        if not match:
            return None
        number = int(match[1])
        if not 1 <= number <= len(bundled()):
            raise ValueError(f"found ORush number {number}, expected 1 to {len(bundled())}")
        return _puzzle(_name(number), f"Number {number}", bundled()[number - 1])

    def recognises(self, text: str) -> bool:
        """Return True if a text is a list of boats, has water as `~`, or is a valid grid."""
        if _BOATS.fullmatch(text) or _GRID.fullmatch(text):
            return True
        try:
            read_game(text)
        except NotationError:
            return False
        return True

    def read(self, text: str, path: Path | None) -> Puzzle:
        """Return the puzzle in any format of a grid."""
        name = path.name if path else "standard input"
        return Puzzle(name, read_game(text), name)

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """Return the moves: each step, or in slides the steps of a boat in one direction."""
        steps = [str(step) for step in read_steps(text)]
        return ["".join(run) for _, run in groupby(steps)] if game.measure == "slides" else steps

    def bench_suite(self) -> "Sequence[Work]":
        """Return the rows of the command `bench`."""
        from ludoscope.puzzles.bench.suites import RUSH

        return RUSH
