"""Pages to read: a solver's, the rules of a family, and how they scroll."""

import pytest
from many import FULL, case, first_of
from textual import events
from textual.widgets import Static

from ludoscope.games import FAMILIES
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.registry import collection
from ludoscope.search import solver_docs
from ludoscope.search.registry import ranked_solvers, solvers
from ludoscope.search.solver_docs import source_files
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.rules_page import write_rules_document
from ludoscope.tui.boards.rush.rules import HARBOUR, SOLUTION
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.documents.rules import key_formatter
from ludoscope.tui.screens.documents.screen import DocumentPane, DocumentScreen
from ludoscope.tui.screens.documents.solver_guide import code_part
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.picker.dialog import PickerDialog
from ludoscope.tui.text.documents import format_paragraph, render_lines
from ludoscope.tui.text.drawing import line_width, wrap_text
from ludoscope.tui.text.formatting import format_guarantee
from ludoscope.tui.text.highlighting import fold_lines, highlight
from ludoscope.tui.text.solver_pages import build_solver_page, summarize_solver


async def opened_document(driver) -> DocumentScreen:
    page = driver.app.screen
    assert isinstance(page, DocumentScreen)
    await driver.until(driver.legible)
    return page


@pytest.mark.long
async def test_the_page_of_the_chosen_solver_and_back_to_the_list(opened) -> None:
    async with opened("lucas-07") as driver:
        ready = [row.is_available for row in ranked_solvers(driver.page.model.game)]
        await driver.press("s", *["down"] * ready.index(True, 1), "i")
        page = await opened_document(driver)
        assert "How it works".lower() in driver.text()
        await driver.press("escape")
        assert isinstance(driver.app.screen, PickerDialog)
        await driver.press("enter")
        await driver.until(lambda: driver.page.model.solver_run is not None)
        assert page.title.endswith(f" › {driver.page.model.solver_run.solver.name}")


@pytest.mark.long
async def test_the_code_opens_at_the_function_and_scrolls_both_ways(opened) -> None:
    async with opened("lucas-07") as driver:
        game = driver.page.model.game
        row = next(row for row in solvers("peg") if row.name == "depth-first")
        driver.app.navigator.open_solver(game, row)
        await driver.press("right")
        await opened_document(driver)
        assert "def depth_first(" in driver.text()
        assert "Uninformed searches, which use only the rules" not in driver.text()
        await driver.press("home")
        assert "Uninformed searches, which use only the rules" in driver.text()
        await driver.press("end")
        assert "yield budget.unsolvable(visited.proof, exhausted=True)" in driver.text()
        await driver.press("right")
        await opened_document(driver)
        assert "The search makes the first" in driver.text()


@pytest.mark.long
async def test_tabs_are_clicked_and_the_wheel_scrolls(opened) -> None:
    async with opened("orush-20") as driver:
        row = next(row for row in solvers("rush") if row.name == "beam")
        driver.app.navigator.open_solver(driver.page.model.game, row)
        page = await opened_document(driver)
        top, labels, *_ = driver.text().splitlines()
        assert " 1–" in top
        await driver.click(labels.index("uninformed.py"), 1)
        await opened_document(driver)
        assert "def level_search(" in driver.text()
        page._pane.post_message(wheel(page._pane))
        at = page._pane.scroll_y
        await driver.until(lambda: page._pane.scroll_y > at)
        await driver.press_at_once("left", "left", "right", "left")
        await opened_document(driver)
        assert "Beam search" in driver.text()
        assert driver.text().splitlines()[0] == top


def wheel(pane: DocumentPane) -> events.MouseScrollDown:
    return events.MouseScrollDown(pane, 5, 5, 0, 1, 0, False, False, False, 5, 5)


@pytest.mark.long
async def test_another_look_is_followed_at_once(opened) -> None:
    async with opened("orush-20") as driver:
        row = next(row for row in solvers("rush") if row.name == "beam")
        driver.app.navigator.open_solver(driver.page.model.game, row)
        page = await opened_document(driver)
        before = page._pane.query_one(Static).content
        await driver.app.settings.change("theme", "nord")
        await driver.until(lambda: page._pane.query_one(Static).content is not before)
        assert "Beam search" in driver.text()


@pytest.mark.long
async def test_the_list_of_solvers_stays_while_they_are_read(opened) -> None:
    async with opened() as driver:
        driver.app.navigator.open_solver_list("hexapawn")
        await driver.until(lambda: isinstance(driver.app.screen, PickerDialog))
        for solver in ranked_solvers(find(collection("hexapawn").example).game)[:2]:
            await driver.press("enter")
            await opened_document(driver)
            assert f"Hexapawn › solvers › {solver.name} " in driver.text()
            await driver.press("escape", "down")


