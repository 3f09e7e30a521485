"""Types of beam.py, which describes them."""

cimport cython
from ludoscope.search.kernels.arrays cimport pop
from ludoscope.search.kernels.bits cimport prefetch, u64
from ludoscope.search.patience.kernels.beam_node cimport Node, Rules
from ludoscope.search.patience.kernels.beam_score cimport Burial, Score, View
from ludoscope.search.patience.kernels.beam_search cimport PENDING, BeamSearch, Neighbour
from ludoscope.search.patience.kernels.cards cimport (
    BASE, FIRST_CELL, NO_CARD, TO_CELL, TO_HOME, can_autoplay
)

# a position of a level
cdef struct State:
    Node node
    View view

# a neighbour whose hash has not been looked up yet
cdef struct Pending:
    Neighbour neighbour
    bint sends_home  # True if its score and bound are still to be computed, from `child`
    Node child

@cython.final
cdef class Beam(BeamSearch):
    cdef Rules rules
    cdef Score score
    cdef bint runs
    cdef bint home_is_move
    cdef bint normalise
    cdef Pending pending[PENDING]
    cdef u64 pending_start
    cdef u64 pending_end
    cdef View *view
    cdef View child_view
    cdef Burial burial
    cdef u64 top_cards

    cdef bint add_neighbour(self, Node *node, int source, int card, int count, int dest) noexcept nogil
    cdef bint take_pending(self) noexcept nogil
    cdef bint expand_source(self, Node *node, int source, int top) noexcept nogil
    cdef bint add_to_empty_column(self, Node *node, int source, int card, int count) noexcept nogil
    cdef bint can_fill(self, Node *node, int card) noexcept nogil
