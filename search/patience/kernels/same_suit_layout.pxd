# The C types of samesuit_layout.py, whose docstring says what the names mean.

from ludoscope.search.patience.kernels.same_suit_bits cimport State, u64

cdef class Layout:
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
    cdef int entry_of(self, u64 key, int column) noexcept nogil
    cdef void spread(self, State *state) noexcept nogil
    cdef void drop(self, State *state, int column) noexcept nogil
    cdef void settle(self, State *state) noexcept nogil
    cdef void follow(self, State *state, int column) noexcept nogil
    cdef u64 waiting_kings(self, State *state) noexcept nogil
    cdef int used(self, State *state) noexcept nogil
    cdef int score(self, State *state) noexcept nogil
    cdef bint refuted(self, State *state) noexcept nogil
