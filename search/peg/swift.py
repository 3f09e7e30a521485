"""The solver `swift` of peg solitaire: beams from both ends in turn, pruned by pagodas.

First come colouring and one pagoda function. Then come a beam from the start and one from the
finish, then wider ones with more pagodas, and so on. A beam ends at a set of goals, so that it need
not find the last jumps. A beam that dropped nothing proves that there is no solution. Where wide
beams fail, an exhaustive search from both ends follows.

    round     a beam from each end, both of the same width and with the same pagodas
    playout   a random game; the pagoda that refutes its earliest position is used for pruning
"""

from collections.abc import Callable, Iterator

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.generic.path import EXHAUSTION_PREFIX, trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.peg.both_ends import both_ends
from ludoscope.search.peg.depth_first import search_depth_first
from ludoscope.search.peg.heuristics import dead
from ludoscope.search.peg.kernel_problem import KernelProblem, fits_kernels
from ludoscope.search.peg.levels import LevelLimitReached
from ludoscope.search.peg.pagoda import Pagoda, collect_pagodas, excess, find_pagoda, weights_text
from ludoscope.search.process.kernel_runner import KernelRun
from ludoscope.search.process.threads import ThreadPool

MIN_WIDTH = 30  # of the first round; each later round is three times as wide
MAX_WIDTH = 70_000
FIRST_PLAYOUTS = (
    1  # from each end before the first round; three times as many before each later one
)
BEAM_PAGODAS = 32  # that a beam prunes by
EXHAUSTIVE_PAGODAS = 128  # that the exhaustive search prunes by
EXHAUSTIVE_PLAYOUTS = 60
DEPTH_FIRST_POSITIONS = 2_000_000  # searched before the atlas is made, some seconds
SLICE_POSITIONS = 2_000  # per call of the kernel, some 5 ms

PagodaFinder = Callable[[Board, int, int], Pagoda | None]


def swift(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Find some solution as fast as possible, or prove that there is none.

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
    if not fits_kernels(game.board):
        yield from both_ends(game, position, limits)
        return
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget, dead(game)) or pagoda_verdict(
        game, position, budget
    ):
        yield verdict
        return
    problem = game.with_endpoints(position, game.finish)
    with ThreadPool(limits.jobs or 1) as pool:
        yield from TwoEndedSearch(problem, limits, pool).events(budget, MAX_WIDTH)


def pagoda_verdict(
    game: PegGame, position: int, budget: Budget, find: PagodaFinder = find_pagoda
) -> Unsolvable | None:
    """Return the verdict if a pagoda function refutes the position itself, else None."""
    weights = find(game.board, position, game.finish)
    if weights is None:
        return None
    lacking = -excess(position, game.finish, weights)
    proof = f"a pagoda function: no jump increases the sum of weights, which is {lacking} too small"
    return budget.unsolvable(proof, (f"here {weights_text(game.board, weights)}",))


class BeamRun(KernelRun):
    """A run of the kernel `beam`, searching a problem or its dual."""

    def __init__(self, problem: KernelProblem, width: int, memory_limit: int) -> None:
        from ludoscope.search.peg.kernels.beam import Beam

        self.problem = problem
        super().__init__(Beam(problem.kernel, problem.goals, width, memory_limit))

    def verdict(self, budget: Budget) -> Solved | Unsolvable | None:
        """Return the verdict of the beam, None while there is none or if the beam failed."""
        if self.status is Status.SOLVED:
            return budget.solved(self.problem.moves(self.kernel.positions))
        if self.status is Status.EXHAUSTED:
            origin = "finish" if self.problem.is_dual else "start"
            return budget.unsolvable(
                f"{EXHAUSTION_PREFIX}a beam from the {origin} dropped only positions "
                "that pagodas refute",
                exhausted=True,
            )
        return None

    def progress(self, budget: Budget) -> Progress:
        """Return a progress report."""
        return budget.progress(
            frontier=self.kernel.frontier,
            depth=self.kernel.depth,
            size_bytes=self.kernel.bytes_used,
            sample=self.problem.to_original(self.kernel.sample),
        )


