# All positions of ORush connected to one (`explore.py` says what the names mean).

cimport cython
from ludoscope.search.rush.kernels.breadth_first cimport Flood
from ludoscope.search.rush.kernels.line cimport u64

ctypedef unsigned short u16
ctypedef unsigned int u32


@cython.final
cdef class Component:
    cdef Flood by_cells
    cdef Flood by_slides
    cdef bint winnable
    cdef int phase
    cdef u32 *slots
    cdef u64 most  # slots - 1
    cdef u16 *slides
    cdef u64 memory

    cdef int ended(self) noexcept nogil
    cdef bint seed_wins(self) noexcept nogil
    cdef u64 slot(self, u64 state) noexcept nogil
    cdef bint number_all(self) noexcept nogil
