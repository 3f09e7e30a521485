"""Home and library by keys."""

import re
from pathlib import Path

import pytest
from many import case
from pilot import slow_down_disk

from ludoscope.games import FAMILIES
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.notation import count_moves
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
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


async def library(pilot, card: int = 0) -> LibraryScreen:
    await pilot.press(*["right"] * card, "enter")
    screen = pilot.screen
    assert isinstance(screen, LibraryScreen)
    await pilot.wait_until(lambda: " won" in pilot.screen_text().splitlines()[0])
    return screen


def under_cursor(pilot) -> str:
    """Return the text in the row of the cursor."""
    listing = pilot.screen.query_one(PuzzleList)
    assert listing.highlighted is not None
    y = listing.highlighted - listing.scroll_offset.y
    here = listing.content_region
    assert y in range(here.height), "the cursor is out of sight"
    return pilot.screen_text().splitlines()[here.y + y][here.x : here.right]


def unwrapped(pilot) -> str:
    """Return the text of the screen on a single line."""
    return " ".join(pilot.screen_text().replace("│", " ").split())


@pytest.mark.long
async def test_from_home_to_a_puzzle_and_back(open_app) -> None:
    async with open_app() as pilot:
        await library(pilot)
        await pilot.press("down", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "english-plus"
        await pilot.press("escape", "escape")
        assert isinstance(pilot.screen, HomeScreen)


@pytest.mark.long
async def test_home_and_library_count_the_same(open_app) -> None:
    async with open_app() as pilot:
        numbers = ("258 puzzles", "113 deals listed", "200 puzzles", "48 boards")
        for card, found in enumerate(numbers):
            await pilot.wait_until(lambda found=found: found in pilot.screen_text())
            await library(pilot, card and 1)
            assert f"{found} · 0 won" in pilot.screen_text()
            await pilot.press("escape")


@pytest.mark.long
async def test_classics_come_first_and_numbers_are_aligned(open_app) -> None:
    async with open_app(size=(120, 40)) as pilot:
        await library(pilot)
        lines = pilot.screen_text().splitlines()
        headings = next(line for line in lines if line.startswith("│   puzzle"))
        at = next(y for y, line in enumerate(lines) if line.startswith("│ Classics"))
        assert lines[at + 1][:60].split()[1:5] == ["Cross", "6", "→", "1"]
        lucas = next(line for line in lines if "  Lucas 3 " in line)
        assert headings.index("fewest") + len("fewes") == lucas.index(" 5 ") + 1
        assert headings.index("Lucas") + len("Luca") == lucas.index(" 7 ") + 1


async def test_search_updates_while_typing(open_app) -> None:
    async with open_app() as pilot:
        await library(pilot)
        await pilot.press("/", *"cavaliers")
        assert "1 puzzle " in pilot.screen_text()
        await pilot.press("enter", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("escape")
        await pilot.press("/", *"zzzz")
        assert "No match for “zzzz”. Try a number" in unwrapped(pilot)
        await pilot.press("escape")
        assert "Lucas 1 " in pilot.screen_text()


@pytest.mark.long
async def test_unknown_name_changes_nothing(open_app) -> None:
    async with open_app() as pilot:
        await library(pilot)
        await pilot.press(":")
        await pilot.submit("no such puzzle")
        await pilot.wait_until(lambda: "No puzzle is called" in pilot.notifications())
        assert "ludoscope list" not in pilot.notifications()
        assert isinstance(pilot.screen, LibraryScreen)
        await pilot.press("ctrl+u")
        await pilot.submit("english-central")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))


async def test_file_is_opened_by_path_or_reported_as_malformed(open_app, tmp_path: Path) -> None:
    path = tmp_path / "boats.txt"
    path.write_text("A2H12\nB9V30\n")
    async with open_app() as pilot:
        await pilot.press(":")
        await pilot.submit(str(path))
        await pilot.wait_until(lambda: "boats.txt" in pilot.notifications())
        assert isinstance(pilot.screen, HomeScreen)
        path.write_text("A2H12\nB2V30\n")
        await pilot.press("ctrl+u")
        await pilot.submit(str(path))
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.game.family == "rush"