class TwoEndedSearch:
    """The search of a problem from both ends, by beams and then exhaustively."""

    def __init__(self, problem: PegGame, limits: Limits, pool: ThreadPool) -> None:
        self._problem = problem
        self._limits = limits
        self._pool = pool
        self._pagodas: list[Pagoda] = []
        self._playouts = 0  # from each end so far
        self._is_decided = False  # True once there was a verdict
        self._has_memory = True  # False once a beam ran out of memory

    def events(self, budget: Budget, max_width: int) -> Iterator[Event]:
        """Yield reports and the verdict: beams of up to `max_width`, then an exhaustive search."""
        yield from self._search_by_beams(budget, max_width)
        if not self._is_decided:
            yield from self._search_exhaustively(budget)

    def _search_by_beams(self, budget: Budget, max_width: int) -> Iterator[Event]:
        """Run rounds of beams until one decides, a limit is reached or memory is lacking."""
        memory_limit = budget.memory_limit // 2
        problems: list[KernelProblem] = []
        width, playouts = MIN_WIDTH, FIRST_PLAYOUTS
        while width <= max_width and self._has_memory:
            self._find_pagodas(playouts, BEAM_PAGODAS)
            for group in self._pool.batches((0, 1)):  # 0 is the problem, 1 its dual
                for end in group:
                    if end == len(problems):  # made late: the dual may not be needed
                        problems.append(KernelProblem(self._problem, is_dual=end == 1))
                    problems[end].set_pagodas(self._pagodas[:BEAM_PAGODAS])
                beams = [BeamRun(problems[end], width, memory_limit) for end in group]
                yield from self._run_beams(beams, budget)
                if self._is_decided:
                    return
            width, playouts = 3 * width, 3 * playouts

    def _run_beams(self, beams: list[BeamRun], budget: Budget) -> Iterator[Event]:
        """Run beams at once; the verdict of the first counts, even if it is slower."""
        while beams:
            running = [beam for beam in beams if beam.status is Status.SEARCHING]
            expanded = self._pool.run_kernels(
                running, budget.cap_expansions(SLICE_POSITIONS * len(running))
            )
            report = budget.count(expanded)
            budget.set_stored(0, sum(beam.kernel.bytes_used for beam in beams))
            while beams and beams[0].status is not Status.SEARCHING:
                first = beams.pop(0)
                self._has_memory = self._has_memory and first.status is not Status.OUT_OF_MEMORY
                if verdict := first.verdict(budget):
                    self._is_decided = True
                    yield verdict
                    return
            if report and beams:
                yield beams[0].progress(budget)
            if budget.stop_reason and beams:
                self._is_decided = True
                yield budget.gave_up()
                return

    def _search_exhaustively(self, budget: Budget) -> Iterator[Event]:
        """Search depth-first, then level by level, both from both ends."""
        self._find_pagodas(EXHAUSTIVE_PLAYOUTS, EXHAUSTIVE_PAGODAS)
        problems = [KernelProblem(self._problem, is_dual=is_dual) for is_dual in (False, True)]
        for problem in problems:
            problem.set_pagodas(self._pagodas[:EXHAUSTIVE_PAGODAS])
        for event in search_depth_first(problems, budget, self._pool, DEPTH_FIRST_POSITIONS):
            yield event
            if isinstance(event, Verdict):
                return
        from ludoscope.search.peg.atlas import Atlas  # 13 ms: hashlib; beams decide most problems

        budget.levels = ()  # the levels are counted by depth, the depth-first search was not
        try:
            atlas = yield from Atlas.build(
                self._problem, budget, self._limits.memory, self._limits.jobs
            )
        except LevelLimitReached as reason:
            yield budget.gave_up(str(reason))
            return
        if atlas.contains(self._problem.start):
            yield budget.solved(atlas.solution(self._problem.start))
        else:
            yield budget.unsolvable(
                f"{EXHAUSTION_PREFIX}all {budget.explored:,} positions were searched "
                "that pagodas allow, from the start and from the finish up to where the two "
                "should meet",
                exhausted=True,
            )

    def _find_pagodas(self, playouts: int, max_count: int) -> None:
        """Find pagodas by `playouts` more playouts from each end, unless `max_count` are known."""
        if len(self._pagodas) < max_count:
            problem = self._problem
            pagodas = collect_pagodas(
                problem.board,
                problem.start,
                problem.finish,
                playouts,
                first_seed=self._playouts,
                pool=self._pool,
            )
            self._pagodas = list(dict.fromkeys(self._pagodas + pagodas))
            self._playouts += playouts
