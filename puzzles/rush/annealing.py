"""Simulated annealing for ORush puzzles; the readable version of `search.rush.kernels.annealing`.

Both versions draw the same random numbers, so a seed makes the same puzzles with and without the
compiled kernel; this one is hundreds of times slower.

A draft assigns boats to each line of the grid, but does not place them: a search backwards from all
states with boat A at the exit finds the hardest state. The annealer changes the boats of one to
three lines at a time. It always keeps a change after which the hardest state takes as many moves or
more; it keeps others with a probability that falls with every move less. Start with `Annealer.run`.

    line          a row or a column of the grid: lines 0 to 7 are rows, 8 to 15 columns
    arrangement   the offsets of the boats on a line; the possible ones of each line are numbered
    state         a position of a draft: the arrangement number of each line, 0 without boats
    mask          cells as bits of the grid, row by row
"""

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from ludoscope.search.kernels import Status

ROW_COUNT = 8  # lines that come before the columns
LINE_COUNT = 2 * ROW_COUNT
UINT64_MASK = (1 << 64) - 1
MAX_COMBINATIONS = 1 << 28  # of arrangements of all lines; the size of the kernel's table

State = tuple[int, ...]


class Line(NamedTuple):
    """The boats on a row or column and all ways to place them.

    Attributes:
        lengths: Lengths of the boats in their order on the line.
        arrangements: All possible arrangements, each a tuple of the offsets of the boats.
        walls: Bit mask of walls, lowest bit for the first cell.
    """

    lengths: tuple[int, ...]
    arrangements: tuple[tuple[int, ...], ...]
    walls: int

    def occupied_cells(self, number: int) -> list[int]:
        """Return the cells of the line that the boats of an arrangement occupy."""
        boats = zip(self.lengths, self.arrangements[number], strict=True)
        return [cell for length, offset in boats for cell in range(offset, offset + length)]

    def swept_cells(self, number: int, target: int, measure: int) -> list[int] | None:
        """Return the cells that must be free for a move from one arrangement to another.

        Args:
            number: Number of the arrangement before the move.
            target: Number of the arrangement after the move.
            measure: 0 if a move is a step to the next cell, 1 if it is a slide of any length.

        Returns:
            The cells in no particular order, None if there is no such move.
        """
        boats = zip(self.lengths, self.arrangements[number], self.arrangements[target], strict=True)
        moving_boats = [(length, old, new) for length, old, new in boats if old != new]
        if len(moving_boats) != 1:
            return None
        [(length, old, new)] = moving_boats
        cells = range(old + length, new + length) if new > old else range(new, old)
        if measure == 0 and len(cells) > 1:
            return None
        if any(self.walls >> cell & 1 for cell in cells):
            return None
        return list(cells)


class Draft:
    """The boats of all lines, with tables of the cells and moves of their arrangements.

    Attributes:
        lines: The sixteen lines, None for one without boats.
        occupied: By line and arrangement, the mask of occupied cells.
        moves: By line and arrangement, pairs of a target arrangement and the mask of cells that
            must be free.
    """

    def __init__(self, lines: Sequence[Line | None], measure: int) -> None:
        self.lines = lines
        self.occupied: list[list[int]] = []
        self.moves: list[list[list[tuple[int, int]]]] = []
        for index, line in enumerate(lines):
            occupied: list[int] = []
            moves: list[list[tuple[int, int]]] = []
            if line is None:
                occupied.append(0)
                moves.append([])
            else:
                numbers = range(len(line.arrangements))
                for number in numbers:
                    occupied.append(_grid_mask(index, line.occupied_cells(number)))
                    targets = []
                    for target in numbers:
                        cells = line.swept_cells(number, target, measure)
                        if cells is not None:
                            targets.append((target, _grid_mask(index, cells)))
                    moves.append(targets)
            self.occupied.append(occupied)
            self.moves.append(moves)

    def winning_states(
        self, boat_a_line: int, exit_arrangements: int, blocked_mask: int = 0, prefix: State = ()
    ) -> Iterator[State]:
        """Yield all states with boat A at the exit.

        Args:
            boat_a_line: Index of the line of boat A.
            exit_arrangements: Bit mask of the arrangements of that line with A at the exit.
            blocked_mask: Mask of the cells occupied by the lines of `prefix`.
            prefix: Arrangements of the first lines, which are already placed.
        """
        index = len(prefix)
        if index == LINE_COUNT:
            yield prefix
            return
        for number, cells in enumerate(self.occupied[index]):
            is_allowed = index != boat_a_line or exit_arrangements >> number & 1
            if is_allowed and not cells & blocked_mask:
                yield from self.winning_states(
                    boat_a_line, exit_arrangements, blocked_mask | cells, (*prefix, number)
                )

    def neighbours(self, state: State) -> Iterator[State]:
        """Yield the states that are one move away from a state."""
        occupied_mask = sum(
            masks[number] for masks, number in zip(self.occupied, state, strict=True)
        )
        for index, number in enumerate(state):
            for target, swept in self.moves[index][number]:
                if not swept & occupied_mask:
                    yield (*state[:index], target, *state[index + 1 :])

    def states_by_distance(
        self, boat_a_line: int, exit_arrangements: int, max_states: int
    ) -> list[list[State]]:
        """Return the solvable states by the number of moves to the exit, sorted within each level.

        Args:
            boat_a_line: Index of the line of boat A.
            exit_arrangements: Bit mask of the arrangements of that line with A at the exit.
            max_states: Maximum number of states.

        Returns:
            A list of levels. It is empty if no state has A at the exit, if more than `max_states`
            states are solvable, or if the lines have more than MAX_COMBINATIONS arrangements.
        """
        if prod(map(len, self.occupied)) > MAX_COMBINATIONS:
            return []
        reached: set[State] = set()
        for win in self.winning_states(boat_a_line, exit_arrangements):
            reached.add(win)
            if len(reached) > max_states:
                return []
        levels, level = [], sorted(reached)
        while level:
            levels.append(level)
            next_level = {neighbour for state in level for neighbour in self.neighbours(state)}
            next_level -= reached
            reached |= next_level
            if len(reached) > max_states:
                return []
            level = sorted(next_level)
        return levels


