"""The solver `swift` of peg solitaire: beams from both ends in turn, pruned by pagodas.

First come colouring and one pagoda function. Then come a beam from the start and one from the
finish, then wider ones with more pagodas, and so on. A beam ends at a set of goals, so that it need
not find the last jumps. A beam that dropped nothing proves that there is no solution. Where wide
beams fail, an exhaustive search from both ends follows.

    round     a beam from each end, both of the same width and with the same pagodas
    playout   random jumps; the pagoda that refutes its earliest position will prune others
"""

from collections.abc import Callable, Iterator

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.generic.path import EXHAUSTION, settled
from ludoscope.search.kernels import Status
from ludoscope.search.peg.atlas import Atlas
from ludoscope.search.peg.both_ends import both_ends
from ludoscope.search.peg.depth_first import dive
from ludoscope.search.peg.ends import End, fits
from ludoscope.search.peg.heuristics import dead
from ludoscope.search.peg.levels import Refused
from ludoscope.search.peg.pagoda import Pagoda, excess, find_pagoda, harvest, text
from ludoscope.search.process.driving import KernelRun
from ludoscope.search.process.threads import ThreadPool

NARROWEST = 30  # the width of the first round; of the next three times as many
WIDEST = 70_000
PLAYOUTS = 1  # from each end before the first round; before the next three times as many
PACK = 32  # pagodas that a beam prunes by
LAST_PAGODAS = 128  # pagodas that the exhaustive search prunes by
LAST_PLAYOUTS = 60
DIVE = 2_000_000  # positions searched depth first, some seconds
SLICE = 2_000  # positions a call of the kernel, some 5 ms

Finder = Callable[[Board, int, int], Pagoda | None]


