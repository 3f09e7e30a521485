"""Layout of the kernel `bucket_tables`, the second phase of a step from level to level.

    tables         [bucket][slot]: an entry, 0 where the slot is free; 1 << bits[bucket] slots
    marks          [bucket][slot]: 1 + the rank of the mark, 0 where the key is not marked
    capacity       slots of each bucket that are allocated, at least those in use
    mark_capacity  the same of its marks
    entries        keys of each bucket
    marked         marked keys of each bucket
    rank_bits      bits of an entry below its key
    max_slots      slots that a bucket may have
    out_of_memory  True if a key was dropped
"""

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.child_buckets cimport (
    BUCKET_BITS, BUCKET_COUNT, MAX_RANK_BITS, PENDING_ROW, ChildBuckets, LevelKeys, hash_key
)

@cython.final
cdef class BucketTables:
    cdef u64 *tables[BUCKET_COUNT]
    cdef unsigned char *marks[BUCKET_COUNT]
    cdef int bits[BUCKET_COUNT]
    cdef u64 capacity[BUCKET_COUNT]
    cdef u64 mark_capacity[BUCKET_COUNT]
    cdef u64 entries[BUCKET_COUNT]
    cdef u64 marked[BUCKET_COUNT]
    cdef int rank_bits
    cdef u64 max_slots
    cdef bint out_of_memory

    cdef bint empty(self, int bucket, int bits) noexcept nogil
    cdef bint clear_marks(self, int bucket) noexcept nogil
    cdef void load_bucket(self, LevelKeys level, int bucket) noexcept nogil
    cdef void insert(self, int bucket, u64 *children, u64 count) noexcept nogil
    cdef void mark(self, int bucket, u64 *children, u64 count) noexcept nogil
    cdef bint grow(self, int bucket, u64 entries) noexcept nogil
    cdef void write_bucket(self, LevelKeys level, int bucket, bint marked_only) noexcept nogil
