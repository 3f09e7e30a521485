"""The rows of the bench: what they count, and a program of others beside them."""

import json
import signal
import stat
import threading
from typing import Any

import pytest

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.bench import batch_overhead, library_speed
from ludoscope.puzzles.bench.comparison import Figure, compare, read_figures
from ludoscope.puzzles.bench.machine import busy_warning, describe_machine
from ludoscope.puzzles.bench.measure import measure_suite, run_external
from ludoscope.puzzles.bench.pseudo_terminal import PseudoTerminal
from ludoscope.puzzles.bench.suites import EXTERNAL_PROGRAMS, ExternalProgram, Suite
from ludoscope.puzzles.patience.collection import PatienceCollection
from ludoscope.puzzles.registry import collections
from ludoscope.search.registry import solvers
from ludoscope.tui.commands import bench, bench_screen
from ludoscope.tui.commands.bench import (
    BATCH_ROW,
    format_comparisons,
    format_library,
    format_measurement,
)
from ludoscope.tui.commands.bench_page import format_page
from ludoscope.tui.commands.bench_traffic import Traffic
from ludoscope.tui.commands.progress import StepProgress

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


def test_a_program_of_others_stands_beside_a_row(tmp_path):
    program = tmp_path / "other"
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{TOLD}END\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    rival = ExternalProgram("other", ("two", "depth-first"), str(program), (), 3)
    run = run_external(rival)
    assert (run.solved, run.explored) == (2, 70)
    assert run.seconds == pytest.approx(0.5)
    assert 0 < run.cpu_seconds < 0.5
    suite = Suite("patience", "two", "depth-first", ("mo.4", "mo.5"), rounds=2)
    row = measure_suite(suite, rival)
    assert (row.peer, row.peer_solved, row.peer_explored) == ("other", 2, 70)
    assert row.peer_ratio == pytest.approx(row.cpu_seconds / row.peer_cpu_seconds, abs=0.001)
    assert row.spread >= 0
    assert format_measurement(row).endswith(
        f"  {row.peer_ratio:.2f} of other, {row.peer_cpu_seconds:.3f} s"
    )
    missing = ExternalProgram("none", ("two", "depth-first"), "no-such-program", (), 3)
    row = measure_suite(suite, missing)
    assert (row.peer, row.peer_error) == ("", "")


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (f"#!/bin/sh\ncat <<'END'\n{TOLD}END\nexit 3\n", "exit code 3"),
        ("#!/bin/sh\necho Usage: other\n", "no times or counts of positions in its output"),
        ("#!/no/such/shell\n", "No such file or directory"),
    ],
)
def test_a_program_of_others_that_fails_is_named_and_left_out(
    monkeypatch, capsys, tmp_path, script, error
):
    program = tmp_path / "other"
    program.write_text(script)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    rival = ExternalProgram("other", ("two", "depth-first"), str(program), (), 3)
    monkeypatch.setattr(bench, "find_peer", lambda suite: rival)
    suite = Suite("patience", "two", "depth-first", ("mo.4", "mo.5"), rounds=2)
    lines: list[str] = []
    [row] = bench._measure_solvers([suite], lines.append, StepProgress(1))
    assert (row.decided, row.peer, row.peer_error) == (2, "", f"other: {error}")
    assert lines == [format_measurement(row)]
    expected = f"ludoscope: two, depth-first: no comparison with other: {error}\n"
    assert capsys.readouterr().err == expected


ROW = {"family": "peg", "work": "one", "solver": "swift", "seconds": 1.0, "cpu_seconds": 2.0}
COUNTS = {"decided": 1, "solved": 1, "wrong": 0, "explored": 417, "length": None}
OTHER_RESULTS: dict[str, Any] = {
    "library": {"work": "FreeCell 1-3", "seconds": 1.0, "easy_ms": {"orush-02": 2.5}},
    "values": [{"game": "ORush", "all_ms": 3.0}],
    "batch": {"work": "Microsoft 1-3", "ms_per_deal": 0.5},
    "key_to_frame": {"solver working": {"median_ms": 9.0}},
    "traffic": [{"board": "peg", "theme": "terminal", "cursor": 105, "move": 800}],
    "starts": [{"program": "home screen", "cpu_ms": 500, "memory_mb": 40.0}],
}


def run_of(*rows: dict[str, Any], **others: Any) -> dict[str, Figure]:
    return read_figures(json.dumps({"rows": [ROW | COUNTS | row for row in rows], **others}))


@pytest.mark.parametrize(
    ("seconds", "spread", "verdict"),
    [
        (2.09, 0.0, "same"),
        (2.11, 0.0, "slower"),
        (1.8, 0.0, "faster"),
        (2.15, None, "same"),
        (2.3, None, "slower"),
        (2.9, 0.5, "same"),
        (1.2, 0.5, "faster"),
    ],
)
def test_a_difference_within_the_spread_is_none(seconds, spread, verdict):
    old = run_of({"spread": 0.0 if spread is not None else None})
    new = run_of({"cpu_seconds": seconds, "spread": spread})
    [comparison] = compare(old, new)
    assert (comparison.name, comparison.verdict) == ("peg: one, swift", verdict)
    assert comparison.ratio == pytest.approx(seconds / 2)
    assert comparison.differences == ()


