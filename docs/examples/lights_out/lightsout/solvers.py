"""The solvers of Lights Out: linear algebra, and the searches that work for any game."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.guarantees import A_STAR, BREADTH_FIRST, FEWEST_MOVES
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

from .rules import LightsOut

MAX_SWITCHED = 5  # lights that one press switches


class Combination(NamedTuple):
    """A set of presses and their joint effect, as bits: bit i stands for light i."""

    effect: int
    presses: int


def reduce(combination: Combination, basis: list[Combination]) -> Combination:
    """Add combinations of the basis so that the effect becomes as small a number as possible.

    Each member of a basis has a highest bit that no later member has. So one pass is enough, and
    the effect becomes 0 if the basis can produce it.
    """
    effect, presses = combination
    for other in basis:
        if effect ^ other.effect < effect:
            effect, presses = effect ^ other.effect, presses ^ other.presses
    return Combination(effect, presses)


def linear_algebra(game: LightsOut, position: int, limits: Limits) -> Iterator[Event]:
    """Linear algebra: solve one equation for each light, modulo 2.

    The order of presses does not matter, and pressing a light twice does nothing. So a solution is
    a set of lights to press, and each light gives an equation: of itself and its neighbours an odd
    number must be pressed if it is on, an even number if it is off. Gaussian elimination finds one
    solution, or a set of lights of which every press switches an even number while an odd number
    of them is on: then there is no solution. All other solutions differ from the one found by
    combinations of *quiet patterns*, presses that change nothing. These are few, at most one for
    each column and usually none, so the shortest solution is found by trying all of them.

    Time     O(n³) for n lights, and 2 to the number of quiet patterns
    Memory   O(n²) bits
    Verdict  a shortest solution, or proof that there is none
    Source   M. Anderson and T. Feil, "Turning Lights Out with Linear Algebra", 1998
    """
    budget = Budget(limits)
    basis: list[Combination] = []
    quiet_patterns: list[int] = []
    for light, effect in enumerate(game.effects):
        reduced = reduce(Combination(effect, 1 << light), basis)
        if reduced.effect:
            basis.append(reduced)
        else:
            quiet_patterns.append(reduced.presses)
    for pattern in quiet_patterns:
        lit = (pattern & position).bit_count()
        if lit % 2:
            yield budget.unsolvable(
                f"every press switches an even number of the lights {_light_names(game, pattern)}, "
                f"and an odd number of them is on: {lit} of {pattern.bit_count()}"
            )
            return
    presses = reduce(Combination(position, 0), basis).presses
    shortest = presses
    for chosen in range(1 << len(quiet_patterns)):
        candidate = presses
        for index, pattern in enumerate(quiet_patterns):
            if chosen >> index & 1:
                candidate ^= pattern
        shortest = min(shortest, candidate, key=int.bit_count)
        if budget.count():
            yield budget.progress(best=shortest.bit_count())
            if budget.stop_reason:
                yield budget.gave_up()
                return
    yield budget.solved(tuple(_lights(shortest)), game.measure)


def _lights(pattern: int) -> list[int]:
    """Return the numbers of the lights in a pattern."""
    return [light for light in range(pattern.bit_length()) if pattern >> light & 1]


def _light_names(game: LightsOut, pattern: int) -> str:
    return " ".join(game.move_text(pattern, light) for light in _lights(pattern))


def min_presses(game: LightsOut) -> Callable[[int], float]:
    """Return a function that gives a lower bound of the presses: each switches five lights."""
    return lambda position: -(-position.bit_count() // MAX_SWITCHED)


SOLVERS = SolverSet(
    (
        Solver(
            "linear-algebra",
            FEWEST_MOVES,
            "linear algebra: one equation for each light, modulo 2",
            linear_algebra,
        ),
        Solver(
            "a-star",
            FEWEST_MOVES,
            A_STAR,
            "ludoscope.search.generic.informed:a_star",
            {"estimate": min_presses},
        ),
        Solver(
            "breadth-first",
            FEWEST_MOVES,
            BREADTH_FIRST,
            "ludoscope.search.generic.uninformed:breadth_first",
        ),
    )
)
