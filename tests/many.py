"""Tests of many cases: how many random ones they try, and which of a table it was that failed.

A few random ones are tried by default, all with LUDOSCOPE_FULL=1. Of cases that are alike the first
ones are for the usual tests and the rest for the long ones. Many small cases are one test.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
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


def each_of(
    names: str | tuple[str, ...], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that makes one test of a table of cases.

    It reads like `parametrize`, without the cost of a test for each case, which is more than that
    of most cases: setting up, reporting and sending it to a process. The cases share the fixtures.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    rows = [(one,) if len(keys) == 1 else tuple(one) for one in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            assert rows, "there are no cases"
            for values in rows:
                with case(*values):
                    test(**fixtures, **dict(zip(keys, values, strict=True)))

        parameters = inspect.signature(test).parameters.values()
        others = [one for one in parameters if one.name not in keys]
        run.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
        del run.__wrapped__  # pytest would look for fixtures in it
        return run

    return decorate


@contextmanager
def case(*of: object) -> Iterator[None]:
    """Add the case of a table to any exception raised in the block."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"case: {', '.join(map(repr, of))}")
        raise
