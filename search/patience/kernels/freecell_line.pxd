# The types of freecell_line.py, whose docstring says what the names mean.

from ludoscope.search.patience.kernels.freecell_state cimport (
    BASE, CELL, CELLS, HOME, NOWHERE, State, Weights, build, go_home
)

cdef struct Carrying:
    State *child
    bint silent
    bint bared

cdef list card_moves(State *states, State *won, State *root, Weights *w, int cells, bint silent)
cdef tell(list made, State *parent, State *child, int cells, bint silent, unsigned char *homed)
cdef carry(list made, Carrying *carrying, unsigned char *run, int count, int onto, int hands, int spares)
cdef put(list made, Carrying *carrying, int card, int onto)
cdef tuple shown(State *s, int columns, int cells)
