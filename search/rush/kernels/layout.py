"""Kernel: the word that stands for a position of ORush, and its moves.

Each line that has more than one arrangement owns a field of `width` bits with the number of its
arrangement, and above the fields (from bit `low`) stands the mixed-radix number that the fields
make. To change arrangement a into b adds unit[line]·(b − a), which updates both. Boats across a
line stand in its way as a byte of `hull`s, and `reach` says to which arrangements that leaves a way
(see `line.py`); the sets of several lines are merged in one word of 64 moves, so that one loop
runs over them all. `look`, in layout.pxd, is inlined where it is used.

    place   by line, which of the 16 it is: 8 rows, then 8 columns; `lane` its byte of a hull
    hull    by line (16 each) and arrangement, the cells taken, seen from the lines across
    still   the same of lines that have one arrangement only: [0] rows, [1] columns
    at      the bit of the line's first arrangement in the word of moves, which holds the lines
            first[word] to first[word + 1]
    gain    by move, what it adds once the field of its line, its `owner`, is empty
    goal    the moves of the hero's line that win, `heroes` its arrangements that have won
    hashed  where the mixed-radix number would go too far for a table of bits: it is left out, and
            the top bit is always set, so that no position is 0
"""

import cython

WIDEST = cython.declare(cython.ulonglong, 1 << 28)  # positions: 32 MB of bits
MARK = cython.declare(cython.ulonglong, 1 << 63)


def assemble(layout, kinds, hero, heroes, measure, memory):
    """Lay out the word and the moves for these lines, NULL where no boat lies."""
    cython.declare(number=cython.int, arrangement=cython.int, kind=cython.pointer(Kind))
    line: cython.int = 0
    layout.low = 0
    layout.range = 1
    layout.still[0] = 0
    layout.still[1] = 0
    layout.rows = 0
    layout.hero = -1
    layout.heroes = heroes
    for number in range(LINES):
        kind = kinds[number]
        if not kind:
            continue
        if kind.count == 1:
            layout.still[number >> 3] |= kind.hull[0] << (number & 7)
            continue
        if number == hero:
            layout.hero = line
        layout.place[line] = number
        layout.lane[line] = 8 * (number & 7)
        layout.shift[line] = layout.low
        layout.mask[line] = (1 << kind.width) - 1
        layout.count[line] = kind.count
        layout.reach[line] = kind.reach + 4096 * measure
        for arrangement in range(kind.count):
            layout.hull[16 * line + arrangement] = kind.hull[arrangement] << (number & 7)
        layout.low += kind.width
        layout.unit[line] = layout.range  # its radix, until all fields are known
        if layout.range < cython.cast(u64, 1) << 56:
            layout.range *= kind.count
        line += 1
        if number < 8:
            layout.rows = line
    layout.lines = line
    set_units(layout, memory)
    set_moves(layout)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_units(layout: cython.pointer(Layout), memory: u64) -> cython.void:
    """Decide on the kind of table, and with it on the word."""
    cython.declare(line=cython.int)
    bits: cython.int = 0
    while layout.range > cython.cast(u64, 1) << bits:
        bits += 1
    layout.hashed = bits + layout.low > 64 or layout.range > WIDEST or layout.range > 4 * memory
    layout.base = MARK if layout.hashed else 0
    for line in range(layout.lines):
        layout.unit[line] = 0 if layout.hashed else layout.unit[line] << layout.low
        layout.unit[line] += cython.cast(u64, 1) << layout.shift[line]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_moves(layout: cython.pointer(Layout)) -> cython.void:
    """Give every arrangement of every line a bit in a word of moves."""
    cython.declare(line=cython.int, arrangement=cython.int)
    bit: cython.int = 0
    layout.words = 0
    layout.first[0] = 0
    layout.goal_word = 0
    layout.goal = 0
    for line in range(layout.lines):
        if bit + layout.count[line] > 64:
            layout.words += 1
            layout.first[layout.words] = line
            bit = 0
        layout.at[line] = bit
        if line == layout.hero:
            layout.goal_word = layout.words
            layout.goal = layout.heroes << bit
        for arrangement in range(layout.count[line]):
            layout.gain[64 * layout.words + bit] = layout.unit[line] * arrangement
            layout.owner[64 * layout.words + bit] = line
            bit += 1
    layout.words += 1
    layout.first[layout.words] = layout.lines


def word_of(layout, numbers):
    """The position in which each of the 16 lines has the arrangement of that number."""
    cython.declare(line=cython.int)
    word: u64 = layout.base
    for line in range(layout.lines):
        word += layout.unit[line] * numbers[layout.place[line]]
    return word
