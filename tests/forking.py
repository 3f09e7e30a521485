"""Workers forked from a process that has loaded them: a few ms of CPU each, a fresh one takes 70.

They are processes as any other, with their pipes, their limit of memory, and killed to end them.

`forked_workers` puts them in the place of fresh ones, `fresh_workers` is for tests of those.
"""

import io
import multiprocessing
import os
import runpy
import sys
from collections.abc import Iterator
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from pkgutil import walk_packages

import pytest

from ludoscope import search
from ludoscope.search.process import spawn

WORKERS = (
    "ludoscope.search.process.worker",
    "ludoscope.puzzles.rush.generator_worker",
    "ludoscope.puzzles.batch.worker",
    "ludoscope.puzzles.difficulty_worker",
)
SEARCH = "ludoscope.search."
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [__name__, "runpy", *WORKERS, *(m.name for m in walk_packages(search.__path__, SEARCH))]
)


class Forked:
    """Stands in for `Popen`."""

    def __init__(self, module: str, **_: object) -> None:
        heard, tell = FORKS.Pipe(duplex=False)
        told, say = FORKS.Pipe(duplex=False)
        words = module, dict(os.environ), sys.path, heard, say
        self._process = FORKS.Process(target=be, args=words, daemon=True)
        self._process.start()
        self.args = module
        self.pid = self._process.pid
        self.stdin = io.FileIO(os.dup(tell.fileno()), "wb")
        self.stdout = io.FileIO(os.dup(told.fileno()), "rb")
        for end in (heard, tell, told, say):
            end.close()

    def poll(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def wait(self) -> None:
        self._process.join()


class Processes:
    """The part of `subprocess` that `search.process.spawn` uses."""

    PIPE = DEVNULL = None
    Popen = Forked


def be(
    module: str, environ: dict[str, str], path: list[str], heard: Connection, say: Connection
) -> None:
    """Run a worker in this process, its standard streams replaced by the given ends."""
    sys.path += [folder for folder in path if folder not in sys.path]
    os.environ.clear()
    os.environ.update(environ)
    for descriptor, end in enumerate((heard, say)):
        os.dup2(end.fileno(), descriptor)
        end.close()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.modules.pop(module, None)  # it runs anew, as the main module
    runpy.run_module(module, run_name="__main__", alter_sys=True)


@pytest.fixture(scope="session")
def nursery() -> Iterator[None]:
    """Start the server that workers are forked from, and stop it at the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))  # where this module is
        forkserver.ensure_running()  # while standard error is as it was: Textual's is no file
    yield
    forkserver._forkserver._stop()


@pytest.fixture
def fresh_workers() -> None:
    """Mark tests of the processes themselves, which are started as in the program."""


@pytest.fixture
def forked_workers(
    request: pytest.FixtureRequest, nursery: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fork cheap workers, except in tests that ask for `fresh_workers`."""
    if "fresh_workers" not in request.fixturenames:
        monkeypatch.setattr(spawn, "subprocess", Processes)
        monkeypatch.setattr(spawn, "worker_command", lambda module: module)
