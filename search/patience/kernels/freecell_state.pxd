# The C types of freecell_state.py, whose docstring says what the names mean, and what is inlined.

cdef enum:
    BASE = 52
    CELL = 53
    HOME = 54
    NOWHERE = 14
    CELLS = 15
    COLUMNS = 14
    MOST_CELLS = 12
    KING = 12

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
    unsigned long long hash
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

cdef unsigned long long Z[52 * 64]

cdef void deal(State *s, tuple columns, tuple cells, tuple foundation)
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
