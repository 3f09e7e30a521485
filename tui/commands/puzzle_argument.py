"""The puzzle that the commands `solve` and `race` search, as their options name it."""

import argparse

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle, without_symmetry
from ludoscope.tui.commands.errors import UsageError


def find_puzzle_to_search(options: argparse.Namespace) -> Puzzle:
    """Return the puzzle; with --no-symmetry one whose symmetrical positions are not merged."""
    puzzle = catalogue.find(options.puzzle, options.game)
    if not options.no_symmetry:
        return puzzle
    try:
        return without_symmetry(puzzle)
    except ValueError as error:
        raise UsageError(f"--no-symmetry: {error}") from None
