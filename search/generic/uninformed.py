"""Searches that use nothing but the rules of a game: breadth-first and depth-first.

level   (position, path) pairs: positions after the same number of moves
sweep   a pass from level to level, with or without dropping positions
"""

from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.path import Dead, Path, alive, line, settled
from ludoscope.search.generic.visited import Space, Visited

Level = list[tuple[Any, Path]]


@dataclass(slots=True)
class Sweep:
    """The result of a sweep.

    `won` is the path to a win, None if none was found; `dropped` whether positions were dropped;
    `proof` the proof that there is no win, valid if none were dropped.
    """

    won: Path = None
    dropped: bool = False
    proof: str = ""


def pass_verdict(result: Sweep, budget: Budget, kept: str) -> Solved | Unsolvable | GaveUp | None:
    """The verdict after a pass that may drop positions; None if a pass that keeps more must follow.

    `kept` says what the pass kept, such as "at width 8", for the reason of giving up.
    """
    if result.won:
        return budget.solved(line(result.won))
    if budget.spent:
        return budget.gave_up(f"{budget.spent}, {kept}")
    return None if result.dropped else budget.unsolvable(result.proof, exhausted=True)


def mapped(
    search: Generator[Progress, None, Sweep], change: Callable[[Progress], Event]
) -> Generator[Event, None, Sweep]:
    """The same pass, with each of its reports changed."""
    while True:
        try:
            report = next(search)
        except StopIteration as end:
            result: Sweep = end.value
            return result
        yield change(report)


def sweep(
    game: Space,
    position: Hashable,
    budget: Budget,
    keep: Callable[[Level], Level] | None = None,
    choose: Callable[[Level], Level] | None = None,
    dead: Dead = alive,
) -> Generator[Progress, None, Sweep]:
    """Search level by level from `position`, which is not won, until a win is generated.

    `keep` selects the entries of each level that stay, `choose` those among the new successors of
    each position. Ends early, without a result, when the budget is spent. Time O(states · moves);
    memory: a key for each state, and for each state of two levels a position and a path of two
    words.
    """
    result = Sweep()
    visited = Visited(game, position, dead)
    level: Level = [(position, None)]
    depth = 0
    while level:
        following: Level = []
        for index, (parent, path) in enumerate(level):
            if budget.tick(1, depth):
                if not result.dropped:  # a win is noticed one level before it would be expanded
                    budget.needs(depth + 1, game.measure)
                frontier = len(level) - index + len(following)
                yield budget.progress(
                    frontier=frontier, depth=depth, entries=len(visited), sample=parent
                )
                if budget.spent:
                    return result
            new: Level = []
            for child, move, won in visited.successors(parent):
                if won:
                    result.won = (path, move)
                    budget.holds(len(visited))
                    return result
                new.append((child, (path, move)))
            chosen = choose(new) if choose else new
            result.dropped |= len(chosen) < len(new)
            following += chosen
        level = keep(following) if keep else following
        result.dropped |= len(level) < len(following)
        depth += 1
    budget.holds(len(visited))
    result.proof = visited.proof
    return result


def fewest(result: Sweep, budget: Budget, measure: str) -> Solved | Unsolvable | GaveUp:
    """The verdict of a sweep that drops no positions."""
    if result.won:
        return budget.solved(line(result.won), measure)
    return budget.gave_up() if budget.spent else budget.unsolvable(result.proof, exhausted=True)


def breadth_first(
    game: AnyGame, position: Hashable, limits: Limits, *, dead: Dead = alive
) -> Iterator[Event]:
    """Breadth-first search: level by level, every position once.

    The start is level 0. The positions one move from a level that were not visited before are the
    next level. Visited positions are stored by key: positions that a symmetry of the game turns
    into one another count as one, so a symmetrical board takes a half or an eighth of the work. The
    first win found is on the lowest level that has one, so no solution is shorter. The path to a
    position is a chain of moves; chains share their beginnings, so a path takes two words for each
    position. A level is finished before the next one begins, and all of it must be stored, so large
    problems reach the limit of memory before that of time.

    Time     O(states · moves), each state expanded once
    Memory   O(states), about 300 bytes a state: its key to the end, the state while its level lasts
    Verdict  the fewest moves, in the measure of the game; unsolvable when a level is empty, because
             every position that can be reached has been searched
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

    The search makes the first legal move, then the first legal move from there, and so on. In a
    position whose moves have all been tried, it goes back one step and tries the next move. Every
    position entered is remembered by its key, symmetrical ones as one, so no part of the game is
    searched twice. Only one line of play is open at a time, so the memory is mostly that of the
    keys. The search does not prefer good moves. Where there are many wins it soon finds one, but by
    a long line; after a wrong move near the start it searches everything behind that move before it
    tries the next one. Proofs of loss (`dead`) prune positions that cannot be won.

    Time     O(states · moves)
    Memory   one key a state, about 100 bytes, and the moves still to try along one line
    Verdict  some solution, of no particular length; unsolvable when every position that can be
             reached has been entered, or pruned by a proof that is counted and named
    Source   Trémaux's method for mazes, in É. Lucas, "Récréations mathématiques", 1882
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget, dead):
        yield verdict
        return
    visited = Visited(game, position, dead)
    moves: list[Hashable] = []
    if budget.tick(1, 0):
        yield budget.progress(frontier=1, entries=1, sample=position)
        if budget.spent:
            yield budget.gave_up()
            return
    trail = [visited.successors(position)]  # of each position on the line, those still to try
    while trail:
        child, move, won = next(trail[-1], (None, None, False))
        if child is None:
            trail.pop()
            if moves:
                moves.pop()
            continue
        if won:
            budget.holds(len(visited))
            yield budget.solved((*moves, move))
            return
        if budget.tick(1, len(trail)):
            yield budget.progress(
                frontier=len(trail), depth=len(moves), entries=len(visited), sample=child
            )
            if budget.spent:
                yield budget.gave_up()
                return
        moves.append(move)
        trail.append(visited.successors(child))
    budget.holds(len(visited))
    yield budget.unsolvable(visited.proof, exhausted=True)
