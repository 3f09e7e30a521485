"""What tests of the command line share: a command in this process, with its streams."""

from pathlib import Path

import pytest
from hostile import Ran, ran


@pytest.fixture(autouse=True)
def workers(forked_workers: None) -> None:
    """Cheap ones."""


@pytest.fixture
def ludoscope(tmp_path: Path):
    """(words…, stdin=text) → its exit code and what it printed."""

    def run(*words: str, stdin: str = "") -> Ran:
        (tmp_path / "stdin").write_text(stdin)
        return ran(words, tmp_path / "stdin")

    return run
