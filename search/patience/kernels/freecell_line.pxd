# The C types of freecell_line.py.

from ludoscope.search.patience.kernels.freecell_state cimport State, Weights

cdef list line(State *states, State *won, State *root, Weights *w, int cells, bint silent)
cdef tuple shown(State *s, int columns, int cells)
