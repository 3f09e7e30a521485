"""Types of freecell_solution.py."""

from ludoscope.search.kernels.arrays cimport Stack, pop
from ludoscope.search.patience.kernels.freecell_state cimport (
    BASE, CELL, DECK, HOME, IN_CELL, NOT_IN_PLAY, Move, State, Weights, autoplay, build_child,
    column_of, unpack_move
)

cdef tuple MOVES

cdef struct RunMove:
    State *child  # the position after the move
    bint normalise  # True if the game sends cards home after each single card
    bint base_moved  # True once the lowest card of the run has moved, so that cards may be home

cdef list solution_moves(State *root, Stack *path, Weights *w, int cells, bint normalise)
cdef append_moves(
    list moves, State *parent, State *child, int cells, bint normalise, unsigned char *autoplayed
)
cdef append_run(
    list moves, RunMove *run_move, unsigned char *run, int count, int target, int cell_capacity,
    int spare_columns
)
cdef append_card(list moves, RunMove *run_move, int card, int target)
cdef tuple position_of(State *s, int columns, int cells)
