"""Home and library by keys."""

import re
from pathlib import Path

import pytest
from many import case

from ludoscope.games import FAMILIES
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.notation import count_moves
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_solver
from ludoscope.tui.boards.thumbnails import StillThumbnail
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import problems, results
from ludoscope.tui.saves.library_model import STATUS_FILTERS, LibraryEntry, LibraryModel
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import StoreContent
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.widgets.puzzle_list import PuzzleList

TRIANGLE = BOARDS["triangle"]
MINE = PegGame(TRIANGLE, TRIANGLE.all_holes & ~1, 1)


async def library(driver, card: int = 0) -> LibraryScreen:
    await driver.press(*["right"] * card, "enter")
    page = driver.page
    assert isinstance(page, LibraryScreen)
    await driver.until(lambda: " won" in driver.text().splitlines()[0])
    return page


def under_cursor(driver) -> str:
    """Return the text in the row of the cursor."""
    listing = driver.page.query_one(PuzzleList)
    assert listing.highlighted is not None
    y = listing.highlighted - listing.scroll_offset.y
    here = listing.content_region
    assert y in range(here.height), "the cursor is out of sight"
    return driver.text().splitlines()[here.y + y][here.x : here.right]


def unwrapped(driver) -> str:
    """Return the text of the screen on a single line."""
    return " ".join(driver.text().replace("│", " ").split())


