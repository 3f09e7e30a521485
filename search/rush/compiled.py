"""The compiled ORush solver `swift`, and the translation of positions for its kernels.

Start reading at `swift`. In the kernels, a *line* is a row or column of the grid; its place is 0 to
7 for rows, 8 to 15 for columns. The offsets of its boats are an *arrangement*; the arrangements of
a line are numbered from 0. `PositionEncoder` translates between positions and arrangement
numbers.

The readable searches are in `search.generic.uninformed` and `search.generic.informed`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ludoscope.games.rush.rules import MEASURES, Move, Position, RushGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import exhaustion_proof, trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.process.kernel_runner import run_kernel

POSITIONS_PER_CALL = 50_000  # of the kernel, some milliseconds
FIRST_COLUMN = 8  # the place of the first column, after 8 rows
LINE_COUNT = 16


@cache
def line_tables(size: int, walls: int, lengths: tuple[int, ...]) -> Any:
    """Return the kernel's move tables for a row or column.

    Args:
        size: The cells of the line, at most 8.
        walls: The walls, a bit for each cell, the leftmost or topmost cell lowest.
        lengths: The lengths of the boats, from the left or top.
    """
    from ludoscope.search.rush.kernels.line import Line

    return Line(lengths, tuple(arrangements(size, walls, lengths)), walls)  # pyright: ignore[reportCallIssue]


def arrangements(
    size: int, walls: int, lengths: tuple[int, ...], first: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield the offsets that boats of these lengths, in this order, can have on a line.

    Args:
        size: The cells of the line.
        walls: The walls, a bit for each cell, the leftmost or topmost cell lowest.
        lengths: The lengths of the boats, from the left or top.
        first: The first cell that boats may cover.
    """
    if not lengths:
        yield ()
        return
    for offset in range(first, size - sum(lengths) + 1):
        cells = (1 << lengths[0]) - 1 << offset
        if not cells & walls:
            for next_offsets in arrangements(size, walls, lengths[1:], offset + lengths[0]):
                yield offset, *next_offsets


class PositionEncoder:
    """A translator between the positions of a game and the arrangement numbers of the kernels.

    Attributes:
        boats: For each of the 16 lines, the indices of its boats from the left or top.
        lines: For each of the 16 lines, the move tables of the kernel; None without boats.
        hero_row: The row of boat A.
        exit_arrangements: The arrangements of that row with A at the exit, a bit each.
    """

    def __init__(self, game: RushGame, position: Position) -> None:
        self.boats: list[tuple[int, ...]] = [()] * LINE_COUNT
        self.lines: list[Any] = [None] * LINE_COUNT
        for index in sorted(range(len(position)), key=position.__getitem__):
            boat = game.boats[index]
            self.boats[boat.line if boat.is_horizontal else FIRST_COLUMN + boat.line] += (index,)
        walls = [0] * LINE_COUNT
        for x, y in game.walls:
            walls[y] |= 1 << x
            walls[FIRST_COLUMN + x] |= 1 << y
        for place, boats in enumerate(self.boats):
            if boats:
                size = game.width if place < FIRST_COLUMN else game.height
                lengths = tuple(game.boats[index].length for index in boats)
                self.lines[place] = line_tables(size, walls[place], lengths)
        self.hero_row = game.boats[0].y
        hero_index = self.boats[self.hero_row].index(0)
        self.exit_arrangements = sum(
            1 << number
            for number, offsets in enumerate(self.lines[self.hero_row].arrangements)
            if offsets[hero_index] == game.goal_offset
        )

    def encode(self, position: Position) -> list[int]:
        """Return the arrangement number of each line, 0 for lines without boats.

        Raises:
            ValueError: The boats of a line have another order than in the start position.
        """
        return [
            line.arrangements.index(tuple(position[index] for index in boats)) if line else 0
            for line, boats in zip(self.lines, self.boats, strict=True)
        ]

    def decode(self, numbers: Sequence[int]) -> Position:
        """Return the position with these arrangement numbers."""
        offsets: dict[int, int] = {}
        for number, line, boats in zip(numbers, self.lines, self.boats, strict=True):
            if line:
                offsets.update(zip(boats, line.arrangements[number], strict=True))
        return tuple(offsets[index] for index in range(len(offsets)))

    def decode_move(self, line_index: int, old_arrangement: int, new_arrangement: int) -> Move:
        """Return the move that changes the arrangement number of a line."""
        line_arrangements = self.lines[line_index].arrangements
        old, new = line_arrangements[old_arrangement], line_arrangements[new_arrangement]
        for boat, start, end in zip(self.boats[line_index], old, new, strict=True):
            if start != end:
                return boat, end - start
        raise ValueError("the two arrangements are the same, so there is no move")

    def new_breadth_first_search(self, measure: str, memory_limit: int) -> Any:
        """Return a new breadth-first search of the kernel on these lines, not yet started.

        Args:
            measure: "cells" or "slides".
            memory_limit: Bytes for its queue and table.

        Raises:
            ValueError: There are too many boats for the kernel's states of 64 bits.
        """
        from ludoscope.search.rush.kernels.breadth_first import BreadthFirst

        return BreadthFirst(
            self.lines,
            self.hero_row,
            self.exit_arrangements,
            MEASURES.index(measure),
            memory_limit,
        )


