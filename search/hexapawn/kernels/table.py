"""Kernel: the transposition table of hexapawn, a lower and an upper bound in 16 bytes a position.

Start reading at `store` and, in table.pxd, `find_entry`.

Data layout:
    A position in the table is not decided on the board: `mover`, the side to move, has no pawn in
    its last row, `opponent` none in the first row. Boards of up to 8×8 therefore leave seven rows
    to each, 56 bits, and the upper eight bits of the two words of an entry are free for data:

        mover     pawns          bits 56-62: lower bound   bit 63: high bit of the effort
        opponent  pawns >> 8     bits 56-62: upper bound   bit 63: low bit of the effort

    A bound is stored without its sign, which is its parity: scores of wins are even, of losses odd
    (see `null_window.py`). The effort, 0 to 3, tells how many positions were searched for the
    entry. In a free entry `mover` is 0. Four entries, a bucket, share a cache line.

Invariants:
    Keys are exact: two positions are never taken for each other, also while several threads read
    and write entries, each in one instruction. A position is stored in the bucket of its hash, once
    if one thread writes. In a full bucket the entry of least effort is replaced, which costs
    time and changes no result. While `unsplit` is not 0 the table may not be read or written;
    the table grows while one thread has it.

Limits:
    `memory_limit` bytes, at least 16 KB (256 buckets) and at most 2^32 buckets (256 GB), as many as
    the hash can tell apart: memory beyond that is not used. If the machine refuses to reserve it,
    half as much is tried. Scores from −127 to 126 (7 bits); `null_window.py` refuses games that
    could be longer.

Complexity:
    O(1) an access, mostly one cache miss. The address space for the whole limit is reserved at
    once. The table starts with few buckets at its beginning and doubles in place when half full,
    last bucket first: bucket i becomes 2i and 2i + 1. So growing needs no second table, and takes a
    bounded number of buckets a call. Buckets from n / 2 on, where n are left to be split, can be
    split in any order, also by several threads: none becomes one that is still to be split.
"""

import cython

MIN_BUCKETS = cython.declare(cython.int, 1 << 8)
MAX_BUCKETS = 1 << 32
BUCKET_BYTES = cython.declare(cython.int, 64)
HUGE_PAGE_BYTES = cython.declare(cython.int, 1 << 21)


class Table:
    """The bounds of positions.

    Args:
        memory_limit: Bytes for the table, at least 16 KB.

    Raises:
        MemoryError: The machine cannot reserve even the smallest table.
    """

    def __cinit__(self, memory_limit: int):
        max_buckets: int = min(max(MIN_BUCKETS, memory_limit // BUCKET_BYTES), MAX_BUCKETS)
        while True:
            table_bytes: u64 = max_buckets * BUCKET_BYTES
            self.allocation = malloc(table_bytes + HUGE_PAGE_BYTES)
            if self.allocation != cython.NULL:
                break
            if max_buckets == MIN_BUCKETS:
                raise MemoryError
            max_buckets = max(MIN_BUCKETS, max_buckets // 2)
        # align to a huge page
        address = (cython.cast(uintptr_t, self.allocation) + HUGE_PAGE_BYTES - 1) & ~(
            HUGE_PAGE_BYTES - 1
        )
        self.entries = cython.cast(cython.pointer(Entry), cython.cast(uintptr_t, address))
        if table_bytes > HUGE_PAGE_BYTES:
            # not for the first page: the kernel would have to clear all of it for a small table
            second_page = cython.cast(cython.p_char, self.entries) + HUGE_PAGE_BYTES
            advise_huge_pages(second_page, table_bytes - HUGE_PAGE_BYTES)
        buckets: int = max_buckets
        while buckets >= 2 * MIN_BUCKETS:
            buckets //= 2
        self.buckets = buckets
        self.max_buckets = max_buckets
        self.unsplit = 0
        self.used_entries = 0
        memset(self.entries, 0, self.buckets * BUCKET_BYTES)

    def __dealloc__(self):
        free(self.allocation)

    def is_half_full(self, added):
        """Return True if the table is to grow, with `added` entries that are not counted yet."""
        return (
            2 * (self.used_entries + added) > BUCKET_ENTRIES * self.buckets
            and 2 * self.buckets <= self.max_buckets
        )

    def start_growing(self):
        """Begin to double the table if it is half full and may grow; return True if so."""
        if not self.is_half_full(0):
            return False
        self.unsplit = self.buckets
        self.buckets *= 2
        return True

    def split(self, count):
        """Split up to `count` more buckets; return True if some are left to be split."""
        first: u64 = self.unsplit - min(count, self.unsplit)
        self.split_range(first, self.unsplit)
        self.unsplit = first
        return self.unsplit > 0

    def split_range(self, first, end):
        """Split the buckets `first` to `end` − 1, the last one first."""
        cython.declare(slot=cython.int, low=cython.int, high=cython.int)
        cython.declare(target=cython.pointer(Entry))
        bucket_entries = cython.declare(Entry[4])
        entry: Entry
        while end > first:
            end -= 1
            for slot in range(BUCKET_ENTRIES):
                bucket_entries[slot] = self.entries[BUCKET_ENTRIES * end + slot]
            target = self.entries + 2 * BUCKET_ENTRIES * end
            memset(target, 0, 2 * BUCKET_BYTES)
            low = 0
            high = BUCKET_ENTRIES
            for slot in range(BUCKET_ENTRIES):
                entry = bucket_entries[slot]
                if entry.mover == 0:
                    continue
                if (
                    bucket_number(
                        self.buckets, entry.mover & pawns(), (entry.opponent & pawns()) << 8
                    )
                    & 1
                ):
                    target[high] = entry
                    high += 1
                else:
                    target[low] = entry
                    low += 1

    def store(self, mover, opponent, lower, upper, effort):
        """Store the bounds of a position, in place of an older entry for it.

        Returns:
            True if a free entry was taken; the caller counts these.

        Args:
            mover: The pawns of the side to move, at least one.
            opponent: The pawns of the other side.
            lower: A lower bound of the score.
            upper: An upper bound of the score.
            effort: A measure of the positions searched for it, from 0 to 3.
        """
        first: cython.pointer(Entry) = first_entry(self, mover, opponent)
        entry: cython.pointer(Entry) = first
        slot: cython.int
        is_new: cython.bint = True
        is_free: cython.bint = False
        for slot in range(BUCKET_ENTRIES):
            if (first[slot].mover & pawns()) == mover and (first[slot].opponent & pawns()) == (
                opponent >> 8
            ):
                entry = first + slot
                is_new = False
                break
            if not is_free and (
                first[slot].mover == 0 or effort_of(first + slot) < effort_of(entry)
            ):
                entry = first + slot
                is_free = first[slot].mover == 0
        is_new = is_new and entry.mover == 0
        store_pair(
            entry,
            mover | cython.cast(u64, abs(lower) | (effort >> 1) << 7) << 56,
            opponent >> 8 | cython.cast(u64, abs(upper) | (effort & 1) << 7) << 56,
        )
        return is_new
