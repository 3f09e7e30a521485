"""The solver `fewest` of peg solitaire: a solution in the fewest moves, and the proof.

A move is any number of successive jumps by one peg. First some solution is found (as by `swift`),
or the proof that there is none. Then the search tests whether `total` moves suffice, for `total`
from a lower bound on (see `search.peg.regions`). A forward sweep collects the boards that exactly
`forward_moves` moves lead to, a backward sweep those from which `backward_moves` moves lead to the
finish (see `search.peg.kernels.sweep`). If fewer moves do not suffice, a solution of `total` moves
passes through a board that both sweeps have; if there is none, more moves are needed. Paths to
boards are not stored: the common board divides the problem into two, each with a known number of
moves, and these are divided in the same way, down to single moves.

    total           the number of moves tested, `forward_moves` + `backward_moves`
    forward_moves   the moves of the forward sweep
    backward_moves  the moves of the backward sweep
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, NamedTuple

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.notation import count_moves
from ludoscope.games.peg.rules import Move, PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved
from ludoscope.search.generic.path import trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.peg.heuristics import dead
from ludoscope.search.peg.kernel_problem import fits_kernels
from ludoscope.search.peg.pagoda import collect_pagodas
from ludoscope.search.peg.regions import count_disjoint, minimal_regions, order_for_counting
from ludoscope.search.peg.swift import MAX_WIDTH, TwoEndedSearch, pagoda_verdict
from ludoscope.search.process.threads import MAX_THREADS as MAX_THREADS
from ludoscope.search.process.threads import ThreadPool, split_evenly

SLICE_BOARDS = 30_000  # per round and thread, some 15 ms; with fewer, threads wait longer
MIN_PARALLEL_BOARDS = 1_000  # boards of a level that one thread expands before other threads start
PLAYOUTS = 60  # random playouts from each end that pagoda functions are taken from
MAX_PAGODAS = 32  # limit of the kernel
FORWARD_GROWTH, BACKWARD_GROWTH = 2.3, 6.0  # estimated cost factor of one move more in a sweep
LOOSER_BOUND_GROWTH = 3.0  # estimated cost factor of a forward sweep when only `total` increases

Jumps = tuple[Move, ...]


class LimitReached(Exception):
    """Raised when a limit is reached; the message is the reason."""


class Meeting(NamedTuple):
    """The result of a forward and a backward sweep.

    Attributes:
        board: A board in both sweeps, None if there is none.
        forward_boards: The number of boards that the forward sweep expanded, 0 if they meet.
        backward_boards: The same for the backward sweep.
    """

    board: int | None
    forward_boards: int = 0
    backward_boards: int = 0


def fewest(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Find a solution in the fewest moves, or prove that there is none.

    A move is any number of consecutive jumps by one peg, so the peg moved last is part of the
    state: its next jump costs nothing. Some solution is found first. Then the search tests whether
    a number of moves suffices, and increases it by one until it does. One sweep collects the boards
    that half of the moves lead to from the start, another those from which the other half leads to
    the finish. A board in both is part of a solution; if there is none, this proves that one more
    move is needed. A board is stored once, with its lowest number of moves and the set of pegs that
    can have moved last in that number; a greater number never helps, since to move another peg
    costs one move only. Regions full of pegs cost a move each, which gives lower bounds, and
    pagodas prune lost positions. Paths are not stored; each half is divided in the same way, down
    to single moves. Several cores (`--jobs N`) share each level: each expands its share, then each
    enters the successors into its own parts of the next level, so the result is the same for any N.

    Time     exponential in half the number of moves; some two million boards a second and core
    Memory   23 to 34 bytes a state of two levels, 12 a state stored by one sweep for the other;
             0.6 MB a core
    Verdict  the fewest moves, proved, where consecutive jumps by one peg are one move; unsolvable
             as by `swift`
    Source   regions: R. Merson, 1962, in J. D. Beasley, "The Ins and Outs of Peg Solitaire"; search
             from both sides: I. Pohl, 1971; one entry a board with its set of last pegs: our own

    `Progress.best` is the number of moves of the shortest solution known.
    """
    budget = Budget(limits)
    if not fits_kernels(game.board):
        yield budget.gave_up("a board of more than 64 holes or 512 jumps, too large for the kernel")
        return
    verdict: Event | None = trivial_verdict(game, position, budget, dead(game), "moves")
    verdict = verdict or pagoda_verdict(game, position, budget)
    if verdict:
        yield verdict
        return
    problem = game.with_endpoints(position, game.finish)
    with ThreadPool(min(limits.jobs or 1, MAX_THREADS)) as pool:
        yield from FewestMovesSearch(problem, limits, budget, pool).events()


