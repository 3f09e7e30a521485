"""Home and library by keys."""

from pathlib import Path

from tui.screens.home import HomePage
from tui.screens.library import LibraryPage
from tui.screens.play import PlayPage


async def library(driver, card: int = 0) -> LibraryPage:
    await driver.press(*["right"] * card, "enter")
    page = driver.page
    assert isinstance(page, LibraryPage)
    await driver.until(lambda: "puzzle" in driver.text().splitlines()[0])
    return page


async def test_from_home_to_a_puzzle_and_back(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press("down", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayPage))
        assert driver.page.table.puzzle.name == "lucas-02"
        await driver.press("escape", "escape")
        assert isinstance(driver.page, HomePage)


async def test_searching_as_one_types(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press("/", *"pyramide")
        assert "1 puzzle " in driver.text()
        await driver.press("enter", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayPage))
        await driver.press("escape")
        await driver.press("/", *"zzzz")
        assert "Nothing holds “pyramidezzzz”" in driver.text()
        await driver.press("escape")
        assert "Lucas 1 " in driver.text()


async def test_a_name_that_is_none_leaves_everything_as_it_is(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press(":")
        await driver.type("no such puzzle")
        await driver.until(lambda: "no puzzle and no file" in driver.text())
        assert isinstance(driver.page, LibraryPage)
        await driver.press("ctrl+u")
        await driver.type("english-central")
        await driver.until(lambda: isinstance(driver.app.screen, PlayPage))


async def test_a_file_is_opened_by_its_path(opened, tmp_path: Path) -> None:
    path = tmp_path / "boats.txt"
    path.write_text("A2H12\nB2V30\n")
    async with opened() as driver:
        await driver.press(":")
        await driver.type(str(path))
        await driver.until(lambda: isinstance(driver.app.screen, PlayPage))
        assert driver.page.table.game.family == "rush"


async def test_a_malformed_file_is_a_notice(opened, tmp_path: Path) -> None:
    path = tmp_path / "boats.txt"
    path.write_text("A2H12\nB9V30\n")
    async with opened() as driver:
        await driver.press(":")
        await driver.type(str(path))
        await driver.until(lambda: "boats.txt" in "".join(driver.text().splitlines()[-3:]))
        assert isinstance(driver.page, HomePage)


async def test_a_puzzle_that_was_won_is_marked(opened) -> None:
    async with opened("lucas-01") as driver:
        table = driver.page.table
        await driver.press("s", "enter")
        await driver.until(lambda: table.replay is not None)
        await driver.press(*["right"] * len(table.replay.moves), "enter")
        assert table.session.won
    async with opened() as driver:
        await library(driver)
        await driver.until(lambda: "✓ Lucas 1" in driver.text())
        assert "1 won" in driver.text()
