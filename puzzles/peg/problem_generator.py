"""The generator of peg solitaire problems that end with a single peg.

It plays backwards from the last peg, a random jump at a time, so every problem has a solution.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any, cast

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.generator import Generator, GeneratorProgress, Option, OptionValue
from ludoscope.puzzles.names import puzzle_of_game
from ludoscope.puzzles.puzzle import Puzzle

DEFAULT_BOARD, DEFAULT_JUMPS = "english", 12
MAX_JUMPS = max(len(board.holes) for board in BOARDS.values()) - 2
ATTEMPTS_PER_REPORT = 200
MAX_FUTILE_ATTEMPTS = 20_000  # in a row, before there seem to be no more problems


class ProblemGenerator(Generator):
    """Problems of a given number of jumps to a single peg."""

    options = (
        Option("jumps", f"jumps to the last peg ({DEFAULT_JUMPS})", 1, MAX_JUMPS),
        Option("board", f"the board ({DEFAULT_BOARD})", choices=tuple(BOARDS)),
    )

    def generate(self, seed: int, **options: Any) -> Iterator[Puzzle | GeneratorProgress]:
        """Return an iterator of problems, and of progress reports between them."""
        board = BOARDS[options.get("board", DEFAULT_BOARD)]
        jumps = options.get("jumps", DEFAULT_JUMPS)
        max_jumps = len(board.holes) - 2  # with a hole empty at the start
        if jumps > max_jumps:
            raise ValueError(
                f"found {jumps} jumps, expected 1 to {max_jumps} on the board {board.name}"
            )
        return _generate(board, jumps, random.Random(seed))

    def facts(self, puzzle: Puzzle) -> Mapping[str, Any]:
        """Return the board and the numbers of pegs and of jumps."""
        game = cast(PegGame, puzzle.game)
        pegs = game.start.bit_count()
        return {"board": game.board.name, "pegs": pegs, "jumps": pegs - 1}

    def file_stem(self, family: str, options: Mapping[str, OptionValue]) -> str:
        """Return the board and the number of jumps."""
        board, jumps = options.get("board", DEFAULT_BOARD), options.get("jumps", DEFAULT_JUMPS)
        return f"{board}-{jumps}-jumps"


def _generate(board: Board, jumps: int, rng: random.Random) -> Iterator[Puzzle | GeneratorProgress]:
    generated: set[tuple[int, int]] = set()
    attempts = most_jumps = 0
    while attempts < MAX_FUTILE_ATTEMPTS:
        attempts += 1
        finish = 1 << rng.randrange(len(board.holes))
        start = _play_backwards(board, finish, jumps, rng)
        jump_count = start.bit_count() - 1
        most_jumps = max(most_jumps, jump_count)
        if jump_count == jumps and (start, finish) not in generated:
            generated.add((start, finish))
            unnamed = puzzle_of_game(PegGame(board, start, finish))
            title = f"{jumps + 1} pegs to 1, {board.name}"
            yield Puzzle(unnamed.name, unnamed.game, title, f"{jumps + 1} pegs to 1")
            attempts = most_jumps = 0
        elif attempts % ATTEMPTS_PER_REPORT == 0:
            yield GeneratorProgress(f"longest so far: {most_jumps} jumps of {jumps}")


def _play_backwards(board: Board, finish: int, jumps: int, rng: random.Random) -> int:
    """Return a position from which so many jumps lead to `finish`, or fewer if there is no way."""
    position = finish
    for _ in range(jumps):
        # a jump empties two holes and fills one; backwards it does the opposite
        masks = [mask for _, mask, pegs in board.masked_jumps if position & mask == mask & ~pegs]
        if not masks:
            break
        position ^= rng.choice(masks)
    return position
