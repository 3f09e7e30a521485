"""The levels of a problem of peg solitaire: all positions after n jumps, up to symmetry.

    F(n)   the positions that n jumps from the start lead to
    D(n)   the same for the dual problem (pegs and holes exchanged, time reversed): the complements
           of the positions from which n jumps lead to the finish
    W(n)   the positions of F(n) from which the finish can be reached

`winnable_levels` finds all W(n) of a problem of L jumps from F(0) to F(m) and D(0) to D(L − 1 − m)
for some m. A position of F(m) is in W(m) if a jump leads from it to the complement of one in
D(L − 1 − m); a position of F(n), n < m, is in W(n) if a jump leads from it to one in W(n + 1).
Predecessors are found as successors of complements, so only winnable positions, and those of one
level of D, are expanded twice. The levels after m are those of the dual problem before L − m; they
are found in the same way, or are the same if the problem is its own dual. Positions that a pagoda
function refutes are left out of F and D.

Jumps that commute are taken in one order (see `kernels/child_buckets.py`). Where a position t leads
to c by jumps i and j in either order, that skips j after i, if a level has both positions between
t and c. If c is winnable, both are winnable, so no pagoda refutes them: they are in F. If t is
known to be winnable from the other end and c leads there, both are in W. So W is complete; of the
refuted positions, which do not matter, F may have fewer.

Positions are equal up to the symmetries that keep the finish. If one of these does not keep the
start, the images of the start are starts as well; this does not change which positions are
winnable.
"""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

from ludoscope.games.peg.board import Hole
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import DEFAULT_MEMORY_LIMIT, Budget
from ludoscope.search.events import Progress
from ludoscope.search.peg.jump_order import JumpOrder
from ludoscope.search.peg.pagoda import Pagoda, collect_pagodas_by_playout, fits_pack
from ludoscope.search.process.threads import ThreadPool, split_range, usable_cores

if TYPE_CHECKING:
    from ludoscope.search.peg.kernels.bucket_tables import BucketTables
    from ludoscope.search.peg.kernels.child_buckets import LevelKeys

MAX_DEFAULT_THREADS = 4  # each takes 8 MB
MAX_HOLES = 64
PLAYOUTS = 100  # from each end, to find pagodas
MAX_PAGODAS = 64
MIN_SHARED_POSITIONS = 4096  # of a level that several threads share, which takes 0.1 ms

T = TypeVar("T")

Halves = tuple[list["LevelKeys"], list["LevelKeys"]]
"""W(0..m) of a problem, and W(0..L − 1 − m) of its dual."""


class LevelLimitReached(Exception):
    """Raised when a limit is reached or the board is too large; the message is the reason."""


def default_thread_count() -> int:
    """Return the number of usable processors, at most MAX_DEFAULT_THREADS."""
    return min(MAX_DEFAULT_THREADS, usable_cores())


class Resources(AbstractContextManager["Resources"]):
    """The limits and threads that all steps of a search share.

    Attributes:
        start_pegs: The number of pegs at the start, from which the depth of a position follows.
        memory_limit: The bytes that levels and tables may take.
        level_bytes: The bytes that the levels take so far.
    """

    def __init__(
        self, start_pegs: int, budget: Budget, memory: int | None, threads: int | None
    ) -> None:
        self.start_pegs = start_pegs
        self.budget = budget
        self.memory_limit = memory or DEFAULT_MEMORY_LIMIT
        self.pool = ThreadPool(threads or default_thread_count())
        self.level_bytes = 0
        self._table: BucketTables | None = None

    def __exit__(self, *_: object) -> None:
        self.pool.__exit__()

    def begin_table(self, rank_bits: int) -> "BucketTables":
        """Return the table of all steps, which may use the memory that is left."""
        from ludoscope.search.peg.kernels.bucket_tables import BucketTables

        if self._table is None:
            self._table = BucketTables(rank_bits)  # pyright: ignore[reportCallIssue]
        self._table.begin(max(0, self.memory_limit - self.level_bytes))
        return self._table

    def add_level(self, level: "LevelKeys") -> "LevelKeys":
        """Count the bytes of a level and return it."""
        self.level_bytes += level.bytes_used
        return level

    def drop_level(self, level: "LevelKeys") -> None:
        """Count the bytes of a level as free."""
        self.level_bytes -= level.bytes_used


