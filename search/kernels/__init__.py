"""Compiled inner loops of the solvers: Cython in pure-Python syntax, run without the GIL.

Each kernel is a module with a declaration file (`.pxd`) beside it. A call of a kernel searches a
bounded number of positions and returns, so that the solver around it can report and be stopped; see
`search.process.kernel_runner`. Shared by the kernels of all games:

    kernel         the base class, and the states of a search
    bits.pxd       64-bit words: hashing, bit scans, population count
    arrays.pxd     arrays and stacks that grow within a memory limit
    tables.pxd     hash tables
    selection.pxd  selection of the greatest items
"""

from enum import IntEnum
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

SEARCH_FOLDER = Path(__file__).parents[1]
BASE_KERNEL = "ludoscope.search.kernels.kernel"  # imported by all other kernels


class Status(IntEnum):
    """The state of a kernel's search; the values are those of the enum in kernel.pxd."""

    SEARCHING = 0
    SOLVED = 1
    EXHAUSTED = 2  # everything was searched: a proof that there is no solution
    FAILED = 3  # nothing is left to search, which proves nothing
    OUT_OF_MEMORY = 4  # the memory limit, or the capacity of a table, was reached


@cache
def is_compiled(name: str) -> bool:
    """Return True if a kernel and the base of all kernels are compiled on this machine.

    Args:
        name: The full name of the kernel's module.
    """
    spec = find_spec(name)
    if spec is None or not spec.origin or not spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
        return False
    return name == BASE_KERNEL or is_compiled(BASE_KERNEL)


@cache
def all_kernels_compiled() -> bool:
    """Return True if all kernels are compiled on this machine."""
    paths = [*SEARCH_FOLDER.glob("kernels/*.py"), *SEARCH_FOLDER.glob("*/kernels/*.py")]
    modules = [path.relative_to(SEARCH_FOLDER).with_suffix("") for path in paths]
    return all(
        is_compiled(".".join(["ludoscope.search", *module.parts]))
        for module in modules
        if module.name != "__init__"
    )
