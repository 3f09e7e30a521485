"""Types of freecell_moves.py, which describes them, and its inline functions."""

from libc.string cimport memset
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.patience.kernels.freecell_state cimport (
    BASE, CELL, IN_CELL, NOT_IN_PLAY, PLACES_ROW, ZOBRIST, Move, State, Weights, can_stack, clamp,
    is_available
)

cdef enum:
    # For each of 14 columns the 2 cards that its top card takes; from each column and cell a card
    # to an empty column; from each column a card to a cell; 4 cards home.
    MAX_MOVES = 28 + 14 + 12 + 14 + 4
    UNKNOWN_SCORE = 1 << 30

cdef struct Child:
    u64 hash
    int score
    Move move

cdef struct MoveContext:
    int empty_column
    int free_cells
    int max_run
    int score
    int *places
    unsigned char first_target[28]
    unsigned char next_target[14]
    int burial_score[16]

cdef int generate_moves(
    State *s, Weights *w, int columns, int cells, bint normalise, Child *children
) noexcept nogil
cdef bint splits_run(State *s, State *child) noexcept nogil


cdef inline Child *add_child(
    State *s, Child *child, int score, int card, int count, int source, int target
) noexcept nogil:
    """Write a child and return the address of the next one."""
    cdef int support = s.support[card]
    cdef int target_support = CELL if target == IN_CELL else s.top[target]
    cdef bint exposes_next = support < BASE and (support >> 2) == s.foundation[support & 3]
    child.score = UNKNOWN_SCORE if exposes_next else score
    child.hash = s.hash ^ ZOBRIST[64 * card + support] ^ ZOBRIST[64 * card + target_support]
    child.move = Move(card, count, source, target)
    return child + 1


cdef inline int burial_weight(State *s, Weights *w, int card) noexcept nogil:
    """Return the weight of each card above `card`: not 0 only for next and second cards."""
    cdef int home = s.foundation[card & 3]
    cdef int cards_before = (card >> 2) - home
    return w.next[home] if cards_before == 0 else w.second[home] if cards_before == 1 else 0


cdef inline int leaving_score(
    State *s, Weights *w, int card, int count, int burial_score
) noexcept nogil:
    """Return the change of the score when the run of `count` cards from `card` up leaves.

    Args:
        s: The position.
        w: The weights.
        card: The lowest card of the run.
        count: Length of the run.
        burial_score: The score of each of its cards for burying next and second cards.
    """
    cdef int support = s.support[card]
    cdef int score
    if support == BASE:
        return -w.base[card >> 2]
    score = -w.above * clamp((card >> 2) - s.min_rank[support], count) - count * burial_score
    return score if can_stack(card, support) else score - w.breaks


cdef inline int covering_score(
    State *s, Weights *w, MoveContext *context, int card, int count, int target
) noexcept nogil:
    """Return the change of the score when a run from `card` up comes onto a column with cards."""
    cdef int min_rank = s.min_rank[s.top[target]]
    return count * context.burial_score[target] + w.above * clamp((card >> 2) - min_rank, count)
