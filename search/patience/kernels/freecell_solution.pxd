"""Types of freecell_solution.py."""

from ludoscope.search.patience.kernels.freecell_state cimport (
    BASE, CELL, DECK, HOME, IN_CELL, NOT_IN_PLAY, Move, State, Weights, autoplay, build_child, column_of
)

cdef tuple MOVES

cdef struct RunMove:
    State *child  # the position after the move
    bint normalise  # True if the game sends cards home after each single card
    bint base_moved  # True once the lowest card of the run has moved, so that cards may be home

cdef list solution_moves(State *root, list path, Weights *w, int cells, bint normalise)
cdef append_moves(
    list moves, State *parent, State *child, int cells, bint normalise, unsigned char *autoplayed
)
cdef append_run(
    list moves, RunMove *run_move, unsigned char *run, int count, int target, int cell_capacity,
    int spare_columns
)
cdef append_card(list moves, RunMove *run_move, int card, int target)
cdef tuple position_of(State *s, int columns, int cells)


cdef inline unsigned int pack_move(Move move) noexcept nogil:
    """Return a move as a number."""
    return move.card | move.count << 8 | move.target << 16 | move.autoplay << 24


cdef inline Move unpack_move(unsigned int number) noexcept nogil:
    """Return the move that `pack_move` made a number of."""
    return Move(number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24)
