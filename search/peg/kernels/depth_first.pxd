"""Layout of the kernel `depth_first`; its docstring describes the search.

    path       [depth]: the position after `depth` jumps of the current path
    images     [depth * MAX_IMAGES + symmetry]: the images of these positions
    packs      [depth * pack_words + word]: the packs of these positions
    next_jump  [depth]: the number of the next jump to try there
    seen       the canonical positions entered, a hash set of 8-byte keys
    refuted    how often a pagoda kept a position from being entered
"""

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport bytes_left
from ludoscope.search.kernels.bits cimport hash_word, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, double_set, insert, init_set, set_bytes
from ludoscope.search.peg.kernels.problem cimport (
    MAX_IMAGES, Problem, ProblemTables, canonical_child, canonical_form, update_packs, write_images
)

@cython.final
cdef class DepthFirst(Kernel):
    cdef Problem problem  # owns the tables
    cdef ProblemTables *tables
    cdef u64 path[65]
    cdef u64 images[65 * 12]
    cdef u64 packs[65 * 32]
    cdef int next_jump[65]
    cdef readonly int depth
    cdef Set seen
    cdef u64 memory_limit
    cdef readonly u64 refuted
