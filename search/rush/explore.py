"""All positions of ORush connected to a start, and their distances to the nearest win.

Start reading at `explore`. Moves are reversible, so the positions that can be reached from one
another form a component. There is a compiled exploration and a readable one, `_explore_readable`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ludoscope.games.rush.rules import MEASURES, Move, Position, RushGame
from ludoscope.search.budget import DEFAULT_MEMORY_LIMIT
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.process.threads import ThreadPool, split_range
from ludoscope.search.rush.compiled import POSITIONS_PER_CALL, PositionEncoder

KERNEL_MODULE = "ludoscope.search.rush.kernels.explore"
MIN_SHARED_POSITIONS = 200_000  # reached; below it a search takes some milliseconds
READABLE_BYTES_PER_POSITION = 600  # approximate, of the readable exploration


class Component(ABC):
    """A component of positions, with the distance of each to the nearest win.

    Distances are counted in moves of a measure, "cells" or "slides".

    Attributes:
        size: The number of its positions.
    """

    size: int

    def __init__(self, game: RushGame) -> None:
        self._games = {measure: game.with_measure(measure) for measure in MEASURES}

    @abstractmethod
    def distance(self, position: Position, measure: str) -> int | None:
        """Return the fewest moves from a position to a win, None if there is none.

        Raises:
            ValueError: The position is not in the component.
        """

    @abstractmethod
    def max_distance(self, measure: str) -> int | None:
        """Return the greatest distance of a position, None if no position can be won."""

    @abstractmethod
    def positions_at_distance(self, distance: int, measure: str) -> list[Position]:
        """Return the positions at a distance, sorted."""

    def hardest_position(self, measure: str) -> Position | None:
        """Return the first position at the greatest distance, None if none can be won."""
        longest = self.max_distance(measure)
        return None if longest is None else self.positions_at_distance(longest, measure)[0]

    def next_move(self, position: Position, measure: str) -> Move | None:
        """Return the first move of a shortest solution; None at a win or without a solution."""
        distance = self.distance(position, measure)
        if not distance:
            return None
        game = self._games[measure]
        for move in game.moves(position):
            if self.distance(game.play(position, move), measure) == distance - 1:
                return move
        return None


def explore(
    game: RushGame,
    position: Position,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    jobs: int = 1,
) -> Component | None:
    """Explore all positions connected to `position`.

    With the kernel it takes some 150 ns and 50 bytes a position on one core, and the levels of a
    large component are shared by several.

    Args:
        game: The game; its measure does not matter.
        position: Any position of the component.
        memory_limit: The memory limit in bytes.
        jobs: The number of cores to use.

    Returns:
        The component, None if it does not fit the memory limit, or has 2^32 positions or more.
    """
    if not is_compiled(KERNEL_MODULE):
        return _explore_readable(game, position, memory_limit // READABLE_BYTES_PER_POSITION)
    from ludoscope.search.rush.kernels.explore import ComponentTables

    encoder = PositionEncoder(game, position)
    cells, slides = (
        encoder.new_breadth_first_search(measure, memory_limit // 3) for measure in MEASURES
    )
    kernel = ComponentTables(cells, slides, memory_limit // 3)  # pyright: ignore[reportCallIssue]
    cells.start(encoder.encode(position))
    with ThreadPool(jobs) as pool:
        if not (_exhaust(cells, pool) and _seed_wins(kernel, cells, slides, pool)):
            return None
        if kernel.winnable and not (_exhaust(cells, pool) and _exhaust(slides, pool)):
            return None
        if not kernel.allocate():
            return None
        shares = split_range(0, kernel.entries, pool.count)
        pool.map(lambda share: kernel.index_positions(*share), shares)
        if kernel.winnable:
            pool.map(lambda share: kernel.set_slides(*share), shares)
    return _CompiledComponent(game, encoder, kernel)


def distance_function(
    game: RushGame, position: Position
) -> Callable[[Position], int | None] | None:
    """Return a function that gives the fewest moves to a win, for positions connected to one.

    None if the positions are too many for the memory limit of `explore`.
    """
    component = explore(game, position)
    return partial(component.distance, measure=game.measure) if component else None


def _exhaust(search: Any, pool: ThreadPool) -> bool:
    """Run a search of the kernel to its end; return False if memory does not suffice."""
    while search.status is Status.SEARCHING:
        if search.entries >= MIN_SHARED_POSITIONS:
            return _exhaust_by_workers(search, pool)
        search.run(POSITIONS_PER_CALL)
    return search.status is Status.EXHAUSTED


def _exhaust_by_workers(search: Any, pool: ThreadPool) -> bool:
    """Run a search to its end by a worker for each thread, level by level.

    With one thread too: a worker tells the cache early which states it will look up.
    """
    from ludoscope.search.rush.kernels.level_worker import LevelWorker

    shared = _shared_search(search)
    workers = [LevelWorker(shared) for _ in range(pool.count)]  # pyright: ignore[reportCallIssue]
    while shared.start_level():
        shared.start_call()
        pool.map(LevelWorker.expand, workers)
        if shared.finish_call(workers):
            continue
        if shared.start_growing():
            if shared.is_hashed:
                _add_states(shared, search.entries, pool)
        elif not _expand_by_one(shared, workers):
            return False
    return search.status is Status.EXHAUSTED


def _expand_by_one(shared: Any, workers: list[Any]) -> bool:
    """Expand what is left of a call by one worker at a time, which takes the least room.

    Returns:
        False if there is too little room even so.
    """
    is_finished = False
    for worker in workers:
        shared.start_call()
        worker.expand()
        is_finished = shared.finish_call(workers)
    return is_finished


def _seed_wins(kernel: Any, cells: Any, slides: Any, pool: ThreadPool) -> bool:
    """Restart both searches of `kernel` from all won positions that `cells` has reached.

    If there are none, `cells` stays as it is.

    Returns:
        False if memory does not suffice.
    """
    shares = split_range(0, cells.entries, pool.count)
    counts = pool.map(lambda share: kernel.count_wins(*share), shares)
    if not kernel.reserve_wins(sum(counts)):
        return False
    if not kernel.winnable:
        return True
    targets = [sum(counts[:number]) for number in range(pool.count)]
    pool.map(
        lambda work: kernel.copy_wins(*work[0], work[1]), list(zip(shares, targets, strict=True))
    )
    if kernel.restart_cells():
        pool.map(lambda number: kernel.clear_cells(number, pool.count), range(pool.count))
    for search in (cells, slides):
        _add_states(_shared_search(search), search.entries, pool)
    return True


def _shared_search(search: Any) -> Any:
    from ludoscope.search.rush.kernels.shared_search import SharedSearch

    return SharedSearch(search)  # pyright: ignore[reportCallIssue]


def _add_states(shared: Any, count: int, pool: ThreadPool) -> None:
    """Add the first `count` states of the queue of a search to its table."""
    pool.map(lambda share: shared.add_states(*share), split_range(0, count, pool.count))


def _explore_readable(game: RushGame, position: Position, max_positions: int) -> Component | None:
    """Explore in plain Python; return None if there are more than `max_positions` positions."""
    connected = _distances_from(game.with_measure("cells"), [position], max_positions)
    if len(connected) > max_positions:
        return None
    wins = [reached for reached in connected if game.is_won(reached)]
    distances = {
        measure: _distances_from(game.with_measure(measure), wins, max_positions)
        for measure in MEASURES
    }
    return _ReadableComponent(game, connected, distances)


def _distances_from(
    game: RushGame, starts: Iterable[Position], max_positions: int
) -> dict[Position, int]:
    """Return the fewest moves to each position from any of `starts`.

    The search stops soon after it has reached more than `max_positions` positions.
    """
    distances = dict.fromkeys(starts, 0)
    queue = list(distances)
    for position in queue:
        if len(distances) > max_positions:
            break
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in distances:
                distances[child] = distances[position] + 1
                queue.append(child)
    return distances


class _ReadableComponent(Component):
    """A component explored in plain Python."""

    def __init__(
        self,
        game: RushGame,
        positions: Iterable[Position],
        distances: dict[str, dict[Position, int]],
    ) -> None:
        super().__init__(game)
        self._positions = frozenset(positions)
        self._distances = distances
        self.size = len(self._positions)

    def distance(self, position: Position, measure: str) -> int | None:
        if position not in self._positions:
            raise ValueError("the position is not connected to those that were explored")
        return self._distances[measure].get(position)

    def max_distance(self, measure: str) -> int | None:
        return max(self._distances[measure].values(), default=None)

    def positions_at_distance(self, distance: int, measure: str) -> list[Position]:
        return sorted(p for p, d in self._distances[measure].items() if d == distance)


class _CompiledComponent(Component):
    """A component explored by the kernel, which keeps the table."""

    def __init__(self, game: RushGame, encoder: PositionEncoder, kernel: Any) -> None:
        super().__init__(game)
        self.size = kernel.entries
        self._encoder = encoder
        self._kernel = kernel

    def distance(self, position: Position, measure: str) -> int | None:
        try:
            numbers = self._encoder.encode(position)
            distance: int | None = self._kernel.distance(numbers, measure == "slides")
        except (KeyError, ValueError):
            raise ValueError("the position is not connected to those that were explored") from None
        return distance

    def max_distance(self, measure: str) -> int | None:
        distance: int | None = self._kernel.max_distance(measure == "slides")
        return distance

    def positions_at_distance(self, distance: int, measure: str) -> list[Position]:
        positions = self._kernel.positions_at(distance, measure == "slides")
        return sorted(map(self._encoder.decode, positions))
