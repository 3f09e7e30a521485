"""Kernel: the boats of one row or column of ORush, and the moves they have.

    arrangement  where the boats of the line stand; numbered from 0 in the order of their offsets
    hull         by arrangement: the cells taken, cell k of the line as bit 8·k, so that those of
                 all parallel lines (each shifted by its place) lie side by side across them
    reach        by measure (0 cells, 1 slides), arrangement and cells that boats across the line
                 take (a byte): the arrangements one move away, a bit each
    clear        by cell of the line, the arrangements that leave it free, a bit each
    width        bits that the number of an arrangement needs

On up to 8 cells no line has more than 15 arrangements (two boats of length 2 on 8 cells), so a
number needs 4 bits and a set of them 16. A line takes 16 KB, of which a search touches less.
"""

import cython


class Line:
    """Boats of these lengths, from the left or the top, on a line with `walls` (bits).

    `arrangements` are all offsets that they can have. ValueError when these are too many or none.
    """

    def __cinit__(self, lengths: tuple, arrangements: tuple, walls: int):
        cython.declare(number=cython.int)
        self.lengths = lengths
        self.arrangements = arrangements
        if not 1 <= len(self.arrangements) <= MOST:
            raise ValueError(f"{len(self.arrangements)} arrangements, expected 1 to {MOST}")
        self.kind.count = len(self.arrangements)
        self.kind.width = (len(self.arrangements) - 1).bit_length()
        for number, offsets in enumerate(self.arrangements):
            hull = 0
            for length, offset in zip(lengths, offsets):  # noqa: B905
                hull |= sum([1 << 8 * cell for cell in range(offset, offset + length)])
            self.kind.hull[number] = hull
            for cell in range(8):
                if not hull >> 8 * cell & 1:
                    self.kind.clear[cell] |= 1 << number
            for target, others in enumerate(self.arrangements):
                self._join(number, offsets, target, others, walls)

    def _join(self, number: int, offsets: tuple, target: int, others: tuple, walls: int):
        """Note the move from one arrangement to another, should it be one."""
        cython.declare(taken=cython.int)
        moved = [i for i in range(len(offsets)) if offsets[i] != others[i]]
        if len(moved) != 1:
            return
        length, here, there = self.lengths[moved[0]], offsets[moved[0]], others[moved[0]]
        swept: cython.int = (1 << abs(there - here)) - 1 << (
            here + length if there > here else there
        )
        if swept & walls:
            return
        row: cython.int = 256 * number
        bit: cython.int = 1 << target
        near: cython.bint = abs(there - here) == 1
        for taken in range(256):
            if not taken & swept:
                self.kind.reach[4096 + row + taken] |= bit
                if near:
                    self.kind.reach[row + taken] |= bit
