# The types of proof.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport (
    Stack, left, open_stack, pop, push, reserve, stack_bytes
)
from ludoscope.search.kernels.bits cimport u32, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FULL, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport (
    WideSet, insert_wide, open_wide_set, wide_set_bytes, wide_set_room
)
from ludoscope.search.patience.kernels.cards cimport (
    BASE, CELL, DECK, HOME, NONE, TO_CELL, TO_HOME, UNDERS
)

cdef enum:
    MARK = 63 | 63 << 6
    FIRST = 1 << 24

@cython.final
cdef class Proof(Kernel):
    cdef unsigned char takers[52 * 4]
    cdef unsigned char fills[52]
    cdef unsigned char needs[52 * 4]
    cdef unsigned char code[52 * 55]
    cdef unsigned char under[52]
    cdef unsigned char column[52]
    cdef unsigned char top[24]
    cdef unsigned char cell[16]
    cdef unsigned char home[4]
    cdef int left
    cdef u64 tops
    cdef u64 key[3]
    cdef int columns
    cdef int cells
    cdef int empty
    cdef int held
    cdef bint choice
    cdef WideSet seen
    cdef Stack untried
    cdef Stack log
    cdef u64 memory
    cdef readonly int depth

    cdef lay(self, list columns, list cells, list home)
    cdef u64 bytes(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef bint meet(self, const u64 *key) noexcept nogil
    cdef void recode(self, u64 *key, int card, int before, int after) noexcept nogil
    cdef void shift_card(self, int card, int place) noexcept nogil
    cdef void lift(self, int card, int below) noexcept nogil
    cdef int put(self, int card, int place) noexcept nogil
    cdef void make(self, int card, int dest, u32 first) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef bint goes(self, int card) noexcept nogil
    cdef void send_home(self) noexcept nogil
    cdef int source(self, int number) noexcept nogil
    cdef void push_move(self, int card, int dest) noexcept nogil
    cdef void push_moves(self) noexcept nogil
    cdef bint enter(self, int card, int dest) noexcept nogil
