# The table of the hexapawn kernel: table.py says what it keeps.

cimport cython
from libc.stdint cimport uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.bits cimport mixed, u64

cdef extern from *:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #define advise_huge_pages(room, bytes) ((void)madvise((room), (bytes), MADV_HUGEPAGE))
    #else
    #define advise_huge_pages(room, bytes) ((void)(room), (void)(bytes))
    #endif
    """
    void advise_huge_pages(void *room, size_t bytes) noexcept nogil

cdef enum:
    WAYS = 4

cdef struct Entry:
    u64 own
    u64 rival

@cython.final
cdef class Table:
    cdef void *room
    cdef Entry *entries
    cdef u64 buckets
    cdef u64 most
    cdef u64 unsplit
    cdef u64 taken
    cdef bint crowded(self) noexcept nogil
    cdef bint split(self, u64 count) noexcept nogil
    cdef void keep(self, u64 own, u64 rival, int lower, int upper, int work) noexcept nogil


cdef inline u64 cells() noexcept nogil:
    """The bits of a word of an entry that are cells; the eight above are figures."""
    return <u64>0x00FFFFFFFFFFFFFF


cdef inline u64 number(u64 buckets, u64 own, u64 rival) noexcept nogil:
    """The bucket of a position: of twice as many buckets it is 2 * that, or one more."""
    return (mixed(own ^ rival * <u64>0x9E3779B97F4A7C15) >> 32) * buckets >> 32


cdef inline Entry *bucket(Table table, u64 own, u64 rival) noexcept nogil:
    """The first entry of a position's bucket."""
    return table.entries + WAYS * number(table.buckets, own, rival)


cdef inline Entry *found(Entry *entry, u64 own, u64 rival) noexcept nogil:
    """The entry of a position in its bucket, NULL where there is none."""
    cdef int way
    rival >>= 8
    for way in range(WAYS):
        if entry.own & cells() == own and entry.rival & cells() == rival:
            return entry
        entry += 1
    return NULL


cdef inline int score(u64 word) noexcept nogil:
    """The bound in a word: even ones are wins, odd ones losses."""
    cdef int bound = <int>(word >> 56 & 127)
    return -bound if bound & 1 else bound


cdef inline int work(const Entry *entry) noexcept nogil:
    """How much was searched for an entry, from 0 to 3."""
    return <int>(entry.own >> 63 << 1 | entry.rival >> 63)
