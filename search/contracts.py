"""Contracts of the classes of the search that plug-ins implement; see `games.plugin_guard`."""

from ludoscope.games.plugin_guard import Contract, add_contract
from ludoscope.games.type_checks import WrongType
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet


def _check_solvers(solvers: tuple[Solver, ...]) -> tuple[Solver, ...]:
    if not solvers:
        raise WrongType("at least one solver")
    if len({solver.name for solver in solvers}) < len(solvers):
        raise WrongType("solvers of different names")
    return solvers


add_contract(
    Contract(
        SolverSet,
        replacements={"readable_default": lambda *_: None, "fallback_move": lambda *_: None},
        checks={"solvers": _check_solvers},
    )
)
