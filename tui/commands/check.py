"""The command `check`: replay a solution by the rules alone."""

import argparse
from pathlib import Path

from ludoscope.games import AnyGame, NotationError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.search.verify import replay, replay_texts
from ludoscope.tui.commands.arguments import add_puzzle
from ludoscope.tui.commands.errors import FAILURE_WORD, SUCCESS_WORD, UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument(
        "solution", metavar="FILE", nargs="?", help="left out if PUZZLE is a shared line with moves"
    )


def run(options: argparse.Namespace) -> int:
    """Replay a solution file, or the moves that came with the puzzle, and return the exit code."""
    if options.puzzle == options.solution == "-":
        raise UsageError("standard input cannot be both PUZZLE and FILE")
    puzzle = catalogue.find(options.puzzle, options.game)
    game = puzzle.game
    if options.solution:
        result = replay_texts(game, puzzle.position.value, _read_moves(game, options.solution))
        reason = result.reason
    elif puzzle.moves:  # the catalogue has checked that they are legal
        result = replay(game, game.start, puzzle.moves)
        reason = "the moves end before the finish"
    else:
        raise UsageError("no FILE with a solution, and no moves with the puzzle")
    if result.is_valid:
        print(SUCCESS_WORD)
        return 0
    print(reason)
    print(f"{FAILURE_WORD} {result.failed_move}")
    return 1


def _read_moves(game: AnyGame, file_name: str) -> list[str]:
    """Return the texts of the moves in a solution file."""
    try:
        text = read_text(None if file_name == "-" else Path(file_name))
        return catalogue.collection(game.family).read_solution(game, text)
    except NotationError as error:
        raise FileError(file_name, error) from None
