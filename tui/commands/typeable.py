"""Names as words of a command line, for the completion of shells and for scripts."""

import re
from collections.abc import Iterable

TYPEABLE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_@%+,./-]*")  # no shell interprets these


def print_typeable(names: Iterable[str]) -> None:
    """Print different names, a line each, without those that a shell would interpret."""
    for name in dict.fromkeys(names):
        if TYPEABLE.fullmatch(name):
            print(name)
