# The C types of same_suit_layout.py, whose docstring says what the names mean.

from ludoscope.search.kernels.bits cimport ones, u64
from ludoscope.search.kernels.kernel cimport Kernel
from ludoscope.search.patience.kernels.cards cimport KING
from ludoscope.search.patience.kernels.same_suit_bits cimport (
    KINGS_SHIFT, State, complete, down_bit, each, piled, up_bit, without_run
)

cdef class Layout(Kernel):
    cdef int cells
    cdef bint kings
    cdef int piles
    cdef int columns
    cdef int idle
    cdef int entries
    cdef int bits
    cdef int place[52]
    cdef int first[52]
    cdef int shift[52]
    cdef u64 room[52]
    cdef u64 king[52]
    cdef u64 freed_down[104]
    cdef u64 freed_up[104]
    cdef u64 top_down[104]
    cdef u64 top_up[104]
    cdef int bit[104]
    cdef bint above_lower[104]
    cdef int after[104]
    cdef u64 loose_down
    cdef u64 loose_up
    cdef int entry[52]
    cdef State root

    cdef lay(self, int number, tuple cards)
    cdef void note(self, int *laid, int length, int height) noexcept nogil
    cdef void spread(self, State *state) noexcept nogil
    cdef void settle(self, State *state) noexcept nogil
    cdef int score(self, State *state) noexcept nogil
    cdef bint refuted(self, State *state) noexcept nogil


cdef inline int entry_of(Layout layout, u64 key, int column) noexcept nogil:
    """The entry of a column at the length that a key has."""
    return layout.first[column] + <int>(key >> layout.shift[column] & layout.room[column])


cdef inline void drop(Layout layout, State *state, int column) noexcept nogil:
    """The run of a column leaves it."""
    cdef int old = entry_of(layout, state.key, column)
    cdef int new = layout.first[column] + layout.after[old]
    state.key -= <u64>(old - new) << layout.shift[column]
    state.down |= layout.freed_down[new]
    state.up |= layout.freed_up[new]
    state.tops_down ^= layout.top_down[old] ^ layout.top_down[new]
    state.tops_up ^= layout.top_up[old] ^ layout.top_up[new]
    if new == layout.first[column]:
        state.empty += 1
        state.standing |= layout.king[column]


cdef inline u64 waiting_kings(Layout layout, State *state) noexcept nogil:
    """The kings in cells, where empty columns take them."""
    return state.down & each() & ~state.standing & ~complete(state) if layout.kings else 0
