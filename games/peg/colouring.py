"""The colouring test (rule of three): it may prove that a finish cannot be reached.

Label the holes 0, 1, 2 along the diagonals. The three holes of a jump have different labels, so
every jump flips the parity of the number of pegs of each label. The parities of the finish must be
those of the start after as many flips as pegs are removed. The square lattice has two such
labellings, the triangular one. If the test passes, nothing is proved.

Source: J. D. Beasley, "The Ins and Outs of Peg Solitaire".
"""

from ludoscope.games.peg.board import Board

LABELLINGS = {
    "square": (("rising diagonals", 1), ("falling diagonals", -1)),
    "triangular": (("falling diagonals", -1),),
}


def labels(board: Board, slope: int) -> list[int]:
    """The label of each hole: (x + y) mod 3 for `slope` 1, (x − y) mod 3 for `slope` −1."""
    return [(x + slope * y) % 3 for x, y in board.holes]


def refuted_by_colouring(board: Board, pegs: int, finish: int) -> str:
    """The proof by counting or colouring that `pegs` cannot reach `finish`; "" for none."""
    removed = pegs.bit_count() - finish.bit_count()
    if removed < 0:
        return "counting: the finish has more pegs than the position"
    if removed == 0 and pegs != finish:
        return "counting: the finish has as many pegs but is another position"
    for name, slope in LABELLINGS[board.lattice]:
        parity = [removed & 1] * 3
        for hole, label in enumerate(labels(board, slope)):
            parity[label] ^= (pegs ^ finish) >> hole & 1
        if any(parity):
            letters = " and ".join(c for c, odd in zip("ABC", parity, strict=True) if odd)
            return f"colouring along the {name}: the parity of {letters} can never agree"
    return ""
