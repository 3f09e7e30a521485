"""C declarations of `table.py` and its inlined functions. Its docstring has layout and limits."""

cimport cython
from libc.stdint cimport uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.bits cimport hash_word, u64

cdef extern from *:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #define advise_huge_pages(start, bytes) ((void)madvise((start), (bytes), MADV_HUGEPAGE))
    #else
    #define advise_huge_pages(start, bytes) ((void)(start), (void)(bytes))
    #endif
    """
    void advise_huge_pages(void *start, size_t bytes) noexcept nogil

cdef enum:
    BUCKET_ENTRIES = 4  # entries of a bucket

cdef struct Entry:
    u64 mover
    u64 opponent

@cython.final
cdef class Table:
    cdef void *allocation
    cdef Entry *entries
    cdef u64 buckets
    cdef u64 max_buckets
    cdef u64 unsplit
    cdef u64 used_entries
    cdef bint start_growing(self) noexcept nogil
    cdef bint split(self, u64 count) noexcept nogil
    cdef void store(self, u64 mover, u64 opponent, int lower, int upper, int effort) noexcept nogil


cdef inline u64 pawns() noexcept nogil:
    """Return the mask of the bits of an entry's word that hold pawns; the other 8 hold data."""
    return <u64>0x00FFFFFFFFFFFFFF


cdef inline u64 bucket_number(u64 buckets, u64 mover, u64 opponent) noexcept nogil:
    """Return the number of a position's bucket.

    With twice as many buckets it is twice that number, or one more, so a table can split its buckets.
    At most 2^32 buckets, or the product would overflow.
    """
    return (hash_word(mover ^ opponent * <u64>0x9E3779B97F4A7C15) >> 32) * buckets >> 32


cdef inline Entry *first_entry(Table table, u64 mover, u64 opponent) noexcept nogil:
    """Return the first entry of a position's bucket."""
    return table.entries + BUCKET_ENTRIES * bucket_number(table.buckets, mover, opponent)


cdef inline Entry *find_entry(Entry *entry, u64 mover, u64 opponent) noexcept nogil:
    """Return the entry of a position, NULL if there is none.

    `entry` is the first one of its bucket.
    """
    cdef int slot
    opponent >>= 8
    for slot in range(BUCKET_ENTRIES):
        if entry.mover & pawns() == mover and entry.opponent & pawns() == opponent:
            return entry
        entry += 1
    return NULL


cdef inline int stored_bound(u64 word) noexcept nogil:
    """Return the bound in a word of an entry: even ones are wins, odd ones losses."""
    cdef int bound = <int>(word >> 56 & 127)
    return -bound if bound & 1 else bound


cdef inline int effort_of(const Entry *entry) noexcept nogil:
    """Return the effort of an entry, 0 to 3: how many positions were searched for it."""
    return <int>(entry.mover >> 63 << 1 | entry.opponent >> 63)
