"""Compiled inner loops: Cython in pure-Python syntax, one module each, run without the GIL.

A kernel advances a bounded number of nodes per call and returns, so that the solver around it
can report. `compiled` tells whether a kernel was built when the program was installed.
"""

from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

SEARCH = Path(__file__).parents[1]
NAMES = tuple(
    f"ludoscope.search.{'.'.join(path.relative_to(SEARCH).with_suffix('').parts)}"
    for path in sorted(SEARCH.glob("**/kernels/*.py"))
    if path.stem != "__init__"
)


@cache
def compiled(name: str) -> bool:
    """Whether the module of that name is machine code here."""
    spec = find_spec(name)
    origin = spec.origin if spec else None
    return bool(origin) and str(origin).endswith(tuple(EXTENSION_SUFFIXES))


def kernels_compiled() -> bool:
    """Whether every kernel is machine code here."""
    return all(compiled(name) for name in NAMES)
