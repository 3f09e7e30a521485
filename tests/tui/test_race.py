"""Races: who works when, what the table says of them, and that nothing is left behind."""

import asyncio
import csv
import io
import json
import os
import re
import time

import pytest

from puzzles import catalogue
from search.process import ended
from search.registry import find_solver, solvers
from search.watch import Limits
from tui import lucas_table
from tui.race import FIELD, GAVE_UP, SOLVED, UNSOLVABLE, WAITING, Figures, Race, entrants, field
from tui.race_export import (
    as_csv,
    as_json,
    as_markdown,
    as_text,
    exit_code,
    lucas_markdown,
    lucas_text,
)

LIMITS = Limits(seconds=20)
ROWS = [
    Figures("p", "one", SOLVED, "", 1500, 3000.4, None, 15, "moves", True, 0.5, 3 << 20),
    Figures("p", "two", GAVE_UP, "a | b", 10, None, None, None, "moves", False, 0.0, None),
]


def starters(name: str, *names: str, limits: Limits = LIMITS):
    puzzle = catalogue.find(name)
    return entrants(puzzle, [find_solver(puzzle.game, one) for one in names], limits)


async def test_each_comes_to_its_verdict() -> None:
    race = Race(starters("lucas-04", "breadth-first", "depth-first", "beam"))
    assert [entrant.figures().verdict for entrant in race.entrants] == [WAITING] * 3
    await race.run()
    rows = [entrant.figures() for entrant in race.entrants]
    assert [(row.solver, row.verdict) for row in rows] == [
        ("breadth-first", SOLVED),
        ("depth-first", SOLVED),
        ("beam", SOLVED),
    ]
    assert all(row.measure == "moves" and 6 <= row.length <= 10 for row in rows)
    assert rows[0].explored > rows[1].explored
    assert race.running == 0


async def test_no_more_at_work_than_there_is_room_for() -> None:
    race = Race(starters("lucas-05", "breadth-first", "depth-first", "beam"), jobs=1)
    task = asyncio.create_task(race.run())
    most = 0
    while not task.done():
        most = max(most, race.running)
        await asyncio.sleep(0.005)
    assert most == 1
    assert all(entrant.over for entrant in race.entrants)


async def test_what_is_proved_fewest_is_said_in_the_measure_that_is_shown() -> None:
    race = Race(starters("orush-01", "breadth-first", "breadth-first-slides", "depth-first"))
    await race.run()
    by_cells, by_slides, any_one = (entrant.figures() for entrant in race.entrants)
    assert (by_cells.measure, by_cells.optimal) == ("cells", True)
    assert (by_slides.measure, by_slides.optimal) == ("slides", True)
    assert not any_one.optimal
    assert by_slides.length < by_cells.length <= any_one.length


async def test_two_players_have_a_value() -> None:
    race = Race(starters("hexapawn-3x3", "mtd-readable"))
    await race.run()
    row = race.entrants[0].figures()
    assert (row.length, row.measure) == (-6, "plies")


async def test_a_race_that_is_cancelled_leaves_no_process(searches) -> None:
    race = Race(starters("lucas-28", "breadth-first", "depth-first", "beam"), jobs=2)
    task = asyncio.create_task(race.run())
    while race.running < 2 or len(searches) < 2 or not all(run.latest for run in searches):
        await asyncio.sleep(0.01)
    race.look()
    assert race.entrants[0].figures().explored > 0
    began = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await ended()
    assert time.monotonic() - began < 0.5
    for run in searches:
        with pytest.raises(ProcessLookupError):
            os.kill(run.pid, 0)
    rows = [entrant.figures() for entrant in race.entrants]
    assert [(row.verdict, row.reason) for row in rows[:2]] == [(GAVE_UP, "stopped")] * 2
    assert rows[0].explored > 0
    assert rows[2].verdict == WAITING


async def test_a_limit_holds_for_each() -> None:
    race = Race(starters("lucas-28", "breadth-first", limits=Limits(explored=500)))
    await race.run()
    row = race.entrants[0].figures()
    assert (row.verdict, row.explored) == (GAVE_UP, 500)
    assert exit_code([row]) == 1


@pytest.mark.parametrize("name", ["lucas-06", "FreeCell.1", "orush-01", "hexapawn-3x3"])
def test_a_field_is_made_of_solvers_of_the_family(name: str) -> None:
    game = catalogue.find(name).game
    assert set(FIELD[game.family]) <= {row.name for row in solvers(game.family)}
    chosen = field(game)
    assert all(row.available for row in chosen)
    names = [row.name for row in chosen]
    assert names == [one for one in FIELD[game.family] if one in names]


def test_tables_for_scripts_hold_plain_numbers() -> None:
    read = list(csv.DictReader(io.StringIO(as_csv(ROWS))))
    assert (read[0]["explored"], read[0]["rate"], read[0]["memory"]) == ("1500", "3000", "3145728")
    assert (read[1]["reason"], read[1]["length"], read[1]["memory"]) == ("a | b", "", "")
    one, two = json.loads(as_json(ROWS))
    assert (one["length"], one["optimal"], two["rate"]) == (15, True, None)


def test_tables_for_people() -> None:
    text = as_text(ROWS).splitlines()
    assert text[0].split()[0] == "solver"
    assert "15 moves" in text[1]
    assert text[1].endswith("3 MB solved, proved fewest")
    assert text[2].endswith("gave up: a | b")
    marked = as_markdown(ROWS).splitlines()
    assert marked[0] == "### p"
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in marked[2:]} == {8}


def test_the_exit_code_is_of_the_best_that_was_met() -> None:
    proved = Figures("p", "x", UNSOLVABLE, "so", 1, None, None, None, "moves", False, 0, None)
    assert [exit_code(rows) for rows in (ROWS, [ROWS[1], proved], ROWS[1:])] == [0, 2, 1]


async def test_the_problems_of_lucas_by_four_methods() -> None:
    entered = lucas_table.lucas_entrants(Limits(explored=2000))
    race = Race([entrant for entrant in entered if entrant.puzzle in ("lucas-01", "lucas-05")])
    assert len(entered) == 48
    await race.run()
    rows = [entrant.figures() for entrant in race.entrants]
    first, fifth = lucas_table.cells(rows)
    assert first[0] == "lucas-01"
    assert all(int(cell) < 30 for cell in first[1])
    assert fifth[1][0] == "gave up"
    table = lucas_text(rows).splitlines()
    assert table[0].split()[:3] == ["problem", "breadth-first", "published"]
    assert "150" in table[2].split()  # the second row stands beside the second published figure
    assert lucas_markdown(rows).count("\n") == 4