@pytest.mark.long
async def test_from_home_to_a_puzzle_and_back(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press("down", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.puzzle.name == "english-plus"
        await driver.press("escape", "escape")
        assert isinstance(driver.page, HomeScreen)


@pytest.mark.long
async def test_home_and_library_count_the_same(opened) -> None:
    async with opened() as driver:
        numbers = ("258 puzzles", "113 deals listed", "200 puzzles", "48 boards")
        for card, found in enumerate(numbers):
            await driver.until(lambda found=found: found in driver.text())
            await library(driver, card and 1)
            assert f"{found} · 0 won" in driver.text()
            await driver.press("escape")


@pytest.mark.long
async def test_the_classics_come_first_and_figures_stand_in_columns(opened) -> None:
    async with opened() as driver:
        await library(driver)
        lines = [line[1:46] for line in driver.text().splitlines()]
        at = next(y for y, line in enumerate(lines) if line.startswith(" Classics"))
        assert lines[at].split() == ["Classics", "pegs", "fewest"]
        assert lines[at + 1].split() == ["Cross", "6", "→", "1", "5"]
        lucas = next(y for y, line in enumerate(lines) if line.startswith(" Lucas, European"))
        assert lines[lucas].split()[2:] == ["pegs", "fewest", "Lucas"]
        assert lines[lucas + 3].split() == ["Lucas", "3", "9", "→", "1", "5", "7"]
        assert lines[lucas + 3].rfind("7") == lines[lucas].rfind("s")


async def test_searching_as_one_types(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press("/", *"cavaliers")
        assert "1 puzzle " in driver.text()
        await driver.press("enter", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        await driver.press("escape")
        await driver.press("/", *"zzzz")
        assert "No match for “cavalierszzzz”. Try a number" in unwrapped(driver)
        await driver.press("escape")
        assert "Lucas 1 " in driver.text()


@pytest.mark.long
async def test_a_name_that_is_none_leaves_everything_as_it_is(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press(":")
        await driver.type("no such puzzle")
        await driver.until(lambda: "no puzzle and no file" in driver.said())
        assert "ludoscope list" not in driver.said()
        assert isinstance(driver.page, LibraryScreen)
        await driver.press("ctrl+u")
        await driver.type("english-central")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))


async def test_a_file_is_opened_by_its_path_and_a_malformed_one_told_of(
    opened, tmp_path: Path
) -> None:
    path = tmp_path / "boats.txt"
    path.write_text("A2H12\nB9V30\n")
    async with opened() as driver:
        await driver.press(":")
        await driver.type(str(path))
        await driver.until(lambda: "boats.txt" in driver.said())
        assert isinstance(driver.page, HomeScreen)
        path.write_text("A2H12\nB2V30\n")
        await driver.press("ctrl+u")
        await driver.type(str(path))
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.game.family == "rush"


@pytest.mark.long
async def test_a_puzzle_that_was_won_is_marked(opened) -> None:
    async with opened("lucas-01") as driver:
        table = driver.page.model
        await driver.press("s", "enter")
        await driver.until(lambda: table.replay is not None)
        table.play_line(table.replay.moves)
        assert table.session.is_won
    async with opened() as driver:
        await library(driver)
        await driver.until(lambda: "✓ Lucas 1" in driver.text())
        assert "1 won" in driver.text()


@pytest.mark.long
async def test_tab_shows_what_is_won_or_not(opened) -> None:
    async with opened() as driver:
        for name in ("lucas-02", "lucas-05"):
            keep(driver, name, won=name == "lucas-02")
        await library(driver)
        await driver.until(lambda: "✓ Lucas 2 " in driver.text())
        await driver.press("tab")
        assert "✓ Lucas 2 " not in driver.text()
        assert "Lucas 1 " in driver.text()
        await driver.press("tab")
        assert "1 puzzle " in driver.text()
        assert "… Lucas 5 " in driver.text()
        await driver.press("tab")
        assert "✓ Lucas 2 " in driver.text()
        await driver.press("/", *"lucas 5")
        assert "No match for “lucas 5” among those won." in unwrapped(driver)
        await driver.press("escape", "escape")
        assert "Lucas 1 " in driver.text()


@pytest.mark.long
async def test_ones_best_is_told_beside_the_fewest(opened) -> None:
    async with opened() as driver:
        keep(driver, "lucas-01", won=True)
        rows = [(results.FEWEST_MOVES, "lucas-01", 6)]
        driver.app._store.merge(StoreContent([], [], rows)).result()
        await library(driver)
        await driver.press("right")
        await driver.until(lambda: "your best: 6 moves, 01:01" in driver.text())
        assert "shortest: 5 (+1)" in driver.text()


@pytest.mark.long
async def test_a_win_of_the_persons_own_is_counted_in_moves(opened) -> None:
    async with opened("lucas-01") as driver:
        session = driver.page.model.session
        solution = find_solver(session.game, "depth-first")
        *_, verdict = solution.run(session.game, session.position, Limits())
        for move in verdict.moves:
            await driver.press(":")
            await driver.type(session.game.move_text(session.position, move))
        assert session.is_won
        await driver.press("escape")
        await library(driver)
        await driver.until(lambda: "your best: " in driver.text())
        assert formatting.format_units(count_moves(verdict.moves), "moves") in unwrapped(driver)


@pytest.mark.long
async def test_a_problem_of_ones_own_gets_another_name(opened) -> None:
    async with opened() as driver:
        problems.save(driver.app.data_folder, "mine", MINE)
        await driver.press(":")
        await driver.type("problems/mine")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        await driver.press(":")
        game = driver.page.model.game
        await driver.type(game.move_text(game.start, game.moves(game.start)[0]))
        assert driver.page.model.session.ply == 1
        await driver.press("escape")
        await library(driver)
        await driver.press("w", "ctrl+u", *"yours", "enter")
        await driver.until(lambda: "to “yours”" in driver.said())
        marked = under_cursor(driver)
        assert "yours" in marked
        assert "… " in marked or "✓ " in marked  # what was played of it has followed
        assert problems.find(driver.app.data_folder, "mine") is None


@pytest.mark.long
async def test_a_name_that_is_taken_is_refused(opened) -> None:
    async with opened() as driver:
        for name in ("mine", "other"):
            problems.save(driver.app.data_folder, name, MINE)
        await library(driver)
        await driver.press("w", "ctrl+u", *"other", "enter")
        await driver.until(lambda: "there is a problem called other already" in driver.said())
        assert problems.find(driver.app.data_folder, "mine")


@pytest.mark.long
async def test_a_problem_is_deleted_only_after_yes(opened) -> None:
    async with opened() as driver:
        folder = driver.app.data_folder
        problems.save(folder, "mine", MINE)
        await library(driver)
        for no in ("n", "escape", "enter"):
            await driver.press("x", no)
            assert "for good" not in driver.text()
            assert problems.find(folder, "mine")
        await driver.press("x", "y")
        await driver.until(lambda: "Deleted “" in driver.said())
        assert not problems.find(folder, "mine")
        await driver.press("x")
        assert "for good" not in driver.text()


def keep(driver, name: str, won: bool) -> None:
    session = Session(catalogue.find(name))
    session.play(session.game.moves(session.position)[0])
    save = SavedSession.from_session(session, 61.0, 1.0)._replace(won=won, over=won)
    driver.app._store.save(save).result()


def model(marks: dict[str, str] | None = None) -> LibraryModel:
    model = LibraryModel(mixed=True)
    books = [
        LibraryEntry.from_entry(family, e) for family in FAMILIES for e in catalogue.entries(family)
    ]
    model.set_entries(books, {"peg": marks or {}, **{family: {} for family in [*FAMILIES][1:]}})
    return model


def test_one_library_has_every_family() -> None:
    everything = model()
    headings = [row for row in everything.rows if isinstance(row, str)]
    assert len(headings) == len(set(headings))
    assert everything.rows[everything.cursor_row] is everything.current
    everything.search("ORUSH 117")
    assert [book.entry.name for book in everything.entries][:1] == ["orush-117"]
    everything.search("")
    assert everything.current.entry.name == "orush-117"  # where the cursor was
    everything.move_to_group(1)
    assert everything.current.family == "rush"
    assert everything.rows[everything.cursor_row - 1] in headings


def test_the_puzzle_of_that_name_is_chosen_among_all_that_hold_it() -> None:
    everything = model()
    everything.search("orush 19")
    assert len(everything.entries) > 10
    assert everything.current is everything.entries[0]
    assert everything.current.entry.name == "orush-19"
    everything.search("lucas 7")
    assert everything.current.entry.name == "lucas-07"


def test_a_number_finds_what_has_it_in_every_family_first_of_all() -> None:
    everything = model()
    everything.search("24")
    named = ["lucas-24", "FreeCell.24", "Seahaven.24", "MidnightOil.24", "BakersDozen.24"]
    names = [book.entry.name for book in everything.entries]
    assert names[:8] == [*named, "FullMidnightOil.24", "ms-24", "orush-24"]
    assert len(names) == len({*names}) > 8, "and what only holds it"
    for text in ("frecell 24", "freecell 24"):
        everything.search(text)
        assert everything.current.entry.name == "FreeCell.24"
    everything.search("ms 987654")
    assert [book.entry.title for book in everything.entries] == ["Microsoft FreeCell 987654"]


def test_misspelt_words_find_those_alike() -> None:
    everything = model()
    everything.search("trianglr")
    assert everything.similar_words == ["triangle"]
    assert {"triangle" in book.search_text for book in everything.entries} == {True}
    everything.search("zzzz triangle")
    assert not everything.entries
    assert not everything.similar_words


def test_a_library_counts_its_puzzles() -> None:
    everything = model({"lucas-01": "won", "lucas-02": "started", "elsewhere": "won"})
    assert everything.won_count == 1
    seen = {}
    for _ in STATUS_FILTERS:
        seen[everything.status_filter] = len(everything.entries)
        everything.cycle_status_filter()
    assert seen["won"] == seen["started"] == 1
    assert seen["all"] == seen["not won"] + 1
    assert everything.status_filter == STATUS_FILTERS[0]


def test_what_is_not_known_to_be_short_comes_last() -> None:
    everything = model()
    everything.cycle_order()
    sizes = [book.entry.size or 999 for book in everything.entries if book.family == "peg"]
    assert sizes == sorted(sizes)
    assert everything.rows[0] == "Peg solitaire"


@pytest.mark.long
async def test_the_cursor_stands_on_the_puzzle_that_was_left(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press("enter")
        await driver.until(lambda: "move 0" in driver.text())
        await driver.press("n")
        await driver.until(lambda: "› English, plus" in driver.text())
        await driver.press("escape")
        await driver.until(lambda: "Lucas 3" in driver.text())
        await driver.until(lambda: "  Plus " in under_cursor(driver))


@pytest.mark.long
async def test_what_is_typed_at_once_opens_what_it_finds(opened) -> None:
    """Check that this also works before the list has loaded."""
    async with opened() as driver:
        for keys, name in (
            (["enter", "down", "down", "enter"], "english-fireplace"),
            (["enter", "/", *"cavaliers", "enter"], "lucas-19"),
            (["/", *"cavaliers", "enter"], "lucas-19"),
        ):
            with case(*keys):
                await driver.press_at_once(*keys)
                await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
                assert driver.page.model.puzzle.name == name
                while not isinstance(driver.app.screen, HomeScreen):
                    await driver.press("escape")


@pytest.mark.long
async def test_an_earlier_search_is_suggested(opened) -> None:
    async with opened() as driver:
        page = await library(driver)
        await driver.press("/", *"cavaliers", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        await driver.press("escape", "/", "ctrl+u", "c")
        await driver.until(lambda: "/ cavaliers" in driver.text())
        assert page.active_prompt.input.value == "c"
        await driver.press("right")
        assert page.active_prompt.input.value == "cavaliers"
        assert "  Lucas 19, " in under_cursor(driver)


@pytest.mark.long
async def test_while_one_types_the_arrows_choose_in_the_list(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press("/", *"european")
        _, second, third = [book.entry.title for book in driver.page._model.books[:3]]
        await driver.press("tab", "home", "/", "down", "down")
        assert f"  {third} " in under_cursor(driver)
        await driver.press("tab", "up")
        assert f"  {second} " in under_cursor(driver)
        assert "matching “european”" in driver.text()
        await driver.press("escape")
        assert f"  {second} " in under_cursor(driver)
        assert "matching" not in driver.text()


@pytest.mark.long
async def test_the_shortest_first_and_the_cursor_stays_on_its_puzzle(opened) -> None:
    async with opened() as driver:
        await library(driver)
        await driver.press("right", *["down"] * 24)
        assert "  Lucas 25 " in under_cursor(driver)
        for key in ("o", "tab", "o"):
            await driver.press(key)
            assert "  Lucas 25 " in under_cursor(driver)
        await driver.press("o", "home")
        assert "shortest first" in driver.text()
        assert "Cross" in under_cursor(driver) or "Lucas 1 " in under_cursor(driver)
        await driver.press("o")
        assert "Lucas, European" in driver.text()


async def test_a_click_chooses_and_another_opens(opened) -> None:
    """A heading is no puzzle. Where there is room, the board stands beside the list."""
    async with opened() as driver:
        await library(driver)
        await driver.until(driver.previewed)
        assert re.search(r"○ ○ ● ● ● ○ ○ +○ ○ ○ ○ ○ ○ ○", driver.text())  # start and finish
        await driver.resize(50, 24)
        assert "●" not in driver.text()
        assert "Cross " in under_cursor(driver)
        await driver.resize(80, 24)
        assert "Start" in driver.text()
        assert "Finish" in driver.text()
        await driver.click(5, line_of(driver, "  Lucas 7 "))
        assert "  Lucas 7 " in under_cursor(driver)
        await driver.until(lambda: "lucas-07" in driver.text())  # beside the list
        await driver.press("right")
        before = under_cursor(driver)
        assert "Lucas" not in before
        await driver.click(5, line_of(driver, "│ English, 33 holes"))
        assert under_cursor(driver) == before
        assert isinstance(driver.page, LibraryScreen)
        await driver.press("home")
        for _ in range(2):
            await driver.click(5, line_of(driver, "  Lucas 7 "))
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.puzzle.name == "lucas-07"


def line_of(driver, words: str) -> int:
    return next(y for y, line in enumerate(driver.text().splitlines()) if words in line)


@pytest.mark.long
async def test_everything_is_left_where_nothing_is_typed(opened) -> None:
    async with opened() as driver:
        await driver.press("/")
        await driver.until(lambda: isinstance(driver.page, LibraryScreen))
        await driver.press("x", "escape")
        assert isinstance(driver.page, LibraryScreen)
        await driver.press("/", "escape")
        assert isinstance(driver.page, HomeScreen)


def test_a_picture_that_is_cut_has_dots_where_it_goes_on() -> None:
    for name, cut in (("FreeCell.1", False), ("MidnightOil.4", True)):
        lines = StillThumbnail(catalogue.find(name).game, UserOptions()).draw(28, 14)
        ends = {drawing.line_text(line)[-1] for line in lines}
        assert ("…" in ends) == cut
