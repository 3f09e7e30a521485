"""Pages to read: a solver's, the rules of a family, and how they scroll."""

import pytest

from search.pages import readings
from search.rows import ROWS
from tui.drawing import cells
from tui.prose import folded
from tui.screens.picker import Picker
from tui.screens.reading import ReadingPage
from tui.screens.solver_page import SolverPage
from tui.solver_text import code_leaf, how_it_works


async def opened_leaf(driver) -> ReadingPage:
    page = driver.app.screen
    assert isinstance(page, ReadingPage)
    await driver.until(lambda: page.ready)
    return page


async def test_the_page_of_the_chosen_solver_and_back_to_the_list(opened) -> None:
    async with opened("lucas-07") as driver:
        await driver.press("s", "down", "i")
        page = await opened_leaf(driver)
        assert isinstance(page, SolverPage)
        assert "How it works".lower() in driver.text()
        await driver.press("escape")
        assert isinstance(driver.app.screen, Picker)
        await driver.press("enter")
        assert driver.page.labour.works("solve")


async def test_the_code_opens_at_the_function_and_scrolls_both_ways(opened) -> None:
    async with opened("lucas-07") as driver:
        game = driver.page.table.game
        row = next(row for row in ROWS["peg"] if row.name == "depth-first")
        driver.app.open_solver(game, row)
        await driver.press("right")
        await opened_leaf(driver)
        assert "def depth_first(" in driver.text()
        assert "Searches that know nothing of a game" not in driver.text()
        await driver.press("home")
        assert "Searches that know nothing of a game" in driver.text()
        await driver.press("end")
        assert "yield watch.unsolvable(exhaustion(len(seen), cut))" in driver.text()
        await driver.press("right")
        assert "Take the first legal move" in driver.text()


async def test_the_list_of_solvers_stays_while_they_are_read(opened) -> None:
    async with opened() as driver:
        driver.app.open_solvers("hexapawn")
        await driver.until(lambda: isinstance(driver.app.screen, Picker))
        for solver in ("mtd", "mtd-readable"):
            await driver.press("enter")
            await opened_leaf(driver)
            assert f"Hexapawn › solvers › {solver} " in driver.text()
            await driver.press("escape", "down")


@pytest.mark.parametrize("width", [36, 76, 100])
@pytest.mark.parametrize("family", ROWS)
def test_all_pages_fit_and_begin_where_the_code_is(family: str, width: int) -> None:
    for row in ROWS[family]:
        lines = how_it_works(row, family, "moves", width)
        words = " ".join("".join(text for text, _ in line) for line in lines).split()
        assert {"Promise", "Time", "Memory", "Verdict", "Source"} <= set(words)
        assert all(cells(line) <= width for line in lines)
        for code in readings(row, family):
            lines, first = code_leaf(code)(width)
            assert all(cells(line) <= width for line in lines)
            shown = "".join("".join(text for text, _ in line) for line in lines[first : first + 8])
            assert code.name.rpartition(".")[2] in shown


def test_folded_code_loses_nothing_but_blanks() -> None:
    line = [("    return ", "title"), ("x" * 30, ""), (" + ", ""), ("y" * 30, "notice")]
    for width in range(12, 80):
        folds = folded([line], width)
        assert all(cells(one) <= width for one in folds)
        found = "".join("".join(text for text, _ in one) for one in folds)
        assert found.replace(" ", "") == "return" + "x" * 30 + "+" + "y" * 30