def swift(game: RushGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Compiled breadth-first search: the fewest moves to the exit, or a proof that none exist.

    The boats of a row or column never change their order, so each line has few arrangements, at
    most 15, and these are numbered. A position is one 64-bit word with a field for each line, and
    every move adds a constant to it. A table gives the arrangements of a line that are one move
    away, for each set of cells that crossing boats cover; the answers for several lines are merged
    into one word, in which every set bit is a move. Visited positions are marked in a bit table, or
    stored in a hash set where the bit table would be too large. Parents are not stored. Moves are
    reversible, so a neighbour is on the same level, the one before or the one after. The solution
    is traced back by removing the positions of the last levels from the table, down to the first of
    level d; a neighbour that is still in the table is then on level d − 1.

    Time     O(states · moves), some 40 ns a state
    Memory   8 bytes a state in the queue, and a bit, or 16 to 32 bytes where they are hashed
    Verdict  the fewest moves: `swift` counts cells, `swift-slides` slides of any distance;
             unsolvable when all positions that can be reached have been searched
    Source   breadth-first search: E. F. Moore, 1959; the words and finding the solution: our own
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget, optimal_in=game.measure):
        yield verdict
        return
    encoder = PositionEncoder(game, position)
    search = encoder.new_breadth_first_search(game.measure, budget.memory_limit)
    search.start(encoder.encode(position))
    status = yield from run_kernel(
        search, budget, POSITIONS_PER_CALL, lambda: _progress(game, encoder, search, budget)
    )
    budget.levels = search.expanded_by_depth
    if status is Status.SOLVED:
        yield budget.solved(
            tuple(encoder.decode_move(*move) for move in search.solution()), game.measure
        )
    elif status is Status.EXHAUSTED:
        yield budget.unsolvable(exhaustion_proof(search.entries, Counter()), exhausted=True)
    elif status is Status.OUT_OF_MEMORY:
        yield budget.out_of_memory()
    else:
        yield budget.gave_up()


def _progress(game: RushGame, encoder: PositionEncoder, search: Any, budget: Budget) -> Progress:
    budget.levels = levels = search.expanded_by_depth
    budget.set_lower_bound(len(levels), game.measure)  # wins are detected when they are generated
    return budget.progress(
        frontier=search.entries - search.explored,
        depth=len(levels) - 1,
        entries=search.entries,
        size_bytes=search.size_bytes,
        sample=encoder.decode(search.numbers(search.last_expanded)),
    )