def test_a_row_of_a_busy_machine_has_a_wide_spread():
    old, new = run_of({"spread": 0.0}), run_of({"spread": 0.0, "cpu_seconds": 2.5})
    slowed = run_of({"spread": 0.0, "cpu_seconds": 2.5, "seconds": 3.0})
    assert [compare(old, run)[0].verdict for run in (new, slowed)] == ["slower", "same"]


def test_a_comparison_names_counts_that_differ_and_rows_of_one_run():
    old = run_of({}, {"work": "two"}, {"work": "timed", "length": 25.5})
    new = run_of(
        {"explored": 420, "solved": 0},
        {"work": "three"},
        {"work": "timed", "length": 25.25, "explored": 9},
    )
    comparisons = {comparison.name: comparison for comparison in compare(old, new)}
    assert comparisons["peg: one, swift"].differences == ("solved 1 → 0", "explored 417 → 420")
    assert comparisons["peg: timed, swift"].differences == ("length 25.5 → 25.25",)
    assert comparisons["peg: three, swift"].verdict == "new"
    assert comparisons["peg: two, swift"].verdict == "gone"
    lines = format_comparisons(list(comparisons.values())).splitlines()
    assert lines[2].split()[:7] == ["peg:", "one,", "swift", "(s)", "2", "2", "1.00"]
    assert lines[2].endswith("same; solved 1 → 0; explored 417 → 420")


def test_every_figure_of_a_run_is_compared():
    later = json.loads(json.dumps(OTHER_RESULTS).replace("500", "900").replace("800", "700"))
    verdicts = {
        comparison.name: comparison.verdict
        for comparison in compare(run_of({}, **OTHER_RESULTS), run_of({}, **later))
    }
    assert len(verdicts) == 10
    assert verdicts.pop("first frame: home screen") == "slower"
    assert verdicts.pop("bytes of a move: peg, terminal") == "less"
    assert {*verdicts.values()} == {"same"}


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"rows": 1}',
        '{"rows": [1]}',
        '{"rows": [{"family": "peg"}]}',
        json.dumps({"rows": [{**ROW, **COUNTS, "explored": "many"}]}),
        json.dumps({"rows": [], "values": [3]}),
        json.dumps({"rows": [], "starts": [{"x": 1}]}),
    ],
)
def test_what_is_no_run_is_refused_before_anything_is_measured(ludoscope, tmp_path, text):
    path = tmp_path / "old.json"
    path.write_text(text)
    ran = ludoscope("bench", "hexapawn", "--compare", str(path))
    assert ran.code == 65
    assert ran.err.startswith(f"ludoscope: {path}: expected ")


def test_a_run_is_compared_with_itself_and_makes_the_page(monkeypatch, ludoscope, tmp_path):
    suite = Suite("patience", "two", "depth-first", ("mo.4", "mo.5"), rounds=2)
    monkeypatch.setattr(bench, "_available_suites", lambda family, with_long: [suite])
    earlier = ludoscope("bench", "patience", "--json")
    (tmp_path / "old.json").write_text(earlier.out)
    compared = ludoscope("bench", "patience", "--compare", str(tmp_path / "old.json"))
    assert compared.code == 0
    [line] = [line for line in compared.out.splitlines() if line.startswith("patience: two,")]
    assert any(verdict in line for verdict in ("same", "faster", "slower"))
    assert "explored" not in line
    assert ludoscope("bench", "patience", "--markdown").code == 64
    results = json.loads(earlier.out) | PAGE_RESULTS
    page = format_page(results)
    assert page.startswith("# Benchmarks\n")
    assert "| Patience: two | `depth-first` | 2 of 2 |" in page
    assert "| ORush | 20 | 1 | 3.0 | 4 |" in page
    assert "| peg | terminal | 105 | 800 | 36 | 700 |" in page
    assert "| home screen | 300 | 500 | 1.25 | 40.0 |" in page


def test_a_busy_machine_is_named():
    assert busy_warning({"load": 14.0, "cores": 2}).startswith("this machine is busy (load 14, 2")
    assert busy_warning({"load": 0.4, "cores": 2}) == ""
    assert busy_warning({"load": None, "cores": 2}) == ""
    assert describe_machine()["cores"] >= 1


