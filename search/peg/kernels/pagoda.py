"""Kernel: pagoda functions of peg solitaire by linear programming, verified in integers.

A pagoda function gives each hole a weight such that no jump raises the sum over the pegs:
w(to) ≤ w(from) + w(over). A position worth less than the finish can never reach it. The
strongest refutation, if there is any, is an optimum of

    maximise  w·finish − w·position   subject to   w(to) − w(from) − w(over) ≤ 0 for each jump,
                                                   Σ|w| ≤ 1

where w ≥ 0 but for the holes that no jump passes over: jumps both ways over a hole force its
weight to be ≥ 0. (J. H. Conway and J. M. Boardman; E. R. Berlekamp, J. H. Conway and R. K. Guy,
"Winning Ways", ch. 23.)

The program is solved by the simplex method on a dense tableau, a row for each jump and a column
for each weight. All right-hand sides but one are 0, so every vertex is degenerate; ratios are
taken on right-hand sides moved by tiny amounts, no two alike, which rules out cycling, while the
true ones are carried along. Floating point only proposes: what is returned are integers that were
checked as such, so an inaccuracy can lose a proof but never make one.

    rows, columns   jumps + 1; weights, and for holes that may be negative the opposites
    [row][columns]  the right-hand side, [row][columns + 1] the same, moved
    opposite[hole]  the column of −w(hole), −1 where w ≥ 0; owner[column] the hole of a column
    label[i]        the variable of column i < columns, then of row i − columns
"""

import cython

TINY = cython.declare(cython.double, 1e-9)
MOVED = cython.declare(cython.double, 1e-6)
MOST_PIVOTS = cython.declare(cython.int, 2000)


