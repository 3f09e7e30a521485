"""Types of freecell_moves.py, which describes them, and its inline functions."""

from libc.string cimport memset
from ludoscope.search.kernels.bits cimport lowest_bit_number, u32, u64
from ludoscope.search.patience.kernels.freecell_state cimport (
    BASE, CELL, IN_CELL, MAX_COLUMNS, NOT_IN_PLAY, PLACES_ROW, State, Weights, bit, clamp, column_of,
    hash_after, is_available, min_rank, next_cards, pack_move, unpack_move, wanted_card,
    wanted_weight
)

cdef enum:
    # For each of 14 columns the 2 cards that its top card takes; from each column and cell a card
    # to an empty column; from each column a card to a cell; 4 cards home.
    MAX_MOVES = 28 + 14 + 12 + 14 + 4

cdef struct Child:
    u64 hash
    int score
    u32 move

cdef struct MoveContext:
    u64 next_cards
    u64 wanted_in_runs
    int max_run
    int score
    const int *places
    int burial[16]
    int top_weight[16]
    int score_without_top[16]

cdef int generate_moves(
    const State *s, const Weights *w, int cells, bint runs, bint normalise, Child *children
) noexcept nogil
cdef bint splits_run(const State *s, const State *child) noexcept nogil


cdef inline u64 cards_on(u64 targets) noexcept nogil:
    """Return the cards x that may be put on a target card (x + 4) ^ 2.

    They may be put on (x + 4) ^ 3 as well, the other card of that rank and colour.
    """
    targets >>= 4
    return (targets >> 2 & <u64>0x3333333333333) | (targets << 2 & <u64>0xCCCCCCCCCCCCC)


cdef inline u64 swap_suits(u64 cards) noexcept nogil:
    """Exchange each card for the other one of its rank and colour."""
    return (cards >> 1 & <u64>0x5555555555555) | (cards << 1 & <u64>0xAAAAAAAAAAAAA)


cdef inline int burial_beneath(
    const State *s, const Weights *w, const MoveContext *context, int lowest
) noexcept nogil:
    """Return the burial score of a column without that of the cards of its run from `lowest` up."""
    cdef u64 cards = context.wanted_in_runs
    cdef int column = column_of(s, lowest)
    cdef int burial = context.burial[column] - context.top_weight[column]
    cdef int card, home
    while cards:
        card = lowest_bit_number(cards)
        cards &= cards - 1
        if card <= (lowest | 3) and column_of(s, card) == column:
            home = s.foundation[card & 3]
            burial -= w.next[home] if card >> 2 == home else w.second[home]
    return burial


cdef inline int leaving_score(
    const State *s, const Weights *w, int card, int count, int burial
) noexcept nogil:
    """Return the change of the score when the run of `count` cards from `card` up leaves.

    Args:
        s: The position.
        w: The weights.
        card: The lowest card of the run.
        count: Length of the run.
        burial: The score of each of its cards for burying next and second cards.
    """
    cdef int support = s.support[card]
    if support == BASE:
        return -w.base[card >> 2]
    return (
        -w.above * clamp((card >> 2) - min_rank(s, support), count)
        - (0 if s.runs >> support & 1 else w.breaks)
        - count * burial
    )


cdef inline Child *add_child(
    Child *child, u64 hash, int score, int card, int count, int target, int autoplay
) noexcept nogil:
    """Write a child and return the address of the next one."""
    child.hash = hash
    child.score = score
    child.move = pack_move(card, count, target, autoplay)
    return child + 1
