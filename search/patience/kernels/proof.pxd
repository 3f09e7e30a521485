"""Types of proof.py, which describes them."""

cimport cython
from libc.stdlib cimport free
from libc.string cimport memcpy, memmove
from ludoscope.search.kernels.arrays cimport (
    Stack, bytes_left, init_stack, pop, push, reserve, stack_bytes
)
from ludoscope.search.kernels.atomic cimport replace_word
from ludoscope.search.kernels.bits cimport prefetch, u32, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.patience.kernels.cards cimport (
    BASE, CELL, DECK, HOME, NO_CARD, SUPPORT_COUNT, TO_CELL, TO_HOME, can_autoplay, check_deck
)
from ludoscope.search.patience.kernels.position_set cimport (
    Buckets, PositionSet, first_bucket, insert_key
)

cdef enum:
    # limits, checked when a search is made; fixed arrays depend on them
    MAX_COLUMNS = 24
    MAX_PLACES = 62  # columns and free cards: the numbers below TO_CELL
    MAX_CELLS = 16
    MAX_BUILD_TARGETS = 4

    MARKER = 63 | 63 << 6  # in `untried`, beneath the moves of a position
    FIRST = 1 << 24  # in `log`, marks the first entry of a move
    LIFTED = 1 << 25  # in `log`, marks the first move of a lid
    MAX_MOVES = 560  # of a position and its marker: 78 sources · (4 cards, home, column, cell) + 1
    MAX_LOG_ENTRIES = 64  # of a move: itself and every card home

    MIN_PREFETCH_BUCKETS = 1 << 14  # 1 MB; smaller sets are in the cache
    MIN_ROOM = 64  # positions for each kernel of a team; with less, the set grows
    MIN_SHARED_MOVES = 8  # untried; fewer are not worth sharing

@cython.final
cdef class Team:
    cdef int size
    cdef volatile bint is_stopped
    cdef u64 gap[8]  # between what is read all the time and what is written
    cdef volatile u64 stack_bytes
    cdef void add_bytes(self, u64 count) noexcept nogil

@cython.final
cdef class Proof(Kernel):
    # rules
    cdef unsigned char build_targets[52 * 4]
    cdef unsigned char can_fill[52]
    cdef unsigned char required[52 * 4]
    cdef unsigned char code[52 * 55]
    cdef int columns
    cdef int places
    cdef int cells
    cdef bint home_is_move
    # the current position
    cdef unsigned char support[52]
    cdef unsigned char column[52]
    cdef unsigned char top[62]
    cdef unsigned char cell[16]
    cdef unsigned char foundation[4]
    cdef int cards_left
    cdef u64 top_cards
    cdef u64 key[3]
    cdef int empty_columns
    cdef int cells_used
    # the relaxed game
    cdef u64 free_cards
    cdef u64 covered
    cdef u64 given
    cdef u64 beneath[52]
    # the search
    cdef PositionSet seen
    cdef u64 added
    cdef u64 room
    cdef Team team
    cdef Stack untried
    cdef Stack log
    cdef u64 memory_limit
    cdef readonly u64 depth

    cdef set_up(self, list columns, list cells, list foundation, frozenset free_cards)
    cdef set_up_lids(self, column, frozenset free_cards)
    cdef u64 bytes_used(self) noexcept nogil
    cdef u64 bytes_left(self) noexcept nogil
    cdef bint reserve_entries(self, Stack *stack, u64 count) noexcept nogil
    cdef bint reserve_space(self) noexcept nogil
    cdef bint grow_alone(self) noexcept nogil
    cdef copy_line(self, Proof other)
    cdef bint add_seen(self, const u64 *key) noexcept nogil
    cdef u64 code_of(self, int card) noexcept nogil
    cdef void prefetch_buckets(self) noexcept nogil
    cdef void key_after(self, u64 *key, int card, int dest) noexcept nogil
    cdef void change_code(self, u64 *key, int card, u64 old, u64 new) noexcept nogil
    cdef void move_card(self, int card, int place, bint lift) noexcept nogil
    cdef void lift_or_close(self, int lid) noexcept nogil
    cdef bint is_free(self, int card) noexcept nogil
    cdef bint gains_by_base(self, int card) noexcept nogil
    cdef void remove(self, int card, int support) noexcept nogil
    cdef int put(self, int card, int place) noexcept nogil
    cdef void play(self, int card, int dest, u32 first) noexcept nogil
    cdef void undo(self) noexcept nogil
    cdef void autoplay(self) noexcept nogil
    cdef int source_card(self, int source) noexcept nogil
    cdef void push_move(self, int card, int dest) noexcept nogil
    cdef void push_moves(self) noexcept nogil
    cdef bint try_move(self, int card, int dest) noexcept nogil
