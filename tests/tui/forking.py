"""Workers forked from a process that has loaded them: a few ms of CPU each, a fresh one takes 70.

They are processes as any other, with their pipes, their limit of memory, and killed to end them.
"""

import io
import multiprocessing
import os
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pkgutil import walk_packages

from ludoscope import search

WORKERS = ("ludoscope.search.process.worker", "ludoscope.puzzles.rush.workshop")
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
        self._process = FORKS.Process(
            target=be, args=(module, dict(os.environ), heard, say), daemon=True
        )
        self._process.start()
        self.pid = self._process.pid
        self.stdin = io.FileIO(os.dup(tell.fileno()), "wb")
        self.stdout = io.FileIO(os.dup(told.fileno()), "rb")
        for end in (heard, tell, told, say):
            end.close()

    def poll(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()


class Processes:
    """What `search.process.child` uses of `subprocess`."""

    PIPE = DEVNULL = None
    Popen = Forked


def be(module: str, environ: dict[str, str], heard: Connection, say: Connection) -> None:
    """What a worker does in its process."""
    os.environ.clear()
    os.environ.update(environ)
    for descriptor, end in enumerate((heard, say)):
        os.dup2(end.fileno(), descriptor)
        end.close()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.modules.pop(module, None)  # it runs anew, as the main module
    runpy.run_module(module, run_name="__main__", alter_sys=True)


@contextmanager
def nursery() -> Iterator[None]:
    """The process that they are forked from; it is waited for in the end.

    PYTHONPATH tells it where this module is.
    """
    forkserver.ensure_running()  # while standard error is as it was: Textual's has no descriptor
    yield
    forkserver._forkserver._stop()