def _grid_mask(index: int, cells: Sequence[int]) -> int:
    """Return cells of a line as a mask of the grid."""
    if index < ROW_COUNT:
        return sum(1 << ROW_COUNT * index + cell for cell in cells)
    return sum(1 << ROW_COUNT * cell + index - ROW_COUNT for cell in cells)


class Annealer:
    """A run of simulated annealing, with the interface of the kernel.

    Attributes:
        explored: Number of drafts tried.
        status: SEARCHING, SOLVED or FAILED.
    """

    def __init__(
        self,
        options: Sequence[Sequence[Line | None]],
        boat_a_line: int,
        exit_arrangements: int,
        measure: int,
        target_length: int,
        max_states: int,
        max_idle_changes: int,
        acceptance: int,
        seed: int,
    ) -> None:
        """Prepare a run.

        Args:
            options: For each of the 16 lines the boats to choose from, None for no boats.
            boat_a_line: Index of the line of boat A, which has one option.
            exit_arrangements: Bit mask of the arrangements of that line with A at the exit.
            measure: Unit of lengths, 0 for cells and 1 for slides.
            target_length: Length at which the run succeeds.
            max_states: Maximum number of solvable states of a draft.
            max_idle_changes: Number of changes without a longer draft after which the run fails.
            acceptance: Probability of accepting a draft that is one move shorter, times 256.
            seed: Seed of the random numbers, 64 bits.
        """
        self.explored = 0
        self.status = Status.SEARCHING
        self._options = options
        self._boat_a_line = boat_a_line
        self._exit_arrangements = exit_arrangements
        self._measure = measure
        self._target_length = target_length
        self._max_states = max_states
        self._max_idle_changes = max_idle_changes
        self._acceptance = acceptance
        self._random_state = seed
        self._option_numbers = [0] * LINE_COUNT  # the draft: for each line the number of its option
        self._length = 0  # of the draft
        self._idle_changes = 0
        self._levels: list[list[State]] = []
        self._best_length = 0
        self._best_lines = self._lines()
        self._best_state: State = (0,) * LINE_COUNT

    def run(self, budget: int) -> Status:
        """Try up to `budget` drafts and return the status.

        SOLVED means that the draft has the target length, FAILED that too many changes in a row did
        not help.
        """
        for _ in range(budget):
            if self.status is not Status.SEARCHING:
                break
            if self._try_draft() and self._length >= self._target_length:
                self.status = Status.SOLVED
            elif self._idle_changes >= self._max_idle_changes:
                self.status = Status.FAILED
        return self.status

    def hardest(self) -> tuple[int, list[Line | None], list[int]]:
        """Return the length of the hardest draft so far, its lines and a state of that length."""
        return self._best_length, self._best_lines, list(self._best_state)

    def states_at_distance(self, distance: int) -> tuple[list[Line | None], list[list[int]]]:
        """Return the lines of the current draft and its states that take `distance` moves, sorted.

        Call it only after `run` has returned SOLVED.
        """
        return self._lines(), [list(state) for state in self._levels[distance]]

    def _lines(self) -> list[Line | None]:
        """Return the lines of the current draft."""
        return [
            options[number]
            for options, number in zip(self._options, self._option_numbers, strict=True)
        ]

    def _try_draft(self) -> bool:
        """Draw a random draft or change the current one; return True if the result is accepted.

        Random drafts are drawn, and all accepted, until one is solvable.
        """
        previous = list(self._option_numbers)
        is_random = self._best_length == 0
        if is_random:
            self._option_numbers = [self._randrange(len(options)) for options in self._options]
        else:
            self._change_lines()
            self._idle_changes += 1
        self.explored += 1
        draft = Draft(self._lines(), self._measure)
        levels = draft.states_by_distance(
            self._boat_a_line, self._exit_arrangements, self._max_states
        )
        length = max(len(levels) - 1, 0)
        if not is_random and not self._accepts(length):
            self._option_numbers = previous
            return False
        self._length, self._levels = length, levels
        if length > self._best_length:
            self._idle_changes = 0
            self._best_length, self._best_lines = length, self._lines()
            self._best_state = levels[-1][0]
        return True

    def _change_lines(self) -> None:
        """Choose another option for one to three lines, which need not be different."""
        count = 1 + self._randrange(3)
        while count:
            index = self._randrange(LINE_COUNT)
            option_count = len(self._options[index])
            if option_count > 1:
                shift = 1 + self._randrange(option_count - 1)
                self._option_numbers[index] = (self._option_numbers[index] + shift) % option_count
                count -= 1

    def _accepts(self, length: int) -> bool:
        """Return True if a draft of this length replaces the current one."""
        probability = 1 << 32  # in units of 2^-32
        for _ in range(self._length - length):
            probability = probability * self._acceptance >> 8
        if probability >> 32:
            return True
        return length > 0 and self._randrange(1 << 32) < probability

    def _randrange(self, stop: int) -> int:
        """Return a random number from 0 to `stop` - 1.

        The generator is splitmix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
        generators", OOPSLA 2014.
        """
        self._random_state = (self._random_state + 0x9E3779B97F4A7C15) & UINT64_MASK
        mixed = self._random_state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & UINT64_MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & UINT64_MASK
        return ((mixed ^ (mixed >> 31)) >> 32) * stop >> 32
