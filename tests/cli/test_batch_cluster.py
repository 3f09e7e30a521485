"""A batch on a Dask scheduler: real ones on this machine, workers and schedulers that die."""

import csv
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from socket import create_connection, create_server
from threading import Event, Thread
from types import ModuleType, SimpleNamespace

import pytest
from many import case
from test_batch_database import query, rows_in

from ludoscope.puzzles.batch import dask_executor, runner
from ludoscope.puzzles.batch.executors import ExecutorLost
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
    """Start a scheduler and wait until it accepts connections."""
    process = dask("scheduler", "--host", "127.0.0.1", "--port", str(port))
    while process.poll() is None:
        with suppress(ConnectionRefusedError):
            create_connection(("127.0.0.1", port)).close()
            break
        time.sleep(0.05)
    return process


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
@pytest.mark.parametrize(
    ("number", "state"), [(signal.SIGKILL, "is gone"), (signal.SIGSTOP, "does not answer")]
)
def test_a_scheduler_that_stays_away_ends_it(
    dask: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys, number: int, state: str
) -> None:
    port, path = free_port(), tmp_path / "results.sqlite"
    first = scheduler(dask, port)
    worker(dask, port)
    monkeypatch.setattr(dask_executor, "RECONNECT_TIMEOUT_SECONDS", 1.0)
    check = dask_executor.DaskExecutor.has_lost_calls

    def killing(self: dask_executor.DaskExecutor) -> None:
        if rows_in(path):
            first.send_signal(number)
        check(self)

    monkeypatch.setattr(dask_executor.DaskExecutor, "has_lost_calls", killing)
    words = ["batch", "ms", "1..20000", "--cluster", f"127.0.0.1:{port}", "-o", str(path)]
    assert cli.main(words) == 1
    said = capsys.readouterr()
    kept = rows_in(path)
    assert 0 < kept < 20_000
    assert said.out == ""
    assert said.err == (
        f"ludoscope: gave up: the scheduler at tcp://127.0.0.1:{port} {state}; "
        f"{20_000 - kept:,} of 20,000 searches are not done\n"
    )


HOSTILE_WORKER = """
import json, os, sys, time
from pathlib import Path
from ludoscope.puzzles.batch import worker

if not hasattr(worker, "solve"):  # Dask imports this twice
    worker.solve = worker.solve_chunk_elsewhere

def solve_chunk_elsewhere(*arguments):
    behaviour = Path({path!r}).read_text()
    if behaviour == "silent":
        time.sleep(3600)
    if behaviour == "exit":
        os._exit(1)
    if behaviour == "fault":
        raise ValueError(100_000 * "fault\\n")
    if behaviour == "SystemExit":
        raise SystemExit(0)
    answer = json.loads(worker.solve(*arguments))
    if behaviour == "other type":
        return answer
    if behaviour == "long text":
        return 100_000_000 * "x"
    if behaviour == "version":
        answer["version"] = "0.0.1"
    for name, message in answer["results"]:
        if behaviour == "short" and "moves" in message:
            message["moves"] = message["moves"][:-1]
    if behaviour == "other puzzle":
        pattern, jobs, *limits = arguments
        return worker.solve(pattern, [(number + 1, name) for number, name in jobs], *limits)
    return json.dumps(answer)

worker.solve_chunk_elsewhere = solve_chunk_elsewhere
"""
BEHAVIOURS = {  # of the worker, with the exit code and a sentence of the batch
    "short": (1, "solved 0 of 4"),
    "other puzzle": (1, "solved 0 of 4"),
    "other type": (1, "solved 0 of 4"),
    "long text": (1, " of 4"),  # it may not arrive in time
    "version": (1, "runs ludoscope '0.0.1', expected"),
    "fault": (1, "cannot do its work: ValueError: "),
    "silent": (1, "no worker on tcp"),
    "exit": (0, "solved 4 of 4"),  # by another worker
    "SystemExit": (0, "solved 4 of 4"),
}


