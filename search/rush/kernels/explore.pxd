# The types of explore.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.kernels.bits cimport u16, u64
from ludoscope.search.kernels.tables cimport Index
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst

@cython.final
cdef class Component:
    cdef BreadthFirst by_cells
    cdef BreadthFirst by_slides
    cdef readonly bint winnable
    cdef Index index
    cdef u16 *slides
    cdef u64 memory
    cdef void number_all(self) noexcept nogil
    cdef u64 number(self, u64 state) noexcept nogil
