"""Kernel: a set of positions of patience that several threads can fill at once.

Start reading at `insert_key` in position_set.pxd.

Data layout:
    A key has 160 bits: two words and a half. A bucket, one cache line, has room for three keys and
    the number `used`: how many it has, and LOCKED while a thread writes another one. The search for
    a key begins at the bucket of its hash and goes on to the next one while buckets are full.

Invariants:
    Keys are exact and never removed. Several threads may add keys at once: a key in use is never
    changed, so it is read without a lock; `used` is raised when all of the new key is written. To
    add a key, a thread locks the bucket if it has as many keys as the thread has just compared, and
    else looks again. So two threads that add the same key, which end at the same bucket, cannot
    both find it missing: exactly one is told that it was new.

    The set grows while one thread has it, or several, each with its share of the old buckets
    (`start_growing`, `move_range`, `finish_growing`); nothing else may use it meanwhile.

Limits:
    At least one bucket must not be full: the caller adds at most `capacity` keys. Bytes are limited
    by the caller, who passes how many are free; the old and the new buckets exist at the same time.

Complexity:
    Expected constant time, one to two cache lines. 27 to 53 bytes a key between two growths.
"""

import cython

MIN_BUCKETS = 1 << 9


class PositionSet:
    """A set of positions.

    Raises:
        MemoryError: The machine is out of memory.
    """

    def __cinit__(self):
        if not allocate_buckets(cython.address(self.buckets), MIN_BUCKETS):
            raise MemoryError

    def __dealloc__(self):
        free(self.buckets.allocation)
        free(self.larger.allocation)

    def capacity(self):
        """Return how many keys the set may have before it has to grow: 4/5 of its places."""
        return self.buckets.count * BUCKET_KEYS * 4 // 5

    def bytes_used(self):
        """Return the bytes that the set takes."""
        return self.buckets.count * BUCKET_BYTES

    def start_growing(self, free_bytes):
        """Allocate twice as many buckets; return False without memory."""
        count: u64 = 2 * self.buckets.count
        return count * BUCKET_BYTES <= free_bytes and allocate_buckets(
            cython.address(self.larger), count
        )

    def move_range(self, first, last):
        """Copy the keys of the buckets `first` to `last` − 1 to the new buckets."""
        cython.declare(bucket=cython.pointer(Bucket), place=u64, number=u32)
        for place in range(first, last):
            bucket = self.buckets.first + place
            for number in range(bucket.used):
                insert_key(
                    cython.address(self.larger),
                    bucket.a[number],
                    bucket.b[number],
                    bucket.c[number],
                    True,
                )

    def finish_growing(self):
        """Replace the old buckets by the new ones, which have all keys."""
        free(self.buckets.allocation)
        self.buckets = self.larger
        self.larger.allocation = cython.NULL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_buckets(buckets: cython.pointer(Buckets), count: u64) -> cython.bint:
    """Allocate empty buckets, each in one cache line; return False without memory."""
    buckets.allocation = allocate_table(count + 1, BUCKET_BYTES)
    buckets.first = cython.cast(
        cython.pointer(Bucket),
        (cython.cast(uintptr_t, buckets.allocation) + BUCKET_BYTES - 1) & ~(BUCKET_BYTES - 1),
    )
    buckets.count = count
    return buckets.allocation != cython.NULL
