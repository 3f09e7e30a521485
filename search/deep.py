"""The solver `deep`: the compiled depth-first search of peg solitaire, from both ends.

It works on the problem and on its dual in turn, a slice at a time, until one is decided, which
decides the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf

from games.peg import PegGame
from search.at_work import AtWork
from search.crew import Crew
from search.dual import both_ends
from search.events import Event, Progress, Solved, Unsolvable
from search.path import exhaustion, settled
from search.peg_ends import End, fits
from search.watch import Limits, Watch

SLICE = 20_000  # positions a call of the kernel, some 10 ms
MEMORY = 1 << 30  # bytes, where no limit is given


class Dive(AtWork):
    """The kernel at work from one end."""

    def __init__(self, end: End, memory: int) -> None:
        from search.kernels.peg_depth_first import DepthFirst

        self.end = end
        super().__init__(DepthFirst(end.problem, memory))

    @property
    def cut(self) -> Counter[str]:
        """How often something else than a repetition ended a line."""
        return Counter({"pagodas": self.kernel.refuted}) if self.kernel.refuted else Counter()

    def verdict(self, watch: Watch) -> Solved | Unsolvable | None:
        """What it has come to, if anything."""
        if self.status == "solved":
            return watch.solved(self.end.moves(self.kernel.positions))
        if self.status == "exhausted":
            return watch.unsolvable(exhaustion(self.kernel.entries, self.cut))
        return None

    def progress(self, watch: Watch, dives: Sequence["Dive"]) -> Progress:
        """A report; `dives` are all that hold positions."""
        return watch.progress(
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

    Depth-first search from both ends, compiled. A position is one word of 64 bits, a peg a bit; a
    jump is an exclusive or with a mask of three bits, legal where two are set and one is not. The
    image of the position under each symmetry is carried along the line, so the canonical key of a
    child, the least of the images, costs one exclusive or and one comparison for each symmetry.
    Keys met are kept in one hash table, open addressing with linear probing. The problem and its
    dual (see `both-ends`) are worked on in turn, 20,000 positions at a time; an answer to one
    answers the other. Either end is, position for position, the readable `depth-first`, some thirty
    times as fast. With two cores (`--jobs 2`) both ends are worked on at once, a slice each, with
    the same answer; more are of no use. Boards of more than 64 holes are left to `both-ends`.

    Time     O(states · jumps), some 2 to 5 million states a second
    Memory   8 to 22 bytes a state: a key of 8 in a table that doubles
    Verdict  some solution; unsolvable when either end has been exhausted, keys being exact
    Source   bitboards and a table of positions met, the common stock of the field
    """
    if not fits(game.board):
        yield from both_ends(game, position, limits)
        return
    watch = Watch(limits)
    if verdict := settled(game, position, watch):
        yield verdict
        return
    problem = game.between(position, game.finish)
    ends = [End(problem, backwards=direction == "reversed") for direction in directions]
    with Crew(limits.jobs or 1) as crew:
        yield from dive(ends, watch, limits, crew)


def dive(
    ends: Sequence[End], watch: Watch, limits: Limits, crew: Crew, most: float = inf
) -> Iterator[Event]:
    """Depth-first search from these ends, a slice of each in turn, until one is decided.

    Slices of as many ends as the crew has threads are entered at once; the answer is that of the
    first end all the same. It ends without a verdict when `most` positions have been entered.
    """
    until = watch.explored + most
    memory = limits.memory or MEMORY
    dives = [Dive(end, memory // len(ends)) for end in ends]
    while dives:
        if watch.explored >= until:
            return
        for team in crew.teams(list(dives)):
            report = watch.tick(crew.run(team, watch.left(SLICE * len(team))))
            for one in team:
                if verdict := one.verdict(watch):
                    yield verdict
                    return
                if one.status == "full":
                    dives.remove(one)
            if report:
                yield team[-1].progress(watch, dives)
                if watch.spent:
                    yield watch.gave_up()
                    return
    yield watch.gave_up(f"{memory / 2**20:,.0f} MB, the memory limit")
