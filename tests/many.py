"""How many cases a test of random ones tries: a few by default, all with LUDOSCOPE_FULL=1."""

import os

FULL = bool(os.environ.get("LUDOSCOPE_FULL"))


def many(count: int) -> int:
    """`count`, or a fifth of it."""
    return count if FULL else -(-count // 5)
