"""A row of the registry: an algorithm with a stated promise."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games import AnyGame
from search.events import Event
from search.watch import Limits

Solve = Callable[[AnyGame, Any, Limits], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class Solver:
    """`make` builds the algorithm for one game: it binds the heuristics of the game's family.

    `promise`    what a verdict of this solver means
    `summary`    how it works, in a line
    `available`  False where its kernel is not compiled
    `measure`    the measure it counts moves in where the game offers several
    """

    name: str
    promise: str
    summary: str
    make: Callable[[AnyGame], Solve]
    kernel: str = ""
    measure: str = ""
    available: bool = True
