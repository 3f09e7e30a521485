# The types of annealing.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.kernels.bits cimport lowest, mixed, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FAILED, SEARCHING, SOLVED, Kernel
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst
from ludoscope.search.rush.kernels.layout cimport LINES, assemble, field
from ludoscope.search.rush.kernels.line cimport Kind, Line

cdef enum:
    OPTIONS = 8  # the most of a line
    COLUMN = 8  # bits of a column in a word that has a byte for each

@cython.final
cdef class Annealer(Kernel):
    cdef BreadthFirst search
    cdef list lines
    cdef Kind *options[128]
    cdef int choices[16]
    cdef int chosen[16]
    cdef Kind *kinds[16]
    cdef u64 unit[16]
    cdef u64 allowed[64]
    cdef int hero
    cdef int measure
    cdef int wanted
    cdef int patience
    cdef u64 heroes
    cdef u64 largest
    cdef u64 mercy
    cdef u64 random
    cdef int longest
    cdef int best
    cdef int idle
    cdef int best_chosen[16]
    cdef int best_numbers[16]

    cdef u64 below(self, u64 bound) noexcept nogil
    cdef u64 lay_out(self) noexcept nogil
    cdef bint place_rows(self, int row, u64 left, u64 state) noexcept nogil
    cdef bint place_columns(self, int column, u64 left, u64 state) noexcept nogil
    cdef int length(self) noexcept nogil
    cdef void change(self) noexcept nogil
    cdef bint accepts(self, int length) noexcept nogil
    cdef void keep(self) noexcept nogil
