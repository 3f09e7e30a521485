"""Searches led by a score of positions: beam, best-first and A*.

score     a guess of the distance to a win, lower is better
estimate  the same, but never more than the moves that are really needed
queue     a heap of (priority, −serial, position, path, moves made): of equals the newest first
lowest    the lowest score met so far, shown as `best`
"""

import heapq
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

from games import AnyGame
from search.events import Event
from search.path import Dead, Path, Score, alive, exhaustion, line, settled
from search.uninformed import Level, sweep
from search.watch import Limits, Watch


def beam(
    game: AnyGame, position: Hashable, limits: Limits, *, score: Score, width: int = 1
) -> Iterator[Event]:
    """Beam search: of each level the `width` positions of lowest score, then twice as many.

    Ends with a solution, or with the proof that there is none once a pass drops nothing.
    Time and memory of a pass O(depth · width · moves).
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch):
        yield verdict
        return
    while True:

        def keep(found: Level, width: int = width) -> Level:
            if len(found) <= width:
                return found
            return heapq.nsmallest(width, found, key=lambda node: score(node[0]))

        result = yield from sweep(game, position, watch, keep)
        if result.won:
            yield watch.solved(line(result.won))
            return
        if watch.spent:
            yield watch.gave_up(f"{watch.spent}, at width {width:,}")
            return
        if not result.dropped:
            yield watch.unsolvable(result.proof)
            return
        width *= 2


def best_first(
    game: AnyGame,
    position: Hashable,
    limits: Limits,
    *,
    score: Score,
    step: float = 0,
    dead: Dead = alive,
) -> Iterator[Event]:
    """Best-first search: expand the position of lowest score + `step` · moves made.

    Finds some solution or proves that there is none. Time O(states · (moves + log states)),
    memory O(states), about 400 bytes each.
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch, dead):
        yield verdict
        return
    lowest = score(position)
    seen = {game.key(position)}
    cut: Counter[str] = Counter()
    queue: list[tuple[float, int, Any, Path, int]] = [(lowest, 0, position, None, 0)]
    while queue:
        _, _, parent, path, made = heapq.heappop(queue)
        if watch.tick():
            yield watch.progress(
                frontier=len(queue), depth=made, best=lowest, entries=len(seen), sample=parent
            )
            if watch.spent:
                yield watch.gave_up()
                return
        for move in game.moves(parent):
            child = game.play(parent, move)
            key = game.key(child)
            if key in seen:
                continue
            seen.add(key)
            if game.is_won(child):
                yield watch.solved(line((path, move)))
                return
            if reason := dead(child):
                cut[reason] += 1
                continue
            value = score(child)
            lowest = min(lowest, value)
            rank = value + step * (made + 1)
            heapq.heappush(queue, (rank, -len(seen), child, (path, move), made + 1))
    yield watch.unsolvable(exhaustion(len(seen), cut))


def a_star(
    game: AnyGame, position: Hashable, limits: Limits, *, estimate: Score, dead: Dead = alive
) -> Iterator[Event]:
    """A*: fewest moves, since `estimate` never exceeds the moves needed (Hart, Nilsson, Raphael).

    A position met again by a shorter way is opened again, so the estimate need not be consistent.
    Time O(states · (moves + log states)) while consistent, memory O(states), about 450 bytes each.
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch, dead, game.measure):
        yield verdict
        return
    lowest = estimate(position)
    made_for = {game.key(position): 0}
    cut: Counter[str] = Counter()
    queue: list[tuple[float, int, Any, Path, int]] = [(lowest, 0, position, None, 0)]
    serial = 0
    while queue:
        _, _, parent, path, made = heapq.heappop(queue)
        if made > made_for[game.key(parent)]:
            continue
        if game.is_won(parent):
            yield watch.solved(line(path), game.measure)
            return
        if watch.tick():
            yield watch.progress(
                frontier=len(queue), depth=made, best=lowest, entries=len(made_for), sample=parent
            )
            if watch.spent:
                yield watch.gave_up()
                return
        for move in game.moves(parent):
            child = game.play(parent, move)
            key = game.key(child)
            if made + 1 >= made_for.get(key, made + 2):
                continue
            if key not in made_for and (reason := dead(child)):
                cut[reason] += 1
                made_for[key] = 0
                continue
            made_for[key] = made + 1
            value = estimate(child)
            lowest = min(lowest, value)
            serial += 1
            heapq.heappush(queue, (made + 1 + value, -serial, child, (path, move), made + 1))
    yield watch.unsolvable(exhaustion(len(made_for), cut))
