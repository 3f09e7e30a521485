"""Kernel: the levels of peg solitaire, sets of positions up to symmetry, on boards of up to 64
holes; `search.peg.atlas` drives it.

A step from a level to the next alternates between two phases until the level is used up. The first
distributes the children by hash over 256 buckets. The second empties each bucket into a hash table
of its own, which is small enough for the cache of a processor. Each thread has its `ChildBuckets`,
and in the second phase buckets of its own, so no thread writes to memory that another one uses.

    key           the least image of a position under the symmetries, never 0 (a board with no peg)
    Keys          a level, 8 bytes a key, the keys of one bucket together
    ChildBuckets  the first phase of a thread, 8 MB
    Table         the second phase: open addressing, linear probing, 16 to 34 bytes a key
"""

import cython

u8 = cython.typedef(cython.uchar)

SMALLEST = cython.declare(cython.int, 64)  # slots of the table of a bucket


class Table:
    """A set of keys, a table for each bucket; `memory` bounds its bytes, its `keys` included."""

    def __cinit__(self, memory: int):
        cython.declare(bucket=cython.int)
        self.overflow = False
        self.most = memory // (BUCKETS * 13)  # slots, no more than half of them in use
        for bucket in range(BUCKETS):
            self.bits[bucket] = 6
            self.entries[bucket] = 0
            self.rows[bucket] = words(SMALLEST)
            if not self.rows[bucket]:
                raise MemoryError

    def __dealloc__(self):
        cython.declare(bucket=cython.int)
        for bucket in range(BUCKETS):
            free(self.rows[bucket])
            free(self.found[bucket])

    def __len__(self) -> int:
        return sum(self.entries[bucket] for bucket in range(BUCKETS))

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(8 << self.bits[bucket] for bucket in range(BUCKETS))

    @property
    def full(self) -> bool:
        """Whether a key had no room."""
        return self.overflow

    def take(self, level: Keys) -> None:
        """Enter the keys of a level, to be marked."""
        cython.declare(bucket=cython.int, first=u64)
        with cython.nogil:
            for bucket in range(BUCKETS):
                first = level.starts[bucket]
                self.insert(bucket, level.keys + first, level.starts[bucket + 1] - first)
        for bucket in range(BUCKETS):
            free(self.found[bucket])
            self.found[bucket] = cython.cast(cython.pointer(u8), calloc(1 << self.bits[bucket], 1))
            if not self.found[bucket]:
                raise MemoryError

    def drain(self, buckets: ChildBuckets, part: int, parts: int, mark: bool) -> None:
        """Empty every bucket whose number is `part` modulo `parts`.

        Its keys are put into the table, or, to `mark`, looked for and marked where they are.
        """
        cython.declare(bucket=cython.int, keys=cython.pointer(u64))
        first: cython.int = part
        stride: cython.int = parts
        marking: cython.bint = mark
        with cython.nogil:
            bucket = first
            while bucket < BUCKETS:
                keys = buckets.pending + bucket * PENDING
                if marking:
                    self.mark(bucket, keys, buckets.waiting[bucket])
                else:
                    self.insert(bucket, keys, buckets.waiting[bucket])
                buckets.waiting[bucket] = 0
                bucket += stride

    def insert(self, bucket, keys, count):
        """Put `count` keys into a bucket; none where there is no room for as many new ones."""
        cython.declare(index=u64, slot=u64, key=u64)
        if not self.grow(bucket, self.entries[bucket] + count):
            self.overflow = True
            return
        row: cython.pointer(u64) = self.rows[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        last: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        entries: u64 = self.entries[bucket]
        for index in range(count):
            key = keys[index]
            slot = (hashed(key) << 8) >> shift
            while row[slot] != 0 and row[slot] != key:
                slot = (slot + 1) & last
            entries += row[slot] == 0
            row[slot] = key
        self.entries[bucket] = entries

    def mark(self, bucket, keys, count):
        """Mark those of `count` keys that are there."""
        cython.declare(index=u64, slot=u64, key=u64)
        row: cython.pointer(u64) = self.rows[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        last: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        for index in range(count):
            key = keys[index]
            slot = (hashed(key) << 8) >> shift
            while row[slot] != 0 and row[slot] != key:
                slot = (slot + 1) & last
            if row[slot] == key:
                self.found[bucket][slot] = 1

    def grow(self, bucket, entries):
        """Room for so many keys; False where the budget or the machine has none."""
        cython.declare(row=cython.pointer(u64), index=u64, slot=u64)
        old: cython.pointer(u64) = self.rows[bucket]
        old_slots: u64 = cython.cast(u64, 1) << self.bits[bucket]
        bits: cython.int = self.bits[bucket]
        while cython.cast(u64, 1) << bits < 2 * entries:
            bits += 1
        if bits == self.bits[bucket]:
            return True
        if cython.cast(u64, 1) << bits > self.most:
            return False
        row = words(cython.cast(u64, 1) << bits)
        if not row:
            return False
        for index in range(old_slots):
            if old[index] != 0:
                slot = (hashed(old[index]) << 8) >> (64 - bits)
                while row[slot] != 0:
                    slot = (slot + 1) & ((cython.cast(u64, 1) << bits) - 1)
                row[slot] = old[index]
        free(old)
        self.rows[bucket] = row
        self.bits[bucket] = bits
        return True

    def keys(self, marked: bool) -> Keys:
        """The keys, all or the marked ones."""
        cython.declare(bucket=cython.int)
        level: Keys = Keys.__new__(Keys)
        only: cython.bint = marked
        room: u64 = 1
        for bucket in range(BUCKETS):
            room += self.entries[bucket]
        level.keys = words(room)
        if not level.keys:
            raise MemoryError
        with cython.nogil:
            self.collect(level, only)
        level.keys = cython.cast(cython.pointer(u64), realloc(level.keys, 8 * level.count + 8))
        return level

    def collect(self, level, only):
        cython.declare(bucket=cython.int, index=u64, row=cython.pointer(u64))
        count: u64 = 0
        for bucket in range(BUCKETS):
            level.starts[bucket] = count
            row = self.rows[bucket]
            for index in range(cython.cast(u64, 1) << self.bits[bucket]):
                level.keys[count] = row[index]
                count += row[index] != 0 and (not only or self.found[bucket][index] != 0)
        level.starts[BUCKETS] = count
        level.count = count


def first_level(key: int) -> Keys:
    """The level of one key."""
    table: Table = Table(1 << 20)
    only: u64 = key
    table.insert(hashed(only) >> 56, cython.address(only), 1)
    return table.keys(False)
