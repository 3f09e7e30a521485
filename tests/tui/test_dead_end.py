"""A dead end says so: how much is left, which move lost the game, and the key that goes back."""

import pytest
from app_options import change_options

from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.boards.user_options import UserOptions

WRONG = ("4,5:W", "4,3:N", "4,6:S")
LOST, LEFT = 3, 3


async def test_dead_end_message_names_the_key_that_goes_back(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        for move in WRONG:
            await pilot.press(":", *move, "enter")
        model = pilot.screen.model
        assert model.is_stuck
        await pilot.wait_until(lambda: f"Lost at jump {LOST}" in pilot.screen_text())
        shown = pilot.screen_text()
        assert "✗ No moves left" in shown
        assert f"{LEFT} pegs remain; goal: 1" in shown
        assert f"z back before jump {LOST}" in shown
        await pilot.resize(46, 24)  # no panel: upon the board, or in a line
        assert "no moves left" in pilot.screen_text().lower()
        await pilot.press("z")
        assert model.session.ply == LOST - 1
        assert not model.is_stuck
        await pilot.wait_until(lambda: "winnable" in pilot.screen_text())


async def test_lost_position_with_moves_left_names_the_way_back(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        assert model.play_text("4,5:N")
        await pilot.wait_until(lambda: "Lost at jump 1: 4,5:N" in pilot.screen_text())
        shown = pilot.screen_text()
        assert "✗ Lost" in shown
        assert "z back before jump 1" in shown
        assert "r again" in shown
        change_options(pilot.app, analysis=False)
        await pilot.press("left")
        assert "✗ Lost" not in pilot.screen_text()


@pytest.mark.long
async def test_key_finds_the_losing_move_without_analysis(open_app) -> None:
    async with open_app("lucas-01", analysis=False) as pilot:
        for move in WRONG:
            await pilot.press(":", *move, "enter")
        assert "lost at" not in pilot.screen_text()
        assert "z back to winnable" in pilot.screen_text()
        await pilot.press("z")
        await pilot.wait_until(lambda: pilot.screen.model.session.ply == LOST - 1)


def test_dead_end_message_tells_what_is_left() -> None:
    from ludoscope.puzzles import catalogue

    game = catalogue.find("english-central").game
    board, corner = PegBoard(game, UserOptions()), 1
    assert board.dead_end_text(game.start) == board.dead_end_text(game.finish) == ""
    assert board.dead_end_text(corner) == "1 peg remains, but not where the goal has it"
    assert board.dead_end_text(corner | game.finish) == "2 pegs remain; goal: 1"
