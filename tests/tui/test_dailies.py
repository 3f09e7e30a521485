"""The calendar of the daily puzzles: what counts for a day, the months, past days to play."""

from datetime import date, timedelta

import pytest
from many import case

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.saves.daily_record import DailyRecord, days_of, first_of_month
from ludoscope.tui.screens.dailies.month_view import MonthView
from ludoscope.tui.screens.dailies.screen import DailiesScreen
from ludoscope.tui.screens.play.screen import PlayScreen

FRIDAY = date(2026, 11, 20)


def record(wins=(), hinted=(), started=(), today: date = FRIDAY) -> DailyRecord:
    return DailyRecord(today, tuple(FAMILIES), dict(wins), frozenset(hinted), frozenset(started))


def won_on_the_day(days) -> dict[str, date]:
    return {daily.name_for("rush", day): day for day in days}


def test_a_puzzle_counts_on_its_day_only() -> None:
    day = FRIDAY - timedelta(days=3)
    name = daily.name_for("peg", day)
    assert record().state("peg", day) == "missed"
    assert record().state("peg", FRIDAY) == "open"
    assert record().state("peg", FRIDAY + timedelta(days=1)) == "future"
    assert record(started=[name]).state("peg", day) == "started"
    for wins, hinted, state in (
        ({name: day}, (), "won"),
        ({name: day}, (name,), "hinted"),
        ({name: FRIDAY}, (), "later"),
        ({name: FRIDAY}, (name,), "later"),
    ):
        assert record(wins, hinted).state("peg", day) == state
        assert record(wins, hinted).is_day_won(day) == (state == "won")


def test_a_month_is_perfect_once_each_day_is_won() -> None:
    november = days_of(FRIDAY)
    last = november[-1]
    assert record(won_on_the_day(november), today=last).is_perfect(FRIDAY)
    assert not record(won_on_the_day(november[:-1]), today=last).is_perfect(FRIDAY)
    late = won_on_the_day(november) | {daily.name_for("rush", november[0]): last}
    assert not record(late, today=last).is_perfect(FRIDAY)
    assert record(late, today=last).won_days(FRIDAY) == 29
    assert first_of_month(date(2026, 1, 31), -1) == date(2025, 12, 1)
    assert first_of_month(date(2026, 12, 31), 1) == date(2027, 1, 1)


async def test_calendar_follows_the_day(open_app, on_friday, monkeypatch) -> None:
    async with open_app() as pilot:
        screen = await open_calendar(pilot)
        assert "today is Friday 20" in pilot.screen_text()
        monkeypatch.setattr(daily, "today", lambda: FRIDAY + timedelta(days=1))
        screen._load_on_new_day()
        await pilot.wait_until(lambda: "today is Saturday 21" in pilot.screen_text())


@pytest.fixture
def on_friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: FRIDAY)


async def open_calendar(pilot) -> DailiesScreen:
    await pilot.press("c")
    screen = pilot.app.screen
    assert isinstance(screen, DailiesScreen)
    await pilot.wait_until(lambda: screen.is_loaded)
    return screen


async def test_past_days_are_played_and_the_months_are_walked(open_app, on_friday) -> None:
    async with open_app() as pilot:
        await open_calendar(pilot)
        assert "‹ November 2026 ›" in pilot.screen_text()
        assert "[20]*" in pilot.screen_text()
        assert "0 of 20 days won" in pilot.screen_text()
        await pilot.press("right", "enter")
        assert "can be played from that day on" in pilot.notifications()
        await pilot.press("n")
        assert "come with their days" in pilot.notifications()
        await pilot.press("p", "p", "d", "p")
        assert "‹ October 2026 ›" in pilot.screen_text()
        assert "Tuesday 20 October" in pilot.screen_text()
        await pilot.press("up", "left", "tab", "tab", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        family = [*FAMILIES][2]
        assert pilot.screen.model.puzzle.name == daily.name_for(family, date(2026, 10, 12))
        await pilot.press("escape")
        assert "Monday 12 October" in pilot.screen_text(), "the cursor is where it was"


async def test_the_mouse_chooses_days_months_and_puzzles(open_app, on_friday) -> None:
    async with open_app() as pilot:
        screen = await open_calendar(pilot)
        view = screen.query_one(MonthView)

        async def click(column: int, line: int) -> None:
            x, y = view.content_region.offset
            await pilot.click(x + column, y + line)

        await click(1, 0)
        assert "‹ October 2026 ›" in pilot.screen_text()
        await click(48, 0)
        assert "‹ November 2026 ›" in pilot.screen_text()
        await click(3, 4)  # the Monday of the second week
        assert "Monday 2 November" in pilot.screen_text()
        await click(3, 4)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name.endswith("-2026-11-02")


async def test_a_perfect_month_is_celebrated(open_app, monkeypatch: pytest.MonkeyPatch) -> None:
    last = date(2026, 11, 30)
    monkeypatch.setattr(daily, "today", lambda: last)
    perfect = record(won_on_the_day(days_of(last)), today=last)
    async with open_app() as pilot:

        async def read() -> DailyRecord:
            return perfect

        monkeypatch.setattr(pilot.app.library, "daily_record", read)
        await open_calendar(pilot)
        text = " ".join(pilot.screen_text().split())
        assert "★ A perfect month: all" in text
        assert "30 of 30 days won" in text


async def test_the_calendar_fits_small_and_large_screens(open_app, on_friday) -> None:
    async with open_app(size=(40, 20)) as pilot:
        await open_calendar(pilot)
        for size in ((40, 20), (60, 24), (120, 40)):
            with case(size):
                await pilot.resize(*size)
                text = pilot.screen_text()
                assert "[20]" in text
                assert all(family.short_title in text for family in FAMILIES.values())
                assert " 30" in text
