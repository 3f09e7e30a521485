"""Searches that know nothing of a game but its rules: level by level, and straight down.

seen    keys of the positions met so far; a position whose key is there is dropped
found   (position, path) pairs of the next level
cut     how many positions each proof of loss has cut off
"""

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.path import Dead, Path, alive, exhaustion, line, settled

Level = list[tuple[Any, Path]]


class Space(Protocol):
    """What a sweep needs of a game, or of another representation of its positions."""

    measure: str

    def moves(self, position: Any) -> Sequence[Any]: ...

    def play(self, position: Any, move: Any) -> Any: ...

    def is_won(self, position: Any) -> bool: ...

    def key(self, position: Any) -> Hashable: ...


@dataclass(slots=True)
class Sweep:
    """What came of a sweep: the path to a win, whether it dropped positions, the proof if not."""

    won: Path = None
    dropped: bool = False
    proof: str = ""


def sweep(
    game: Space,
    position: Hashable,
    budget: Budget,
    keep: Callable[[Level], Level] | None = None,
    choose: Callable[[Level], Level] | None = None,
    dead: Dead = alive,
) -> Generator[Progress, None, Sweep]:
    """Go down level by level from `position`, which is not won.

    `keep` thins each level, `choose` what is new among the successors of each position.

    Ends early, with nothing found, when the budget is spent. Time O(states · moves); memory per
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
            if budget.tick(1, depth):
                if not result.dropped:  # a win is seen when it is met, one level before its own
                    budget.needs(depth + 1, game.measure)
                frontier = len(level) - index + len(found)
                yield budget.progress(
                    frontier=frontier, depth=depth, entries=len(seen), sample=parent
                )
                if budget.spent:
                    return result
            new: Level = []
            for move in game.moves(parent):
                child = game.play(parent, move)
                key = game.key(child)
                if key in seen:
                    continue
                seen.add(key)
                if game.is_won(child):
                    result.won = (path, move)
                    budget.holds(len(seen))
                    return result
                if reason := dead(child):
                    cut[reason] += 1
                else:
                    new.append((child, (path, move)))
            chosen = choose(new) if choose else new
            result.dropped |= len(chosen) < len(new)
            found += chosen
        level = keep(found) if keep else found
        result.dropped |= len(level) < len(found)
        depth += 1
    budget.holds(len(seen))
    result.proof = exhaustion(len(seen), cut)
    return result


def fewest(result: Sweep, budget: Budget, measure: str) -> Solved | Unsolvable | GaveUp:
    """The verdict of a sweep that keeps everything."""
    if result.won:
        return budget.solved(line(result.won), measure)
    return budget.gave_up() if budget.spent else budget.unsolvable(result.proof, exhausted=True)


def breadth_first(
    game: AnyGame, position: Hashable, limits: Limits, *, dead: Dead = alive
) -> Iterator[Event]:
    """Breadth-first search: level by level, every position once.

    The start is level 0. What one move makes of a level, and was not met before, is the next. Met
    means by key: positions that a symmetry of the game turns into one another count as one, so a
    symmetrical board costs a half or an eighth of the work. The first win that turns up lies on the
    lowest level that has one; no solution can be shorter. The way there is a chain of moves, and
    chains share their stems as cousins share grandparents, so it costs two words a position. A
    level is worked off before the next begins and all of it must be remembered meanwhile: it is
    memory that stops this search, long before patience does.

    Time     O(states · moves), each state expanded once
    Memory   O(states), about 300 bytes a state: its key for good, itself while its level lives
    Verdict  the fewest moves, in the measure of the game; unsolvable when a level comes out empty,
             which is to say when every position that can be reached has been searched
    Source   E. F. Moore, "The shortest path through a maze", 1959
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget, dead, game.measure):
        yield verdict
        return
    result = yield from sweep(game, position, budget, dead=dead)
    yield fewest(result, budget, game.measure)


def depth_first(
    game: AnyGame, position: Hashable, limits: Limits, *, dead: Dead = alive
) -> Iterator[Event]:
    """Depth-first search, first move first, never entering a position twice.

    Take the first legal move, then the first from there, and so on down; at a dead end go one step
    back and take the next. That is how one walks a maze with a piece of chalk, and the chalk
    matters: every position entered is remembered by its key, symmetrical ones as one, so no part of
    the maze is walked again by another door. Only one line of play is held open at a time, so its
    memory is the chalk alone. It has no sense of direction. Where wins are many it stumbles on one
    at once, by a long way round; where it takes a wrong turn near the start, it searches everything
    behind it before it comes to doubt that turn. Proofs of loss (`dead`) close doors early.

    Time     O(states · moves)
    Memory   one key a state, about 100 bytes, and the moves still to try along one line
    Verdict  some solution, of no particular length; unsolvable when every position that can be
             reached has been entered, or struck off by a proof that is counted and named
    Source   the method of Trémaux for mazes, told by É. Lucas in "Récréations mathématiques", 1882
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget, dead):
        yield verdict
        return
    seen = {game.key(position)}
    cut: Counter[str] = Counter()
    moves: list[Hashable] = []
    if budget.tick(1, 0):
        yield budget.progress(frontier=1, entries=1, sample=position)
        if budget.spent:
            yield budget.gave_up()
            return
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
            budget.holds(len(seen))
            yield budget.solved((*moves, move))
            return
        if reason := dead(child):
            cut[reason] += 1
            continue
        if budget.tick(1, len(trail)):
            yield budget.progress(
                frontier=len(trail), depth=len(moves), entries=len(seen), sample=child
            )
            if budget.spent:
                yield budget.gave_up()
                return
        moves.append(move)
        trail.append((child, iter(game.moves(child))))
    budget.holds(len(seen))
    yield budget.unsolvable(exhaustion(len(seen), cut), exhausted=True)
