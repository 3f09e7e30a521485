"""The command `batch`: results that survive whatever ends it, and a summary."""

import csv
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from many import each_of, first_of

from ludoscope.puzzles.batch import result_file
from ludoscope.puzzles.batch.name_patterns import find_name_pattern
from ludoscope.puzzles.batch.result_file import ResultFile
from ludoscope.puzzles.batch.rows import FIELDS, InUseError, Jobs
from ludoscope.puzzles.batch.worker import program_version
from ludoscope.puzzles.files import FileError
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process import spawn
from ludoscope.tui.commands import cli
from ludoscope.tui.commands.batch_report import (
    collect_times,
    format_comparison,
    format_rate,
    format_share,
    format_summary,
)

GAVE_UP = ("gave", "up")
ENVIRONMENT = os.environ | {"PYTHONIOENCODING": "utf-8"}
WORDS = ["mo", "104..127", "--solver", "depth-first", "--jobs", "2"]  # the last takes longest


def run(capsys, *words: str) -> tuple[int, str, str]:
    code = cli.main(["batch", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def started(path: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a batch and return its process once some lines are written."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoscope", "batch", *words, "-o", str(path)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < until
        assert process.poll() is None, process.communicate()
        time.sleep(0.002)
    return process


def nobody_left(process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("its workers live on")


def test_rows_and_a_summary(capsys, tmp_path: Path) -> None:
    path = tmp_path / "lucas.csv"
    code, out, _ = run(capsys, "lucas", "1..4", "--solver", "beam", "--jobs", "2", "-o", str(path))
    assert code == 0
    assert out.startswith("solved 4 of 4, 100 % (mean ")
    rows = sorted(csv.DictReader(path.open()), key=lambda row: int(row["number"]))
    assert [row["puzzle"] for row in rows] == ["lucas-01", "lucas-02", "lucas-03", "lucas-04"]
    assert {row["verdict"] for row in rows} == {"solved"}
    assert int(rows[0]["length"]) == 5


@pytest.mark.long
def test_each_vacancy_of_a_board_by_several_solvers(capsys, tmp_path: Path) -> None:
    path = tmp_path / "triangle.csv"
    words = ["triangle", "1..15", "--solver", "depth-first", "--solver", "beam", "-o", str(path)]
    code, out, _ = run(capsys, *words)
    assert code == 0
    head, *lines = out.splitlines()
    assert head.split() == ["solver", "solved", "success", "mean", "max", "unsolvable", *GAVE_UP]
    # the centre and its images alone cannot have the last peg where the vacancy was
    assert [line.split()[:6] for line in lines[:2]] == [
        ["depth-first", "12", "of", "15", "80", "%"],
        ["beam", "12", "of", "15", "80", "%"],
    ]
    rows = list(csv.DictReader(path.open()))
    assert len(rows) == len({(row["number"], row["solver"]) for row in rows}) == 30
    names = {row["puzzle"] for row in rows if row["number"] == "1"}
    assert names == {"triangle-15-15"}
    _, again, _ = run(capsys, *words)
    assert again.splitlines()[:3] == out.splitlines()[:3]
    assert len(path.read_text().splitlines()) == 31
    one = run(capsys, "triangle", "1..15", "--solver", "beam", "-o", str(path))
    assert "holds results of depth-first" in one[2]


def test_success_by_solver_is_a_table() -> None:
    rows = [
        {"solver": "beam", "verdict": "solved", "seconds": 0.5},
        {"solver": "beam", "verdict": "gave up", "seconds": 9.0},
        {"solver": "deep", "verdict": "unsolvable", "seconds": 0.1},
    ]
    beam, deep, rate = format_comparison(collect_times(rows), ["beam", "deep"], 2).splitlines()[1:]
    assert beam.split() == ["beam", "1", "of", "2", "50", "%", "500", "ms", "500", "ms", "0", "1"]
    assert deep.split() == ["deep", "0", "of", "1", "0", "%", "–", "–", "1", "0"]
    assert rate == "2 a second"


@each_of(
    ("part", "whole", "said"),
    [
        (0, 0, "–"),
        (0, 3, "0 %"),
        (3, 3, "100 %"),
        (31, 33, "94 %"),
        (999, 1000, "99.9 %"),
        (9_999, 10_000, "99.99 %"),
        (999_992, 1_000_000, "99.999 %"),
        (1, 100_000, "0.001 %"),
    ],
)
def test_a_share_is_rounded_to_all_only_where_it_is_all(part: int, whole: int, said: str) -> None:
    assert format_share(part, whole) == said


@first_of("suffix", ["jsonl", "csv"])
def test_killed_at_once_it_goes_on_where_it_was(capsys, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"results.{suffix}"
    process = started(path, *WORDS)
    process.kill()
    process.communicate()
    nobody_left(process)
    with path.open("ab") as file:
        file.write(b'{"number": 109' if suffix == "jsonl" else b"109,MidnightOil.109,dep")
    before = path.read_text().splitlines()
    assert len(before) <= 24 + (suffix == "csv")  # a row at least is not there or damaged
    code, out, _ = run(capsys, *WORDS, "-o", str(path))
    assert code == 0
    assert out.startswith("solved 1 of 24, 4 % (")
    assert "23 unsolvable" in out
    lines = path.read_text().splitlines()
    assert lines[: len(before) - 1] == before[:-1]  # none done twice, the damaged one cut away
    if suffix == "csv":
        numbers = [int(row["number"]) for row in csv.DictReader(lines)]
    else:
        numbers = [json.loads(line)["number"] for line in lines]
    assert sorted(numbers) == list(range(104, 128))
    _, again, _ = run(capsys, *WORDS, "-o", str(path))
    assert path.read_text().splitlines() == lines
    assert again.split(";")[0].strip() == out.split(";")[0]


def test_interrupted_it_leaves_a_valid_file(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    process = started(path, *WORDS)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    nobody_left(process)
    assert path.read_text().endswith("\n")
    with ResultFile(path) as results:
        assert 0 < len(results) < 24


SEARCHING = 0.5  # seconds of a core; a start takes less


def workers_of(process: subprocess.Popen[bytes]) -> Iterator[int]:
    """Yield the ids of the child processes that are already searching."""
    for children in Path(f"/proc/{process.pid}/task").glob("*/children"):
        for pid in children.read_text().split():
            with suppress(FileNotFoundError):
                times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
                if sum(map(int, times)) / os.sysconf("SC_CLK_TCK") > SEARCHING:
                    yield int(pid)


@pytest.mark.long
def test_a_puzzle_whose_worker_dies_twice_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    words = ["lucas", "1..28", "--solver", "depth-first", "--jobs", "1", "--time", "30"]
    process = started(path, *words)
    until = time.monotonic() + 60
    killed = set()
    while b"killed by SIGKILL" not in path.read_bytes():
        assert time.monotonic() < until
        for pid in workers_of(process):
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        time.sleep(0.02)
    assert len(killed) > 1
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    nobody_left(process)


@pytest.mark.parametrize(
    ("words", "content", "code", "sentence"),
    [
        (["chess", "1..3"], "", 64, "expected one of lucas"),
        (["lucas", "1..31"], "", 64, "expected 1 to 30"),
        (["english", "1..34"], "", 64, "found hole 34 of english, expected 1 to 33"),
        (["lucas", "1..3", "--solver", "mtd"], "", 64, "no solver 'mtd' for peg"),
        (["lucas", "1..3"], "my notes\n", 65, ":1: 'my notes' found, expected the results"),
        (["lucas", "1..3"], '{"number": 1}\n{}\n', 65, ":1: "),
    ],
)
def test_what_cannot_be_is_one_line(
    capsys, tmp_path: Path, words: list[str], content: str, code: int, sentence: str
) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text(content)
    found, out, err = run(capsys, *words, "-o", str(path))
    assert (found, out) == (code, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert path.read_text() == content


def test_results_of_others_are_left_alone(capsys, tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    run(capsys, "lucas", "1..2", "--solver", "beam", "-o", str(path))
    content = path.read_text()
    code, _, err = run(capsys, "mo", "1..2", "-o", str(path))
    assert (code, "holds results of lucas-0" in err) == (64, True)
    code, _, err = run(capsys, "lucas", "1..2", "--solver", "depth-first", "-o", str(path))
    assert (code, "holds results of beam" in err) == (64, True)
    with ResultFile(path), pytest.raises(InUseError):
        ResultFile(path)
    assert path.read_text() == content


@first_of("suffix", ["csv", "jsonl"])
def test_a_row_of_another_puzzle_is_found_wherever_it_stands(
    capsys, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"file.{suffix}"
    with ResultFile(path) as results:
        for number, name in enumerate(("lucas-01", "MidnightOil.2", "lucas-03"), 1):
            results.add(ROW | {"number": number, "puzzle": name})
    code, _, err = run(capsys, "lucas", "1..3", "-o", str(path))
    assert (code, "holds results of MidnightOil.2, not of lucas-02" in err) == (64, True)


def test_of_results_by_several_solvers_one_is_not_picked(capsys, tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    run(capsys, "lucas", "1..2", "--solver", "beam", "--solver", "depth-first", "-o", str(path))
    content = path.read_text()
    code, _, err = run(capsys, "lucas", "1..3", "-o", str(path))
    assert (code, "beam, depth-first, expected --solver with each" in err) == (64, True)
    assert path.read_text() == content


def test_without_a_solver_that_of_the_file_goes_on(capsys, tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    run(capsys, "lucas", "1..2", "--solver", "beam", "-o", str(path))
    code, _, err = run(capsys, "lucas", "1..3", "-o", str(path))
    assert (code, "holds results of beam: the batch goes on with this solver" in err) == (0, True)
    assert [row["solver"] for row in csv.DictReader(path.open())] == ["beam"] * 3
    path.write_text(path.read_text().replace("beam", "mtd"))
    code, _, err = run(capsys, "lucas", "1..4", "-o", str(path))
    assert (code, "no solver 'mtd' for peg" in err) == (64, True)


@pytest.mark.parametrize(
    ("game", "name"),
    [("FreeCell", "FreeCell.7"), ("ms", "ms-7"), ("ms-N-free", "ms-7-free"), ("lucas", "lucas-7")],
)
def test_names_that_take_numbers(game: str, name: str) -> None:
    assert find_name_pattern(game, range(7, 10)).format(7) == name


def test_the_summary_is_a_sentence() -> None:
    rows = [{"solver": "swift", "verdict": "solved", "seconds": s} for s in (0.0004, 0.0014)]
    rows.append({"solver": "swift", "verdict": "unsolvable", "seconds": 3.0})
    said = format_summary(collect_times(rows), 1234.5)
    assert said == "solved 2 of 3, 67 % (mean 0.9 ms, max 1.4 ms), 1 unsolvable; 1,234 a second"


@each_of(
    ("rate", "said"),
    [(1234.5, "1,234"), (12.34, "12"), (9.96, "10"), (2.0, "2"), (0.5, "0.5"), (1 / 60, "0.017")],
)
def test_a_rate_is_never_rounded_to_nothing(rate: float, said: str) -> None:
    assert format_rate(rate) == f"{said} a second"


@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
def test_the_usual_solver_decides_a_deal_that_cannot_be_won(capsys) -> None:
    code, out, _ = run(capsys, "ms", "11981..11982")
    assert code == 0
    assert out.startswith("solved 1 of 2, 50 % (")
    assert ", 1 unsolvable;" in out


# Without room, without processes


ROW = {"number": 1, "puzzle": "lucas-01", "solver": "beam", "verdict": "solved", "reason": ""}
ROW |= {"explored": 5, "length": 5, "measure": "jumps", "optimal": False, "seconds": 0.01}
assert tuple(ROW) == FIELDS


@pytest.mark.long
@first_of("suffix", ["jsonl", "csv"])
def test_without_room_the_rows_so_far_stay(capsys, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"results.{suffix}"
    words = ["lucas", "1..20", "--solver", "swift", "--jobs", "2", "-o", str(path)]
    program = shlex.join([sys.executable, "-m", "ludoscope", "batch", *words])
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 1; exec {program}"], env=ENVIRONMENT, capture_output=True
    )
    assert done.returncode == 66
    assert done.stderr.decode() == f"ludoscope: {path}: File too large\n"
    kept = path.read_text()
    assert kept.endswith("\n")
    code, out, _ = run(capsys, *words)
    assert (code, out.startswith("solved 20 of 20")) == (0, True)
    assert path.read_text().startswith(kept)


def refuse(*words: object, **options: object) -> None:
    raise BlockingIOError(11, "Resource temporarily unavailable")


@pytest.mark.long
def test_without_a_process_it_gives_up(
    capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.csv"
    words = ["lucas", "1..4", "--solver", "beam", "-o", str(path)]
    monkeypatch.setattr(spawn.subprocess, "Popen", refuse)
    code, out, err = run(capsys, *words)
    assert (code, out) == (1, "")
    assert err == (
        "ludoscope: gave up: no process could be started: Resource temporarily unavailable;"
        " 4 of 4 searches are not done\n"
    )
    monkeypatch.undo()
    assert run(capsys, *words)[0] == 0


def test_one_process_does_the_work_of_several(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = spawn.subprocess.Popen, []

    def once(*words: object, **options: object) -> object:
        if started:
            refuse()
        started.append(start(*words, **options))
        return started[-1]

    monkeypatch.setattr(spawn.subprocess, "Popen", once)
    code, out, _ = run(capsys, "lucas", "1..6", "--solver", "beam", "--jobs", "3")
    assert (code, out.startswith("solved 6 of 6")) == (0, True)


def test_there_is_a_process_for_each_usable_core(
    capsys, monkeypatch: pytest.MonkeyPatch, pids: list[int]
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert run(capsys, "lucas", "1..8", "--solver", "beam")[0] == 0
    assert len(pids) == 1


def answer_of(row: dict) -> str:
    """Return the worker's reply that contains this row."""
    result = {"version": program_version(), "seconds": 1, "rows": [list(row.values())]}
    return json.dumps({"result": result})


@pytest.mark.usefixtures("fresh_workers")
@first_of(
    "says",
    [
        '{"puzzle": 3}',
        '{"result": {"version": "0.2.0", "seconds": 1, "rows": []}}',
        answer_of(ROW | {"puzzle": "\x1b[2J"}),
        answer_of(ROW | {"verdict": "perhaps"}),
        answer_of(ROW | {"number": 3}),
        "[]",
        "nonsense",
    ],
    5,
)
def test_a_row_is_checked(capsys, monkeypatch: pytest.MonkeyPatch, says: str) -> None:
    script = f"print('{{}}', flush=True); input()\nwhile input(): print({says!r}, flush=True)"
    monkeypatch.setattr(
        "ludoscope.search.process.spawn.worker_command",
        lambda module: [sys.executable, "-c", script],
    )
    code, out, _ = run(capsys, "lucas", "1..2", "--solver", "beam")
    assert (code, out.startswith("solved 0 of 2, 0 %, 2 gave up")) == (1, True)


@first_of("suffix", ["jsonl", "csv"])
@pytest.mark.parametrize("end", ["3,lucas-03\n", "my notes", '{"number": 3}\n', "x" * (2 << 20)])
def test_only_a_row_that_was_cut_off_is_cut_away(tmp_path: Path, suffix: str, end: str) -> None:
    path = tmp_path / f"results.{suffix}"
    with ResultFile(path) as results:
        for number in (1, 2):
            results.add(ROW | {"number": number})
    content = path.read_text() + end
    path.write_text(content)
    with pytest.raises(FileError, match="expected the results of a batch"):
        ResultFile(path)
    assert path.read_text() == content


@first_of("suffix", ["jsonl", "csv"])
@pytest.mark.parametrize("wrong", [{"verdict": "perhaps"}, {"seconds": 10**400}, {"seconds": -1}])
def test_a_row_that_no_batch_writes_is_told(tmp_path: Path, suffix: str, wrong: dict) -> None:
    path = tmp_path / f"results.{suffix}"
    with ResultFile(path) as results:
        results.add(ROW | wrong)
    with pytest.raises(FileError, match="expected the results of a batch"):
        ResultFile(path)


@first_of("suffix", ["jsonl", "csv"])
def test_a_row_is_cut_off_anywhere(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"results.{suffix}"
    with ResultFile(path) as results:
        results.add(ROW)
        size = path.stat().st_size
        results.add(ROW | {"number": 2})
    whole = path.read_bytes()
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        with ResultFile(path) as results:
            assert [row["number"] for row in results] == [1, 2][
                : (length >= size) + (length == len(whole))
            ]


@first_of("suffix", ["csv", "jsonl"])
def test_of_several_rows_of_a_search_a_decided_one_counts(tmp_path: Path, suffix: str) -> None:
    path, jobs = tmp_path / f"results.{suffix}", Jobs(range(1, 10), ("beam",))
    gave_up = ROW | {"verdict": "gave up", "length": None}
    rows = [ROW, gave_up, gave_up | {"number": 2}, gave_up | {"number": 2, "explored": 7}]
    with ResultFile(path) as results:
        results.add_all(rows)
    with ResultFile(path) as results:
        assert list(results.iter_verdicts(jobs)) == [ROW, gave_up | {"number": 2, "explored": 7}]
        assert results.count_done(jobs) == 2
        results.add(ROW | {"number": 2})
        assert [row["verdict"] for row in results] == ["solved", "solved"]


@first_of("suffix", ["csv", "jsonl"])
def test_the_rows_of_a_chunk_are_written_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    path, synced_counts = tmp_path / f"results.{suffix}", []

    def sync(handle: int) -> None:
        assert os.path.samestat(os.fstat(handle), path.stat())
        synced_counts.append(path.read_bytes().count(b"solved"))

    monkeypatch.setattr(result_file, "sync_to_disk", sync)
    with ResultFile(path) as results:
        results.add_all([ROW, ROW | {"number": 2}])
        results.add_all([ROW | {"number": 3}])
        assert synced_counts == [2, 3]
        monkeypatch.setattr(result_file, "sync_to_disk", refuse)
        with pytest.raises(OSError, match="unavailable") as raised:
            results.add_all([ROW | {"number": 4}])
    assert raised.value.filename == str(path)


@pytest.mark.long  # writes 300 MB
def test_a_file_of_any_size_is_taken_up_whole(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with ResultFile(path) as results:
        for number in range(1, 30_001):
            results.add(ROW | {"number": number, "reason": "x" * 1_000})
    size = path.stat().st_size
    with ResultFile(path) as results:
        assert len(results) == 30_000
    assert path.stat().st_size == size


def test_what_is_expected_instead_of_a_game_is_numbered(capsys) -> None:
    code, _, err = run(capsys, "hexapawn", "1..2")
    assert code == 64
    names = err.partition("expected one of ")[2].partition(", or a name")[0].split(", ")
    assert {"FreeCell", "english", "triangle"} <= set(names)
    for name in names:
        assert find_name_pattern(name, range(1, 2)).format(1)
