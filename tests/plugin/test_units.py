"""Counts in the units of a plug-in, wherever the app and the command line write one."""

from collections.abc import Iterator
from typing import Any

import pytest
from lamps import Lamps

import ludoscope
from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.events import Solved
from ludoscope.search.guarantees import BREADTH_FIRST, FEWEST_MOVES
from ludoscope.search.solver import Solver
from ludoscope.tui.commands.cli import main
from ludoscope.tui.lab.export import format_length
from ludoscope.tui.lab.race import Entrant
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.share import describe_result
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.saves.library_model import LibraryEntry
from ludoscope.tui.saves.overview import progress_text
from ludoscope.tui.saves.results import BestResult
from ludoscope.tui.screens.library.descriptions import describe_result as describe_best
from ludoscope.tui.text import formatting
from ludoscope.tui.text.puzzle_counts import puzzle_count_text

PRESS, BOX, GLASS = (
    ludoscope.Unit(*words.split()) for words in ("press presses", "box boxes", "glass glasses")
)
PHRASES = {0: "0 {1}", 1: "1 {0}", 2: "2 {1}"}


class LampFamily(ludoscope.GameFamily):
    name, title, goal = "lamps", "Lamps", "Switch off all lamps."
    move_unit, puzzle_unit = PRESS, BOX

    def from_spec(self, spec: dict[str, Any]) -> Lamps:
        return Lamps(spec["start"])


class GlassFamily(LampFamily):
    """The family with the units that are optional."""

    move_unit, counted_unit, part_unit = ludoscope.Unit("tap", "taps"), PRESS, GLASS

    def count_parts(self, moves: Any) -> int:
        return len(moves)


class LampPuzzles(Collection):
    example = "lamps-1"
    puzzles = tuple(Puzzle(f"lamps-{n}", Lamps(n), f"{n}") for n in (1, 2))


class EndlessPuzzles(LampPuzzles):
    is_endless = True


@pytest.fixture
def lamps() -> Iterator[None]:
    with ludoscope.register(LampFamily, collection=LampPuzzles):
        yield


def solver_run(count: int) -> SolverRun:
    solver = Solver("breadth-first", FEWEST_MOVES, BREADTH_FIRST, "nothing:here")
    run = SolverRun(Lamps(count), count, (), solver)
    run.verdict = Solved(moves=("x",) * count, optimal_in="presses")
    return run


def session_of(count: int) -> Session:
    session = Session(Puzzle("lamps", Lamps(count), "Lamps"))
    for _ in range(count):
        session.play("x")
    return session


@pytest.mark.parametrize("count", [0, 1, 2])
def test_presses_are_counted_in_the_singular_and_the_plural(lamps: None, count: int) -> None:
    presses = PHRASES[count].format(*PRESS)
    run = solver_run(count)
    item = LibraryEntry.from_entry("lamps", Entry("lamps-2", "2", "Puzzles"))
    moves = ("x",) * count
    assert formatting.format_session_length(session_of(count)) == presses
    assert formatting.format_solution_length("lamps", moves, "presses", None) == presses
    assert describe_result(session_of(count)).startswith(f"solved in {presses}, ")
    assert format_length(Entrant("lamps", run).to_row()) == presses
    assert f"solved: {presses}, the fewest possible" in run.describe_verdict()
    if count:
        best = BestResult(seconds=None, length=count)
        assert describe_best(item, best) == f"your best: {presses}"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_boxes_are_counted_in_the_singular_and_the_plural(count: int) -> None:
    entries = [Entry(f"lamps-{n}", str(n), "Puzzles") for n in range(count)]
    boxes = PHRASES[count].format(*BOX)
    with ludoscope.register(LampFamily, collection=EndlessPuzzles):
        assert puzzle_count_text("lamps", entries) == f"{boxes} listed"
        if count:
            won = {entry.name: "won" for entry in entries}
            assert progress_text("lamps", entries, won, 0) == f"{boxes} won"
    with ludoscope.register(LampFamily, collection=LampPuzzles):
        assert puzzle_count_text("lamps", entries) == boxes
        assert progress_text("lamps", entries, {}, 0) == boxes


@pytest.mark.parametrize("count", [0, 1, 2])
def test_optional_units_are_counted_in_the_singular_and_the_plural(count: int) -> None:
    with ludoscope.register(GlassFamily):
        expected = ", ".join(PHRASES[count].format(*unit) for unit in (PRESS, GLASS))
        presses = PHRASES[count].format(*PRESS)
        assert formatting.format_session_length(session_of(count)) == presses
        moves = ("x",) * count
        assert formatting.format_solution_length("lamps", moves, "taps", None) == expected


def test_a_solver_names_what_it_counts(lamps: None) -> None:
    run = solver_run(2)
    assert run.guarantee_text == "fewest presses, or proof that there is no solution"
    assert run.proved_text == "no solution has fewer presses"
    assert FAMILIES["lamps"].unit_of("steps") == PRESS, "a measure without words"


@pytest.mark.long
def test_the_command_line_counts_one_press(lamps: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "lamps-1"]) == 0
    assert "1 press, the fewest presses there are" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["peg", "patience", "rush", "hexapawn"])
def test_our_units_are_words(name: str) -> None:
    family = FAMILIES[name]
    units = [family.move_unit, family.counted_unit, family.part_unit, family.puzzle_unit]
    for unit in filter(None, [*units, *family.measure_units.values()]):
        assert count_text(1, unit) == f"1 {unit.singular}"
        assert count_text(1000, unit) == f"1,000 {unit.plural}"
        assert not unit.singular.endswith(("s", "ie", "xe"))
