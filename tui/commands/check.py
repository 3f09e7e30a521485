"""The command `check`: a solution, replayed by the rules alone."""

import argparse
from pathlib import Path

from ludoscope.games import NotationError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.verify import replay_texts
from ludoscope.tui.commands.usage import UsageError


def check_solution(options: argparse.Namespace) -> int:
    """Replay a solution file, or the moves that came with the puzzle; the exit code."""
    puzzle = catalogue.find(options.puzzle, options.game)
    if not options.solution:
        return _check_sent(puzzle)
    collection = catalogue.collection(puzzle.game.family)
    try:
        path = None if options.solution == "-" else Path(options.solution)
        texts = collection.read_solution(puzzle.game, read_text(path))
    except NotationError as error:
        raise FileError(options.solution, error) from None
    result = replay_texts(puzzle.game, puzzle.game.start, texts)
    if result.right:
        print("SUCCES")
        return 0
    print(result.reason)
    print(f"ECHEC {result.failed}")
    return 1


def _check_sent(puzzle: Puzzle) -> int:
    """Whether the moves that came with a puzzle solve it; they are legal, or it were not here."""
    if not puzzle.moves:
        raise UsageError("no FILE with a solution, and no moves with the puzzle")
    position = puzzle.game.start
    for move in puzzle.moves:
        position = puzzle.game.play(position, move)
    if puzzle.game.is_won(position):
        print("SUCCES")
        return 0
    print("the moves end before the finish")
    print(f"ECHEC {len(puzzle.moves) + 1}")
    return 1
