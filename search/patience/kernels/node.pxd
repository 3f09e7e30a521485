# The types of node.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.kernels.bits cimport mixed, u64
from ludoscope.search.patience.kernels.cards cimport (
    BASE, CELL, DECK, FIRST_CELL, HOME, NONE, TO_CELL, TO_HOME, UNDERS
)

cdef struct Node:
    u64 hash
    int score
    int bound
    unsigned char under[52]
    unsigned char top[24]
    unsigned char cell[16]
    unsigned char home[4]

@cython.final
cdef class Rules:
    cdef u64 takers[52]
    cdef unsigned char fills[52]
    cdef unsigned char needs[208]
    cdef u64 places[2860]
    cdef int columns
    cdef int cells
    cdef bint spares
    cdef lay(self, Node *node, list columns, list cells, list home)
    cdef read(self, const Node *node)
    cdef bint goes(self, const Node *node, int card) noexcept nogil
    cdef int left(self, const Node *node) noexcept nogil
    cdef u64 rehashed(self, const Node *node, int card, int dest) noexcept nogil
    cdef void shift(self, Node *node, int source, int card, int dest) noexcept nogil
    cdef void settle(self, Node *node) noexcept nogil
    cdef bint torn(self, const Node *child, const Node *node, int source, int base) noexcept nogil
