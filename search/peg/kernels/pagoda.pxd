"""Layout of the kernel `pagoda`; its docstring states the linear program.

The tableau has a row for each jump, one for Σ|w| ≤ 1 and last the objective; a column for each
hole, one more for each hole whose weight may be negative, the right-hand side, and the perturbed
right-hand side.

    jump_count, hole_count  of the board
    columns                 weights: the holes, then the negatives of some of them
    row_length              columns + 2
    source, jumped, target  the holes of each jump
    mask, pegs              of each jump: all three holes; those that hold a peg before it
    negative_column         [hole]: the column of −w(hole), −1 if w(hole) ≥ 0
    hole_of_column          [column]: the hole of a weight
    labels                  the variable of each column, then of each row; below `columns` a weight,
                            from there on the slack of a row
    initial_tableau         the tableau where all weights are 0, without the objective
    tableau                 the current tableau
    exact_weights           the weights of the current vertex
    trial_weights           integers that have not been checked
    weights                 integers that were checked: the last refutation
    positions               the positions of a random playout
"""

cimport cython
from libc.math cimport fabs, floor
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from ludoscope.search.kernels.bits cimport hash_word, u64

@cython.final
cdef class PagodaProgram:
    cdef int jump_count, hole_count, columns, row_length
    cdef int source[512]
    cdef int jumped[512]
    cdef int target[512]
    cdef u64 mask[512]
    cdef u64 pegs[512]
    cdef int negative_column[64]
    cdef int hole_of_column[128]
    cdef int labels[642]
    cdef double *initial_tableau
    cdef double *tableau
    cdef double exact_weights[64]
    cdef int trial_weights[64]
    cdef int weights[64]
    cdef u64 positions[65]

    cdef void set_coefficient(self, int row, int hole, double value) noexcept nogil
    cdef void fill_initial_tableau(self) noexcept nogil
    cdef void pivot(self, int row, int column) noexcept nogil
    cdef int entering_column(self) noexcept nogil
    cdef int leaving_row(self, int column) noexcept nogil
    cdef void reset(self) noexcept nogil
    cdef void write_objective(self, u64 position, u64 finish) noexcept nogil
    cdef double maximise(self, u64 position, u64 finish) noexcept nogil
    cdef bint round_weights(self, u64 position, u64 finish, int max_weight) noexcept nogil
    cdef int excess(self, int *weights, u64 position, u64 finish) noexcept nogil
    cdef bint is_refutation(self, int *weights, u64 position, u64 finish) noexcept nogil
    cdef bint refute(self, u64 position, u64 finish, int max_weight) noexcept nogil
    cdef int play_random(self, u64 start, int max_jumps, u64 seed) noexcept nogil
    cdef bint refute_earliest(self, int depth, u64 finish, int max_weight) noexcept nogil
