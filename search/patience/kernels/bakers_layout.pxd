# The C types of bakers_layout.py, whose docstring says what the names mean.

cimport cython
from libc.string cimport memset
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.patience.kernels.cards cimport BASE, HOME, NONE

cdef enum:
    COLUMNS = 13
    DEPTH = 52
    GONE = 13
    HOMED = 5
    HOMEWARD = 4

@cython.final
cdef class Layout:
    cdef u64 a
    cdef u64 b
    cdef u64 c
    cdef unsigned char pile[676]
    cdef int size[13]
    cdef unsigned char where[52]
    cdef unsigned char high[52]
    cdef int home[4]
    cdef int share
    cdef unsigned char moved[64]
    cdef unsigned char left[64]
    cdef int logged
    cdef unsigned char under[52]
    cdef unsigned char bases[13]
    cdef bint forced
    cdef bint returns
    cdef int pairs[13]
    cdef int breaks
    cdef int blocks
    cdef int shuts
    cdef int above
    cdef int remaining

    cdef void load(self, u64 a, u64 b, u64 c) noexcept nogil
    cdef int code(self, int card) noexcept nogil
    cdef void encode(self, int card, int beneath) noexcept nogil
    cdef int worth(self, int card, int column) noexcept nogil
    cdef void put(self, int card, int column) noexcept nogil
    cdef void take(self, int card) noexcept nogil
    cdef bint reaches(self, int count) noexcept nogil
    cdef void send(self, int card) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void play(self, int card, int suit) noexcept nogil
    cdef void undo(self) noexcept nogil
    cdef int score(self) noexcept nogil
    cdef bint doomed(self) noexcept nogil
    cdef inline unsigned int rank_at(self, int column, int size) noexcept nogil


cdef inline bint is_top(Layout layout, int card) noexcept nogil:
    """Whether a card lies on top of a column."""
    cdef int column = layout.where[card]
    return column != GONE and layout.high[card] + 1 == layout.size[column]
