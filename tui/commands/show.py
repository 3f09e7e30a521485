"""The command `show`: a puzzle or its published solution, in any format, printed or in a file."""

import argparse
from collections.abc import Hashable, Sequence
from errno import EISDIR
from pathlib import Path

from ludoscope.games import AnyGame
from ludoscope.games.errors import short_repr
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.collection import SolutionWriter
from ludoscope.puzzles.files import FOLDER_AS_ROOT_ERROR, write_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui import lazy
from ludoscope.tui.commands.arguments import ASCII, NAMES, OUTPUT, add_puzzle
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.text.sanitize import substitute_non_ascii

TWO_FILES = "two-files"  # the one format that is not a text
SVG = "svg"  # for positions and solutions of all families

PICTURE_FORMATS = (SVG, "html")
"""The formats of solutions that are pictures, which all families have."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument(
        "--format", **NAMES, help="any format of the family, or svg; repeatable; two-files needs -o"
    )
    parser.add_argument(
        "--solution", action="store_true", help="the published solution; --format as in solve"
    )
    parser.add_argument("-o", **OUTPUT, help="write to FILE; two-files: FILEI.txt and FILEF.txt")
    parser.add_argument("--ascii", **ASCII)


def run(options: argparse.Namespace) -> int:
    """Print or write a puzzle, and return the exit code."""
    puzzle = catalogue.find(options.puzzle, options.game)
    try:
        if not options.solution and options.format == [TWO_FILES] and _has_file_pairs(puzzle.game):
            _write_file_pair(puzzle, options.output)
            return 0
        text = _format(puzzle, options)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if options.ascii and not {*PICTURE_FORMATS}.isdisjoint(options.format):
        text = text.encode("ascii", "xmlcharrefreplace").decode()
    elif options.ascii:
        text = substitute_non_ascii(text)
    if options.output:
        write_text(Path(options.output), text)
    else:
        print(text, end="")
    return 0


def _has_file_pairs(game: AnyGame) -> bool:
    """Return True if the family writes puzzles into two files, the start and the finish."""
    return catalogue.collection(game.family).has_file_pairs


def _write_file_pair(puzzle: Puzzle, root: str | None) -> None:
    if not root:
        raise ValueError("two-files needs -o ROOT, to write ROOTI.txt and ROOTF.txt")
    if root.endswith("/"):
        raise IsADirectoryError(EISDIR, FOLDER_AS_ROOT_ERROR, root)
    family = catalogue.collection(puzzle.game.family)
    family.write_file_pair(puzzle.game, puzzle.position.value, Path(root))


def _format(puzzle: Puzzle, options: argparse.Namespace) -> str:
    """Return the puzzle or its solution; raise ValueError if it has no such format."""
    formats: list[str] = options.format
    if options.solution:
        if len(formats) > 1:
            raise ValueError("a solution is shown in one format, expected --format once")
        return _format_solution(puzzle, formats[0] if formats else None)
    if SVG in formats:
        if len(formats) > 1:
            raise ValueError("svg cannot be combined, expected --format once")
        return (
            lazy.pictures.position_svg(puzzle.game, puzzle.position.value, title=puzzle.title)
            + "\n"
        )
    if not formats:
        return f"{puzzle}\n"
    return "".join(_format_position(puzzle, name, options.puzzle) for name in formats)


def _format_position(puzzle: Puzzle, format_name: str, name: str) -> str:
    """Return the position in a format.

    Raises:
        ValueError: The family has no such format, or the position cannot be written in it.
    """
    game = puzzle.game
    _require_format(game, format_name)
    write = catalogue.collection(game.family).position_formats[format_name]
    try:
        return write(game, puzzle.position.value)
    except ValueError as error:
        raise ValueError(f"{name} cannot be written as {format_name}: {error}") from None


def _require_format(game: AnyGame, format_name: str) -> None:
    """Raise ValueError if the family writes no positions in a format."""
    family = catalogue.collection(game.family)
    if format_name in family.position_formats:
        return
    if format_name == TWO_FILES and _has_file_pairs(game):
        raise ValueError("two-files cannot be combined, expected --format once")
    known = [*family.position_formats, SVG]
    if _has_file_pairs(game):
        known.append(TWO_FILES)
    message = f"no format {short_repr(format_name)} for {game.family}, expected {', '.join(known)}"
    if format_name in family.solution_formats:
        message += "; solutions have it: ludoscope solve, or show --solution"
    raise ValueError(message)


def _format_solution(puzzle: Puzzle, format_name: str | None) -> str:
    """Return the published solution as a file that `check` reads."""
    if not puzzle.published_solution:
        raise ValueError(f"no solution was published with {puzzle.name}; try: ludoscope solve")
    write = get_solution_writer(puzzle, format_name)
    return write(puzzle.game, puzzle.game.start, puzzle.published_solution.moves)


def get_solution_writer(puzzle: Puzzle, format_name: str | None) -> SolutionWriter:
    """Return the writer of solutions in a format, by default the first one of the family.

    Raises:
        ValueError: There is no such format, or it cannot express solutions of this puzzle.
    """
    pictures = zip(PICTURE_FORMATS, _picture_writers(puzzle.title), strict=True)
    writers = {**catalogue.collection(puzzle.game.family).solution_formats, **dict(pictures)}
    name = format_name or next(iter(writers))
    if name not in writers:
        message = f"no format {short_repr(name)} for solutions of {puzzle.game.family}"
        raise ValueError(f"{message}, expected {', '.join(writers)}")
    try:
        writers[name](puzzle.game, puzzle.game.start, ())
    except ValueError as error:
        raise ValueError(f"{puzzle.name} has no solution as {name}: {error}") from None
    return writers[name]


def _picture_writers(title: str) -> tuple[SolutionWriter, SolutionWriter]:
    """Return the writers of `PICTURE_FORMATS`."""

    def write_svg(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
        return lazy.pictures.solution_svg(game, position, moves, title=title) + "\n"

    def write_html(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
        return lazy.pictures.solution_page(game, position, moves, title=title)

    return write_svg, write_html
