"""Pagoda functions of peg solitaire by linear programming, verified in integers.

A pagoda function gives each hole a weight such that no jump raises the sum over the pegs:
w(target) ≤ w(source) + w(jumped). A position with a smaller sum than the finish can never reach it.
The strongest refutation, if there is any, is an optimum of

    maximise  w·finish − w·position   subject to   w(target) − w(source) − w(jumped) ≤ 0, each jump
                                                   Σ|w| ≤ 1

where w ≥ 0 except for the holes that no jump passes over: jumps both ways over a hole force its
weight to be ≥ 0. (J. H. Conway and J. M. Boardman; E. R. Berlekamp, J. H. Conway and R. K. Guy,
"Winning Ways", ch. 23.)

The program is solved by the simplex method. All right-hand sides but one are 0, so every vertex is
degenerate. Ratios are therefore taken on right-hand sides perturbed by tiny amounts, no two alike,
which rules out cycling, while the true ones are updated too. Floating-point numbers only suggest
the weights: those returned are integers that were checked exactly, so a rounding error can lose a
proof but never produce a false one.

Data layout: a dense tableau of doubles, row by row, and a copy of its initial state (`pagoda.pxd`).

Invariants: every vertex is a pagoda function, so the tableau stays feasible when the objective
changes; `weights` always holds a refutation that was checked, once `refute` has returned True.

Limits: 64 holes and 512 jumps, ValueError beyond them; 2,000 pivots, after which the current vertex
is used (a proof may be missed). One thread at a time.

Complexity: O(jumps · holes) time a pivot and some `hole_count` pivots a program, 0.1 ms in all;
O(jumps · holes) doubles of memory.
"""

import cython

TOLERANCE = cython.declare(cython.double, 1e-9)
PERTURBATION = cython.declare(cython.double, 1e-6)
MAX_PIVOTS = cython.declare(cython.int, 2000)