class LevelSweep:
    """A search that steps from level to level of a problem, up to some symmetries.

    Images of the start and of the finish under the symmetries count as starts and finishes. The
    steps yield reports and return a level; LevelLimitReached is raised when a limit is reached.

    Attributes:
        start_level: The level of the start, which has one key.
    """

    def __init__(
        self,
        problem: PegGame,
        symmetries: Sequence[tuple[Hole, ...]],
        pagodas: list[Pagoda],
        resources: Resources,
        flip: int = 0,
    ) -> None:
        """Prepare the steps.

        Args:
            problem: The problem, or its dual.
            symmetries: The symmetries under which positions are equal, the identity first.
            pagodas: Pagodas to prune by.
            resources: The limits and threads.
            flip: 0, or the full board if `problem` is the dual: an exclusive or with it gives the
                position of the original problem.
        """
        from ludoscope.search.peg.kernels.bucket_tables import single_key_level
        from ludoscope.search.peg.kernels.child_buckets import ChildBuckets
        from ludoscope.search.peg.kernels.problem import Problem

        board = problem.board
        kernel = Problem(
            list(board.jumps),  # pyright: ignore[reportCallIssue]
            list(symmetries[1:]),
            len(board.holes),
            problem.start,
            problem.finish,
        )
        kernel.set_pagodas(pagodas)
        finishes = {board.transform(problem.finish, permutation) for permutation in symmetries}
        floors = [min(weight_of(w, finish) for finish in finishes) for w in pagodas]
        order = JumpOrder(board, symmetries)
        self._buckets = [
            ChildBuckets(kernel, pagodas, floors, order.classes, order.image_ranks)  # pyright: ignore[reportCallIssue]
            for _ in range(resources.pool.count)
        ]
        self._rank_bits: int = self._buckets[0].rank_bits
        self._resources = resources
        self._full = board.all_holes
        self._flip = flip
        self.start_level: LevelKeys = single_key_level(
            min(board.transform(problem.start, permutation) for permutation in symmetries),
            self._rank_bits,
        )
        resources.level_bytes += sum(buckets.bytes_used for buckets in self._buckets)

    def expand_level(self, level: "LevelKeys") -> Generator[Progress, None, "LevelKeys"]:
        """Return the level after `level`: the children of its positions."""
        table = self._resources.begin_table(self._rank_bits)
        threads = self._thread_count(len(level))
        self._run(table.clear, threads)
        yield from self._step(level, table, threads, complement_parents=False, mark=False)
        return self._result(table, threads, marked_only=False)

    def find_parents(
        self, level: "LevelKeys", candidates: "LevelKeys", *, complement: bool
    ) -> Generator[Progress, None, "LevelKeys"]:
        """Return the keys of `candidates` that are complements of children of `level`.

        With `complement`, of children of the complements of the keys of `level`.
        """
        table = self._resources.begin_table(self._rank_bits)
        threads = self._thread_count(max(len(level), len(candidates)))
        self._run(partial(table.load, candidates), threads)
        yield from self._step(level, table, threads, complement_parents=complement, mark=True)
        return self._result(table, threads, marked_only=True)

    def _thread_count(self, size: int) -> int:
        """Return the number of threads for a level of `size` positions."""
        return len(self._buckets) if size >= MIN_SHARED_POSITIONS else 1

    def _run(self, function: Callable[[int, int], T], threads: int) -> list[T]:
        """Call a function with the number of each thread and the number of threads, in parallel."""
        return self._resources.pool.map(lambda thread: function(thread, threads), range(threads))

    def _result(self, table: "BucketTables", threads: int, *, marked_only: bool) -> "LevelKeys":
        """Return the keys of a table, all of them or the marked ones, as a level."""
        level: LevelKeys = table.new_level(marked_only)
        self._run(partial(table.write, level, marked_only), threads)
        return self._resources.add_level(level)

    def _step(
        self,
        level: "LevelKeys",
        table: "BucketTables",
        threads: int,
        *,
        complement_parents: bool,
        mark: bool,
    ) -> Generator[Progress, None, None]:
        """Enter the children of a level in a table, or mark their complements there.

        Each thread fills its buckets from its part of the level; then all threads empty them.
        """
        resources, budget = self._resources, self._resources.budget
        size = min(len(level), max(1, budget.cap_expansions(len(level))))
        shares = split_range(0, size, threads)
        positions = [start for start, _ in shares]
        ends = [end for _, end in shares]

        def fill(thread: int, _: int) -> int:
            stopped_at: int = self._buckets[thread].expand(
                level, positions[thread], ends[thread], complement_parents, mark
            )
            return stopped_at

        def drain(thread: int, threads: int) -> None:
            for buckets in self._buckets:
                table.drain(buckets, thread, threads, mark)

        while positions != ends:
            expanded_before = sum(positions)
            positions = self._run(fill, threads)
            self._run(drain, threads)
            sample = level[0] ^ self._flip ^ (self._full if complement_parents else 0)
            depth = resources.start_pegs - sample.bit_count()
            if budget.count(sum(positions) - expanded_before, depth):
                yield budget.progress(
                    frontier=len(level),
                    depth=depth,
                    entries=len(table),
                    size_bytes=resources.level_bytes + table.bytes_used,
                    sample=sample,
                )
            if budget.stop_reason or table.is_full:
                memory = f"{resources.memory_limit / 2**20:,.0f} MB, the memory limit"
                raise LevelLimitReached(budget.stop_reason or memory)


