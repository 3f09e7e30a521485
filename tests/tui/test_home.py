"""Home: what was begun, what was won, the puzzles of the day."""

import asyncio
import time
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from many import first_of

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue, daily
from ludoscope.puzzles.entry import Entry
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import results
from ludoscope.tui.saves.overview import count_streak, full_title, next_unsolved, progress_text
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store, StoreContent
from ludoscope.tui.screens.home.family_card import FamilyCard
from ludoscope.tui.screens.home.home_list import HomeList
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen

FRIDAY = date(2026, 11, 20)
EVENING = datetime(2026, 11, 20, 20).timestamp()


@pytest.fixture(autouse=True)
def friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: FRIDAY)


def played(name: str, updated: float = EVENING, won: bool = False) -> SavedSession:
    session = Session(catalogue.find(name))
    session.play(session.game.moves(session.position)[0])
    save = SavedSession.from_session(session, 61.0, updated)
    return save._replace(won=won, over=won)


def keep(pilot, *saves: SavedSession) -> None:
    for save in saves:
        pilot.app._store.save(save).result()


async def at_home(pilot, *saves: SavedSession) -> None:
    """Open home with those sessions in the store."""
    keep(pilot, *saves)
    await pilot.press("s", "escape")  # away and back
    await pilot.wait_until(lambda: pilot.screen.is_loaded)


def chosen(pilot) -> str:
    """Return the title of the focused card, or the text of the row with the cursor."""
    focused = pilot.app.focused
    if isinstance(focused, FamilyCard):
        return focused.family.title
    assert isinstance(focused, HomeList)
    return focused.highlighted_row.text.plain


async def test_daily_puzzles_are_opened_in_turn(open_app) -> None:
    async with open_app() as pilot:
        await at_home(pilot)
        assert "Friday 20 November" in pilot.screen_text()
        for family in FAMILIES:
            await pilot.press("d", "enter")
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
            assert pilot.screen.model.puzzle.name == daily.name_for(family, FRIDAY)
            await pilot.press("escape")


async def test_a_solved_daily_is_marked_and_days_are_counted(open_app) -> None:
    days = [FRIDAY - timedelta(days=back) for back in range(3)]
    saves = [
        played(daily.name_for("rush", day), EVENING - 86400 * back, won=True)
        for back, day in enumerate(days)
    ]
    async with open_app() as pilot:
        await at_home(pilot, *saves, played(daily.name_for("peg", FRIDAY)))
        text = pilot.screen_text()
        assert "✓ ORush" in text
        assert "… Peg" in text
        assert "3 days in a row" in text


def test_streak_counts_days_whose_own_puzzle_was_won() -> None:
    def won(*backs: int, late: int = 0) -> dict[str, date]:
        days = [FRIDAY - timedelta(days=back) for back in backs]
        return {daily.name_for("peg", day): day + timedelta(days=late) for day in days}

    assert count_streak({}, FRIDAY) == 0
    assert count_streak(won(0, 1, 2, 4), FRIDAY) == 3
    assert count_streak(won(1, 2), FRIDAY) == 2  # today's may still be won
    assert count_streak(won(2, 3), FRIDAY) == 0
    assert count_streak(won(0, 1, late=1), FRIDAY) == 0
    both = won(0) | {daily.name_for("rush", FRIDAY - timedelta(days=1)): FRIDAY - timedelta(days=1)}
    assert count_streak(both, FRIDAY) == 2


def test_win_dated_in_the_future_counts_for_the_day_of_its_puzzle(tmp_path: Path) -> None:
    """Check days after a session in which the clock was ten years ahead."""
    in_ten_years = EVENING + 3650 * 86400
    store = Store(tmp_path)
    try:
        for back in range(3):
            name = daily.name_for("rush", FRIDAY - timedelta(days=back))
            store.save(played(name, in_ten_years - back, won=True))
        store.save(played(daily.name_for("peg", FRIDAY), EVENING + 3600, won=True))
        odd = played("orush-02", in_ten_years, won=True)
        store.save(odd._replace(name="orush-daily-9999-99-99")).result()
        assert count_streak(store.run(results.daily_wins).result(), FRIDAY) == 3
    finally:
        store.close()


