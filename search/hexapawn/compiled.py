"""The solvers `mtd`, `winner` and `values` of hexapawn, compiled for boards of up to 8×8.

`search.generic.null_window` asks the questions of MTD(f); `KernelSearch` has the kernel answer
them. Where kernels are not compiled, or the board or the game is too large for them, the readable
`NullWindowSearch` answers. Start reading at `new_search`.

In the kernel a position is two bitboards with rows of eight bits, turned so that the side to move
(`mover`) moves up; `opponent` is the other side.
"""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any, cast

from ludoscope.games import AnyGame
from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic import null_window
from ludoscope.search.generic.null_window import MAX_PLIES, LimitReached, NullWindowSearch
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.process.kernel_runner import KernelRun, run_kernel
from ludoscope.search.process.threads import ThreadPool, split_range

KERNEL_MODULES = (
    "ludoscope.search.hexapawn.kernels.board",
    "ludoscope.search.hexapawn.kernels.table",
    "ludoscope.search.hexapawn.kernels.null_window",
)
POSITIONS_PER_CALL = 20_000  # of the kernel, 5 to 12 ms
POSITIONS_PER_SHARED_CALL = 200_000  # of a kernel of a team; when one has done its share, all stop
BUCKETS_PER_SHARED_CALL = 1 << 17  # of the table, for each thread, while it grows
RESERVED_FRACTION = 16  # 1 / 16 of the memory limit is not for the table
KERNEL_MAX_SCORE = 127  # a win in k plies is this minus k, as MAX_PLIES in the readable search
MAX_KERNEL_SIDE = 8
MAX_KERNEL_PLIES = 120  # the longest game that the kernel can search; it checks this too


