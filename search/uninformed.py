"""Searches that know nothing of a game but its rules: level by level, and straight down.

seen    keys of the positions met so far; a position whose key is there is dropped
found   (position, path) pairs of the next level
cut     how many positions each proof of loss has cut off
"""

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from games import AnyGame
from search.events import Event, Progress
from search.path import Dead, Path, alive, exhaustion, line, settled
from search.watch import Limits, Watch

Level = list[tuple[Any, Path]]


@dataclass(slots=True)
class Sweep:
    """What came of a sweep: the path to a win, whether it dropped positions, the proof if not."""

    won: Path = None
    dropped: bool = False
    proof: str = ""


def sweep(
    game: AnyGame,
    position: Hashable,
    watch: Watch,
    keep: Callable[[Level], Level] | None = None,
    dead: Dead = alive,
) -> Generator[Progress, None, Sweep]:
    """Go down level by level from `position`, which is not won; `keep` thins each level.

    Ends early, with nothing found, when the watch is spent. Time O(states · moves); memory per
    state: a key in `seen`, and while its level lives a position and a path of two words.
    """
    result = Sweep()
    seen = {game.key(position)}
    cut: Counter[str] = Counter()
    level: Level = [(position, None)]
    depth = 0
    while level:
        found: Level = []
        for index, (parent, path) in enumerate(level):
            if watch.tick():
                frontier = len(level) - index + len(found)
                yield watch.progress(
                    frontier=frontier, depth=depth, entries=len(seen), sample=parent
                )
                if watch.spent:
                    return result
            for move in game.moves(parent):
                child = game.play(parent, move)
                key = game.key(child)
                if key in seen:
                    continue
                seen.add(key)
                if game.is_won(child):
                    result.won = (path, move)
                    return result
                if reason := dead(child):
                    cut[reason] += 1
                else:
                    found.append((child, (path, move)))
        level = keep(found) if keep else found
        result.dropped |= len(level) < len(found)
        depth += 1
    result.proof = exhaustion(len(seen), cut)
    return result


def breadth_first(
    game: AnyGame, position: Hashable, limits: Limits, *, dead: Dead = alive
) -> Iterator[Event]:
    """Breadth-first search: the fewest moves in the game's measure, or proof that none win.

    Time O(states · moves), memory O(states), about 300 bytes each.
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch, dead, game.measure):
        yield verdict
        return
    result = yield from sweep(game, position, watch, dead=dead)
    if result.won:
        yield watch.solved(line(result.won), game.measure)
    elif watch.spent:
        yield watch.gave_up()
    else:
        yield watch.unsolvable(result.proof)


def breadth_limited(
    game: AnyGame, position: Hashable, limits: Limits, *, width: int = 1000
) -> Iterator[Event]:
    """Breadth-first search that carries only the first `width` positions of each level further.

    Finds some solution, or gives up. Time and memory O(depth · width · moves).
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch):
        yield verdict
        return
    result = yield from sweep(game, position, watch, lambda found: found[:width])
    if result.won:
        yield watch.solved(line(result.won))
    elif watch.spent:
        yield watch.gave_up()
    elif result.dropped:
        yield watch.gave_up(f"no solution within {width:,} positions a level")
    else:
        yield watch.unsolvable(result.proof)


def depth_first(
    game: AnyGame, position: Hashable, limits: Limits, *, dead: Dead = alive
) -> Iterator[Event]:
    """Depth-first search, first move first, never entering a position twice.

    Finds some solution or proves that there is none. Time O(states · moves); memory one key a
    state (about 100 bytes) and the moves left to try along one line.
    """
    watch = Watch(limits)
    if verdict := settled(game, position, watch, dead):
        yield verdict
        return
    seen = {game.key(position)}
    cut: Counter[str] = Counter()
    moves: list[Hashable] = []
    watch.tick()
    trail = [(position, iter(game.moves(position)))]
    while trail:
        here, untried = trail[-1]
        move = next(untried, None)
        if move is None:
            trail.pop()
            if moves:
                moves.pop()
            continue
        child = game.play(here, move)
        key = game.key(child)
        if key in seen:
            continue
        seen.add(key)
        if game.is_won(child):
            yield watch.solved((*moves, move))
            return
        if reason := dead(child):
            cut[reason] += 1
            continue
        if watch.tick():
            yield watch.progress(
                frontier=len(trail), depth=len(moves), entries=len(seen), sample=child
            )
            if watch.spent:
                yield watch.gave_up()
                return
        moves.append(move)
        trail.append((child, iter(game.moves(child))))
    yield watch.unsolvable(exhaustion(len(seen), cut))
