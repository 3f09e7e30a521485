"""Layout of the kernel `sweep`; its docstring describes the algorithm.

    pending                the children that wait, of each thread
    freed_parts            parts of the level that have been expanded and freed
    explored_before_level  [level]: boards expanded before that level
    met_board              the board where the sweeps meet, 0 if none is known
"""

cimport cython
from ludoscope.search.kernels.bits cimport hash_word, u64
from ludoscope.search.peg.kernels.bounds cimport Bounds
from ludoscope.search.peg.kernels.expander cimport PENDING_CAPACITY, Expander, Pending
from ludoscope.search.peg.kernels.problem cimport Problem, ProblemTables, canonical_form
from ludoscope.search.peg.kernels.sweep_states cimport PART_COUNT, Frontier, LevelPair

@cython.final
cdef class Sweep:
    cdef ProblemTables *tables
    cdef LevelPair levels
    cdef Frontier frontier
    cdef list expanders
    cdef Pending *pending[64]
    cdef int thread_count
    cdef bint is_backward
    cdef bint out_of_memory
    cdef int freed_parts
    cdef u64 explored_before_level[66]
    cdef u64 met_board

    cdef bint insert_children_of_part(self, int part) noexcept nogil
    cdef next_level(self)
