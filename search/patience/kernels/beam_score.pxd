"""Types of beam_score.py, which describes them, and an inline function."""

cimport cython
from libc.string cimport memset
from ludoscope.search.patience.kernels.cards cimport BASE, DECK, FIRST_CELL, KING, NO_CARD, TO_CELL
from ludoscope.search.patience.kernels.beam_node cimport Node, Rules

ctypedef unsigned char u8

cdef enum:  # indices of weights
    LEFT = 0  # cards not home
    BREAKS = 1  # neighbours in a column out of sequence
    CELLS = 2  # cells used
    EMPTY = 3  # empty columns, which lower the score
    NEXT = 4  # cards above each suit's next card for the foundation
    SECOND = 5  # the same for the card after it
    ABOVE = 6  # cards above a lower rank in their column
    LACK = 7  # counts 4 without a free cell or empty column, 1 with exactly one
    BASES = 8  # columns whose lowest card is not a king
    BOUND = 9  # the lower bound of moves
    WEIGHTS = 10

cdef struct View:
    u8 cells_used
    u8 empty_columns
    u8 run_length[24]
    u8 min_rank[24]
    u8 min_rank_below_run[24]
    u8 run_bound[24]
    u8 suit_min_rank[96]
    u8 suit_min_rank_below_run[96]
    u8 wanted_column[8]
    u8 wanted_depth[8]

# by column; renewed for each position that is expanded
cdef struct Burial:
    int weight[24]
    u8 min_depth[24]

@cython.final
cdef class Score:
    cdef Rules rules
    cdef int weight[10]
    cdef bint runs
    cdef int shortage_score(self, int free_places) noexcept nogil
    cdef int count_bound(
        self, const Node *node, const u8 *suit_min_rank, int top, int count
    ) noexcept nogil
    cdef void evaluate(self, Node *node, View *view) noexcept nogil
    cdef void update(self, Node *node, View *view, int source, int dest) noexcept nogil
    cdef inline int evaluate_column(self, Node *node, View *view, int number) noexcept nogil
    cdef inline int evaluate_order(
        self, Node *node, View *view, int number, const u8 *stack, int count
    ) noexcept nogil
    cdef int bound_after(
        self, const Node *node, const View *view, int source, int card, int count, int dest
    ) noexcept nogil
    cdef void write_burial(self, const View *view, Burial *burial) noexcept nogil
    cdef int score_after(
        self, const Node *node, const View *view, const Burial *burial, int source, int card,
        int count, int dest, int bound
    ) noexcept nogil


cdef inline int count_ranks_above(int min_rank, int first, int last) noexcept nogil:
    """Return how many of the ranks `first` to `last` are higher than `min_rank`."""
    cdef int lowest_counted = min_rank + 1 if min_rank >= first else first
    return last - lowest_counted + 1 if last >= lowest_counted else 0
