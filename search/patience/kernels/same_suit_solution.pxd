"""Types of same_suit_solution.py, which describes them."""

cimport cython
from ludoscope.search.patience.kernels.cards cimport BASE, CELL, HOME, KING, check_deck

cdef enum:
    MAX_COLUMNS = 64
    MAX_HEIGHT = 52

@cython.final
cdef class SolutionMoves:
    cdef int pile[64 * 52]
    cdef int height[64]
    cdef int cell_cards[52]
    cdef int cells_used
    cdef int home_counts[4]
    cdef int columns
    cdef bint kings
    cdef bint normalise
    cdef readonly list moves
    cdef int top_card(self, int column) except -2
    cdef move_run(self, int column)
    cdef move_to_cells(self, int column, int count)
    cdef put(self, int card, int column)
    cdef int find_target(self, int card) except -2
    cdef bint place_cell_card(self, int standing_kings) except -1
    cdef remove_from_cell(self, int index)
    cdef autoplay(self)
    cdef bint send_home(self, int card) except -1
