"""Problems that a person sets up: the two positions, what forbids them, their files, the screen."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import first_of, many

from ludoscope.games import NotationError
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.search.kernels import is_compiled
from ludoscope.search.verify import replay
from ludoscope.tui.commands.cli import main as ludoscope
from ludoscope.tui.model.peg_editor import (
    FINISH,
    PegEditor,
    create_initial_problem,
    example_hole_number,
    is_complete_number,
    list_boards,
    parse_hole,
    refute_by_colouring,
    refute_by_pagodas,
)
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.editor.screen import EditorScreen
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen

ENGLISH = BOARDS["english"]
CENTRAL = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16))


def test_two_sides_and_the_way_back() -> None:
    editor = PegEditor(CENTRAL)
    editor.toggle(0)
    assert editor.pegs == CENTRAL.start & ~1
    assert editor.game.finish == CENTRAL.finish
    editor.switch_side()
    assert editor.side == FINISH
    editor.fill()
    assert editor.pegs == ENGLISH.all_holes
    editor.complement()
    assert editor.pegs == 1 | 1 << 16
    editor.clear()
    assert editor.pegs == 0
    for _ in range(9):
        editor.undo()
    assert editor.game.spec() == CENTRAL.spec()
    assert not editor.can_undo
    editor.redo()
    editor.switch_side()
    editor.toggle(1)
    assert not editor.can_redo
    assert editor.pegs == CENTRAL.start & ~0b11


@given(st.sampled_from(sorted(list_boards())), st.data())
@settings(max_examples=many(60), deadline=None)
def test_the_dual_is_the_problem_backwards(name: str, data) -> None:
    positions = st.integers(0, list_boards()[name].all_holes)
    game = PegGame(list_boards()[name], data.draw(positions), data.draw(positions))
    editor = PegEditor(game)
    editor.dual()
    dual = editor.game
    assert (dual.start ^ game.finish, dual.finish ^ game.start) == (game.board.all_holes,) * 2
    editor.dual()
    assert editor.game.spec() == game.spec()


def test_every_hole_has_a_number() -> None:
    for board in list_boards().values():
        for hole, (x, y) in enumerate(board.holes):
            assert parse_hole(board, f"{x}{y}") == parse_hole(board, f" {x}, {y}") == hole
    wide = Board.from_rows(["." * 12])
    assert parse_hole(wide, "12,1") == 11
    assert not is_complete_number(wide, "12")
    assert is_complete_number(ENGLISH, "44")
    for text in ("", "4", "444", "1,2,3", "４４", "x", "11", "00", "999,999"):
        with pytest.raises(NotationError):
            parse_hole(ENGLISH, text)


def test_what_changes_nothing_is_no_step() -> None:
    editor = PegEditor(CENTRAL)
    editor.complement()
    assert not editor.can_undo


@pytest.mark.parametrize("name", list_boards())
def test_a_new_problem_on_every_board(name: str) -> None:
    game = create_initial_problem(list_boards()[name])
    assert game.start.bit_count() == len(game.board.holes) - 1
    assert game.finish == game.board.all_holes & ~game.start
    if name in ("english", "european", "wiegleb", "diamond"):
        assert catalogue.find(f"{name}-central").game.spec() == game.spec()


def test_counting_and_colouring_are_told_at_once() -> None:
    assert not refute_by_colouring(CENTRAL)
    assert "counting" in refute_by_colouring(PegGame(ENGLISH, 1, 3))
    assert "colouring" in refute_by_colouring(create_initial_problem(BOARDS["european"]))


@pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.pagoda"), reason="kernels are not compiled"
)
def test_pagodas_forbid_what_the_colouring_does_not() -> None:
    assert not refute_by_pagodas(CENTRAL)
    assert "pagoda" in refute_by_pagodas(PegGame(ENGLISH, 0b11, 1 << far(0b11)))
    assert not refute_by_pagodas(PegGame(ENGLISH, 1, 1))


def far(pegs: int) -> int:
    """Return a hole that only a pagoda function excludes as the place of a last peg."""
    return next(
        hole
        for hole in range(33)
        if not refute_by_colouring(game := PegGame(ENGLISH, pegs, 1 << hole))
        and refute_by_pagodas(game)
    )


# Files


@given(st.text(max_size=200))
@settings(max_examples=many(200), deadline=None)
def test_a_name_is_a_name_of_a_file_and_no_more(name: str) -> None:
    safe = problems.safe_name(name)
    assert problems.safe_name(safe) == safe
    assert len(safe.encode()) <= problems.MAX_NAME_BYTES
    assert not set(safe) & set("/\\.\0\n~$")
    folder = Path("/data")
    assert problems.problem_path(folder, name).parent == folder / problems.FOLDER_NAME


@given(st.sampled_from(sorted(list_boards())), st.data())
@settings(max_examples=many(60), deadline=None)
def test_what_is_saved_is_found_again(tmp_path_factory, name: str, data) -> None:
    folder = tmp_path_factory.mktemp("saves")
    board = list_boards()[name]
    positions = st.integers(0, board.all_holes)
    game = PegGame(board, data.draw(positions), data.draw(positions))
    path = problems.save(folder, "Ring I", game)
    [entry] = problems.library_entries(folder)
    assert entry.name == "problems/Ring I"
    for found in (problems.find(folder, "Ring I"), problems.find(folder, entry.name)):
        assert found is not None
        assert found.game.spec() == game.spec()
        assert found.name == entry.name
    assert catalogue.find(str(path)).game.spec() == game.spec()


def test_from_one_to_the_next(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        problems.save(tmp_path, name, CENTRAL)
    assert problems.adjacent_name(tmp_path, "problems/a", 1) == "problems/b"
    assert problems.adjacent_name(tmp_path, "problems/c", -1) == "problems/b"
    assert problems.adjacent_name(tmp_path, "problems/a", -1) is None
    assert problems.adjacent_name(tmp_path, "problems/c", 1) is None
    assert problems.adjacent_name(tmp_path, "problems/d", 1) is None
    assert problems.adjacent_name(tmp_path, "a", 1) is None


def test_nothing_else_is_found(tmp_path: Path) -> None:
    (tmp_path / "secret.peg.txt").write_text("xx.\n")
    problems.save(tmp_path, "one", CENTRAL)
    for name in ("../secret", "two", "", "problems/", "one.peg.txt", "/etc/passwd", "a\0b", "o/ne"):
        assert problems.find(tmp_path, name) is None


def test_a_damaged_file_is_told_of(tmp_path: Path) -> None:
    problems.save(tmp_path, "one", CENTRAL).write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"one\.peg\.txt"):
        problems.find(tmp_path, "one")


def test_there_is_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "MAX_PROBLEMS", 2)
    for name in ("one", "two", "two"):
        problems.save(tmp_path, name, CENTRAL)
    with pytest.raises(ValueError, match="2 problems already"):
        problems.save(tmp_path, "three", CENTRAL)


# The screen


async def edit(driver, board: int = 0) -> EditorScreen:
    """Open the editor for a new problem from home."""
    await driver.press("enter")
    await driver.until(lambda: " won" in driver.text().splitlines()[0])
    await driver.press("e", *["down"] * board, "enter")
    page = driver.page
    assert isinstance(page, EditorScreen)
    await driver.until(lambda: not page.is_proving)
    return page


@pytest.mark.long
async def test_what_is_impossible_is_said_with_each_change(opened) -> None:
    async with opened() as driver:
        page = await edit(driver)
        assert "no proof of impossibility found" in driver.text()
        await driver.press("enter")
        assert page.editor.game.start == ENGLISH.all_holes
        assert "impossible: colouring" in driver.text()
        await driver.press("tab", "f")
        assert "impossible: counting" not in driver.text()
        assert "the same" in driver.text()
        await driver.press("tab", "space")
        assert "impossible: counting" in driver.text()
        await driver.press("u", "u", "u")
        await driver.until(lambda: "no proof of impossibility" in driver.text())
        await driver.press("y")
        assert "impossible: colouring" in driver.text()


@pytest.mark.long
@pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.pagoda"), reason="kernels are not compiled"
)
async def test_a_pagoda_is_found_by_itself(opened) -> None:
    async with opened() as driver:
        page = await edit(driver)
        await driver.press("e")
        hole = far(0b11)
        for pegs in (0b11, 1 << hole):
            await driver.press("e")
            for peg in (h for h in range(33) if pegs >> h & 1):
                page.board._cursor = peg
                await driver.press("enter")
            await driver.press("tab")
        assert page.editor.game.finish == 1 << hole
        await driver.until(lambda: "impossible: a pagoda function" in driver.text())


@pytest.mark.long
async def test_help_tells_in_columns_what_its_words_mean(opened) -> None:
    async with opened() as driver:
        await edit(driver)
        await driver.press("?")
        lines = driver.text().splitlines()
        means = ("toggle the hole at column", "give the finish a peg", "the same problem backwards")
        found = [line.index(text) for text in means for line in lines if text in line]
        assert len(found) == 3
        assert len(set(found)) == 1


async def test_solved_there_and_played(opened) -> None:
    async with opened() as driver:
        page = await edit(driver)
        await driver.press("s")
        await driver.until(lambda: "✓ solved: 31 jumps" in driver.text())
        assert page.solver_run.replay is not None
        assert replay(CENTRAL, CENTRAL.start, page.solver_run.replay.moves).is_valid
        await driver.press("up")
        assert "✓ solved" in driver.text()
        await driver.press("enter")
        assert "✓ solved" not in driver.text()
        await driver.press("s")
        await driver.until(lambda: "✗ unsolvable: colouring" in driver.text())
        assert "explored 0" in driver.text(), "all of it, below the two lines of the verdict"
        await driver.press("u", "p")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.game.spec() == CENTRAL.spec()
        await driver.press("escape")
        assert driver.page is page


@pytest.mark.long
async def test_saved_listed_opened_and_resumed(opened, tmp_path: Path, capsys) -> None:
    async with opened() as driver:
        page = await edit(driver)
        await driver.press("w")
        await driver.type("My own/ring")
        await driver.until(lambda: "Saved as" in driver.said())
        assert page.editor.name == "My own-ring"
        await driver.press("escape")
        assert isinstance(driver.page, LibraryScreen)
        await driver.until(lambda: "your problems" in driver.text())
        await driver.press("home", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.puzzle.name == "problems/My own-ring"
        await driver.press("tab", "enter", "tab", "enter")
        assert driver.page.model.session.ply == 1
    async with opened() as driver:
        await driver.until(lambda: "My own-ring" in driver.text())
        await driver.press(":")
        await driver.type("My own-ring")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.session.ply == 1
        await driver.press("e")
        assert driver.page.editor.name == "My own-ring"
    path = tmp_path / "saves" / "problems" / "My own-ring.peg.txt"
    assert ludoscope(["show", str(path)]) == 0
    assert "●" in capsys.readouterr().out


@pytest.mark.long
async def test_another_problem_of_that_name_is_not_replaced_unasked(opened, tmp_path) -> None:
    folder = tmp_path / "saves"
    problems.save(folder, "one", PegGame(ENGLISH, 3, 4))
    async with opened() as driver:
        await edit(driver)
        await driver.press("w")
        await driver.type("one")
        await driver.until(lambda: "Press w again to replace it" in driver.said())
        assert problems.find(folder, "one").game.start == 3
        await driver.press("w")
        await driver.until(lambda: "Saved as" in driver.said())
        assert problems.find(folder, "one").game.start == CENTRAL.start


@pytest.mark.long
async def test_a_disk_that_takes_nothing_is_told_of(opened, tmp_path: Path) -> None:
    async with opened() as driver:
        await edit(driver)
        (tmp_path / "saves" / "problems").write_text("in the way")
        await driver.press("w")
        await driver.type("one")
        await driver.until(lambda: "Not saved: " in driver.said())


@pytest.mark.long
async def test_a_catalogue_name_stays_the_catalogue_s(opened, tmp_path: Path) -> None:
    problems.save(tmp_path / "saves", "lucas-07", CENTRAL)
    async with opened() as driver:
        driver.app.puzzle_opener.open("lucas-07")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.puzzle.title.startswith("Lucas 7")
        driver.app.puzzle_opener.open("problems/lucas-07", replace=True)
        await driver.until(lambda: driver.page.model.game.spec() == CENTRAL.spec())
        problems.save(tmp_path / "saves", "next", PegGame(ENGLISH, 3, 4))
        await driver.press("n")
        await driver.until(lambda: driver.page.model.puzzle.title == "next")


async def test_leaving_what_is_not_saved_takes_two_keys(opened) -> None:
    async with opened("lucas-07") as driver:
        await driver.press("e", "escape")
        assert isinstance(driver.page, PlayScreen)
        await driver.press("e", "enter", "escape")
        assert "Press w to save, or esc again to discard" in driver.said()
        await driver.press("escape")
        assert isinstance(driver.page, PlayScreen)


@pytest.mark.long
async def test_a_click_sets_a_peg_on_either_board(opened) -> None:
    async with opened() as driver:
        page = await edit(driver)
        before = page.editor.game
        await driver.click(1 + 5 + 10, 2)
        assert (page.editor.game.start ^ before.start).bit_count() == 1
        await driver.click(40 + 1 + 5 + 10, 2)
        assert page.editor.side == FINISH
        assert (page.editor.game.finish ^ before.finish).bit_count() == 1
        await driver.click(3, 20)
        assert page.editor.game.finish != before.finish


@pytest.mark.long
async def test_one_board_where_there_is_no_room_for_two(opened) -> None:
    async with opened(size=(50, 24)) as driver:
        await edit(driver)
        assert "Start: 32 pegs" in driver.text()
        assert "Finish" not in driver.text()
        await driver.press("tab")
        assert "Finish: 1 peg" in driver.text()


@pytest.mark.parametrize("board", list_boards().values(), ids=list_boards())
def test_the_number_given_as_an_example_is_a_hole(board: Board) -> None:
    with pytest.raises(NotationError, match=f"such as {example_hole_number(board)}"):
        parse_hole(board, "")
    assert parse_hole(board, example_hole_number(board)) in range(len(board.holes))


@pytest.mark.long
async def test_a_hole_by_its_number(opened) -> None:
    async with opened() as driver:
        page = await edit(driver)
        centre, other = 1 << 16, 1 << ENGLISH.hole_numbers[3, 5]
        await driver.press("4", "4", "3", "5")
        assert page.editor.game.start == CENTRAL.start ^ centre ^ other
        assert page.board.cursor == ENGLISH.hole_numbers[3, 5]
        await driver.press("tab", "#")
        assert "such as 44" in driver.text()
        await driver.press("3", "5", "u", "u")
        assert page.editor.game.start == CENTRAL.start ^ centre
        assert page.editor.game.finish == CENTRAL.finish
        await driver.press("1", "1")
        assert "no hole at 1,1 on this board" in driver.said()
        assert page.active_prompt is None
        await driver.press("4", "enter")
        assert "expected column and row" in driver.said()
        await driver.press("escape")
        assert page.editor.game.finish == CENTRAL.finish


@pytest.mark.long
@first_of("number", [[], ["#"]])
async def test_holes_and_a_name_typed_ahead(opened, number, tmp_path: Path) -> None:
    """Each key is for what the one before it has opened or closed."""
    async with opened() as driver:
        page = await edit(driver)
        holes = [key for hole in ("44", "35", "53", "44") for key in (*number, *hole)]
        await driver.press_at_once(*holes, "tab", *"#44", "w", *"ring", "enter", "left", "enter")
        await driver.until(lambda: "Saved as" in driver.said())
        other = 1 << ENGLISH.hole_numbers[3, 5] | 1 << ENGLISH.hole_numbers[5, 3]
        kept = problems.find(tmp_path / "saves", "ring").game
        assert (kept.start, kept.finish) == (CENTRAL.start ^ other, 0)
        await driver.until(lambda: page.editor.game.finish == 1 << ENGLISH.hole_numbers[3, 4])
        assert page.active_prompt is None


@pytest.mark.long
async def test_a_question_answered_in_a_burst_leaves_the_keys_to_the_screen(opened) -> None:
    async with opened("lucas-07") as driver:
        for at in range(3):
            await driver.press("e")
            page = driver.page
            await driver.press_at_once(":", *f"name {at}", "enter")
            await driver.press("escape", "escape")
            assert (page.editor.name, page.active_prompt) == (f"name {at}", None)
            assert isinstance(driver.page, PlayScreen)


@pytest.mark.long
async def test_the_dual_by_a_key(opened) -> None:
    async with opened("lucas-07") as driver:
        await driver.press("e")
        page, game = driver.page, driver.page.editor.game
        assert "d dual" in driver.text()
        await driver.press("d")
        assert page.editor.game.spec() == game.dual().spec()
        await driver.press("u")
        assert page.editor.game.spec() == game.spec()
        await driver.press("?")
        assert "the same problem backwards" in driver.text()
        assert "column 4, row 4" in driver.text()


@pytest.mark.long
async def test_only_peg_solitaire_has_an_editor(opened) -> None:
    async with opened() as driver:
        await driver.press("right", "enter")
        await driver.until(lambda: " won" in driver.text().splitlines()[0])
        await driver.press("e")
        assert isinstance(driver.page, LibraryScreen)
        await driver.press("escape")
        assert isinstance(driver.page, HomeScreen)