def compiled_mtd(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """Compiled MTD(f): the exact value and a line of best play.

    An alpha-beta search with an empty window answers whether the score is at least t, much faster
    than it finds the score. First: is the position won? If so, is it won in fewer plies, until the
    answer is no; if not, how long can the loss be delayed? Each answer is a bound, stored in a
    table for every position of the search, so later questions are fast: the exact value takes less
    than twice the time of the winner. In a position the side to move always moves up, and a row has
    eight bits, so turning the board is a byte swap; mirror images are one position. Moves that
    leave few replies come first, then moves that have caused cut-offs. A passed pawn that cannot be
    stopped gives a bound and ends the line. A full table drops the entries that took the least
    work, which costs time and does not change the result. With several cores (`--jobs N`, on x86
    processors with AVX) all search the same tree with one table, and each puts off the moves that
    another one is searching; the value does not depend on their number. Boards beyond 8×8, and
    games that could take more than 120 plies, are searched by `mtd-readable`.

    Time     exponential in the plies; 3 to 6 million states a second
    Memory   16 bytes a state, four to a cache line
    Verdict  the exact value: +k wins in k plies, −k loses in k, with best play; a line of best
             play. Keys are exact
    Source   MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996; history heuristic: J.
             Schaeffer, 1983; the bound by passed pawns: our own, proved in the kernel
    """
    with ThreadPool(limits.jobs or 1) as pool:
        yield from null_window.find_value(new_search(game, position, limits, pool), position)


def winner(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """Null-window search for the side that wins.

    This is the first question of `mtd` only: is the position won? The alpha-beta search with an
    empty window needs only yes or no for each position: one move that wins, or a proof that all
    moves lose. So it visits far fewer positions than a search for the exact value, and on large
    boards this is the only question that can be answered. Then a line is played: the winning side
    makes moves that keep the win, which further questions find, most of them answered by the table;
    the other side plays any move. So the line is a win, but not the shortest one. Without the
    kernel the same search runs in plain Python.

    Time     exponential in the plies; 3 to 6 million states a second, compiled
    Memory   16 bytes a state; some 200 in the readable form
    Verdict  which side wins, proved, and a game that shows it; not of best play
    Source   the null window of MTD(f): A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996
    """
    with ThreadPool(limits.jobs or 1) as pool:
        yield from null_window.find_winner(new_search(game, position, limits, pool), position)


def values(game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
    """Exact value of every move, by null-window searches that share a table.

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
    with ThreadPool(limits.jobs or 1) as pool:
        yield from null_window.find_move_values(new_search(game, position, limits, pool), position)


def new_search(
    game: AnyGame, position: Any, limits: Limits, pool: ThreadPool | None = None
) -> NullWindowSearch:
    """Return the compiled search if it can play the game, else the readable one.

    Args:
        game: The game.
        position: The position that is asked about first.
        limits: The limits of all questions together.
        pool: The threads, None for one; the readable search uses one.
    """
    board = cast(HexapawnGame, game)
    if (
        is_compiled("ludoscope.search.hexapawn.kernels.null_window")
        and max(board.rows, board.columns) <= MAX_KERNEL_SIDE
        and _max_plies(board, position) <= MAX_KERNEL_PLIES
    ):
        return KernelSearch(board, limits, pool)
    return NullWindowSearch(board, limits)


def _max_plies(game: HexapawnGame, position: Position) -> int:
    """Return an upper bound of the plies of a game: the steps of all pawns to their last rows."""
    plies = 0
    for cell in range(game.rows * game.columns):
        row = cell // game.columns
        if position.white >> cell & 1:
            plies += game.rows - 1 - row
        if position.black >> cell & 1:
            plies += row
    return plies


class KernelSearch(NullWindowSearch):
    """The search of `search.generic.null_window` with `null_window_search` compiled.

    It searches 3 to 6 million positions a second, at 16 bytes each. A full table drops entries,
    which costs time and changes no answer. With several threads each has a kernel, and all kernels
    search the same tree with one table.
    """

    game: HexapawnGame

    def __init__(self, game: HexapawnGame, limits: Limits, pool: ThreadPool | None = None) -> None:
        from ludoscope.search.hexapawn.kernels.null_window import NullWindowKernel, can_team_up

        super().__init__(game, limits)
        memory = self.budget.memory_limit
        size = (game.rows, game.columns, memory - memory // RESERVED_FRACTION)
        self._pool = pool or ThreadPool(1)
        self._kernel = NullWindowKernel(*size)
        self._helpers = [
            NullWindowKernel(*size, self._kernel)
            for _ in range(self._pool.count - 1)
            if can_team_up()
        ]

    def null_window_search(
        self, position: Position, threshold: int, depth: int = 0
    ) -> Generator[Event, None, int]:
        """Return a bound of the score that shows whether it is at least `threshold`.

        Args:
            position: The position.
            threshold: The threshold of the question.
            depth: The number of moves from the start of the search to the position.

        Raises:
            ValueError: A game from this position could have more than 120 plies.
            LimitReached: A limit was reached.
        """
        kernel, budget = self._kernel, self.budget
        is_black_asked = not position.white_to_move
        question = (*self._bitboards(position), to_kernel_threshold(threshold))
        kernel.ask(*question)
        progress = partial(self._progress, depth, is_black_asked)
        if not self._helpers:
            yield from run_kernel(
                kernel, budget, POSITIONS_PER_CALL, progress, already_counted=kernel.explored
            )
        elif kernel.status is Status.SEARCHING:
            kernel = yield from self._run_team(question, progress)
        if budget.stop_reason:
            raise LimitReached(budget.stop_reason)
        return from_kernel_score(kernel.bound)

    def _run_team(
        self, question: tuple[int, int, int], progress: Callable[[], Progress]
    ) -> Generator[Progress, None, Any]:
        """Run all kernels on a question; return the one that answers it, or any at a limit.

        The helpers join when the question has taken some time: most take none.
        """
        budget, leader = self.budget, self._kernel
        runs = [KernelRun(leader, leader.explored)]
        slice_size = POSITIONS_PER_CALL
        while True:
            if not self._grow_table():
                leader.start_call()
                positions = budget.cap_expansions(slice_size * len(runs))
                # a kernel that may explore nothing would stop the others before they begin
                expanded = self._pool.run_kernels(runs[:positions], positions)
                report_due = budget.count(expanded)
                for run in runs:
                    run.kernel.count_stored()
                    if run.status is Status.SOLVED:
                        budget.set_stored(leader.entries, leader.size_bytes)
                        return run.kernel
            else:
                report_due = budget.check_limits()
            if report_due:
                yield progress()
                if budget.stop_reason:
                    return leader
            if len(runs) == 1:
                for helper in self._helpers:
                    helper.ask(*question)
                runs += [KernelRun(helper, helper.explored) for helper in self._helpers]
                slice_size = POSITIONS_PER_SHARED_CALL

    def _grow_table(self) -> bool:
        """Grow the table by some buckets if it has to; return False if not."""
        leader, count = self._kernel, self._pool.count
        first, end = leader.buckets_to_split(BUCKETS_PER_SHARED_CALL * count)
        if not end:
            return False
        shares = split_range(first, end, count)
        self._pool.map(lambda share: leader.split_buckets(*share), shares)
        leader.end_split(first)
        return True

    def _progress(self, depth: int, is_black_asked: bool) -> Progress:
        kernel = self._kernel
        return self.budget.progress(
            depth=depth + kernel.depth,
            entries=kernel.entries,
            size_bytes=kernel.size_bytes,
            sample=self._current_position(is_black_asked),
        )

    def _bitboards(self, position: Position) -> tuple[int, int]:
        """Return (mover, opponent); with black to move, rows are counted from the top."""
        is_turned = not position.white_to_move
        white = self._bitboard(position.white, is_turned)
        black = self._bitboard(position.black, is_turned)
        return (black, white) if is_turned else (white, black)

    def _bitboard(self, pawns: int, is_turned: bool) -> int:
        """Return pawns in rows of `columns` bits as rows of eight bits."""
        rows, columns = self.game.rows, self.game.columns
        bitboard = 0
        for row in range(rows):
            row_bits = pawns >> row * columns & (1 << columns) - 1
            bitboard |= row_bits << 8 * (rows - 1 - row if is_turned else row)
        return bitboard

    def _pawns(self, bitboard: int, is_turned: bool) -> int:
        """Return the inverse of `_bitboard`."""
        rows, columns = self.game.rows, self.game.columns
        pawns = 0
        for row in range(rows):
            row_bits = bitboard >> 8 * (rows - 1 - row if is_turned else row) & 255
            pawns |= row_bits << row * columns
        return pawns

    def _current_position(self, is_black_asked: bool) -> Position:
        """Return the position that the kernel is at, or its mirror image.

        Args:
            is_black_asked: True if black is to move in the position that the question is about.
        """
        mover, opponent, plies = self._kernel.position
        black_to_move = is_black_asked != bool(plies % 2)
        white, black = (opponent, mover) if black_to_move else (mover, opponent)
        return Position(
            self._pawns(white, black_to_move), self._pawns(black, black_to_move), not black_to_move
        )


def to_kernel_threshold(threshold: int) -> int:
    """Return a threshold of the readable search on the kernel's scale."""
    shift = MAX_PLIES - KERNEL_MAX_SCORE
    return max(1, threshold - shift) if threshold > 0 else min(0, threshold + shift)


def from_kernel_score(score: int) -> int:
    """Return a score of the kernel on the scale of the readable search."""
    shift = MAX_PLIES - KERNEL_MAX_SCORE
    return score + shift if score > 0 else score - shift
