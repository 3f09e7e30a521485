"""Simulated annealing for ORush puzzles: the readable version of `search.rush.kernels.annealing`.

Both draw the same random numbers, so a seed makes the same puzzles with and without the compiled
kernel; this one is hundreds of times slower.

    Line       the lengths of the boats on a line, and their arrangements: all offsets they can have
    draft      for each line (8 rows, then 8 columns) one of its `options`: boats or none
    numbers    a position of a draft: the number of the arrangement of each line, 0 without boats
    length     the fewest moves from the hardest position of a draft
"""

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from ludoscope.search.kernels import Status

ROWS = 8  # lines that come before the columns
LINES = 2 * ROWS
MASK = (1 << 64) - 1
ROOMIEST = 1 << 28  # greatest product of the numbers of arrangements

Numbers = tuple[int, ...]


class Line(NamedTuple):
    """`walls` are bits, the first cell of the line lowest."""

    lengths: tuple[int, ...]
    arrangements: tuple[tuple[int, ...], ...]
    walls: int

    def hull(self, number: int) -> list[int]:
        """The cells taken."""
        pairs = zip(self.lengths, self.arrangements[number], strict=True)
        return [cell for length, offset in pairs for cell in range(offset, offset + length)]

    def swept(self, number: int, target: int, measure: int) -> list[int] | None:
        """The cells that a move to another arrangement passes; None when it is no move."""
        pairs = zip(self.arrangements[number], self.arrangements[target], strict=True)
        moved = [(i, here, there) for i, (here, there) in enumerate(pairs) if here != there]
        if len(moved) != 1:
            return None
        [(boat, here, there)] = moved
        length = self.lengths[boat]
        cells = range(here + length, there + length) if there > here else range(there, here)
        far = measure == 0 and len(cells) > 1
        return None if far or any(self.walls >> cell & 1 for cell in cells) else list(cells)


class Draft:
    """The tables of a draft: cells as bits of the grid, row by row."""

    def __init__(self, lines: Sequence[Line | None], measure: int) -> None:
        self.lines = lines
        self.hulls: list[list[int]] = []
        self.moves: list[list[list[tuple[int, int]]]] = []  # by line and number: target, swept
        for place, line in enumerate(lines):
            count = len(line.arrangements) if line else 1
            hulls = [_bits(place, line.hull(number)) if line else 0 for number in range(count)]
            moves: list[list[tuple[int, int]]] = [[] for _ in hulls]
            for number in range(count):
                for target in range(count):
                    cells = line.swept(number, target, measure) if line else None
                    if cells is not None:
                        moves[number].append((target, _bits(place, cells)))
            self.hulls.append(hulls)
            self.moves.append(moves)

    def wins(
        self, hero: int, heroes: int, taken: int = 0, below: Numbers = ()
    ) -> Iterator[Numbers]:
        """All placements with the hero at the exit."""
        place = len(below)
        if place == LINES:
            yield below
            return
        for number, hull in enumerate(self.hulls[place]):
            if not hull & taken and (place != hero or heroes >> number & 1):
                yield from self.wins(hero, heroes, taken | hull, (*below, number))

    def near(self, here: Numbers) -> Iterator[Numbers]:
        """The positions one move away."""
        taken = sum(hulls[number] for hulls, number in zip(self.hulls, here, strict=True))
        for place, number in enumerate(here):
            for target, swept in self.moves[place][number]:
                if not swept & taken:
                    yield (*here[:place], target, *here[place + 1 :])

    def levels(self, hero: int, heroes: int, largest: int) -> list[list[Numbers]]:
        """The winnable positions by distance; empty if there are none, or more than `largest`."""
        met: set[Numbers] = set()
        if prod(map(len, self.hulls)) > ROOMIEST:
            return []
        for win in self.wins(hero, heroes):
            met.add(win)
            if len(met) > largest:
                return []
        levels, level = [], sorted(met)
        while level:
            levels.append(level)
            following = {there for here in level for there in self.near(here)} - met
            met |= following
            if len(met) > largest:
                return []
            level = sorted(following)
        return levels


