"""The solvers `mtd`, `winner` and `values` of hexapawn compiled, on boards of up to 8×8.

Legend
    own, rival  the pawns of the side to move and of the other side, in the form of the kernel:
                rows of eight bits, turned so that `own` moves up
"""

from collections.abc import Generator, Iterator
from functools import partial
from typing import Any, cast

from ludoscope.games import AnyGame
from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic import null_window as mtd
from ludoscope.search.generic.null_window import FAR, Search, Spent
from ludoscope.search.kernels import compiled
from ludoscope.search.process.driving import drive

KERNELS = (
    "ludoscope.search.hexapawn.kernels.board",
    "ludoscope.search.hexapawn.kernels.table",
    "ludoscope.search.hexapawn.kernels.null_window",
)
SLICE = 20_000  # positions a call of the kernel expands, 5 to 12 ms
MARGIN = 16  # the part of the memory that is not for the table
KERNEL_FAR = 127
LONGEST = 120  # plies that the kernel's line has room for


def compiled_mtd(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """The value and a line of best play; by the readable search on boards too large for the kernel.

    Alpha-beta search with an empty window answers whether the score is at least t, much faster than
    it finds the score. First: is the position won? If so, is it won in fewer plies, until the
    answer is no; if not, how long can the loss be delayed? Each answer is a bound, stored in a
    table for every position of the search, so later questions are fast: the exact value takes less
    than twice the time of the winner. In a position the side to move always moves up, and a row has
    eight bits, so turning the board is a byte swap; mirror images are one position. Moves that
    leave few replies come first, then moves that have caused cut-offs. A passed pawn that cannot be
    stopped gives a bound and ends the line. A full table drops the entries that took the least
    work, which costs time and does not change the result.

    Time     exponential in the plies; 3 to 6 million states a second
    Memory   16 bytes a state, four to a cache line
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play; a line of best
             play. Keys are exact
    Source   MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996; history heuristic: J.
             Schaeffer, 1983; the bound by passed pawns: our own, proved in the kernel
    """
    return mtd.solve(searching(game, position, limits), position)


def winner(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """Which side wins, by one null-window search.

    This is the first question of `mtd` only: is the position won? The alpha-beta search with an
    empty window needs only yes or no for each position: one move that wins, or a proof that all
    moves lose. So it visits far fewer positions than a search for the exact value, and on large
    boards this is the only question that can be answered. Then a line is played: the winning side
    makes moves that keep the win, found by further questions, most of which the table answers; the
    other side plays any move. So the line is a win, but not the shortest one. Without the kernel
    the same search runs in plain Python.

    Time     exponential in the plies; 3 to 6 million states a second, compiled
    Memory   16 bytes a state; some 200 in the readable form
    Verdict  which side wins, proved, and a game that shows it; not of best play
    Source   the null window of MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996
    """
    return mtd.decide(searching(game, position, limits), position)


def values(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """The value of every move, by null-window searches that share a table.

    The board shows these values as an overlay. Each legal move is made in turn, and the exact value
    of the position after it is found by the questions of `mtd`: is it won? In fewer plies? The
    value of the move is one ply more. All moves share one table of bounds, and they soon lead to
    the same positions, so the second move takes a fraction of the time of the first. All moves
    together take little more time than the best move alone. A search for the best move cuts off a
    bad move as soon as it is proved worse; here every value must be exact, which takes the extra
    time. Without the kernel the same search runs in plain Python.

    Time     exponential in the plies; 3 to 6 million states a second, compiled
    Memory   16 bytes a state; some 200 in the readable form
    Verdict  the exact value of every move, in plies: +k wins in k, −k loses in k; a line of best
             play
    Source   MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996
    """
    return mtd.judge_moves(searching(game, position, limits), position)


def searching(game: AnyGame, position: Any, limits: Limits) -> Search:
    """The search of the kernel if it is compiled and fits the game, else the readable one."""
    board = cast(HexapawnGame, game)
    fits = (
        compiled("ludoscope.search.hexapawn.kernels.null_window")
        and board.rows <= 8
        and board.columns <= 8
        and _steps(board, position) <= LONGEST
    )
    return KernelSearch(board, limits) if fits else Search(board, limits)


def _steps(game: HexapawnGame, position: Position) -> int:
    """The steps of all pawns to their last rows: an upper bound of the length of a game."""
    rows = [cell // game.columns for cell in range(game.rows * game.columns)]
    white = sum(game.rows - 1 - row for cell, row in enumerate(rows) if position.white >> cell & 1)
    return white + sum(row for cell, row in enumerate(rows) if position.black >> cell & 1)


class KernelSearch(Search):
    """`Search` with `ask` compiled: 3 to 6 million positions a second, 16 bytes for each.

    Entries that the table has no room for are dropped; this costs time and changes no answer.
    """

    game: HexapawnGame

    def __init__(self, game: HexapawnGame, limits: Limits) -> None:
        from ludoscope.search.hexapawn.kernels.null_window import Questions

        super().__init__(game, limits)
        memory = self.budget.room
        self._kernel = Questions(game.rows, game.columns, memory - memory // MARGIN)

    def ask(self, position: Position, threshold: int) -> Generator[Event, None, int]:
        kernel, budget = self._kernel, self.budget
        turned = not position.white_to_move
        kernel.ask(*self._turned(position), narrowed(threshold))
        progress = partial(self._progress, turned)
        yield from drive(kernel, budget, SLICE, progress, counted=kernel.explored)
        if budget.spent:
            raise Spent(budget.spent)
        return widened(kernel.bound)

    def _progress(self, turned: bool) -> Progress:
        """A report; `turned` where black was asked about."""
        kernel = self._kernel
        return self.budget.progress(
            depth=kernel.depth,
            entries=kernel.entries,
            size=kernel.size,
            sample=self._sample(turned),
        )

    def _turned(self, position: Position) -> tuple[int, int]:
        """(own, rival); with black to move, rows are counted from the top."""
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
        """The current position or its mirror image; `turned` if the question was for black."""
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
    """A score of the kernel on the scale of the readable search."""
    shift = FAR - KERNEL_FAR
    return score + shift if score > 0 else score - shift
