"""Kernel: depth-first search of peg solitaire on boards of up to 64 holes.

The same search as `search.generic.uninformed.depthfirst` on a `PegGame`, position for position, as
long as no pagodas are given: jumps in the order given, no position entered whose canonical form was
met before. With pagodas (`Problem.arm`) no position is entered that one of them refutes: no jumps
lead from there to the finish, so nothing is lost. About 10 bytes of table per position met at the
usual load (8-byte keys, open addressing, linear probing).

    line[d]     the position d jumps down the current line; images[IMAGES·d] its images
    pack        the excesses of the positions of the line, `words` words each
    untried[d]  the number of the next jump to try there
    seen        the canonical positions entered, keys of 8 bytes, at most 3/4 full
"""

import cython


class DepthFirst(Kernel):
    """One search. `memory` is the bytes that the table may take.

    `explored` counts the positions entered, the start included, the finish not; `refuted` how often
    a pagoda kept a position from being entered. `depth` is the number of jumps on the current line.
    """

    def __cinit__(self, problem: Problem, memory: int):
        self.problem = problem
        self.tables = cython.address(problem.tables)
        self.memory = memory
        open_set(cython.address(self.seen), 1 << 12, False)
        self.line[0] = problem.tables.start
        write_images(self.tables, self.line[0], self.images)
        for word in range(problem.tables.words):
            self.pack[word] = problem.tables.first[word]
        self.explored = 1
        key: u64 = least_image(self.tables, self.line[0])
        insert(cython.address(self.seen), key, mixed(key))

    def __dealloc__(self):
        free(self.seen.keys)

    def advance(self, until):
        """Enter positions until the finish is met."""
        cython.declare(
            images=cython.pointer(u64), pack=cython.pointer(u64), here=u64, child=u64, key=u64
        )
        cython.declare(number=cython.int)
        tables: cython.pointer(Tables) = self.tables
        seen: cython.pointer(Set) = cython.address(self.seen)
        words: cython.int = tables.words
        while self.explored < until:
            number = self.untried[self.depth]
            here = self.line[self.depth]
            while number < tables.jumps and here & tables.mask[number] != tables.pegs[number]:
                number += 1
            if number == tables.jumps:
                if self.depth == 0:
                    return EXHAUSTED
                self.depth -= 1
                continue
            child = here ^ tables.mask[number]
            crowded: cython.bint = 4 * (seen.entries + 1) > 3 * seen.slots
            if crowded and not double_set(seen, left(self.memory, set_bytes(seen))):
                return FULL
            self.untried[self.depth] = number + 1
            pack = self.pack + self.depth * words
            images = self.images + self.depth * IMAGES
            if not lowered(pack + words, pack, tables.lost + number * words, words):
                self.refuted += 1
                continue
            key = least_after(tables, child, images, number)
            if not insert(seen, key, mixed(key)):
                continue
            self.depth += 1
            self.line[self.depth] = child
            self.untried[self.depth] = 0
            if child == tables.finish:
                return SOLVED
            write_images(tables, child, images + IMAGES)
            self.explored += 1
        return SEARCHING

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.seen.entries

    @property
    def size(self) -> int:
        """Bytes of the table."""
        return set_bytes(cython.address(self.seen))

    @property
    def positions(self) -> list:
        """The current line, from the start to the position at hand."""
        return [self.line[index] for index in range(self.depth + 1)]
