"""Layout of the kernel `child_buckets`, the first phase of a step from level to level.

`LevelKeys`:

    keys           the keys of a level, those of one bucket together
    bucket_starts  index of the first key of each bucket; the last entry is `count`

`ChildBuckets`:

    pending        [bucket * PENDING_CAPACITY + index]: children not entered in a table yet
    pending_count  how many of them each bucket has
    jump_sets      [(byte * 256 + value) * set_words + word]: a bit for each jump that the holes of
                   this byte allow
    set_words      words of a set of jumps
    pack_tables    [(byte * 256 + value) * pack_words + word]: what the pegs of this byte add to the
                   packs
    empty_packs    the packs of a board without pegs
"""

cimport cython
from libc.stdlib cimport free
from libc.string cimport memcpy
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport lowest_bit_number, u64
from ludoscope.search.peg.kernels.problem cimport (
    Problem, ProblemTables, canonical_child, update_packs, write_images
)

cdef enum:
    BUCKET_COUNT = 256
    PENDING_CAPACITY = 4096


cdef inline u64 hash_key(u64 key) noexcept nogil:
    """Return the Fibonacci hash of a key; its high bits depend on all bits of the key."""
    return (key ^ (key >> 29)) * <u64>0x9E3779B97F4A7C15


@cython.final
cdef class LevelKeys:
    cdef u64 *keys
    cdef u64 bucket_starts[257]
    cdef u64 count


@cython.final
cdef class ChildBuckets:
    cdef Problem problem
    cdef u64 *pending
    cdef int pending_count[256]
    cdef u64 *jump_sets
    cdef int set_words
    cdef u64 *pack_tables
    cdef u64 empty_packs[32]

    cdef void fill_jump_sets(self) noexcept nogil
    cdef void add_pagoda(self, int lane, tuple weights, long long floor) except *
    cdef void write_packs(
        self, const ProblemTables *problem, u64 position, u64 *packs
    ) noexcept nogil
    cdef bint add_children(self, const ProblemTables *problem, u64 position, u64 flip) noexcept nogil