def _bits(place: int, cells: Sequence[int]) -> int:
    """Cells of a line as bits of the grid."""
    if place < ROWS:
        return sum(1 << ROWS * place + cell for cell in cells)
    return sum(1 << ROWS * cell + place - ROWS for cell in cells)


class Annealer:
    """One run, with the parameters and results of the kernel; see there."""

    def __init__(
        self,
        options: Sequence[Sequence[Line | None]],
        hero: int,
        heroes: int,
        measure: int,
        wanted: int,
        largest: int,
        patience: int,
        mercy: int,
        seed: int,
    ) -> None:
        self.explored = 0
        self.status = Status.SEARCHING
        self._options = options
        self._hero, self._heroes, self._measure = hero, heroes, measure
        self._wanted = wanted
        self._largest, self._patience, self._mercy = largest, patience, mercy
        self._random = seed
        self._chosen = [0] * LINES
        self._longest = self._idle = 0
        self._levels: list[list[Numbers]] = []
        self._hardest: tuple[int, list[Line | None], Numbers] = 0, self._lines(), (0,) * LINES

    def run(self, budget: int) -> Status:
        """Try up to `budget` drafts: SOLVED once one takes `wanted` moves, FAILED when stuck."""
        for _ in range(budget):
            if self.status is not Status.SEARCHING:
                break
            if self._try() and self._longest >= self._wanted:
                self.status = Status.SOLVED
            elif self._idle >= self._patience:
                self.status = Status.FAILED
        return self.status

    def hardest(self) -> tuple[int, list[Line | None], list[int]]:
        """The longest draft of the run so far: its moves, its lines and a position that long."""
        length, lines, numbers = self._hardest
        return length, lines, list(numbers)

    def found(self, distance: int) -> tuple[list[Line | None], list[list[int]]]:
        """After "found": the lines, and the positions of that distance, sorted."""
        return self._lines(), [list(numbers) for numbers in self._levels[distance]]

    def _lines(self) -> list[Line | None]:
        return [options[n] for options, n in zip(self._options, self._chosen, strict=True)]

    def _try(self) -> bool:
        """Make a draft from the last; whether it stays."""
        before = list(self._chosen)
        fresh = self._hardest[0] == 0
        if fresh:
            self._chosen = [self._below(len(options)) for options in self._options]
        else:
            self._change()
            self._idle += 1
        self.explored += 1
        draft = Draft(self._lines(), self._measure)
        levels = draft.levels(self._hero, self._heroes, self._largest)
        length = max(len(levels) - 1, 0)
        if not fresh and not self._accepts(length):
            self._chosen = before
            return False
        self._longest, self._levels = length, levels
        if length > self._hardest[0]:
            self._idle = 0
            self._hardest = length, self._lines(), levels[-1][0]
        return True

    def _change(self) -> None:
        """Other boats for one to three lines."""
        count = 1 + self._below(3)
        while count:
            place = self._below(LINES)
            choices = len(self._options[place])
            if choices > 1:
                self._chosen[place] += 1 + self._below(choices - 1)
                self._chosen[place] %= choices
                count -= 1

    def _accepts(self, length: int) -> bool:
        """Whether to accept a change to a draft of that length."""
        probability = 1 << 32
        for _ in range(self._longest - length):
            probability = probability * self._mercy >> 8
        if probability >> 32:
            return True
        return length > 0 and self._below(1 << 32) < probability

    def _below(self, bound: int) -> int:
        """A random number from 0 to `bound` - 1, by splitmix64."""
        self._random = (self._random + 0x9E3779B97F4A7C15) & MASK
        mixed = self._random
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & MASK
        return ((mixed ^ (mixed >> 31)) >> 32) * bound >> 32
