"""Kernel: the goals of a search of peg solitaire, positions from which the finish is reached.

All positions from which n jumps lead to the finish, up to symmetry, for n = 0, 1, … `remaining`,
found by taking jumps back. The set is complete: a position as many jumps before the finish that is
not in it is lost. Time O(goals · jumps), memory 16 to 32 bytes a goal.

    seen    the canonical positions, of all levels
    queue   the same while they are made, in the order in which they are found
"""

import cython


class Goals:
    """As many levels as `most` positions allow, at least that of the finish itself."""

    def __cinit__(self, problem: Problem, most: int):
        cython.declare(queue=cython.pointer(u64), slots=u64)
        self.problem = problem
        self.tables = cython.address(problem.tables)
        slots = 1024
        while slots < 2 * most:
            slots *= 2
        open_set(cython.address(self.seen), slots, False)
        queue = words(most)
        if not queue:
            raise MemoryError
        self.make(queue, most)
        free(queue)

    def __dealloc__(self):
        free(self.seen.keys)

    def make(self, queue, most):
        """All positions before the finish, level by level as long as they are at most so many.

        Of a level that is begun and given up some keys stay. They do no harm: the levels that are
        looked up have other numbers of pegs.
        """
        cython.declare(index=cython.int, jump=cython.int, here=u64, key=u64)
        tables: cython.pointer(Tables) = self.tables
        first: cython.int = 0
        last: cython.int = 1
        count: cython.int = 1
        queue[0] = tables.finish
        insert(cython.address(self.seen), tables.finish, mixed(tables.finish))
        while self.remaining < tables.removed:
            for index in range(first, last):
                here = queue[index]
                write_images(tables, here, self.images)
                for jump in range(tables.jumps):
                    if here & tables.mask[jump] != tables.mask[jump] ^ tables.pegs[jump]:
                        continue
                    key = least_after(tables, here ^ tables.mask[jump], self.images, jump)
                    if not insert(cython.address(self.seen), key, mixed(key)):
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
        cython.declare(jump=cython.int, key=u64)
        here: u64 = goal
        found = [goal]
        while here != self.tables.finish:
            for jump in range(self.tables.jumps):
                if here & self.tables.mask[jump] == self.tables.pegs[jump]:
                    key = least_image(self.tables, here ^ self.tables.mask[jump])
                    if has(cython.address(self.seen), key, mixed(key)):
                        here ^= self.tables.mask[jump]
                        break
            found.append(here)
        return found
