"""C declarations of `annealing.py`. Its docstring has layout, limits and costs."""

cimport cython
from ludoscope.search.kernels.bits cimport lowest_bit_number, hash_word, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FAILED, SEARCHING, SOLVED, Kernel
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst
from ludoscope.search.rush.kernels.layout cimport LINES, MAX_FIELD_BITS, assemble, field
from ludoscope.search.rush.kernels.line cimport Line, LineTables

cdef enum:
    MAX_OPTIONS = 8  # of a line
    MAX_DRAFT_ARRANGEMENTS = 8  # of an option
    FIRST_COLUMN = 8  # the place of the first column; also the number of rows

@cython.final
cdef class Annealer(Kernel):
    cdef BreadthFirst search
    cdef list lines
    cdef LineTables *options[128]
    cdef int option_count[16]
    cdef int chosen[16]
    cdef LineTables *tables[16]
    cdef u64 arrangement_step[16]
    cdef u64 columns_leaving_free[64]
    cdef int hero
    cdef int measure
    cdef int target_length
    cdef int max_idle_changes
    cdef u64 exit_arrangements
    cdef u64 max_positions
    cdef u64 acceptance
    cdef u64 random_state
    cdef int current_length
    cdef int best_length
    cdef int idle_changes
    cdef int best_chosen[16]
    cdef int best_numbers[16]

    cdef u64 random_below(self, u64 bound) noexcept nogil
    cdef u64 lay_out_draft(self) noexcept nogil
    cdef bint place_rows(self, int row, u64 admitted, u64 state) noexcept nogil
    cdef bint place_columns(self, int column, u64 admitted, u64 state) noexcept nogil
    cdef int draft_length(self) noexcept nogil
    cdef void change_draft(self) noexcept nogil
    cdef bint accepts(self, int length) noexcept nogil
    cdef void store_best(self) noexcept nogil
