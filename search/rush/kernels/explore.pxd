"""C declarations of `explore.py`. Its docstring has layout, limits and costs."""

cimport cython
from libc.stdlib cimport free
from libc.string cimport memcpy, memset
from ludoscope.search.kernels.arrays cimport allocate_table
from ludoscope.search.kernels.atomic cimport fill_number_once
from ludoscope.search.kernels.bits cimport hash_word, prefetch, u32, u64
from ludoscope.search.kernels.tables cimport Index, index_slot, init_index
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst
from ludoscope.search.rush.kernels.layout cimport LINES, MAX_MOVES, encode, has_won

@cython.final
cdef class ComponentTables:
    cdef BreadthFirst by_cells
    cdef BreadthFirst by_slides
    cdef readonly bint winnable
    cdef Index index
    cdef u32 *slides
    cdef u64 memory_limit
    cdef void index_range(self, u64 first, u64 last) noexcept nogil
    cdef void set_range(self, u64 first, u64 last) noexcept nogil
    cdef u64 number_plus_one(self, u64 state) noexcept nogil
