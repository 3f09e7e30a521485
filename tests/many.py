"""Tests of many cases: how many random ones they try, and which of a table it was that failed.

A few random ones are tried by default, all with LUDOSCOPE_FULL=1. Of cases that are alike the first
ones are for the usual tests and the rest for the long ones.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

FULL = bool(os.environ.get("LUDOSCOPE_FULL"))


def many(count: int) -> int:
    """Return `count`, or a tenth of it unless LUDOSCOPE_FULL=1."""
    return count if FULL else -(-count // 10)


def first_of(
    names: str | tuple[str, ...], cases: Iterable[Any], usual: int = 1, **more: Any
) -> pytest.MarkDecorator:
    """Return a `parametrize` mark in which all cases after the first `usual` ones are long."""
    single = isinstance(names, str) and "," not in names
    params = [
        pytest.param(*([one] if single else one), marks=[pytest.mark.long] if at >= usual else [])
        for at, one in enumerate(cases)
    ]
    return pytest.mark.parametrize(names, params, **more)


@contextmanager
def case(*of: object) -> Iterator[None]:
    """Add the case of a table to any exception raised in the block."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"case: {', '.join(map(repr, of))}")
        raise
