"""Training of hexapawn: the move that keeps the value of a position."""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame
from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.trainer import KEEP_WIN, Trainer
from ludoscope.search.move_values import Step
from ludoscope.search.registry import get_solver
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.search.solver import Solver

if TYPE_CHECKING:
    from ludoscope.puzzles.collection import Collection

SIZES = ((3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (5, 5), (5, 6), (6, 5), (6, 6))
MIN_MOVES = 3
LONG_PLIES = 13
MAX_NEGAMAX_CELLS = 20

CAPTURES = "captures"
PARITY = "parity"
RUNNERS = "runners"
BLOCKADES = "blockades"
LONG_WINS = "long wins"


class HexapawnTrainer(Trainer):
    """Positions in which one move wins, up to symmetry, and all others lose."""

    goal = KEEP_WIN
    max_right = 1
    min_wrong = 2
    rating_per_move = 35.0
    themes = (CAPTURES, PARITY, RUNNERS, BLOCKADES, LONG_WINS)

    def starts(self, puzzles: "Collection", rng: SeededRandom) -> Iterator[Puzzle]:
        """Yield full boards up to 6×6."""
        while True:
            rows, columns = rng.choice(SIZES)
            puzzle = puzzles.find(f"hexapawn-{rows}x{columns}")
            assert puzzle
            yield puzzle

    def is_suitable(self, game: AnyGame, position: Hashable) -> bool:
        """Return False if there is little to choose from."""
        return len(game.moves(position)) >= MIN_MOVES

    def with_start(self, game: AnyGame, position: Hashable) -> AnyGame:
        """Return the game that begins with the position."""
        board = cast(HexapawnGame, game)
        return HexapawnGame(board.rows, board.columns, cast(Position, position))

    def question_of(self, game: AnyGame) -> str:
        """Return the question, with the side to move."""
        side = "White" if cast(HexapawnGame, game).start.white_to_move else "Black"
        return f"{side} to move. Which move keeps the win?"

    def second_solver(self, game: AnyGame) -> Solver:
        """Return negamax, or on larger boards the readable null-window search."""
        board = cast(HexapawnGame, game)
        is_small = board.rows * board.columns <= MAX_NEGAMAX_CELLS
        return get_solver("hexapawn", "memo-symmetric" if is_small else "mtd-readable")

    def find_themes(
        self, game: AnyGame, position: Hashable, step: Step, line: Sequence[Hashable]
    ) -> list[str]:
        """Return whether the move captures, how the game ends, and how soon."""
        board, moves = cast(HexapawnGame, game), game.moves(position)
        captures = [move for move in moves if _is_capture(board, move)]
        themes = []
        if _is_capture(board, step[0]):
            themes.append(CAPTURES)
        elif not captures:
            themes.append(PARITY)
        end = position
        for move in (*step, *line):
            end = game.play(end, move)
        themes.append(RUNNERS if _reaches_home_row(board, cast(Position, end)) else BLOCKADES)
        if len(line) + 1 >= LONG_PLIES:
            themes.append(LONG_WINS)
        return themes

    def describe_blocked(self, game: AnyGame, position: Hashable) -> str:
        """Return why the side to move has lost, at the end of a line."""
        return cast(HexapawnGame, game).loss_reason(cast(Position, position))


def _is_capture(game: HexapawnGame, move: tuple[int, int]) -> bool:
    start, end = move
    return start % game.columns != end % game.columns


def _reaches_home_row(game: HexapawnGame, position: Position) -> bool:
    """Return True if a pawn of the side that has just moved stands on the last row."""
    last_row = (1 << game.columns) - 1
    if position.white_to_move:
        return bool(position.black & last_row)
    return bool(position.white & last_row << game.columns * (game.rows - 1))
