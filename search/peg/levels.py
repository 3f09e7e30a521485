"""The levels of a problem of peg solitaire: all positions after n jumps, up to symmetry.

    F(n)   the positions that n jumps from the start lead to
    D(n)   the same for the dual problem (pegs and holes exchanged, time reversed): the complements
           of the positions from which n jumps lead to the finish
    W(n)   the positions of F(n) from which the finish can be reached

`winnable` finds all W(n) of a problem of L jumps from F(0) to F(m) and D(0) to D(L − 1 − m) for
some m. A position of F(m) is in W(m) if a jump leads from it to the complement of one in
D(L − 1 − m); a position of F(n), n < m, is in W(n) if a jump leads from it to one in W(n + 1).
Predecessors are found as successors of complements, so only winnable positions, and those of one
level of D, are expanded twice. The levels after m are those of the dual problem before L − m; they
are found in the same way, or are the same if the problem is its own dual. Positions that a pagoda
function refutes are left out of F and D.

Positions are equal up to the symmetries that keep the finish. If one of these does not keep the
start, the images of the start are starts as well; this does not change which positions are
winnable.
"""

import os
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager
from itertools import chain, islice
from typing import TYPE_CHECKING

from ludoscope.games.peg.board import Hole
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import ROOM, Budget
from ludoscope.search.events import Progress
from ludoscope.search.peg.pagoda import Pagoda, fits, harvests
from ludoscope.search.process.threads import ThreadPool

if TYPE_CHECKING:
    from ludoscope.search.peg.kernels.child_buckets import Keys
    from ludoscope.search.peg.kernels.levels import Table

MOST_THREADS = 4  # each has 8 MB of its own
MOST_HOLES = 64
PLAYOUTS = 100  # from each end, to find pagodas
PAGODAS = 64

Halves = tuple[list["Keys"], list["Keys"]]
"""W(0..m) of a problem, and W(0..L − 1 − m) of its dual."""


class Refused(Exception):
    """A limit was reached, or the board is too large; `str` is the reason."""


def processors() -> int:
    """The number of threads to use: as many as processors, at most MOST_THREADS."""
    usable = getattr(os, "sched_getaffinity", None)
    return min(MOST_THREADS, len(usable(0)) if usable else os.cpu_count() or 1)


class Work(AbstractContextManager["Work"]):
    """What all steps of a search share: limits, threads, and `held`, the bytes of its levels.

    `pegs` is the number of pegs at the start, from which the depth of a position follows.
    """

    def __init__(self, pegs: int, budget: Budget, memory: int | None, threads: int | None) -> None:
        self.pegs = pegs
        self.budget = budget
        self.memory = memory or ROOM
        self.pool = ThreadPool(threads or processors())
        self.held = 0

    def __exit__(self, *_: object) -> None:
        self.pool.__exit__()

    def table(self) -> "Table":
        """An empty table that may use the memory that is left."""
        from ludoscope.search.peg.kernels.levels import Table

        return Table(max(0, self.memory - self.held))

    def made(self, level: "Keys") -> "Keys":
        self.held += level.size
        return level


