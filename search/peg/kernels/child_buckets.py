"""First phase of a step from level to level: children are distributed over buckets by hash.

See `bucket_tables` for the second phase and `search.peg.levels` for the driver.

Data layout: a child waits in one of 256 buckets, chosen by the highest 8 bits of the hash of its
canonical form. Three properties of a position are looked up byte by byte: the legal jumps (the
intersection of the jumps that each byte allows), the values of the pagoda functions (a sum), and
the images under the symmetries. The images and packs of a child follow from those of its parent.

Invariants: a position has at most 512 children, and `expand` stops when a bucket has less room than
that; the buckets must be emptied before it is called again. Within `pack_tables` lanes carry into
their neighbours; in the sum over all bytes they do not, since every excess is 0 to 127.

Limits: those of `problem`; a canonical form is never 0.

Complexity: O(jumps + symmetries) a position, 10 to 20 ns a jump with the second phase; 8 MB of
buckets a thread, 16 kB for each 64 jumps and 16 kB for each 8 pagodas; 8 bytes a key of a level.
"""

import cython


class LevelKeys:
    """A level: the distinct canonical positions, as a sequence of numbers in no order."""

    def __dealloc__(self):
        free(self.keys)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.keys[index]

    @property
    def bytes_used(self) -> int:
        """The size of the keys in bytes."""
        return 8 * self.count

    def to_bytearray(self) -> bytearray:
        """Return the keys as unsigned numbers of 8 bytes, in the byte order of this machine."""
        copy: bytearray = bytearray(8 * self.count)
        memcpy(cython.cast(cython.pointer(cython.char), copy), self.keys, 8 * self.count)
        return copy


