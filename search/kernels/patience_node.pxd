cdef struct Node:
    unsigned long long hash
    int score
    unsigned char under[52]
    unsigned char top[24]
    unsigned char cell[16]
    unsigned char home[4]

cdef struct View:
    int held
    int empty
    int run[24]
    int lowest[24]
    int lowest_below[24]
    int place[8]
    int above[8]

cdef class Rules:
    cdef unsigned long long takers[52]
    cdef unsigned char fills[52]
    cdef unsigned char needs[208]
    cdef unsigned long long places[2860]
    cdef int weight[9]
    cdef readonly int columns
    cdef readonly int cells
    cdef bint spares
    cdef bint goes(self, const Node *node, int card) noexcept nogil
    cdef int left(self, const Node *node) noexcept nogil
    cdef int look(self, const Node *node, View *view) noexcept nogil
    cdef int lack(self, int places) noexcept nogil
    cdef int rescored(self, const Node *node, const View *view, int source, int card, int count, int dest) noexcept nogil
    cdef unsigned long long rehashed(self, const Node *node, int card, int dest) noexcept nogil
    cdef void shift(self, Node *node, int source, int card, int dest) noexcept nogil
    cdef void settle(self, Node *node) noexcept nogil
