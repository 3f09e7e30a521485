"""The line that a command of several steps writes while it works."""

import io
import sys

import pytest

from ludoscope.puzzles.bench.suites import Suite
from ludoscope.search import counters
from ludoscope.search.events import Progress
from ludoscope.tui.commands import bench
from ludoscope.tui.commands.progress import MAX_WIDTH, StepProgress, format_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


SUITES = [
    Suite("patience", "two", "depth-first", ("mo.4",)),
    Suite("peg", "one", "breadth-first", ("lucas-01",)),
]


def test_bench_says_what_it_measures_and_leaves_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    rows: list[str] = []
    measured = bench._measure_solvers(SUITES, rows.append, StepProgress(7))
    assert len(rows) == len(measured) == 2
    said = terminal.getvalue()
    first = said.index("1 of 7 · patience: two, depth-first · 00:00")
    assert first < said.index("2 of 7 · peg: one, breadth-first · 00:00")
    assert said.endswith("\r\x1b[K")


def test_nothing_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    bench._measure_solvers(SUITES, lambda _: None, StepProgress(7))
    assert capsys.readouterr().err == ""


def test_a_line_fits_a_terminal() -> None:
    line = StepProgress(120).format_line("a long title " * 20)
    assert len(line) == MAX_WIDTH
    assert line.endswith(" · 00:00")


def test_a_solver_without_a_frontier_reports_none() -> None:
    report = Progress(explored=12, frontier=3, depth=4, seconds=1.0)
    assert "frontier 3" in format_progress(report, counters.BREADTH_FIRST)
    assert "frontier" not in format_progress(report, counters.NEGAMAX)