def swift(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Some solution as fast as possible, or the proof that there is none.

    Quick refutations come first: colouring, then one pagoda function (weights of the holes such
    that no jump increases the sum over the pegs; a start with a lesser sum than the finish is
    lost). Then beam search, with the best 30 positions of each level, then 90, 270 and so on, from
    the start and from the finish in turn. The score prefers many jumps and pagoda values far above
    those of the finish. Before each round, random games are played, and a linear program finds the
    pagoda that refutes each one earliest. Up to 32 pagodas are packed into the bytes of four words:
    a jump subtracts from all at once, and a byte below zero prunes the position. A beam need not
    find the last jumps: up to 2,000 positions that lead to the finish are stored. Where beams of
    width 65,610 fail, an exhaustive search from both ends decides. With several cores (`--jobs N`)
    both ends are searched at once by beams and depth-first search; then all cores share each level.

    Time     O(width · levels · jumps) a beam
    Memory   12 bytes a position kept, some 500 a position of the current level
    Verdict  some solution; unsolvable by colouring, by a pagoda function that is shown, by a beam
             that dropped nothing, or by exhaustive search
    Source   pagoda functions: J. H. Conway and J. M. Boardman, in "Winning Ways" (1982) by
             Berlekamp, Conway and Guy; packing 32 in four words: our own
    """
    if not fits(game.board):
        yield from both_ends(game, position, limits)
        return
    budget = Budget(limits)
    if verdict := settled(game, position, budget, dead(game)) or refuted(game, position, budget):
        yield verdict
        return
    problem = game.between(position, game.finish)
    with ThreadPool(limits.jobs or 1) as pool:
        yield from Ends(problem, limits, pool).events(budget, WIDEST)


def refuted(
    game: PegGame, position: int, budget: Budget, find: Finder = find_pagoda
) -> Unsolvable | None:
    """The verdict if a pagoda function refutes the position itself, else None."""
    weights = find(game.board, position, game.finish)
    if weights is None:
        return None
    lacking = -excess(position, game.finish, weights)
    proof = f"a pagoda function: no jump increases the sum of weights, which is {lacking} too small"
    return budget.unsolvable(proof, (f"here {text(game.board, weights)}",))


class Beaming(KernelRun):
    """The successive beams from one end."""

    def __init__(self, end: End, width: int, memory: int) -> None:
        from ludoscope.search.peg.kernels.beam import Beam

        self.end = end
        super().__init__(Beam(end.problem, end.goals, width, memory))

    def verdict(self, budget: Budget) -> Solved | Unsolvable | None:
        """The verdict of the beam, if there is one yet."""
        if self.status is Status.SOLVED:
            return budget.solved(self.end.moves(self.kernel.positions))
        if self.status is Status.EXHAUSTED:
            origin = "finish" if self.end.backwards else "start"
            return budget.unsolvable(
                f"{EXHAUSTION}a beam from the {origin} dropped only positions that pagodas refute",
                exhausted=True,
            )
        return None

    def progress(self, budget: Budget) -> Progress:
        """A report."""
        return budget.progress(
            frontier=self.kernel.frontier,
            depth=self.kernel.depth,
            entries=self.kernel.frontier,
            size=self.kernel.size,
            sample=self.end.seen(self.kernel.sample),
        )


class Ends:
    """The search of a problem from both ends.

    `decided` says whether there was a verdict, `room` whether memory sufficed for all beams so far.
    """

    def __init__(self, problem: PegGame, limits: Limits, pool: ThreadPool) -> None:
        self.pool = pool
        self.problem = problem
        self.limits = limits
        self.pagodas: list[Pagoda] = []
        self.playouts = 0
        self.decided = False
        self.room = True

    def events(self, budget: Budget, widest: int) -> Iterator[Event]:
        """Beams of a width up to `widest`, then the exhaustive search, until there is a verdict."""
        yield from self.beams(budget, widest)
        if not self.decided:
            yield from self.exhaust(budget)

    def beams(self, budget: Budget, widest: int) -> Iterator[Event]:
        """Rounds of beams, at most so wide, until one decides or a limit is reached."""
        memory = budget.room // 2
        ends: list[End] = []
        width, playouts = NARROWEST, PLAYOUTS
        while width <= widest and self.room:
            self.gather(playouts, PACK)
            for group in self.pool.groups((False, True)):
                for backwards in group:
                    if backwards >= len(ends):  # made late: the second may not be needed
                        ends.append(End(self.problem, backwards=backwards))
                    ends[backwards].arm(self.pagodas[:PACK])
                beams = [Beaming(ends[backwards], width, memory) for backwards in group]
                yield from self.beam(beams, budget)
                if self.decided:
                    return
            width, playouts = 3 * width, 3 * playouts

    def beam(self, beams: list[Beaming], budget: Budget) -> Iterator[Event]:
        """One beam for each end at once; the verdict of the first counts, even if it is slower."""
        while beams:
            running = [one for one in beams if one.status is Status.SEARCHING]
            entered = self.pool.run(running, budget.left(SLICE * len(running)))
            report = budget.tick(entered)
            while beams and beams[0].status is not Status.SEARCHING:
                first = beams.pop(0)
                self.room = self.room and first.status is not Status.FULL
                if verdict := first.verdict(budget):
                    self.decided = True
                    yield verdict
                    return
            if report and beams:
                yield beams[0].progress(budget)
            if budget.spent and beams:
                self.decided = True
                yield budget.gave_up()
                return

    def exhaust(self, budget: Budget) -> Iterator[Event]:
        """The exhaustive search: first depth-first, then level by level, both from both ends."""
        self.gather(LAST_PLAYOUTS, LAST_PAGODAS)
        ends = [End(self.problem, backwards=backwards) for backwards in (False, True)]
        for end in ends:
            end.arm(self.pagodas[:LAST_PAGODAS])
        for event in dive(ends, budget, self.pool, DIVE):
            yield event
            if isinstance(event, Verdict):
                return
        budget.levels = ()  # the levels are counted by depth, the depth-first search was not
        try:
            atlas = yield from Atlas.build(
                self.problem, budget, self.limits.memory, self.limits.jobs
            )
        except Refused as reason:
            yield budget.gave_up(str(reason))
            return
        if atlas.winnable(self.problem.start):
            yield budget.solved(atlas.solution(self.problem.start))
        else:
            yield budget.unsolvable(
                f"{EXHAUSTION}all {budget.explored:,} positions were searched that pagodas allow, "
                "from the start and from the finish up to where the two should meet",
                exhausted=True,
            )

    def gather(self, playouts: int, most: int) -> None:
        """Find the pagodas of `playouts` more playouts from each end, unless there are `most`."""
        if len(self.pagodas) < most:
            board, start, finish = self.problem.board, self.problem.start, self.problem.finish
            found = harvest(board, start, finish, playouts, first=self.playouts, pool=self.pool)
            self.pagodas = list(dict.fromkeys(self.pagodas + found))
            self.playouts += playouts
