"""Races: who works when, what the table says of them, and that nothing is left behind."""

import asyncio
import csv
import io
import json
import re
import sys

import pytest
from many import each_of

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.published_figures import NO_FIGURES, REPORT_METHOD, find_figures
from ludoscope.search.budget import Limits
from ludoscope.search.process.child_process import wait_for_killed
from ludoscope.search.registry import find_solver, solver_set, solvers
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui.lab.export import (
    exit_code,
    format_csv,
    format_json,
    format_markdown,
    format_preset_markdown,
    format_preset_text,
    format_text,
    preset_formatters,
)
from ludoscope.tui.lab.presets import ENGLISH, HEXAPAWN, LUCAS, PRESETS, Preset
from ludoscope.tui.lab.race import (
    WAITING,
    Race,
    RaceRow,
    RaceSubject,
    create_preset_entrants,
    default_line_up,
)

LIMITS = Limits(seconds=20)
ROWS = [
    RaceRow(
        *("p", "one", SOLVED, "", 1500, 3000.4, None, 15, "moves", True, 0.5, 3 << 20),
        bytes_per_position=246.7,
    ),
    RaceRow("p", "two", GAVE_UP, "a | b", 10, None, None, None, "moves", False, 0.0, None),
]


def starters(name: str, *names: str, limits: Limits = LIMITS):
    puzzle = catalogue.find(name)
    chosen = [find_solver(puzzle.game, one) for one in names]
    return RaceSubject.from_puzzle(puzzle).create_entrants(chosen, limits)


async def test_every_entrant_reaches_a_verdict() -> None:
    race = Race(starters("lucas-04", "breadth-first", "depth-first", "beam"))
    assert [entrant.to_row().verdict for entrant in race.entrants] == [WAITING] * 3
    await race.run()
    rows = [entrant.to_row() for entrant in race.entrants]
    assert [(row.solver, row.verdict) for row in rows] == [
        ("breadth-first", SOLVED),
        ("depth-first", SOLVED),
        ("beam", SOLVED),
    ]
    assert all(row.measure == "moves" and 6 <= row.length <= 10 for row in rows)
    assert rows[0].explored > rows[1].explored
    assert race.running_count == 0


@pytest.mark.parametrize("jobs", [1, None])
async def test_number_of_running_solvers_is_limited(
    jobs: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {3}, raising=False)
    race = Race(starters("lucas-05", "breadth-first", "depth-first", "beam"), jobs)
    task = asyncio.create_task(race.run())
    most = 0
    while not task.done():
        most = max(most, race.running_count)
        await asyncio.sleep(0.005)
    assert most == 1
    assert all(entrant.is_finished for entrant in race.entrants)


async def test_proved_minimum_is_shown_in_the_current_measure() -> None:
    race = Race(starters("orush-01", "breadth-first", "breadth-first-slides", "depth-first"))
    await race.run()
    by_cells, by_slides, any_one = (entrant.to_row() for entrant in race.entrants)
    assert (by_cells.measure, by_cells.optimal) == ("cells", True)
    assert (by_slides.measure, by_slides.optimal) == ("slides", True)
    assert not any_one.optimal
    assert by_slides.length < by_cells.length <= any_one.length


async def test_value_of_a_two_player_game_is_in_plies() -> None:
    race = Race(starters("hexapawn-3x3", "mtd-readable"))
    await race.run()
    row = race.entrants[0].to_row()
    assert (row.length, row.measure) == (-6, "plies")


async def test_a_race_that_is_cancelled_leaves_no_process(
    solver_processes, fresh_workers, process_exists
) -> None:
    race = Race(starters("lucas-28", "breadth-first", "depth-first", "beam"), jobs=2)
    task = asyncio.create_task(race.run())
    while (
        race.running_count < 2
        or len(solver_processes) < 2
        or not all(run.last_progress for run in solver_processes)
    ):
        assert not task.done()
        await asyncio.sleep(0.01)
    race.update_progress()
    assert race.entrants[0].to_row().explored > 0
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await wait_for_killed()
    for run in solver_processes:
        assert not process_exists(run.pid)
    rows = [entrant.to_row() for entrant in race.entrants]
    assert [(row.verdict, row.reason) for row in rows[:2]] == [(GAVE_UP, "stopped")] * 2
    assert rows[0].explored > 0
    assert rows[2].verdict == WAITING


