# The types of freecell_moves.py, whose docstring says what the names mean, and what is inlined.

from libc.string cimport memset
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.patience.kernels.freecell_state cimport (
    BASE, CELL, CELLS, NOWHERE, Z, Move, State, Weights, bare, base, between, full, suits
)

cdef enum:
    MOVES = 28 + 14 + 12 + 14 + 4
    HOMING = 1 << 30

cdef struct Child:
    u64 hash
    int score
    Move move

cdef struct Around:
    int spare
    int free
    int room
    int here
    int less
    int more
    unsigned char head[28]
    unsigned char link[14]
    int buried[16]

cdef int moves(State *s, Weights *w, int columns, int cells, bint silent, Child *children) noexcept nogil
cdef bint comes_apart(State *s, State *child) noexcept nogil


cdef inline Child *add(
    State *s, Child *child, int score, int card, int count, int source, int target
) noexcept nogil:
    """Write one more child; where the next one goes."""
    cdef int beneath = s.under[card]
    cdef int onto = CELL if target == CELLS else s.top[target]
    cdef bint homing = beneath < BASE and (beneath >> 2) == s.home[beneath & 3]
    child.score = HOMING if homing else score
    child.hash = s.hash ^ Z[64 * card + beneath] ^ Z[64 * card + onto]
    child.move = Move(card, count, source, target)
    return child + 1


cdef inline int wanted(State *s, Weights *w, int x) noexcept nogil:
    """What a card adds to `buried` of its column."""
    cdef int ahead = (x >> 2) - s.home[x & 3]
    return w.next if ahead == 0 else w.second if ahead == 1 else 0


cdef inline int left(State *s, Weights *w, int x, int count, int weight) noexcept nogil:
    """What it adds to the score that the run from x up leaves its column.

    `weight` is what each of its cards added by lying on what is wanted.
    """
    cdef int beneath = s.under[x]
    cdef int score
    if beneath == BASE:
        return -w.empty - base(w, x)
    score = -w.above * between((x >> 2) - s.low[beneath], count) - count * weight
    return score if suits(x, beneath) else score - w.breaks
