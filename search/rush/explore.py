"""All positions of ORush connected to one, and the distance of each to the nearest win.

Moves are reversible, so positions that can be reached from one another form a component. There is a
compiled search and a readable one.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from ludoscope.games.rush.rules import MEASURES, Move, Position, RushGame
from ludoscope.search.budget import ROOM
from ludoscope.search.kernels import Status, compiled
from ludoscope.search.rush.compiled import SLICE, Chart

KERNEL = "ludoscope.search.rush.kernels.explore"
READABLE_BYTES = 600  # a position in the readable search, about


class Component(ABC):
    """A component of `size` positions; distances are moves to the nearest win, in a measure."""

    size: int

    def __init__(self, game: RushGame) -> None:
        self._views = {measure: game.in_measure(measure) for measure in MEASURES}

    @abstractmethod
    def distance(self, position: Position, measure: str) -> int | None:
        """The fewest moves to a win, None if there is none; ValueError when not connected."""

    @abstractmethod
    def longest(self, measure: str) -> int | None:
        """The greatest distance, None if no position can be won."""

    @abstractmethod
    def at(self, distance: int, measure: str) -> list[Position]:
        """The positions of that distance, sorted."""

    def hardest(self, measure: str) -> Position | None:
        """The first position of the greatest distance; None if none can be won."""
        longest = self.longest(measure)
        return None if longest is None else self.at(longest, measure)[0]

    def next_move(self, position: Position, measure: str) -> Move | None:
        """The first move of a shortest solution; None at a win, or if there is no solution."""
        distance = self.distance(position, measure)
        game = self._views[measure]
        nearer = (
            move
            for move in game.moves(position)
            if distance and self.distance(game.play(position, move), measure) == distance - 1
        )
        return next(nearer, None)


def explore(game: RushGame, position: Position, memory: int = ROOM) -> Component | None:
    """All positions connected to one; None when they do not fit in `memory` bytes.

    Some 150 ns and 50 bytes a position with the kernel.
    """
    if not compiled(KERNEL):
        return _explore(game, position, memory // READABLE_BYTES)
    from ludoscope.search.rush.kernels.explore import Component as Kernel

    chart = Chart(game, position)
    cells, slides = (chart.search(measure, memory // 3) for measure in MEASURES)
    kernel = Kernel(cells, slides, memory // 3)
    cells.start(chart.numbers(position))
    if not (_exhausted(cells) and kernel.seed_wins()):
        return None
    if kernel.winnable and not (_exhausted(cells) and _exhausted(slides)):
        return None
    return _Compiled(game, chart, kernel) if kernel.finish() else None


def _exhausted(search: Any) -> bool:
    """Run a kernel to its end; False where the memory does not suffice."""
    while search.run(SLICE) is Status.SEARCHING:
        pass
    return search.status is Status.EXHAUSTED


def _explore(game: RushGame, position: Position, most: int) -> Component | None:
    """The same in plain Python; None if there are more than `most` positions."""
    found = _connected(game.in_measure("cells"), [position], most)
    if len(found) > most:
        return None
    wins = [other for other in found if game.is_won(other)]
    distances = {m: _connected(game.in_measure(m), wins, most) for m in MEASURES}
    return _Readable(game, found, distances)


def _connected(game: RushGame, starts: Iterable[Position], most: int) -> dict[Position, int]:
    """Position → fewest moves from any of `starts`; stops soon after `most` positions."""
    distances = dict.fromkeys(starts, 0)
    queue = list(distances)
    for position in queue:
        if len(distances) > most:
            break
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in distances:
                distances[child] = distances[position] + 1
                queue.append(child)
    return distances


class _Readable(Component):
    """A component explored in Python."""

    def __init__(
        self,
        game: RushGame,
        found: dict[Position, int],
        distances: dict[str, dict[Position, int]],
    ) -> None:
        super().__init__(game)
        self.size = len(found)
        self._found = found
        self._distances = distances

    def distance(self, position: Position, measure: str) -> int | None:
        if position not in self._found:
            raise ValueError("the position is not connected to those that were explored")
        return self._distances[measure].get(position)

    def longest(self, measure: str) -> int | None:
        return max(self._distances[measure].values(), default=None)

    def at(self, distance: int, measure: str) -> list[Position]:
        return sorted(p for p, d in self._distances[measure].items() if d == distance)


class _Compiled(Component):
    """A component explored by the kernel, which has the table."""

    def __init__(self, game: RushGame, chart: Chart, kernel: Any) -> None:
        super().__init__(game)
        self.size = kernel.entries
        self._chart = chart
        self._kernel = kernel

    def distance(self, position: Position, measure: str) -> int | None:
        try:
            distance: int | None = self._kernel.distance(
                self._chart.numbers(position), measure == "slides"
            )
        except (KeyError, ValueError):
            raise ValueError("the position is not connected to those that were explored") from None
        return distance

    def longest(self, measure: str) -> int | None:
        longest: int | None = self._kernel.longest(measure == "slides")
        return longest

    def at(self, distance: int, measure: str) -> list[Position]:
        return sorted(map(self._chart.position, self._kernel.level(distance, measure == "slides")))