@pytest.mark.long
async def test_a_puzzle_that_was_won_is_marked(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        game_model = pilot.screen.model
        await pilot.press("s")
        await pilot.wait_until(lambda: game_model.replay is not None)
        game_model.play_line(game_model.replay.moves)
        assert game_model.session.is_won
    async with open_app() as pilot:
        await library(pilot)
        await pilot.wait_until(lambda: "✓ Lucas 1" in pilot.screen_text())
        assert "1 won" in pilot.screen_text()


@pytest.mark.long
async def test_tab_filters_by_won_puzzles(open_app) -> None:
    async with open_app() as pilot:
        for name in ("lucas-02", "lucas-05"):
            keep(pilot, name, won=name == "lucas-02")
        await library(pilot)
        await pilot.wait_until(lambda: "✓ Lucas 2 " in pilot.screen_text())
        await pilot.press("tab")
        assert "✓ Lucas 2 " not in pilot.screen_text()
        assert "Lucas 1 " in pilot.screen_text()
        await pilot.press("tab")
        assert "1 puzzle " in pilot.screen_text()
        assert "… Lucas 5 " in pilot.screen_text()
        await pilot.press("tab")
        assert "✓ Lucas 2 " in pilot.screen_text()
        await pilot.press("/", *"lucas 5")
        assert "No match for “lucas 5” among those won." in unwrapped(pilot)
        await pilot.press("escape", "escape")
        assert "Lucas 1 " in pilot.screen_text()


@pytest.mark.long
async def test_own_best_is_shown_beside_the_fewest_moves(open_app) -> None:
    async with open_app() as pilot:
        keep(pilot, "lucas-01", won=True)
        rows = [results.Note(results.FEWEST_MOVES, "lucas-01", 6)]
        pilot.app._store.merge(StoreContent([], [], rows)).result()
        await library(pilot)
        await pilot.press("right")
        await pilot.wait_until(lambda: "your best: 6 moves, 01:01" in pilot.screen_text())
        assert "shortest: 5 (+1)" in pilot.screen_text()


@pytest.mark.long
async def test_own_win_is_counted_in_moves(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        session = pilot.screen.model.session
        solution = find_solver(session.game, "depth-first")
        *_, verdict = solution.run(session.game, session.position, Limits())
        for move in verdict.moves:
            await pilot.press(":")
            await pilot.submit(session.game.move_text(session.position, move))
        assert session.is_won
        await pilot.press("escape")
        await library(pilot)
        await pilot.wait_until(lambda: "your best: " in pilot.screen_text())
        assert formatting.format_count(count_moves(verdict.moves), "move") in unwrapped(pilot)


async def play_own_problem(pilot) -> None:
    """Save a problem called mine, open it and play a move."""
    problems.save(pilot.app.data_folder, "mine", MINE)
    await pilot.press(":")
    await pilot.submit("problems/mine")
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
    await pilot.press(":")
    game = pilot.screen.model.game
    await pilot.submit(game.move_text(game.start, game.moves(game.start)[0]))
    assert pilot.screen.model.session.ply == 1


@pytest.mark.long
async def test_own_problem_can_be_renamed(open_app) -> None:
    async with open_app() as pilot:
        await play_own_problem(pilot)
        await pilot.press("escape")
        await library(pilot)
        await pilot.press("w", "ctrl+u", *"yours", "enter")
        await pilot.wait_until(lambda: "to “yours”" in pilot.notifications())
        await pilot.wait_until(lambda: "yours" in under_cursor(pilot))
        marked = under_cursor(pilot)
        assert "… " in marked or "✓ " in marked  # what was played of it has followed
        assert problems.find(pilot.app.data_folder, "mine") is None


async def test_a_renamed_problem_keeps_its_game_though_the_library_is_left_at_once(
    open_app,
) -> None:
    async with open_app() as pilot:
        await play_own_problem(pilot)
        await pilot.press("escape")
        await library(pilot)
        await pilot.press("w", "ctrl+u", *"yours")
        slow_down_disk()
        await pilot.press_together("enter", "escape")
        load = pilot.app.saves.store.load
        await pilot.wait_until(lambda: load("problems/yours").result() is not None)
        assert not load("problems/mine").result()


@pytest.mark.long
async def test_a_name_that_is_taken_is_refused(open_app) -> None:
    async with open_app() as pilot:
        for name in ("mine", "other"):
            problems.save(pilot.app.data_folder, name, MINE)
        await library(pilot)
        await pilot.press("w", "ctrl+u", *"other", "enter")
        await pilot.wait_until(
            lambda: "there is a problem called other already" in pilot.notifications()
        )
        assert problems.find(pilot.app.data_folder, "mine")


async def test_preview_of_a_changed_problem_is_drawn_anew(open_app) -> None:
    async with open_app() as pilot:
        folder = pilot.app.data_folder
        problems.save(folder, "mine", MINE)
        await library(pilot)
        await pilot.press("home")
        await pilot.wait_until(lambda: pilot.screen.is_loaded)
        before = pilot.screen_text()
        problems.save(folder, "mine", PegGame(TRIANGLE, 3, 4))
        await pilot.press("?", "escape")
        await pilot.wait_until(lambda: pilot.screen.is_loaded and pilot.screen_text() != before)


async def test_a_puzzle_that_exists_only_in_the_saves_has_a_preview(open_app) -> None:
    deal = Puzzle("pasted-12345678", catalogue.find("ms-24-free").game, "pasted 1234")
    session = Session(deal)
    session.play(session.game.moves(session.position)[0])
    async with open_app() as pilot:
        pilot.app._store.save(SavedSession.from_session(session, 61.0, 1.0)).result()
        await library(pilot, 1)
        await pilot.press("end")
        assert "pasted 1234" in under_cursor(pilot)
        preview = await pilot.app.library.preview(deal.name)
        assert preview.picture
        unknown = await pilot.app.library.preview("no such puzzle")
        assert unknown.picture is None
        assert "puzzle is called" in unknown.facts[0]
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == deal.name


async def test_deleted_problem_leaves_no_analysis(open_app) -> None:
    async with open_app() as pilot:
        app = pilot.app
        problems.save(app.data_folder, "mine", MINE)
        kinds = ("difficulty", "verdicts", "seats")
        for kind in kinds:
            app.saves.store.save_note(kind, "problems/mine", "x")
        assert await app.library.delete_problem("problems/mine") == ""
        notes = [await app.saves.load_note(kind, "problems/mine") for kind in kinds]
        assert notes == ["", "", "x"]


@pytest.mark.long
async def test_deleting_a_problem_needs_confirmation(open_app) -> None:
    async with open_app() as pilot:
        folder = pilot.app.data_folder
        problems.save(folder, "mine", MINE)
        await library(pilot)
        for no in ("n", "escape", "enter"):
            await pilot.press("delete", no)
            assert "for good" not in pilot.screen_text()
            assert problems.find(folder, "mine")
        await pilot.press("delete", "y")
        await pilot.wait_until(lambda: "Deleted “" in pilot.notifications())
        assert not problems.find(folder, "mine")
        await pilot.press("delete")
        assert "for good" not in pilot.screen_text()


def keep(pilot, name: str, won: bool) -> None:
    session = Session(catalogue.find(name))
    session.play(session.game.moves(session.position)[0])
    save = SavedSession.from_session(session, 61.0, 1.0)._replace(won=won, over=won)
    pilot.app._store.save(save).result()


def model(marks: dict[str, str] | None = None) -> LibraryModel:
    model = LibraryModel(mixed=True)
    load(model, marks or {})
    return model


def load(model: LibraryModel, marks: dict[str, str]) -> None:
    books = [
        LibraryEntry.from_entry(family, e) for family in FAMILIES for e in catalogue.entries(family)
    ]
    model.set_entries(books, {"peg": marks, **{family: {} for family in [*FAMILIES][1:]}})


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


def test_exact_name_is_highlighted_among_matches() -> None:
    everything = model()
    everything.search("orush 19")
    assert len(everything.entries) > 10
    assert everything.current is everything.entries[0]
    assert everything.current.entry.name == "orush-19"
    everything.search("lucas 7")
    assert everything.current.entry.name == "lucas-07"
    everything.search("new")
    assert all(book.entry.is_numbered_series for book in everything.entries)
    assert everything.current.entry.name == "ms-N"


def test_loading_again_keeps_the_cursor_on_its_match() -> None:
    for query in ("lucas", "orush 19"):
        with case(query):
            everything = model()
            everything.search(query)
            everything.move_cursor(5)
            below = everything.current.entry.name
            load(everything, {})
            assert everything.current.entry.name == below
            everything.cycle_status_filter()
            assert everything.current.entry.name == below


def test_cursor_stays_in_its_place_when_its_puzzle_is_filtered_out() -> None:
    everything = model()
    everything.cycle_status_filter()
    assert everything.status_filter == "not won"
    everything.move_cursor(57)
    won, following = [item.entry.name for item in everything.entries[57:59]]
    load(everything, {won: "won"})
    assert everything.current.entry.name == following
    started = {"lucas-01": "started", "lucas-02": "started"}
    load(everything, started)
    everything.cycle_status_filter()
    assert everything.status_filter == "started"
    everything.move_cursor(1)
    load(everything, started | {"lucas-02": "won"})
    assert everything.current.entry.name == "lucas-01"


def test_query_of_an_opened_library_highlights_the_same_as_a_typed_one() -> None:
    for query in ("lucas", "european", "ORUSH 117", "24"):
        with case(query):
            typed = model()
            typed.search(query)
            opened = LibraryModel(mixed=True, query=query)
            load(opened, {})
            assert opened.current == typed.current


def test_number_finds_puzzles_of_every_family_first() -> None:
    everything = model()
    everything.search("24")
    named = ["lucas-24", "ms-24", "Seahaven.24", "orush-24", "FreeCell.24"]
    names = [book.entry.name for book in everything.entries]
    assert names[:8] == [*named, "MidnightOil.24", "BakersDozen.24", "FullMidnightOil.24"]
    assert len(names) == len({*names}) > 8, "and what only holds it"
    everything.search("lucas 7")
    titles = [book.entry.title for book in everything.entries]
    assert titles[0] == "Lucas 7"
    assert all("7" in title for title in titles), "no number of moves"
    for text in ("frecell 24", "freecell 24"):
        everything.search(text)
        assert everything.current.entry.name == "ms-24"
    everything.search("ms 987654")
    assert [book.entry.title for book in everything.entries] == ["FreeCell 987654"]


def test_misspelt_words_find_similar_names() -> None:
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


def test_puzzles_of_unknown_length_come_last() -> None:
    everything = model()
    everything.cycle_order("fewest")
    assert everything.order.text == "fewest moves first"
    entries = [item.entry for item in everything.entries if item.family == "peg"]
    lengths = [entry.fewest_moves or entry.shortest_known for entry in entries]
    assert 0 in lengths
    assert [length or 999 for length in lengths] == sorted(length or 999 for length in lengths)
    assert everything.rows[0] == "Peg solitaire"
    everything.cycle_order("fewest")
    assert everything.order.text == "most moves first"
    entries = [item.entry for item in everything.entries if item.family == "peg"]
    lengths = [entry.fewest_moves or entry.shortest_known for entry in entries]
    assert lengths == sorted(lengths, reverse=True)
    everything.cycle_order("fewest")
    assert everything.order.text == "as listed"


@pytest.mark.long
async def test_cursor_returns_to_the_puzzle_that_was_left(open_app) -> None:
    async with open_app() as pilot:
        await library(pilot)
        await pilot.press("enter")
        await pilot.wait_until(lambda: "move 0" in pilot.screen_text())
        await pilot.press("n")
        await pilot.wait_until(lambda: "› English, plus" in pilot.screen_text())
        await pilot.press("escape")
        await pilot.wait_until(lambda: "Lucas 3" in pilot.screen_text())
        await pilot.wait_until(lambda: "  Plus " in under_cursor(pilot))


@pytest.mark.long
async def test_type_ahead_opens_the_match(open_app) -> None:
    """Check that this also works before the list has loaded."""
    async with open_app() as pilot:
        for keys, name in (
            (["enter", "down", "down", "enter"], "english-fireplace"),
            (["enter", "/", *"cavaliers", "enter"], "lucas-19"),
            (["/", *"cavaliers", "enter"], "lucas-19"),
        ):
            with case(*keys):
                await pilot.press_together(*keys)
                await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
                assert pilot.screen.model.puzzle.name == name
                while not isinstance(pilot.app.screen, HomeScreen):
                    await pilot.press("escape")


@pytest.mark.long
async def test_an_earlier_search_is_suggested(open_app) -> None:
    async with open_app() as pilot:
        screen = await library(pilot)
        await pilot.press("/", *"cavaliers", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("escape", "/", "ctrl+u", "c")
        await pilot.wait_until(lambda: "/ cavaliers" in pilot.screen_text())
        assert screen.active_prompt.input.value == "c"
        await pilot.press("right")
        assert screen.active_prompt.input.value == "cavaliers"
        assert "  Lucas 19, " in under_cursor(pilot)


@pytest.mark.long
async def test_arrows_move_in_the_list_while_typing(open_app) -> None:
    async with open_app() as pilot:
        await library(pilot)
        await pilot.press("/", *"european")
        _, second, third = [book.entry.title for book in pilot.screen._model.entries[:3]]
        await pilot.press("tab", "home", "/", "down", "down")
        assert f"  {third} " in under_cursor(pilot)
        await pilot.press("tab", "up")
        assert f"  {second} " in under_cursor(pilot)
        assert "matching “european”" in pilot.screen_text()
        await pilot.press("escape")
        assert f"  {second} " in under_cursor(pilot)
        assert "matching" not in pilot.screen_text()


@pytest.mark.long
async def test_sorting_by_length_keeps_the_cursor_on_its_puzzle(open_app) -> None:
    async with open_app() as pilot:
        await library(pilot)
        await pilot.press("right", *["down"] * 24)
        assert "  Lucas 25 " in under_cursor(pilot)
        while "fewest moves first" not in pilot.screen_text():
            await pilot.press("o")
            assert "  Lucas 25 " in under_cursor(pilot)
        await pilot.press("tab")
        assert "  Lucas 25 " in under_cursor(pilot)
        await pilot.press("home")
        assert " 5 " in under_cursor(pilot)[20:]
        while "first" in pilot.screen_text().splitlines()[-2]:
            await pilot.press("o")
        assert "Lucas, European" in pilot.screen_text()


@pytest.mark.long
async def test_a_click_on_a_heading_sorts_by_its_column(open_app) -> None:
    async with open_app() as pilot:
        await library(pilot)
        y = line_of(pilot, "│   puzzle")
        x = pilot.screen_text().splitlines()[y].index("fewest") + 2
        await pilot.click(x, y)
        assert "fewest moves first" in pilot.screen_text()
        await pilot.click(x, y)
        assert "most moves first" in pilot.screen_text()
        await pilot.click(3, y)
        assert "first" not in pilot.screen_text()


@pytest.mark.long
async def test_click_highlights_and_a_second_click_opens(open_app) -> None:
    """A heading is no puzzle. Where there is room, the board stands beside the list."""
    async with open_app() as pilot:
        await library(pilot)
        await pilot.wait_until(pilot.is_preview_loaded)
        assert re.search(r"○ ○ ● ● ● ○ ○ +○ ○ ○ ○ ○ ○ ○", pilot.screen_text())  # start and finish
        await pilot.resize(50, 24)
        assert "●" not in pilot.screen_text()
        assert "Cross " in under_cursor(pilot)
        await pilot.resize(80, 24)
        assert "Start" in pilot.screen_text()
        assert "Finish" in pilot.screen_text()
        await pilot.click(5, line_of(pilot, "  Lucas 7 "))
        assert "  Lucas 7 " in under_cursor(pilot)
        await pilot.wait_until(lambda: "lucas-07" in pilot.screen_text())  # beside the list
        await pilot.press("right")
        before = under_cursor(pilot)
        assert "Lucas" not in before
        await pilot.click(5, line_of(pilot, "│ English, 33 holes"))
        assert under_cursor(pilot) == before
        assert isinstance(pilot.screen, LibraryScreen)
        await pilot.press("home")
        for _ in range(2):
            await pilot.click(5, line_of(pilot, "  Lucas 7 "))
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "lucas-07"


def line_of(pilot, words: str) -> int:
    return next(y for y, line in enumerate(pilot.screen_text().splitlines()) if words in line)


@pytest.mark.long
async def test_escape_leaves_the_library_if_nothing_is_typed(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("/")
        await pilot.wait_until(lambda: isinstance(pilot.screen, LibraryScreen))
        await pilot.press("x", "escape")
        assert isinstance(pilot.screen, LibraryScreen)
        await pilot.press("/", "escape")
        assert isinstance(pilot.screen, HomeScreen)


def test_cut_thumbnail_ends_in_dots() -> None:
    for name, cut in (("FreeCell.1", False), ("MidnightOil.4", True)):
        lines = StillThumbnail(catalogue.find(name).game, UserOptions()).draw(28, 14)
        ends = {drawing.line_text(line)[-1] for line in lines}
        assert ("…" in ends) == cut
