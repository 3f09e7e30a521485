cdef struct Node:
    unsigned long long hash
    int score
    int bound
    unsigned char under[52]
    unsigned char top[24]
    unsigned char cell[16]
    unsigned char home[4]

cdef class Rules:
    cdef unsigned long long takers[52]
    cdef unsigned char fills[52]
    cdef unsigned char needs[208]
    cdef unsigned long long places[2860]
    cdef int columns
    cdef int cells
    cdef bint spares
    cdef lay(self, Node *node, list columns, list cells, list home)
    cdef read(self, const Node *node)
    cdef bint goes(self, const Node *node, int card) noexcept nogil
    cdef int left(self, const Node *node) noexcept nogil
    cdef unsigned long long rehashed(self, const Node *node, int card, int dest) noexcept nogil
    cdef void shift(self, Node *node, int source, int card, int dest) noexcept nogil
    cdef void settle(self, Node *node) noexcept nogil
    cdef bint torn(self, const Node *child, const Node *node, int source, int base) noexcept nogil
