"""The solvers by name, and which to use by default, as judge and for hints."""

from typing import Any

from ludoscope.games import FAMILIES, AnyGame, Unloadable, load
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.solver import Solver


def solvers(family: str) -> tuple[Solver, ...]:
    """The rows of a family, those that are not available here included.

    UnknownSolver when a family by a stranger declares some that cannot be loaded.
    """
    try:
        rows: tuple[Solver, ...] = load(FAMILIES[family].solvers)
    except Unloadable as error:
        raise UnknownSolver(FAMILIES.leave_out(family, error)) from error
    return rows


def default_solver(game: Any) -> Solver:
    """The solver to use when none is named: one that counts as the game does."""
    rows = [row for row in solvers(game.family) if row.available]
    rows = [row for row in rows if row.measure in ("", game.measure)] or rows
    readable = FAMILIES[game.family].readable
    if rows[0].kernels or not readable:
        return rows[0]
    name = load(readable)(game)
    return next((row for row in rows if row.name == name), rows[0])


def judge(game: Any) -> Solver:
    """The solver that decides fastest whether a position can be won.

    If solvers count in different measures, the first one that counts in that of the game.
    """
    for row in solvers(game.family):
        if row.available and row.measure == game.measure:
            return row
    return _preferred(game, FAMILIES[game.family].judge)


def hint_solver(game: Any) -> Solver:
    """The solver whose first move is worth showing: that of a short solution."""
    name = FAMILIES[game.family].hint
    return _preferred(game, name) if name else judge(game)


def prover(game: Any) -> Solver | None:
    """The solver that finds the fewest moves, or the value, in a moment; None where none does."""
    name = FAMILIES[game.family].prover
    if not name:
        row = judge(game)
        return row if row.exact else None
    return next((r for r in solvers(game.family) if r.name == name and r.available), None)


def _preferred(game: Any, name: str) -> Solver:
    """The solver of that name if it is available, else the default one."""
    rows = (row for row in solvers(game.family) if row.name == name and row.available)
    return next(rows, None) or default_solver(game)


def ranked_solvers(game: AnyGame) -> list[Solver]:
    """All solvers of a game, the default one first, then those that count as the game does."""
    usual = default_solver(game).name

    def rank(row: Solver) -> tuple[bool, bool]:
        return row.name != usual, row.measure not in ("", game.measure)

    return sorted(solvers(game.family), key=rank)


def named_solver(family: str, name: str) -> Solver:
    """The row of that name, available or not; UnknownSolver when there is none."""
    row = next((row for row in solvers(family) if row.name == name), None)
    if row is None:
        names = ", ".join(row.name for row in solvers(family))
        raise UnknownSolver(f"no solver {name!r} for {family}, expected one of {names}")
    return row


def find_solver(game: AnyGame, name: str) -> Solver:
    """The solver of that name; UnknownSolver, with one sentence, if it is not available."""
    row = named_solver(game.family, name)
    if not row.available:
        raise UnknownSolver(f"solver {name} needs a kernel, and kernels are not compiled here")
    return row


def with_cores(solver: Solver, family: str, jobs: int | None) -> Solver:
    """`solver` if it can use `jobs` cores; else UnknownSolver, with one sentence."""
    if jobs and jobs > 1 and not solver.cores:
        several = ", ".join(sorted(row.name for row in solvers(family) if row.cores))
        said = (
            f"; these of {family} use several: {several}" if several else f", like all of {family}"
        )
        raise UnknownSolver(f"solver {solver.name} uses one core only{said}")
    return solver
