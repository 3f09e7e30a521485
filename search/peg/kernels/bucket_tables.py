"""Second phase of a step from level to level: the buckets are emptied into hash tables.

A level is a set of positions up to symmetry. A step alternates between two phases until the level
is used up: `child_buckets` distributes the children over 256 buckets, and this kernel empties each
bucket into a hash table of its own, which is small enough for the cache of a processor. Each thread
has its own `ChildBuckets`, and in the second phase its own buckets, so no thread writes to memory
that another one uses. `search.peg.levels` drives the steps.

Data layout: for each bucket a table with open addressing and linear probing, 8 bytes a slot
(`bucket_tables.pxd`). The highest 8 bits of the hash choose the bucket, the bits below it the slot.
In a search backwards one byte a slot says whether the key is marked.

Invariants: keys are exact and distinct, and never 0 (a board without pegs), which marks a free
slot; a table is at most half full.

Limits: `memory_limit` bytes for tables and the keys made of them. When a bucket cannot grow, its
new keys are dropped and `is_full` becomes True: the driver must then give up. Below 2³¹ slots a
bucket.

Complexity: O(1) a key; 16 to 32 bytes a key, 2 to 4 more while keys are marked, 8 for the result.
"""

import cython

u8 = cython.typedef(cython.uchar)

INITIAL_BITS = cython.declare(cython.int, 6)  # the tables begin with 2 ** 6 slots
BYTES_PER_SLOT = 13  # of a table that is half full: 8 bytes, 4 for the result, 1 for the mark


