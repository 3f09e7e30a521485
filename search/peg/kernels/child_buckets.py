"""First phase of a step from level to level: children are distributed over buckets by hash.

See `bucket_tables` for the second phase and `search.peg.levels` for the driver.

Data layout: an entry of a level is key << rank_bits | rank; the key is the canonical form, and the
rank that of some jump that leads to it, as numbered by `search.peg.levels.rank_jumps`. The greatest
rank stands for no known jump. A child waits in one of 128 buckets, chosen by the highest 7 bits of
the hash of its key. Three properties of a position are looked up byte by byte: the legal jumps (the
intersection of the jumps that each byte allows), the values of the pagoda functions (a sum), and
the images under the symmetries. The images and packs of a child follow from those of its parent;
each image of a child carries the rank of the jump's image, so the least image is the whole entry.

Jumps without a common hole commute: a jump j after a jump i leads where i leads after j. It is
skipped after i if the class of j has a higher number than that of i, where jumps are of one class
if a symmetry takes one to the other. Nothing that matters is lost: of all jumps that lead to a
position from positions of the level before, one of the lowest class is never skipped, since it
would follow a jump of a lower class, which leads there as well. See `search.peg.levels` for the
levels that this needs to be complete.

Invariants: a position has at most 512 children, and `expand` stops when a bucket has less room than
that; the buckets must be emptied before it is called again. Within `pack_tables` lanes carry into
their neighbours; in the sum over all bytes they do not, since every excess is 0 to 127.

Limits: those of `problem`; a canonical form is never 0. A rank has the bits that a word of 64 has
besides the key, at most 7: where these are fewer than the jumps need, the jumps of higher ranks are
entered as not known, and nothing is skipped after them.

Complexity: O(jumps + symmetries) a position, 10 to 20 ns a jump with the second phase; 8 MB of
buckets a thread, 16 kB for each 64 jumps, each 8 pagodas and each symmetry; 8 bytes a key of a
level.
"""

import cython


class LevelKeys:
    """A level: the distinct canonical positions, as a sequence of numbers in no order."""

    def __dealloc__(self):
        free(self.entries)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.entries[index] >> self.rank_bits

    @property
    def bytes_used(self) -> int:
        """The size of the entries in bytes."""
        return 8 * self.count

    def to_bytearray(self) -> bytearray:
        """Return the keys as unsigned numbers of 8 bytes, in the byte order of this machine."""
        cython.declare(index=u64)
        copy: bytearray = bytearray(8 * self.count)
        keys: cython.pointer(u64) = cython.cast(
            cython.pointer(u64), cython.cast(cython.pointer(cython.char), copy)
        )
        for index in range(self.count):
            keys[index] = self.entries[index] >> self.rank_bits
        return copy

    def forget_jumps(self) -> None:
        """Enter no known jump for each key, before jumps are taken in the other direction."""
        cython.declare(index=u64)
        no_jump: u64 = (1 << self.rank_bits) - 1
        for index in range(self.count):
            self.entries[index] |= no_jump


