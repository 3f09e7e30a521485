"""The rows of the bench: what they count, and a program of others beside them."""

import stat

import pytest

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.bench import batch_overhead, library_speed
from ludoscope.puzzles.bench.measure import measure_external, measure_suite
from ludoscope.puzzles.bench.suites import EXTERNAL_PROGRAMS, ExternalProgram, Suite
from ludoscope.puzzles.registry import collections
from ludoscope.search.registry import solvers
from ludoscope.tui.commands.bench import BATCH_ROW, format_library, format_measurement

TOLD = """Started at 100.0
Reached Board No. 2 at 100.2 (total_num_iters=30)
Unsolved Board No. 3 at 100.3
Reached Board No. 3 at 100.5 (total_num_iters=70)
"""

WORKS = [work for _, puzzles in collections() for work in puzzles.bench_suite()]


def test_a_row_counts_what_was_decided():
    row = measure_suite(Suite("patience", "two", "depth-first", ("mo.4", "mo.5")))
    assert (row.decided, row.solved, row.puzzles, row.wrong) == (2, 1, 2, 0)
    assert 0 < row.slowest <= row.seconds
    assert row.explored > 1
    assert row.length is None
    assert format_measurement(row).split()[:5] == ["patience", "two", "depth-first", "2/2", "1"]


@pytest.mark.parametrize("counts", ["cards", "runs"])
def test_a_row_tells_the_mean_length_where_it_counts_moves(counts):
    row = measure_suite(Suite("patience", "one", "depth-first", ("mo.4",), length_unit=counts))
    assert row.length
    assert format_measurement(row).endswith(f"{row.length:.2f}")


def test_a_row_says_when_a_solver_is_too_slow():
    row = measure_suite(Suite("patience", "one", "breadth-first", ("fc.1",), seconds=0.01))
    assert (row.decided, row.solved) == (0, 0)


def test_a_row_of_several_cores_is_compared_with_the_one_of_one():
    one, two = (
        measure_suite(Suite("peg", "five", "fewest", ("lucas-05",), cores=cores))
        for cores in (1, 2)
    )
    assert one.with_speedup([]) == one
    assert two.with_speedup([]) == two
    compared = two.with_speedup([one, two])
    assert compared.speedup == round(one.seconds / two.seconds, 3)
    assert format_measurement(compared).split()[2:5] == ["fewest,", "2", "cores"]
    assert format_measurement(compared).endswith(f"{compared.speedup:.2f} times one core")


def test_a_program_of_others(tmp_path):
    program = tmp_path / "other"
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{TOLD}END\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    rival = ExternalProgram("other", ("some", "swift"), str(program), (), 3)
    row = measure_external(rival)
    assert (row.decided, row.puzzles, row.explored) == (2, 3, 70)
    assert row.seconds == pytest.approx(0.5)
    assert (
        measure_external(ExternalProgram("none", ("some", "swift"), "no-such-program", (), 3))
        is None
    )


def test_every_row_names_a_solver_and_puzzles_that_exist():
    for work in WORKS:
        assert any(row.name == work.solver for row in solvers(work.family)), work
        for name in work.names[:: max(1, len(work.names) - 1)]:
            assert catalogue.find(name).game.family == work.family
    rows = {(work.title, work.solver) for work in WORKS}
    assert all(rival.compared_with in rows for rival in EXTERNAL_PROGRAMS)


def test_a_batch_is_measured_with_and_without_the_search(monkeypatch):
    monkeypatch.setattr(batch_overhead, "DEALS", range(1, 4))
    measured = batch_overhead.measure_overhead()
    assert measured["work"] == "Microsoft 1-3"
    assert 0 < measured["ms_beside_search"] < measured["ms_per_deal"]
    assert "ms beside its search" in BATCH_ROW.format(**measured)


def test_the_library_is_measured(monkeypatch):
    monkeypatch.setattr(library_speed, "DEALS", range(1, 4))
    monkeypatch.setattr(library_speed, "EASY_PUZZLES", ("orush-02",))
    measured = library_speed.measure_library()
    assert measured["work"] == "FreeCell 1-3"
    assert measured["seconds"] > 0
    assert measured["easy_ms"]["orush-02"] > 0
    assert "a further search of orush-02 in" in format_library(measured)
