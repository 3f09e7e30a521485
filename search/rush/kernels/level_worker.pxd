"""C declarations of `level_worker.py`. Its docstring has layout, limits and costs."""

cimport cython
from ludoscope.search.kernels.bits cimport lowest_bit_number, prefetch, u64
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst
from ludoscope.search.rush.kernels.layout cimport MAX_MOVES, Layout, generate_moves
from ludoscope.search.rush.kernels.shared_search cimport SharedSearch, add_once, table_place

@cython.final
cdef class LevelWorker:
    cdef SharedSearch shared
    cdef BreadthFirst search
    cdef u64 state, last_state
    cdef u64 place, last_place
    cdef u64 spare, last_spare
    cdef u64 successors[2 * MAX_MOVES]
    cdef void expand_states(self) noexcept nogil
    cdef int generate(self, u64 state, u64 *successors) noexcept nogil
    cdef void append_new(self, const u64 *successors, int count) noexcept nogil
