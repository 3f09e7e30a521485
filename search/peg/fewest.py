"""The solver `fewest` of peg solitaire: a solution in the fewest moves, and the proof.

A move is any number of successive jumps by one peg. First some solution is found (as by `swift`),
or the proof that there is none. Then the search tests whether `total` moves suffice, for `total`
from a lower bound on (see `search.peg.regions`). A forward sweep collects the boards that exactly
`before` moves lead to, a backward sweep those from which `after` moves lead to the finish (see
`search.peg.kernels.sweep`). If fewer moves do not suffice, a solution of `total` moves passes
through a board that both sweeps have; if there is none, more moves are needed. Paths to boards are
not stored: the common board divides the problem into two, each with a known number of moves, and
these are divided in the same way, down to single moves.

    total    the number of moves tested, `before` + `after`
    before   the moves of the forward sweep
    after    the moves of the backward sweep
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.notation import moves_of
from ludoscope.games.peg.rules import Move, PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved
from ludoscope.search.generic.path import settled
from ludoscope.search.kernels import Status
from ludoscope.search.peg.ends import fits
from ludoscope.search.peg.heuristics import dead
from ludoscope.search.peg.pagoda import harvest
from ludoscope.search.peg.regions import disjoint, packed, regions
from ludoscope.search.peg.swift import WIDEST, Ends, refuted
from ludoscope.search.process.threads import ThreadPool, shares

SLICE = 30_000  # boards a round and thread, some 15 ms; fewer would cost more waiting
FEW = 1_000  # boards of a level that one thread expands before other threads start
PLAYOUTS = 60  # random playouts from each end that pagoda functions are taken from
LANES = 32  # pagoda functions that the kernel has room for
FORWARD, BACKWARD = 2.3, 6.0  # growth of a sweep with one move more, about
LOOSE = 3.0  # growth of a forward sweep of the same moves when the total is one more

Jumps = tuple[Move, ...]


class Spent(Exception):
    """A limit was reached; `str` is the reason."""


def fewest(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """A solution in the fewest moves, or the proof that there is none.

    A move is any number of consecutive jumps by one peg, so the peg moved last is part of the
    state: its next jump costs nothing. Some solution is found first. Then the search tests whether
    a number of moves suffices, and increases it by one until it does. One sweep collects the boards
    that half of the moves lead to from the start, another those from which the other half leads to
    the finish. A board in both is part of a solution; if there is none, this proves that one more
    move is needed. A board is stored once, with its least number of moves and the set of pegs that
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
             from both sides: I. Pohl, 1971; the sweeps by board and set of hands: our own

    `Progress.best` is the number of moves of the shortest solution known.
    """
    budget = Budget(limits)
    if not fits(game.board):
        yield budget.gave_up("a board of more than 64 holes or 512 jumps, too large for the kernel")
        return
    verdict: Event | None = settled(game, position, budget, dead(game), "moves")
    verdict = verdict or refuted(game, position, budget)
    if verdict:
        yield verdict
        return
    with ThreadPool(limits.jobs or 1) as pool:
        yield from Fewest(game.between(position, game.finish), limits, budget, pool).events()


class Sweeps:
    """The symmetries, regions and pagoda functions that all sweeps of a problem use.

    `bound` is a lower bound of the number of moves.
    """

    def __init__(self, problem: PegGame, pool: ThreadPool) -> None:
        self.board = board = problem.board
        start, finish, full = problem.start, problem.finish, board.full
        self.ends = ((start, finish), (full & ~finish, full & ~start))
        self.images = [
            image for image in problem.symmetries[1:] if board.image(start, image) == start
        ]
        self.pagodas = harvest(board, start, finish, PLAYOUTS, pool=pool)[:LANES]
        opened = [region for region in regions(board) if region & ~finish]
        filled = [region for region in regions(board) if not region & ~start]
        self.regions = (packed(opened), packed(filled))
        self._filled = filled

    @property
    def bound(self) -> int:
        finish = self.ends[0][1]
        return max(1, disjoint([region for region in self._filled if region & ~finish]))

    def sweep(
        self, frontier: Any, backward: bool, most: int, total: int, memory: int, threads: int
    ) -> Any:
        """A sweep of the kernel."""
        from ludoscope.search.peg.kernels.problem import Problem
        from ludoscope.search.peg.kernels.sweep import Sweep

        board = self.board
        problem = Problem(list(board.jumps), self.images, len(board.holes), *self.ends[backward])
        problem.arm(self.pagodas)
        facts = (problem, self.images, self.regions[backward], self.pagodas)
        return Sweep(*facts, frontier, backward, most, total, memory, threads)


class Fewest:
    """The search of one problem.

    `refused` moves are proved not to suffice, `suffice` moves do. `expanded` counts boards by the
    number of jumps from the start of the problem.
    """

    def __init__(self, problem: PegGame, limits: Limits, budget: Budget, pool: ThreadPool) -> None:
        self.problem = problem
        self.pegs = problem.start.bit_count()
        self.limits = limits
        self.memory = budget.room
        self.budget = budget
        self.pool = pool
        self.refused = 0
        self.suffice = 0
        self.expanded: Counter[int] = Counter()

    def events(self) -> Iterator[Event]:
        """Some solution first, then the one in the fewest moves."""
        verdict: Event | None = None
        for event in Ends(self.problem, self.limits, self.pool).events(self.budget, WIDEST):
            if isinstance(event, Progress):
                yield event
            verdict = event
        if not isinstance(verdict, Solved):
            assert verdict is not None
            yield verdict
            return
        known: Jumps = verdict.moves  # type: ignore[assignment]  # moves of a PegGame
        try:
            jumps = yield from self.solve(self.problem.start, self.problem.finish, known)
        except Spent as spent:
            need = f"more than {self.refused} moves are needed, {moves_of(known)} suffice"
            yield self.budget.gave_up(f"{spent}: {need}")
        else:
            yield self.budget.solved(jumps, optimal_in="moves")

    def solve(self, start: int, finish: int, known: Jumps) -> Generator[Event, None, Jumps]:
        """Jumps in the fewest moves; those `known` if none are fewer. Spent at a limit."""
        sweeps = Sweeps(self.problem.between(start, finish), self.pool)
        total = sweeps.bound
        before = 2 * total // 3
        self.suffice = moves_of(known)
        while total < self.suffice:
            self.refused = total - 1
            self.budget.proved = f"no solution in fewer than {total} moves"
            met, costs = yield from self.meet(sweeps, before, total - before)
            if met is not None:
                self.suffice = total
                return (yield from self.parted(start, met, finish, before, total - before))
            total += 1
            before = min(max(0, before + extended(costs)), total)
        return known

    def parted(
        self, start: int, middle: int, finish: int, before: int, after: int
    ) -> Generator[Event, None, Jumps]:
        """The jumps by way of a board; `before` and `after` are the fewest moves to and from it."""
        first = yield from self.fewest(start, middle, before)
        return first + (yield from self.fewest(middle, finish, after))

    def fewest(self, start: int, finish: int, moves: int) -> Generator[Event, None, Jumps]:
        """The jumps in `moves` moves, which are the fewest."""
        if moves < 2:
            return chain(self.problem.board, start, finish)
        before = moves // 2
        sweeps = Sweeps(self.problem.between(start, finish), self.pool)
        met, _ = yield from self.meet(sweeps, before, moves - before)
        assert met is not None
        return (yield from self.parted(start, met, finish, before, moves - before))

    def meet(
        self, sweeps: Sweeps, before: int, after: int
    ) -> Generator[Event, None, tuple[int | None, tuple[int, int]]]:
        """A board `before` moves from the start and `after` moves from the finish, or None.

        And how many boards each sweep expanded. Fewer than before + after moves do not suffice.
        """
        from ludoscope.search.peg.kernels.states import Frontier

        frontier = Frontier()
        costs = []
        for backward, most in ((False, before), (True, after)):
            memory = self.memory - frontier.bytes_used
            total, threads = before + after, self.pool.count
            sweep = sweeps.sweep(frontier, backward, most, total, memory, threads)
            start, finish = sweeps.ends[0]
            at = self.pegs - (finish if backward else start).bit_count()
            status = yield from self.run(sweep, frontier, at, -1 if backward else 1)
            if status is Status.SOLVED:
                return sweep.met, (0, 0)
            costs.append(sweep.explored)
        return None, (costs[0], costs[1])

    def run(self, sweep: Any, frontier: Any, at: int, by: int) -> Generator[Event, None, Status]:
        """Run a sweep to its end. It begins after `at` jumps, and `by` is 1 or −1 a level."""
        budget = self.budget
        status = Status.SEARCHING
        while status is Status.SEARCHING:
            explored = sweep.explored
            status = self.round(sweep)
            if budget.tick(sweep.explored - explored):
                budget.levels = in_order(self.expanded + by_depth(sweep, at, by))
                yield budget.progress(
                    frontier=sweep.entries,
                    depth=at + by * max(0, sweep.level),
                    best=self.suffice,
                    entries=sweep.entries + frontier.entries,
                    size=sweep.size + frontier.bytes_used,
                    sample=sweep.sample,
                )
                if budget.spent:
                    raise Spent(budget.spent)
        self.expanded += by_depth(sweep, at, by)
        budget.levels = in_order(self.expanded)
        if status is Status.FULL:
            raise Spent(f"{self.memory / 2**20:,.0f} MB, the memory limit")
        return status

    def round(self, sweep: Any) -> Status:
        """Expand some boards of the level at hand, and enter what they lead to."""
        count = self.pool.count
        each: Callable[..., Iterable[object]] = map if sweep.left < FEW else self.pool.each
        boards = shares(self.budget.left(SLICE * count), count)
        list(each(lambda number: sweep.fill(number, boards[number]), range(count)))
        list(each(sweep.drain, range(count)))
        status: Status = sweep.turn()
        return status


def by_depth(sweep: Any, at: int, by: int) -> Counter[int]:
    """The boards that a sweep expanded, by the number of jumps from the start."""
    return Counter({at + by * level: count for level, count in enumerate(sweep.by_level)})


def in_order(counts: Counter[int]) -> list[int]:
    """The counts as a list, from depth 0 on."""
    return [counts[depth] for depth in range(max(counts, default=-1) + 1)]


def extended(costs: tuple[int, int]) -> int:
    """By how many moves to extend the forward sweep when the total is one more.

    This minimises the cost of both sweeps, estimated from their last costs. A backward sweep that
    ended early, because it met no board, is not used for the estimate.
    """
    forth, back = costs if 100 * costs[1] > costs[0] else (costs[0], costs[0])

    def cost(more: int) -> float:
        return forth * LOOSE * FORWARD**more + back * BACKWARD ** (1 - more)

    return min((-1, 0, 1, 2), key=cost)


def chain(board: Board, start: int, finish: int) -> Jumps:
    """The jumps of one peg that lead from a position to another; they must exist."""

    def jumps_on(position: int, hole: int) -> Jumps | None:
        if position == finish:
            return ()
        for source, over, to in board.jumps:
            pegs, mask = 1 << source | 1 << over, 1 << source | 1 << over | 1 << to
            if source == hole and position & mask == pegs and not finish >> over & 1:
                rest = jumps_on(position ^ mask, to)
                if rest is not None:
                    return ((source, to), *rest)
        return None

    found = (jumps_on(start, hole) for hole in range(len(board.holes)))
    return next(jumps for jumps in found if jumps is not None)
