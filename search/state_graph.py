"""The graph of the positions that the moves of a game lead to.

Start with `explore_states`. A `StateGraph` knows how far each position is from a win, the value of
each position of a game for two, and which positions cannot be avoided on the way to a win. It is
meant for games of up to some 50,000 positions; of a larger one it has a sample.
"""

from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.registry import solver_set
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.search.solver import resolve

MAX_POSITIONS = 50_000
SAMPLED_LEVELS = 100  # a sample has at most 1/100 of its positions in each level
SAMPLE_SEED = 1
PROGRESS_INTERVAL = 100  # positions between two reports
UNKNOWN = -1  # a distance that is not known, or does not exist

DistanceFunction = Callable[[Any], int | None]
"""Returns the fewest moves from a position to a win, None if there is none."""

ProgressCallback = Callable[[int, bool], object]
"""Takes the number of positions found so far, and whether they are those of a sample."""


@dataclass(frozen=True)
class StateGraph:
    """Positions and the moves between them; a position is known by its index.

    Attributes:
        game: The game.
        positions: The positions in the order of a breadth-first search; the first is the start.
        successors: The indices of the positions one move away, by index; in a sample, of those that
            are in the sample.
        depths: The fewest moves from the start, by index.
        is_complete: True if all positions that can be reached are there; else they are a sample.
        distance_function: Gives the distances to a win without the graph; None if there is no such
            function.
    """

    game: AnyGame
    positions: list[Any]
    successors: "list[array[int]]"
    depths: "array[int]"
    is_complete: bool
    distance_function: DistanceFunction | None = field(default=None, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def wins(self) -> frozenset[int]:
        """The indices of the won positions; in a game for two those where the game is over."""
        is_won = self.game.is_won
        return frozenset(i for i, position in enumerate(self.positions) if is_won(position))

    @cached_property
    def predecessors(self) -> "list[array[int]]":
        """The indices of the positions from which one move leads to a position, by index."""
        predecessors = [array("i") for _ in self.positions]
        for index, successors in enumerate(self.successors):
            for successor in successors:
                predecessors[successor].append(index)
        return predecessors

    @property
    def has_exact_distances(self) -> bool:
        """True if `distances` are the fewest moves, False if only those within a sample."""
        return self.is_complete or self.distance_function is not None

    @cached_property
    def distances(self) -> "array[int]":
        """The fewest moves to a win, by index; `UNKNOWN` where no win can be reached.

        In a game for two: the plies to the end with best play, `UNKNOWN` where it has none. In a
        sample without a `distance_function` they are those within the sample, which may be more
        than the fewest.
        """
        if self.game.players == 2:
            return array(
                "i", (abs(value) if value is not None else UNKNOWN for value in self.values)
            )
        if self.distance_function:
            found = map(self.distance_function, self.positions)
            return array("i", (UNKNOWN if distance is None else distance for distance in found))
        return self._distances_from(self.wins, self.predecessors)

    @cached_property
    def values(self) -> list[int | None]:
        """The values of the positions of a game for two, in plies for the side to move.

        Retrograde analysis: from the ends backwards, in the order of their plies. A position is won
        when a successor is lost, and lost when all are won. A position without a value is drawn; in
        a sample, which may lack its successors, only the ends have one.
        """
        values: list[int | None] = [None] * len(self)
        undecided = [len(successors) for successors in self.successors]
        for index in self.wins:
            values[index] = 0
        queue = deque(self.wins if self.is_complete else ())
        while queue:
            index = queue.popleft()
            value = values[index]
            assert value is not None
            for predecessor in self.predecessors[index]:
                if values[predecessor] is not None:
                    continue
                undecided[predecessor] -= 1
                if value <= 0:
                    values[predecessor] = 1 - value
                    queue.append(predecessor)
                elif not undecided[predecessor]:
                    values[predecessor] = -1 - value
                    queue.append(predecessor)
        return values

    def unavoidable(self, source: int) -> list[int]:
        """Return the positions that every way from a position to a win passes, in their order.

        The position itself and the win are left out. The list is empty if no win can be reached, in
        a sample, and in a game for two.

        Along a shortest way, everything that can be reached from its first positions without its
        later ones is searched once; where that reaches no later position than the next one, the
        next one cannot be avoided. Time O(positions + moves).
        """
        if not self.is_complete or self.game.players == 2:
            return []
        way = self.shortest_way(source)
        places = {position: place for place, position in enumerate(way)}
        seen = set(way)
        unavoidable: list[int] = []
        furthest = 0  # place that was reached so far; after the last one for other wins
        for place, position in enumerate(way[:-1]):
            if 0 < place == furthest:
                unavoidable.append(position)
            stack = [position]
            while stack:
                for successor in self.successors[stack.pop()]:
                    if successor in places:
                        furthest = max(furthest, places[successor])
                    elif successor in self.wins:
                        furthest = len(way)
                    elif successor not in seen:
                        seen.add(successor)
                        stack.append(successor)
        return unavoidable

    def route(self, source: int, target: int) -> list[int]:
        """Return the positions of a shortest way between two; empty if there is none."""
        distances = self._distances_from([target], self.predecessors)
        if distances[source] == UNKNOWN:
            return []
        route = [source]
        while (distance := distances[route[-1]]) > 0:
            route.append(
                next(i for i in self.successors[route[-1]] if distances[i] == distance - 1)
            )
        return route

    def shortest_way(self, source: int) -> list[int]:
        """Return the positions of a shortest way to a win; the first alone if there is none."""
        way = [source]
        while self.distances[way[-1]] > 0:
            following = next(self._next_on_shortest_ways(way[-1]), None)
            if following is None:
                break  # in a sample the way may be left out
            way.append(following)
        return way

    def shortest_ways(self, source: int) -> list[list[int]]:
        """Return the positions on shortest ways from a position to a win, by moves made.

        The first list has the position itself, the last one wins. If no win can be reached it is
        the only list.
        """
        levels = [[source]]
        for _ in range(self.distances[source]):
            following = {
                successor: None
                for index in levels[-1]
                for successor in self._next_on_shortest_ways(index)
            }
            if not following:
                break
            levels.append(list(following))
        return levels

    def _next_on_shortest_ways(self, index: int) -> Iterator[int]:
        """Return the next positions on shortest ways, with best play in a game for two."""
        distance = self.distances[index] - 1
        closer = (one for one in self.successors[index] if self.distances[one] == distance)
        if self.game.players == 1:
            return closer
        is_won = (self.values[index] or 0) > 0
        return (one for one in closer if ((self.values[one] or 0) > 0) != is_won)

    def _distances_from(
        self, sources: Iterable[int], neighbours: "list[array[int]]"
    ) -> "array[int]":
        """Return the fewest steps to each position from any of some others."""
        distances = array("i", [UNKNOWN]) * len(self)
        queue = deque(sources)
        for index in queue:
            distances[index] = 0
        while queue:
            index = queue.popleft()
            for neighbour in neighbours[index]:
                if distances[neighbour] == UNKNOWN:
                    distances[neighbour] = distances[index] + 1
                    queue.append(neighbour)
        return distances


def explore_states(
    game: AnyGame,
    start: Hashable,
    max_positions: int = MAX_POSITIONS,
    on_progress: ProgressCallback = lambda count, is_sample: None,
) -> StateGraph:
    """Return the graph of the positions that the moves of a game lead to.

    Won positions have successors too, as far as the rules allow moves after a win. If there are
    more than `max_positions`, the graph is a sample: a random part of each level of a breadth-first
    search, the same at each call. Time O(positions · moves); some 20 µs a move and 500 bytes a
    position, in plain Python.

    Args:
        game: The game.
        start: The first position.
        max_positions: Positions of the graph, at the most.
        on_progress: Called from time to time. An exception that it raises ends the exploring.
    """
    search = _LevelSearch(game, start, max_positions, on_progress)
    is_complete = search.run()
    if not is_complete:
        search = _LevelSearch(game, start, max_positions, on_progress)
        search.run(max(1, max_positions // SAMPLED_LEVELS))
    indices = {position: index for index, position in enumerate(search.children)}
    successors = [
        array("i", (indices[child] for child in dict.fromkeys(children) if child in indices))
        for children in search.children.values()
    ]
    reference = None if is_complete else solver_set(game.family).distances
    return StateGraph(
        game,
        list(indices),
        successors,
        search.depths,
        is_complete,
        resolve(reference)(game, start) if reference else None,
    )


class _LevelSearch:
    """A breadth-first search, level by level, that keeps the positions and their successors.

    Attributes:
        children: The positions one move away, by position, in the order of the search.
        depths: The moves from the start to each of the positions, in the same order.
    """

    def __init__(
        self,
        game: AnyGame,
        start: Hashable,
        max_positions: int,
        on_progress: ProgressCallback,
    ) -> None:
        self.children: dict[Any, list[Any]] = {}
        self.depths = array("i")
        self._game, self._start = game, start
        self._max_positions, self._on_progress = max_positions, on_progress

    def run(self, max_level: int | None = None) -> bool:
        """Search until no position is left or there are too many.

        Args:
            max_level: Positions of a level that are searched, chosen at random; None for all.

        Returns:
            True if all positions were searched.
        """
        game, random = self._game, SeededRandom(SAMPLE_SEED)
        level, known, depth, is_complete = [self._start], {self._start}, 0, True
        while level:
            next_level: dict[Any, None] = {}
            for position in level:
                if len(self.children) == self._max_positions:
                    return False
                if len(self.children) % PROGRESS_INTERVAL == 0:
                    self._on_progress(len(self.children), max_level is not None)
                children = [game.play(position, move) for move in game.moves(position)]
                self.children[position] = children
                self.depths.append(depth)
                next_level.update(dict.fromkeys(c for c in children if c not in known))
            known |= next_level.keys()
            level = list(next_level)
            depth += 1
            if max_level is not None and len(level) > max_level:
                level = _choose(level, max_level, random)
                is_complete = False
        return is_complete


def _choose(items: list[Any], count: int, random: SeededRandom) -> list[Any]:
    """Return so many of the items, chosen at random, in their order."""
    places: set[int] = set()
    while len(places) < count:
        places.add(random.randrange(len(items)))
    return [items[place] for place in sorted(places)]