@needs_dask
@pytest.mark.long
def test_a_hostile_worker_spoils_no_results(
    dask: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.setattr(runner, "ANSWER_GRACE_SECONDS", 5.0)
    port, behaviour_path = free_port(), tmp_path / "behaviour"
    code_path = tmp_path / "hostile_worker.py"
    code_path.write_text(HOSTILE_WORKER.format(path=str(behaviour_path)))
    behaviour_path.write_text("honest")
    scheduler(dask, port)
    address = f"tcp://127.0.0.1:{port}"
    options = ("--nthreads", "1", "--no-nanny", "--preload", str(code_path))
    hostile = dask("worker", address, *options)
    words = ["batch", "ms", "1..4", "--time", "5", "--cluster", address, "-o"]
    until = time.monotonic() + 60
    while cli.main([*words, str(tmp_path / "honest.csv")]) == 66:
        assert time.monotonic() < until
    capsys.readouterr()
    expected = read_results(tmp_path / "honest.csv")
    for behaviour, (code, sentence) in BEHAVIOURS.items():
        with case(behaviour):
            behaviour_path.write_text(behaviour)
            path = tmp_path / f"{behaviour}.csv"
            if behaviour in ("exit", "SystemExit"):  # which end the process
                hostile.kill()
                hostile = dask("worker", address, *options)
            if behaviour == "exit":
                dask("worker", address, "--nthreads", "1", "--no-nanny")
            assert cli.main([*words, str(path)]) == code
            said = capsys.readouterr()
            assert sentence in said.out + said.err
            assert len(said.err) < 400
            assert said.err.count("\n") <= 1
            for row in read_results(path):
                assert row in expected or row[3] == "gave up"


def read_results(path: Path) -> list[list[str]]:
    """Return the rows of a CSV file of results without the seconds."""
    with open(path, newline="") as file:
        return [row[:-1] for row in csv.reader(file)][1:]


@needs_dask
def test_where_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """A closed port, one that is silent, one of another protocol, and a bad name."""
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT_SECONDS", 0.5)
    with create_server(("127.0.0.1", 0)) as silent, create_server(("127.0.0.1", 0)) as other:

        def greet() -> None:
            connections = []
            with suppress(OSError):  # when the server is closed
                while True:
                    connections.append(other.accept()[0])
                    connections[-1].sendall(b"220 mail.example.org ESMTP\r\n" * 9)

        Thread(target=greet, daemon=True).start()
        silent_port, other_port = (server.getsockname()[1] for server in (silent, other))
        for address, reason in (
            (f"tcp://127.0.0.1:{free_port()}", "Connection refused"),
            (f"tls://127.0.0.1:{free_port()}", "Connection refused"),
            (f"tcp://127.0.0.1:{silent_port}", "nothing within 0.5 s"),
            (f"tls://127.0.0.1:{silent_port}", "tls:// needs certificates in the configuration"),
            (f"tcp://127.0.0.1:{other_port}", "another protocol"),
            (f"tcp://{300 * 'x'}:1", "no such host name"),
        ):
            with case(address):
                assert cli.main(["batch", "ms", "1", "--cluster", address]) == 66
                said = capsys.readouterr()
                start = f"ludoscope: {address}: no Dask scheduler answers ({reason}"
                assert said.err.startswith(start)
                assert (said.out, said.err.count("\n")) == ("", 1)


class SilentClient:
    """A client whose scheduler was stopped: connected, but without an answer."""

    status = "running"

    def __init__(self) -> None:
        self.may_answer = Event()

    def nthreads(self) -> dict[str, int]:
        self.may_answer.wait(30)
        return {"a worker": 3}

    def get_executor(self, **_: object) -> None: ...


def fake_module(monkeypatch: pytest.MonkeyPatch, name: str, **content: object) -> None:
    module = ModuleType(name)
    module.__spec__ = ModuleSpec(name, None)
    vars(module).update(content)
    monkeypatch.setitem(sys.modules, name, module)


def test_a_scheduler_that_does_not_answer_counts_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(address: str) -> None: ...

    client = SilentClient()
    fake_module(monkeypatch, "dask", config=SimpleNamespace(set=lambda values: None))
    fake_module(monkeypatch, "distributed", Client=lambda *_, **__: client, KilledWorker=OSError)
    monkeypatch.setattr(dask_executor, "SILENT_LOGGERS", ())  # those of other tests, too
    monkeypatch.setattr(dask_executor, "_check_port", lambda address: None)
    monkeypatch.setattr(dask_executor, "_check_scheduler", check)
    executor = dask_executor.DaskExecutor("tcp://here:1")
    monkeypatch.setattr(dask_executor, "SLOTS_MAX_AGE_SECONDS", 0.0)
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT_SECONDS", 0.01)
    assert executor.slots == 0
    assert not executor.has_lost_calls()  # they may still be answered
    with monkeypatch.context() as patched:
        patched.setattr(dask_executor, "RECONNECT_TIMEOUT_SECONDS", 0.0)
        with pytest.raises(ExecutorLost, match="the scheduler at tcp://here:1 does not answer"):
            executor.has_lost_calls()
    client.may_answer.set()
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT_SECONDS", 60.0)
    assert executor.slots == 3
    assert not executor.has_lost_calls()
    client.status = "connecting"
    assert [executor.has_lost_calls() for _ in range(3)] == [True, False, False]


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
