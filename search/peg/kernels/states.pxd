# Where the sweeps of peg solitaire keep boards (`states.py` says how).
#
#   keys, hands, depths   per slot: the board, 0 where free; the pegs in hand; the moves
#   entries, deepest      boards; those of them at the depth `most`
#   side, level           which of the two is written to; jumps made to the one at hand
#   size                  bytes of the two levels, and `room` those that they may take

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport words
from ludoscope.search.kernels.bits cimport mixed, prefetch, u64

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #define __sync_add_and_fetch(sum, more) \\
        ((unsigned long long)_InterlockedExchangeAdd64((volatile __int64 *)(sum), (more)) + (more))
    #define __sync_bool_compare_and_swap(place, old, now) \\
        (_InterlockedCompareExchange64((volatile __int64 *)(place), (now), (old)) == (__int64)(old))
    #endif
    """
    u64 __sync_add_and_fetch(u64 *sum, u64 more) nogil
    bint __sync_bool_compare_and_swap(u64 *place, u64 old, u64 new) nogil

cdef enum:
    PARTS = 64


cdef struct Part:
    u64 *keys
    u64 *hands
    unsigned char *depths
    u64 slots
    u64 entries
    u64 deepest


cdef struct Kept:
    u64 *keys
    u64 slots
    u64 entries


cdef inline u64 place(u64 hashed, u64 slots) noexcept nogil:
    """The slot to look at first."""
    return (hashed << 32 >> 32) * slots >> 32


cdef inline u64 slot_of(const u64 *keys, u64 slots, u64 key) noexcept nogil:
    """The slot of a key, or else the free one where it belongs."""
    cdef u64 slot = place(mixed(key), slots)
    while keys[slot] != 0 and keys[slot] != key:
        slot += 1
        if slot == slots:
            slot = 0
    return slot


@cython.final
cdef class Frontier:
    cdef Kept levels[65]

    cdef bint make_room(self, int level, u64 boards) noexcept nogil
    cdef void add(self, int level, u64 key) noexcept nogil
    cdef bint has(self, int level, u64 key) noexcept nogil
    cdef int lowest(self) noexcept nogil


@cython.final
cdef class Levels:
    cdef Part parts[2 * PARTS]
    cdef u64 size
    cdef u64 room
    cdef int most
    cdef int side
    cdef int level

    cdef void seek(self, int number, u64 key) noexcept nogil
    cdef bint enter(self, int number, u64 key, u64 hand, int depth) noexcept nogil
    cdef bint grow(self, Part *part) noexcept nogil
    cdef void drop(self, Part *part) noexcept nogil
    cdef u64 boards(self, int side)
    cdef u64 at_most(self, int side)
