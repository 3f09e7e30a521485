"""C declarations of `layout.py` and its inlined functions. Its docstring has layout and limits."""

from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.rush.kernels.line cimport LineTables

cdef enum:
    LINES = 16
    MAX_MOVES = 256
    MAX_FIELD_BITS = 63

cdef struct Layout:
    int line_count
    int row_count
    int word_count
    int index_shift
    int hero_line
    int goal_word
    bint hashed
    int place[16]
    int crossing_shift[16]
    int field_shift[16]
    int field_mask[16]
    int arrangement_count[16]
    int first_bit[16]
    int first_line[5]
    u64 base
    u64 index_range
    u64 exit_arrangements
    u64 winning_moves
    u64 fixed_boats[2]
    u64 arrangement_step[16]
    u64 occupied[256]
    u64 move_offset[256]
    const unsigned short *reachable[16]
    unsigned char move_line[256]


cdef inline int field(const Layout *layout, int line, u64 state) noexcept nogil:
    """Return the arrangement number of a line in a state."""
    return <int>(state >> layout.field_shift[line]) & layout.field_mask[line]


cdef inline bint has_won(const Layout *layout, u64 state) noexcept nogil:
    """Return True if boat A is at the exit."""
    cdef int number = field(layout, layout.hero_line, state) if layout.hero_line >= 0 else 0
    return layout.exit_arrangements >> number & 1


cdef inline void generate_moves(
    const Layout *layout, u64 state, u64 *without, u64 *moves
) noexcept nogil:
    """Find all moves of a state.

    Sets `without[line]` to the state with the field of that line at 0, and `moves[word]` to the
    moves, a bit each; move m leads to without[move_line[m]] + move_offset[m].
    """
    cdef int numbers[16]
    cdef u64 rows = layout.fixed_boats[0]
    cdef u64 columns = layout.fixed_boats[1]
    cdef u64 word, crossing
    cdef int line, number, index
    for line in range(layout.row_count):
        number = field(layout, line, state)
        numbers[line] = number << 8
        rows |= layout.occupied[16 * line + number]
        without[line] = state - layout.arrangement_step[line] * number
    for line in range(layout.row_count, layout.line_count):
        number = field(layout, line, state)
        numbers[line] = number << 8
        columns |= layout.occupied[16 * line + number]
        without[line] = state - layout.arrangement_step[line] * number
    for index in range(layout.word_count):
        word = 0
        for line in range(layout.first_line[index], layout.first_line[index + 1]):
            crossing = (columns if line < layout.row_count else rows)
            crossing = crossing >> layout.crossing_shift[line] & 255
            word |= <u64>layout.reachable[line][numbers[line] | crossing] << layout.first_bit[line]
        moves[index] = word


cdef void assemble(
    Layout *layout,
    LineTables **tables,
    int hero,
    u64 exit_arrangements,
    int measure,
    u64 memory_limit,
) noexcept nogil
cdef u64 encode(const Layout *layout, const int *numbers) noexcept nogil