class Pagodas:
    """Pagoda functions of a board with the `jumps` (from, over, to) between `holes` holes.

    Memory O(jumps · holes) doubles; an answer takes O(jumps · holes) per pivot, some holes' number
    of pivots. One thread at a time. ValueError for boards that do not fit.
    """

    def __cinit__(self, jumps: list, holes: int):
        if len(jumps) > 512 or holes > 64:
            raise ValueError("the kernel takes up to 64 holes and 512 jumps")
        self.jumps = len(jumps)
        self.holes = holes
        self.columns = holes
        passed = {over for _, over, _ in jumps}
        for hole in range(holes):
            self.opposite[hole] = -1
            self.owner[hole] = hole
            if hole not in passed:
                self.opposite[hole] = self.columns
                self.owner[self.columns] = hole
                self.columns += 1
        for row, (source, over, to) in enumerate(jumps):
            self.source[row], self.over[row], self.to[row] = source, over, to
            self.mask[row] = 1 << source | 1 << over | 1 << to
            self.pegs[row] = 1 << source | 1 << over
        self.stride = self.columns + 2
        size = (self.jumps + 2) * self.stride * cython.sizeof(cython.double)
        self.fresh = cython.cast(cython.pointer(cython.double), malloc(size))
        self.tableau = cython.cast(cython.pointer(cython.double), malloc(size))
        if not (self.fresh and self.tableau):
            raise MemoryError
        self.prepare()

    def __dealloc__(self):
        free(self.fresh)
        free(self.tableau)

    def put(self, row, hole, value):
        """The coefficient of the weight of a hole."""
        self.fresh[row * self.stride + hole] = value
        if self.opposite[hole] >= 0:
            self.fresh[row * self.stride + self.opposite[hole]] = -value

    def prepare(self):
        """The tableau before the first pivot, but for the row that depends on the question."""
        cython.declare(row=cython.int, column=cython.int)
        for column in range((self.jumps + 2) * self.stride):
            self.fresh[column] = 0
        for row in range(self.jumps):
            self.put(row, self.to[row], 1)
            self.put(row, self.source[row], -1)
            self.put(row, self.over[row], -1)
            self.fresh[row * self.stride + self.columns + 1] = MOVED * (
                1 + cython.cast(cython.double, mixed(row + 1) >> 44) / 1048576
            )
        for column in range(self.columns):
            self.fresh[self.jumps * self.stride + column] = 1
        self.fresh[self.jumps * self.stride + self.columns] = 1
        self.fresh[self.jumps * self.stride + self.columns + 1] = 1

    def pivot(self, row, column):
        """Exchange the variable of a row for that of a column."""
        cython.declare(others=cython.pointer(cython.double), factor=cython.double, i=cython.int)
        cython.declare(j=cython.int)
        width: cython.int = self.stride
        pivots: cython.pointer(cython.double) = self.tableau + row * width
        inverse: cython.double = 1 / pivots[column]
        for j in range(width):
            pivots[j] *= inverse
        pivots[column] = inverse
        for i in range(self.jumps + 2):
            others = self.tableau + i * width
            factor = others[column]
            if i == row or factor == 0:
                continue
            others[column] = 0
            for j in range(width):
                others[j] -= factor * pivots[j]
        i = self.label[column]
        self.label[column] = self.label[self.columns + row]
        self.label[self.columns + row] = i

    def entering(self):
        """The column that raises the value most, −1 at the optimum."""
        cython.declare(column=cython.int)
        goal: cython.pointer(cython.double) = self.tableau + (self.jumps + 1) * self.stride
        best: cython.int = -1
        least: cython.double = -TINY
        for column in range(self.columns):
            if goal[column] < least:
                least = goal[column]
                best = column
        return best

    def leaving(self, column):
        """The row that bounds the variable of a column first, −1 if none does."""
        cython.declare(ratio=cython.double, factor=cython.double, row=cython.int)
        best: cython.int = -1
        least: cython.double = 0
        for row in range(self.jumps + 1):
            factor = self.tableau[row * self.stride + column]
            if factor > TINY:
                ratio = self.tableau[row * self.stride + self.columns + 1] / factor
                if best < 0 or ratio < least:
                    best = row
                    least = ratio
        return best

    def restart(self):
        """Back to the vertex where all weights are 0."""
        cython.declare(label=cython.int)
        size: cython.int = (self.jumps + 1) * self.stride
        memcpy(self.tableau, self.fresh, size * cython.sizeof(cython.double))
        for label in range(self.columns + self.jumps + 1):
            self.label[label] = label

    def ask(self, position, finish):
        """Write the last row, for this question at the present vertex."""
        cython.declare(values=cython.pointer(cython.double), value=cython.double, hole=cython.int)
        cython.declare(label=cython.int, column=cython.int)
        goal: cython.pointer(cython.double) = self.tableau + (self.jumps + 1) * self.stride
        for column in range(self.stride):
            goal[column] = 0
        for label in range(self.columns + self.jumps + 1):
            if self.label[label] >= self.columns:
                continue
            hole = self.owner[self.label[label]]
            value = cython.cast(cython.int, finish >> hole & 1)
            value -= cython.cast(cython.int, position >> hole & 1)
            if self.label[label] >= self.holes:
                value = -value
            if label < self.columns:
                goal[label] -= value
            elif value != 0:
                values = self.tableau + (label - self.columns) * self.stride
                for column in range(self.stride):
                    goal[column] += value * values[column]

    def optimum(self, position, finish):
        """The greatest w·finish − w·position, from the present vertex on.

        Every vertex is a pagoda function, whatever question led there: bisection asks similar
        ones, and the vertex of the last is near that of the next.
        """
        cython.declare(row=cython.int, column=cython.int)
        self.ask(position, finish)
        for _ in range(MOST_PIVOTS):
            column = self.entering()
            if column < 0:
                break
            row = self.leaving(column)
            if row < 0:
                break
            self.pivot(row, column)
        return self.tableau[(self.jumps + 1) * self.stride + self.columns]

    def rounded(self, position, finish, most):
        """Turn the weights of the tableau into the least integers, at most `most`, that refute."""
        cython.declare(value=cython.double, hole=cython.int, row=cython.int, label=cython.int)
        cython.declare(scale=cython.int)
        greatest: cython.double = 0
        for hole in range(self.holes):
            self.exact[hole] = 0
        for row in range(self.jumps + 1):
            label = self.label[self.columns + row]
            value = self.tableau[row * self.stride + self.columns]
            if label < self.holes:
                self.exact[label] += value
            elif label < self.columns:
                self.exact[self.owner[label]] -= value
        for hole in range(self.holes):
            greatest = max(greatest, fabs(self.exact[hole]))
        if greatest < TINY:
            return False
        for scale in range(1, most + 1):
            for hole in range(self.holes):
                self.trial[hole] = cython.cast(
                    cython.int, floor(self.exact[hole] * scale / greatest + 0.5)
                )
            if self.holds(self.trial, position, finish):
                memcpy(self.weights, self.trial, self.holes * cython.sizeof(cython.int))
                return True
        return False

    def worth(self, weights, position, finish):
        """By how much a position is worth more than the finish."""
        cython.declare(hole=cython.int)
        excess: cython.int = 0
        for hole in range(self.holes):
            excess += weights[hole] * cython.cast(cython.int, position >> hole & 1)
            excess -= weights[hole] * cython.cast(cython.int, finish >> hole & 1)
        return excess

    def holds(self, weights, position, finish):
        """Whether the integers are a pagoda function and refute."""
        cython.declare(row=cython.int)
        if self.worth(weights, position, finish) >= 0:
            return False
        for row in range(self.jumps):
            if weights[self.to[row]] > weights[self.source[row]] + weights[self.over[row]]:
                return False
        return True

    def refute(self, position, finish, most):
        return self.optimum(position, finish) > TINY and self.rounded(position, finish, most)

    def playout(self, start, jumps, chance):
        """Random jumps from a position, at most so many, into `line`; how many they were."""
        cython.declare(row=cython.int, legal=cython.int, chosen=cython.int)
        depth: cython.int = 0
        self.line[0] = start
        while depth < jumps:
            legal = 0
            chosen = 0
            for row in range(self.jumps):
                if self.line[depth] & self.mask[row] == self.pegs[row]:
                    legal += 1
                    chance = mixed(chance + 1)
                    if chance % cython.cast(u64, legal) == 0:
                        chosen = row
            if legal == 0:
                break
            self.line[depth + 1] = self.line[depth] ^ self.mask[chosen]
            depth += 1
        return depth

    def turning(self, depth, finish, most):
        """Find a pagoda of the first position of `line` that one refutes, if any is refuted.

        What refutes a position refutes all that come after it, so the walk is from the end
        towards the start, as far as each pagoda reaches.
        """
        found: cython.bint = False
        while depth >= 0 and self.refute(self.line[depth], finish, most):
            found = True
            depth -= 1
            while depth >= 0 and self.worth(self.weights, self.line[depth], finish) < 0:
                depth -= 1
        return found

    def find(self, position: int, finish: int, most: int) -> object:
        """Weights of at most `most` by which `position` is worth less than `finish`, or None."""
        self.restart()
        if not self.refute(position, finish, most):
            return None
        return tuple([self.weights[hole] for hole in range(self.holes)])

    def harvest(self, start: int, finish: int, seed: int, most: int) -> object:
        """The pagoda that refutes a random playout from `start` as early as any does, or None.

        Weights are at most `most`. The GIL is released.
        """
        cython.declare(found=cython.bint)
        here: u64 = start
        goal: u64 = finish
        greatest: cython.int = most
        chance: u64 = mixed(seed + 1)
        jumps: cython.int = start.bit_count() - finish.bit_count()
        with cython.nogil:
            self.restart()
            found = self.turning(self.playout(here, jumps, chance), goal, greatest)
        return tuple([self.weights[hole] for hole in range(self.holes)]) if found else None
