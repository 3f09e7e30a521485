"""A batch on a Dask scheduler: real ones on this machine, workers and schedulers that die."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from socket import create_server

import pytest
from test_batch_database import query, rows_in

from ludoscope.puzzles.batch import dask_executor
from ludoscope.tui.commands import cli

REASON = "distributed is not installed: pip install 'ludoscope[cluster]'"
needs_dask = pytest.mark.skipif(not find_spec("distributed"), reason=REASON)
Start = Callable[..., subprocess.Popen[bytes]]


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture
def dask() -> Iterator[Start]:
    """Yield a function (words…) that starts a dask command; kill all processes at the end."""
    processes = []

    def start(*words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        quiet = subprocess.DEVNULL
        processes.append(subprocess.Popen(command, stdout=quiet, stderr=quiet))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()


def scheduler(dask: Start, port: int) -> subprocess.Popen[bytes]:
    return dask("scheduler", "--host", "127.0.0.1", "--port", str(port))


def worker(dask: Start, port: int) -> subprocess.Popen[bytes]:
    return dask("worker", f"tcp://127.0.0.1:{port}", "--nthreads", "1", "--no-nanny")


def batch(path: Path, port: int, deals: int) -> subprocess.Popen[bytes]:
    words = ["batch", "ms", f"1..{deals}", "--cluster", f"127.0.0.1:{port}", "-o", str(path)]
    return subprocess.Popen(
        [sys.executable, "-m", "ludoscope", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def wait_for(path: Path, rows: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 240
    while rows_in(path) < rows:
        assert time.monotonic() < until
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)


@needs_dask
@pytest.mark.long
def test_what_dies_costs_its_chunk(dask: Start, tmp_path: Path, monkeypatch) -> None:
    port, deals, path = free_port(), 12_000, tmp_path / "results.sqlite"
    first = scheduler(dask, port)
    workers = [worker(dask, port) for _ in range(2)]
    process = batch(path, port, deals)
    wait_for(path, deals // 6, process)
    workers[0].kill()
    wait_for(path, deals // 2, process)
    first.kill()
    first.wait()
    before = rows_in(path)
    scheduler(dask, port)  # at once: the batch connects again
    for _ in range(2):
        worker(dask, port)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"solved 11998 of 12000")
    assert before < deals
    counts = "count(*), count(DISTINCT number), min(number), max(number)"
    assert query(path, f"SELECT {counts} FROM results") == [(deals, deals, 1, deals)]
    lost = query(path, "SELECT number FROM results WHERE verdict = 'unsolvable' ORDER BY number")
    assert lost == [(1941,), (11982,)]


@needs_dask
@pytest.mark.long
def test_a_scheduler_that_stays_away_ends_it(
    dask: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    port, path = free_port(), tmp_path / "results.sqlite"
    first = scheduler(dask, port)
    worker(dask, port)
    monkeypatch.setattr(dask_executor, "RECONNECT_TIMEOUT_SECONDS", 1.0)
    check = dask_executor.DaskExecutor.has_lost_calls

    def killing(self: dask_executor.DaskExecutor) -> None:
        if rows_in(path):
            first.kill()
        check(self)

    monkeypatch.setattr(dask_executor.DaskExecutor, "has_lost_calls", killing)
    words = ["batch", "ms", "1..20000", "--cluster", f"127.0.0.1:{port}", "-o", str(path)]
    assert cli.main(words) == 1
    said = capsys.readouterr()
    kept = rows_in(path)
    assert 0 < kept < 20_000
    assert said.out == ""
    assert said.err == (
        f"ludoscope: gave up: the scheduler at tcp://127.0.0.1:{port} is gone; "
        f"{20_000 - kept:,} of 20,000 searches are not done\n"
    )


@needs_dask
@pytest.mark.long
def test_where_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT_SECONDS", 1)
    port = free_port()
    assert cli.main(["batch", "ms", "1", "--cluster", f"127.0.0.1:{port}"]) == 66
    said = f"ludoscope: tcp://127.0.0.1:{port}: no Dask scheduler answers (OSError)\n"
    assert capsys.readouterr().err == said


def test_without_the_package_it_says_what_to_install(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    assert cli.main(["batch", "ms", "1", "--cluster", "127.0.0.1:8786"]) == 64
    assert "pip install 'ludoscope[cluster]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://", "here:0", "here:99999", "a b:1", "ftp://x:1"]
)
def test_what_is_no_address(address: str, capsys) -> None:
    assert cli.main(["batch", "ms", "1", f"--cluster={address}"]) == 64
    assert "expected the address of a Dask scheduler" in capsys.readouterr().err
