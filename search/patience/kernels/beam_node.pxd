"""Types of beam_node.py, which describes them."""

cimport cython
from ludoscope.search.kernels.bits cimport hash_word, u64
from ludoscope.search.patience.kernels.cards cimport (
    BASE, CELL, DECK, FIRST_CELL, HOME, NO_CARD, SUPPORT_COUNT, TO_CELL, TO_HOME, can_autoplay,
    check_deck
)

cdef enum:
    # limits, checked when rules are made; fixed arrays depend on them
    MAX_COLUMNS = 24
    MAX_CELLS = 16

cdef struct Node:
    u64 hash
    int score
    int bound
    unsigned char support[52]
    unsigned char top[24]
    unsigned char cell[16]
    unsigned char foundation[4]

@cython.final
cdef class Rules:
    cdef u64 build_targets[52]  # the cards that a card may be put on, as bits
    cdef unsigned char can_fill[52]  # True if the card may be put on an empty column
    cdef unsigned char required[208]  # when a card goes home by autoplay, see cards.pxd
    cdef u64 zobrist[2860]
    cdef int columns
    cdef int cells
    cdef bint fills_any
    cdef set_up(self, Node *node, list columns, list cells, list foundation)
    cdef to_lists(self, const Node *node)
    cdef int cards_left(self, const Node *node) noexcept nogil
    cdef u64 hash_after(self, const Node *node, int card, int dest) noexcept nogil
    cdef void move_run(self, Node *node, int source, int card, int dest) noexcept nogil
    cdef void autoplay(self, Node *node) noexcept nogil
    cdef bint splits_run(
        self, const Node *child, const Node *node, int source, int base
    ) noexcept nogil
