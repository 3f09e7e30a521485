"""The solvers `mtd`, `winner` and `values` of hexapawn compiled, on boards of up to 8×8.

Legend
    own, rival  the pawns of the side to move and of the other, as the kernel has them: rows of
                eight bits, turned so that `own` moves up
"""

from collections.abc import Generator, Iterator
from functools import partial
from typing import Any, cast

from ludoscope.games import AnyGame
from ludoscope.games.hexapawn import HexapawnGame, Position
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
    """The value and a line of best play; by the readable search where the kernel has no room.

    "Is the position worth at least t?" is a question that alpha-beta answers with an empty window,
    much faster than "what is it worth?". First: is it won? If so, in fewer plies, and fewer still,
    until the answer is no; if not, can the loss be held off for as long as the answer allows? Each
    answer is a bound, kept in a table for every position on the way, so the later questions are
    cheap: the exact value costs less than twice what the winner costs. The mover always moves up,
    rows of eight bits, so that turning the board is a byte swap; mirror images are one. Moves that
    leave few replies come first, then those that have answered questions before. A pawn that nobody
    can catch any more ends a line at once, by a bound that holds whatever else happens. A full
    table forgets what was cheapest to find: time, not truth.

    Time     exponential in the plies; 3 to 6 million states a second
    Memory   16 bytes a state, four to a cache line
    Verdict  the exact value: +k wins in k plies, −k loses in k, both sides playing their best; a
             line of such play. Keys are exact
    Source   MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996; history heuristic: J.
             Schaeffer, 1983; the bound by runners: our own, argued for in the kernel
    """
    return mtd.solve(searching(game, position, limits), position)


def winner(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """Which side wins, in the same way.

    The first of the questions that `mtd` asks, and no other: is the position worth a win? An
    alpha-beta search with an empty window needs no more than a yes or no from each position, and of
    a position's moves it needs one that wins, or all of them lost; so it looks at far less than the
    exact value would take, and on large boards it is the only question that can be answered. With
    the answers in the table a game is then played out: the side that can win picks moves that keep
    the win, by asking again and mostly being told at once; the other side plays any move. So the
    line that is shown wins, but not by the shortest way. Without its kernel it is the same search
    in readable form.

    Time     exponential in the plies; 3 to 6 million states a second, compiled
    Memory   16 bytes a state; some 200 in the readable form
    Verdict  which side wins, proved, and a game that shows it; its length means nothing
    Source   the null window of MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996
    """
    return mtd.decide(searching(game, position, limits), position)


def values(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """The value of every move, in the same way.

    What the overlay of values shows on the board. Each legal move is made in turn, and the position
    after it is asked for its exact value, question by question, as `mtd` does: is it won? In fewer
    plies? One ply is added on the way up. All moves share one table of bounds, and their games soon
    run into one another, so the second move costs a fraction of the first, and all moves together
    cost little more than the best alone. A search that only wants the best move cuts the bad ones
    off as soon as they are known to be worse; here each must be known to the ply, and this is what
    the extra time is for. Without its kernel it is the same search in readable form.

    Time     exponential in the plies; 3 to 6 million states a second, compiled
    Memory   16 bytes a state; some 200 in the readable form
    Verdict  the exact value of every move, in plies: +k wins in k, −k loses in k; a line of best
             play
    Source   MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996
    """
    return mtd.judge_moves(searching(game, position, limits), position)


def searching(game: AnyGame, position: Any, limits: Limits) -> Search:
    """The kernel's search where there is one with room for the game, else the readable one."""
    board = cast(HexapawnGame, game)
    fits = (
        compiled("ludoscope.search.hexapawn.kernels.null_window")
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