def test_the_list_says_of_each_solver_when_to_choose_it_and_how_it_works() -> None:
    for family in FAMILIES.values():
        game = find(collection(family.name).example).game
        rows = ranked_solvers(game)
        told = max(len(format_guarantee(row, game.measure)) for row in rows)
        room = max(len(row.name) for row in rows) + 2 + told
        when, how = zip(*(summarize_solver(row, game).split("\n") for row in rows), strict=True)
        assert when[0].startswith("Recommended")
        assert not any(line.startswith("Recommended") for line in when[1:])
        assert all(len(wrap_text(line, room)) == 1 for line in when)
        assert all(len(wrap_text(line, room)) <= 2 for line in how)


@first_of("width", [36, 76, 100])
def test_all_pages_fit_and_nothing_is_cut_off(width: int) -> None:
    for family in FAMILIES:
        for row in solvers(family):
            lines = list(render_lines(build_solver_page(row, "moves"), width))
            words = " ".join(lines).split()
            assert {"Guarantee", "Time", "Memory", "Verdict", "Source"} <= set(words)
            assert all(len(line) <= width for line in lines)
            letters, account = "".join(words), solver_docs.read_doc(row)
            told = [account.title, *account.paragraphs, *(code.file for code in source_files(row))]
            assert all("".join(text.replace("`", "").split()) in letters for text in told)


WIDER = [pytest.param(width, marks=pytest.mark.long) for width in (76, 100)]


@pytest.mark.long
@pytest.mark.parametrize("width", [36, *WIDER])
def test_all_code_fits_and_begins_where_the_solver_does(width: int) -> None:
    codes = {
        (code.file, code.name): code
        for family in FAMILIES
        for row in solvers(family)
        for code in source_files(row)
    }
    for code in list(codes.values())[:: 1 if FULL else 4]:
        lines, first = (
            fold_lines(highlight(code.file_text), width),
            code_part(code).first_line(width),
        )
        assert all(line_width(line) <= width for line in lines)
        shown = "".join("".join(text for text, _ in line) for line in lines[first : first + 8])
        assert code.name.rpartition(".")[2] in shown


def test_folded_code_loses_nothing_but_blanks() -> None:
    line = [("    return ", "title"), ("x" * 30, ""), (" + ", ""), ("y" * 30, "notice")]
    for width in range(12, 80):
        folds = fold_lines([line], width)
        assert all(line_width(one) <= width for one in folds)
        found = "".join("".join(text for text, _ in one) for one in folds)
        assert found.replace(" ", "") == "return" + "x" * 30 + "+" + "y" * 30


@pytest.mark.long
async def test_the_rules_from_the_library_and_the_keys_as_they_are(opened) -> None:
    async with opened() as driver:
        for family in FAMILIES:
            with case(family):
                driver.app.navigator.open_library(family)
                await driver.press("r")
                assert (await opened_document(driver)).title.endswith("› rules")
                assert "The basics" in driver.text()
                await driver.press("end")
                assert "istory" in driver.text() or "come" in driver.text()
                await driver.press("escape")
                assert isinstance(driver.app.screen, LibraryScreen)
                assert driver.app.screen.family == family
                await driver.press("escape")


@pytest.mark.long
async def test_the_rules_of_the_game_at_hand_from_its_help(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        session = driver.page.model.session
        await driver.until(lambda: session.ply == 1)  # the program begins: Black wins
        await driver.press("?", "r")
        await opened_document(driver)
        assert "Two rows of pawns face each other" in driver.text()
        await driver.press("escape", "escape")
        assert session.ply == 1


@pytest.mark.parametrize("width", [36, 76, 100])
@pytest.mark.parametrize("family", FAMILIES)
def test_rules_name_keys_as_the_person_has_them_and_fit(family: str, width: int) -> None:
    options = UserOptions(preferences=Preferences(key_displays={"play.undo": "f5"}))
    keys = key_formatter(options, family)
    lines = list(render_lines(write_rules_document(family, options, keys, STYLES).document, width))
    assert any(line.startswith("f5  ") and "undo a move" in line for line in lines)
    assert all(len(line) <= width for line in lines)
    text = " ".join(" ".join(lines).split())
    assert "how to play here" in text.lower()
    assert ": to type a move: " in text
    plain = "".join(
        render_lines(
            write_rules_document(
                family, UserOptions(Appearance(ascii_only=True)), str, STYLES
            ).document,
            width,
        )
    )
    assert not set("·•≤≥Σ±") & set(plain)


def test_the_harbour_is_solved_as_the_rules_say() -> None:
    game = read_game(HARBOUR)
    position = game.start
    moves = game.parse_moves(position, SOLUTION)
    for move in moves:
        assert not game.is_won(position)
        position = game.play(position, move)
    assert game.is_won(position)
    assert len(moves) == 10


def test_what_steers_a_terminal_is_spelt_out() -> None:
    lines = highlight('def f():\n\treturn "\x1b[2J"\n')
    assert ["".join(text for text, _ in line) for line in lines] == [
        "def f():",
        '        return "\\u001b[2J"',
    ]
    assert format_paragraph("a `\x1b[2J` b", STYLES).plain == "a \\u001b[2J b"