class SweepFactory:
    """The symmetries, regions and pagoda functions that all sweeps of a problem use.

    Attributes:
        ends: (start, finish) of the problem, then of its dual.
        move_bound: A lower bound of the number of moves.
    """

    def __init__(self, problem: PegGame, pool: ThreadPool) -> None:
        self._board = board = problem.board
        start, finish, full = problem.start, problem.finish, board.all_holes
        self.ends = ((start, finish), (full & ~finish, full & ~start))
        self._symmetries = [
            permutation
            for permutation in problem.symmetries[1:]
            if board.transform(start, permutation) == start
        ]
        self._pagodas = collect_pagodas(board, start, finish, PLAYOUTS, pool=pool)[:MAX_PAGODAS]
        not_full_at_finish = [region for region in minimal_regions(board) if region & ~finish]
        full_at_start = [region for region in minimal_regions(board) if not region & ~start]
        self._regions = (order_for_counting(not_full_at_finish), order_for_counting(full_at_start))
        must_change = [region for region in full_at_start if region & ~finish]
        self.move_bound = max(1, count_disjoint(must_change))

    def new_sweep(
        self,
        frontier: Any,
        *,
        is_backward: bool,
        max_depth: int,
        total: int,
        memory_limit: int,
        threads: int,
    ) -> Any:
        """Return a new `Sweep` of the kernels; its arguments are described there."""
        from ludoscope.search.peg.kernels.problem import Problem
        from ludoscope.search.peg.kernels.sweep import Sweep

        board = self._board
        start, finish = self.ends[is_backward]
        problem = Problem(list(board.jumps), self._symmetries, len(board.holes), start, finish)  # pyright: ignore[reportCallIssue]
        problem.set_pagodas(self._pagodas)
        return Sweep(
            problem,  # pyright: ignore[reportCallIssue]
            self._symmetries,
            self._regions[is_backward],
            self._pagodas,
            frontier,
            is_backward,
            max_depth,
            total,
            memory_limit,
            threads,
        )


