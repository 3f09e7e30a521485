# The types of bakers_search.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport double_array
from ludoscope.search.kernels.bits cimport mixed_wide, u32, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FULL, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Index, double_index, index_put, open_index
from ludoscope.search.patience.kernels.bakers_layout cimport (
    COLUMNS, DEPTH, HOMEWARD, Layout, is_top
)

cdef enum:
    BUCKETS = 8192
    FEWEST = 256  # nodes to begin with
    CHILDREN = 128  # more than any position has
    NO_NODE = 0xFFFFFFFF

cdef struct Node:
    u64 a
    u64 b
    u32 c
    u32 parent
    u32 next
    unsigned short move
    unsigned short made

@cython.final
cdef class BestFirst(Kernel):
    cdef Layout here
    cdef int step
    cdef readonly int lowest
    cdef Node *nodes
    cdef u64 room
    cdef readonly u32 entries
    cdef Index index
    cdef u32 *heads
    cdef int lowest_bucket
    cdef readonly u32 frontier
    cdef u64 most
    cdef u32 at
    cdef readonly u64 refuted

    cdef inline u64 slot(self) noexcept nogil
    cdef int meet(self, u32 parent, int move, int made) noexcept nogil
    cdef int attempt(self, int card, int suit, int made) noexcept nogil
    cdef int expand(self) noexcept nogil
    cdef bint grow(self) noexcept nogil
