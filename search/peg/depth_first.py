"""The solver `deep`: the compiled depth-first search of peg solitaire, from both ends.

It searches the problem and its dual in turn, a slice at a time, until one of them is decided; this
decides the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, inf

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Unsolvable
from ludoscope.search.generic.path import exhaustion_proof, trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.peg.both_ends import both_ends
from ludoscope.search.peg.kernel_problem import KernelProblem, fits_kernels
from ludoscope.search.process.kernel_runner import KernelRun
from ludoscope.search.process.threads import ThreadPool

SLICE_POSITIONS = 20_000  # entered from one end in turn, some 10 ms
# of each end in a call of two threads, which wait for each other after it: the costs of single
# slices differ by a tenth, their sums by less
SLICES_PER_SHARED_CALL = 5


class DepthFirstRun(KernelRun):
    """A run of the kernel `depth_first`, searching a problem or its dual."""

    def __init__(self, problem: KernelProblem, memory_limit: int) -> None:
        from ludoscope.search.peg.kernels.depth_first import DepthFirst

        self.problem = problem
        super().__init__(DepthFirst(problem.kernel, memory_limit))

    @property
    def deciding_slice(self) -> int:
        """The number of the slice in which a decided run was decided.

        A slice ends as soon as its last position has been entered, so a run that then has nothing
        left finds this out in the next one.
        """
        return int(self.kernel.explored) // SLICE_POSITIONS + 1

    @property
    def pruned(self) -> Counter[str]:
        """The number of positions that were pruned, by reason."""
        return Counter({"pagodas": self.kernel.refuted}) if self.kernel.refuted else Counter()

    def verdict(self, budget: Budget) -> Solved | Unsolvable | None:
        """Return the verdict, None while there is none."""
        if self.status is Status.SOLVED:
            return budget.solved(self.problem.moves(self.kernel.positions))
        if self.status is Status.EXHAUSTED:
            return budget.unsolvable(
                exhaustion_proof(self.kernel.entries, self.pruned), exhausted=True
            )
        return None

    def progress(self, budget: Budget, runs: Sequence["DepthFirstRun"]) -> Progress:
        """Return a report of this run; the tables of all `runs` are added up."""
        entries, size_bytes = stored(runs)
        return budget.progress(
            frontier=self.kernel.depth + 1,
            depth=self.kernel.depth,
            entries=entries,
            size_bytes=size_bytes,
            sample=self.problem.to_original(self.kernel.positions[-1]),
        )


def stored(runs: Sequence[DepthFirstRun]) -> tuple[int, int]:
    """Return the positions that all runs store, and the bytes that these take."""
    return (
        sum(run.kernel.entries for run in runs),
        sum(run.kernel.bytes_used for run in runs),
    )


def deep(
    game: PegGame,
    position: int,
    limits: Limits,
    *,
    directions: Sequence[str] = ("forward", "reversed"),
) -> Iterator[Event]:
    """Search depth-first from the start and from the finish in turn, compiled.

    A position is one 64-bit word, one bit for each peg. A jump is an exclusive or with a mask of
    three bits; it is legal when two are set and one is not. The search keeps the image of the
    position under each symmetry, so the canonical key of a child (the smallest image) costs one
    exclusive or and one comparison for each symmetry. Visited keys are stored in one hash table
    with open addressing and linear probing. The problem and its dual (see `both-ends`) are searched
    in turn, 20,000 positions at a time; a verdict for one is a verdict for the other. Each end
    visits the same positions as the readable `depth-first`, some thirty times as fast. With two
    cores (`--jobs 2`) both ends are searched at once, with the same verdict; more cores do not
    help. Boards of more than 64 holes are solved by `both-ends`.

    Time     O(states · jumps), some 2 to 5 million states a second
    Memory   11 to 21 bytes a state: a key of 8 in a table that doubles; 32 while it does
    Verdict  some solution; unsolvable when either end has been exhausted (keys are exact)
    Source   bitboards and a table of visited positions, standard techniques
    """
    if not fits_kernels(game.board):
        yield from both_ends(game, position, limits)
        return
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    problem = game.with_endpoints(position, game.finish)
    problems = [KernelProblem(problem, is_dual=direction == "reversed") for direction in directions]
    with ThreadPool(limits.jobs or 1) as pool:
        yield from search_depth_first(problems, budget, pool)


def search_depth_first(
    problems: Sequence[KernelProblem], budget: Budget, pool: ThreadPool, max_positions: float = inf
) -> Iterator[Event]:
    """Search a problem and its dual depth-first, a slice of each in turn, until one is decided.

    With several threads both are searched at once, some slices in a call. The verdict is that of
    the problem that is decided in the lesser number of slices, of the first one if both take as
    many: the same as in turn. The search ends without a verdict when `max_positions` positions have
    been entered.
    """
    explored_limit = budget.explored + max_positions
    runs = [DepthFirstRun(problem, budget.memory_limit // len(problems)) for problem in problems]
    while runs:
        if budget.explored >= explored_limit:
            return
        slices = 1
        if min(pool.count, len(runs)) > 1:
            slices_left = (explored_limit - budget.explored) / SLICE_POSITIONS / len(runs)
            slices = ceil(min(SLICES_PER_SHARED_CALL, slices_left))
        for group in pool.batches(list(runs)):
            positions = SLICE_POSITIONS * slices * len(group)
            report = budget.count(pool.run_kernels(group, budget.cap_expansions(positions)))
            budget.set_stored(*stored(runs))
            for run in sorted(group, key=lambda run: run.deciding_slice):
                if verdict := run.verdict(budget):
                    yield verdict
                    return
                if run.status is Status.OUT_OF_MEMORY:
                    runs.remove(run)
            if report:
                yield group[-1].progress(budget, runs)
                if budget.stop_reason:
                    yield budget.gave_up()
                    return
    yield budget.out_of_memory()
