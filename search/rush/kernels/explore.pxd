# The types of explore.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport calloc, free
from ludoscope.search.kernels.arrays cimport words
from ludoscope.search.kernels.bits cimport mixed, u16, u32, u64
from ludoscope.search.kernels.tables cimport Index, index_put, index_slot, open_index
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst
from ludoscope.search.rush.kernels.layout cimport LINES, has_won, word_of

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