class ChildBuckets:
    """The buckets of one thread.

    Args:
        problem: A problem that has been given the same pagodas.
        pagodas: Pagodas that prune the children; each must fit into a pack.
        floors: For each pagoda, the minimum value of a position that is not pruned.

    Raises:
        ValueError: The problem has another number of pagodas.
    """

    def __cinit__(self, problem: Problem, pagodas: list, floors: list):
        cython.declare(word_index=cython.int)
        rows: cython.int = problem.tables.byte_count * 256
        if (len(pagodas) + 31) // 32 * 4 != problem.tables.pack_words:
            raise ValueError(f"{len(pagodas)} pagodas, expected those of the problem")
        self.problem = problem
        self.set_words = (problem.tables.jump_count + 63) // 64
        self.pending = allocate_words(BUCKET_COUNT * PENDING_CAPACITY)
        self.jump_sets = allocate_words(rows * self.set_words)
        self.pack_tables = allocate_words(rows * problem.tables.pack_words)
        if not (self.pending and self.jump_sets and self.pack_tables):
            raise MemoryError
        self.fill_jump_sets()
        for word_index in range(problem.tables.pack_words):
            self.empty_packs[word_index] = cython.cast(u64, 0x8080808080808080)
        for lane, weights in enumerate(pagodas):
            self.add_pagoda(lane, weights, floors[lane])

    def __dealloc__(self):
        free(self.pending)
        free(self.jump_sets)
        free(self.pack_tables)

    def fill_jump_sets(self):
        """Write the set of jumps that each value of each byte allows."""
        cython.declare(jump=cython.int, byte=cython.int, value=cython.int, mask=cython.int)
        cython.declare(pegs=cython.int)
        for jump in range(self.problem.tables.jump_count):
            for byte in range(self.problem.tables.byte_count):
                mask = self.problem.tables.mask[jump] >> (8 * byte) & 255
                pegs = self.problem.tables.pegs[jump] >> (8 * byte) & 255
                for value in range(256):
                    if value & mask == pegs:
                        self.jump_sets[(byte * 256 + value) * self.set_words + (jump >> 6)] |= (
                            cython.cast(u64, 1) << (jump & 63)
                        )

    def add_pagoda(self, lane, weights, floor):
        """Add the weights of one pagoda to the tables of packs."""
        cython.declare(hole=cython.int, value=cython.int, bit=cython.int, weight=u64)
        cython.declare(table=cython.pointer(u64))
        pack_words: cython.int = self.problem.tables.pack_words
        word_index: cython.int = lane >> 3
        shift: cython.int = 8 * (lane & 7)
        self.empty_packs[word_index] -= cython.cast(u64, floor) << shift
        for hole in range(self.problem.tables.hole_count):
            weight = cython.cast(u64, cython.cast(cython.longlong, weights[hole])) << shift
            table = self.pack_tables + (hole // 8 * 256) * pack_words + word_index
            bit = 1 << (hole & 7)
            for value in range(256):
                if value & bit:
                    table[value * pack_words] += weight

    @property
    def bytes_used(self) -> int:
        """The size of the buckets in bytes."""
        return 8 * BUCKET_COUNT * PENDING_CAPACITY

    def expand(
        self,
        level: LevelKeys,
        first: int,
        end: int,
        complement_parents: bool,
        complement_children: bool,
    ) -> int:
        """Add the children of level[first:end] until a bucket may overflow.

        Args:
            level: The keys of the parents.
            first: The index of the first parent.
            end: The index after the last parent.
            complement_parents: True if jumps start from the complements of the keys.
            complement_children: True to add the complements of the children.

        Returns:
            The index of the next parent to expand, `end` when all are done.
        """
        index: u64 = first
        limit: u64 = end
        full: u64 = ~cython.cast(u64, 0) >> (64 - self.problem.tables.hole_count)
        parent_flip: u64 = full if complement_parents else 0
        child_flip: u64 = full if complement_children else 0
        with cython.nogil:
            while index < limit:
                index += 1
                if self.add_children(
                    cython.address(self.problem.tables),
                    level.keys[index - 1] ^ parent_flip,
                    child_flip,
                ):
                    break
        return index

    def add_children(self, problem, position, flip):
        """Add the children of one position; return True if those of another may not fit.

        Each child is exclusive-ored with `flip`, 0 or the full board, before it is added.
        """
        cython.declare(number=cython.int, byte=cython.int, jump=cython.int, bucket=cython.int)
        cython.declare(jumps=u64, key=u64)
        images = cython.declare(u64[12])
        parent_packs = cython.declare(u64[32])
        child_packs = cython.declare(u64[32])
        fullest: cython.int = 0
        self.write_packs(problem, position, parent_packs)
        write_images(problem, position, images)
        for number in range(problem.image_count):
            images[number] ^= flip
        for number in range(self.set_words):
            jumps = ~cython.cast(u64, 0)
            for byte in range(problem.byte_count):
                jumps &= self.jump_sets[
                    (byte * 256 + (position >> (8 * byte) & 255)) * self.set_words + number
                ]
            while jumps != 0:
                jump = 64 * number + lowest_bit_number(jumps)
                jumps &= jumps - 1
                if not update_packs(
                    child_packs,
                    parent_packs,
                    problem.losses + jump * problem.pack_words,
                    problem.pack_words,
                ):
                    continue
                key = canonical_child(problem, position ^ problem.mask[jump] ^ flip, images, jump)
                bucket = hash_key(key) >> 56
                self.pending[bucket * PENDING_CAPACITY + self.pending_count[bucket]] = key
                self.pending_count[bucket] += 1
                if self.pending_count[bucket] > fullest:
                    fullest = self.pending_count[bucket]
        return fullest > PENDING_CAPACITY - problem.jump_count

    def write_packs(self, problem, position, packs):
        """Write the packs of a position."""
        cython.declare(word_index=cython.int, byte=cython.int, row=cython.pointer(u64))
        for word_index in range(problem.pack_words):
            packs[word_index] = self.empty_packs[word_index]
        for byte in range(problem.byte_count):
            row = self.pack_tables + (byte * 256 + (position >> (8 * byte) & 255)) * (
                problem.pack_words
            )
            for word_index in range(problem.pack_words):
                packs[word_index] += row[word_index]
