"""A file that never answers, such as one on a network drive that is lost.

Import the fixture `silent_file`, and `give_up_waiting` where the time-out is to have passed.
"""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import pytest

from ludoscope.puzzles import files

POLL_SECONDS = 0.005


class SilentFile(NamedTuple):
    """A file whose opening blocks until the test ends.

    Attributes:
        path: The path.
        is_opened: Set when a thread tries to open the file.
        answer: To be set for the file to answer: it is not there.
    """

    path: Path
    is_opened: threading.Event
    answer: threading.Event


@pytest.fixture
def silent_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SilentFile]:
    """Return a file that does not answer until the end of the test."""
    silent = SilentFile(tmp_path / "silent.csv", threading.Event(), threading.Event())
    silent.path.write_text("")
    open_file = os.open

    def open_slowly(path: Any, *arguments: Any, **named: Any) -> int:
        if os.fspath(path) == str(silent.path):
            silent.is_opened.set()
            silent.answer.wait()
            raise FileNotFoundError(2, "gone", path)
        return open_file(path, *arguments, **named)

    monkeypatch.setattr(os, "open", open_slowly)
    before = set(threading.enumerate())
    yield silent
    silent.answer.set()
    for thread in set(threading.enumerate()) - before:
        if thread.daemon:
            thread.join()


@pytest.fixture
def give_up_waiting(silent_file: SilentFile, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make readers give up the silent file as soon as they have tried to open it."""

    class Results(SimpleQueue):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            assert timeout is not None
            assert timeout >= files.ANSWER_TIMEOUT_SECONDS
            while True:
                try:
                    return super().get(timeout=POLL_SECONDS)
                except Empty:
                    if silent_file.is_opened.is_set():
                        raise

    monkeypatch.setattr(files, "SimpleQueue", Results)


def interrupt_main_thread(silent: SilentFile) -> None:
    """Press ctrl+c, in effect, once the silent file is being opened."""

    def interrupt() -> None:
        silent.is_opened.wait()
        signal.pthread_kill(main_thread_id, signal.SIGINT)

    main_thread_id = threading.get_ident()
    threading.Thread(target=interrupt, daemon=True).start()
