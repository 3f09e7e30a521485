# The C types of line.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.kernels.bits cimport u64

cdef enum:
    LINES = 16
    MOST = 16

cdef struct Kind:
    int count
    int width
    u64 hull[16]
    unsigned short reach[8192]
    unsigned short clear[8]

@cython.final
cdef class Line:
    cdef Kind kind
    cdef readonly tuple arrangements
    cdef readonly tuple lengths
