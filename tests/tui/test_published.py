"""A published solution is watched like a solver's, from the start of the puzzle."""

import pytest

from ludoscope.search.verify import replay


async def last_choice(driver) -> None:
    await driver.press("s", "end")
    assert driver.chosen.startswith("Lucas's own solution ")
    assert "16 moves, fewest 11" in driver.text()
    await driver.press("enter")


async def test_his_solution_is_stepped_through_and_taken_over(opened) -> None:
    async with opened("lucas-07") as driver:
        table = driver.page.model
        await driver.press("tab", "enter", "tab", "enter")
        own, his = table.session.position, table.puzzle.published_solution.moves
        assert own != table.game.start
        await last_choice(driver)
        assert table.replay.position == table.game.start
        assert table.replay.moves == list(his)
        assert "Lucas's own solution: 16 moves, fewest 11" in driver.text()
        await driver.press("right", "right", "left")
        assert f"1/{len(his)}" in driver.text()
        await driver.press("escape")
        assert table.position == own
        await driver.press("w", *["right"] * len(his), "enter")
        assert "The game ends here" in driver.text()
        await driver.press("left", "enter")
        assert table.replay is None
        assert table.session.moves == list(his)[:-1]
        assert not table.session.is_won
        assert table.session.hint_count
        assert replay(table.game, table.game.start, list(his)).is_valid


@pytest.mark.long
async def test_a_puzzle_without_one_offers_solvers_only(opened) -> None:
    async with opened("english-cross") as driver:
        await driver.press("s", "end")
        assert "own solution" not in driver.text()
