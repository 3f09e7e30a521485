"""The solver `deep`: the compiled depth-first search of peg solitaire, from both ends.

It searches the problem and its dual in turn, a slice at a time, until one of them is decided; this
decides the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Unsolvable
from ludoscope.search.generic.path import exhaustion, settled
from ludoscope.search.kernels import Status
from ludoscope.search.peg.both_ends import both_ends
from ludoscope.search.peg.ends import End, fits
from ludoscope.search.process.driving import KernelRun
from ludoscope.search.process.threads import ThreadPool

SLICE = 20_000  # positions a call of the kernel, some 10 ms


class Dive(KernelRun):
    """The kernel, searching from one end."""

    def __init__(self, end: End, memory: int) -> None:
        from ludoscope.search.peg.kernels.depth_first import DepthFirst

        self.end = end
        super().__init__(DepthFirst(end.problem, memory))

    @property
    def cut(self) -> Counter[str]:
        """How many positions were pruned, by reason."""
        return Counter({"pagodas": self.kernel.refuted}) if self.kernel.refuted else Counter()

    def verdict(self, budget: Budget) -> Solved | Unsolvable | None:
        """The verdict, if there is one yet."""
        if self.status is Status.SOLVED:
            return budget.solved(self.end.moves(self.kernel.positions))
        if self.status is Status.EXHAUSTED:
            return budget.unsolvable(exhaustion(self.kernel.entries, self.cut), exhausted=True)
        return None

    def progress(self, budget: Budget, dives: Sequence["Dive"]) -> Progress:
        """A report; `dives` are all searches, whose tables are added up."""
        return budget.progress(
            frontier=self.kernel.depth,
            depth=self.kernel.depth,
            entries=sum(other.kernel.entries for other in dives),
            size=sum(other.kernel.size for other in dives),
            sample=self.end.seen(self.kernel.positions[-1]),
        )


def deep(
    game: PegGame,
    position: int,
    limits: Limits,
    *,
    directions: Sequence[str] = ("forward", "reversed"),
) -> Iterator[Event]:
    """Some solution of a problem of peg solitaire, or the proof that there is none.

    Depth-first search from both ends, compiled. A position is one 64-bit word, one bit for each
    peg. A jump is an exclusive or with a mask of three bits; it is legal when two are set and one
    is not. The search keeps the image of the position under each symmetry, so the canonical key of
    a child (the least image) costs one exclusive or and one comparison for each symmetry. Visited
    keys are stored in one hash table with open addressing and linear probing. The problem and its
    dual (see `both-ends`) are searched in turn, 20,000 positions at a time; a verdict for one is a
    verdict for the other. Each end visits the same positions as the readable `depth-first`, some
    thirty times as fast. With two cores (`--jobs 2`) both ends are searched at once, with the same
    verdict; more cores do not help. Boards of more than 64 holes are solved by `both-ends`.

    Time     O(states · jumps), some 2 to 5 million states a second
    Memory   8 to 22 bytes a state: a key of 8 in a table that doubles
    Verdict  some solution; unsolvable when either end has been exhausted (keys are exact)
    Source   bitboards and a table of visited positions, standard techniques
    """
    if not fits(game.board):
        yield from both_ends(game, position, limits)
        return
    budget = Budget(limits)
    if verdict := settled(game, position, budget):
        yield verdict
        return
    problem = game.between(position, game.finish)
    ends = [End(problem, backwards=direction == "reversed") for direction in directions]
    with ThreadPool(limits.jobs or 1) as pool:
        yield from dive(ends, budget, pool)


def dive(
    ends: Sequence[End], budget: Budget, pool: ThreadPool, most: float = inf
) -> Iterator[Event]:
    """Depth-first search from these ends, a slice of each in turn, until one is decided.

    As many slices are searched at once as the pool has threads; in any case the verdict of the
    first end that is decided counts. Without a verdict it ends when `most` positions were entered.
    """
    until = budget.explored + most
    dives = [Dive(end, budget.room // len(ends)) for end in ends]
    while dives:
        if budget.explored >= until:
            return
        for group in pool.groups(list(dives)):
            report = budget.tick(pool.run(group, budget.left(SLICE * len(group))))
            for one in group:
                if verdict := one.verdict(budget):
                    yield verdict
                    return
                if one.status is Status.FULL:
                    dives.remove(one)
            if report:
                yield group[-1].progress(budget, dives)
                if budget.spent:
                    yield budget.gave_up()
                    return
    yield budget.full()
