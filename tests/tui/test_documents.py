"""Documents: solver pages and rules, and how they scroll."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from many import FULL, case, first_of
from pilot import cells_of
from rich.text import Text
from textual import events
from textual.widgets import Static

from ludoscope.games import FAMILIES
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.registry import collection
from ludoscope.search import solver_docs
from ludoscope.search.registry import ranked_solvers, solvers
from ludoscope.search.solver import Solver
from ludoscope.search.solver_docs import source_files
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.rules_page import write_rules_document
from ludoscope.tui.boards.rush.rules import HARBOUR, SOLUTION
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.documents.rules import key_formatter
from ludoscope.tui.screens.documents.screen import DocumentPane, DocumentScreen, Part
from ludoscope.tui.screens.documents.solver_guide import code_part
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.picker.dialog import PickerDialog
from ludoscope.tui.text.documents import (
    MIN_CAPTION_WIDTH,
    CaptionedDrawing,
    format_paragraph,
    render_lines,
)
from ludoscope.tui.text.drawing import line_width, wrap_text
from ludoscope.tui.text.formatting import format_guarantee
from ludoscope.tui.text.highlighting import fold_code_lines, highlight
from ludoscope.tui.text.solver_pages import build_solver_page, summarize_solver


async def opened_document(pilot) -> DocumentScreen:
    screen = pilot.app.screen
    assert isinstance(screen, DocumentScreen)
    await pilot.wait_until(pilot.is_document_loaded)
    return screen


@pytest.mark.long
async def test_solver_page_opens_from_the_list_and_returns_to_it(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.press("s", "s", "i")
        screen = await opened_document(pilot)
        assert "How it works".lower() in pilot.screen_text()
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, PickerDialog)
        await pilot.press("enter")
        await pilot.wait_until(lambda: not isinstance(pilot.app.screen, PickerDialog))
        assert screen.title.endswith(f" › {pilot.screen.model.solver_run.solver.name}")


async def test_text_is_selected_cell_by_cell(open_app) -> None:
    """The screen is drawn between the steps, as in a drag by hand."""
    async with open_app() as pilot:
        await pilot.press("enter", "r")
        screen = await opened_document(pilot)
        x, y = cells_of(pilot, "jumps")
        await pilot.send_input(f"\x1b[<0;{x + 1};{y + 1}M")
        for column in range(x + 1, x + 6):
            await pilot.send_input(f"\x1b[<32;{column};{y + 1}M")
            pilot.screen_text()
        await pilot.send_input(f"\x1b[<0;{x + 5};{y + 1}m")
        assert screen.get_selected_text() == "jumps"


@pytest.mark.long
async def test_the_code_opens_at_the_function_and_scrolls_both_ways(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        game = pilot.screen.model.game
        row = next(row for row in solvers("peg") if row.name == "depth-first")
        pilot.app.navigator.open_solver_guide(game, row)
        await pilot.press("right")
        await opened_document(pilot)
        assert "def depth_first(" in pilot.screen_text()
        assert "Uninformed searches, which use only the rules" not in pilot.screen_text()
        await pilot.press("home")
        assert "Uninformed searches, which use only the rules" in pilot.screen_text()
        await pilot.press("end")
        assert "yield budget.unsolvable(visited.proof, exhausted=True)" in pilot.screen_text()
        await pilot.press("right")
        await opened_document(pilot)
        assert "The search makes the first" in pilot.screen_text()


@pytest.mark.long
async def test_tabs_are_clicked_and_the_wheel_scrolls(open_app) -> None:
    async with open_app("orush-20") as pilot:
        row = next(row for row in solvers("rush") if row.name == "beam")
        pilot.app.navigator.open_solver_guide(pilot.screen.model.game, row)
        screen = await opened_document(pilot)
        top, labels, *_ = pilot.screen_text().splitlines()
        assert " 1–" in top
        await pilot.click(labels.index("uninformed.py"), 1)
        await opened_document(pilot)
        assert "def level_search(" in pilot.screen_text()
        screen._pane.post_message(wheel(screen._pane))
        at = screen._pane.scroll_y
        await pilot.wait_until(lambda: screen._pane.scroll_y > at)
        await pilot.press_together("left", "left", "right", "left")
        await opened_document(pilot)
        assert "Beam search" in pilot.screen_text()
        assert pilot.screen_text().splitlines()[0] == top


def wheel(pane: DocumentPane) -> events.MouseScrollDown:
    return events.MouseScrollDown(pane, 5, 5, 0, 1, 0, False, False, False, 5, 5)


@pytest.mark.long
async def test_appearance_change_is_applied_at_once(open_app) -> None:
    async with open_app("orush-20") as pilot:
        row = next(row for row in solvers("rush") if row.name == "beam")
        pilot.app.navigator.open_solver_guide(pilot.screen.model.game, row)
        screen = await opened_document(pilot)
        before = screen._pane.query_one(Static).content
        await pilot.app.settings.change("theme", "nord")
        await pilot.wait_until(lambda: screen._pane.query_one(Static).content is not before)
        assert "Beam search" in pilot.screen_text()


async def test_a_text_that_is_still_rendered_in_an_earlier_theme_is_dropped(open_app) -> None:
    gate, ended, calls = threading.Event(), threading.Event(), []

    def render(styles) -> Text:
        calls.append(styles)
        if len(calls) > 1:
            return Text("the later theme")
        gate.wait(60)
        ended.set()
        return Text("the earlier theme")

    async with open_app() as pilot:
        screen = DocumentScreen("Test", [Part("text", render)])
        pilot.app.push_screen(screen)
        await pilot.wait_until(lambda: calls)
        screen.on_appearance_changed()
        await pilot.wait_until(lambda: "the later theme" in pilot.screen_text())
        gate.set()
        await pilot.wait_until(ended.is_set)
        await pilot.wait_until(lambda: not any(one.node is screen for one in pilot.app.workers))
        assert "the later theme" in pilot.screen_text()


@pytest.mark.long
async def test_solver_list_stays_open_below_a_solver_page(open_app) -> None:
    async with open_app() as pilot:
        pilot.app.navigator.open_solver_list("hexapawn")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
        for solver in ranked_solvers(find(collection("hexapawn").example).game)[:2]:
            await pilot.press("enter")
            await opened_document(pilot)
            assert f"Hexapawn › Solvers › {solver.name} " in pilot.screen_text()
            await pilot.press("escape", "down")


async def test_solver_list_without_an_example_puzzle(open_app, monkeypatch) -> None:
    puzzles = collection("hexapawn")
    monkeypatch.setattr(puzzles, "example", "")
    async with open_app() as pilot:
        navigator = pilot.app.navigator
        navigator.open_solver_list("hexapawn")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
        await pilot.press("escape")
        navigator.open_family_solver("hexapawn", solvers("hexapawn")[0])
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, DocumentScreen))
        await pilot.press("escape")
        monkeypatch.setattr(puzzles, "entries", lambda: ())
        navigator.open_solver_list("hexapawn")
        await pilot.wait_until(lambda: "Hexapawn has no puzzles" in pilot.notifications())
        monkeypatch.setattr(puzzles, "example", "hexapawn-0x0")
        navigator.open_solver_list("hexapawn")
        await pilot.wait_until(lambda: "0x0" in pilot.notifications())


def test_list_explains_when_to_use_each_solver() -> None:
    for family in FAMILIES.values():
        game = find(collection(family.name).example).game
        rows = ranked_solvers(game)
        told = max(len(format_guarantee(row, game.family, game.measure)) for row in rows)
        room = max(len(row.name) for row in rows) + 2 + told
        when, how = zip(*(summarize_solver(row, game).split("\n") for row in rows), strict=True)
        assert when[0].startswith("Recommended")
        assert not any(line.startswith("Recommended") for line in when[1:])
        assert all(len(wrap_text(line, room)) == 1 for line in when)
        assert all(len(wrap_text(line, room)) <= 2 for line in how)


@first_of("width", [36, 76, 100])
def test_all_pages_fit_the_screen(width: int) -> None:
    for family in FAMILIES:
        for row in solvers(family):
            lines = list(render_lines(build_solver_page(row, family), width))
            words = " ".join(lines).split()
            assert {"Guarantee", "Time", "Memory", "Verdict", "Source"} <= set(words)
            assert all(len(line) <= width for line in lines)
            letters, account = "".join(words), solver_docs.read_doc(row)
            told = [account.title, *account.paragraphs, *(code.file for code in source_files(row))]
            assert all("".join(text.replace("`", "").split()) in letters for text in told)


async def test_a_solver_without_a_definition_has_a_page(open_app) -> None:
    def estimate(_game: object) -> Callable[[object], float]:
        return lambda _position: 0

    search = partial(lambda *_, **__: iter(()))
    own = Solver("own", "the fewest {}, or {why} not", "a summary", search, {"score": estimate})
    page = "\n".join(render_lines(build_solver_page(own, "hexapawn"), 76))
    assert "the fewest plies, or {why} not" in page
    assert "a summary" in page
    assert "Its code" not in page
    assert "Heuristics" not in page
    async with open_app() as pilot:
        pilot.app.navigator.open_solver_guide(find("hexapawn-4x4").game, own)
        await pilot.wait_until(lambda: "a summary" in pilot.screen_text())


WIDER = [pytest.param(width, marks=pytest.mark.long) for width in (76, 100)]


@pytest.mark.long
@pytest.mark.parametrize("width", [36, *WIDER])
def test_all_code_fits_and_starts_at_the_solver(width: int) -> None:
    codes = {
        (code.file, code.name): code
        for family in FAMILIES
        for row in solvers(family)
        for code in source_files(row)
    }
    for code in list(codes.values())[:: 1 if FULL else 4]:
        lines, first = (
            fold_code_lines(highlight(code.file_text), width),
            code_part(code).first_line(width),
        )
        assert all(line_width(line) <= width for line in lines)
        shown = "".join("".join(text for text, _ in line) for line in lines[first : first + 8])
        assert code.name.rpartition(".")[2] in shown


def test_wrapped_code_loses_only_spaces() -> None:
    line = [("    return ", "title"), ("x" * 30, ""), (" + ", ""), ("y" * 30, "notice")]
    for width in range(12, 80):
        folds = fold_code_lines([line], width)
        assert all(line_width(one) <= width for one in folds)
        found = "".join("".join(text for text, _ in one) for one in folds)
        assert found.replace(" ", "") == "return" + "x" * 30 + "+" + "y" * 30
    call = highlight("    untried.append(visited.successors(child))")
    folds = ["".join(text for text, _ in one) for one in fold_code_lines(call, 40)]
    assert folds == ["    untried.append(visited.successors(", " " * 8 + "child))"], "no split word"


@pytest.mark.long
async def test_rules_open_from_the_library_with_current_keys(open_app) -> None:
    async with open_app() as pilot:
        for family in FAMILIES:
            with case(family):
                pilot.app.navigator.open_library(family)
                await pilot.press("r")
                assert (await opened_document(pilot)).title.endswith("› Rules")
                assert "The basics" in pilot.screen_text()
                await pilot.press("end")
                assert "istory" in pilot.screen_text() or "come" in pilot.screen_text()
                await pilot.press("escape")
                assert isinstance(pilot.app.screen, LibraryScreen)
                assert pilot.app.screen.family == family
                await pilot.press("escape")


@pytest.mark.long
async def test_help_opens_the_rules_of_the_current_game(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        session = pilot.screen.model.session
        await pilot.wait_until(lambda: session.ply == 1)  # the program begins: Black wins
        await pilot.press("?", "r")
        await opened_document(pilot)
        assert "Two rows of pawns face each other" in pilot.screen_text()
        await pilot.press("escape", "escape")
        assert session.ply == 1


@pytest.mark.parametrize("width", [36, 76, 100])
@pytest.mark.parametrize("family", FAMILIES)
def test_rules_name_the_user_s_keys_and_fit(family: str, width: int) -> None:
    options = UserOptions(preferences=Preferences(key_displays={"play.undo": "f5"}))
    keys = key_formatter(options)
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


@pytest.mark.parametrize(
    ("family", "sentence"),
    [
        ("patience", "33 to the best place: home, else a column that takes it, else a cell"),
        ("patience", "A click moves cards with one place to go, unless that is a cell"),
        ("patience", "a double click moves a card to the best place"),
        ("peg", "Several jumps in a row by one peg are one move, and the top line counts moves."),
    ],
)
def test_rules_say_what_the_boards_do(family: str, sentence: str) -> None:
    document = write_rules_document(family, UserOptions(), str, STYLES).document
    assert sentence in " ".join(" ".join(render_lines(document, 100)).split())


def test_the_harbour_is_solved_as_the_rules_say() -> None:
    game = read_game(HARBOUR)
    position = game.start
    moves = game.parse_moves(position, SOLUTION)
    for move in moves:
        assert not game.is_won(position)
        position = game.play(position, move)
    assert game.is_won(position)
    assert len(moves) == 10


def test_control_characters_are_escaped() -> None:
    lines = highlight('def f():\n\treturn "\x1b[2J"\n')
    assert ["".join(text for text, _ in line) for line in lines] == [
        "def f():",
        '        return "\\u001b[2J"',
    ]
    assert format_paragraph("a `\x1b[2J` b", STYLES).plain == "a \\u001b[2J b"


def test_a_drawing_without_lines_is_as_wide_as_its_caption() -> None:
    assert CaptionedDrawing([], Text("nothing")).width == MIN_CAPTION_WIDTH