async def test_limits_apply_to_each_entrant() -> None:
    race = Race(starters("lucas-28", "breadth-first", limits=Limits(explored=500)))
    await race.run()
    row = race.entrants[0].to_row()
    assert (row.verdict, row.explored) == (GAVE_UP, 500)
    assert exit_code([row]) == 1


@pytest.mark.parametrize("name", ["lucas-06", "FreeCell.1", "orush-01", "hexapawn-3x3"])
def test_entrants_are_solvers_of_the_family(name: str) -> None:
    game = catalogue.find(name).game
    assert set(solver_set(game.family).race_lineup) <= {row.name for row in solvers(game.family)}
    chosen = default_line_up(game)
    assert all(row.is_available for row in chosen)
    names = [row.name for row in chosen]
    assert names == [one for one in solver_set(game.family).race_lineup if one in names]


def test_tables_for_scripts_hold_plain_numbers() -> None:
    read = list(csv.DictReader(io.StringIO(format_csv(ROWS))))
    assert (read[0]["explored"], read[0]["rate"], read[0]["memory"]) == ("1500", "3000", "3145728")
    assert (read[1]["reason"], read[1]["length"], read[1]["memory"]) == ("a | b", "", "")
    assert [row["bytes_per_position"] for row in read] == ["247", ""]
    one, two = json.loads(format_json(ROWS))
    assert (one["bytes_per_position"], two["bytes_per_position"]) == (247, None)
    assert (one["length"], one["optimal"], two["rate"]) == (15, True, None)


@pytest.mark.long
async def test_memory_per_position_is_reported() -> None:
    """Thousands of positions take megabytes, beside which the pages of the process are little."""
    alone, gridded = starters("orush-113", "breadth-first-boats", "breadth-first-grid")
    [little] = starters("orush-02", "beam")
    await Race([alone, gridded, little]).run()
    boats, grid = (one.to_row().bytes_per_position for one in (alone, gridded))
    state = sys.getsizeof(bytes(11)), sys.getsizeof(bytes(36)) + sys.getsizeof(("grid", "list"))
    assert state[0] < boats < 6 * state[0]
    assert boats + state[1] / 2 < grid < boats + 2 * state[1]
    assert little.to_row().bytes_per_position is None  # too few to say


def test_tables_for_readers_are_formatted() -> None:
    text = format_text(ROWS).splitlines()
    assert text[0].split()[0] == "solver"
    assert "15 moves" in text[1]
    assert text[0].split()[-2:] == ["bytes/position", "verdict"]
    assert re.search(r" 3 MB +247 solved, fewest possible$", text[1])
    assert text[2].endswith("gave up: a | b")
    marked = format_markdown(ROWS).splitlines()
    assert marked[0] == "### p"
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in marked[2:]} == {9}


def test_exit_code_is_of_the_best_verdict() -> None:
    proved = RaceRow("p", "x", UNSOLVABLE, "so", 1, None, None, None, "moves", False, 0, None)
    assert [exit_code(rows) for rows in (ROWS, [ROWS[1], proved], ROWS[1:])] == [0, 2, 1]


