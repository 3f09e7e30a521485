"""Kernel: what is known of hexapawn positions, in 16 bytes each, with exact keys.

A position that goes into the table is not decided on the board: the side to move, `own`, has no
pawn on its last row, its `rival` none on the first one. Boards of up to 8×8 therefore leave seven
rows for either, 56 bits, and eight bits for figures in each of the two words of an entry:

    own     own                the lower bound   } 7 bits: the score without its sign, for wins
    rival   rival >> 8         the upper bound   } (127 - k, k odd) are even and losses odd
    bit 63 of both: how much was searched, from 0 to 3

So no two positions are ever taken for each other. Four entries, a bucket, lie in one cache line;
in a full bucket the one for which least was searched makes room, and all the table loses by it is
time. `own` is 0 in a free entry only.

The address space for the whole budget is reserved at once. The table starts with some buckets at
its beginning and doubles in place, the last bucket first: bucket i becomes 2i and 2i + 1, so the
old table and the new one never take more than the new one alone.
"""

import cython

SMALLEST = cython.declare(cython.int, 1 << 8)  # buckets
BUCKET_BYTES = cython.declare(cython.int, 64)
HUGE_PAGE = cython.declare(cython.int, 1 << 21)  # bytes


class Table:
    """Bounds of positions; `memory` is the bytes it may take, 16 KB at least."""

    def __cinit__(self, memory: int):
        most: int = max(SMALLEST, memory // BUCKET_BYTES)
        while True:
            bytes_: u64 = most * BUCKET_BYTES
            self.room = malloc(bytes_ + HUGE_PAGE)
            if self.room != cython.NULL:
                break
            if most == SMALLEST:
                raise MemoryError
            most = max(SMALLEST, most // 2)
        # at the beginning of a huge page
        address = (cython.cast(uintptr_t, self.room) + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1)
        self.entries = cython.cast(cython.pointer(Entry), cython.cast(uintptr_t, address))
        if bytes_ > HUGE_PAGE:  # the first is spared: a small table would have to clear all of it
            second = cython.cast(cython.p_char, self.entries) + HUGE_PAGE
            advise_huge_pages(second, bytes_ - HUGE_PAGE)
        buckets: int = most
        while buckets >= 2 * SMALLEST:
            buckets //= 2
        self.buckets = buckets
        self.most = most
        self.unsplit = 0
        self.taken = 0
        memset(self.entries, 0, self.buckets * BUCKET_BYTES)

    def __dealloc__(self):
        free(self.room)

    def crowded(self):
        """Begin to double the table where it is half full and may grow; True when it begins."""
        if 2 * self.taken <= WAYS * self.buckets or 2 * self.buckets > self.most:
            return False
        self.unsplit = self.buckets
        self.buckets *= 2
        return True

    def split(self, count):
        """Split up to `count` more buckets; False when none is left and the table can be used."""
        cython.declare(way=cython.int, low=cython.int, high=cython.int)
        cython.declare(target=cython.pointer(Entry))
        old = cython.declare(Entry[4])
        entry: Entry
        while count and self.unsplit:
            count -= 1
            self.unsplit -= 1
            for way in range(WAYS):
                old[way] = self.entries[WAYS * self.unsplit + way]
            target = self.entries + 2 * WAYS * self.unsplit
            memset(target, 0, 2 * BUCKET_BYTES)
            low = 0
            high = WAYS
            for way in range(WAYS):
                entry = old[way]
                if entry.own == 0:
                    continue
                if number(self.buckets, entry.own & cells(), (entry.rival & cells()) << 8) & 1:
                    target[high] = entry
                    high += 1
                else:
                    target[low] = entry
                    low += 1
        return self.unsplit > 0

    def keep(self, own, rival, lower, upper, searched):
        """Write an entry, or write it anew."""
        first: cython.pointer(Entry) = bucket(self, own, rival)
        entry: cython.pointer(Entry) = found(first, own, rival)
        way: cython.int
        if entry == cython.NULL:
            entry = first
            for way in range(WAYS):
                if first[way].own == 0:
                    entry = first + way
                    self.taken += 1
                    break
                if work(first + way) < work(entry):
                    entry = first + way
        entry.own = own | cython.cast(u64, abs(lower) | (searched >> 1) << 7) << 56
        entry.rival = rival >> 8 | cython.cast(u64, abs(upper) | (searched & 1) << 7) << 56
