"""The colouring test (rule of three), which may prove that a finish cannot be reached.

Label the holes 0, 1, 2 along the diagonals. The three holes of a jump have three different labels,
so every jump flips the parity of the number of pegs of each label. A finish can only be reached if
its three parities are those of the position after as many flips as pegs are removed. The square
lattice has two such labellings, the triangular lattice has one. A position that passes the test is
not proved solvable.

Source: J. D. Beasley, "The Ins and Outs of Peg Solitaire".
"""

from ludoscope.games.peg.board import Board

# name and slope, see `hole_labels`
LABELLINGS = {
    "square": (("rising diagonals", 1), ("falling diagonals", -1)),
    "triangular": (("falling diagonals", -1),),
}


def hole_labels(board: Board, slope: int) -> list[int]:
    """Return the label 0, 1 or 2 of each hole: (x + slope · y) mod 3, with a slope of 1 or −1."""
    return [(x + slope * y) % 3 for x, y in board.holes]


def refute_by_counting_or_colouring(board: Board, pegs: int, finish: int) -> str:
    """Return a proof that `finish` cannot be reached from `pegs`, by counting or colouring.

    Counting compares the numbers of pegs: every jump removes one.

    Returns:
        The proof in one sentence, or "" if the test passes.
    """
    removed = pegs.bit_count() - finish.bit_count()
    if removed < 0:
        return "counting: the finish has more pegs than the position"
    if removed == 0 and pegs != finish:
        return "counting: the finish has as many pegs but is another position"
    for name, slope in LABELLINGS[board.lattice]:
        # by label: 1 if the parities cannot agree
        mismatches = [
            (removed + ((pegs ^ finish) & mask).bit_count()) & 1
            for mask in board.diagonal_masks[slope]
        ]
        if any(mismatches):
            letters = " and ".join(
                letter for letter, mismatch in zip("ABC", mismatches, strict=True) if mismatch
            )
            return f"colouring along the {name}: the parity of {letters} can never match the finish"
    return ""
