"""The command `show`: a puzzle or its published solution, in any format, printed or in a file."""

import argparse
from collections.abc import Sequence
from errno import EISDIR
from pathlib import Path

from ludoscope.games import AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.collection import SolutionWriter
from ludoscope.puzzles.files import FOLDER_AS_ROOT_ERROR, write_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.text.sanitize import in_ascii

TWO_FILES = "two-files"  # the one format that is not a text


def run_show(options: argparse.Namespace) -> int:
    """Print or write; the exit code."""
    puzzle = catalogue.find(options.puzzle, options.game)
    try:
        return _show(puzzle, options)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _show(puzzle: Puzzle, options: argparse.Namespace) -> int:
    """The same; ValueError when the puzzle has no such format."""
    forms: list[str] = options.format
    if options.solution:
        if len(forms) > 1:
            raise ValueError("a solution is shown in one format, expected --format once")
        text = _published(puzzle, forms[0] if forms else None)
    elif forms == [TWO_FILES] and _in_two(puzzle.game):
        if not options.output:
            raise ValueError("two-files needs -o ROOT, to write ROOTI.txt and ROOTF.txt")
        if options.output.endswith("/"):
            raise IsADirectoryError(EISDIR, FOLDER_AS_ROOT_ERROR, options.output)
        puzzles = catalogue.collection(puzzle.game.family)
        puzzles.write_file_pair(puzzle.game, puzzle.game.start, Path(options.output))
        return 0
    else:
        wanted: Sequence[str | None] = forms or [None]
        text = "".join(_text(puzzle.game, form, options.puzzle) for form in wanted)
    if options.ascii:
        text = in_ascii(text)
    if options.output:
        write_text(Path(options.output), text)
    else:
        print(text, end="")
    return 0


def _in_two(game: AnyGame) -> bool:
    """Whether the family writes puzzles into two files, the start and the finish."""
    return catalogue.collection(game.family).has_file_pairs


def _text(game: AnyGame, form: str | None, called: str) -> str:
    """In the format; without one the usual picture of the start, and that of the finish."""
    family = catalogue.collection(game.family)
    writers = family.position_formats
    if form and form not in writers:
        if form == TWO_FILES and _in_two(game):
            raise ValueError("two-files cannot be combined, expected --format once")
        known = [*writers, TWO_FILES] if _in_two(game) else writers
        said = f"no format {form!r} for {game.family}, expected {', '.join(known)}"
        of_solutions = "; solutions have it: ludoscope solve, or show --solution"
        raise ValueError(said + of_solutions * (form in family.solution_formats))
    finish = None if form else getattr(game, "finish", None)
    for name in [form] if form else writers:  # the first that has room for what is shown
        try:
            parts = [writers[name](game, game.start)]
            if finish is not None:
                parts.append(writers[name](game, finish))
        except ValueError as error:
            refused = ValueError(f"{called} cannot be written as {name}: {error}")
        else:
            return "\nto\n".join(parts)
    raise refused


def _published(puzzle: Puzzle, form: str | None) -> str:
    """The solution that was published with a puzzle, as a file that `check` reads."""
    if not puzzle.published_solution:
        raise ValueError(f"no solution was published with {puzzle.name}; try: ludoscope solve")
    return solution_writer(puzzle, form)(puzzle.game, puzzle.published_solution.moves)


def solution_writer(puzzle: Puzzle, form: str | None) -> SolutionWriter:
    """What writes solutions in a format; ValueError when there is none, or no room in it."""
    writers = catalogue.collection(puzzle.game.family).solution_formats
    name = form or next(iter(writers))
    if name not in writers:
        said = f"no format {name!r} for solutions of {puzzle.game.family}"
        raise ValueError(f"{said}, expected {', '.join(writers)}")
    try:
        writers[name](puzzle.game, ())
    except ValueError as error:
        raise ValueError(f"{puzzle.name} has no solution as {name}: {error}") from None
    return writers[name]
