# Where the sweeps of peg solitaire keep boards (`peg_states.py` says how).
#
#   keys, hands, depths   per slot: the board, 0 where free; the pegs in hand; the moves
#   larger                a part that is growing
#   waiting               states on the way to their slots, whose cache lines have been asked for
#   entries, deepest      per level in memory: boards; those of them at the depth `most`

from search.kernels.peg_bits cimport u64

cdef extern from *:
    void __builtin_prefetch(const void *address) nogil

cdef enum:
    PARTS = 64
    WAITING = 16


cdef struct Part:
    u64 *keys
    u64 *hands
    unsigned char *depths
    u64 slots
    u64 entries


cdef struct State:
    u64 key
    u64 hashed
    u64 hand
    int depth


cdef struct Kept:
    u64 *keys
    u64 slots


cdef inline u64 place(u64 hashed, u64 slots) noexcept nogil:
    """The slot to look at first."""
    return (hashed << 32 >> 32) * slots >> 32


cdef class Frontier:
    cdef Kept levels[65]
    cdef u64 boards
    cdef u64 slots
    cdef int lowest

    cdef bint make_room(self, int level, u64 boards) noexcept nogil
    cdef void add(self, int level, u64 key) noexcept nogil
    cdef bint has(self, int level, u64 key) noexcept nogil


cdef class Levels:
    cdef Part parts[2 * PARTS]
    cdef Part larger
    cdef State waiting[WAITING]
    cdef u64 entries[2]
    cdef u64 deepest[2]
    cdef u64 clock
    cdef u64 size
    cdef u64 room
    cdef int most
    cdef int side

    cdef bint put(self, u64 key, u64 hand, int depth) noexcept nogil
    cdef bint settle(self) noexcept nogil
    cdef bint enter(self, State *state) noexcept nogil
    cdef bint grow(self, Part *part) noexcept nogil
    cdef void drop(self, Part *part) noexcept nogil
