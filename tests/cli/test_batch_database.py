"""Results in SQLite: no row lost, none twice, limits recorded; and the report of them."""

import math
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from many import many

from ludoscope.puzzles.batch.result_database import (
    APPLICATION_ID,
    SCHEMA,
    SCHEMA_VERSION,
    ResultDatabase,
)
from ludoscope.puzzles.batch.rows import InUseError, Row
from ludoscope.puzzles.files import FileError
from ludoscope.search.budget import Limits
from ludoscope.tui.commands import cli
from ludoscope.tui.commands.report import (
    HistogramBin,
    format_report,
    histogram,
    quantile,
    wilson_interval,
)

Ran = tuple[int, str, str]
LIMITS = Limits(60, None, 1 << 30)
ROW = {"number": 1, "puzzle": "ms-1", "solver": "swift", "verdict": "solved", "reason": ""}
ROW |= {"explored": 5, "length": 62, "measure": "cards", "optimal": False, "seconds": 0.01}


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Return a function (words…) that runs a command: exit code, output, error output."""

    def run(*words: str | Path) -> Ran:
        code = cli.main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def query(path: Path, sql: str) -> list[tuple]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def kept(path: Path, *rows: Row, limits: Limits = LIMITS) -> None:
    with ResultDatabase(path, range(1, 1000), (), limits, False) as database:
        database.add_all(rows)


def test_rows_are_added_once(command, path: Path) -> None:
    words = ("batch", "ms", "--jobs", "2", "-o", path)
    assert command(*words, "1..30")[1].startswith("solved 30 of 30, 100 % (mean ")
    before = query(path, "SELECT * FROM results")
    code, out, err = command(*words, "11..50")
    assert (code, err) == (0, "")
    assert out.startswith("solved 40 of 40, 100 % (")
    after = query(path, "SELECT * FROM results ORDER BY number")
    assert after[:30] == before
    assert [row[0] for row in after] == list(range(1, 51))
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    columns = "solver, time_limit, memory_limit, version, verdict"
    made = query(path, f"SELECT DISTINCT {columns} FROM results")
    assert made == [("swift", 60.0, 1 << 30, "0.2.0", "solved")]
    _, again, _ = command(*words, "1..50")
    assert again.startswith("solved 50 of 50, 100 % (")
    assert ";" not in again  # nothing was left to do


def test_those_that_gave_up_are_tried_again_with_larger_limits(command, path: Path) -> None:
    words = ("batch", "lucas", "5..7", "--solver", "breadth-first", "--jobs", "1", "-o", path)
    solver = "SELECT number, time_limit, verdict FROM results"
    little = ("--time", "1e-9")
    code, out, _ = command(*words, *little)
    assert (code, out.startswith("solved 0 of 3, 0 %, 3 gave up; ")) == (1, True)
    assert query(path, solver) == [(n, 1e-9, "gave up") for n in (5, 6, 7)]
    assert ";" not in command(*words, *little)[1]
    assert ";" not in command(*words, "--time", "1e-10")[1]
    assert ";" in command(*words, *little, "--again")[1]
    assert len(query(path, solver)) == 3
    code, out, _ = command(*words, "--time", "2e-9", "--again")
    assert (code, out.startswith("solved 0 of 3")) == (1, True)
    words = (*words[:-2], "--memory", "64", *words[-2:])
    code, out, _ = command("batch", "lucas", "5", *words[3:], "--time", "60")
    assert (code, out.startswith("solved 1 of 1")) == (0, True)
    assert (5, 60.0, "solved") in query(path, solver)
    _, out, _ = command("report", path)
    assert [line.split()[:2] for line in out.splitlines() if "within" in line] == [
        ["1", "within"], ["2", "within"]
    ]  # fmt: skip
    assert "gave up: lucas-06 lucas-07\n" in out
    _, out, _ = command(*words, "--time", "1e-9", "--again")
    assert "1 of 3" in out  # what is solved stays so


def test_again_needs_recorded_limits(command, tmp_path: Path) -> None:
    code, _, err = command("batch", "ms", "1", "--again", "-o", tmp_path / "x.csv")
    assert (code, "--again needs -o FILE.sqlite" in err) == (64, True)


def other(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


HEAD = f"PRAGMA application_id = {APPLICATION_ID}"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.write_text("my notes\n"), "not a file of SQLite found, expected the"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"x" * 5000), "cannot read"),
        (lambda path: other(path, "CREATE TABLE x (y)"), "another database found, expected the"),
        (
            lambda path: other(path, HEAD, f"PRAGMA user_version = {SCHEMA_VERSION + 1}", SCHEMA),
            f"results of version {SCHEMA_VERSION + 1} found, expected version {SCHEMA_VERSION}",
        ),
        (
            lambda path: other(
                path,
                HEAD,
                f"PRAGMA user_version = {SCHEMA_VERSION}",
                "CREATE VIEW results AS SELECT 1",
            ),
            "other tables found",
        ),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    command, path: Path, make: Callable[[Path], object], sentence: str
) -> None:
    make(path)
    content = path.read_bytes()
    for words in (("batch", "ms", "1", "-o", path), ("report", path)):
        code, out, err = command(*words)
        assert (code, out, err.count("\n")) == (65, "", 1)
        assert sentence in err
        assert path.read_bytes() == content


def test_no_file_and_results_of_others(command, path: Path) -> None:
    code, _, err = command("report", path)
    assert (code, err) == (66, f"ludoscope: {path}: No such file or directory\n")
    kept(path, ROW)
    code, _, err = command("batch", "lucas", "1", "-o", path)
    assert (code, "holds results of ms-1, not of lucas-01" in err) == (64, True)
    code, _, err = command("batch", "ms", "1", "--solver", "prove", "-o", path)
    assert (code, "holds results of swift" in err) == (64, True)
    with ResultDatabase(path, range(1, 3), (), LIMITS, False):
        with pytest.raises(InUseError):
            ResultDatabase(path, range(1, 3), (), LIMITS, False)
        assert command("report", path)[0] == 0  # while it is written
    with ResultDatabase(path, range(1, 3), (), LIMITS, False) as database:
        assert (database.has_row(1, ""), database.has_row(2, "")) == (True, False)


@pytest.mark.parametrize("damage", ["seconds = 'x'", "verdict = 'perhaps'", "seconds = 9e999"])
def test_a_damaged_row_is_told(command, path: Path, damage: str) -> None:
    kept(path, ROW)
    other(path, f"UPDATE results SET {damage}")
    code, out, err = command("report", path)
    assert (code, out) == (65, "")
    assert "a damaged row of number '1' found" in err


def test_a_file_with_wrong_bytes_is_read_or_refused_in_a_sentence(path: Path) -> None:
    kept(path, *(ROW | {"number": n, "puzzle": f"ms-{n}"} for n in range(1, 200)))
    content, choose, refused = path.read_bytes(), random.Random(5), 0
    for _ in range(many(60)):
        for file in path.parent.iterdir():
            file.unlink()
        data = bytearray(content)
        for _ in range(choose.choice((1, 3, 40))):
            data[choose.randrange(choose.choice((100, 5000, len(data))))] = choose.randrange(256)
        path.write_bytes(data)
        try:
            list(format_report(path))
            with ResultDatabase(path, range(1, 300), (), LIMITS, False) as database:
                database.add_all([ROW | {"number": 250}])
        except (FileError, OSError) as error:
            assert str(error).isprintable()
            refused += 1
    assert refused


def test_rows_of_a_chunk_are_kept_all_or_none(path: Path) -> None:
    with ResultDatabase(path, range(1, 9), (), LIMITS, False) as database:
        database.add_all([ROW])
        with pytest.raises(OSError, match="NOT NULL constraint failed"):
            database.add_all([ROW | {"number": 2}, ROW | {"number": 3, "verdict": None}])
    assert query(path, "SELECT number FROM results") == [(1,)]


@pytest.mark.long
def test_on_a_full_disk_the_rows_so_far_stay(command, path: Path) -> None:
    words = ["batch", "ms", "1..9000", "--solver", "swift", "--jobs", "1", "-o", str(path)]
    program = shlex.join([sys.executable, "-m", "ludoscope", *words])
    done = subprocess.run(["bash", "-c", f"ulimit -f 100; exec {program}"], capture_output=True)
    assert done.returncode == 66
    err = done.stderr.decode()
    assert err.startswith(f"ludoscope: {path}: ")
    assert err.count("\n") == 1
    [(count,)] = query(path, "SELECT count(*) FROM results")
    assert 0 < count < 9000


def begun(path: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a batch of deals and return its process once some rows are stored."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoscope", "batch", *words, "-o", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    before = rows_in(path)
    until = time.monotonic() + 60
    while rows_in(path) <= before:
        assert time.monotonic() < until
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    return process


def rows_in(path: Path) -> int:
    try:
        return query(path, "SELECT count(*) FROM results")[0][0] if path.exists() else 0
    except sqlite3.OperationalError:  # not made yet, or just being made
        return 0


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_ended_at_any_moment_it_goes_on(command, path: Path, number: int) -> None:
    words = ("ms", "1..20000", "--jobs", "2")
    for _ in range(3):
        process = begun(path, *words)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        assert process.returncode == (130 if number == signal.SIGINT else -number)
        assert err == b""
    assert rows_in(path) < 20000
    code, out, _ = command("batch", *words, "-o", path)
    assert (code, out.startswith("solved 19998 of 20000")) == (0, True)
    counts = "count(*), count(DISTINCT number), min(number), max(number)"
    assert query(path, f"SELECT {counts} FROM results") == [(20000, 20000, 1, 20000)]


# The report


def test_the_interval_is_that_of_wilson() -> None:
    # R: prop.test(2, 20, correct = FALSE), and 0 and all of 10
    for part, whole, expected in (
        (2, 20, (0.02786648, 0.3010336)),
        (0, 10, (0.0, 0.2775328)),
        (10, 10, (0.7224672, 1.0)),
    ):
        assert wilson_interval(part, whole) == pytest.approx(expected, abs=1e-6)
    assert wilson_interval(0, 0) == (0, 1)


def test_quantiles_are_values_that_there_are() -> None:
    values = list(range(1, 11))
    assert [quantile(values, share) for share in (0, 0.5, 0.9, 0.91, 1)] == [1, 5, 9, 10, 10]


def test_each_value_is_in_a_bin() -> None:
    assert histogram([]) == []
    assert histogram([0, 0]) == [HistogramBin(1, 2, 2)]
    bins = histogram([0.0, 0.003, 0.005, 0.011, 0.3])
    assert [one_bin.count for one_bin in bins] == [1, 1, 1, 1, 0, 0, 0, 1]
    for lower_bin, upper_bin in pairwise(bins):
        assert math.isclose(lower_bin.upper, upper_bin.lower)


def test_the_report_tells_what_is_in_the_file(command, path: Path) -> None:
    numbers = range(1, 100)
    rows = [ROW | {"number": n, "puzzle": f"ms-{n}", "explored": n, "length": n} for n in numbers]
    rows[41] |= {"verdict": "unsolvable", "length": None, "seconds": 2.5}
    kept(path, *rows)
    code, out, _ = command("report", path)
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["ms-1", "to", "ms-99,", "99", "searches", "by", "swift"]
    assert ["99", "within", "60", "s", "and", "1,024", "MB,", "ludoscope", "0.2.0"] in lines
    assert ["solved", "98", "98.9899", "%", "94.4985", "to", "99.8215", "%"] in lines
    assert ["unsolvable", "1", "1.0101", "%", "0.1785", "to", "5.5015", "%"] in lines
    assert ["explored", "50", "50", "90", "99", "99", "99"] in lines
    assert ["unsolvable:", "ms-42"] in lines
    assert ["ms-99", "solved", "99", "99", "10", "ms"] in lines
    _, markdown, _ = command("report", "--markdown", path)
    assert "| unsolvable | 1 | 1.0101 % | 0.1785 to 5.5015 % |" in markdown.splitlines()
    kept(path.with_name("empty.sqlite"))
    assert command("report", path.with_name("empty.sqlite"))[:2] == (0, "no results yet\n")


@pytest.mark.parametrize(
    ("numbers", "way", "said"),
    [
        ((11982, 146692), "-free", "the same 2"),
        ((1941, 11982, 146692), "", "2; it does not name ms-1941"),
        ((11982,), "-free", "2; not proved here ms-146692-free"),
        ((7, 146692), "", "2; it does not name ms-7; not proved here ms-11982"),
        ((11982, 146692), "-back", ""),  # of the usual rules only
    ],
)
def test_the_report_compares_unsolvable_deals_with_the_literature(
    command, path: Path, numbers: tuple[int, ...], way: str, said: str
) -> None:
    rows = [ROW | {"number": n, "puzzle": f"ms-{n}{way}"} for n in (7, 1941, 11982, 146692)]
    for row in rows:
        if row["number"] in numbers:
            row |= {"verdict": "unsolvable", "length": None}
    kept(path, *rows)
    _, out, _ = command("report", path)
    lines = [line for line in out.splitlines() if "Keller" in line]
    assert lines == ([f"M. Keller's FreeCell FAQ names {said}"] if said else [])
