# Simulated annealing for ORush puzzles (`annealing.py` says what the names mean).

cimport cython
from ludoscope.search.rush.kernels.breadth_first cimport Flood
from ludoscope.search.rush.kernels.line cimport Kind, u64


@cython.final
cdef class Annealer:
    cdef Flood flood
    cdef list lines
    cdef Kind *options[128]
    cdef int choices[16]
    cdef int chosen[16]
    cdef Kind *kinds[16]
    cdef u64 unit[16]
    cdef u64 allowed[64]
    cdef int hero, measure, patience
    cdef u64 heroes, largest, mercy, random, tried_
    cdef int longest_, best, idle
    cdef int best_chosen[16]
    cdef int best_numbers[16]

    cdef u64 below(self, u64 bound) noexcept nogil
    cdef u64 lay_out(self) noexcept nogil
    cdef bint place_rows(self, int row, u64 left, u64 state) noexcept nogil
    cdef bint place_columns(self, int column, u64 left, u64 state) noexcept nogil
    cdef int length(self) noexcept nogil
    cdef void change(self) noexcept nogil
    cdef bint accepts(self, int length) noexcept nogil
    cdef int advance(self, u64 budget, int wanted) noexcept nogil
    cdef void keep(self) noexcept nogil
