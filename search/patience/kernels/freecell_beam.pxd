"""Types of freecell_beam.py, which describes them."""

cimport cython
from libc.string cimport memcpy, memset
from ludoscope.search.kernels.bits cimport prefetch, u32, u64
from ludoscope.search.patience.kernels.beam_search cimport BeamSearch, Neighbour
from ludoscope.search.patience.kernels.freecell_moves cimport MAX_MOVES, Child, generate_moves, splits_run
from ludoscope.search.patience.kernels.freecell_solution cimport position_of, solution_moves
from ludoscope.search.patience.kernels.freecell_state cimport (
    BASE, CELL, IN_CELL, MAX_CELLS, MAX_COLUMNS, NOT_IN_PLAY, Move, State, Weights, autoplay, bit,
    build_child, can_stack, column_of, compute_score, may_autoplay, set_up, set_weights, u8,
    unpack_move
)

# a position of a level
cdef struct Position:
    State state
    u64 cards[MAX_COLUMNS]
    u64 blocking
    int bound

@cython.final
cdef class FreeCellBeam(BeamSearch):
    cdef Weights w
    cdef int bound_weight
    cdef bint runs
    cdef bint normalise
    cdef int columns
    cdef int cells
    cdef State root
    cdef Position built
    cdef u8 autoplayed[52]
    cdef Child children[MAX_MOVES + 1]

    cdef void trace_columns(self, Position *position) noexcept nogil
    cdef inline bint blocks(self, const Position *position, int card, int column) noexcept nogil
    cdef inline int bound_after(self, const Position *position, u32 packed_move) noexcept nogil
    cdef void build(
        self, Position *child, const Position *parent, u32 packed_move, int score,
        bint has_final_score
    ) noexcept nogil
    cdef inline void put(self, Position *position, int card, int support, int column) noexcept nogil
    cdef inline void take(self, Position *position, int card, int support, int column) noexcept nogil
    cdef bint add_built(self, const Position *parent, const Child *child) noexcept nogil
