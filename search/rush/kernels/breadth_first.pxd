"""C declarations of `breadth_first.py`. Its docstring has layout, limits and costs."""

cimport cython
from libc.stdlib cimport free
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport allocate_table, allocate_words, double_words
from ludoscope.search.kernels.bits cimport lowest_bit_number, hash_word, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, contains, insert, set_bytes, set_slot
from ludoscope.search.rush.kernels.layout cimport (
    LINES, MAX_FIELD_BITS, MAX_MOVES, Layout, assemble, encode, field, generate_moves
)
from ludoscope.search.rush.kernels.line cimport Line, LineTables

@cython.final
cdef class BreadthFirst(Kernel):
    cdef Layout layout
    cdef tuple lines
    cdef Set table
    cdef u64 *queue
    cdef u64 queue_capacity
    cdef readonly u64 entries
    cdef u64 *level_start
    cdef u64 level_count
    cdef u64 level_capacity
    cdef u64 memory_limit
    cdef u64 winning_bit  # in the word of moves of A's line, after SOLVED
    cdef bint open_table(self) noexcept nogil
    cdef bint is_visited(self, u64 state) noexcept nogil
    cdef void remove_last(self, u64 state) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void restart(self, u64 entries) noexcept nogil
    cdef bint add_start(self, u64 state) noexcept nogil
    cdef bint grow_queue(self) noexcept nogil
    cdef bint double_tables(self) noexcept nogil
    cdef bint start_next_level(self) noexcept nogil
    cdef void append_successors(self, const u64 *without, const u64 *moves) noexcept nogil
    cdef void append_hashed_successors(self, const u64 *without, const u64 *moves) noexcept nogil
    cdef tuple move_between(self, u64 old_state, u64 new_state)
    cdef u64 visited_neighbour(self, u64 state) noexcept nogil
