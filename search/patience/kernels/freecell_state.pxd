# The types of freecell_state.py, whose docstring says what the names mean, and what is inlined.

from libc.string cimport memset
from ludoscope.search.kernels.bits cimport mixed, u64
from ludoscope.search.patience.kernels.cards cimport BASE, CELL, HOME, KING

cdef enum:
    NOWHERE = 14
    CELLS = 15
    COLUMNS = 14
    MOST_CELLS = 12

cdef struct Move:
    unsigned char card
    unsigned char count
    unsigned char source
    unsigned char target

cdef struct Weights:
    int quota
    int forced
    int left
    int breaks
    int cells
    int empty
    int next
    int second
    int above
    int step
    int full
    int bases

cdef struct State:
    u64 hash
    int score
    int rest
    int made
    int parent
    Move move
    unsigned char used
    unsigned char empty
    unsigned char left
    unsigned char sent
    unsigned char home[4]
    unsigned char cell[12]
    unsigned char height[16]
    unsigned char top[16]
    unsigned char column[60]
    unsigned char index[60]
    unsigned char under[52]
    unsigned char low[52]

cdef u64 Z[52 * 64]

cdef void lay_out(State *s, tuple columns, tuple cells, tuple foundation) noexcept
cdef void appraise(State *s, Weights *w, int cells) noexcept nogil
cdef void build(State *s, State *parent, Move move, Weights *w, int cells, unsigned char *homed) noexcept nogil
cdef void go_home(State *s, Weights *w, unsigned char *homed) noexcept nogil
cdef void finish(State *s, Weights *w, int cells) noexcept nogil


cdef inline bint suits(int card, int beneath) noexcept nogil:
    """Whether `beneath` is a card, and takes `card`."""
    return beneath < BASE and (beneath >> 1) == ((card >> 1) ^ 1) + 2


cdef inline int between(int count, int most) noexcept nogil:
    return 0 if count < 0 else most if count > most else count


cdef inline int full(Weights *w, int places) noexcept nogil:
    """What it counts that so few places are free."""
    return 4 * w.full if places == 0 else w.full if places == 1 else 0


cdef inline int base(Weights *w, int card) noexcept nogil:
    """What it counts that `card` is the base of a column."""
    return w.bases if card >> 2 != KING else 0


cdef inline bint bare(State *s, int card) noexcept nogil:
    """Whether a card lies on top of a column or in a cell."""
    cdef int column = s.column[card]
    return column == CELLS or (column < NOWHERE and s.top[column] == card)


cdef inline bint safe(State *s, int card) noexcept nogil:
    """Whether a card goes home without loss, by the rule of `games.patience.home`."""
    cdef int rank = card >> 2
    cdef int other = ~card & 2
    return (
        s.home[other] >= rank - 1
        and s.home[other + 1] >= rank - 1
        and s.home[(card & 3) ^ 1] >= rank - 2
    )


cdef inline void hold(State *s, int card) noexcept nogil:
    """Put a card into a cell."""
    s.under[card] = CELL
    s.column[card] = CELLS
    s.index[card] = s.used
    s.cell[s.used] = card
    s.used += 1


cdef inline void lift(State *s, int card, int count, int source, Weights *w) noexcept nogil:
    """Take the top `count` cards of a column, `card` the lowest of them, or one from a cell."""
    cdef int beneath = s.under[card]
    cdef int last
    s.hash ^= Z[64 * card + beneath]
    if source == CELLS:
        s.used -= 1
        last = s.cell[s.used]
        s.cell[s.index[card]] = last
        s.index[last] = s.index[card]
        s.rest -= w.cells
        return
    s.height[source] -= count
    s.top[source] = beneath
    if beneath == BASE:
        s.empty += 1
        s.rest -= w.empty + base(w, card)
    else:
        s.rest -= w.above * between((card >> 2) - s.low[beneath], count)
        if not suits(card, beneath):
            s.rest -= w.breaks


cdef inline void put(State *s, int card, int count, int top, int target, Weights *w) noexcept nogil:
    """Put what was lifted onto a column; `top` is the uppermost of these cards."""
    cdef int onto = s.top[target]
    cdef int lowest = KING
    cdef int index
    s.top[target] = top
    if onto == BASE:
        s.empty -= 1
        s.rest += w.empty + base(w, card)
    else:
        lowest = s.low[onto]
        s.rest += w.above * between((card >> 2) - lowest, count)
    s.height[target] += count
    for index in range(s.height[target] - 1, s.height[target] - 1 - count, -1):
        s.column[top] = target
        s.index[top] = index
        s.low[top] = lowest if lowest < (top >> 2) else top >> 2
        top = s.under[top]
    s.under[card] = onto


cdef inline void send(State *s, int card, Weights *w, unsigned char *homed) noexcept nogil:
    """Send a bare card home."""
    lift(s, card, 1, s.column[card], w)
    s.under[card] = HOME
    s.column[card] = NOWHERE
    s.home[card & 3] += 1
    s.left -= 1
    s.rest -= w.left
    homed[s.sent] = card
    s.sent += 1
