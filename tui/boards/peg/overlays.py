"""Overlays of the peg board: colourings of the holes, and weights that prove a position lost.

A *label* stands beside each hole: A, B or C, or the weight of a pagoda function.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.colouring import LABELLINGS, hole_labels
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.kernels import is_compiled
from ludoscope.tui import lazy
from ludoscope.tui.text.formatting import format_count

PAGODA_OVERLAY = "Pagoda function"
COLOURS = "ABC"
COLOUR_ROLES = {"A": "first", "B": "second", "C": "third"}


class Overlay(NamedTuple):
    """An overlay for one position.

    Attributes:
        labels: A label for each hole; none if there is nothing to show.
        notes: Sentences for the side panel.
        roles: The role of each hole and its label.
    """

    labels: Sequence[str] = ()
    notes: Sequence[str] = ()
    roles: Sequence[str] = ()


OverlayFunction = Callable[[PegGame, int], Overlay]  # of a game and a position


def board_overlays(board: Board) -> dict[str, OverlayFunction]:
    """Return the overlays of a board by name."""
    labellings = LABELLINGS[board.lattice]
    return {
        **{
            f"Colouring {number} of {len(labellings)}, {name}": _colouring(slope)
            for number, (name, slope) in enumerate(labellings, start=1)
        },
        PAGODA_OVERLAY: pagoda_overlay,
    }


def _colouring(slope: int) -> OverlayFunction:
    """Return the overlay that colours the diagonals of a slope A, B, C in turn."""

    def overlay(game: PegGame, position: int) -> Overlay:
        labels = [COLOURS[label] for label in hole_labels(game.board, slope)]
        roles = [COLOUR_ROLES[label] for label in labels]
        pegs, finish = _count_pegs(labels, position), _count_pegs(labels, game.finish)
        counts = f"Pegs on A, B, C: {_format_counts(pegs)}; finish: {_format_counts(finish)}"
        jumps = position.bit_count() - game.finish.bit_count()
        if jumps < 0:
            return Overlay(labels, (counts, "the finish has more pegs"), roles)
        wrong = [colour for colour in COLOURS if (pegs[colour] + finish[colour] + jumps) % 2]
        result = f"impossible for {' and '.join(wrong)}" if wrong else "possible"
        rule = f"Each jump changes all three by 1; {format_count(jumps, 'jump')}: {result}"
        return Overlay(labels, (counts, rule), roles)

    return overlay


def _count_pegs(labels: Sequence[str], pegs: int) -> Counter[str]:
    """Return the number of pegs on each colour; `pegs` has a bit for each hole."""
    return Counter(label for hole, label in enumerate(labels) if pegs >> hole & 1)


def _format_counts(counts: Counter[str]) -> str:
    return ", ".join(str(counts[colour]) for colour in COLOURS)


def pagoda_overlay(game: PegGame, position: int) -> Overlay:
    """Return weights that no jump increases and that prove the finish out of reach, if found."""
    has_kernel = is_compiled("ludoscope.search.peg.kernels.pagoda")
    if not (has_kernel and lazy.kernel_problem.fits_kernels(game.board)):
        return Overlay(notes=("pagoda functions need a kernel, and kernels are not compiled here",))

    weights = lazy.pagoda.find_pagoda(game.board, position, game.finish)
    if not weights:
        return Overlay(notes=("no pagoda function proves this position lost",))
    pegs = lazy.pagoda.excess(position, 0, weights)
    finish = lazy.pagoda.excess(game.finish, 0, weights)
    note = f"Weights of holes: the pegs weigh {pegs}, the finish {finish}; no jump adds weight"
    roles = [_weight_role(weight) for weight in weights]
    return Overlay([str(weight) for weight in weights], (note,), roles)


def _weight_role(weight: int) -> str:
    if weight > 0:
        return "good"
    return "bad" if weight < 0 else "dim"
