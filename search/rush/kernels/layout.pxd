# The word of a position of ORush; layout.py says what the names mean.

from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.rush.kernels.line cimport Kind

cdef enum:
    LINES = 16
    MOVES = 256

cdef struct Layout:
    int lines
    int rows
    int words
    int low
    int hero
    int goal_word
    bint hashed
    int place[16]
    int lane[16]
    int shift[16]
    int mask[16]
    int count[16]
    int at[16]
    int first[5]
    u64 base
    u64 range
    u64 heroes
    u64 goal
    u64 still[2]
    u64 unit[16]
    u64 hull[256]
    u64 gain[256]
    const unsigned short *reach[16]
    unsigned char owner[256]


cdef inline int field(const Layout *layout, int line, u64 state) noexcept nogil:
    """The number of a line's arrangement."""
    return <int>(state >> layout.shift[line]) & layout.mask[line]


cdef inline bint has_won(const Layout *layout, u64 state) noexcept nogil:
    """Whether the hero is at the exit."""
    return layout.heroes >> (field(layout, layout.hero, state) if layout.hero >= 0 else 0) & 1


cdef inline void look(const Layout *layout, u64 state, u64 *rest, u64 *moves) noexcept nogil:
    """The moves of a position, and by line the position without that line's field."""
    cdef int numbers[16]
    cdef u64 rows = layout.still[0]
    cdef u64 columns = layout.still[1]
    cdef u64 word, across
    cdef int line, number, index
    for line in range(layout.rows):
        number = field(layout, line, state)
        numbers[line] = number << 8
        rows |= layout.hull[16 * line + number]
        rest[line] = state - layout.unit[line] * number
    for line in range(layout.rows, layout.lines):
        number = field(layout, line, state)
        numbers[line] = number << 8
        columns |= layout.hull[16 * line + number]
        rest[line] = state - layout.unit[line] * number
    for index in range(layout.words):
        word = 0
        for line in range(layout.first[index], layout.first[index + 1]):
            across = (columns if line < layout.rows else rows) >> layout.lane[line] & 255
            word |= <u64>layout.reach[line][numbers[line] | across] << layout.at[line]
        moves[index] = word


cdef void assemble(
    Layout *layout, Kind **kinds, int hero, u64 heroes, int measure, u64 memory
) noexcept nogil
cdef u64 word_of(const Layout *layout, const int *numbers) noexcept nogil
