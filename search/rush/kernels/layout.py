"""Kernel: the 64-bit state of an ORush position, and the generation of its moves.

`assemble` lays out states and moves for the lines of a grid; `generate_moves` (in layout.pxd, to be
inlined) finds all moves of a state. Start reading there.

A state has a field of 1 to 4 bits with the arrangement number for every line that has more than
one arrangement. Above the fields, from bit `index_shift` on, stands the mixed-radix number that
the fields make, the index of the position in a bit table. Changing a line from arrangement a to b
adds arrangement_step[line] · (b − a), which updates both. Boats on crossing lines appear as a byte
of cells; the tables of `line.py` give the arrangements that remain in reach. The answers of several
lines are packed into one word of moves, so that one loop over its set bits visits the moves of all.

Data layout (struct `Layout`; a "line" is the index of a movable line unless said otherwise):
    line_count, row_count  movable lines, rows first; `row_count` of them are rows
    place           by line: its place among the 16 lines of the grid, 8 rows, then 8 columns
    field_shift, field_mask, arrangement_count
                    by line: where its field begins, the mask of a shifted field, its size
    arrangement_step
                    by line: the difference of states from an arrangement to the next, in field and
                    index
    occupied        by 16·line + arrangement: cells covered, as crossing lines see them
    fixed_boats     the same for lines with one arrangement only: [0] rows, [1] columns
    crossing_shift  by line: where its byte begins in the merged `occupied` words of crossing lines
    reachable       by line: its table of `line.py` for the measure
    word_count      words of moves; word w has the lines first_line[w] to first_line[w + 1] − 1
    first_bit       by line: the bit of its arrangement 0 in its word of moves
    move_line, move_offset
                    by move (64·word + bit): its line, and the sum to add to a state whose field
                    of that line is 0
    hero_line       the line of boat A, −1 if A cannot move
    exit_arrangements  bit set of the arrangements of A's line with A at the exit
    winning_moves   the moves to these, bits of the word `goal_word`
    index_range     number of index values: the product of the arrangement counts
    hashed          True if the index would be too large for a bit table: it is left out, and
                    `base`, a state of which all fields are 0, is `HASHED_MARK`, so no state is 0

Invariants:
    States are exact: two positions never share one. Without `hashed`, the bits of fields and index
    together are at most 64; with it, fields are below bit 63, the mark.

Limits:
    16 lines of at most 16 arrangements. So four lines always fit one word of moves, and 4 words
    and 256 moves suffice. A bit table has at most 2^28 positions (32 MB) and at most half of the
    memory limit, otherwise states are hashed. The fields may take 63 bits (`MAX_FIELD_BITS`): 26
    boats, as many as there are letters, take 58 at most. `BreadthFirst` raises ValueError beyond.

Complexity:
    `generate_moves`: O(lines) for all moves of a state together. A layout takes 5 KB.
"""

import cython

MAX_TABLE_POSITIONS = cython.declare(cython.ulonglong, 1 << 28)  # 32 MB of bits
HASHED_MARK = cython.declare(cython.ulonglong, 1 << 63)


def assemble(layout, tables, hero, exit_arrangements, measure, memory_limit):
    """Lay out states and moves for 16 lines, NULL where there are no boats.

    `hero` is the row of boat A, `measure` 0 for cells or 1 for slides, `memory_limit` in bytes.
    """
    cython.declare(place=cython.int, arrangement=cython.int, line_tables=cython.pointer(LineTables))
    line: cython.int = 0
    layout.index_shift = 0
    layout.index_range = 1
    layout.fixed_boats[0] = 0
    layout.fixed_boats[1] = 0
    layout.row_count = 0
    layout.hero_line = -1
    layout.exit_arrangements = exit_arrangements
    for place in range(LINES):
        line_tables = tables[place]
        if not line_tables:
            continue
        if line_tables.arrangement_count == 1:
            layout.fixed_boats[place >> 3] |= line_tables.occupied[0] << (place & 7)
            continue
        if place == hero:
            layout.hero_line = line
        layout.place[line] = place
        layout.crossing_shift[line] = 8 * (place & 7)
        layout.field_shift[line] = layout.index_shift
        layout.field_mask[line] = (1 << line_tables.field_bits) - 1
        layout.arrangement_count[line] = line_tables.arrangement_count
        layout.reachable[line] = line_tables.reachable + 4096 * measure
        for arrangement in range(line_tables.arrangement_count):
            layout.occupied[16 * line + arrangement] = line_tables.occupied[arrangement] << (
                place & 7
            )
        layout.index_shift += line_tables.field_bits
        layout.arrangement_step[line] = layout.index_range  # of the index only; see `set_steps`
        if layout.index_range < cython.cast(u64, 1) << 56:
            layout.index_range *= line_tables.arrangement_count
        line += 1
        if place < 8:
            layout.row_count = line
    layout.line_count = line
    set_steps(layout, memory_limit)
    set_moves(layout)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_steps(layout: cython.pointer(Layout), memory_limit: u64) -> cython.void:
    """Choose between a bit table and hashing, and set `arrangement_step` accordingly."""
    cython.declare(line=cython.int)
    index_bits: cython.int = 0
    while layout.index_range > cython.cast(u64, 1) << index_bits:
        index_bits += 1
    layout.hashed = (
        index_bits + layout.index_shift > 64
        or layout.index_range > MAX_TABLE_POSITIONS
        or layout.index_range > 4 * memory_limit
    )
    layout.base = HASHED_MARK if layout.hashed else 0
    for line in range(layout.line_count):
        layout.arrangement_step[line] = (
            0 if layout.hashed else layout.arrangement_step[line] << layout.index_shift
        )
        layout.arrangement_step[line] += cython.cast(u64, 1) << layout.field_shift[line]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_moves(layout: cython.pointer(Layout)) -> cython.void:
    """Assign a bit in a word of moves to every arrangement of every line."""
    cython.declare(line=cython.int, arrangement=cython.int)
    bit: cython.int = 0
    layout.word_count = 0
    layout.first_line[0] = 0
    layout.goal_word = 0
    layout.winning_moves = 0
    for line in range(layout.line_count):
        if bit + layout.arrangement_count[line] > 64:
            layout.word_count += 1
            layout.first_line[layout.word_count] = line
            bit = 0
        layout.first_bit[line] = bit
        if line == layout.hero_line:
            layout.goal_word = layout.word_count
            layout.winning_moves = layout.exit_arrangements << bit
        for arrangement in range(layout.arrangement_count[line]):
            layout.move_offset[64 * layout.word_count + bit] = (
                layout.arrangement_step[line] * arrangement
            )
            layout.move_line[64 * layout.word_count + bit] = line
            bit += 1
    layout.word_count += 1
    layout.first_line[layout.word_count] = layout.line_count


def encode(layout, numbers):
    """Return the state in which each of the 16 lines has the given arrangement number."""
    cython.declare(line=cython.int)
    state: u64 = layout.base
    for line in range(layout.line_count):
        state += layout.arrangement_step[line] * numbers[layout.place[line]]
    return state
