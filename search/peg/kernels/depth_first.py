"""Depth-first search of peg solitaire, without recursion, with a table of visited positions.

Without pagodas it visits the same positions in the same order as
`search.generic.uninformed.depth_first` on a `PegGame`: jumps are tried in the order given, and no
position is entered whose canonical form was entered before. With pagodas
(`Problem.set_pagodas`) positions that one of them refutes are not entered either; no solution is
lost.

Data layout: the current path as arrays indexed by depth (positions, images, packs, next jump), and
one hash set of canonical positions with open addressing and linear probing (`depth_first.pxd`).

Invariants: `path[depth + 1]` is `path[depth]` after jump `next_jump[depth] - 1`; all positions of
the path are in the set, except the finish. The set is at most 3/4 full.

Limits: 64 holes, hence 64 pegs and at most 63 jumps on a path, 256 pagodas; `memory_limit` bytes
for the set, whose first 32 kB are always used. The status is OUT_OF_MEMORY when the set cannot be
doubled.

Complexity: time O(positions · (jumps + symmetries)), some 2 to 5 million positions a second; memory
11 to 21 bytes a position entered, 32 while the set is doubled.
"""

import cython


class DepthFirst(Kernel):
    """A depth-first search of one problem.

    `explored` counts the positions entered, the start included, the finish not. `depth` is the
    number of jumps of the current path.

    Args:
        problem: The problem, with the pagodas to prune by.
        memory_limit: The bytes that the set of visited positions may take.
    """

    def __cinit__(self, problem: Problem, memory_limit: int):
        self.problem = problem
        self.tables = cython.address(problem.tables)
        self.memory_limit = memory_limit
        init_set(cython.address(self.seen), 1 << 12, False)
        self.path[0] = problem.tables.start
        write_images(self.tables, self.path[0], self.images)
        for word_index in range(problem.tables.pack_words):
            self.packs[word_index] = problem.tables.start_packs[word_index]
        self.explored = 1
        key: u64 = canonical_form(self.tables, self.path[0])
        insert(cython.address(self.seen), key, hash_word(key))

    def __dealloc__(self):
        free(self.seen.keys)

    def advance(self, until):
        """Search until `until` positions have been entered in all; return the status."""
        cython.declare(
            images=cython.pointer(u64), packs=cython.pointer(u64), position=u64, child=u64, key=u64
        )
        cython.declare(jump=cython.int)
        tables: cython.pointer(ProblemTables) = self.tables
        visited: cython.pointer(Set) = cython.address(self.seen)
        pack_words: cython.int = tables.pack_words
        while self.explored < until:
            jump = self.next_jump[self.depth]
            position = self.path[self.depth]
            while jump < tables.jump_count and position & tables.mask[jump] != tables.pegs[jump]:
                jump += 1
            if jump == tables.jump_count:
                if self.depth == 0:
                    return EXHAUSTED
                self.depth -= 1
                continue
            child = position ^ tables.mask[jump]
            must_grow: cython.bint = 4 * (visited.entries + 1) > 3 * visited.slots
            if must_grow and not double_set(
                visited, bytes_left(self.memory_limit, set_bytes(visited))
            ):
                return OUT_OF_MEMORY
            self.next_jump[self.depth] = jump + 1
            packs = self.packs + self.depth * pack_words
            images = self.images + self.depth * MAX_IMAGES
            if not update_packs(
                packs + pack_words, packs, tables.losses + jump * pack_words, pack_words
            ):
                self.refuted += 1
                continue
            key = canonical_child(tables, child, images, jump)
            if not insert(visited, key, hash_word(key)):
                continue
            self.depth += 1
            self.path[self.depth] = child
            self.next_jump[self.depth] = 0
            if child == tables.finish:
                return SOLVED
            write_images(tables, child, images + MAX_IMAGES)
            self.explored += 1
        return SEARCHING

    @property
    def entries(self) -> int:
        """The number of positions in the set."""
        return self.seen.entries

    @property
    def bytes_used(self) -> int:
        """The size of the set in bytes."""
        return set_bytes(cython.address(self.seen))

    @property
    def positions(self) -> list:
        """The current path, from the start to the current position."""
        return [self.path[depth] for depth in range(self.depth + 1)]
