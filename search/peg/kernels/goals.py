"""Kernel: the goals of a search of peg solitaire, positions from which the finish is reached.

All positions from which n jumps lead to the finish, up to symmetry, for n = 0, 1, … `remaining`,
made by jumps taken back. The set is complete: a position as many jumps before the finish that is
not in it is lost. Time O(goals · jumps), memory 16 to 32 bytes a goal.

    table   the canonical positions, of all levels; 0, a board with no peg, marks a free slot
    queue   the same, in the order in which they are found, as long as they are made
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.ludoscope.search.kernels.bits import mixed, u64
from cython.cimports.ludoscope.search.peg.kernels.problem import (
    Problem,
    Tables,
    least_after,
    least_image,
    write_images,
)


class Goals:
    """As many levels as `most` positions allow, at least that of the finish itself."""

    def __cinit__(self, problem: Problem, most: int):
        cython.declare(queue=cython.pointer(u64))
        self.problem = problem
        self.tables = cython.address(problem.tables)
        self.slots = 1024
        while self.slots < 2 * most:
            self.slots *= 2
        self.table = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        queue = cython.cast(cython.pointer(u64), calloc(most + 1, 8))
        if self.table == cython.NULL or queue == cython.NULL:
            free(queue)
            raise MemoryError
        self.remaining = 0
        self.make(queue, most)
        free(queue)

    def __dealloc__(self):
        free(self.table)

    def add(self, key):
        """Put a key into the set; False when it was there."""
        slot: u64 = mixed(key) & (self.slots - 1)
        while self.table[slot] != 0:
            if self.table[slot] == key:
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.table[slot] = key
        return True

    def has(self, key):
        """Whether a canonical position is a goal."""
        slot: u64 = mixed(key) & (self.slots - 1)
        while self.table[slot] != 0:
            if self.table[slot] == key:
                return True
            slot = (slot + 1) & (self.slots - 1)
        return False

    def make(self, queue, most):
        """All positions before the finish, level by level as long as they are at most so many.

        A level begun and given up leaves some keys behind, which nobody asks for: levels differ
        in the number of pegs.
        """
        cython.declare(index=cython.int, jump=cython.int, here=u64, key=u64)
        tables: cython.pointer(Tables) = self.tables
        first: cython.int = 0
        last: cython.int = 1
        count: cython.int = 1
        queue[0] = tables.finish
        self.add(tables.finish)
        while self.remaining < tables.removed:
            for index in range(first, last):
                here = queue[index]
                write_images(tables, here, self.images)
                for jump in range(tables.jumps):
                    if here & tables.mask[jump] != tables.mask[jump] ^ tables.pegs[jump]:
                        continue
                    key = least_after(tables, here ^ tables.mask[jump], self.images, jump)
                    if not self.add(key):
                        continue
                    if count == most:
                        return
                    queue[count] = key
                    count += 1
            first = last
            last = count
            self.remaining += 1

    def line(self, goal: int) -> list:
        """The positions from a goal to the finish, both included."""
        cython.declare(jump=cython.int)
        found = [goal]
        here: u64 = goal
        while here != self.tables.finish:
            for jump in range(self.tables.jumps):
                if here & self.tables.mask[jump] == self.tables.pegs[jump] and self.has(
                    least_image(self.tables, here ^ self.tables.mask[jump])
                ):
                    here ^= self.tables.mask[jump]
                    break
            found.append(here)
        return found
