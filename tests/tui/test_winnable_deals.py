"""Random and neighbouring deals can be won; numbers that a user types are left alone."""

import asyncio
from collections.abc import Callable
from itertools import islice

import pytest
from many import first_of

from ludoscope.puzzles import catalogue, daily
from ludoscope.puzzles.series import find_series
from ludoscope.puzzles.winnable import is_winnable, winnable_names
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_judge
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.analysis import WINNABLE
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.services import winnable_deals
from ludoscope.tui.services.winnable_deals import MAX_SEARCHES, WinnableDeals

PLENTY_SECONDS = 60.0  # for one judgement
SERIES = (
    "FreeCell.N-free",
    "ms-N-free",
    "Seahaven.N-free",
    "MidnightOil.N-free",
    "BakersDozen.N-free",
)


def is_solved(name: str) -> bool:
    game = catalogue.find(name).game
    *_, verdict = find_judge(game).run(game, game.start, Limits(PLENTY_SECONDS))
    return isinstance(verdict, Solved)


def test_twenty_random_deals_of_midnight_oil_are_winnable() -> None:
    series = find_series("MidnightOil.N")
    names = [*islice(winnable_names(series, 0), 20)]
    assert len({*names}) == 20
    assert all(map(is_solved, names))


@pytest.mark.parametrize("series", SERIES)
async def test_a_random_deal_of_each_variant_can_be_won(series: str) -> None:
    deals = WinnableDeals(UserOptions())
    try:
        name = await deals.random_deal(series)
        assert deals.is_known(name)
        assert find_series(name).pattern == find_series(series).pattern
        assert is_solved(name)
    finally:
        await deals.close()


@pytest.mark.long
async def test_neighbours_are_the_nearest_winnable_deals() -> None:
    deals = WinnableDeals(UserOptions())
    try:
        assert await deals.next_deal("MidnightOil.4", 1) == "MidnightOil.32"
        assert await deals.next_deal("MidnightOil.32", 1) == "MidnightOil.117"
        assert await deals.next_deal("MidnightOil.117", -1) == "MidnightOil.32"
        with pytest.raises(LookupError, match="No earlier deal is winnable"):
            await deals.next_deal("MidnightOil.4", -1)
    finally:
        await deals.close()


async def test_any_deals_are_dealt_if_the_user_wants_that() -> None:
    deals = WinnableDeals(UserOptions(preferences=Preferences(winnable_deals=False)))
    assert await deals.next_deal("MidnightOil.4", 1) == "MidnightOil.5"
    assert not deals.is_known("MidnightOil.5")
    with pytest.raises(LookupError, match="This is the last deal"):
        await deals.next_deal("ms-1000000-free", 1)


@pytest.mark.parametrize(
    ("name", "pattern", "number"),
    [
        ("FreeCell.12-free", "FreeCell.{}-free", 12),
        ("ms-617", "ms-{}", 617),
        ("MidnightOil.N", "MidnightOil.{}", None),
        ("patience-daily-2026-11-20", "MidnightOil.{}-free", 957882),
    ],
)
def test_names_of_a_series_are_recognised(name: str, pattern: str, number: int) -> None:
    member = find_series(name)
    assert member
    assert (member.pattern, member.number) == (pattern, number)
    assert find_series("lucas2") is None


@pytest.mark.long
async def test_next_skips_lost_deals_and_its_badge_is_there_at_once(open_app) -> None:
    async with open_app("MidnightOil.4-free") as pilot:
        await pilot.press("n")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == "MidnightOil.32-free")
        model = pilot.screen.model
        assert model.analysis.get(model.position).state == WINNABLE
        assert "✓ winnable" in pilot.screen_text()
        assert "judge" not in model.running


async def test_random_deals_a_winnable_deal(open_app) -> None:
    async with open_app("Seahaven.12-free") as pilot:  # a lost deal
        depth = len(pilot.app.screen_stack)
        await pilot.screen.run_action("open_random")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name != "Seahaven.12-free")
        name = pilot.screen.model.puzzle.name
        assert find_series(name).pattern == "Seahaven.{}-free"
        assert is_solved(name)
        assert len(pilot.app.screen_stack) == depth


