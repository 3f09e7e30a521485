"""Changes of a position, and their sizes.

A change is made of *single changes* of one kind: a swap of two cards, a cell more, a boat away. The
size of a change is their number. A change is a smallest one if it wins and every change of its kind
that is smaller was refuted.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame, Unit

UNDO = "undo"
"""The name of the kind of changes that take moves back."""


@dataclass(frozen=True, slots=True)
class Change:
    """A changed position.

    Attributes:
        text: What is changed, in the imperative: "swap 3♠ and 9♥".
        game: The game after the change; its rules may be other ones, such as one cell more.
        position: The position after the change.
        elements: What is changed, in the notation of the game, to be marked on a board: "3S", "9H".
        passes_turn: In a game for two, True if the other side is to move after the change.
    """

    text: str
    game: AnyGame
    position: Any
    elements: tuple[str, ...] = ()
    passes_turn: bool = False


@dataclass(frozen=True, slots=True)
class ChangeKind:
    """Changes of one kind.

    Attributes:
        name: A word for programs: "swap".
        unit: A single change: `Unit("swap of two cards", "swaps of two cards")`.
        changes: Returns the changes of a size, in a fixed order, those to be shown first first.
        max_size: The greatest size that is tried.
    """

    name: str
    unit: Unit
    changes: Callable[[int], Iterable[Change]]
    max_size: int = 1


@dataclass(frozen=True, slots=True)
class WinningChange:
    """A change that wins.

    Attributes:
        change: The change.
        moves: Moves that win, which the verifier has replayed. In a game for two they are a line
            that the side wins that was lost before.
    """

    change: Change
    moves: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class TriedSize:
    """The changes of one kind and size, as far as they have been judged.

    Attributes:
        size: The number of single changes.
        total: The number of such changes.
        won: The number of those that win.
        losses: The number of those that are proved lost.
        wins: Those that win, in the order of `ChangeKind.changes`; the first ones if the caller
            has asked for so many only.
    """

    size: int
    total: int
    won: int
    losses: int
    wins: tuple[WinningChange, ...]

    @property
    def undecided(self) -> int:
        """The number of those not judged, or not decided within the limits."""
        return self.total - self.won - self.losses


@dataclass(frozen=True, slots=True)
class TriedKind:
    """The changes of one kind that have been judged.

    Attributes:
        name: The name of the kind.
        unit: A single change of the kind.
        sizes: The sizes that were tried, from 1 on; only the last one may have wins.
    """

    name: str
    unit: Unit
    sizes: tuple[TriedSize, ...]

    @property
    def wins(self) -> tuple[WinningChange, ...]:
        """The changes of the last size that win."""
        return self.sizes[-1].wins if self.sizes else ()

    @property
    def undecided_smaller(self) -> int:
        """The number of smaller changes than those that win which are not refuted."""
        return sum(tried.undecided for tried in self.sizes[:-1])

    @property
    def is_smallest(self) -> bool:
        """True if a change wins and all smaller ones of the kind are refuted."""
        return bool(self.wins) and not self.undecided_smaller
