"""C declarations of `position_set.py` and its inlined functions. Its docstring has the layout."""

cimport cython
from libc.stdint cimport uintptr_t
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport allocate_table
from ludoscope.search.kernels.atomic cimport load_number, replace_number, store_number
from ludoscope.search.kernels.bits cimport hash_words, u32, u64

cdef enum:
    BUCKET_KEYS = 3
    BUCKET_BYTES = 64
    LOCKED = 4  # in `used`: a thread is writing a key

cdef struct Bucket:
    u64 a[BUCKET_KEYS]
    u64 b[BUCKET_KEYS]
    u32 c[BUCKET_KEYS]
    u32 used

cdef struct Buckets:
    void *allocation
    Bucket *first
    u64 count

@cython.final
cdef class PositionSet:
    cdef Buckets buckets
    cdef Buckets larger
    cdef readonly u64 entries
    cdef u64 capacity(self) noexcept nogil
    cdef u64 bytes_used(self) noexcept nogil
    cdef bint start_growing(self, u64 free_bytes) noexcept nogil
    cdef void move_range(self, u64 first, u64 last) noexcept nogil
    cdef void finish_growing(self) noexcept nogil


cdef inline Bucket *first_bucket(const Buckets *buckets, u64 a, u64 b, u32 c) noexcept nogil:
    """Return the bucket where the search for a key begins."""
    return buckets.first + (hash_words(a, b, c) & (buckets.count - 1))


cdef inline bint insert_key(const Buckets *buckets, u64 a, u64 b, u32 c, bint is_shared) noexcept nogil:
    """Add a key to a set that has room; return False if it was there.

    `is_shared` is True if other threads may add keys at the same time.
    """
    cdef Bucket *bucket = first_bucket(buckets, a, b, c)
    cdef u32 used
    cdef u32 number
    while True:
        used = load_number(&bucket.used) & BUCKET_KEYS
        for number in range(used):
            if bucket.a[number] == a and bucket.b[number] == b and bucket.c[number] == c:
                return False
        if used == BUCKET_KEYS:
            bucket += 1
            if bucket == buckets.first + buckets.count:
                bucket = buckets.first
            continue
        if is_shared and not replace_number(&bucket.used, used, used | LOCKED):
            continue  # another thread has added a key, or is adding one: look again
        bucket.a[used] = a
        bucket.b[used] = b
        bucket.c[used] = c
        store_number(&bucket.used, used + 1)
        return True
