"""Relaxations of a position, in which elements can be left out, and a core of its loss.

A relaxation must be sound: a position that is lost without some elements is lost. And it must be
monotone: what wins without some elements wins without more of them. Then `find_core` finds a core:
elements that make the position lost and of which none can be left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludoscope.games import AnyGame, Unit
from ludoscope.search.events import Solved, Unsolvable, Verdict
from ludoscope.search.solver import Solver


class RelaxedStart(NamedTuple):
    """A relaxed game and the position that is judged in it."""

    game: AnyGame
    position: Any


@dataclass(frozen=True, slots=True)
class Relaxation:
    """The relaxed games of a position.

    Attributes:
        elements: What can be left out, in the notation of the game; first what is best left out.
        unit: The word for an element: `Unit("card", "cards")`.
        rule: What leaving out means, a predicate: "covers no card and takes no cell".
        relaxed: Returns the relaxed game in which only some elements are kept, given by index.
        judge: The solver of the relaxed games; the judge of the family if None.
    """

    elements: tuple[str, ...]
    unit: Unit
    rule: str
    relaxed: Callable[[frozenset[int]], RelaxedStart]
    judge: Solver | None = None


@dataclass(frozen=True, slots=True)
class Core:
    """Elements that make a position lost, whatever the others are.

    Attributes:
        elements: The elements, in the notation of the game.
        undecided: Those of which it is not known whether they can be left out.
        unit: The word for an element.
        total: The number of elements of the position.
        rule: What it means to leave an element out.
    """

    elements: tuple[str, ...]
    undecided: tuple[str, ...]
    unit: Unit
    total: int
    rule: str

    @property
    def is_irreducible(self) -> bool:
        """True if the position is won without any one of the elements, each of which was shown."""
        return not self.undecided


@dataclass(slots=True)
class CoreSearch:
    """The state of a search for a core.

    Attributes:
        relaxation: The relaxation.
        kept: The elements that have not been left out.
        needed: Those of them without which the position is won; they stay needed.
        was_lost: True once the position is proved lost with all elements.
    """

    relaxation: Relaxation
    kept: set[int] = field(default_factory=set)
    needed: set[int] = field(default_factory=set)
    was_lost: bool = False

    def core(self) -> Core | None:
        """Return the core as far as it is known; None if the relaxed game is not proved lost."""
        if not self.was_lost:
            return None
        relaxation = self.relaxation
        names = [relaxation.elements[index] for index in sorted(self.kept)]
        open_ones = sorted(self.kept - self.needed)
        undecided = tuple(relaxation.elements[index] for index in open_ones)
        total = len(relaxation.elements)
        return Core(tuple(names), undecided, relaxation.unit, total, relaxation.rule)


def find_core(
    relaxation: Relaxation, judge: Callable[[RelaxedStart, bool], Verdict | None]
) -> Iterator[CoreSearch]:
    """Find a core by deletion, and yield the state after each judgement.

    Elements are left out in chunks of 16, 8, 4, 2 and finally one by one, each time if the position
    is proved lost without them. Those of which a short search does not decide that are tried once
    more. As a relaxation is monotone, an element that is needed stays needed.

    Args:
        relaxation: The relaxation.
        judge: Returns the verdict on a relaxed game, None to end the search; its second argument is
            True for a long search.
    """
    everything = range(len(relaxation.elements))
    search = CoreSearch(relaxation, kept=set(everything))
    verdict = judge(relaxation.relaxed(frozenset(everything)), True)
    search.was_lost = isinstance(verdict, Unsolvable)
    yield search
    if not search.was_lost:
        return
    for size, is_long in ((16, False), (8, False), (4, False), (2, False), (1, False), (1, True)):
        candidates = [index for index in everything if index in search.kept - search.needed]
        for first in range(0, len(candidates), size):
            chunk = set(candidates[first : first + size])
            if size > 1 and len(chunk) == 1:
                continue
            verdict = judge(relaxation.relaxed(frozenset(search.kept - chunk)), is_long)
            if verdict is None:
                return
            if isinstance(verdict, Unsolvable):
                search.kept -= chunk
            elif size == 1 and isinstance(verdict, Solved):
                search.needed |= chunk
            yield search
