"""Results in SQLite: no row lost, none twice, limits recorded; and the report of them."""

import math
import os
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from errno import ENOSPC
from itertools import pairwise
from pathlib import Path

import pytest
from many import case, many

from ludoscope.puzzles.batch import result_database
from ludoscope.puzzles.batch.result_database import (
    APPLICATION_ID,
    SCHEMA,
    SCHEMA_VERSION,
    ResultDatabase,
    read_current_rows,
)
from ludoscope.puzzles.batch.rows import InUseError, Jobs, Row
from ludoscope.puzzles.bench.pseudo_terminal import PseudoTerminal
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
HIDE_CURSOR, SHOW_CURSOR = b"\x1b[?25l", b"\x1b[?25h"
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
    with ResultDatabase(path, range(1, 1000), limits, False) as database:
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


def test_a_search_is_not_repeated_if_any_of_its_rows_has_as_large_limits(path: Path) -> None:
    gave_up = ROW | {"verdict": "gave up", "length": None}
    long, large = Limits(300, None, 1 << 30), Limits(60, None, 1 << 32)
    for limits in (long, large):
        kept(path, gave_up, limits=limits)
    for limits, retry_gave_up, is_done in (
        (long, False, True),
        (large, False, True),
        (LIMITS, False, True),
        (Limits(300, None, 1 << 32), False, False),
        (LIMITS, True, False),
    ):
        with (
            case(limits, retry_gave_up),
            ResultDatabase(path, range(1, 3), limits, retry_gave_up) as database,
        ):
            assert database.has_row(1, "swift") is is_done
            assert not database.has_row(2, "swift")
            assert not database.has_row(1, "prove")
            assert database.count_done(Jobs(range(1, 3), ("swift", "prove"))) == is_done


def test_without_a_solver_that_of_the_file_goes_on(command, path: Path) -> None:
    words = ("batch", "lucas", "5", "--jobs", "1", "-o", path)
    assert command(*words, "--solver", "breadth-first", "--time", "1e-9")[0] == 1
    code, out, err = command(*words)
    assert (code, out.startswith("solved 1 of 1, 100 % (")) == (0, True)
    assert "holds results of breadth-first: the batch goes on with this solver" in err
    assert query(path, "SELECT DISTINCT solver FROM results") == [("breadth-first",)]
    code, out, _ = command(*words)
    assert (code, out.startswith("solved 1 of 1")) == (0, True)
    assert ";" not in out  # nothing was left to do


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
    kept(series := path.with_name("series.sqlite"), ROW | {"number": 99, "puzzle": "ms-99"})
    code, _, err = command("batch", "lucas", "1..3", "-o", series)  # which are fewer
    assert (code, "holds results of ms-99, not of lucas-N" in err) == (64, True)
    code, _, err = command("batch", "ms", "1", "--solver", "prove", "-o", path)
    assert (code, "holds results of swift" in err) == (64, True)
    with ResultDatabase(path, range(1, 3), LIMITS, False):
        with pytest.raises(InUseError):
            ResultDatabase(path, range(1, 3), LIMITS, False)
        assert command("report", path)[0] == 0  # while it is written
    with ResultDatabase(path, range(1, 3), LIMITS, False) as database:
        assert (database.has_row(1, "swift"), database.has_row(2, "swift")) == (True, False)


def test_a_row_of_another_puzzle_is_found_wherever_it_stands(command, path: Path) -> None:
    other_row = ROW | {"number": 2, "puzzle": "FreeCell.2"}
    kept(path, ROW, other_row, ROW | {"number": 3, "puzzle": "ms-3"})
    code, _, err = command("batch", "ms", "1..3", "-o", path)
    assert (code, "holds results of FreeCell.2, not of ms-2" in err) == (64, True)


def test_the_numbers_of_a_batch_take_no_memory(path: Path) -> None:
    names = [f"solver-{number}" for number in range(20)]
    kept(path, *(ROW | {"number": n, "solver": name} for n in (3, 7, 999) for name in names))
    tracemalloc.start()
    try:
        with ResultDatabase(path, range(1, 1_000_000), LIMITS, False) as database:
            assert [n for n in range(1000) if database.has_row(n, names[-1])] == [3, 7, 999]
            assert database.count_done(Jobs(range(4, 1_000_000), tuple(names[:2]))) == 4
            assert database.solvers == set(names)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


