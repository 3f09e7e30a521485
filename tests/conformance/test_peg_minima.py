"""The fewest moves of problems as published, and as the solver `fewest` proves them.

By default those that take little more than a tenth of a second; all of them take some minutes.
"""

import pytest

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.notation import count_moves
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.fewest_moves import FEWEST_MOVES
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.fewest import fewest
from ludoscope.search.peg.solvers import SWEEP_KERNELS
from ludoscope.search.verify import replay

SLOW = {
    *(f"lucas-{number:02}" for number in range(6, 30)),
    "european-frame",
    "european-ring",
    "european-square",
    "european-to-ends",
    "european-to-five",
    "european-to-table",
    "european-to-towers",
    "european-window",
}

HUGE = {"lucas-30"}  # more than four minutes and gigabytes; see docs/answers.md

# J. D. Beasley, "The Ins and Outs of Peg Solitaire", and G. I. Bell; holes row by row, from 0
ENGLISH = {
    (6, 6): 16, (6, 9): 16, (6, 12): 16, (6, 28): 17, (7, 7): 16, (7, 10): 15, (7, 29): 16,
    (8, 8): 15, (8, 27): 16, (13, 1): 17, (13, 13): 18, (13, 16): 18, (13, 19): 18, (14, 2): 17,
    (14, 14): 19, (14, 17): 17, (15, 0): 16, (15, 15): 16, (15, 18): 17, (16, 13): 17,
    (16, 16): 18,
}  # fmt: skip
TRIANGLE = {(0, 0): 10, (1, 1): 11, (3, 3): 9, (4, 12): 11}


@pytest.mark.parametrize(("name", "published"), [("english", ENGLISH), ("triangle", TRIANGLE)])
def test_the_table_agrees_with_what_is_published(name: str, published: dict) -> None:
    board = BOARDS[name]
    table = {}
    for entry, moves in FEWEST_MOVES.items():
        game = find(entry).game
        pegs = (game.start.bit_count(), game.finish.bit_count())
        if game.board is board and pegs == (len(board.holes) - 1, 1):
            vacancy = (board.all_holes & ~game.start).bit_length() - 1
            table[vacancy, game.finish.bit_length() - 1] = moves
    for (vacancy, last), moves in published.items():
        found = {table.get((image[vacancy], image[last])) for image in board.symmetries}
        assert found - {None} == {moves}


def test_the_table_names_puzzles_of_the_catalogue() -> None:
    shown = {entry.name: entry.detail for entry in collection("peg").entries()}
    for name, moves in FEWEST_MOVES.items():
        assert f" {moves} moves" in shown[name]


@pytest.mark.skipif(not all(map(is_compiled, SWEEP_KERNELS)), reason="kernels not compiled here")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long)
        if name in SLOW or name.startswith("english")
        else name
        for name in FEWEST_MOVES
        if name not in HUGE
    ],
)
def test_it_is_proved(name: str) -> None:
    game = find(name).game
    *_, verdict = fewest(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    assert replay(game, game.start, verdict.moves).is_valid
    assert count_moves(verdict.moves) == FEWEST_MOVES[name]
