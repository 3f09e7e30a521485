"""Layout of the kernel `beam`; its docstring describes the search.

    goal_depth          the number of jumps from the start to the level of the goals
    slack_scores        [128 + excess]: the score of an excess
    images              the images of the position that is expanded
    expanded            positions of the current level that have been expanded
    has_dropped         True once a level had more candidates than the width
    kept_positions      [depth * width + index]: the positions kept of each level
    parents             [depth * width + index]: the index of its parent in the level before
    kept_packs          [index * pack_words + word]: the packs of the current level
    candidate_count     candidates for the next level
    candidate_capacity  candidates that the arrays can hold
    candidates          canonical form, position, and index of the parent of each
    candidate_packs     [candidate * pack_words + word]: their packs
    ranks               score << 32 | number of the candidate
    index               a hash index of the candidates
    goal, goal_parent   the goal that was reached, and the index of its parent
"""

cimport cython
from libc.math cimport sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from ludoscope.search.kernels.arrays cimport double_array, double_words, allocate_words
from ludoscope.search.kernels.bits cimport hash_word, u32, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FAILED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.selection cimport select_greatest
from ludoscope.search.kernels.tables cimport (
    Index, double_index, contains, index_bytes, index_insert, index_slot, init_index
)
from ludoscope.search.peg.kernels.goals cimport Goals
from ludoscope.search.peg.kernels.problem cimport (
    MAX_IMAGES, Problem, ProblemTables, canonical_child, canonical_form, update_packs, write_images
)

cdef struct Candidate:
    u64 key
    u64 board
    u32 parent

@cython.final
cdef class Beam(Kernel):
    cdef Problem problem  # owns the tables
    cdef ProblemTables *tables
    cdef Goals goals
    cdef int goal_depth
    cdef int width
    cdef u64 memory_limit
    cdef int slack_scores[256]
    cdef u64 images[MAX_IMAGES]
    cdef readonly int depth
    cdef readonly int frontier
    cdef int expanded
    cdef bint has_dropped
    cdef u64 *kept_positions
    cdef u32 *parents
    cdef u64 *kept_packs
    cdef u64 candidate_count
    cdef u64 candidate_capacity
    cdef Candidate *candidates
    cdef u64 *candidate_packs
    cdef u64 *ranks
    cdef Index index
    cdef u64 goal
    cdef int goal_parent

    cdef u64 bytes_for(self, u64 capacity, u64 slots) noexcept nogil
    cdef bint grow_candidates(self) noexcept nogil
    cdef bint grow_index(self) noexcept nogil
    cdef int score(self, u64 board, u64 *packs) noexcept nogil
    cdef int expand(self, int number) noexcept nogil
    cdef int next_level(self) noexcept nogil