@pytest.mark.long
async def test_the_problems_of_lucas_by_four_methods() -> None:
    entered = create_preset_entrants(LUCAS, Limits(explored=300))
    race = Race([entrant for entrant in entered if entrant.puzzle in ("lucas-01", "lucas-05")])
    assert len(entered) == 48
    await race.run()
    rows = [entrant.to_row() for entrant in race.entrants]
    by_name = {(row.puzzle, row.solver): row for row in rows}
    assert by_name["lucas-05", "breadth-first"].verdict == GAVE_UP
    beam = by_name["lucas-01", "beam"]
    assert (beam.verdict, beam.width) == (SOLVED, 2)
    assert by_name["lucas-01", "depth-first"].width is None
    head, below, first, *others = format_preset_text(LUCAS, rows).splitlines()
    assert "limited breadth-first" in head
    assert below.split()[:3] == ["problem", "ours", "published"]
    words = first.split()
    assert (words[0], words[2], words[4], words[6]) == ("lucas-01", "23", "14", "12")
    assert words[-4:] == [str(beam.explored), "2", "11", "2"]
    assert "gave up" in others[3]
    assert others[9].split()[4] == "2,890,929?"
    assert "? column unclear in print" in others[-1]
    read = list(csv.DictReader(io.StringIO(preset_formatters(LUCAS)["csv"](rows))))
    [kept] = [row for row in read if (row["puzzle"], row["solver"]) == ("lucas-05", "beam")]
    assert (kept["published"], kept["published_width"]) == ("658", "32")


ROUNDED = [
    RaceRow(name, method.solver, SOLVED, "", 9_999_999, None, None, 1, "moves", False, 59.99, None)
    for preset in PRESETS.values()
    for name in preset.puzzles
    for method in preset.methods
]


@each_of("preset", PRESETS.values())
@each_of("width", [40, 60, 80, 120, None])
def test_tables_of_presets_fit(preset: Preset, width: int | None) -> None:
    text = format_preset_text(preset, ROUNDED, width).splitlines()
    assert max(map(len, text)) <= (width or 160)
    figures = " ".join(text).replace(",", "").split()
    count = len(preset.puzzles) * len(preset.methods)
    assert figures.count("9999999") == count * ("explored" in preset.quantities)
    assert figures.count("60.0") == count * ("seconds" in preset.quantities)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_presets_as_markdown(preset: Preset) -> None:
    lines = [
        line for line in format_preset_markdown(preset, ROUNDED).splitlines() if line[:1] == "|"
    ]
    assert len(lines) == (2 + len(preset.puzzles)) * len(preset.quantities)
    per_table = 2 + len(preset.puzzles)
    for at in range(0, len(lines), per_table):
        assert len({line.count("|") for line in lines[at : at + per_table]}) == 1


def test_presets_name_existing_puzzles_and_solvers() -> None:
    for preset in PRESETS.values():
        entered = create_preset_entrants(preset, LIMITS)
        assert {one.puzzle for one in entered} == set(preset.puzzles)
        assert {one.solver_run.game.family for one in entered} == {preset.family}
    figures = [
        find_figures(name, method.solver) for name in LUCAS.puzzles for method in LUCAS.methods
    ]
    assert sum(one.explored is not None for one in figures) == 8 + 12 + 10 + 12
    assert find_figures("english-central", REPORT_METHOD).seconds == 172
    assert find_figures("hexapawn-config-5x5-15", "memo").explored == 813_830
    assert find_figures("lucas-03", "beam-spread") == NO_FIGURES


def test_preset_skips_solvers_that_are_not_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludoscope.search.solver.is_compiled", lambda name: False)
    entered = create_preset_entrants(ENGLISH, LIMITS)
    assert {one.solver_run.solver.name for one in entered} == {"beam", "depth-first"}
    table = format_preset_text(ENGLISH, [one.to_row() for one in entered], 80).splitlines()
    [central] = [line.split() for line in table if line.startswith("english-central")]
    assert central == ["english-central", "–", "–", "172"]


@pytest.mark.long
async def test_the_configurations_of_hexapawn_take_the_calls_that_were_published() -> None:
    small = [name for name in HEXAPAWN.puzzles if "5x5" not in name]
    entered = create_preset_entrants(HEXAPAWN, LIMITS)
    methods = ("recursion", "memo")
    race = Race(
        one for one in entered if one.puzzle in small and one.solver_run.solver.name in methods
    )
    await race.run()
    for entrant in race.entrants:
        row = entrant.to_row()
        assert str(row.length).replace("-", "minus") == row.puzzle.split("-")[-1]
        known = find_figures(row.puzzle, row.solver).explored
        assert known in (None, row.explored)
    assert sum(find_figures(one.puzzle, "memo").explored is not None for one in race.entrants) == 2
