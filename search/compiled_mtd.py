"""The solver `mtd` of hexapawn with its questions compiled, on boards of up to 8×8.

Legend
    own, rival  the pawns of the side to move and of the other, as the kernel has them: rows of
                eight bits, turned so that `own` moves up
"""

from collections.abc import Generator, Iterator
from typing import Any, cast

from games import AnyGame
from games.hexapawn import HexapawnGame, Position
from search.events import Event
from search.mtd import FAR, Search, Spent, solve
from search.watch import Limits

SLICE = 50_000  # positions a call of the kernel, 10 to 25 ms
MEMORY = 1 << 30  # bytes, where no limit is given
KERNEL_FAR = 127
LONGEST = 120  # plies that the kernel's line has room for


def compiled_mtd(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """The value and a line of best play; by the readable search where the kernel has no room.

    2 to 5 million positions a second, 24 bytes for each that the table keeps.
    """
    board = cast(HexapawnGame, game)
    fits = board.rows <= 8 and board.columns <= 8 and _steps(board, position) <= LONGEST
    return solve(KernelSearch(board, limits) if fits else Search(board, limits), position)


def _steps(game: HexapawnGame, position: Position) -> int:
    """The steps to their last row of all pawns together: no game is longer."""
    rows = [cell // game.columns for cell in range(game.rows * game.columns)]
    white = sum(game.rows - 1 - row for cell, row in enumerate(rows) if position.white >> cell & 1)
    return white + sum(row for cell, row in enumerate(rows) if position.black >> cell & 1)


class KernelSearch(Search):
    """`Search` with `ask` in machine code."""

    game: HexapawnGame

    def __init__(self, game: HexapawnGame, limits: Limits) -> None:
        from search.kernels.hexapawn_mtd import Questions

        super().__init__(game, limits)
        self._memory = limits.memory or MEMORY
        self._kernel = Questions(game.rows, game.columns, self._memory)

    def ask(self, position: Position, threshold: int) -> Generator[Event, None, int]:
        kernel, watch = self._kernel, self.watch
        kernel.ask(*self._turned(position), narrowed(threshold))
        status = "asking"
        while status == "asking":
            before = kernel.explored
            status = kernel.run(watch.left(SLICE))
            if watch.tick(kernel.explored - before):
                yield watch.progress(
                    depth=kernel.depth,
                    entries=kernel.entries,
                    size=kernel.size,
                    sample=self._sample(),
                )
                if watch.spent:
                    raise Spent(watch.spent)
        if status == "full":
            raise Spent(f"{self._memory / 2**20:,.0f} MB, the memory limit")
        return widened(kernel.bound)

    def _turned(self, position: Position) -> tuple[int, int, bool]:
        """(own, rival, whether the board is turned): black's rows count from the top."""
        turned = not position.white_to_move
        white, black = (self._spread(pawns, turned) for pawns in position[:2])
        return (black, white, turned) if turned else (white, black, turned)

    def _spread(self, pawns: int, turned: bool) -> int:
        """Rows of `columns` bits as rows of eight."""
        rows, columns = self.game.rows, self.game.columns
        return sum(
            (pawns >> row * columns & (1 << columns) - 1) << 8 * (rows - 1 - row if turned else row)
            for row in range(rows)
        )

    def _sample(self) -> Position:
        """The position at hand."""
        own, rival, turned = self._kernel.position
        rows, columns = self.game.rows, self.game.columns

        def gathered(pawns: int) -> int:
            return sum(
                (pawns >> 8 * (rows - 1 - row if turned else row) & 255) << row * columns
                for row in range(rows)
            )

        white, black = (rival, own) if turned else (own, rival)
        return Position(gathered(white), gathered(black), not turned)


def narrowed(threshold: int) -> int:
    """A threshold on the kernel's scale."""
    shift = FAR - KERNEL_FAR
    return max(1, threshold - shift) if threshold > 0 else min(0, threshold + shift)


def widened(score: int) -> int:
    """A score of the kernel on the readable search's scale."""
    shift = FAR - KERNEL_FAR
    return score + shift if score > 0 else score - shift
