"""Second phase of a step from level to level: the buckets are emptied into hash tables.

A level is a set of positions up to symmetry. A step alternates between two phases until the level
is used up: `child_buckets` distributes the children over 128 buckets, and this kernel empties each
bucket into a hash table of its own, which is small enough for the cache of a processor. Each thread
has its own `ChildBuckets`, and in the second phase its own buckets, so no thread writes to memory
that another one uses. `search.peg.levels` drives the steps.

Data layout: for each bucket a table with open addressing and linear probing, 8 bytes a slot
(`bucket_tables.pxd`), each an entry: the key and the rank of a jump that leads to it, see
`child_buckets`. The highest 7 bits of the hash of the key choose the bucket, the bits below it the
slot. In a search backwards one byte a slot says whether the key is marked, and after which jump.
The memory of a table is kept for the next level, since new memory costs more than clearing it.

Invariants: keys are exact and distinct, and never 0 (a board without pegs), so that 0 marks a free
slot; of several ranks with the same key the least is kept; a table is at most half full.

Limits: a rank has at most 7 bits (ValueError); `memory_limit` bytes for tables and the keys made of
them. When a bucket cannot grow, its new keys are dropped and `is_full` becomes True: the driver
must then give up. Below 2³¹ slots a bucket.

Complexity: O(1) a key; 16 to 32 bytes a key, 2 to 4 more while keys are marked, 8 for the result.
"""

import cython

u8 = cython.typedef(cython.uchar)

INITIAL_BITS = cython.declare(cython.int, 6)  # the tables begin with 2 ** 6 slots
BYTES_PER_SLOT = 13  # of a table that is half full: 8 bytes, 4 for the result, 1 for the mark