class ChildBuckets:
    """The buckets of one thread.

    Args:
        problem: A problem that has been given the same pagodas.
        pagodas: Pagodas that prune the children; each must fit into a pack.
        floors: For each pagoda, the minimum value of a position that is not pruned.
        classes: For each jump, the number of its class.
        image_ranks: For each jump, the rank of its image under each symmetry, the identity first.

    Raises:
        ValueError: The problem has another number of pagodas, jumps or symmetries.
    """

    def __cinit__(
        self, problem: Problem, pagodas: list, floors: list, classes: list, image_ranks: list
    ):
        cython.declare(word_index=cython.int)
        rows: cython.int = problem.tables.byte_count * 256
        if (len(pagodas) + 31) // 32 * 4 != problem.tables.pack_words:
            raise ValueError(f"{len(pagodas)} pagodas, expected those of the problem")
        shape = problem.tables.jump_count, problem.tables.image_count + 1
        if len(classes) != shape[0] or [len(row) for row in image_ranks] != [shape[1]] * shape[0]:
            raise ValueError(f"expected {shape[0]} jumps and {shape[1]} symmetries")
        self.problem = problem
        self.rank_bits = min(MAX_RANK_BITS, 64 - problem.tables.hole_count)
        self.set_words = (problem.tables.jump_count + 63) // 64
        self.pending = allocate_words(BUCKET_COUNT * PENDING_ROW)
        self.jump_sets = allocate_words(rows * self.set_words)
        self.pack_tables = allocate_words(rows * problem.tables.pack_words)
        self.skipped_sets = allocate_words(self.set_words << self.rank_bits)
        self.image_count = (problem.tables.image_count + 4) & ~3
        self.image_rows = allocate_words(rows * self.image_count)
        self.changes = allocate_words(problem.tables.jump_count * self.image_count)
        if not (
            self.pending
            and self.jump_sets
            and self.pack_tables
            and self.skipped_sets
            and self.image_rows
            and self.changes
        ):
            raise MemoryError
        self.fill_jump_sets()
        for index in range(self.image_count):
            self.set_images(index if index <= problem.tables.image_count else 0, index)
        for jump, ranks in enumerate(image_ranks):
            self.set_changes(jump, ranks)
            self.set_skipped(jump, ranks[0], classes)
        for word_index in range(problem.tables.pack_words):
            self.empty_packs[word_index] = cython.cast(u64, 0x8080808080808080)
        for lane, weights in enumerate(pagodas):
            self.add_pagoda(lane, weights, floors[lane])

    def __dealloc__(self):
        free(self.pending)
        free(self.skipped_sets)
        free(self.image_rows)
        free(self.changes)
        free(self.jump_sets)
        free(self.pack_tables)

    def set_images(self, symmetry, number):
        """Write what each value of each byte adds to image `number`; symmetry 0 is the identity."""
        cython.declare(row=cython.int, image=u64)
        for row in range(self.problem.tables.byte_count * 256):
            if symmetry > 0:
                image = self.problem.tables.byte_images[(symmetry - 1) * 8 * 256 + row]
            else:
                image = cython.cast(u64, row & 255) << (row >> 8 << 3)
            self.image_rows[row * self.image_count + number] = image << self.rank_bits

    def set_changes(self, jump, image_ranks):
        """Write what a jump changes in the images of a position."""
        cython.declare(number=cython.int, mask=u64)
        no_jump: cython.int = (1 << self.rank_bits) - 1
        for number in range(self.image_count):
            mask = self.problem.tables.mask[jump]
            if 0 < number < len(image_ranks):
                mask = self.problem.tables.mask_images[jump * MAX_IMAGES + number - 1]
            rank = image_ranks[number if number < len(image_ranks) else 0]
            self.changes[jump * self.image_count + number] = mask << self.rank_bits | min(
                rank, no_jump
            )

    def set_skipped(self, jump, rank, classes):
        """Write the set of jumps that are skipped after the jump of a rank."""
        cython.declare(later=cython.int)
        if rank >= (1 << self.rank_bits) - 1:
            return
        for later in range(self.problem.tables.jump_count):
            if (
                classes[later] > classes[jump]
                and self.problem.tables.mask[later] & self.problem.tables.mask[jump] == 0
            ):
                self.skipped_sets[rank * self.set_words + (later >> 6)] |= cython.cast(u64, 1) << (
                    later & 63
                )

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
        return 8 * BUCKET_COUNT * PENDING_ROW

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
        no_jump: u64 = (cython.cast(u64, 1) << self.rank_bits) - 1
        cython.declare(entry=u64)
        with cython.nogil:
            while index < limit:
                entry = level.entries[index]
                index += 1
                if self.add_children(
                    cython.address(self.problem.tables),
                    entry >> self.rank_bits ^ parent_flip,
                    entry & no_jump,
                    child_flip,
                ):
                    break
        return index

    def add_children(self, problem, position, rank, flip):
        """Add the children of one position; return True if those of another may not fit.

        `rank` is that of a jump that leads to the position. The key of each child is that of the
        child exclusive-ored with `flip`, 0 or the full board.
        """
        cython.declare(number=cython.int, byte=cython.int, jump=cython.int, bucket=cython.int)
        cython.declare(entry=u64)
        jumps = cython.declare(u64[8])
        images = cython.declare(u64[16])
        parent_packs = cython.declare(u64[32])
        child_packs = cython.declare(u64[32])
        any_jump: u64 = 0
        fullest: cython.int = 0
        for number in range(self.set_words):
            jumps[number] = ~self.skipped_sets[rank * self.set_words + number]
            for byte in range(problem.byte_count):
                jumps[number] &= self.jump_sets[
                    (byte * 256 + (position >> (8 * byte) & 255)) * self.set_words + number
                ]
            any_jump |= jumps[number]
        if any_jump == 0:
            return False
        self.write_packs(problem, position, parent_packs)
        self.write_images(position, flip, images)
        for number in range(self.set_words):
            while jumps[number] != 0:
                jump = 64 * number + lowest_bit_number(jumps[number])
                jumps[number] &= jumps[number] - 1
                if not update_packs(
                    child_packs,
                    parent_packs,
                    problem.losses + jump * problem.pack_words,
                    problem.pack_words,
                ):
                    continue
                entry = least_entry(
                    images, self.changes + jump * self.image_count, self.image_count
                )
                bucket = hash_key(entry >> self.rank_bits) >> (64 - BUCKET_BITS)
                self.pending[bucket * PENDING_ROW + self.pending_count[bucket]] = entry
                self.pending_count[bucket] += 1
                if self.pending_count[bucket] > fullest:
                    fullest = self.pending_count[bucket]
        return fullest > PENDING_CAPACITY - problem.jump_count

    def write_images(self, position, flip, images):
        """Write the images of a position, or of its complement, as entries without a rank."""
        cython.declare(byte=cython.int, value=u64, row=cython.pointer(u64))
        cython.declare(a=u64, b=u64, c=u64, d=u64)
        number: cython.int = 0
        while number < self.image_count:
            a = b = c = d = flip << self.rank_bits
            row = self.image_rows + number
            for byte in range(self.problem.tables.byte_count):
                value = position >> (8 * byte) & 255
                a ^= row[value * self.image_count]
                b ^= row[value * self.image_count + 1]
                c ^= row[value * self.image_count + 2]
                d ^= row[value * self.image_count + 3]
                row += 256 * self.image_count
            images[number], images[number + 1], images[number + 2], images[number + 3] = a, b, c, d
            number += 4

    def write_packs(self, problem, position, packs):
        """Write the packs of a position."""
        cython.declare(byte=cython.int, value=u64, row=cython.pointer(u64))
        cython.declare(a=u64, b=u64, c=u64, d=u64)
        word: cython.int = 0
        while word < problem.pack_words:
            a, b = self.empty_packs[word], self.empty_packs[word + 1]
            c, d = self.empty_packs[word + 2], self.empty_packs[word + 3]
            row = self.pack_tables + word
            for byte in range(problem.byte_count):
                value = position >> (8 * byte) & 255
                a += row[value * problem.pack_words]
                b += row[value * problem.pack_words + 1]
                c += row[value * problem.pack_words + 2]
                d += row[value * problem.pack_words + 3]
                row += 256 * problem.pack_words
            packs[word], packs[word + 1], packs[word + 2], packs[word + 3] = a, b, c, d
            word += 4
