"""The puzzle of the day: the date alone decides it, and it is worth solving."""

from datetime import date, timedelta
from itertools import islice

import pytest

from games.rush import read_game
from puzzles import catalogue, daily, rush, rush_bundle
from puzzles.catalogue import UnknownPuzzle
from puzzles.generator import solution_length
from search.kernels import compiled

FRIDAY = date(2026, 11, 20)


def test_a_date_has_its_puzzle():
    puzzle = rush.find("orush-daily-2026-11-20")
    assert puzzle.name == "orush-daily-2026-11-20"
    assert puzzle.title == "Daily 2026-11-20"
    assert puzzle.game.spec() == rush.find(puzzle.name).game.spec()
    of = daily.of(FRIDAY)
    assert puzzle.game.spec() == read_game(of.string).spec()
    assert puzzle.source == f"{rush.grade(of.cells)}, {of.cells} cells"


def test_today_is_found_without_a_date_and_listed(monkeypatch):
    monkeypatch.setattr(daily, "today", lambda: FRIDAY)
    assert rush.find("orush-daily").name == "orush-daily-2026-11-20"
    assert [entry.name for entry in rush.entries()][-1] == "orush-daily-2026-11-20"


def test_today_is_a_day_of_now():
    assert abs(daily.today() - date.today()) <= timedelta(days=1)


def test_every_day_has_another_and_they_come_round_again():
    strings = [puzzle.string for puzzle in daily.pool()]
    assert len(set(strings)) == len(strings) == 7 * rush_bundle.WEEKS
    round_again = FRIDAY + timedelta(days=len(strings))
    assert daily.of(round_again) == daily.of(FRIDAY)
    assert not set(strings) & {puzzle.string for puzzle in rush.bundled()}


@pytest.mark.parametrize("weekday", range(7))
def test_the_week_gets_harder(weekday):
    shortest, longest = rush_bundle.DAYS[weekday]
    days = [FRIDAY + timedelta(days=number) for number in range(400)]
    cells = {daily.of(day).cells for day in days if day.weekday() == weekday}
    assert cells == set(range(shortest, longest + 1))


@pytest.mark.skipif(not compiled("rush_flood"), reason="kernels not compiled")
def test_each_is_as_long_as_it_says():
    for puzzle in daily.pool():
        game = read_game(puzzle.string)
        assert solution_length(game, "cells") == puzzle.cells
        assert solution_length(game, "slides") == puzzle.slides


@pytest.mark.skipif(not compiled("rush_anneal"), reason="kernels not compiled")
def test_the_file_can_be_made_again():
    assert tuple(islice(rush_bundle.daily(1), 9)) == daily.pool()[:9]


@pytest.mark.parametrize("name", ["orush-daily-2026-02-30", "orush-daily-0000-01-01"])
def test_a_day_that_never_was(name):
    with pytest.raises(UnknownPuzzle, match="expected one such as 2026-11-20"):
        catalogue.find(name, files=False)


@pytest.mark.parametrize("name", ["orush-daily-", "orush-daily-today", "orush-daily-2026-1-1", "x"])
def test_other_names_are_not_of_a_day(name):
    assert daily.day_of(name) is None
