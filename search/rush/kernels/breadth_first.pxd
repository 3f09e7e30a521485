# The types of breadth_first.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport free
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport double_words, words
from ludoscope.search.kernels.bits cimport lowest, mixed, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FULL, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, has, insert, set_bytes, set_slot
from ludoscope.search.rush.kernels.layout cimport (
    LINES, MOVES, Layout, assemble, field, look, word_of
)
from ludoscope.search.rush.kernels.line cimport Kind, Line

@cython.final
cdef class BreadthFirst(Kernel):
    cdef Layout layout
    cdef tuple kinds
    cdef Set table
    cdef u64 *queue
    cdef u64 room
    cdef readonly u64 entries
    cdef u64 *level
    cdef u64 levels
    cdef u64 level_room
    cdef u64 memory
    cdef u64 found
    cdef bint open_table(self) noexcept nogil
    cdef bint holds(self, u64 state) noexcept nogil
    cdef void forget(self, u64 state) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef bint seed(self, u64 state) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef bint next_level(self) noexcept nogil
    cdef void append(self, const u64 *rest, const u64 *moves) noexcept nogil
    cdef void append_hashed(self, const u64 *rest, const u64 *moves) noexcept nogil
    cdef tuple step(self, u64 before, u64 after)
    cdef u64 before(self, u64 state) noexcept nogil
