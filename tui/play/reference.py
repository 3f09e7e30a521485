"""Where positions are looked up rather than searched.

    Atlas   of a peg problem, once it is made
    Sea     of ORush: all that is connected to the start, with its distances, explored once

A look takes microseconds, but reading or exploring takes milliseconds: verdicts are for a thread.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from ludoscope.games import FAMILIES, AnyGame, load
from ludoscope.games.peg import PegGame
from ludoscope.games.rush import Move, Position, RushGame
from ludoscope.games.rush.rules import MEASURES
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Verdict
from ludoscope.search.generic.path import exhaustion
from ludoscope.search.kernels import compiled
from ludoscope.search.peg.atlas import Atlas, atlas_path, cached
from ludoscope.search.rush.explore import Component, explore
from ludoscope.tui.text.words import count

SEA_BYTES = 1 << 26  # a million positions, about


class Reference:
    """What is known for certain of the positions that a game's start leads to: here nothing."""

    def verdict(self, position: Any) -> Verdict | None:
        """What is known, with a line that wins or a proof; None where it has to be searched."""
        return None

    def aside(self, position: Any) -> str:
        """What else is known once a verdict was given, in a few words."""
        return ""


def reference(game: AnyGame) -> Reference:
    """Where the positions of this game are looked up."""
    declared = FAMILIES[game.family].reference
    found: Reference | None = load(declared)(game) if declared else None
    return found or Reference()


def atlas(game: PegGame) -> Reference | None:
    """Of peg solitaire, as it declares."""
    return AtlasReference(game) if compiled("ludoscope.search.peg.kernels.packing") else None


def sea(game: RushGame) -> Reference | None:
    """Of ORush, as it declares."""
    return SeaReference(game) if compiled("ludoscope.search.rush.kernels.explore") else None


class SeaReference(Reference):
    """Every position of a puzzle of ORush, if there are not too many."""

    def __init__(self, game: RushGame) -> None:
        self._game = game
        self._measure = game.measure
        self._other = next(measure for measure in MEASURES if measure != game.measure)
        self._component: Component | None = None
        self._explored = False

    def verdict(self, position: Position) -> Verdict | None:
        budget = Budget(Limits())
        if not self._explored:
            self._component = explore(self._game, position, SEA_BYTES)
            self._explored = True
        component = self._component
        if not component:
            return None
        if component.distance(position, self._measure) is None:
            return budget.unsolvable(exhaustion(component.size, Counter()), exhausted=True)
        moves: list[Move] = []
        while (move := component.next_move(position, self._measure)) is not None:
            moves.append(move)
            position = self._game.play(position, move)
        return budget.solved(tuple(moves), self._measure)

    def aside(self, position: Position) -> str:
        """The distance in the measure that the game does not count in."""
        distance = self._component and self._component.distance(position, self._other)
        return f"{count(distance, self._other)} at the least" if distance else ""


class AtlasReference(Reference):
    """The atlas of a peg problem, where it is made."""

    def __init__(self, game: PegGame) -> None:
        self._game = game
        self._read: tuple[int, int] | None = None  # which file the atlas was read from
        self._atlas: Atlas | None = None

    def verdict(self, position: int) -> Verdict | None:
        """The file is looked for each time, since a solver may have made it meanwhile."""
        identity = _identity(atlas_path(self._game))
        if identity != self._read:
            self._read, self._atlas = identity, cached(self._game) if identity else None
        if not self._atlas:
            return None
        budget = Budget(Limits())
        if self._atlas.winnable(position):
            return budget.solved(self._atlas.solution(position))
        if compiled("ludoscope.search.peg.kernels.pagoda"):
            from ludoscope.search.peg.swift import refuted

            if proof := refuted(self._game, position, budget):
                return proof
        return budget.unsolvable(
            f"not among the {sum(self._atlas.counts):,} winnable positions of the atlas"
        )


def _identity(path: Path) -> tuple[int, int] | None:
    """Of the file, None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
