# The C types of freecell_line.py.

from search.kernels.freecell_state cimport State

cdef void tell(list made, State *parent, State *child, int cells, bint silent, unsigned char *homed)
cdef tuple shown(State *s, int columns, int cells)
