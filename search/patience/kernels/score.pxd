from ludoscope.search.patience.kernels.node cimport Node, Rules

cdef struct View:
    int held
    int empty
    int run[24]
    int lowest[24]
    int lowest_below[24]
    int must[24]
    unsigned char low[96]
    unsigned char low_below[96]
    int place[8]
    int above[8]

cdef class Score:
    cdef Rules rules
    cdef int weight[10]
    cdef bint runs
    cdef int lack(self, int places) noexcept nogil
    cdef int must(self, const Node *node, const unsigned char *low, int top, int count) noexcept nogil
    cdef void look(self, Node *node, View *view) noexcept nogil
    cdef int bounded(self, const Node *node, const View *view, int source, int card, int count, int dest) noexcept nogil
    cdef int rescored(self, const Node *node, const View *view, int source, int card, int count, int dest, int bound) noexcept nogil
