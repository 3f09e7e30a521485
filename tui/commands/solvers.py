"""The command `solvers`: the solvers by name, what each guarantees, and how one of them works."""

import argparse
import sys

from ludoscope.games import FAMILIES
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.registry import get_solver, solvers
from ludoscope.tui.commands.arguments import FAMILY, TYPEABLE_NAMES
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.typeable import print_typeable
from ludoscope.tui.text.documents import render_lines
from ludoscope.tui.text.formatting import format_guarantee
from ludoscope.tui.text.solver_pages import build_solver_page

PAGE_WIDTH = 79  # columns


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", **FAMILY)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--about", metavar="NAME", help="how one of them works (needs a GAME)")
    output.add_argument("--names", **TYPEABLE_NAMES)


def run(options: argparse.Namespace) -> int:
    """Print the solvers of one family or of all, or the page of one solver."""
    if options.about:
        _print_page(options.family, options.about)
        return 0
    families = [options.family] if options.family else list(FAMILIES)
    if options.names:
        print_typeable(solver.name for family in families for solver in solvers(family))
        return 0
    for family in families:
        _print_solvers(family)
    if not all_kernels_compiled():
        print("kernels not compiled: solvers that need one are not available", file=sys.stderr)
    return 0


def _print_solvers(family: str) -> None:
    print(family)
    for solver in solvers(family):
        kernel_state = ""
        if solver.kernels:
            kernel_state = "compiled" if solver.is_available else "not compiled"
        promise = format_guarantee(solver, family)
        print(f"  {solver.name:<22} {promise:<52} {kernel_state}".rstrip())
        print(f"  {'':<22} {solver.summary}")


def _print_page(family: str | None, solver_name: str) -> None:
    if family is None:
        raise UsageError("--about needs a game: ludoscope solvers GAME --about NAME")
    page = build_solver_page(get_solver(family, solver_name), family)
    for line in render_lines(page, PAGE_WIDTH):
        print(line)