class FewestMovesSearch:
    """The search of one problem for a solution in the fewest moves."""

    def __init__(self, problem: PegGame, limits: Limits, budget: Budget, pool: ThreadPool) -> None:
        self._problem = problem
        self._start_pegs = problem.start.bit_count()
        self._limits = limits
        self._memory_limit = budget.memory_limit
        self._budget = budget
        self._pool = pool
        self._insufficient_moves = 0  # a number of moves proved not to suffice
        self._sufficient_moves = 0  # the moves of the shortest solution known
        self._expanded: Counter[int] = Counter()  # boards expanded, by jumps from the start

    def events(self) -> Iterator[Event]:
        """Yield reports and the verdict: some solution is found first, then one in fewest moves."""
        verdict: Event | None = None
        for event in TwoEndedSearch(self._problem, self._limits, self._pool).events(
            self._budget, MAX_WIDTH
        ):
            if isinstance(event, Progress):
                yield event
            verdict = event
        if not isinstance(verdict, Solved):
            assert verdict is not None
            yield verdict
            return
        known_solution: Jumps = verdict.moves  # type: ignore[assignment]  # moves of a PegGame
        try:
            jumps = yield from self._minimise(
                self._problem.start, self._problem.finish, known_solution
            )
        except LimitReached as reason:
            sufficient = count_moves(known_solution)
            bounds = f"more than {self._insufficient_moves} moves are needed, {sufficient} suffice"
            yield self._budget.gave_up(f"{reason}: {bounds}")
        else:
            yield self._budget.solved(jumps, optimal_in="moves")

    def _minimise(
        self, start: int, finish: int, known_solution: Jumps
    ) -> Generator[Event, None, Jumps]:
        """Return jumps in the fewest moves: those of `known_solution`, unless fewer suffice.

        Raises:
            LimitReached: A limit is reached first.
        """
        sweeps = SweepFactory(self._problem.with_endpoints(start, finish), self._pool)
        total = sweeps.move_bound
        forward_moves = 2 * total // 3
        self._sufficient_moves = count_moves(known_solution)
        while total < self._sufficient_moves:
            self._insufficient_moves = total - 1
            self._budget.set_lower_bound(total, "moves")
            meeting = yield from self.meet(sweeps, forward_moves, total - forward_moves)
            if meeting.board is not None:
                self._sufficient_moves = total
                return (
                    yield from self._join(
                        start, meeting.board, finish, forward_moves, total - forward_moves
                    )
                )
            total += 1
            forward_moves = min(max(0, forward_moves + extra_forward_moves(meeting)), total)
        return known_solution

    def _join(
        self, start: int, middle: int, finish: int, forward_moves: int, backward_moves: int
    ) -> Generator[Event, None, Jumps]:
        """Return the jumps of a solution through the board `middle`.

        `forward_moves` and `backward_moves` are the fewest moves to and from `middle`.
        """
        jumps = yield from self._path(start, middle, forward_moves)
        return jumps + (yield from self._path(middle, finish, backward_moves))

    def _path(self, start: int, finish: int, moves: int) -> Generator[Event, None, Jumps]:
        """Return jumps in `moves` moves, which are known to be the fewest."""
        if moves < 2:
            return single_move(self._problem.board, start, finish)
        forward_moves = moves // 2
        sweeps = SweepFactory(self._problem.with_endpoints(start, finish), self._pool)
        meeting = yield from self.meet(sweeps, forward_moves, moves - forward_moves)
        assert meeting.board is not None
        return (
            yield from self._join(
                start, meeting.board, finish, forward_moves, moves - forward_moves
            )
        )

    def meet(
        self, sweeps: SweepFactory, forward_moves: int, backward_moves: int
    ) -> Generator[Event, None, Meeting]:
        """Search for a board `forward_moves` from the start and `backward_moves` from the finish.

        Fewer than `forward_moves` + `backward_moves` moves must be known not to suffice. Whether
        there is such a board then depends on the sum only, so another division of the same sum
        checks the answer: it meets in other boards, with other bounds.

        Raises:
            LimitReached: A limit is reached first.
        """
        from ludoscope.search.peg.kernels.sweep_states import Frontier

        frontier = Frontier()
        expanded = []
        for is_backward, max_depth in ((False, forward_moves), (True, backward_moves)):
            sweep = sweeps.new_sweep(
                frontier,
                is_backward=is_backward,
                max_depth=max_depth,
                total=forward_moves + backward_moves,
                memory_limit=self._memory_limit - frontier.bytes_used,
                threads=self._pool.count,
            )
            start, finish = sweeps.ends[0]
            first_depth = self._start_pegs - (finish if is_backward else start).bit_count()
            status = yield from self._run(sweep, frontier, first_depth, -1 if is_backward else 1)
            if status is Status.SOLVED:
                return Meeting(sweep.meeting_board)
            expanded.append(sweep.explored)
        return Meeting(None, *expanded)

    def _run(
        self, sweep: Any, frontier: Any, first_depth: int, step: int
    ) -> Generator[Event, None, Status]:
        """Run a sweep to its end and return its status.

        Args:
            sweep: The `Sweep` of the kernels.
            frontier: The boards that the forward sweep found, for the backward sweep to look up.
            first_depth: The number of jumps from the start of the problem to the sweep's start.
            step: The change of that number from one level to the next, 1 or −1.

        Raises:
            LimitReached: A limit is reached first.
        """
        budget = self._budget
        status = Status.SEARCHING
        while status is Status.SEARCHING:
            explored_before = sweep.explored
            status = self._round(sweep)
            if budget.count(sweep.explored - explored_before):
                budget.levels = counts_by_depth(
                    self._expanded + expanded_by_jumps(sweep, first_depth, step)
                )
                yield budget.progress(
                    frontier=sweep.board_count,
                    depth=first_depth + step * max(0, sweep.level),
                    best=self._sufficient_moves,
                    entries=sweep.board_count + frontier.board_count,
                    size_bytes=sweep.bytes_used + frontier.bytes_used,
                    sample=sweep.sample,
                )
                if budget.stop_reason:
                    raise LimitReached(budget.stop_reason)
        self._expanded += expanded_by_jumps(sweep, first_depth, step)
        budget.levels = counts_by_depth(self._expanded)
        if status is Status.OUT_OF_MEMORY:
            raise LimitReached(f"{self._memory_limit / 2**20:,.0f} MB, the memory limit")
        return status

    def _round(self, sweep: Any) -> Status:
        """Expand some boards of the level, insert their children, and return the status."""
        count = self._pool.count
        run: Callable[..., Iterable[object]] = (
            map if sweep.boards_left < MIN_PARALLEL_BOARDS else self._pool.map
        )
        boards = split_evenly(self._budget.cap_expansions(SLICE_BOARDS * count), count)
        list(run(lambda thread: sweep.fill(thread, boards[thread]), range(count)))
        list(run(sweep.drain, range(count)))
        status: Status = sweep.end_round()
        return status


