"""Kernel: move tables of one row or column of an ORush grid.

Boats never leave their line and never pass one another, so a line has few *arrangements* (tuples
of offsets). They are numbered from 0 in the order of their offsets, and all tables below are
indexed by that number. `puzzles.rush.annealing.Line` is a readable version.

Data layout (struct `LineTables`):
    arrangement_count  number of arrangements
    field_bits         bits that an arrangement number takes in a state (see `layout.py`)
    occupied           by arrangement: the cells covered, cell k of the line as bit 8·k, so that
                       the masks of parallel lines, each shifted by its place (0 to 7), interleave
                       into one word with a byte for each crossing line
    reachable          by measure (0 cells, 1 slides), arrangement, and byte of cells that crossing
                       boats cover: bit set of the arrangements one move away; flattened, the index
                       is 4096·measure + 256·arrangement + byte
    leaving_free       by cell: bit set of the arrangements that leave the cell free; only those
                       below 8 are recorded, which is all that `annealing.py` admits

Invariants:
    A bit of `reachable` is set only for arrangements in which exactly one boat stands elsewhere
    and every cell it sweeps is free of walls, of crossing boats and of its own line's boats (boats
    of a line keep their order, so the target would otherwise not be an arrangement).

Limits:
    8 cells a line and 16 arrangements (`MAX_ARRANGEMENTS`, the bits of an entry of `reachable`).
    No valid line exceeds this: the greatest number is 15, two boats of length 2 on 8 cells. More
    arrangements, or none, raise ValueError; a boat beyond cell 7 raises OverflowError.

Complexity:
    O(256 · arrangements²) once for each kind of line; 16.5 KB, of which a search touches less.
"""

import cython


class Line:
    """The move tables of boats of given lengths on a line.

    Args:
        lengths: The lengths of the boats, from the left or top.
        arrangements: All tuples of offsets that the boats can have.
        walls: The walls, a bit for each cell, the first cell lowest.

    Raises:
        ValueError: There are no arrangements, or more than 16.
    """

    def __cinit__(self, lengths: tuple, arrangements: tuple, walls: int):
        cython.declare(number=cython.int)
        self.lengths = lengths
        self.arrangements = arrangements
        if not 1 <= len(arrangements) <= MAX_ARRANGEMENTS:
            raise ValueError(f"{len(arrangements)} arrangements, expected 1 to {MAX_ARRANGEMENTS}")
        self.tables.arrangement_count = len(arrangements)
        self.tables.field_bits = (len(arrangements) - 1).bit_length()
        for number, offsets in enumerate(arrangements):
            occupied = 0
            for length, offset in zip(lengths, offsets):  # noqa: B905
                occupied |= sum([1 << 8 * cell for cell in range(offset, offset + length)])
            self.tables.occupied[number] = occupied
            for cell in range(8):
                if not occupied >> 8 * cell & 1:
                    self.tables.leaving_free[cell] |= 1 << number
            for target, target_offsets in enumerate(arrangements):
                self._add_move(number, offsets, target, target_offsets, walls)

    def _add_move(
        self, number: int, offsets: tuple, target: int, target_offsets: tuple, walls: int
    ):
        """Add the move from one arrangement to another to `reachable`, if it is a move."""
        cython.declare(crossing=cython.int)
        moved = [i for i in range(len(offsets)) if offsets[i] != target_offsets[i]]
        if len(moved) != 1:
            return
        length, start, end = self.lengths[moved[0]], offsets[moved[0]], target_offsets[moved[0]]
        first_swept = start + length if end > start else end
        swept: cython.int = (1 << abs(end - start)) - 1 << first_swept
        if swept & walls:
            return
        row: cython.int = 256 * number
        bit: cython.int = 1 << target
        is_one_cell: cython.bint = abs(end - start) == 1
        for crossing in range(256):
            if not crossing & swept:
                self.tables.reachable[4096 + row + crossing] |= bit
                if is_one_cell:
                    self.tables.reachable[row + crossing] |= bit
