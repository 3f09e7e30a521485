"""Layout of the kernel `bucket_tables`, the second phase of a step from level to level.

    tables         [bucket][slot]: a key, 0 where the slot is free; 1 << bits[bucket] slots
    marks          [bucket][slot]: 1 where the key is marked; NULL unless keys are being marked
    entries        keys of each bucket
    max_slots      slots that a bucket may have
    out_of_memory  True if a key was dropped
"""

cimport cython
from libc.stdlib cimport calloc, free, realloc
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.child_buckets cimport (
    BUCKET_COUNT, PENDING_CAPACITY, ChildBuckets, LevelKeys, hash_key
)

@cython.final
cdef class BucketTables:
    cdef u64 *tables[256]
    cdef unsigned char *marks[256]
    cdef int bits[256]
    cdef u64 entries[256]
    cdef u64 max_slots
    cdef bint out_of_memory

    cdef void insert(self, int bucket, u64 *keys, u64 count) noexcept nogil
    cdef void mark(self, int bucket, u64 *keys, u64 count) noexcept nogil
    cdef bint grow(self, int bucket, u64 entries) noexcept nogil
    cdef void write_keys(self, LevelKeys level, bint marked_only) noexcept nogil
