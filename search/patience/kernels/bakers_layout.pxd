"""Types of bakers_layout.py, which describes them."""

cimport cython
from libc.string cimport memset
from ludoscope.search.kernels.bits cimport popcount, u64
from ludoscope.search.patience.kernels.cards cimport BASE, DECK, HOME, NO_CARD, check_deck

cdef enum:
    COLUMNS = 13
    MAX_HEIGHT = 52
    NO_COLUMN = 13  # the column of a card that is home
    CODE_HOME = 5  # the code of a card that is home, see bakers_layout.py
    TARGET_HOME = 4  # the target of a move to the foundation; other targets are suits

@cython.final
cdef class Layout:
    # the key
    cdef u64 a
    cdef u64 b
    cdef u64 c
    # the position of the key
    cdef unsigned char pile[676]
    cdef int height[13]
    cdef unsigned char column_of[52]
    cdef unsigned char index_of[52]
    cdef int home_counts[4]
    cdef int partial_score
    # the cards moved since it was loaded; a move and its autoplay are at most 53
    cdef unsigned char log_cards[64]
    cdef unsigned char log_columns[64]
    cdef int log_size
    # the position as dealt
    cdef unsigned char dealt_support[52]
    cdef unsigned char dealt_bases[13]
    # rules
    cdef bint forced
    cdef bint can_return
    # weights
    cdef int pairs[13]
    cdef int breaks
    cdef int lower_rank_below
    cdef int lower_of_suit_below
    cdef int above_next
    cdef int above_second
    cdef int remaining
    cdef int top_ranks

    cdef void load(self, u64 a, u64 b, u64 c, int partial_score) noexcept nogil
    cdef int code(self, int card) noexcept nogil
    cdef void set_support(self, int card, int support) noexcept nogil
    cdef int placement_score(self, int card, int column) noexcept nogil
    cdef void put(self, int card, int column) noexcept nogil
    cdef inline void push(self, int card, int column) noexcept nogil
    cdef void take(self, int card) noexcept nogil
    cdef bint all_suits_reach(self, int count) noexcept nogil
    cdef void send_home(self, int card) noexcept nogil
    cdef void autoplay(self) noexcept nogil
    cdef void play(self, int card, int target) noexcept nogil
    cdef void undo(self) noexcept nogil
    cdef inline int cards_above(self, int card) noexcept nogil
    cdef int score(self) noexcept nogil
    cdef bint is_dead(self) noexcept nogil
    cdef inline unsigned int top_rank_bit(self, int column, int height) noexcept nogil


cdef inline bint is_top(Layout layout, int card) noexcept nogil:
    """Return True if a card is on top of a column."""
    cdef int column = layout.column_of[card]
    return column != NO_COLUMN and layout.index_of[card] + 1 == layout.height[column]
