"""Types of freecell_state.py, which describes the position, and its inline functions."""

from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport copy_block
from ludoscope.search.kernels.bits cimport hash_word, lowest_bit_number, u16, u32, u64
from ludoscope.search.patience.kernels.cards cimport BASE, CELL, DECK, HOME, KING

ctypedef unsigned char u8

cdef enum:
    # limits, checked when a position is set up; fixed arrays depend on them
    MAX_COLUMNS = 14
    MAX_CELLS = 12

    PLACES_ROW = 16  # more than MAX_COLUMNS

    # column numbers of cards that are in no column
    NOT_IN_PLAY = 14  # home, or one of the numbers 52 to 59, which are no cards
    IN_CELL = 15

# stored as one number, see `pack_move`: single bytes would have to be read one by one
cdef struct Move:
    int card  # the lowest one moved
    int count  # cards moved, a run if more than one
    int target  # a column, IN_CELL, or NOT_IN_PLAY for the foundation
    int autoplay  # 1 if cards may go home by themselves after the move

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
    u64 tops
    u64 runs
    u64 in_cells
    int score
    int parent
    int depth
    u32 move
    u16 empty
    u8 used_cells
    u8 empty_columns
    u8 cards_left
    u8 autoplay_count
    u8 foundation[4]
    u8 top[14]
    signed char top_score[14]
    u8 support[52]
    u16 place[60]

cdef u64 CARD_WORDS[52]

cdef int set_up(
    State *s, tuple columns, tuple cells, tuple foundation, const Weights *w
) except -1
cdef int set_weights(Weights *w, tuple row, int cells) except -1
cdef void compute_score(State *s, const Weights *w) noexcept nogil
cdef void build_child(
    State *s, const State *parent, u32 packed_move, int score, bint has_final_score, const Weights *w,
    u8 *autoplayed
) noexcept nogil
cdef void autoplay(State *s, const Weights *w, u8 *autoplayed) noexcept nogil


cdef inline u32 pack_move(int card, int count, int target, int autoplay) noexcept nogil:
    """Return a move as a number."""
    return card | count << 8 | target << 16 | autoplay << 24


cdef inline Move unpack_move(u32 number) noexcept nogil:
    """Return the move that `pack_move` made a number of."""
    return Move(number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24)


cdef inline bint may_autoplay(u32 packed_move) noexcept nogil:
    """Return True if cards may go home by themselves after a move."""
    return packed_move >> 24


cdef inline u64 bit(int card) noexcept nogil:
    """Return the bit set of one card."""
    return <u64>1 << card


cdef inline int column_of(const State *s, int card) noexcept nogil:
    """Return the column of a card, IN_CELL or NOT_IN_PLAY; NOT_IN_PLAY for the numbers 52 to 59."""
    return s.place[card] & 15


cdef inline int min_rank(const State *s, int card) noexcept nogil:
    """Return the lowest rank among a card of a column and the cards beneath it."""
    return s.place[card] >> 4 & 15


cdef inline int index_of(const State *s, int card) noexcept nogil:
    """Return the number of cards beneath a card in its column."""
    return s.place[card] >> 8


cdef inline u64 hash_term(int card, int support) noexcept nogil:
    """Return the word of a card in play and what it lies on, to be combined in the hash."""
    cdef u64 word = CARD_WORDS[card]
    return word << support | word >> (64 - support & 63)


cdef inline u64 hash_after(const State *s, int card, int support, int onto) noexcept nogil:
    """Return the hash of a position after a card has been put from its support onto another."""
    return s.hash ^ hash_term(card, support) ^ hash_term(card, onto)


cdef inline bint can_stack(int card, int support) noexcept nogil:
    """Return True if `support` is a card of the next rank and the other colour."""
    return support < BASE and (support >> 1) == ((card >> 1) ^ 1) + 2


cdef inline int clamp(int value, int maximum) noexcept nogil:
    """Return the value limited to 0 … `maximum`."""
    return 0 if value < 0 else maximum if value > maximum else value


cdef inline bint is_available(const State *s, int card) noexcept nogil:
    """Return True if a card is on top of a column or in a cell; `card` may be 52 to 59."""
    return (s.tops | s.in_cells) >> card & 1


cdef inline bint goes_home(const State *s, int card, const Weights *w) noexcept nogil:
    """Return True if a next card goes home by itself: always, or only if this loses nothing.

    See `games.patience.foundation`.
    """
    cdef int rank = card >> 2
    cdef int other_colour = ~card & 2
    return w.forced or (
        s.foundation[other_colour] >= rank - 1
        and s.foundation[other_colour + 1] >= rank - 1
        and s.foundation[(card & 3) ^ 1] >= rank - 2
    )


cdef inline int wanted_card(const State *s, int index) noexcept nogil:
    """Return the next card of suit `index` or the second of suit `index` - 4; may be 52 to 59."""
    return 4 * s.foundation[index & 3] + index