class PagodaProgram:
    """The linear programs of a board.

    Args:
        jumps: The jumps of the board, as (source, jumped, target).
        hole_count: The number of holes.

    Raises:
        ValueError: The board has more than 64 holes or 512 jumps.
    """

    def __cinit__(self, jumps: list, hole_count: int):
        if len(jumps) > 512 or hole_count > 64:
            raise ValueError("the kernel takes up to 64 holes and 512 jumps")
        self.jump_count = len(jumps)
        self.hole_count = hole_count
        self.columns = hole_count
        jumped_holes = {jumped for _, jumped, _ in jumps}
        for hole in range(hole_count):
            self.negative_column[hole] = -1
            self.hole_of_column[hole] = hole
            if hole not in jumped_holes:
                self.negative_column[hole] = self.columns
                self.hole_of_column[self.columns] = hole
                self.columns += 1
        for row, (source, jumped, target) in enumerate(jumps):
            self.source[row], self.jumped[row], self.target[row] = source, jumped, target
            self.mask[row] = 1 << source | 1 << jumped | 1 << target
            self.pegs[row] = 1 << source | 1 << jumped
        self.row_length = self.columns + 2
        size = (self.jump_count + 2) * self.row_length * cython.sizeof(cython.double)
        self.initial_tableau = cython.cast(cython.pointer(cython.double), malloc(size))
        self.tableau = cython.cast(cython.pointer(cython.double), malloc(size))
        if not (self.initial_tableau and self.tableau):
            raise MemoryError
        self.fill_initial_tableau()

    def __dealloc__(self):
        free(self.initial_tableau)
        free(self.tableau)

    def set_coefficient(self, row, hole, value):
        """Set the coefficient of a weight in a row of the initial tableau."""
        self.initial_tableau[row * self.row_length + hole] = value
        if self.negative_column[hole] >= 0:
            self.initial_tableau[row * self.row_length + self.negative_column[hole]] = -value

    def fill_initial_tableau(self):
        """Fill the initial tableau, except for the objective."""
        cython.declare(row=cython.int, column=cython.int)
        for column in range((self.jump_count + 2) * self.row_length):
            self.initial_tableau[column] = 0
        for row in range(self.jump_count):
            self.set_coefficient(row, self.target[row], 1)
            self.set_coefficient(row, self.source[row], -1)
            self.set_coefficient(row, self.jumped[row], -1)
            self.initial_tableau[row * self.row_length + self.columns + 1] = PERTURBATION * (
                1 + cython.cast(cython.double, hash_word(row + 1) >> 44) / 1048576
            )
        for column in range(self.columns):
            self.initial_tableau[self.jump_count * self.row_length + column] = 1
        self.initial_tableau[self.jump_count * self.row_length + self.columns] = 1
        self.initial_tableau[self.jump_count * self.row_length + self.columns + 1] = 1

    def pivot(self, row, column):
        """Exchange the variable of a row for that of a column."""
        cython.declare(row_values=cython.pointer(cython.double), factor=cython.double, i=cython.int)
        cython.declare(j=cython.int)
        width: cython.int = self.row_length
        pivots: cython.pointer(cython.double) = self.tableau + row * width
        inverse: cython.double = 1 / pivots[column]
        for j in range(width):
            pivots[j] *= inverse
        pivots[column] = inverse
        for i in range(self.jump_count + 2):
            row_values = self.tableau + i * width
            factor = row_values[column]
            if i == row or factor == 0:
                continue
            row_values[column] = 0
            for j in range(width):
                row_values[j] -= factor * pivots[j]
        i = self.labels[column]
        self.labels[column] = self.labels[self.columns + row]
        self.labels[self.columns + row] = i

    def entering_column(self):
        """Return the column whose variable increases the objective most, −1 at the optimum."""
        cython.declare(column=cython.int)
        objective: cython.pointer(cython.double) = self.tableau + (
            (self.jump_count + 1) * self.row_length
        )
        best: cython.int = -1
        smallest: cython.double = -TOLERANCE
        for column in range(self.columns):
            if objective[column] < smallest:
                smallest = objective[column]
                best = column
        return best

    def leaving_row(self, column):
        """Return the row that bounds the variable of a column first, −1 if none does."""
        cython.declare(ratio=cython.double, factor=cython.double, row=cython.int)
        best: cython.int = -1
        smallest: cython.double = 0
        for row in range(self.jump_count + 1):
            factor = self.tableau[row * self.row_length + column]
            if factor > TOLERANCE:
                ratio = self.tableau[row * self.row_length + self.columns + 1] / factor
                if best < 0 or ratio < smallest:
                    best = row
                    smallest = ratio
        return best

    def reset(self):
        """Return to the vertex where all weights are 0."""
        cython.declare(variable=cython.int)
        size: cython.int = (self.jump_count + 1) * self.row_length
        memcpy(self.tableau, self.initial_tableau, size * cython.sizeof(cython.double))
        for variable in range(self.columns + self.jump_count + 1):
            self.labels[variable] = variable

    def write_objective(self, position, finish):
        """Write the objective w·finish − w·position for the current vertex."""
        cython.declare(row=cython.pointer(cython.double), value=cython.double, hole=cython.int)
        cython.declare(index=cython.int, column=cython.int)
        objective: cython.pointer(cython.double) = self.tableau + (
            (self.jump_count + 1) * self.row_length
        )
        for column in range(self.row_length):
            objective[column] = 0
        for index in range(self.columns + self.jump_count + 1):
            if self.labels[index] >= self.columns:
                continue
            hole = self.hole_of_column[self.labels[index]]
            value = cython.cast(cython.int, finish >> hole & 1)
            value -= cython.cast(cython.int, position >> hole & 1)
            if self.labels[index] >= self.hole_count:
                value = -value
            if index < self.columns:
                objective[index] -= value
            elif value != 0:
                row = self.tableau + (index - self.columns) * self.row_length
                for column in range(self.row_length):
                    objective[column] += value * row[column]

    def maximise(self, position, finish):
        """Return the maximum of w·finish − w·position, starting from the current vertex.

        The vertex of the last program is near that of the next if their positions are similar.
        """
        cython.declare(row=cython.int, column=cython.int)
        self.write_objective(position, finish)
        for _ in range(MAX_PIVOTS):
            column = self.entering_column()
            if column < 0:
                break
            row = self.leaving_row(column)
            if row < 0:
                break
            self.pivot(row, column)
        return self.tableau[(self.jump_count + 1) * self.row_length + self.columns]

    def round_weights(self, position, finish, max_weight):
        """Round the weights of the vertex to the smallest integers that refute; False if none do.

        No weight exceeds `max_weight`.
        """
        cython.declare(value=cython.double, hole=cython.int, row=cython.int, label=cython.int)
        cython.declare(scale=cython.int)
        greatest: cython.double = 0
        for hole in range(self.hole_count):
            self.exact_weights[hole] = 0
        for row in range(self.jump_count + 1):
            label = self.labels[self.columns + row]
            value = self.tableau[row * self.row_length + self.columns]
            if label < self.hole_count:
                self.exact_weights[label] += value
            elif label < self.columns:
                self.exact_weights[self.hole_of_column[label]] -= value
        for hole in range(self.hole_count):
            greatest = max(greatest, fabs(self.exact_weights[hole]))
        if greatest < TOLERANCE:
            return False
        for scale in range(1, max_weight + 1):
            for hole in range(self.hole_count):
                self.trial_weights[hole] = cython.cast(
                    cython.int, floor(self.exact_weights[hole] * scale / greatest + 0.5)
                )
            if self.is_refutation(self.trial_weights, position, finish):
                memcpy(
                    self.weights, self.trial_weights, self.hole_count * cython.sizeof(cython.int)
                )
                return True
        return False

    def excess(self, weights, position, finish):
        """Return the sum of the weights over a position minus the sum over the finish."""
        cython.declare(hole=cython.int)
        excess: cython.int = 0
        for hole in range(self.hole_count):
            excess += weights[hole] * cython.cast(cython.int, position >> hole & 1)
            excess -= weights[hole] * cython.cast(cython.int, finish >> hole & 1)
        return excess

    def is_refutation(self, weights, position, finish):
        """Return True if integers are a pagoda function that refutes a position."""
        cython.declare(row=cython.int)
        if self.excess(weights, position, finish) >= 0:
            return False
        for row in range(self.jump_count):
            if weights[self.target[row]] > weights[self.source[row]] + weights[self.jumped[row]]:
                return False
        return True

    def refute(self, position, finish, max_weight):
        """Find weights that refute a position; return False if none are found."""
        return self.maximise(position, finish) > TOLERANCE and self.round_weights(
            position, finish, max_weight
        )

    def play_random(self, start, max_jumps, seed):
        """Write a random playout of at most `max_jumps` jumps to `positions`; return its length."""
        cython.declare(row=cython.int, legal_count=cython.int, chosen_row=cython.int)
        depth: cython.int = 0
        self.positions[0] = start
        while depth < max_jumps:
            legal_count = 0
            chosen_row = 0
            for row in range(self.jump_count):
                if self.positions[depth] & self.mask[row] == self.pegs[row]:
                    legal_count += 1
                    seed = hash_word(seed + 1)
                    if seed % cython.cast(u64, legal_count) == 0:
                        chosen_row = row
            if legal_count == 0:
                break
            self.positions[depth + 1] = self.positions[depth] ^ self.mask[chosen_row]
            depth += 1
        return depth

    def refute_earliest(self, depth, finish, max_weight):
        """Find a pagoda that refutes the earliest position of the playout that any refutes.

        A refutation of a position refutes all later ones, so the positions are tried from `depth`
        back towards the start, past all that the last pagoda refutes. Return False if not even the
        last position is refuted.
        """
        is_refuted: cython.bint = False
        while depth >= 0 and self.refute(self.positions[depth], finish, max_weight):
            is_refuted = True
            depth -= 1
            while depth >= 0 and self.excess(self.weights, self.positions[depth], finish) < 0:
                depth -= 1
        return is_refuted

    def find(self, position: int, finish: int, max_weight: int) -> object:
        """Return weights of at most `max_weight` that refute a position, None if none are found."""
        self.reset()
        if not self.refute(position, finish, max_weight):
            return None
        return tuple([self.weights[hole] for hole in range(self.hole_count)])

    def refute_playout(self, start: int, finish: int, seed: int, max_weight: int) -> object:
        """Return the pagoda that refutes a random playout earliest; the GIL is released.

        Args:
            start: The position that the playout starts from.
            finish: The position to be reached.
            seed: The seed of the playout.
            max_weight: The greatest weight.

        Returns:
            The weights in the order of the holes; None if no position of the playout is refuted.
        """
        cython.declare(is_refuted=cython.bint)
        first_position: u64 = start
        last_position: u64 = finish
        weight_limit: cython.int = max_weight
        mixed_seed: u64 = hash_word(seed + 1)
        max_jumps: cython.int = start.bit_count() - finish.bit_count()
        with cython.nogil:
            self.reset()
            is_refuted = self.refute_earliest(
                self.play_random(first_position, max_jumps, mixed_seed), last_position, weight_limit
            )
        return (
            tuple([self.weights[hole] for hole in range(self.hole_count)]) if is_refuted else None
        )