class Sweep:
    """Steps from level to level of a problem, up to some symmetries; `first` is level 0.

    Images of the start and of the finish under the symmetries count as starts and finishes. Each
    step yields reports and returns a level. Refused when a limit is reached.
    """

    def __init__(
        self,
        problem: PegGame,
        symmetries: Sequence[tuple[Hole, ...]],
        pagodas: list[Pagoda],
        work: Work,
        flip: int = 0,
    ) -> None:
        from ludoscope.search.peg.kernels.child_buckets import ChildBuckets
        from ludoscope.search.peg.kernels.levels import first_level
        from ludoscope.search.peg.kernels.problem import Problem

        board = problem.board
        tables = Problem(
            list(board.jumps),
            list(symmetries[1:]),
            len(board.holes),
            problem.start,
            problem.finish,
        )
        tables.arm(pagodas)
        ends = {board.image(problem.finish, permutation) for permutation in symmetries}
        floors = [min(worth(w, end) for end in ends) for w in pagodas]
        self._buckets = [ChildBuckets(tables, pagodas, floors) for _ in range(work.pool.count)]
        self._work = work
        self._full = board.full
        self._flip = flip  # exclusive or with it gives the position of the original problem
        self.first: Keys = first_level(min(board.image(problem.start, p) for p in symmetries))
        work.held += sum(buckets.size for buckets in self._buckets)

    def children(self, level: "Keys") -> Generator[Progress, None, "Keys"]:
        """The next level."""
        table = self._work.table()
        yield from self._step(level, table, before=False, mark=False)
        return self._work.made(table.keys(False))

    def parents(
        self, level: "Keys", among: "Keys", *, before: bool
    ) -> Generator[Progress, None, "Keys"]:
        """The keys of `among` that are complements of children of `level`.

        With `before`, of children of the complements of its keys.
        """
        table = self._work.table()
        table.take(among)
        yield from self._step(level, table, before=before, mark=True)
        return self._work.made(table.keys(True))

    def _step(
        self, level: "Keys", table: "Table", *, before: bool, mark: bool
    ) -> Generator[Progress, None, None]:
        """Each thread fills its buckets from its part of the level; then all empty the buckets."""
        buckets, budget, each = self._buckets, self._work.budget, self._work.pool.each
        parts = len(buckets)
        size = min(len(level), max(1, budget.left(len(level))))
        at = [size * part // parts for part in range(parts)]
        ends = [*at[1:], size]

        def fill(part: int) -> int:
            here: int = buckets[part].fill(level, at[part], ends[part], before, mark)
            return here

        def drain(part: int) -> None:
            for one in buckets:
                table.drain(one, part, parts, mark)

        while at != ends:
            taken = sum(at)
            at = each(fill, range(parts))
            each(drain, range(parts))
            sample = level[0] ^ self._flip ^ (self._full if before else 0)
            depth = self._work.pegs - sample.bit_count()
            if budget.tick(sum(at) - taken, depth):
                yield budget.progress(
                    frontier=len(level),
                    depth=depth,
                    entries=len(table),
                    size=self._work.held + table.size,
                    sample=sample,
                )
            if budget.spent or table.full:
                memory = f"{self._work.memory / 2**20:,.0f} MB, the memory limit"
                raise Refused(budget.spent or memory)


def winnable(
    game: PegGame, budget: Budget, memory: int | None = None, threads: int | None = None
) -> Generator[Progress, None, Halves]:
    """The winnable positions of a problem. Refused when a limit is reached.

    Time O(jumps · positions), 10 to 20 ns a jump; memory 8 bytes a position of all levels and
    16 to 34 of one. At most 64 holes.
    """
    total = game.start.bit_count() - game.finish.bit_count()
    _fit(game)
    if total < 1:
        raise Refused("the finish has as many pegs as the start, expected fewer")
    symmetries = game.symmetries
    dual = game.reversed()
    with Work(game.start.bit_count(), budget, memory, threads) as work:
        pagodas = chosen(game, work.pool)
        ahead = Sweep(game, symmetries, pagodas, work)
        forward = [ahead.first]
        if own_dual(game):
            while 2 * len(forward) <= total:
                forward.append((yield from ahead.children(forward[-1])))
            others = total + 1 - len(forward)
            won = yield from _sifted(ahead, forward, forward[others - 1], work)
            return won, won[:others]
        back = Sweep(dual, symmetries, pagodas, work, game.board.full)
        backward = [back.first]
        while len(forward) + len(backward) <= total:
            if len(forward[-1]) <= len(backward[-1]):
                forward.append((yield from ahead.children(forward[-1])))
            else:
                backward.append((yield from back.children(backward[-1])))
        won = yield from _sifted(back, forward, backward[-1], work)
        return won, (yield from _sifted(ahead, backward, won[-1], work))


def _sifted(
    sweep: Sweep, levels: list["Keys"], beyond: "Keys", work: Work
) -> Generator[Progress, None, list["Keys"]]:
    """The W of `levels`, which are emptied, by steps of the dual from its level `beyond`."""
    won: list[Keys] = []
    while levels:
        level = levels.pop()
        last = won[-1] if won else beyond
        if len(last):
            last = yield from sweep.parents(last, level, before=bool(won))
        won.append(last)  # an empty level has no predecessors
        work.held -= level.size
    return won[::-1]


def reachable(
    game: PegGame, budget: Budget, memory: int | None = None, threads: int | None = None
) -> Generator[Progress, None, list[int]]:
    """The numbers of positions after 0, 1, 2, … jumps, up to symmetry. Refused as above.

    Two levels are in memory at a time.
    """
    _fit(game)
    with Work(game.start.bit_count(), budget, memory, threads) as work:
        sweep = Sweep(game, game.symmetries, [], work)
        level, counts = sweep.first, []
        while len(level):
            counts.append(len(level))
            after = yield from sweep.children(level)
            work.held -= level.size
            level = after
    return counts


def _fit(game: PegGame) -> None:
    holes = len(game.board.holes)
    if holes > MOST_HOLES:
        raise Refused(f"a board of {holes} holes, expected at most {MOST_HOLES}")


def own_dual(game: PegGame) -> bool:
    """Whether a problem is its own dual: the finish is the complement of the start."""
    return game.reversed().start == game.start


def chosen(game: PegGame, pool: ThreadPool | None = None) -> list[Pagoda]:
    """Pagodas to prune by: those that refute the most random playouts earliest.

    They fit (see `search.peg.pagoda.fits`) every image of the start that the sweeps may meet.
    """
    board = game.board
    starts = {board.image(game.start, permutation) for permutation in game.symmetries}
    playouts = harvests(board, game.start, game.finish, PLAYOUTS, pool=pool)
    found = Counter(chain.from_iterable(playouts))
    roomy = (w for w, _ in found.most_common() if all(fits(s, game.finish, w) for s in starts))
    return list(islice(roomy, PAGODAS))


def worth(weights: Pagoda, position: int) -> int:
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)
