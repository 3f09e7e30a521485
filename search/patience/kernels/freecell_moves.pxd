# The C types of freecell_moves.py, whose docstring says what the names mean.

from ludoscope.search.patience.kernels.freecell_state cimport Move, State, Weights

cdef enum:
    MOVES = 28 + 14 + 12 + 14 + 4
    HOMING = 1 << 30

cdef struct Child:
    unsigned long long hash
    int score
    Move move

cdef int moves(State *s, Weights *w, int columns, int cells, bint silent, Child *children) noexcept nogil
cdef bint comes_apart(State *s, State *child) noexcept nogil
