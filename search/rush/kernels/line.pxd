"""C declarations of `line.py`: the tables of a line. Its docstring has layout, limits and costs."""

cimport cython
from ludoscope.search.kernels.bits cimport u64

cdef enum:
    LINES = 16  # 8 rows, then 8 columns
    MAX_ARRANGEMENTS = 16

cdef struct LineTables:
    int arrangement_count
    int field_bits
    u64 occupied[16]
    unsigned short reachable[8192]
    unsigned char leaving_free[8]

@cython.final
cdef class Line:
    cdef LineTables tables
    cdef readonly tuple arrangements
    cdef readonly tuple lengths
