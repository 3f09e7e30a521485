"""The command `check`: a solution, replayed by the rules alone."""

import argparse
from pathlib import Path

from ludoscope.games import AnyGame, NotationError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.search.verify import replay, replay_texts
from ludoscope.tui.commands.errors import UsageError


def check_solution(options: argparse.Namespace) -> int:
    """Replay a solution file, or the moves that came with the puzzle; the exit code."""
    puzzle = catalogue.find(options.puzzle, options.game)
    game = puzzle.game
    if options.solution:
        result = replay_texts(game, game.start, _texts(game, options.solution))
        reason = result.reason
    elif puzzle.moves:  # they are legal, or it were not here
        result = replay(game, game.start, puzzle.moves)
        reason = "the moves end before the finish"
    else:
        raise UsageError("no FILE with a solution, and no moves with the puzzle")
    if result.is_valid:
        print("SUCCES")
        return 0
    print(reason)
    print(f"ECHEC {result.failed_move}")
    return 1


def _texts(game: AnyGame, name: str) -> list[str]:
    """The moves in a solution file."""
    try:
        text = read_text(None if name == "-" else Path(name))
        return catalogue.collection(game.family).read_solution(game, text)
    except NotationError as error:
        raise FileError(name, error) from None
