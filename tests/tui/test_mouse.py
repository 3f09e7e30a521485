"""The mouse on a board: a piece is dragged, a drag may lead nowhere or be broken off."""

import pytest
from pilot import cells_of

from ludoscope.tui.widgets.move_list import MoveList


def cursor_cell(pilot):
    """Return the column and line of the board's cursor on the screen."""
    area = pilot.screen.board_area
    return area.content_region.offset + area.text_cursor()


async def test_peg_can_be_dragged_and_released(open_app) -> None:
    async with open_app("lucas-07", theme="no colours") as pilot:
        model = pilot.screen.model
        await pilot.press("tab", "enter")
        picked, target = cells_of(pilot, "["), cells_of(pilot, "◌")
        start, end = (picked[0] + 1, picked[1]), target
        await pilot.press("escape")
        await pilot.drag(start, (0, 0))
        assert model.session.ply == 0
        assert "Dropped outside the board" in pilot.screen_text()
        assert not model.board.clear_selection()
        area = pilot.screen.board_area
        first_cell = area.content_region.offset + area._board_offset(area._board_size())
        await pilot.drag(start, first_cell)
        await pilot.drag(first_cell, start)
        assert model.session.ply == 0
        await pilot.drag(start, end, release=False)
        assert "◌" in pilot.screen_text()
        await pilot.press("escape")
        assert "◌" not in pilot.screen_text()
        assert type(pilot.screen).__name__ == "PlayScreen"
        await pilot.drag(start, end)
        assert model.session.ply == 1


@pytest.mark.parametrize("name", ["lucas-07", "hexapawn-4x4", "FreeCell.1"])
async def test_a_click_may_slip_within_a_place(open_app, name: str) -> None:
    async with open_app(name) as pilot:
        model = pilot.screen.model
        ply = model.session.ply
        await pilot.press("tab")
        await pilot.click_with_slip(*cursor_cell(pilot))
        await pilot.wait_until(model.board.has_selection)
        await pilot.press("tab")
        await pilot.click_with_slip(*cursor_cell(pilot))
        await pilot.wait_until(lambda: model.session.ply > ply)


async def test_a_piece_that_is_dragged_back_is_put_down_where_it_was(open_app) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        model = pilot.screen.model
        x, y = cursor_cell(pilot)
        away, back = (f"\x1b[<32;{column + 1};{y + 1}M" for column in (0, x))
        await pilot.send_input(f"\x1b[<0;{x + 1};{y + 1}M{away}{back}\x1b[<0;{x + 1};{y + 1}m")
        await pilot.wait_until(model.board.has_selection)
        assert model.session.ply == 0, "its only move is made by a second click, and not by a drag"


async def test_the_right_button_shows_a_covered_card_whole_while_it_is_held(open_app) -> None:
    async with open_app("FreeCell.1", size=(120, 40), analysis=False) as pilot:
        usual = pilot.screen_text()
        x, y = cells_of(pilot, "╭9♣")
        mouse = f"{x + 1};{y + 1}"
        await pilot.send_input(f"\x1b[<2;{mouse}M")
        lines = pilot.screen_text().splitlines()
        assert any(line[x:].startswith("│   ♣   │") for line in lines[y + 1 : y + 4])
        assert "╭9♠" not in pilot.screen_text(), "the card that covers it"
        await pilot.send_input(f"\x1b[<2;{mouse}m")
        assert pilot.screen_text() == usual
        assert not pilot.screen.model.session.moves
        assert not pilot.screen.model.clear_selection(), "no card is picked"
        await pilot.send_input(f"\x1b[<2;{mouse}M\x1b[<35;{mouse}M")
        assert pilot.screen_text() == usual, "released outside of the terminal"
        await pilot.send_input(f"\x1b[<0;{mouse}M\x1b[<0;{mouse}m")
        assert pilot.screen_text() != usual, "the left button does what it did"


@pytest.mark.long
async def test_click_on_the_move_list_before_it_is_filled(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        moves = MoveList(pilot.screen.model)
        await pilot.screen.query_one("#moves").mount(moves, before=0)
        await pilot.textual_pilot.click(moves)
        assert pilot.app._exception is None
        await pilot.press("tab", "enter", "tab", "enter")
        assert pilot.screen.model.session.ply == 1


async def test_a_click_in_the_footer_presses_the_key(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        x, y = cells_of(pilot, "? help")
        await pilot.textual_pilot.click(offset=(x + 3, y))
        await pilot.wait_until(lambda: type(pilot.screen).__name__ == "HelpScreen")
        await pilot.press("escape")
        x, y = cells_of(pilot, "↑↓←→ hole")
        here = pilot.screen_text()
        await pilot.textual_pilot.click(offset=(x + 3, y))
        await pilot.wait_until(lambda: pilot.screen_text() != here)
        here = pilot.screen_text()
        await pilot.textual_pilot.click(offset=(x, y))  # its first cell is one too
        await pilot.wait_until(lambda: pilot.screen_text() != here)


async def test_a_click_in_the_border_of_a_dialog_presses_the_key(open_app) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        for from_right in (len("esc back ─╯") - 1, len("back ─╯") - 1):
            await pilot.press("o")
            await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == "PlayersDialog")
            box = pilot.app.screen.box
            corner = box.size.width + 1, box.size.height + 1  # of the border, from its other one
            await pilot.textual_pilot.click(box, offset=(corner[0] - from_right, corner[1]))
            await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == "PlayScreen")