class BucketTables:
    """A set of keys, with a hash table for each bucket.

    Args:
        memory_limit: The bytes that the tables and the keys made of them may take.
    """

    def __cinit__(self, memory_limit: int):
        cython.declare(bucket=cython.int)
        self.out_of_memory = False
        self.max_slots = memory_limit // (BUCKET_COUNT * BYTES_PER_SLOT)
        for bucket in range(BUCKET_COUNT):
            self.bits[bucket] = INITIAL_BITS
            self.entries[bucket] = 0
            self.tables[bucket] = allocate_words(1 << INITIAL_BITS)
            if not self.tables[bucket]:
                raise MemoryError

    def __dealloc__(self):
        cython.declare(bucket=cython.int)
        for bucket in range(BUCKET_COUNT):
            free(self.tables[bucket])
            free(self.marks[bucket])

    def __len__(self) -> int:
        return sum(self.entries[bucket] for bucket in range(BUCKET_COUNT))

    @property
    def bytes_used(self) -> int:
        """The size of the tables in bytes."""
        return sum(cython.cast(u64, 8) << self.bits[bucket] for bucket in range(BUCKET_COUNT))

    @property
    def is_full(self) -> bool:
        """True if memory was lacking for some key, so that the set is not complete."""
        return self.out_of_memory

    def load(self, level: LevelKeys) -> None:
        """Enter the keys of a level, to be marked later."""
        cython.declare(bucket=cython.int, first=u64)
        with cython.nogil:
            for bucket in range(BUCKET_COUNT):
                first = level.bucket_starts[bucket]
                self.insert(bucket, level.keys + first, level.bucket_starts[bucket + 1] - first)
        for bucket in range(BUCKET_COUNT):
            free(self.marks[bucket])
            self.marks[bucket] = cython.cast(
                cython.pointer(u8), calloc(cython.cast(u64, 1) << self.bits[bucket], 1)
            )
            if not self.marks[bucket]:
                raise MemoryError

    def drain(self, buckets: ChildBuckets, thread: int, thread_count: int, mark: bool) -> None:
        """Empty the buckets that belong to a thread; the GIL is released.

        Args:
            buckets: The buckets, those of any thread.
            thread: The number of this thread; bucket `b` belongs to thread `b % thread_count`.
            thread_count: The number of threads.
            mark: True to mark the keys that are in the table instead of inserting all of them.
        """
        cython.declare(bucket=cython.int, keys=cython.pointer(u64))
        first: cython.int = thread
        stride: cython.int = thread_count
        is_marking: cython.bint = mark
        with cython.nogil:
            bucket = first
            while bucket < BUCKET_COUNT:
                keys = buckets.pending + bucket * PENDING_CAPACITY
                if is_marking:
                    self.mark(bucket, keys, buckets.pending_count[bucket])
                else:
                    self.insert(bucket, keys, buckets.pending_count[bucket])
                buckets.pending_count[bucket] = 0
                bucket += stride

    def insert(self, bucket, keys, count):
        """Enter `count` keys into a bucket; enter none if it cannot grow for as many new ones."""
        cython.declare(index=u64, slot=u64, key=u64)
        if not self.grow(bucket, self.entries[bucket] + count):
            self.out_of_memory = True
            return
        table: cython.pointer(u64) = self.tables[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        slot_mask: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        entries: u64 = self.entries[bucket]
        for index in range(count):
            key = keys[index]
            slot = (hash_key(key) << 8) >> shift
            while table[slot] != 0 and table[slot] != key:
                slot = (slot + 1) & slot_mask
            entries += table[slot] == 0
            table[slot] = key
        self.entries[bucket] = entries

    def mark(self, bucket, keys, count):
        """Mark those of `count` keys that are in the table."""
        cython.declare(index=u64, slot=u64, key=u64)
        table: cython.pointer(u64) = self.tables[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        slot_mask: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        for index in range(count):
            key = keys[index]
            slot = (hash_key(key) << 8) >> shift
            while table[slot] != 0 and table[slot] != key:
                slot = (slot + 1) & slot_mask
            if table[slot] == key:
                self.marks[bucket][slot] = 1

    def grow(self, bucket, entries):
        """Enlarge the table of a bucket for `entries` keys; return False if memory is lacking."""
        cython.declare(table=cython.pointer(u64), index=u64, slot=u64)
        old: cython.pointer(u64) = self.tables[bucket]
        old_slots: u64 = cython.cast(u64, 1) << self.bits[bucket]
        bits: cython.int = self.bits[bucket]
        while cython.cast(u64, 1) << bits < 2 * entries:
            bits += 1
        if bits == self.bits[bucket]:
            return True
        if cython.cast(u64, 1) << bits > self.max_slots:
            return False
        table = allocate_words(cython.cast(u64, 1) << bits)
        if not table:
            return False
        for index in range(old_slots):
            if old[index] != 0:
                slot = (hash_key(old[index]) << 8) >> (64 - bits)
                while table[slot] != 0:
                    slot = (slot + 1) & ((cython.cast(u64, 1) << bits) - 1)
                table[slot] = old[index]
        free(old)
        self.tables[bucket] = table
        self.bits[bucket] = bits
        return True

    def keys(self, marked_only: bool) -> LevelKeys:
        """Return the keys, all of them or the marked ones."""
        cython.declare(bucket=cython.int)
        level: LevelKeys = LevelKeys.__new__(LevelKeys)
        skip_unmarked: cython.bint = marked_only
        capacity: u64 = 1  # `write_keys` writes one word beyond the last key
        for bucket in range(BUCKET_COUNT):
            capacity += self.entries[bucket]
        level.keys = allocate_words(capacity)
        if not level.keys:
            raise MemoryError
        with cython.nogil:
            self.write_keys(level, skip_unmarked)
        level.keys = cython.cast(cython.pointer(u64), realloc(level.keys, 8 * level.count + 8))
        return level

    def write_keys(self, level, marked_only):
        """Write the keys, bucket by bucket, to a level that has room for them and one more."""
        cython.declare(bucket=cython.int, index=u64, table=cython.pointer(u64))
        count: u64 = 0
        for bucket in range(BUCKET_COUNT):
            level.bucket_starts[bucket] = count
            table = self.tables[bucket]
            for index in range(cython.cast(u64, 1) << self.bits[bucket]):
                level.keys[count] = table[index]
                count += table[index] != 0 and (not marked_only or self.marks[bucket][index] != 0)
        level.bucket_starts[BUCKET_COUNT] = count
        level.count = count


def single_key_level(key: int) -> LevelKeys:
    """Return the level that consists of one key.

    Raises:
        ValueError: The key is 0, a board without pegs.
    """
    if key == 0:
        raise ValueError("a board without pegs has no key")
    table: BucketTables = BucketTables(1 << 20)
    only_key: u64 = key
    table.insert(hash_key(only_key) >> 56, cython.address(only_key), 1)
    return table.keys(False)
