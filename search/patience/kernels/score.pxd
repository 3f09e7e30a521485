# The types of score.py, whose docstring says what the names mean, and what is inlined.

cimport cython
from ludoscope.search.patience.kernels.cards cimport BASE, DECK, FIRST_CELL, KING, NONE, TO_CELL
from ludoscope.search.patience.kernels.node cimport Node, Rules

ctypedef unsigned char u8

cdef enum:  # weights
    LEFT = 0
    BREAKS = 1
    CELLS = 2
    EMPTY = 3
    NEXT = 4
    SECOND = 5
    ABOVE = 6
    LACK = 7
    BASES = 8
    BOUND = 9

cdef struct View:
    int held
    int empty
    int run[24]
    int lowest[24]
    int lowest_below[24]
    int must[24]
    u8 low[96]
    u8 low_below[96]
    int place[8]
    int above[8]

@cython.final
cdef class Score:
    cdef Rules rules
    cdef int weight[10]
    cdef bint runs
    cdef int lack(self, int places) noexcept nogil
    cdef int must(self, const Node *node, const u8 *low, int top, int count) noexcept nogil
    cdef void look(self, Node *node, View *view) noexcept nogil
    cdef inline int look_at(self, Node *node, View *view, int number) noexcept nogil
    cdef inline int climb(self, Node *node, View *view, int number, const u8 *stack, int count) noexcept nogil
    cdef int bounded(self, const Node *node, const View *view, int source, int card, int count, int dest) noexcept nogil
    cdef int rescored(self, const Node *node, const View *view, int source, int card, int count, int dest, int bound) noexcept nogil


cdef inline int ranked_over(int low, int top, int base) noexcept nogil:
    """How many of the ranks `top` to `base` are over `low`."""
    cdef int least = low + 1 if low >= top else top
    return base - least + 1 if base >= least else 0
