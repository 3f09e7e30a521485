"""Compiled inner loops: Cython in pure-Python syntax, one module each, run without the GIL.

A kernel advances a bounded number of nodes per call and returns, so that the solver around it
can report. `compiled` tells whether a kernel was built when the program was installed.
"""

from enum import IntEnum
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

SEARCH = Path(__file__).parents[1]
BASE = "ludoscope.search.kernels.kernel"  # what other kernels are built on


class Status(IntEnum):
    """What a kernel says of its search; the numbers are those of kernel.pxd."""

    SEARCHING = 0
    SOLVED = 1
    EXHAUSTED = 2  # all has been searched: a proof that there is no solution
    FAILED = 3  # nothing is left to search, which proves nothing
    FULL = 4  # the memory does not suffice to go on


@cache
def compiled(name: str) -> bool:
    """Whether the module of that name, and what it is built on, is machine code here."""
    spec = find_spec(name)
    origin = spec.origin if spec else None
    suffixes = tuple(EXTENSION_SUFFIXES)
    return bool(origin) and str(origin).endswith(suffixes) and (name == BASE or compiled(BASE))


@cache
def kernels_compiled() -> bool:
    """Whether every kernel is machine code here."""
    paths = [*SEARCH.glob("kernels/*.py"), *SEARCH.glob("*/kernels/*.py")]
    modules = [path.relative_to(SEARCH).with_suffix("") for path in paths]
    return all(
        compiled(".".join(["ludoscope.search", *module.parts]))
        for module in modules
        if module.name != "__init__"
    )
