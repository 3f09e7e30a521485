"""The mouse on a board: a piece is dragged, a drag may lead nowhere or be broken off."""

import pytest

from ludoscope.tui.widgets.move_list import MoveList


def cells_of(driver, text, nth=0):
    """Return column and line of the `nth` occurrence of the text on the screen."""
    found = [
        (line.index(text), y) for y, line in enumerate(driver.text().splitlines()) if text in line
    ]
    return found[nth]


async def test_a_peg_is_dragged_and_let_go_of(opened) -> None:
    async with opened("lucas-07", theme="no colours") as driver:
        table = driver.page.model
        await driver.press("tab", "enter")
        picked, target = cells_of(driver, "["), cells_of(driver, "◌")
        start, end = (picked[0] + 1, picked[1]), target
        await driver.press("escape")
        await driver.drag(start, (0, 0))
        assert table.session.ply == 0
        assert "dropped outside the board" in driver.text()
        assert not table.board.clear_selection()
        await driver.drag(start, end, end_it=False)
        assert "◌" in driver.text()
        await driver.press("escape")
        assert "◌" not in driver.text()
        assert type(driver.page).__name__ == "PlayScreen"
        await driver.drag(start, end)
        assert table.session.ply == 1
        await driver.press("u")
        await driver.drag(start, (start[0] + 1, start[1]))  # a hand that is not still clicks
        assert table.board.clear_selection()


@pytest.mark.long
async def test_a_click_on_moves_before_they_are_listed(opened) -> None:
    async with opened("lucas-07") as driver:
        moves = MoveList(driver.page.model)
        await driver.page.query_one("#moves").mount(moves, before=0)
        await driver._pilot.click(moves)
        assert driver.app._exception is None
        await driver.press("tab", "enter", "tab", "enter")
        assert driver.page.model.session.ply == 1


async def test_a_click_in_the_footer_presses_the_key(opened) -> None:
    async with opened("lucas-07") as driver:
        x, y = cells_of(driver, "? help")
        await driver._pilot.click(offset=(x + 3, y))
        await driver.until(lambda: type(driver.page).__name__ == "HelpScreen")
        await driver.press("escape")
        x, y = cells_of(driver, "↑↓←→ hole")
        here = driver.text()
        await driver._pilot.click(offset=(x + 3, y))
        await driver.until(lambda: driver.text() != here)
        here = driver.text()
        await driver._pilot.click(offset=(x, y))  # its first cell is one too
        await driver.until(lambda: driver.text() != here)
