"""Overlays of the peg board: a colouring, or weights that prove a loss.

label   what stands beside a hole: A, B or C, or the weight of a pagoda function
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.colouring import LABELLINGS, hole_labels
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.kernels import is_compiled

LETTERS = "ABC"
CLASSES = {"A": "first", "B": "second", "C": "third"}  # roles


class Overlay(NamedTuple):
    """`labels` in the order of the holes, none where there is nothing to show; `words` on them.

    `roles` are those of the holes and their labels: each letter, and each sign, has its own.
    """

    labels: Sequence[str] = ()
    words: Sequence[str] = ()
    roles: Sequence[str] = ()


Maker = Callable[[PegGame, int], Overlay]


def overlays(board: Board) -> dict[str, Maker]:
    """What can be laid over a board, by name."""
    return {
        **{f"colouring, {name}": _colouring(slope) for name, slope in LABELLINGS[board.lattice]},
        "pagoda function": pagoda,
    }


def _colouring(slope: int) -> Maker:
    def colouring(game: PegGame, position: int) -> Overlay:
        letters = [LETTERS[label] for label in hole_labels(game.board, slope)]
        roles = [CLASSES[letter] for letter in letters]
        pegs, finish = (_counted(letters, some) for some in (position, game.finish))
        jumps = position.bit_count() - game.finish.bit_count()
        told = [f"pegs {_listed(pegs)}", f"finish {_listed(finish)}"]
        if jumps < 0:
            return Overlay(letters, (*told, "the finish has more pegs"), roles)
        wrong = [letter for letter in LETTERS if (pegs[letter] + finish[letter] + jumps) % 2]
        what = "flip each parity" if jumps % 2 else "keep each parity"
        agree = f"never with {' and '.join(wrong)}" if wrong else "that agrees"
        return Overlay(letters, (*told, f"{jumps} jumps {what}: {agree}"), roles)

    return colouring


def _counted(letters: Sequence[str], pegs: int) -> Counter[str]:
    return Counter(letter for hole, letter in enumerate(letters) if pegs >> hole & 1)


def _listed(counts: Counter[str]) -> str:
    return " ".join(f"{letter} {counts[letter]}" for letter in LETTERS)


def pagoda(game: PegGame, position: int) -> Overlay:
    """The weights by which a position is worth less than the finish, if such are found."""
    from ludoscope.search.peg.kernel_problem import fits_kernels
    from ludoscope.search.peg.pagoda import excess, find_pagoda

    if not (is_compiled("ludoscope.search.peg.kernels.pagoda") and fits_kernels(game.board)):
        return Overlay(words=("pagoda functions need a kernel that is not compiled here",))

    weights = find_pagoda(game.board, position, game.finish)
    if not weights:
        return Overlay(words=("no pagoda function refutes this position",))
    worth, asked = (excess(pegs, 0, weights) for pegs in (position, game.finish))
    said = f"a pagoda function: the pegs are worth {worth}, the finish {asked}; no jump adds"
    roles = ["good" if weight > 0 else "bad" if weight < 0 else "dim" for weight in weights]
    return Overlay([str(weight) for weight in weights], (said,), roles)