DAMAGES = (
    "number = 'abc'",
    "number = -1",
    "number = 1.5",
    "puzzle = x'6d73'",
    "puzzle = 7 || char(10) || 'x'",
    "puzzle = char(27) || '[2J'",
    "puzzle = hex(zeroblob(1000))",
    "puzzle = hex(zeroblob(1000000))",
    "puzzle = CAST(x'eda080' AS TEXT)",
    "solver = x'00ff'",
    "solver = ''||zeroblob(9)",
    "verdict = 'foo'",
    "verdict = 1",
    "verdict = hex(zeroblob(1000000))",
    "reason = hex(zeroblob(1000))",
    "reason = x'00'",
    "reason = char(55296)",
    "explored = 'x'",
    "explored = -5",
    "explored = 1e300",
    "length = 'abc'",
    "length = 2.5",
    "measure = char(8238)",
    "optimal = 7",
    "optimal = 'yes'",
    "optimal = 0.5",
    "seconds = 'zzz'",
    "seconds = -1",
    "seconds = 9e999",
    "seconds = 1e9",
    "time_limit = 9e999",
    "time_limit = 'x'",
    "memory_limit = -1",
    "memory_limit = x''",
    "version = char(10)",
    "version = hex(zeroblob(1000000))",
)


def test_a_damaged_row_is_refused_by_every_reader(command, path: Path) -> None:
    kept(path, ROW, ROW | {"number": 2, "puzzle": "ms-2"}, ROW | {"number": 3, "puzzle": "ms-3"})
    sound = path.read_bytes()
    for damage in DAMAGES:
        path.write_bytes(sound)
        other(path, f"UPDATE results SET {damage} WHERE number = 2")
        content = path.read_bytes()
        for words in (("report", path), ("batch", "ms", "1..3", "-o", path)):
            with case(damage, words[0]):
                code, out, err = command(*words)
                assert (code, out) == (65, "")
                assert err.count("\n") == 1
                assert len(err) < len(str(path)) + 250
                assert "damaged row of number" in err or "SQLite cannot read" in err
                assert path.read_bytes() == content
    path.write_bytes(sound)
    assert command("batch", "ms", "1..3", "-o", path)[0] == 0


def test_a_damaged_row_outside_the_batch_or_replaced_is_refused(command, path: Path) -> None:
    gave_up = ROW | {"number": 7, "puzzle": "ms-7", "verdict": "gave up", "length": None}
    kept(path, gave_up, limits=Limits(1, None, 1 << 20))
    kept(path, ROW, gave_up | {"verdict": "solved"})
    other(path, "UPDATE results SET explored = 'x' WHERE verdict = 'gave up'")
    for words in (("report", path), ("batch", "ms", "1", "-o", path)):
        code, _, err = command(*words)
        assert (code, "a damaged row of number '7' found" in err) == (65, True)


def test_rows_of_other_tables_views_and_triggers_are_refused(command, path: Path) -> None:
    kept(path, ROW)
    sound = path.read_bytes()
    for statement in (
        "CREATE TABLE x (y)",
        "CREATE VIEW x AS SELECT * FROM results",
        "CREATE TRIGGER x AFTER INSERT ON results BEGIN DELETE FROM results; END",
        "CREATE INDEX x ON results (puzzle)",
        "ALTER TABLE results ADD COLUMN x",
        f"CREATE TABLE x (y DEFAULT '{100_000 * 'y'}')",
    ):
        path.write_bytes(sound)
        other(path, statement)
        for words in (("report", path), ("batch", "ms", "1", "-o", path)):
            with case(statement[:40], words[0]):
                code, out, err = command(*words)
                assert (code, out, err.count("\n")) == (65, "", 1)


def test_a_file_that_was_left_in_wal_mode_is_read_and_converted(command, path: Path) -> None:
    kept(path, ROW)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("UPDATE results SET explored = 6")
    connection.commit()
    for name in ("", "-wal"):  # the files of a program that was killed
        Path(f"{path}{name}.copy").write_bytes(Path(f"{path}{name}").read_bytes())
    connection.close()
    for name in ("", "-wal"):
        Path(f"{path}{name}.copy").replace(f"{path}{name}")
    assert command("batch", "ms", "1", "-o", path)[0] == 0
    assert query(path, "SELECT explored FROM results") == [(6,)]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_rows_are_stored_when_a_reader_has_finished(path: Path, monkeypatch) -> None:
    kept(path, *(ROW | {"number": number} for number in range(1, 500)))
    monkeypatch.setattr(result_database, "WRITE_RETRY_MILLISECONDS", 1)
    with ResultDatabase(path, range(1, 1000), LIMITS, False) as database:
        reader = read_current_rows(path)
        next(reader)
        monkeypatch.setattr(result_database, "WRITE_TIMEOUT_SECONDS", 0)
        with pytest.raises(OSError, match="another program has locked the file"):
            database.add_all([ROW | {"number": 600}])
        monkeypatch.setattr(result_database, "WRITE_TIMEOUT_SECONDS", 60)
        attempts = iter(range(3))

        def is_lock_conflict(error: sqlite3.Error) -> bool:
            if next(attempts, None) is None:
                reader.close()
            return error.sqlite_errorcode == sqlite3.SQLITE_BUSY

        monkeypatch.setattr(result_database.sqlite_errors, "is_lock_conflict", is_lock_conflict)
        database.add_all([ROW | {"number": 600}])
    assert len(query(path, "SELECT number FROM results")) == 500


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
            with ResultDatabase(path, range(1, 300), LIMITS, False) as database:
                database.add_all([ROW | {"number": 250}])
        except (FileError, OSError) as error:
            assert str(error).isprintable()
            refused += 1
    assert refused


