"""The declaration of the puzzles of a family: catalogue, files, daily puzzles, benchmarks."""

from abc import ABC
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludoscope.games import AnyGame, NotationError
from ludoscope.puzzles.puzzle import Entry, Puzzle
from ludoscope.puzzles.sharing import Sharing

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Suite

PositionWriter = Callable[[AnyGame, Hashable], str]
"""A function that writes a position of a game in some format."""

SolutionWriter = Callable[[AnyGame, Sequence[Hashable]], str]
"""A function that writes moves from the start of a game in some format."""


class Collection(ABC):  # noqa: B024  # every method has a default that suits a small collection
    """The puzzles of a family.

    A plug-in subclasses it and names the class in the entry-point group `ludoscope.collections`. A
    small collection lists its puzzles in `puzzles`; a large one overrides `entries` and `find`, so
    that no game is built for a line of a list.

    Attributes:
        example: The name of a puzzle, as an example in help texts.
        first: The name of the puzzle for a new player; the example if empty.
        preview: The name of the puzzle shown on the home screen; the example if empty.
        puzzles: The puzzles of a small collection.
        columns: The headings of `Entry.column_texts` in a list of puzzles.
        daily_prefix: The beginning of the names of its daily puzzles: "peg" for peg-daily; empty if
            it has none.
        is_endless: True if it has more puzzles than its catalogue lists.
        title_needs_family: True if a puzzle's title means nothing without the name of the family.
        sharing: The encoding of its games and moves in shared lines.
        has_file_pairs: True if a puzzle can be stored as a pair of files, its start and its finish.
        trace_format: The position format of `solve --trace`; the first one if None.
        prints_both_ends: True if `solve` prints the start before the solution and the end after it.
    """

    example: str = ""
    first: str = ""
    preview: str = ""
    puzzles: Sequence[Puzzle] = ()
    columns: tuple[str, ...] = ()
    daily_prefix: str = ""
    is_endless: bool = False
    title_needs_family: bool = True
    sharing: Sharing = Sharing()
    has_file_pairs: bool = False
    trace_format: str | None = None
    prints_both_ends: bool = False

    # Catalogue

    def entries(self) -> Iterator[Entry]:
        """Yield the lines of the catalogue in the order in which they are listed."""
        return (Entry(puzzle.name, puzzle.title, "Puzzles") for puzzle in self.puzzles)

    def find(self, name: str) -> Puzzle | None:
        """Return the puzzle of that name; None if the name is not of this collection.

        Raises:
            ValueError: The name is of this collection, but there is no such puzzle: its number is
                out of range.
        """
        return next((puzzle for puzzle in self.puzzles if puzzle.name == name), None)

    def app_name(self, name: str) -> str:
        """Return the name of the puzzle that the app opens for a name.

        It differs where the app plays by other rules than the command line.
        """
        return name

    def app_entry(self, entry: Entry) -> Entry:
        """Return a line of the catalogue as the app lists it."""
        return entry

    def fewest_moves(self, name: str) -> int | None:
        """Return the proved minimum number of moves, as players count; None if unknown."""
        return None

    # Files

    def recognises(self, text: str) -> bool:
        """Return True if the text of a file has a form that only this family uses."""
        return False

    def read(self, text: str, path: Path | None) -> Puzzle:
        """Return the puzzle in the text of a file.

        Args:
            text: The content of the file.
            path: Its path, or None for standard input.

        Raises:
            NotationError: The text is malformed; the error has the line.
        """
        raise NotationError("puzzles of this game cannot be read from files")

    @property
    def position_formats(self) -> Mapping[str, PositionWriter]:
        """The formats of positions by name; the first is the default.

        A writer raises ValueError if the format cannot express a game.
        """
        return {"line": write_line}

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """Return the moves in a solution file, to be parsed one after the other.

        Raises:
            NotationError: A line does not have the form of a move; the error has the line.
        """
        return text.split()

    @property
    def solution_formats(self) -> Mapping[str, SolutionWriter]:
        """The formats of solution files by name; the first is the default.

        A writer raises ValueError if the format cannot express a game, even for an empty list of
        moves.
        """
        return {"moves": write_solution}

    def write_solution(self, game: AnyGame, moves: Sequence[Hashable]) -> str:
        """Return the solution file for moves from the start of a game, in the default format."""
        return next(iter(self.solution_formats.values()))(game, moves)

    def find_file_pair(self, root: Path) -> Path | None:
        """Return an existing file of the pair whose names begin with `root`, or None."""
        return None

    def write_file_pair(self, game: AnyGame, position: Hashable, root: Path) -> None:
        """Write a position as a pair of files whose names begin with `root`.

        Raises:
            OSError: A file cannot be written; then neither is.
        """
        raise NotImplementedError

    # Daily puzzles and benchmarks

    def make_daily_lines(self, seed: int) -> Iterator[str] | None:
        """Make the lines of the list of daily puzzles; None if there is no generator.

        See `puzzles.daily_bundle`.
        """
        return None

    def bench_suite(self) -> Sequence["Suite"]:
        """Return the puzzle sets of the command `bench`."""
        return ()


def write_line(game: AnyGame, position: Hashable) -> str:
    """Return a position in the one-line notation of its game."""
    return game.text(position) + "\n"


def write_solution(game: AnyGame, moves: Sequence[Hashable]) -> str:
    """Return a solution file with one move on each line."""
    position, lines = game.start, []
    for move in moves:
        lines.append(game.move_text(position, move) + "\n")
        position = game.play(position, move)
    return "".join(lines)