class BucketTables:
    """A set of keys, with a hash table for each bucket; it serves one level after the other.

    Methods that take the number of a thread treat the buckets of that thread, each bucket `b` with
    `b % thread_count == thread`. The GIL is released, so all threads can work at the same time.

    Args:
        rank_bits: The bits of an entry below its key.

    Raises:
        ValueError: A rank has more than 7 bits.
    """

    def __cinit__(self, rank_bits: int):
        cython.declare(bucket=cython.int)
        if not 0 <= rank_bits <= MAX_RANK_BITS:
            raise ValueError(f"ranks of {rank_bits} bits, expected at most {MAX_RANK_BITS}")
        self.rank_bits = rank_bits
        for bucket in range(BUCKET_COUNT):
            self.bits[bucket] = INITIAL_BITS
            self.capacity[bucket] = 1 << INITIAL_BITS
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
        """The size of the tables and marks in bytes."""
        return sum(
            8 * self.capacity[bucket] + self.mark_capacity[bucket] for bucket in range(BUCKET_COUNT)
        )

    @property
    def is_full(self) -> bool:
        """True if memory was lacking for some key, so that the set is not complete."""
        return self.out_of_memory

    def begin(self, memory_limit: int) -> None:
        """Prepare for the next level, before `clear` or `load`.

        Args:
            memory_limit: The bytes that the tables and the keys made of them may take.
        """
        self.out_of_memory = False
        self.max_slots = memory_limit // (BUCKET_COUNT * BYTES_PER_SLOT)

    def clear(self, thread: int, thread_count: int) -> None:
        """Empty the buckets of a thread, which keep the size that the last level needed."""
        cython.declare(bucket=cython.int, bits=cython.int)
        first: cython.int = thread
        stride: cython.int = thread_count
        with cython.nogil:
            bucket = first
            while bucket < BUCKET_COUNT:
                bits = self.bits[bucket]
                while bits > INITIAL_BITS and cython.cast(u64, 1) << bits > self.max_slots:
                    bits -= 1
                if not self.empty(bucket, bits):
                    self.out_of_memory = True
                bucket += stride

    def load(self, level: LevelKeys, thread: int, thread_count: int) -> None:
        """Replace the buckets of a thread by those of a level, whose keys are to be marked."""
        cython.declare(bucket=cython.int)
        first: cython.int = thread
        stride: cython.int = thread_count
        with cython.nogil:
            bucket = first
            while bucket < BUCKET_COUNT:
                self.load_bucket(level, bucket)
                bucket += stride

    def load_bucket(self, level, bucket):
        """Replace a bucket by that of a level, without any marks."""
        start: u64 = level.bucket_starts[bucket]
        count: u64 = level.bucket_starts[bucket + 1] - start
        bits: cython.int = INITIAL_BITS
        while cython.cast(u64, 1) << bits < 2 * count:
            bits += 1
        is_small: cython.bint = (
            bits == INITIAL_BITS or cython.cast(u64, 1) << bits <= self.max_slots
        )
        if is_small and self.empty(bucket, bits) and self.clear_marks(bucket):
            self.insert(bucket, level.entries + start, count)
        else:
            self.out_of_memory = True

    def empty(self, bucket, bits):
        """Empty a bucket and give it 2 ** `bits` slots; return False if memory is lacking."""
        cython.declare(table=cython.pointer(u64))
        slots: u64 = cython.cast(u64, 1) << bits
        self.entries[bucket] = self.marked[bucket] = 0
        if slots > self.capacity[bucket] or self.capacity[bucket] > self.max_slots:
            table = allocate_words(slots)
            if not table:
                return False
            free(self.tables[bucket])
            self.tables[bucket], self.capacity[bucket] = table, slots
        else:
            memset(self.tables[bucket], 0, 8 * slots)
        self.bits[bucket] = bits
        return True

    def clear_marks(self, bucket):
        """Clear as many marks as a bucket has slots; return False if memory is lacking."""
        slots: u64 = cython.cast(u64, 1) << self.bits[bucket]
        if slots > self.mark_capacity[bucket]:
            free(self.marks[bucket])
            self.marks[bucket] = cython.cast(cython.pointer(u8), malloc(slots))
            self.mark_capacity[bucket] = slots if self.marks[bucket] else 0
            if not self.marks[bucket]:
                return False
        memset(self.marks[bucket], 0, slots)
        return True

    def drain(self, buckets: ChildBuckets, thread: int, thread_count: int, mark: bool) -> None:
        """Enter the children that wait for the buckets of a thread.

        Args:
            buckets: The children, those of any thread.
            thread: The number of this thread.
            thread_count: The number of threads.
            mark: True to mark the keys that are in the table instead of inserting all of them.
        """
        cython.declare(bucket=cython.int, children=cython.pointer(u64))
        first: cython.int = thread
        stride: cython.int = thread_count
        is_marking: cython.bint = mark
        with cython.nogil:
            bucket = first
            while bucket < BUCKET_COUNT:
                children = buckets.pending + bucket * PENDING_ROW
                if is_marking:
                    self.mark(bucket, children, buckets.pending_count[bucket])
                else:
                    self.insert(bucket, children, buckets.pending_count[bucket])
                buckets.pending_count[bucket] = 0
                bucket += stride

    def insert(self, bucket, children, count):
        """Enter `count` entries into a bucket; enter none if it cannot grow for as many keys."""
        cython.declare(index=u64, slot=u64, entry=u64, found=u64)
        if not self.grow(bucket, self.entries[bucket] + count):
            self.out_of_memory = True
            return
        table: cython.pointer(u64) = self.tables[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        slot_mask: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        no_jump: u64 = (cython.cast(u64, 1) << self.rank_bits) - 1
        entries: u64 = self.entries[bucket]
        for index in range(count):
            entry = children[index]
            slot = (hash_key(entry >> self.rank_bits) << BUCKET_BITS) >> shift
            found = table[slot]
            while found != 0 and (found ^ entry) > no_jump:
                slot = (slot + 1) & slot_mask
                found = table[slot]
            if found == 0:
                entries += 1
                table[slot] = entry
            elif entry < found:
                table[slot] = entry
        self.entries[bucket] = entries

    def mark(self, bucket, children, count):
        """Mark those of `count` keys that are in the table with the least rank of each."""
        cython.declare(index=u64, slot=u64, entry=u64, found=u64, mark=u8)
        table: cython.pointer(u64) = self.tables[bucket]
        shift: cython.int = 64 - self.bits[bucket]
        slot_mask: u64 = (cython.cast(u64, 1) << self.bits[bucket]) - 1
        no_jump: u64 = (cython.cast(u64, 1) << self.rank_bits) - 1
        for index in range(count):
            entry = children[index]
            slot = (hash_key(entry >> self.rank_bits) << BUCKET_BITS) >> shift
            found = table[slot]
            while found != 0 and (found ^ entry) > no_jump:
                slot = (slot + 1) & slot_mask
                found = table[slot]
            if found != 0:
                mark = cython.cast(u8, 1 + (entry & no_jump))
                if self.marks[bucket][slot] == 0:
                    self.marked[bucket] += 1
                    self.marks[bucket][slot] = mark
                elif mark < self.marks[bucket][slot]:
                    self.marks[bucket][slot] = mark

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
                slot = (hash_key(old[index] >> self.rank_bits) << BUCKET_BITS) >> (64 - bits)
                while table[slot] != 0:
                    slot = (slot + 1) & ((cython.cast(u64, 1) << bits) - 1)
                table[slot] = old[index]
        free(old)
        self.tables[bucket], self.capacity[bucket] = table, cython.cast(u64, 1) << bits
        self.bits[bucket] = bits
        return True

    def new_level(self, marked_only: bool) -> LevelKeys:
        """Return a level with room for all keys or the marked ones, which `write` enters."""
        cython.declare(bucket=cython.int)
        level: LevelKeys = LevelKeys.__new__(LevelKeys)
        level.rank_bits = self.rank_bits
        for bucket in range(BUCKET_COUNT):
            level.bucket_starts[bucket] = level.count
            level.count += self.marked[bucket] if marked_only else self.entries[bucket]
        level.bucket_starts[BUCKET_COUNT] = level.count
        level.entries = cython.cast(cython.pointer(u64), malloc(8 * level.count + 8))
        if not level.entries:
            raise MemoryError
        return level

    def write(self, level: LevelKeys, marked_only: bool, thread: int, thread_count: int) -> None:
        """Write the keys of the buckets of a thread to a level.

        Args:
            level: The result of `new_level`.
            marked_only: True to write only the marked keys, with the ranks of their marks.
            thread: The number of this thread.
            thread_count: The number of threads.
        """
        cython.declare(bucket=cython.int)
        first: cython.int = thread
        stride: cython.int = thread_count
        skip_unmarked: cython.bint = marked_only
        with cython.nogil:
            bucket = first
            while bucket < BUCKET_COUNT:
                self.write_bucket(level, bucket, skip_unmarked)
                bucket += stride

    def write_bucket(self, level, bucket, marked_only):
        """Write the keys of a bucket to their place in a level."""
        cython.declare(index=u64, mark=u64)
        table: cython.pointer(u64) = self.tables[bucket]
        count: u64 = level.bucket_starts[bucket]
        end: u64 = level.bucket_starts[bucket + 1]
        no_jump: u64 = (cython.cast(u64, 1) << self.rank_bits) - 1
        index = 0
        while count < end:
            if marked_only:
                mark = self.marks[bucket][index]
                level.entries[count] = (table[index] & ~no_jump) | ((mark - 1) & no_jump)
                count += mark != 0
            else:
                level.entries[count] = table[index]
                count += table[index] != 0
            index += 1


def single_key_level(key: int, rank_bits: int) -> LevelKeys:
    """Return the level that consists of one key, to which no known jump leads.

    Raises:
        ValueError: The key is 0, a board without pegs.
    """
    if key == 0:
        raise ValueError("a board without pegs has no key")
    table: BucketTables = BucketTables(rank_bits)
    only_key: u64 = key
    entry: u64 = ((only_key + 1) << table.rank_bits) - 1
    table.insert(hash_key(only_key) >> (64 - BUCKET_BITS), cython.address(entry), 1)
    level: LevelKeys = table.new_level(False)
    table.write(level, False, 0, 1)
    return level
