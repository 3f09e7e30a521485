"""Types of freecell_state.py, which describes the position, and its inline functions."""

from libc.string cimport memset
from ludoscope.search.kernels.bits cimport hash_word, u64
from ludoscope.search.patience.kernels.cards cimport BASE, CELL, DECK, HOME, KING

cdef enum:
    # limits, checked when a position is set up; fixed arrays depend on them
    MAX_COLUMNS = 14
    MAX_CELLS = 12

    PLACES_ROW = 16  # more than MAX_COLUMNS

    # column numbers of cards that are in no column
    NOT_IN_PLAY = 14  # home, or one of the numbers 52 to 59, which are no cards
    IN_CELL = 15

cdef struct Move:
    unsigned char card  # the lowest one moved
    unsigned char count  # cards moved, a run if more than one
    unsigned char source  # a column or IN_CELL
    unsigned char target  # a column, IN_CELL, or NOT_IN_PLAY for the foundation

# a pass: how long it is, how cards go home, and the weight of each feature of the score
cdef struct Weights:
    int quota
    int forced
    int left
    int breaks
    int above
    int step
    int to_cell
    int next[14]  # by the number of cards home of the suit
    int second[14]
    int base[13]  # by rank
    int places[(MAX_CELLS + 1) * PLACES_ROW]  # at PLACES_ROW * used cells + empty columns

cdef struct State:
    u64 hash
    int score
    int partial_score
    int depth
    int parent
    Move move
    unsigned char used_cells
    unsigned char empty_columns
    unsigned char cards_left
    unsigned char autoplay_count
    unsigned char foundation[4]
    unsigned char cell[12]
    unsigned char height[16]
    unsigned char top[16]
    unsigned char column[60]
    unsigned char index[60]
    unsigned char support[52]
    unsigned char min_rank[52]

cdef u64 ZOBRIST[52 * 64]

cdef int set_up(State *s, tuple columns, tuple cells, tuple foundation) except -1
cdef void set_weights(Weights *w, tuple row, int cells)
cdef void compute_score(State *s, Weights *w) noexcept nogil
cdef void build_child(
    State *s, State *parent, Move move, Weights *w, unsigned char *autoplayed
) noexcept nogil
cdef void autoplay(State *s, Weights *w, unsigned char *autoplayed) noexcept nogil
cdef void complete_score(State *s, Weights *w) noexcept nogil


cdef inline bint can_stack(int card, int support) noexcept nogil:
    """Return True if `support` is a card of the next rank and the other colour."""
    return support < BASE and (support >> 1) == ((card >> 1) ^ 1) + 2


cdef inline int clamp(int value, int maximum) noexcept nogil:
    """Return the value limited to 0 … `maximum`."""
    return 0 if value < 0 else maximum if value > maximum else value


cdef inline bint is_available(State *s, int card) noexcept nogil:
    """Return True if a card is on top of a column or in a cell."""
    cdef int column = s.column[card]
    return column == IN_CELL or (column < NOT_IN_PLAY and s.top[column] == card)


cdef inline bint is_safe_home(State *s, int card) noexcept nogil:
    """Return True if sending a card home loses nothing; see `games.patience.foundation`."""
    cdef int rank = card >> 2
    cdef int other_colour = ~card & 2
    return (
        s.foundation[other_colour] >= rank - 1
        and s.foundation[other_colour + 1] >= rank - 1
        and s.foundation[(card & 3) ^ 1] >= rank - 2
    )


cdef inline void put_in_cell(State *s, int card) noexcept nogil:
    """Put a card into the first free cell; leave score and hash to the caller."""
    s.support[card] = CELL
    s.column[card] = IN_CELL
    s.index[card] = s.used_cells
    s.cell[s.used_cells] = card
    s.used_cells += 1


cdef inline void remove(State *s, int card, int count, int source, Weights *w) noexcept nogil:
    """Remove the top `count` cards of a column, of which `card` is the lowest, or one of a cell.

    The hash loses the support of `card`, the partial score everything that depended on it.
    """
    cdef int support = s.support[card]
    cdef int last
    s.hash ^= ZOBRIST[64 * card + support]
    if source == IN_CELL:
        s.used_cells -= 1
        last = s.cell[s.used_cells]
        s.cell[s.index[card]] = last
        s.index[last] = s.index[card]
        return
    s.height[source] -= count
    s.top[source] = support
    if support == BASE:
        s.empty_columns += 1
        s.partial_score -= w.base[card >> 2]
    else:
        s.partial_score -= w.above * clamp((card >> 2) - s.min_rank[support], count)
        if not can_stack(card, support):
            s.partial_score -= w.breaks


cdef inline void put_on_column(
    State *s, int card, int count, int top, int target, Weights *w
) noexcept nogil:
    """Put `count` removed cards, from `card` up to `top`, onto a column; the hash is left."""
    cdef int support = s.top[target]
    cdef int min_rank = KING
    cdef int index
    s.top[target] = top
    if support == BASE:
        s.empty_columns -= 1
        s.partial_score += w.base[card >> 2]
    else:
        min_rank = s.min_rank[support]
        s.partial_score += w.above * clamp((card >> 2) - min_rank, count)
    s.height[target] += count
    for index in range(s.height[target] - 1, s.height[target] - 1 - count, -1):
        s.column[top] = target
        s.index[top] = index
        s.min_rank[top] = min_rank if min_rank < (top >> 2) else top >> 2
        top = s.support[top]
    s.support[card] = support


cdef inline void send_home(
    State *s, int card, Weights *w, unsigned char *autoplayed
) noexcept nogil:
    """Send an available card home and append it to `autoplayed`."""
    remove(s, card, 1, s.column[card], w)
    s.support[card] = HOME
    s.column[card] = NOT_IN_PLAY
    s.foundation[card & 3] += 1
    s.cards_left -= 1
    s.partial_score -= w.left
    autoplayed[s.autoplay_count] = card
    s.autoplay_count += 1