@first_of("family", ["peg", "hexapawn"])
async def test_random_opens_a_puzzle_of_the_same_group(open_app, family: str) -> None:
    names_by_group: dict[str, list[str]] = {}
    for entry in catalogue.entries(family):
        names_by_group.setdefault(entry.group, []).append(entry.name)
    group = max(names_by_group.values(), key=len)
    async with open_app(group[0], analysis=False) as pilot:
        await pilot.screen.run_action("open_random")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name != group[0])
        assert pilot.screen.model.puzzle.name in group


async def test_a_typed_number_opens_that_deal_and_random_a_winnable_one(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("colon")
        await pilot.submit("MidnightOil.5")  # lost
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "MidnightOil.5-free"
        await pilot.press("escape", "colon")
        await pilot.submit("mo.random")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert is_solved(pilot.screen.model.puzzle.name)


@pytest.mark.long
async def test_a_random_deal_of_the_library_is_searched_for_while_its_number_is_asked(
    open_app,
) -> None:
    async with open_app() as pilot:
        pilot.app.navigator.open_library("patience")
        await pilot.wait_until(lambda: getattr(pilot.screen, "is_loaded", False))
        deals = pilot.app.winnable_deals
        await pilot.press("enter")
        await pilot.wait_until(lambda: any(task.done() for task in deals._searches.values()))
        name = next(iter(deals._searches.values())).result()
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == name
        assert is_solved(name)


async def test_a_daily_deal_is_known_to_be_winnable(open_app) -> None:
    name = catalogue.find("patience-daily-2026-11-20").name
    async with open_app(name) as pilot:
        model = pilot.screen.model
        assert model.analysis.get(model.position).state == WINNABLE


@pytest.mark.long
def test_all_daily_deals_can_be_won() -> None:
    lines = daily.load_lines("patience")
    names = [catalogue.name_opened_in_app(line) for line in lines]
    assert [
        name for name in names if not is_winnable(catalogue.find(name).game, PLENTY_SECONDS)
    ] == []


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Event]:
    """Replace the searches for deals; return an event for each one, which ends it once set."""
    ends: list[asyncio.Event] = []

    async def search(request: object, is_ahead: bool) -> str:
        ends.append(asyncio.Event())
        await ends[-1].wait()
        return "FreeCell.1-free"

    monkeypatch.setattr(winnable_deals, "_search", search)
    return ends


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)


async def test_a_search_that_somebody_waits_for_is_not_stopped(
    searches: list[asyncio.Event],
) -> None:
    deals = WinnableDeals(UserOptions())
    waiting = asyncio.create_task(deals.next_deal("FreeCell.1000-free", 1))
    await wait_until(lambda: len(searches) == 1)
    [search] = deals._searches.values()
    for number in range(1, 2 * MAX_SEARCHES):
        await deals.search_ahead(f"FreeCell.{number}-free")
    assert len(deals._searches) == MAX_SEARCHES
    assert search in deals._searches.values()
    searches[0].set()
    assert await waiting == "FreeCell.1-free"
    await deals.close()


async def test_two_who_wait_for_a_search_leave_the_one_after_it(
    searches: list[asyncio.Event],
) -> None:
    deals = WinnableDeals(UserOptions())
    waiting = [asyncio.create_task(deals.random_deal("FreeCell.N-free")) for _ in range(2)]
    await wait_until(lambda: sum(deals._waiter_counts.values()) == 2)
    await wait_until(lambda: len(searches) == 1)
    searches[0].set()
    await asyncio.gather(*waiting)
    await wait_until(lambda: len(searches) == 2)
    [search_ahead] = deals._searches.values()
    assert not search_ahead.done()
    assert not deals._waiter_counts
    await deals.close()