PAGE_RESULTS: dict[str, Any] = {
    "library": OTHER_RESULTS["library"],
    "values": [
        {"game": "ORush", "positions": 20, "first_ms": 1, "all_ms": 3.0, "slowest_ms": 4},
    ],
    "batch": {"work": "Microsoft 1-3", "ms_per_deal": 0.5, "ms_beside_search": 0.25},
    "key_to_frame": {"solver working": {"keys": 9, "median_ms": 9.0, "p95_ms": 12.0}},
    "traffic": [
        OTHER_RESULTS["traffic"][0] | {"clock": 36.4, "solver": 700.0},
    ],
    "starts": [OTHER_RESULTS["starts"][0] | {"first_frame_ms": 300, "ratio": 1.25}],
}


def test_the_start_is_left_out_where_the_system_does_not_tell_cpu_times(monkeypatch):
    [keys] = PAGE_RESULTS["key_to_frame"].values()
    monkeypatch.setattr("ludoscope.tui.commands.bench_start._read_cpu_seconds", lambda process: 0.0)
    monkeypatch.setattr(bench_screen, "_measure_keys", lambda rate: keys)
    traffic = PAGE_RESULTS["traffic"]
    monkeypatch.setattr(bench_screen, "_measure_all_traffic", lambda failures: traffic)
    measured = bench_screen.measure_screen(StepProgress(bench_screen.STEP_COUNT))
    assert measured.keys() == {"key_to_frame", "traffic"}
    results = {"machine": describe_machine(), "rows": [], **PAGE_RESULTS}
    del results["starts"]
    for text in (bench_screen.format_screen(measured), format_page(results | measured)):
        assert "solver working" in text
        assert "first frame" not in text


def test_a_measurement_of_the_screen_that_fails_is_left_out_and_named(monkeypatch, capsys):
    [keys] = PAGE_RESULTS["key_to_frame"].values()

    def fail(*_, **__):
        raise TimeoutError("not within 10 s")

    def measure_keys(rate):
        return keys if rate is None else fail()

    def measure_traffic(scene, *, theme, on_open):
        return fail() if scene.board == "rush" else Traffic(scene.board, theme, 1, 2, 3.0, 4.0)

    monkeypatch.setattr(bench_screen, "measure_starts", fail)
    monkeypatch.setattr(bench_screen, "_measure_keys", measure_keys)
    monkeypatch.setattr(bench_screen, "measure_traffic", measure_traffic)
    measured = bench_screen.measure_screen(StepProgress(bench_screen.STEP_COUNT))
    assert measured.keys() == {"key_to_frame", "traffic", "left_out"}
    assert [*measured["key_to_frame"]] == ["solver working"]
    boards = {row["board"] for row in measured["traffic"]}
    assert boards == {scene.board for scene in bench_screen.SCENES} - {"rush"}
    start, *others = measured["left_out"]
    assert start == "start of the app"
    assert [title for title in others if "rush" not in title] == [
        f"key to frame, solver working{link}" for link in [*bench_screen.LINK_RATES][1:]
    ]
    said = capsys.readouterr().err.splitlines()
    assert said == [
        f"ludoscope: {title}: left out: not within 10 s" for title in measured["left_out"]
    ]


def test_a_run_that_is_not_complete_ends_with_1(monkeypatch, ludoscope):
    results = {"rows": [], "left_out": ["start of the app"]}
    monkeypatch.setattr(bench, "_measure", lambda *_: results)
    result = ludoscope("bench", "--json")
    assert result.code == 1
    assert json.loads(result.out)["left_out"] == ["start of the app"]


def test_an_interrupt_ends_the_apps_whose_bytes_are_counted(monkeypatch):
    terminals: list[PseudoTerminal] = []
    errors: list[str] = []

    def measure_traffic(scene, *, theme, on_open):
        with PseudoTerminal(["sleep", "600"]) as terminal:
            terminals.append(terminal)
            on_open(terminal)
            if scene is bench_screen.SCENES[0] and theme == bench_screen.OWN_THEMES[0]:
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            try:
                terminal.read_until(lambda output: False, 60)
            except OSError as error:
                errors.append(str(error))

    monkeypatch.setattr(bench_screen, "measure_traffic", measure_traffic)
    with pytest.raises(KeyboardInterrupt):
        bench_screen._measure_all_traffic({})
    assert 0 < len(terminals) <= bench_screen.APPS_AT_ONCE  # no other one was started
    assert all(terminal.process.returncode is not None for terminal in terminals)
    assert len(errors) == len(terminals)
    assert not [error for error in errors if "not within" in error]


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


def test_long_suites_are_measured_on_request_only(ludoscope, monkeypatch):
    suites = (
        Suite("patience", "short", "depth-first", ("mo.4",)),
        Suite("patience", "long", "depth-first", ("mo.5",), is_long=True),
    )
    monkeypatch.setattr(PatienceCollection, "bench_suite", lambda _: suites)
    for words, titles in (([], ["short"]), (["--long"], ["short", "long"])):
        rows = json.loads(ludoscope("bench", "patience", "--json", *words).out)["rows"]
        assert [row["work"] for row in rows] == titles
