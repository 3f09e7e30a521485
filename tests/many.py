"""Tests of many cases: how many random ones they try, and which of a table it was that failed.

A few random ones are tried by default, all with LUDOSCOPE_FULL=1.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

FULL = bool(os.environ.get("LUDOSCOPE_FULL"))


def many(count: int) -> int:
    """`count`, or a fifth of it."""
    return count if FULL else -(-count // 5)


@contextmanager
def case(*of: object) -> Iterator[None]:
    """What fails in it is told with the case of the table."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"case: {', '.join(map(repr, of))}")
        raise
