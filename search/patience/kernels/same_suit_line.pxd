# The types of same_suit_line.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.patience.kernels.cards cimport BASE, CELL, HOME, KING

@cython.final
cdef class Line:
    cdef int pile[64 * 52]
    cdef int height[64]
    cdef int held[52]
    cdef int home[4]
    cdef int columns
    cdef int holds
    cdef bint kings
    cdef bint normalise
    cdef readonly list moves
    cdef clear(self, int column)
    cdef lift(self, int column, int count)
    cdef put(self, int card, int column)
    cdef int target(self, int card) except -2
    cdef bint place_one(self, int standing) except -1
    cdef free_cell(self, int index)
    cdef go_home(self)
    cdef bint goes(self, int card) except -1
