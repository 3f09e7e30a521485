"""The solvers by name, with what each guarantees, and how one of them works."""

import argparse
import sys

from ludoscope.games import FAMILIES
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.registry import get_solver, solvers
from ludoscope.tui.commands.usage import UsageError
from ludoscope.tui.text.formatting import guarantee

PROSE = 79  # columns of text


def list_solvers(options: argparse.Namespace) -> int:
    """Every solver with its guarantee, or how one of them works."""
    if options.about:
        return tell_of_solver(options.family, options.about)
    for family in [options.family] if options.family else FAMILIES:
        print(family)
        for row in solvers(family):
            kind = "" if not row.kernels else "compiled" if row.is_available else "not compiled"
            print(
                f"  {row.name:<22} {guarantee(row, FAMILIES[family].move_unit):<52} {kind}".rstrip()
            )
            print(f"  {'':<22} {row.summary}")
    if not all_kernels_compiled():
        print("kernels not compiled: solvers that need one are not available", file=sys.stderr)
    return 0


def tell_of_solver(family: str | None, name: str) -> int:
    """How a solver works."""
    from ludoscope.tui.text.documents import printed
    from ludoscope.tui.text.solver_pages import how_it_works

    if family is None:
        raise UsageError("--about needs a game: ludoscope solvers GAME --about NAME")
    page = how_it_works(get_solver(family, name), FAMILIES[family].move_unit)
    for line in printed(page, PROSE):
        print(line)
    return 0
