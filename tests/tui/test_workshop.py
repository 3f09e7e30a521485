"""The workshop: a puzzle is made in a worker, shown, played, and found again."""

import re
from contextlib import asynccontextmanager

import pytest
from many import first_of

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.rush import collection as rush
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_judge
from ludoscope.search.verify import check_verdict
from ludoscope.tui.screens.generator.screen import GeneratorScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen


@asynccontextmanager
async def workshop(opened):
    async with opened() as driver:
        await driver.press("right", "right", "enter")
        await driver.until(lambda: isinstance(driver.page, LibraryScreen))
        await driver.press("n")
        await driver.until(lambda: isinstance(driver.page, GeneratorScreen))
        await driver.until(lambda: driver.page.active_prompt is not None)
        yield driver


async def make(driver, length):
    driver.page.active_prompt.input.value = ""
    await driver.type(length)
    await driver.until(lambda: bool(driver.page.puzzle) and "The puzzle" in driver.text())


@pytest.mark.long
async def test_made_played_and_found_again(opened):
    async with workshop(opened) as driver:
        assert "Length:" in driver.text()
        await make(driver, "6 steps")
        made = driver.page.puzzle
        assert "6 squares" in driver.text()
        assert re.search(r"beginner: \d moves, 6 ", driver.text())
        string = collection("rush").position_formats["string"](made.game, made.game.start).strip()
        assert made.name == f"generated-{string}"
        await driver.press("enter")
        await driver.until(lambda: isinstance(driver.page, PlayScreen))
        session = driver.page.model.session
        assert session.puzzle.name == made.name
        driver.page.model.play_moves([made.game.moves(made.game.start)[0]])
        await driver.until(lambda: not driver.app.autosave.delays_frame)
        overview = await driver.app.library.overview()
        again = overview.begun[0].puzzle()
        assert (again.name, again.game.spec()) == (made.name, made.game.spec())
        assert catalogue.find(made.name, files=False).game.spec() == made.game.spec()


@pytest.mark.long
async def test_another_and_another_length(opened):
    async with workshop(opened) as driver:
        await make(driver, "5")
        first = driver.page.puzzle
        await driver.press("n")
        await driver.until(lambda: driver.page.puzzle not in (None, first))
        await driver.press("l")
        await driver.until(lambda: driver.page.active_prompt is not None)
        assert driver.page.active_prompt.input.value == "5 moves"
        await make(driver, "4 squares")
        await driver.until(lambda: re.search(r"beginner: \d moves, 4 ", driver.text()))


@first_of(
    ("typed", "said"),
    [
        ("many", "'many' is not a length"),
        ("61 slides", "61 moves, expected 2 to 60"),
        ("1 cell", "2 to 93"),
    ],
)
async def test_no_such_length(opened, typed, said):
    async with workshop(opened) as driver:
        driver.page.active_prompt.input.value = ""
        await driver.type(typed)
        assert said in driver.said()
        assert driver.page.active_prompt


@pytest.mark.long
async def test_a_long_search_shows_the_hardest_so_far_which_can_be_played_once_it_is_stopped(
    opened,
):
    async with workshop(opened) as driver:
        driver.page.active_prompt.input.value = ""
        await driver.type("60 slides")
        await driver.until(lambda: "The hardest so far" in driver.text())
        assert "Puzzles this long can take" in driver.text()
        assert "longest: " in driver.text()
        await driver.until(lambda: re.search(r"[1-9][\d.k]*/s +▁+[▂-█]", driver.text()))
        await driver.press("x")
        await driver.until(lambda: "Stopped" in driver.text())
        assert "/s" not in driver.text()
        await driver.until(lambda: driver.page.check_action("generate", ()))
        found = re.search(r"board found so far needs (\d+) moves", driver.page.result)
        made = driver.page.puzzle.game.with_measure("slides")
        await driver.press("enter")
        await driver.until(lambda: isinstance(driver.page, PlayScreen))
        assert driver.page.model.game.spec() == made.spec()
        *_, verdict = find_judge(made).run(made, made.start, Limits())
        assert len(verdict.moves) == int(found[1])


@pytest.mark.parametrize(
    "name", ["generated-oBo", "generated-AAAAoooooooooooooooooooooooooooooooo"]
)
def test_a_name_that_holds_no_puzzle(name):
    with pytest.raises(catalogue.UnknownPuzzle, match="no puzzle"):
        catalogue.find(name, files=False)


def test_a_generated_name_opens_anywhere():
    puzzle = collection("rush").find("generated-" + rush.bundled_puzzles()[8].string)
    assert puzzle.game.spec() == collection("rush").find("orush-09").game.spec()
    *_, verdict = find_judge(puzzle.game).run(puzzle.game, puzzle.game.start, Limits())
    assert check_verdict(puzzle.game, puzzle.game.start, verdict).is_valid