def expanded_by_jumps(sweep: Any, first_depth: int, step: int) -> Counter[int]:
    """Return how many boards a sweep expanded, by the number of jumps from the start."""
    counts = sweep.explored_by_level
    return Counter({first_depth + step * level: count for level, count in enumerate(counts)})


def counts_by_depth(counts: Counter[int]) -> list[int]:
    """Return the counts as a list, from depth 0 on."""
    return [counts[depth] for depth in range(max(counts, default=-1) + 1)]


def extra_forward_moves(meeting: Meeting) -> int:
    """Return how many moves to add to the forward sweep, −1 to 2, when the total is increased by 1.

    The choice minimises the cost of both sweeps, estimated from their last costs. A backward sweep
    that ended early, because it met no board, is not used for the estimate.
    """
    forward = backward = meeting.forward_boards
    if 100 * meeting.backward_boards > meeting.forward_boards:
        backward = meeting.backward_boards

    def cost(extra: int) -> float:
        return (
            forward * LOOSER_BOUND_GROWTH * FORWARD_GROWTH** extra
            + backward * BACKWARD_GROWTH ** (1 - extra)
        )

    return min((-1, 0, 1, 2), key=cost)


def single_move(board: Board, start: int, finish: int) -> Jumps:
    """Return the jumps of one peg that lead from a position to another; they must exist."""

    def jumps_from(position: int, hole: int) -> Jumps | None:
        if position == finish:
            return ()
        for source, jumped, target in board.jumps:
            pegs = 1 << source | 1 << jumped
            mask = pegs | 1 << target
            if source == hole and position & mask == pegs and not finish >> jumped & 1:
                following_jumps = jumps_from(position ^ mask, target)
                if following_jumps is not None:
                    return ((source, target), *following_jumps)
        return None

    lines = (jumps_from(start, hole) for hole in range(len(board.holes)))
    return next(line for line in lines if line is not None)
