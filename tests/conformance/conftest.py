"""Reads the published positions and answers in `data/`."""

from collections.abc import Callable
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"
Records = Callable[[str], list[str]]


def read(name: str) -> list[str]:
    """Return the records of `data/<name>.txt`: # comments, indented continuation lines."""
    found: list[str] = []
    for line in (DATA / f"{name}.txt").read_text().splitlines():
        if line.startswith("  "):
            found[-1] += line[1:]
        elif not line.startswith("#"):
            found.append(line)
    assert found
    return found


@pytest.fixture(scope="session")
def records() -> Records:
    return read
