"""ORush compiled: the fewest moves to the exit, and every position that can be reached.

    swift    breadth-first search from a position to the nearest win, in cells or in slides
    Chart    the lines of a grid in the form of the kernels, and positions translated both ways
    line     a row or a column; its arrangements, the offsets of its boats, are numbered

`search.generic.uninformed` and `search.generic.informed` have the readable searches.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ludoscope.games.rush.rules import MEASURES, Move, Position, RushGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import exhaustion, settled
from ludoscope.search.kernels import Status
from ludoscope.search.process.driving import drive

SLICE = 50_000  # positions a call of the kernel, some milliseconds
ROWS = 8  # lines that come before the columns


@cache
def line(size: int, walls: int, lengths: tuple[int, ...]) -> Any:
    """The kernel's tables for a line; `walls` has a bit for each cell, from the left or top."""
    from ludoscope.search.rush.kernels.line import Line

    return Line(lengths, tuple(arrangements(size, walls, lengths)), walls)


def arrangements(
    size: int, walls: int, lengths: tuple[int, ...], first: int = 0
) -> Iterator[tuple[int, ...]]:
    """The arrangements of boats of these lengths, in this order, on a line with these walls."""
    if not lengths:
        yield ()
        return
    for offset in range(first, size - sum(lengths) + 1):
        if not (1 << lengths[0]) - 1 << offset & walls:
            for others in arrangements(size, walls, lengths[1:], offset + lengths[0]):
                yield offset, *others


class Chart:
    """The lines of a game, rows first, with the boats of each in the order of `position`."""

    def __init__(self, game: RushGame, position: Position) -> None:
        self.boats: list[tuple[int, ...]] = [()] * (2 * ROWS)  # the boats of each line, in order
        self.lines: list[Any] = [None] * (2 * ROWS)
        order = sorted(range(len(position)), key=position.__getitem__)
        for index in order:
            boat = game.boats[index]
            self.boats[boat.line if boat.across else ROWS + boat.line] += (index,)
        walls = [0] * (2 * ROWS)
        for x, y in game.walls:
            walls[y] |= 1 << x
            walls[ROWS + x] |= 1 << y
        for number, boats in enumerate(self.boats):
            if boats:
                size = game.width if number < ROWS else game.height
                lengths = tuple(game.boats[index].length for index in boats)
                self.lines[number] = line(size, walls[number], lengths)
        self.hero = game.boats[0].y
        at = self.boats[self.hero].index(0)
        ways = self.lines[self.hero].arrangements
        self.heroes = sum(1 << n for n, offsets in enumerate(ways) if offsets[at] == game.goal)

    def numbers(self, position: Position) -> list[int]:
        """The number of the arrangement of each line."""
        return [
            line.arrangements.index(tuple(position[index] for index in boats)) if line else 0
            for line, boats in zip(self.lines, self.boats, strict=True)
        ]

    def position(self, numbers: Sequence[int]) -> Position:
        """The position with the arrangements of these numbers."""
        offsets: dict[int, int] = {}
        for number, line, boats in zip(numbers, self.lines, self.boats, strict=True):
            if line:
                offsets.update(zip(boats, line.arrangements[number], strict=True))
        return tuple(offsets[index] for index in range(len(offsets)))

    def move(self, line: int, before: int, after: int) -> Move:
        """The move that changes one arrangement of a line into another."""
        ways = self.lines[line].arrangements
        for boat, here, there in zip(self.boats[line], ways[before], ways[after], strict=True):
            if here != there:
                return boat, there - here
        raise ValueError("an arrangement does not become itself")

    def search(self, measure: str, memory: int) -> Any:
        """The kernel's search on this sea."""
        from ludoscope.search.rush.kernels.breadth_first import BreadthFirst

        return BreadthFirst(self.lines, self.hero, self.heroes, MEASURES.index(measure), memory)


def swift(game: RushGame, position: Position, limits: Limits) -> Iterator[Event]:
    """The fewest moves in the measure of the game, or the proof that no moves win.

    Breadth-first search, compiled. The boats of a row or column never change their order, so a line
    has few arrangements, which are numbered. A position is one word with a field for each line, and
    a move adds a constant to it. A table has the arrangements of a line that crossing boats leave
    free; those of several lines are merged into one word, in which each set bit is a move. Visited
    positions are bits of a table, or a hash set where that table would be too large. Parents are
    not stored. Moves are reversible, so a neighbour is on the same level, the one before or the one
    after. To find the solution, the positions of the last levels are removed from the table, back
    to the first of level d; then a neighbour that is still in the table is on level d − 1.

    Time     O(states · moves), some 40 ns a state
    Memory   8 bytes a state in the queue, and a bit, or 16 to 32 bytes where they are hashed
    Verdict  the fewest moves: `swift` counts cells, `swift-slides` slides of any distance;
             unsolvable when all positions that can be reached have been searched
    Source   breadth-first search: E. F. Moore, 1959; the words and finding the solution: our own
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget, optimal_in=game.measure):
        yield verdict
        return
    chart = Chart(game, position)
    search = chart.search(game.measure, budget.room)
    search.start(chart.numbers(position))
    status = yield from drive(search, budget, SLICE, lambda: _progress(game, chart, search, budget))
    budget.levels = search.by_depth
    if status is Status.SOLVED:
        yield budget.solved(tuple(chart.move(*step) for step in search.steps()), game.measure)
    elif status is Status.EXHAUSTED:
        yield budget.unsolvable(exhaustion(search.entries, Counter()), exhausted=True)
    elif status is Status.FULL:
        yield budget.full()
    else:
        yield budget.gave_up()


def _progress(game: RushGame, chart: Chart, search: Any, budget: Budget) -> Progress:
    budget.levels = levels = search.by_depth
    budget.needs(len(levels), game.measure)  # a win is seen when it is met
    return budget.progress(
        frontier=search.entries - search.explored,
        depth=len(levels) - 1,
        entries=search.entries,
        size=search.size,
        sample=chart.position(search.numbers(search.latest)),
    )
