"""The solvers `mtd`, `winner` and `values` of hexapawn compiled, on boards of up to 8×8.

Legend
    own, rival  the pawns of the side to move and of the other, as the kernel has them: rows of
                eight bits, turned so that `own` moves up
"""

from collections.abc import Generator, Iterator
from typing import Any, cast

from games import AnyGame
from games.hexapawn import HexapawnGame, Position
from search import mtd
from search.events import Event
from search.kernels import compiled
from search.mtd import FAR, Search, Spent
from search.watch import Limits

KERNELS = ("hexapawn_board", "hexapawn_table", "hexapawn_mtd")
SLICE = 20_000  # positions a call of the kernel expands, 5 to 12 ms
MEMORY = 1 << 30  # bytes, where no limit is given
MARGIN = 16  # the part of the memory that is not for the table
KERNEL_FAR = 127
LONGEST = 120  # plies that the kernel's line has room for


def compiled_mtd(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """The value and a line of best play; by the readable search where the kernel has no room."""
    return mtd.solve(searching(game, position, limits), position)


def winner(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """Which side wins, in the same way."""
    return mtd.decide(searching(game, position, limits), position)


def values(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """The value of every move, in the same way."""
    return mtd.judge_moves(searching(game, position, limits), position)


def searching(game: AnyGame, position: Any, limits: Limits) -> Search:
    """The kernel's search where there is one with room for the game, else the readable one."""
    board = cast(HexapawnGame, game)
    fits = (
        compiled("hexapawn_mtd")
        and board.rows <= 8
        and board.columns <= 8
        and _steps(board, position) <= LONGEST
    )
    return KernelSearch(board, limits) if fits else Search(board, limits)


def _steps(game: HexapawnGame, position: Position) -> int:
    """The steps to their last row of all pawns together: no game is longer."""
    rows = [cell // game.columns for cell in range(game.rows * game.columns)]
    white = sum(game.rows - 1 - row for cell, row in enumerate(rows) if position.white >> cell & 1)
    return white + sum(row for cell, row in enumerate(rows) if position.black >> cell & 1)


class KernelSearch(Search):
    """`Search` with `ask` in machine code: 3 to 6 million positions a second, 16 bytes for each.

    What the table has no room for is forgotten, which costs time, never the answer.
    """

    game: HexapawnGame

    def __init__(self, game: HexapawnGame, limits: Limits) -> None:
        from search.kernels.hexapawn_mtd import Questions

        super().__init__(game, limits)
        memory = limits.memory or MEMORY
        self._kernel = Questions(game.rows, game.columns, memory - memory // MARGIN)

    def ask(self, position: Position, threshold: int) -> Generator[Event, None, int]:
        kernel, watch = self._kernel, self.watch
        turned = not position.white_to_move
        kernel.ask(*self._turned(position), narrowed(threshold))
        status = "asking"
        while status == "asking":
            before = kernel.explored
            status = kernel.run(watch.left(SLICE))
            expanded = kernel.explored - before
            if watch.tick(expanded) if expanded else watch.rest():
                yield watch.progress(
                    depth=kernel.depth,
                    entries=kernel.entries,
                    size=kernel.size,
                    sample=self._sample(turned),
                )
                if watch.spent:
                    raise Spent(watch.spent)
        return widened(kernel.bound)

    def _turned(self, position: Position) -> tuple[int, int]:
        """(own, rival): black's rows count from the top."""
        turned = not position.white_to_move
        white, black = (self._spread(pawns, turned) for pawns in position[:2])
        return (black, white) if turned else (white, black)

    def _spread(self, pawns: int, turned: bool) -> int:
        """Rows of `columns` bits as rows of eight."""
        rows, columns = self.game.rows, self.game.columns
        return sum(
            (pawns >> row * columns & (1 << columns) - 1) << 8 * (rows - 1 - row if turned else row)
            for row in range(rows)
        )

    def _sample(self, turned: bool) -> Position:
        """The position at hand or its mirror image; `turned` where black was asked about."""
        own, rival, plies = self._kernel.position
        turned ^= bool(plies % 2)
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