def winnable_levels(
    game: PegGame, budget: Budget, memory: int | None = None, threads: int | None = None
) -> Generator[Progress, None, Halves]:
    """Return the winnable positions of a problem.

    Time O(jumps · positions), 10 to 20 ns a jump; memory 8 bytes a position of all levels and
    16 to 34 of one.

    Args:
        game: The problem.
        budget: The limits; positions are counted in it.
        memory: The bytes to use at most, 1 GB by default.
        threads: The number of threads, by default that of the processors, at most 4.

    Raises:
        LevelLimitReached: A limit is reached, the board has more than 64 holes, or the finish has
            as many pegs as the start.
    """
    jump_count = game.start.bit_count() - game.finish.bit_count()
    _check_size(game)
    if jump_count < 1:
        raise LevelLimitReached("the finish has as many pegs as the start, expected fewer")
    symmetries = game.symmetries
    dual = game.dual()
    with Resources(game.start.bit_count(), budget, memory, threads) as resources:
        pagodas = select_best_pagodas(game, resources.pool)
        forward_sweep = LevelSweep(game, symmetries, pagodas, resources)
        forward = [forward_sweep.start_level]
        if is_own_dual(game):
            while 2 * len(forward) <= jump_count:
                forward.append((yield from forward_sweep.expand_level(forward[-1])))
            dual_count = jump_count + 1 - len(forward)
            won = yield from _keep_winnable(
                forward_sweep, forward, forward[dual_count - 1], resources
            )
            return won, won[:dual_count]
        dual_sweep = LevelSweep(dual, symmetries, pagodas, resources, game.board.all_holes)
        backward = [dual_sweep.start_level]
        while len(forward) + len(backward) <= jump_count:
            if len(forward[-1]) <= len(backward[-1]):
                forward.append((yield from forward_sweep.expand_level(forward[-1])))
            else:
                backward.append((yield from dual_sweep.expand_level(backward[-1])))
        won = yield from _keep_winnable(dual_sweep, forward, backward[-1], resources)
        won[-1].forget_jumps()  # those of the dual problem, not of `forward_sweep`
        return won, (yield from _keep_winnable(forward_sweep, backward, won[-1], resources))


def _keep_winnable(
    sweep: LevelSweep, levels: list["LevelKeys"], dual_level: "LevelKeys", resources: Resources
) -> Generator[Progress, None, list["LevelKeys"]]:
    """Return the winnable positions of each of `levels`, which is emptied.

    `sweep` is that of the dual problem; `dual_level` is its level that follows the last of
    `levels`.
    """
    won: list[LevelKeys] = []
    while levels:
        level = levels.pop()
        following = won[-1] if won else dual_level
        if len(following):
            following = yield from sweep.find_parents(following, level, complement=bool(won))
        won.append(following)  # an empty level has no predecessors
        resources.drop_level(level)
    return won[::-1]


def count_reachable(
    game: PegGame, budget: Budget, memory: int | None = None, threads: int | None = None
) -> Generator[Progress, None, list[int]]:
    """Return the numbers of positions after 0, 1, 2, … jumps, up to symmetry.

    Two levels are in memory at a time. Arguments and errors are those of `winnable_levels`.
    """
    _check_size(game)
    if not game.start:
        return [1]  # a board without pegs has no key
    with Resources(game.start.bit_count(), budget, memory, threads) as resources:
        sweep = LevelSweep(game, game.symmetries, [], resources)
        level, counts = sweep.start_level, []
        while len(level):
            counts.append(len(level))
            next_level = yield from sweep.expand_level(level)
            resources.drop_level(level)
            level = next_level
    return counts


def _check_size(game: PegGame) -> None:
    holes = len(game.board.holes)
    if holes > MAX_HOLES:
        raise LevelLimitReached(f"a board of {holes} holes, expected at most {MAX_HOLES}")


def is_own_dual(game: PegGame) -> bool:
    """Return True if a problem is its own dual: the finish is the complement of the start."""
    return game.dual().start == game.start


def select_best_pagodas(game: PegGame, pool: ThreadPool | None = None) -> list[Pagoda]:
    """Return the pagodas that refute the largest number of random playouts, for pruning the levels.

    They fit into packs (see `search.peg.pagoda.fits_pack`) for every image of the start that the
    sweeps may meet.
    """
    board = game.board
    starts = {board.transform(game.start, permutation) for permutation in game.symmetries}
    by_playout = collect_pagodas_by_playout(board, game.start, game.finish, PLAYOUTS, pool=pool)
    counts = Counter(chain.from_iterable(by_playout))
    fitting = (
        weights
        for weights, _ in counts.most_common()
        if all(fits_pack(start, game.finish, weights) for start in starts)
    )
    return list(islice(fitting, MAX_PAGODAS))


def weight_of(weights: Pagoda, position: int) -> int:
    """Return the sum of the weights over the pegs of a position."""
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)
