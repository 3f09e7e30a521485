"""The puzzles of the day: the date alone decides them, and they are worth solving."""

from datetime import date, timedelta
from itertools import islice, pairwise

import pytest
from many import FULL, each_of

from ludoscope.games import FAMILIES
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import (
    catalogue,
    daily,
    series,
)
from ludoscope.puzzles.bundled import RushBundleEntry
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.puzzles.hexapawn import dailies as endings
from ludoscope.puzzles.patience import dailies as deals
from ludoscope.puzzles.peg import dailies as problems
from ludoscope.puzzles.peg.fewest_moves import FEWEST_MOVES, fewest_moves, shortest_solution
from ludoscope.puzzles.peg.solvability import OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.rush import bundle as rush_bundle
from ludoscope.puzzles.rush import collection as rush
from ludoscope.puzzles.rush.generator import solution_length
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.kernels import all_kernels_compiled, is_compiled
from ludoscope.search.registry import default_solver, find_solver

FRIDAY = date(2026, 11, 20)
WEEKS = {"peg": 33, "patience": 104, "rush": 104, "hexapawn": 104}


def lengths(day: date) -> RushBundleEntry:
    return RushBundleEntry.parse(daily.line_for("rush", day))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_date_has_its_puzzle(family):
    name = f"{collection(family).daily_prefix}-daily-2026-11-20"
    puzzle = catalogue.find(name, files=False)
    assert (puzzle.name, puzzle.title) == (name, "Daily 2026-11-20")
    assert puzzle.game.family == family
    assert puzzle.game.spec() == catalogue.find(name, files=False).game.spec()


@pytest.mark.parametrize("family", FAMILIES)
def test_today_is_found_without_a_date_and_listed(family, monkeypatch):
    monkeypatch.setattr(daily, "today", lambda: FRIDAY)
    name = f"{collection(family).daily_prefix}-daily"
    assert catalogue.find(name, files=False).name == f"{name}-2026-11-20"
    *_, last = catalogue.entries(family)
    assert (last.name, last.group) == (f"{name}-2026-11-20", "today")
    assert last.detail


def test_today_is_a_day_of_now():
    assert abs(daily.today() - date.today()) <= timedelta(days=1)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_day_has_another_and_they_come_round_again(family):
    lines = daily.load_lines(family)
    assert len(lines) == 7 * WEEKS[family]
    assert all(len(set(lines[day::7])) == WEEKS[family] for day in range(7))
    round_again = FRIDAY + timedelta(days=len(lines))
    assert daily.line_for(family, round_again) == daily.line_for(family, FRIDAY)


def test_none_of_orush_is_bundled_too():
    strings = {RushBundleEntry.parse(line).string for line in daily.load_lines("rush")}
    assert not strings & {puzzle.string for puzzle in rush.bundled_puzzles()}


@each_of("weekday", range(7))
def test_the_week_gets_harder(weekday):
    days = [FRIDAY + timedelta(days=number) for number in range(800)]
    days = [day for day in days if day.weekday() == weekday]
    shortest, longest = rush_bundle.DAILY_LENGTHS[weekday]
    assert {lengths(day).cells for day in days} == set(range(shortest, longest + 1))
    boards, least, most = endings.ENDINGS_BY_WEEKDAY[weekday]
    for day in days:
        line, _, value = daily.line_for("hexapawn", day).rpartition(" ")
        game = collection("hexapawn").find(daily.name_for("hexapawn", day)).game
        assert game.text(game.start) == line
        assert (game.rows, game.columns) in boards
        assert least <= int(value) <= most
        assert daily.line_for("patience", day).startswith(deals.DEALS_BY_WEEKDAY[weekday][0][:-2])


def test_problems_of_the_day_have_solutions_and_take_more_jumps_towards_sunday():
    known = {entry.name for entry in collection("peg").entries()} - {
        *UNSOLVABLE_PROBLEMS,
        *OPEN_PROBLEMS,
    }
    names = daily.load_lines("peg")
    assert set(names) <= known
    taken = [[problems._jump_count(name) for name in names[day::7]] for day in range(7)]
    assert all(max(here) <= min(after) for here, after in pairwise(taken))


def test_the_fewest_moves_of_a_problem_of_the_day_are_known_where_its_own_are():
    days = [FRIDAY + timedelta(days=number) for number in range(7 * WEEKS["peg"])]
    names = {daily.line_for("peg", day): daily.name_for("peg", day) for day in days}
    for name, of_day in names.items():
        assert fewest_moves(of_day) == FEWEST_MOVES.get(name)
        assert (
            collection("peg").find(of_day).game.spec() == collection("peg").find(name).game.spec()
        )


@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels not compiled")
@pytest.mark.parametrize("day", range(7))
def test_deals_and_endings_can_be_won(day):
    for name in daily.load_lines("patience")[day::7][: 12 if FULL else 3]:
        game = collection("patience").find(name).game
        *_, verdict = find_solver(game, "swift").run(game, game.start, Limits())
        assert isinstance(verdict, Solved)
    for number in range(day, 7 * 3, 7):
        game = (
            collection("hexapawn")
            .find(daily.name_for("hexapawn", FRIDAY + timedelta(days=number)))
            .game
        )
        *_, verdict = default_solver(game).run(game, game.start, Limits())
        value = daily.line_for("hexapawn", FRIDAY + timedelta(days=number)).split()[-1]
        assert verdict.value == int(value)


@pytest.mark.skipif(
    not is_compiled("ludoscope.search.rush.kernels.breadth_first"), reason="kernels not compiled"
)
def test_each_is_as_long_as_it_says():
    for puzzle in map(
        RushBundleEntry.parse, daily.load_lines("rush")[:: 1 if FULL else 6]
    ):  # of every weekday
        game = read_game(puzzle.string)
        assert solution_length(game, "cells") == puzzle.cells
        assert solution_length(game, "slides") == puzzle.slides


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels not compiled")
def test_the_files_can_be_made_again():
    assert tuple(map(str, islice(rush_bundle.generate_daily(1), 9))) == daily.load_lines("rush")[:9]
    assert tuple(problems.daily_problem_names(4)) == daily.load_lines("peg")
    assert (
        tuple(islice(endings._generate_endings("1/0", *endings.ENDINGS_BY_WEEKDAY[0]), 9))
        == (daily.load_lines("hexapawn")[0 : 9 * 7 : 7])
    )


@pytest.mark.parametrize("name", ["orush-daily-2026-02-30", "peg-daily-0000-01-01"])
def test_a_day_that_never_was(name):
    with pytest.raises(UnknownPuzzle, match="expected one such as 2026-11-20"):
        catalogue.find(name, files=False)


def test_the_file_of_a_day_that_never_was_has_no_known_solution():
    assert fewest_moves("peg-daily-2026-02-30") is None
    assert shortest_solution("peg-daily-2026-02-30") == ()


def test_a_daily_deal_belongs_to_the_series_of_the_deal() -> None:
    member = series.parse_daily("patience-daily-2026-11-20")
    assert member
    assert member.name_with_number(member.number or 0) == collection("patience").name_opened_in_app(
        daily.line_for("patience", FRIDAY)
    )
    assert series.parse_daily("peg-daily-2026-11-20") is None


@pytest.mark.parametrize("name", ["orush-daily-", "orush-daily-today", "orush-daily-2026-1-1", "x"])
def test_other_names_are_not_of_a_day(name):
    assert daily.parse_day(name, "rush") is None
    assert daily.parse_day("peg-daily", "rush") is None
