"""The collection of ORush: catalogue and files.

The catalogue lists the puzzles of `data/orush.txt`. Their numbers are those of the lines of that
file and never change. First comes a course from easy to very hard, then the other puzzles by grades
of difficulty and by numbers. `orush-daily` is the daily puzzle. A solution file has the moves
without separator, `A>C<A>`; white space is ignored. Slides such as `C→2`, in any form of
`games.rush.slides`, are read as well.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame, NotationError, count_text
from ludoscope.games.rush.notation import STRING_WATER, Step, read_steps
from ludoscope.games.rush.rules import Position, RushGame, read_game
from ludoscope.games.rush.slides import read_slides, slide_text
from ludoscope.games.units import MOVES
from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import RushBundleEntry, read_rush_bundle
from ludoscope.puzzles.collection import (
    Collection,
    PositionWriter,
    SolutionWriter,
    write_line,
)
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure, bundled_value
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.files import file_title
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.rush.difficulty import FEWEST_SLIDES
from ludoscope.puzzles.rush.generated import GENERATED_PREFIX, generated_puzzle
from ludoscope.puzzles.rush.sharing import RushSharing

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Suite
    from ludoscope.puzzles.generator import Generator
    from ludoscope.puzzles.svg import Picture
    from ludoscope.puzzles.trainer import Trainer

COURSE_PUZZLE_COUNT = 40
"""The number of puzzles in the course. An earlier version of the generator made them."""

COURSE_TITLE = "easy to very hard"

_CELLS_BOUND = 100  # greater than the length of any puzzle in cells
_BUNDLE = Path(__file__).parents[1] / "data" / "orush.txt"
_NAME = re.compile("orush-([0-9]{1,4})")
_GENERATED_NAME = re.compile(f"{GENERATED_PREFIX}([A-Zox]+)")
_BOATS = re.compile(r"[A-Z][0-9][HV][0-9][0-9]\s*(?:\n.*)?", re.DOTALL)
_SLIDE_CHARACTERS = re.compile("[←→↑↓^0-9]")  # that are in no step such as A>
_GRID = re.compile(r"[A-Z.ox/\s]*~[A-Z~.ox/\s]*")


@cache
def bundled_puzzles() -> tuple[RushBundleEntry, ...]:
    """Return the bundled puzzles in the order of their numbers, which begin with 1."""
    return read_rush_bundle(_BUNDLE)


def _name(number: int) -> str:
    return f"orush-{number:02}"


def _length_text(puzzle: RushBundleEntry) -> str:
    return count_text(puzzle.slides, MOVES)


def _grade(puzzle: RushBundleEntry) -> str:
    return FEWEST_SLIDES.difficulty(puzzle.slides).grade


def _daily_puzzle(day: date) -> RushBundleEntry:
    return RushBundleEntry.parse(daily.line_for("rush", day))


def _puzzle(name: str, title: str, puzzle: RushBundleEntry) -> Puzzle:
    return Puzzle(name, read_game(puzzle.string), title, _length_text(puzzle))


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


POSITION_FORMATS = {
    "grid": _writer(_write_grid),
    "boats": _writer(_write_boats),
    "string": _writer(_write_string),
    "line": write_line,
}


def write_solution(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    """Return a solution file: the moves in one line without separator."""
    texts = []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return "".join(texts) + "\n"


SOLUTION_FORMATS: dict[str, SolutionWriter] = {"moves": write_solution}


def _read_slide_steps(text: str, step_error: NotationError) -> list[str]:
    """Return the steps, of one cell each, of the slides in a text.

    Raises:
        NotationError: A line is malformed. It is `step_error` unless some slide has a distance or
            an arrow, which steps have not.
    """
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            slides = read_slides(line)
        except NotationError as error:
            if not _SLIDE_CHARACTERS.search(text):
                raise step_error from None
            raise NotationError(str(error), number) from None
        for name, is_horizontal, distance in slides:
            direction = 1 if distance > 0 else -1
            if is_horizontal is None:  # written with > or <
                step = str(Step(name, direction, number))
            else:
                step = slide_text(name, is_horizontal, direction)
            steps += [step] * abs(distance)
    return steps


class RushCollection(Collection):
    """The bundled puzzles by number and grade, and generated ones."""

    example = "orush-01"
    numbered_series = ("orush-N",)
    preview = "orush-24"
    columns = ("fewest",)
    daily_prefix = "orush"
    prints_both_ends = True
    sharing = RushSharing()
    position_formats = POSITION_FORMATS
    solution_formats = SOLUTION_FORMATS

    def entries(self) -> Iterator[Entry]:
        """Yield the course, the other puzzles by grades and numbers, and the daily puzzle."""
        puzzles = list(enumerate(bundled_puzzles(), 1))
        course, others = puzzles[:COURSE_PUZZLE_COUNT], puzzles[COURSE_PUZZLE_COUNT:]
        grades = [name for name, _ in FEWEST_SLIDES.grades]
        others.sort(key=lambda numbered: grades.index(_grade(numbered[1])))
        for number, puzzle in [*course, *others]:
            group = COURSE_TITLE if number <= COURSE_PUZZLE_COUNT else _grade(puzzle)
            size = puzzle.slides * _CELLS_BOUND + puzzle.cells
            yield Entry(
                _name(number),
                f"Number {number}",
                group,
                _length_text(puzzle),
                size,
                puzzle.slides,
                (str(puzzle.slides),),
            )
        puzzle = _daily_puzzle(daily.today())
        yield daily.todays_entry("rush", _length_text(puzzle))._replace(
            fewest_moves=puzzle.slides, column_texts=(str(puzzle.slides),)
        )

    def find(self, name: str) -> Puzzle | None:
        """Return a puzzle by name."""
        day = daily.parse_day(name, "rush")
        if day:
            return _puzzle(daily.name_for("rush", day), daily.title_for(day), _daily_puzzle(day))
        match = _GENERATED_NAME.fullmatch(name)
        if match:
            return generated_puzzle(match[1])
        match = _NAME.fullmatch(name)
        if not match:
            return None
        number = int(match[1])
        if not 1 <= number <= len(bundled_puzzles()):
            raise ValueError(f"found ORush number {number}, expected 1 to {len(bundled_puzzles())}")
        return _puzzle(_name(number), f"Number {number}", bundled_puzzles()[number - 1])

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
        """Return the puzzle in a text in any format of a grid."""
        name = file_title(path)
        return Puzzle(name, read_game(text), name)

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """Return the steps `A>` or, if the measure is "slides", each run of equal steps: `A>A>`.

        Steps of slides with an arrow keep it: `C→1`.
        """
        try:
            steps = [str(step) for step in read_steps(text)]
        except NotationError as error:
            steps = _read_slide_steps(text, error)
        return ["".join(run) for _, run in groupby(steps)] if game.measure == "slides" else steps

    def difficulty_measure(self, puzzle: AnyGame | str) -> DifficultyMeasure:
        """Return the fewest slides."""
        return FEWEST_SLIDES

    def known_difficulty(self, name: str) -> Difficulty | None:
        """Return the bundled difficulty of a puzzle of the catalogue or a daily puzzle."""
        value = bundled_value(daily.name_in_data(name, "rush", daily.line_number_name))
        return None if value is None else FEWEST_SLIDES.difficulty(value)

    def draw(self, game: AnyGame, position: Hashable) -> "Picture":
        """Return the picture of a position."""
        from ludoscope.puzzles.rush.pictures import draw_position

        return draw_position(cast(RushGame, game), cast(Position, position))

    def generator(self) -> "Generator":
        """Return the generator of puzzles of a given length."""
        from ludoscope.puzzles.rush.rush_generator import RushGenerator

        return RushGenerator()

    def trainer(self) -> "Trainer":
        """Return how positions for training are made."""
        from ludoscope.puzzles.rush.trainer import RushTrainer

        return RushTrainer()

    def bench_suite(self) -> "Sequence[Suite]":
        """Return the sets of puzzles that the command `bench` measures."""
        from ludoscope.puzzles.bench.suites import RUSH_SUITES

        return RUSH_SUITES