def test_rows_of_a_chunk_are_kept_all_or_none(path: Path) -> None:
    with ResultDatabase(path, range(1, 9), LIMITS, False) as database:
        database.add_all([ROW])
        with pytest.raises(OSError, match="NOT NULL constraint failed"):
            database.add_all([ROW | {"number": 2}, ROW | {"number": 3, "verdict": None}])
    assert query(path, "SELECT number FROM results") == [(1,)]


@pytest.fixture
def mount_disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Yield a function that mounts a new disk of a number of kB and returns its folder."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = False

    def unmount() -> None:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)

    def mount(kilobytes: int) -> Path:
        nonlocal mounted
        unmount()
        mounted = False
        words = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "ludoscope-test", str(folder)]
        if not sys.platform.startswith("linux"):
            pytest.skip("mounts a tmpfs")
        if subprocess.run(words, capture_output=True).returncode:
            pytest.skip("no tmpfs can be mounted")
        mounted = True
        return folder

    yield mount
    unmount()


def store_until_full(path: Path, stored: list[int]) -> None:
    """Store chunks of 40 rows until an exception is raised; add their numbers to `stored`."""
    with ResultDatabase(path, range(1, 9999), LIMITS, False) as database:
        for first in range(1, 9999, 40):
            numbers = range(first, first + 40)
            database.add_all([ROW | {"number": n, "puzzle": f"ms-{n}"} for n in numbers])
            stored += numbers


def test_a_disk_that_becomes_full_at_any_moment_is_reported(command, mount_disk) -> None:
    """Fill a disk from the opening of the file on, up to the rows of several chunks."""
    stored_counts = []
    for kilobytes in (4, 8, 12, 16, 20, 24, 36, 48, 64, 100):
        path = mount_disk(kilobytes) / "results.sqlite"
        stored: list[int] = []
        with case(kilobytes):
            with pytest.raises(OSError) as caught:
                store_until_full(path, stored)
            assert caught.value.errno == ENOSPC
            assert str(caught.value.filename) == str(path)
            assert [file.name for file in path.parent.iterdir()] == [path.name]
            if path.stat().st_size:
                assert query(path, "SELECT number FROM results") == [(n,) for n in stored]
                assert command("report", path)[0] == 0
        stored_counts.append(len(stored))
    assert stored_counts[0] == 0 < stored_counts[-1]
    path = mount_disk(12) / "results.sqlite"
    code, out, err = command("batch", "ms", "1..999", "--jobs", "1", "-o", path)
    assert (code, out) == (66, "")
    assert err == f"ludoscope: {path}: {os.strerror(ENOSPC)}\n"


@pytest.mark.long
def test_at_the_largest_size_of_a_file_the_rows_so_far_stay(command, path: Path) -> None:
    words = ["batch", "ms", "1..9000", "--solver", "swift", "--jobs", "1", "-o", str(path)]
    program = shlex.join([sys.executable, "-m", "ludoscope", *words])
    done = subprocess.run(["bash", "-c", f"ulimit -f 100; exec {program}"], capture_output=True)
    assert done.returncode == 66
    err = done.stderr.decode()
    assert err.startswith(f"ludoscope: {path}: ")
    assert err.count("\n") == 1
    assert [file.name for file in path.parent.iterdir()] == [path.name]
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
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_ended_at_any_moment_it_goes_on(command, path: Path, number: int) -> None:
    words = ("ms", "1..20000", "--jobs", "2")
    for _ in range(3):
        process = begun(path, *words)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
        assert err == b""
    assert rows_in(path) < 20000
    code, out, _ = command("batch", *words, "-o", path)
    assert (code, out.startswith("solved 19998 of 20000")) == (0, True)
    counts = "count(*), count(DISTINCT number), min(number), max(number)"
    assert query(path, f"SELECT {counts} FROM results") == [(20000, 20000, 1, 20000)]


def test_terminated_in_a_terminal_it_shows_the_cursor_again(path: Path) -> None:
    words = ["batch", "ms", "1..20000", "--jobs", "1", "-o", str(path)]
    with PseudoTerminal([sys.executable, "-m", "ludoscope", *words]) as terminal:
        terminal.read_until(lambda output: HIDE_CURSOR in output and rows_in(path) > 0, 60)
        terminal.process.terminate()
        assert terminal.wait(60) == 128 + signal.SIGTERM
    assert terminal.output.rfind(SHOW_CURSOR) > terminal.output.rfind(HIDE_CURSOR)
    assert b"Traceback" not in terminal.output
    assert [file.name for file in path.parent.iterdir()] == [path.name]  # without a journal


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
