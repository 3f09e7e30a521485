"""Overlays of the peg board: letters of the colourings, weights of a pagoda function."""

import pytest
from many import case

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.certificate import pagoda_refutes
from ludoscope.search.kernels import is_compiled
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.boards.user_options import UserOptions

ENGLISH, EUROPEAN = BOARDS["english"], BOARDS["european"]
CENTRAL = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16))
COLOURINGS = ("Colouring 1 of 2, rising diagonals", "Colouring 2 of 2, falling diagonals")


def lost() -> PegGame:
    """Return a problem whose two pegs cannot reach a corner of the arm opposite."""
    top, below = (ENGLISH.hole_at(3, y) for y in (7, 6))
    return PegGame(ENGLISH, 1 << top | 1 << below, 1 << ENGLISH.hole_at(3, 1))


def labels(board: PegBoard, position: int, width: int = 48, height: int = 18) -> str:
    lines = board.draw(position, width, height)
    return "".join(text for line in lines for text, _ in line)


@pytest.mark.parametrize("name", COLOURINGS)
def test_each_jump_has_all_three_letters(name: str) -> None:
    board = PegBoard(CENTRAL, UserOptions())
    board.overlay = name
    letters = board._overlay(CENTRAL.start).labels
    assert all({letters[h] for h in jump} == set("ABC") for jump in ENGLISH.jumps)
    counted = [labels(board, CENTRAL.start).count(letter) for letter in "ABC"]
    assert counted == [11, 11, 11]


def test_counts_and_parities_are_shown() -> None:
    board = PegBoard(CENTRAL, UserOptions())
    board.overlay = COLOURINGS[0]
    assert board.selection_notes(CENTRAL.start) == (
        "Pegs on A, B, C: 11, 11, 10; finish: 0, 0, 1",
        "Each jump changes all three by 1; 31 jumps: possible",
    )
    centre = 1 << EUROPEAN.hole_at(4, 4)
    game = PegGame(EUROPEAN, EUROPEAN.all_holes & ~centre, centre)
    board = PegBoard(game, UserOptions())
    board.overlay = COLOURINGS[0]
    assert "35 jumps: impossible for" in board.selection_notes(game.start)[-1]
    assert board.selection_notes(0)[-1] == "the finish has more pegs"
    assert "; 1 jump: " in board.selection_notes(3)[-1]


@pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.pagoda"), reason="kernels are not compiled"
)
def test_the_weights_shown_refute() -> None:
    game = lost()
    board = PegBoard(game, UserOptions())
    board.overlay = "Pagoda function"
    weights = [int(label) for label in board._overlay(game.start).labels]
    assert pagoda_refutes(game, game.start, weights)
    worth, asked = (
        sum(w for hole, w in enumerate(weights) if pegs >> hole & 1)
        for pegs in (game.start, game.finish)
    )
    [said] = board.selection_notes(game.start)
    assert (
        said == f"Weights of holes: the pegs weigh {worth}, the finish {asked}; no jump adds weight"
    )
    board = PegBoard(CENTRAL, UserOptions())
    board.overlay = "Pagoda function"
    assert board.selection_notes(CENTRAL.start) == ("no pagoda function proves this position lost",)


def test_labels_fit_and_do_not_overlap() -> None:
    for size in [(48, 18), (78, 34), (30, 12), (18, 9)]:
        for name in BOARDS:
            with case(size, name):
                board = PegBoard(PegGame(BOARDS[name], BOARDS[name].all_holes & ~1), UserOptions())
                board.overlay = board.OVERLAYS[0]
                width, _ = board.drawing_size(*size)
                lines = board.draw(board.game.start, *size)
                assert all(sum(len(text) for text, _ in line) <= width for line in lines)
                shown = "".join(text for line in lines for text, _ in line)
                letters = sum(shown.count(letter) for letter in "ABC")
                hidden = len(BOARDS[name].holes) - letters  # on small boards the cursor hides one
                assert hidden <= 1 or not letters


def test_each_letter_has_its_colour() -> None:
    board = PegBoard(CENTRAL, UserOptions())
    board.overlay = COLOURINGS[0]
    colours = {}
    for line in board.draw(CENTRAL.start, 78, 34):
        for text, role in line:
            for letter in "ABC":
                if letter in text:
                    colours.setdefault(letter, set()).add(role)
    assert sorted(map(len, colours.values())) == [1, 1, 1]
    assert len(set.union(*colours.values())) == 3


async def test_key_cycles_through_overlays(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        plain = pilot.screen_text()
        shown = []
        for _ in range(5):
            await pilot.press("v")
            shown.append(pilot.screen.model.board.overlay)
        assert shown == ["Move values", *COLOURINGS, "Pagoda function", ""]
        await pilot.press("v", "v")
        assert "Colouring 1 of 2" in pilot.screen_text()
        assert "Pegs on A, B, C" in pilot.screen_text()
        assert "Pegs on A, B, C" not in plain