cdef inline int wanted_weight(const State *s, const Weights *w, int index) noexcept nogil:
    """Return the weight of each card above `wanted_card(s, index)`."""
    cdef int home = s.foundation[index & 3]
    return w.next[home] if index < 4 else w.second[home]


cdef inline int burial_score(const State *s, const Weights *w) noexcept nogil:
    """Return the score of the cards above next and second cards."""
    cdef int index, card, column
    cdef int score = 0
    for index in range(8):
        card = wanted_card(s, index)
        column = column_of(s, card)
        if column < NOT_IN_PLAY:
            score += wanted_weight(s, w, index) * (index_of(s, s.top[column]) - index_of(s, card))
    return score


cdef inline u64 next_cards(const State *s) noexcept nogil:
    """Return the next card of each suit that is not complete."""
    cdef u64 cards = (
        bit(4 * s.foundation[0])
        | bit(4 * s.foundation[1] + 1)
        | bit(4 * s.foundation[2] + 2)
        | bit(4 * s.foundation[3] + 3)
    )
    return cards & (bit(DECK) - 1)


cdef inline int places_score(const State *s, const Weights *w) noexcept nogil:
    """Return the score of cells in use and empty columns."""
    return w.places[PLACES_ROW * s.used_cells + s.empty_columns]


cdef inline int order_score(const State *s, int card, const Weights *w) noexcept nogil:
    """Return what a card of a run on top scores for what it lies on."""
    cdef int support = s.support[card]
    if support == BASE:
        return w.base[card >> 2]
    return (
        w.above * ((card >> 2) > min_rank(s, support))
        + w.breaks * (not s.runs >> support & 1)
    )


cdef inline void expose(State *s, int column, int card, const Weights *w) noexcept nogil:
    """Make a card the top of a column; if it was not in the run on top, find its run."""
    cdef int base = card
    s.top[column] = card
    s.tops |= bit(card)
    if not s.runs >> card & 1:
        s.runs |= bit(card)
        while can_stack(base, s.support[base]):
            base = s.support[base]
            s.runs |= bit(base)
    s.top_score[column] = order_score(s, card, w)


cdef inline void take(State *s, int card, const Weights *w) noexcept nogil:
    """Take `card` and all cards above it out of its column, or take it out of its cell.

    They stay in `runs`, and keep support and place; the hash loses the term of `card`.
    """
    cdef int column = column_of(s, card)
    cdef int support = s.support[card]
    s.hash ^= hash_term(card, support)
    if column == IN_CELL:
        s.in_cells ^= bit(card)
        s.used_cells -= 1
        return
    s.tops ^= bit(s.top[column])
    if support == BASE:
        s.top[column] = BASE
        s.empty |= 1 << column
        s.empty_columns += 1
    else:
        expose(s, column, support, w)


cdef inline void put(
    State *s, int card, int top, int count, int column, const Weights *w
) noexcept nogil:
    """Put `count` cards that were taken, from `card` up to `top`, onto a column."""
    cdef int support = s.top[column]
    cdef int index = count - 1
    cdef int lowest = KING
    cdef int above = top
    cdef int rank
    if support == BASE:
        s.empty ^= 1 << column
        s.empty_columns -= 1
    else:
        s.tops ^= bit(support)
        index += index_of(s, support) + 1
        lowest = min_rank(s, support)
    s.top[column] = top
    s.tops |= bit(top)
    s.runs |= bit(card)
    s.support[card] = support
    s.hash ^= hash_term(card, support)
    while True:
        rank = above >> 2
        s.place[above] = column | (rank if rank < lowest else lowest) << 4 | index << 8
        if above == card:
            break
        above = s.support[above]
        index -= 1
    s.top_score[column] = order_score(s, top, w)


cdef inline void put_in_cell(State *s, int card) noexcept nogil:
    """Put a card that was taken into a cell."""
    s.runs &= ~bit(card)
    s.in_cells |= bit(card)
    s.used_cells += 1
    s.support[card] = CELL
    s.place[card] = IN_CELL
    s.hash ^= hash_term(card, CELL)


cdef inline void send_home(State *s, int card, const Weights *w, u8 *autoplayed) noexcept nogil:
    """Send an available card home and append it to `autoplayed`.

    The score changes by all but what depends on free places and next and second cards.
    """
    cdef int column = column_of(s, card)
    if column != IN_CELL:
        s.score -= s.top_score[column]
    s.score -= w.left
    take(s, card, w)
    s.runs &= ~bit(card)
    s.support[card] = HOME
    s.place[card] = NOT_IN_PLAY
    s.cards_left -= 1
    s.foundation[card & 3] += 1
    autoplayed[s.autoplay_count] = card
    s.autoplay_count += 1
