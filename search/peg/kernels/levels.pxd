# The second phase of a step from level to level (`levels.py` says how).
#
#   rows      by bucket its table: keys, 0 where free; 1 << bits[bucket] slots
#   found     by bucket and slot, 1 where the key is marked; NULL while keys are entered
#   entries   by bucket its keys
#   most      slots that a bucket may have

cimport cython
from libc.stdlib cimport calloc, free, realloc
from ludoscope.search.kernels.arrays cimport words
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.child_buckets cimport BUCKETS, PENDING, ChildBuckets, Keys, hashed

@cython.final
cdef class Table:
    cdef u64 *rows[256]
    cdef unsigned char *found[256]
    cdef int bits[256]
    cdef u64 entries[256]
    cdef u64 most
    cdef bint overflow

    cdef void insert(self, int bucket, u64 *keys, u64 count) noexcept nogil
    cdef void mark(self, int bucket, u64 *keys, u64 count) noexcept nogil
    cdef bint grow(self, int bucket, u64 entries) noexcept nogil
    cdef void collect(self, Keys level, bint only) noexcept nogil
