"""Layout of the kernel `child_buckets`, the first phase of a step from level to level.

`LevelKeys`:

    entries        the entries of a level, those of one bucket together
    bucket_starts  index of the first entry of each bucket; the last one is `count`
    rank_bits      bits of an entry below its key

`ChildBuckets`:

    pending        [bucket * PENDING_ROW + index]: children not entered in a table yet
    pending_count  how many of them each bucket has
    rank_bits      bits of an entry below its key, at most MAX_RANK_BITS
    skipped_sets   [rank * set_words + word]: a bit for each jump that is skipped after the jump
                   of this rank; none after the greatest rank, which stands for no known jump
    image_count    images of a position that are computed, the identity first: the symmetries,
                   filled up with the identity to a multiple of 4
    image_rows     [(byte * 256 + value) * image_count + image]: what the pegs of this byte add to
                   an image, as an entry
    changes        [jump * image_count + image]: what an image of a position is exclusive-ored
                   with to give the entry of the child
    jump_sets      [(byte * 256 + value) * set_words + word]: a bit for each jump that the holes of
                   this byte allow
    set_words      words of a set of jumps
    pack_tables    [(byte * 256 + value) * pack_words + word]: what the pegs of this byte add to the
                   packs
    empty_packs    the packs of a board without pegs
"""

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport lowest_bit_number, u64
from ludoscope.search.peg.kernels.problem cimport (
    MAX_IMAGES, Problem, ProblemTables, update_packs
)

cdef enum:
    BUCKET_BITS = 7
    BUCKET_COUNT = 1 << BUCKET_BITS
    PENDING_CAPACITY = 8192
    PENDING_ROW = PENDING_CAPACITY + 8  # rows of a power of two would share few lines of a cache
    MAX_RANK_BITS = 7  # a mark, 1 + a rank, fits into a byte


cdef inline u64 hash_key(u64 key) noexcept nogil:
    """Return the Fibonacci hash of a key; its high bits depend on all bits of the key."""
    return (key ^ (key >> 29)) * <u64>0x9E3779B97F4A7C15


@cython.final
cdef class LevelKeys:
    cdef u64 *entries
    cdef u64 bucket_starts[BUCKET_COUNT + 1]
    cdef u64 count
    cdef int rank_bits


@cython.final
cdef class ChildBuckets:
    cdef Problem problem
    cdef u64 *pending
    cdef int pending_count[BUCKET_COUNT]
    cdef readonly int rank_bits
    cdef u64 *skipped_sets
    cdef int image_count
    cdef u64 *image_rows
    cdef u64 *changes
    cdef u64 *jump_sets
    cdef int set_words
    cdef u64 *pack_tables
    cdef u64 empty_packs[32]

    cdef void set_images(self, int symmetry, int number) noexcept nogil
    cdef void set_changes(self, int jump, list image_ranks) except *
    cdef void set_skipped(self, int jump, int rank, list classes) except *
    cdef void fill_jump_sets(self) noexcept nogil
    cdef void add_pagoda(self, int lane, tuple weights, long long floor) except *
    cdef void write_images(self, u64 position, u64 flip, u64 *images) noexcept nogil
    cdef void write_packs(
        self, const ProblemTables *problem, u64 position, u64 *packs
    ) noexcept nogil
    cdef bint add_children(
        self, const ProblemTables *problem, u64 position, int rank, u64 flip
    ) noexcept nogil


cdef inline u64 smaller(u64 a, u64 b) noexcept nogil:
    """Return the smaller one of two numbers."""
    return a if a < b else b


cdef inline u64 least_entry(const u64 *images, const u64 *change, int count) noexcept nogil:
    """Return the least entry of a child among its `count` images, a multiple of 4."""
    cdef u64 least = ~<u64>0
    cdef int number = 0
    while number < count:
        least = smaller(least, smaller(
            smaller(images[number] ^ change[number], images[number + 1] ^ change[number + 1]),
            smaller(images[number + 2] ^ change[number + 2], images[number + 3] ^ change[number + 3]),
        ))
        number += 4
    return least
