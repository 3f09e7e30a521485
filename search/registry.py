"""The registry of solvers: look them up by name or by role.

The roles are default solver, judge, hint solver and prover; see `search.solver_set`. A family
declares its solvers by an entry point:

    [project.entry-points."ludoscope.solvers"]
    peg = "ludoscope.search.peg.solvers:SOLVERS"
"""

from ludoscope.games import FAMILIES, AnyGame, PluginError, Registry
from ludoscope.games.errors import short_repr
from ludoscope.search import counters
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.guarantees import (
    ANY_SOLUTION,
    BREADTH_FIRST,
    DEPTH_FIRST,
    EXACT_VALUE,
    FEWEST_MOVES,
)
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

SOLVER_SETS = Registry("ludoscope.solvers", SolverSet, "ludoscope.search.contracts")

GENERIC_SOLVERS = {
    1: SolverSet(
        (
            Solver(
                "breadth-first",
                FEWEST_MOVES,
                BREADTH_FIRST,
                "ludoscope.search.generic.uninformed:breadth_first",
            ),
            Solver(
                "depth-first",
                ANY_SOLUTION,
                DEPTH_FIRST,
                "ludoscope.search.generic.uninformed:depth_first",
                counters=counters.DEPTH_FIRST,
            ),
        )
    ),
    2: SolverSet(
        (
            Solver(
                "memo",
                EXACT_VALUE,
                "tries every line of play; remembers the values of positions",
                "ludoscope.search.generic.adversarial:memo_negamax",
                counters=counters.NEGAMAX,
            ),
        )
    ),
}
"""The solvers of families that declare none, by number of players."""


def solver_set(family: str) -> SolverSet:
    """Return the solvers of a family and their roles.

    Raises:
        UnknownSolver: The solvers of a plug-in cannot be loaded; the family is then left out.
    """
    if family not in SOLVER_SETS:
        return GENERIC_SOLVERS[FAMILIES[family].players]
    try:
        return SOLVER_SETS[family]
    except PluginError as error:
        raise UnknownSolver(FAMILIES.exclude(family, error)) from error


def is_importable(family: str) -> bool:
    """Return True if a worker process can import a family and its solvers.

    It cannot if a script or a notebook has registered them.
    """
    has_solvers = family not in SOLVER_SETS or bool(SOLVER_SETS.reference(family))
    return bool(FAMILIES.reference(family)) and has_solvers


def solvers(family: str) -> tuple[Solver, ...]:
    """Return the solvers of a family, including those whose kernels are not compiled."""
    return solver_set(family).solvers


def default_solver(game: AnyGame) -> Solver:
    """Return the solver to use if the user names none.

    This is the first available solver that counts in the measure of the game. If it needs no
    kernels, because none are compiled, the family may prefer another readable one.

    Raises:
        UnknownSolver: All solvers need kernels, and none are compiled.
    """
    available = [solver for solver in solvers(game.family) if solver.is_available]
    if not available:
        raise UnknownSolver(
            f"all solvers of {game.family} need kernels, and kernels are not compiled here"
        )
    same_measure = [solver for solver in available if solver.measure in ("", game.measure)]
    candidates = same_measure or available
    if candidates[0].kernels:
        return candidates[0]
    name = solver_set(game.family).readable_default(game)
    return next((solver for solver in candidates if solver.name == name), candidates[0])


def find_judge(game: AnyGame) -> Solver:
    """Return the solver that decides fastest whether a position can be won.

    If solvers count in different measures, it is the first one in the measure of the game.
    """
    for solver in solvers(game.family):
        if solver.is_available and solver.measure == game.measure:
            return solver
    return _available(game, solver_set(game.family).judge)


def find_hint_solver(game: AnyGame) -> Solver:
    """Return the solver that finds hints: one whose solutions are short."""
    name = solver_set(game.family).hint
    return _available(game, name) if name else find_judge(game)


def find_prover(game: AnyGame) -> Solver | None:
    """Return the solver that quickly finds the fewest moves or the exact value, or None."""
    name = solver_set(game.family).prover
    if name is None:
        solver = find_judge(game)
        return solver if solver.is_exact else None
    return next((s for s in solvers(game.family) if s.name == name and s.is_available), None)


def _available(game: AnyGame, name: str | None) -> Solver:
    """Return the solver of that name if it is available, else the default one."""
    matching = (s for s in solvers(game.family) if s.name == name and s.is_available)
    return next(matching, None) or default_solver(game)


def find_readable(game: AnyGame, solver: Solver) -> Solver | None:
    """Return the readable solver that shows the method of a solver: itself if it is readable.

    None if there is no such solver.
    """
    if solver.is_readable:
        return solver
    family_solvers = solver_set(game.family)
    pairs = dict((*family_solvers.method_pairs, *family_solvers.readable_pairs))
    name = pairs.get(solver.name)
    return get_solver(game.family, name) if name else None


def ranked_solvers(game: AnyGame) -> list[Solver]:
    """Return the solvers of a game: the default, then those in its measure, then the others."""
    default = default_solver(game).name

    def rank(solver: Solver) -> tuple[bool, bool]:
        return solver.name != default, solver.measure not in ("", game.measure)

    return sorted(solvers(game.family), key=rank)


def get_solver(family: str, name: str) -> Solver:
    """Return the solver of that name, available or not.

    Raises:
        UnknownSolver: The family has no such solver.
    """
    for solver in solvers(family):
        if solver.name == name:
            return solver
    names = ", ".join(solver.name for solver in solvers(family))
    raise UnknownSolver(f"no solver {short_repr(name)} for {family}, expected one of {names}")


def find_solver(game: AnyGame, name: str) -> Solver:
    """Return the available solver of that name.

    Raises:
        UnknownSolver: There is no such solver, or its kernel is not compiled.
    """
    solver = get_solver(game.family, name)
    if not solver.is_available:
        raise UnknownSolver(f"solver {name} needs a kernel, and kernels are not compiled here")
    return solver


def require_cores(solver: Solver, family: str, jobs: int | None) -> Solver:
    """Return `solver` if it can use `jobs` cores for one position.

    Raises:
        UnknownSolver: It uses one core only; the message names the solvers that use several.
    """
    if jobs and jobs > 1 and not solver.uses_several_cores:
        names = ", ".join(
            sorted(other.name for other in solvers(family) if other.uses_several_cores)
        )
        others = f"; these of {family} use several: {names}" if names else f", like all of {family}"
        raise UnknownSolver(f"solver {solver.name} uses one core only{others}")
    return solver
