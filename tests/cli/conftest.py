"""Fixtures of the command-line tests: run a command in this process and capture its streams."""

from pathlib import Path

import pytest
from hostile import Ran, ran

from ludoscope.tui.game_check import client  # before `worker_command` is replaced

assert client


@pytest.fixture(autouse=True)
def workers(forked_workers: None) -> None:
    """Use cheap forked workers."""


@pytest.fixture
def ludoscope(tmp_path: Path):
    """Return a function (words…, stdin=text) that runs a command: exit code and output."""

    def run(*words: str, stdin: str = "") -> Ran:
        (tmp_path / "stdin").write_text(stdin)
        return ran(words, tmp_path / "stdin")

    return run
