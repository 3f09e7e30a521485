"""Layout of the kernel `sweep_states`: the boards that a `Sweep` stores.

`Part`, one of the 64 hash tables of a level, chosen by the highest 6 bits of the hash:

    keys, hands, depths  per slot: the board, 0 if the slot is free; the holes of the pegs that can
                         have moved last, as a mask; the fewest moves that lead to the board
    slot_count           slots
    board_count          slots in use
    max_depth_count      boards at the depth `LevelPair.max_depth`

`BoardSet`, the boards of one level that the forward sweep has at its maximum depth:

    keys, slot_count, board_count  as above

`LevelPair`:

    parts         the 64 parts of one level, then those of the other
    bytes_used    bytes of all parts, counted by an atomic sum
    memory_limit  bytes that the parts may take
    max_depth     the moves of this sweep
    write_side    which of the two levels, 0 or 1, is written to; the other one is expanded
    level         the number of jumps made to the boards that are expanded
"""

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport hash_word, prefetch, u64

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
    PART_COUNT = 64
    LEVEL_COUNT = 65  # after 0 to 64 jumps


cdef struct Part:
    u64 *keys
    u64 *hands
    unsigned char *depths
    u64 slot_count
    u64 board_count
    u64 max_depth_count


cdef struct BoardSet:
    u64 *keys
    u64 slot_count
    u64 board_count


cdef inline u64 first_slot(u64 hash_value, u64 slot_count) noexcept nogil:
    """Return the slot where probing begins, from the lowest 32 bits of the hash."""
    return (hash_value << 32 >> 32) * slot_count >> 32


cdef inline u64 find_slot(const u64 *keys, u64 slot_count, u64 key) noexcept nogil:
    """Return the slot of a key, or the free slot where it belongs."""
    cdef u64 slot = first_slot(hash_word(key), slot_count)
    while keys[slot] != 0 and keys[slot] != key:
        slot += 1
        if slot == slot_count:
            slot = 0
    return slot


@cython.final
cdef class Frontier:
    cdef BoardSet levels[LEVEL_COUNT]

    cdef bint allocate(self, int level, u64 capacity) noexcept nogil
    cdef void add(self, int level, u64 key) noexcept nogil
    cdef bint contains(self, int level, u64 key) noexcept nogil
    cdef int first_level(self) noexcept nogil


@cython.final
cdef class LevelPair:
    cdef Part parts[2 * PART_COUNT]
    cdef u64 bytes_used
    cdef u64 memory_limit
    cdef int max_depth
    cdef int write_side
    cdef int level

    cdef void prefetch_slot(self, int number, u64 key) noexcept nogil
    cdef bint insert(self, int number, u64 key, u64 hand, int depth) noexcept nogil
    cdef bint grow(self, Part *part) noexcept nogil
    cdef void free_part(self, Part *part) noexcept nogil
    cdef u64 count_boards(self, int side)
    cdef u64 count_at_max_depth(self, int side)