async def test_puzzles_of_the_new_day_are_shown_after_midnight(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app() as pilot:
        await at_home(pilot)
        assert "Friday 20 November" in pilot.screen_text()
        monkeypatch.setattr(daily, "today", lambda: FRIDAY + timedelta(days=1))
        await pilot.screen._reload_on_new_day()
        await pilot.wait_until(lambda: "Saturday 21 November" in pilot.screen_text())
        await pilot.press("d", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "peg-daily-2026-11-21"


@pytest.mark.long
async def test_age_of_a_saved_game_is_whole_beside_a_long_title(open_app) -> None:
    async with open_app() as pilot:
        await at_home(pilot, played("FullMidnightOil.123456789", time.time()))
        row = next(line for line in pilot.screen_text().splitlines() if "move 1" in line)
        assert "Full Midni" in row
        assert "now │" in row


@pytest.mark.long
async def test_lists_loaded_before_layout_are_shown(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        overview = await pilot.app.library.overview()

        async def at_once():
            return overview

        pilot.app.library.overview = at_once
        await pilot.press("escape")
        await pilot.wait_until(lambda: "Start here" in pilot.screen_text())


async def test_arrows_move_through_cards_and_lists(open_app) -> None:
    saves = [played("lucas-07"), played("orush-24", EVENING - 99), played("lucas-02", won=True)]
    async with open_app() as pilot:
        await at_home(pilot, *saves)
        assert chosen(pilot) == "Peg solitaire"
        await pilot.press("down")
        await pilot.wait_until(lambda: chosen(pilot) == "Lucas 7")
        await pilot.press("down")
        assert chosen(pilot) == "ORush 24"
        await pilot.press("right")
        assert chosen(pilot) == "Lucas 2"
        assert "01:01" in pilot.screen_text()
        await pilot.press("right")
        assert chosen(pilot).startswith("  Peg")
        await pilot.press("right")
        assert chosen(pilot) == "ORush 24"
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.session.ply == 1


async def test_down_leads_to_the_list_that_is_seen_below(open_app) -> None:
    async with open_app() as pilot:
        await at_home(pilot)
        await pilot.press("right")
        assert "↓ a puzzle to start with" in pilot.screen_text()
        await pilot.press("down")
        assert chosen(pilot).startswith("Peg")
        await pilot.press("up", "right")
        assert chosen(pilot) == "ORush"
        assert "↓ puzzles of today" in pilot.screen_text()
        await pilot.press("down")
        assert chosen(pilot).startswith("  Peg")
        await pilot.press("left", "up")
        assert chosen(pilot) == "Patience", "above the first list, not ORush"
        await at_home(pilot, played("orush-24"), played("lucas-02", won=True))
        await pilot.resize(120, 40)
        await pilot.press("right", "down")
        assert chosen(pilot) == "Lucas 2", "below ORush, of three lists the middle one"


async def test_lists_below_each_other_are_gone_through(open_app) -> None:
    async with open_app(size=(50, 20)) as pilot:
        await at_home(pilot)
        await pilot.press("right", *["down"] * 4)
        assert chosen(pilot).startswith("Hexapawn")
        await pilot.press("down")
        assert chosen(pilot).startswith("  Peg")
        await pilot.press("up")
        assert chosen(pilot).startswith("Hexapawn")
        await pilot.press(*["up"] * 4)
        assert chosen(pilot) == "Patience"


@pytest.mark.long
async def test_a_wide_screen_has_a_box_for_each_list(open_app) -> None:
    async with open_app(size=(120, 40)) as pilot:
        await at_home(pilot, played("lucas-07"), played("lucas-02", won=True))
        text = pilot.screen_text()
        assert all(each in text for each in ("Continue", "Recently won", "Today", "This week"))
        assert "Lucas 2 " in text
        line = next(line for line in text.splitlines() if "Lucas 2 " in line)
        await pilot.click(line.index("Lucas 2 "), text.splitlines().index(line))
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "lucas-02"


async def test_a_row_is_opened_by_a_click_while_a_name_is_asked_for(open_app) -> None:
    async with open_app() as pilot:
        home = pilot.screen
        await at_home(pilot, played("orush-24"))
        await pilot.press(":")
        lines = pilot.screen_text().splitlines()
        y = next(y for y, line in enumerate(lines) if "ORush 24 " in line)
        await pilot.click(lines[y].index("ORush 24 "), y)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "orush-24"
        assert not home.active_prompt


async def test_arrows_leave_a_list_that_is_not_loaded_yet(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        may_load = asyncio.Event()
        load = pilot.app.library.overview

        async def load_later():
            await may_load.wait()
            return await load()

        pilot.app.library.overview = load_later
        await pilot.press("escape")
        await pilot.wait_until(lambda: bool(pilot.screen.query("#continue")))
        home = pilot.screen
        home.query_one("#continue").focus()
        await pilot.wait_until(lambda: home.focused is home.query_one("#continue"))
        await pilot.press("right")
        assert chosen(pilot) == "Patience"
        may_load.set()
        await pilot.wait_until(lambda: home.is_loaded)


@pytest.mark.long
async def test_won_puzzle_can_be_reopened_without_its_file(open_app) -> None:
    async with open_app() as pilot:
        await at_home(pilot, played("orush-24", won=True)._replace(name="gone.txt", title="gone"))
        await pilot.press("down", "right", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.title == "gone"


@pytest.mark.long
async def test_a_newcomer_is_offered_a_puzzle_of_each_family(open_app) -> None:
    async with open_app(size=(120, 40)) as pilot:
        await at_home(pilot)
        assert "Start here" in pilot.screen_text()
        assert "Recently won" not in pilot.screen_text()
        lines = pilot.screen_text().splitlines()
        row = next(at for at, line in enumerate(lines) if "Number 1 " in line)
        await pilot.click(20, row + 1)  # what is to be done in it
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "orush-01"


@pytest.mark.long
async def test_next_puzzle_is_offered_after_winning_all_started(open_app) -> None:
    async with open_app() as pilot:
        await at_home(pilot, played("orush-01", won=True))
        assert "Play next" in pilot.screen_text()
        assert "Number 2 " in pilot.screen_text()


@pytest.mark.long
async def test_calendar_counts_solved_puzzles_of_each_day(open_app) -> None:
    saves = [
        played(daily.name_for(family, FRIDAY - timedelta(days=9)), EVENING, won=True)
        for family in ("peg", "rush")
    ]
    async with open_app(size=(160, 50)) as pilot:
        await at_home(pilot, *saves)
        row = next(line for line in pilot.screen_text().splitlines() if " 9 November " in line)
        assert row.split("9 November")[1].split()[:7] == ["·", "·", "2", "·", "·", "·", "·"]
        assert " 2 November " not in pilot.screen_text()


def test_next_puzzle_is_not_won_yet() -> None:
    listed = [
        *(Entry(name, name, "g") for name in ("easy", "any.N", "b", "c")),
        Entry("d", "", daily.DAILY_GROUP),
    ]
    assert next_unsolved(listed, "b", {}) == listed[2]
    assert next_unsolved(listed, "easy", {"easy": "won"}) == listed[2]
    assert next_unsolved(listed, "c", {"c": "won"}) is None


@pytest.mark.long
async def test_search_at_home_finds_every_puzzle(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("/", *"hexapawn 5×4")
        await pilot.wait_until(lambda: "1 puzzle " in pilot.screen_text())
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "hexapawn-5x4"
        await pilot.press("escape")
        assert isinstance(pilot.screen, LibraryScreen)


@pytest.mark.long
async def test_search_at_home_finds_a_number(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("/", *"24")
        await pilot.wait_until(lambda: "FreeCell 24" in pilot.screen_text())
        assert "Lucas 24" in pilot.screen_text()
        await pilot.press("escape", "escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press(":", *"24")  # the suggestion at the cursor is what enter opens
        await pilot.wait_until(lambda: "FreeCell 24" in pilot.screen_text())
        assert "Lucas 24" in pilot.screen_text()
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press(":", *"microsoft 24", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "ms-24-free"


@pytest.mark.long
async def test_one_key_closes_the_search(open_app) -> None:
    async with open_app() as pilot:
        home = pilot.screen
        await pilot.press("/", "escape")
        assert pilot.screen is home


def test_card_shows_progress_of_its_family() -> None:
    listed = [Entry("a", "A", ""), Entry("b", "B", ""), Entry("today's", "T", daily.DAILY_GROUP)]
    marks = {"a": "won", "b": "started", "pasted": "won"}
    assert progress_text("peg", listed, {}, 0) == "2 puzzles"
    assert progress_text("peg", listed, marks, 0) == "1 of 2 won"
    assert progress_text("patience", listed, {}, 0) == "2 deals listed"
    assert progress_text("patience", listed, marks, 0) == "2 deals won"
    assert progress_text("hexapawn", listed, {}, 0) == "2 boards"
    assert progress_text("hexapawn", listed, marks, 0) == "1 of 2 won"
    assert progress_text("hexapawn", listed, marks, 3) == "beat perfect: 3"


def test_titles_name_their_game() -> None:
    assert full_title("Number 7", "rush") == "ORush 7"
    assert full_title("5×4", "hexapawn") == "Hexapawn 5×4"
    assert full_title("Lucas 7", "peg") == "Lucas 7"
    assert full_title("Daily 2026-11-20", "patience") == "Patience daily 11-20"


def test_fewest_moves_of_each_puzzle_are_kept(tmp_path) -> None:
    store = Store(tmp_path)
    try:
        store.save(played("lucas-02", won=True)).result()
        for number in (9, 7, 8):
            rows = [results.Note(results.FEWEST_MOVES, "lucas-02", number)]
            store.merge(StoreContent([], [], rows)).result()
        assert store.run(results.best_results).result() == {"lucas-02": results.BestResult(61.0, 7)}
        [win] = store.run(results.recent_wins).result()
        assert (win.title, win.length) == ("Lucas 2", 7)
    finally:
        store.close()


def test_only_a_win_without_a_hint_is_noteworthy() -> None:
    session = Session(catalogue.find("hexapawn-3x3"))
    for text in ("b1b2", "a3xb2", "a1xb2", "c3xb2", "c1xb2"):
        session.play(*session.game.parse_moves(session.position, text))
        won = session.is_won
        assert list(results.earned_notes(session)) == [("beaten", "hexapawn-3x3", 5)] * won
    assert won
    session.hint_count = 1
    assert not list(results.earned_notes(session))
    session.hint_count = 0
    session.set_players(("human", "random"))
    assert not list(results.earned_notes(session))


@first_of(
    ("name", "moves"),
    [
        ("MidnightOil.4-free", 0),  # cards move by themselves
        ("hexapawn-3x3", 1),  # the opponent begins; undone
        ("MidnightOil.4-free", 1),
        ("hexapawn-3x3", 0),
    ],
    2,
)
async def test_a_board_without_a_move_of_the_player_is_not_to_be_continued(
    open_app, name: str, moves: int
) -> None:
    async with open_app(name) as pilot:
        model = pilot.screen.model
        await pilot.wait_until(lambda: not model.is_opponents_turn)
        assert model.session.ply
        if moves:
            model.play_player_move(model.game.moves(model.position)[0])
            await pilot.wait_until(lambda: not model.is_opponents_turn)
            model.undo()
        await pilot.press("escape")
        await pilot.wait_until(lambda: pilot.screen.is_loaded)
        store = await pilot.app.saves.saved_store()
        assert store.unfinished_sessions(9).result() == []
        assert store.puzzle_statuses(model.game.family).result() == {}
        assert len(store.outcomes().result()) == moves
        assert bool(store.load(name).result()) == bool(moves)
