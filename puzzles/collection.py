"""The declaration of the puzzles of a family: catalogue, files, daily puzzles, benchmarks."""

from abc import ABC
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ludoscope.games import AnyGame, NotationError
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.sharing import Sharing

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Suite
    from ludoscope.puzzles.generator import Generator
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.puzzles.svg import Picture
    from ludoscope.puzzles.trainer import Trainer

PositionWriter = Callable[[AnyGame, Hashable], str]
"""A function that returns a position of a game as the text of a file."""

SolutionWriter = Callable[[AnyGame, Hashable, Sequence[Hashable]], str]
"""A function that returns moves from a position of a game as the text of a file."""


def write_line(game: AnyGame, position: Hashable) -> str:
    """Return a position in the one-line notation of its game."""
    return game.text(position) + "\n"


def write_solution(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    """Return a solution file with one move on each line."""
    lines = []
    for move in moves:
        lines.append(game.move_text(position, move) + "\n")
        position = game.play(position, move)
    return "".join(lines)


class Collection(ABC):  # noqa: B024  # every method has a default that suits a small collection
    """The puzzles of a family.

    A plug-in subclasses it and names the class in the entry-point group `ludoscope.collections`. A
    small collection lists its puzzles in `puzzles`; a large one overrides `entries` and `find`, so
    that no game has to be created to list a puzzle.

    Attributes:
        example: The name of a puzzle, as an example in help texts.
        first: The name of the first puzzle offered to a new player; the example if empty.
        preview: The name of the puzzle drawn on the home screen; the example if empty.
        puzzles: The puzzles of a small collection.
        columns: The headings of `Entry.column_texts` in a list of puzzles.
        daily_prefix: The beginning of the names of its daily puzzles, such as "peg" for peg-daily;
            empty if it has none.
        numbered_series: The names of its numbered puzzles with N for the number, such as "ms-N",
            as examples for the command `batch`.
        abbreviations: Short words that players type for a heading of numbered puzzles, by heading.
        is_endless: True if most of its puzzles are found by number and not listed.
        title_needs_family: True if titles are shown with the name of the family where puzzles of
            several families are listed, because they are as short as "4×4".
        sharing: The encoding of its games and moves in shared lines.
        has_file_pairs: True if a puzzle can be stored as a pair of files, one for its start and one
            for its finish.
        trace_format: The name of the position format for `solve --trace`; the first one if None.
        position_formats: The formats of positions by name; the first is the default. A writer
            raises ValueError if the format cannot express a game.
        solution_formats: The formats of solution files by name; the first is the default. A writer
            raises ValueError if the format cannot express a game, even for an empty list of moves.
        prints_both_ends: True if `solve` prints the start before the solution and the end after.
    """

    example: str = ""
    first: str = ""
    preview: str = ""
    puzzles: "Sequence[Puzzle]" = ()
    columns: tuple[str, ...] = ()
    daily_prefix: str = ""
    numbered_series: tuple[str, ...] = ()
    abbreviations: Mapping[str, str] = MappingProxyType({})
    is_endless: bool = False
    title_needs_family: bool = True
    sharing: Sharing = Sharing()
    has_file_pairs: bool = False
    trace_format: str | None = None
    prints_both_ends: bool = False
    position_formats: Mapping[str, PositionWriter] = MappingProxyType({"line": write_line})
    solution_formats: Mapping[str, SolutionWriter] = MappingProxyType({"moves": write_solution})

    # Catalogue

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of the catalogue in the order in which they are listed."""
        return (Entry(puzzle.name, puzzle.title, "Puzzles") for puzzle in self.puzzles)

    def find(self, name: str) -> "Puzzle | None":
        """Return the puzzle with that name; None if the name does not belong to this collection.

        Raises:
            ValueError: The name belongs to this collection, but there is no such puzzle, for
                example because its number is out of range.
        """
        return next((puzzle for puzzle in self.puzzles if puzzle.name == name), None)

    def name_opened_in_app(self, name: str) -> str:
        """Return the name under which the app opens a puzzle.

        It differs from `name` if the app plays by other rules than the command line.
        """
        return name

    def entry_listed_in_app(self, entry: Entry) -> Entry:
        """Return an entry of the catalogue as the app lists it."""
        return entry

    def title_for_name(self, name: str) -> str:
        """Return the title of the puzzle with that name, without creating its game.

        Saved games and results are shown with it, whatever title was stored with them.

        Returns:
            The title; "" if the stored title stays, because the titles of a family never change.
        """
        return ""

    def daily_deal_name(self, day: date) -> str | None:
        """Return the name of the puzzle of a numbered series that the daily puzzle of a day is.

        Returns:
            The name; None if the daily puzzles are not of a numbered series.
        """
        return None

    def fewest_moves(self, name: str) -> int | None:
        """Return the proved minimum number of moves, as players count; None if unknown."""
        return None

    def shortest_known(self, name: str) -> int | None:
        """Return the number of moves of the shortest solution known, as players count.

        It is asked for puzzles of which `fewest_moves` knows nothing.

        Args:
            name: The name under which the app opens the puzzle.

        Returns:
            The number; None if no solution is stored.
        """
        return None

    def game_title(self, spec: Mapping[str, Any]) -> str:
        """Return the game of the family for statistics, "" if the family is a single game.

        Args:
            spec: A result of `Game.spec`, perhaps stored by another version.
        """
        return ""

    def difficulty_measure(self, puzzle: AnyGame | str) -> DifficultyMeasure | None:
        """Return the measure of the difficulty of a puzzle; None if there is none for its kind.

        Args:
            puzzle: The game, or the name of a puzzle or of a numbered series.
        """
        return None

    def known_difficulty(self, name: str) -> Difficulty | None:
        """Return the difficulty of a puzzle if it is known without a search; None otherwise."""
        return None

    def shortest_solution(self, puzzle: "Puzzle") -> Sequence[Hashable]:
        """Return a solution in `fewest_moves`, else in `shortest_known`; () if none is stored.

        Hints follow it.
        """
        return ()

    # Files

    def recognises(self, text: str) -> bool:
        """Return True if the text of a file is in a format that only this family uses."""
        return False

    def read(self, text: str, path: Path | None) -> "Puzzle":
        """Return the puzzle in the text of a file.

        Args:
            text: The content of the file.
            path: Its path, or None for standard input.

        Raises:
            NotationError: The text is malformed; the error has the line number.
        """
        raise NotationError("puzzles of this game cannot be read from a text")

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """Return the texts of the moves in a solution file, for `Game.parse_moves`.

        By default each line is such a text, of one move or of several.

        Raises:
            NotationError: A line is not a move; the error has the line number.
        """
        return [line for line in map(str.strip, text.splitlines()) if line]

    def write_solution(self, game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
        """Return the solution file for moves from a position, in the default format."""
        return next(iter(self.solution_formats.values()))(game, position, moves)

    def goal_position(self, game: AnyGame) -> Hashable | None:
        """Return the position to reach, which is drawn after the start; None if it is not one."""
        return None

    def find_file_pair(self, root: Path) -> Path | None:
        """Return an existing file of the pair whose paths begin with `root`, or None."""
        return None

    def write_file_pair(self, game: AnyGame, position: Hashable, root: Path) -> None:
        """Write a position as a pair of files whose paths begin with `root`.

        Raises:
            OSError: A file cannot be written; then neither is.
        """
        raise NotImplementedError

    # Pictures

    def draw(self, game: AnyGame, position: Hashable) -> "Picture":
        """Return the picture of a position; by default the text of its first format.

        See `puzzles.svg` for how it is made and `puzzles.pictures` for what is made of it.
        """
        from ludoscope.puzzles.svg import draw_text  # takes 5 ms, and few programs need it

        for write in self.position_formats.values():
            with suppress(ValueError):  # the format cannot express the position
                return draw_text(write(game, position))
        return draw_text(game.text(position))

    def describe_move(self, game: AnyGame, position: Hashable, move: Hashable) -> str:
        """Return a move as it is named beside a picture; by default in the notation of the game."""
        return game.move_text(position, move)

    # New puzzles, daily puzzles, batches and benchmarks

    def generator(self) -> "Generator | None":
        """Return the generator that the command `generate` runs; None if there is none."""
        return None

    def trainer(self) -> "Trainer | None":
        """Return how positions for training are made of the puzzles; None if there are none.

        By default they are cut from the puzzles of the catalogue; see `puzzles.trainer`.
        """
        from ludoscope.puzzles.trainer import Trainer  # loads the solvers

        return Trainer()

    def make_daily_lines(self, seed: int) -> Iterator[str] | None:
        """Generate the lines of the list of daily puzzles; None if there is no generator.

        See `puzzles.daily_bundle`.
        """
        return None

    def bench_suite(self) -> Sequence["Suite"]:
        """Return the sets of puzzles that the command `bench` measures."""
        return ()
