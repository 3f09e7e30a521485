"""The solver `deep`: the compiled depth-first search of peg solitaire, from either end.

A problem and its dual (pegs and holes exchanged, time turned round) have the same solutions,
the jumps in reverse order; often one of the two is far easier. `deep` works on both in turn, a
slice at a time, until one is decided, which decides the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.peg import PegGame
from search.events import Event
from search.path import exhaustion, settled
from search.watch import Limits, Watch

SLICE = 20_000  # positions a call of the kernel, some 10 ms
MEMORY = 1 << 30  # bytes, where no limit is given


class Dive:
    """The kernel at work on a problem, or on its dual."""

    def __init__(self, problem: PegGame, direction: str, memory: int) -> None:
        from search.kernels.peg_depth_first import DepthFirst

        self.backwards = direction == "reversed"
        self.full = problem.board.full
        game = problem.reversed() if self.backwards else problem
        self.kernel = DepthFirst(
            list(game.board.jumps),
            list(game.symmetries[1:]),
            len(game.board.holes),
            game.start,
            game.finish,
            memory,
        )
        self.jumps = {(1 << a | 1 << b | 1 << c, 1 << c): (a, c) for a, b, c in game.board.jumps}

        self.status = "searching"
        self.counted = 0

    def run(self, budget: int) -> int:
        """Enter up to `budget` more positions; how many they were."""
        before = self.counted
        self.status = self.kernel.run(budget)
        self.counted = self.kernel.explored
        return self.counted - before

    @property
    def sample(self) -> int:
        """The position at hand, as one of the problem itself."""
        position: int = self.kernel.positions[-1]
        return self.full & ~position if self.backwards else position

    @property
    def solution(self) -> tuple[tuple[int, int], ...]:
        """The jumps along the kernel's line, in the order in which they solve the problem."""
        changes = [(a ^ b, b & ~a) for a, b in pairwise(self.kernel.positions)]
        moves = [self.jumps[change] for change in changes]
        return tuple(reversed(moves) if self.backwards else moves)


def deep(
    game: PegGame,
    position: int,
    limits: Limits,
    *,
    directions: Sequence[str] = ("forward", "reversed"),
) -> Iterator[Event]:
    """Some solution of a problem of peg solitaire, or the proof that there is none.

    Time O(states · jumps), some 2 to 5 million states a second; memory 8 to 22 bytes a state.
    ValueError for boards that do not fit the kernel (64 holes).
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch):
        yield verdict
        return
    problem = PegGame(game.board, position, game.finish)
    memory = limits.memory or MEMORY
    dives = [Dive(problem, direction, memory // len(directions)) for direction in directions]
    while dives:
        for dive in list(dives):
            report = watch.tick(dive.run(watch.left(SLICE)))
            if dive.status == "solved":
                yield watch.solved(dive.solution)
                return
            if dive.status == "exhausted":
                yield watch.unsolvable(exhaustion(dive.kernel.entries, Counter()))
                return
            if dive.status == "full":
                dives.remove(dive)
            if report:
                yield watch.progress(
                    frontier=dive.kernel.depth,
                    depth=dive.kernel.depth,
                    entries=sum(other.kernel.entries for other in dives),
                    size=sum(other.kernel.size for other in dives),
                    sample=dive.sample,
                )
                if watch.spent:
                    yield watch.gave_up()
                    return
    yield watch.gave_up(f"{memory / 2**20:,.0f} MB, the memory limit")
