"""Uninformed searches, which use only the rules of a game: breadth-first and depth-first.

`level_search` is the search level by level behind `breadth_first`. With a selection that drops
positions it is also that of `beam` and `breadth_limited` in `search.generic.informed`.
"""

from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.path import (
    LossProof,
    MovePath,
    moves_of_path,
    no_loss_proof,
    trivial_verdict,
)
from ludoscope.search.generic.visited import StateSpace, VisitedSet
from ludoscope.search.trace import QUEUE, STACK

Level = list[tuple[Any, MovePath]]
"""Positions after the same number of moves, each with the path to it."""

Selection = Callable[[Level], Level]
"""A function that returns the entries of a level to keep."""


@dataclass(slots=True)
class LevelSearchResult:
    """The result of a search level by level.

    Attributes:
        winning_path: The path to the first win, None if there was none.
        dropped: True if a selection dropped positions, so that the search was incomplete.
        proof: The proof that there is no solution, valid if nothing was dropped; "" if the search
            found a win or did not end.
    """

    winning_path: MovePath = None
    dropped: bool = False
    proof: str = ""


def level_search(
    game: StateSpace,
    position: Hashable,
    budget: Budget,
    select_level: Selection | None = None,
    select_successors: Selection | None = None,
    dead: LossProof = no_loss_proof,
    selection: str = "",
) -> Generator[Progress, None, LevelSearchResult]:
    """Search level by level until a win is generated, and yield reports.

    Time is O(states · moves). Memory is a key for each state, and for each state of two levels a
    position and a path of two words.

    Args:
        game: The game.
        position: The start, which must not be won.
        budget: The budget; when it is spent, the search ends with an empty result.
        select_level: Selects the positions of a level that are kept; None keeps all.
        select_successors: The same for the unvisited successors of each position.
        dead: A pruning rule.
        selection: Description of what is kept, such as "width 8".
    """
    result = LevelSearchResult()
    trace = budget.trace
    visited = VisitedSet(game, position, dead)
    level: Level = [(position, None)]
    if trace:
        visited.trace = trace
        trace.start(position, QUEUE, selection)
    depth = 0
    while level:
        next_level: Level = []
        for index, (parent, path) in enumerate(level):
            if trace:
                trace.expand(parent)
            if budget.count(1, depth):
                if not result.dropped:  # a win is noticed when it is generated
                    budget.set_lower_bound(depth + 1, game.measure)
                frontier = len(level) - index - 1 + len(next_level)
                yield budget.progress(
                    frontier=frontier, depth=depth, entries=len(visited), sample=parent
                )
                if budget.stop_reason:
                    return result
            successors: Level = []
            for child, move, is_won in visited.successors(parent):
                if is_won:
                    if trace:
                        trace.goal(child, move)
                    result.winning_path = (path, move)
                    budget.set_stored(len(visited))
                    return result
                successors.append((child, (path, move)))
                if trace:
                    trace.generate(child, move)
            selected = select_successors(successors) if select_successors else successors
            if trace and select_successors:
                trace.select(positions(selected), positions(successors), f"beyond {selection}")
            result.dropped |= len(selected) < len(successors)
            next_level += selected
        level = select_level(next_level) if select_level else next_level
        if trace and select_level:
            trace.select(positions(level), positions(next_level), f"beyond {selection}")
        result.dropped |= len(level) < len(next_level)
        depth += 1
    budget.set_stored(len(visited))
    result.proof = visited.proof
    return result


def positions(level: Level) -> list[Any]:
    """Return the positions of the entries of a level."""
    return [position for position, _ in level]


def shortest_verdict(
    result: LevelSearchResult, budget: Budget, measure: str
) -> Solved | Unsolvable | GaveUp:
    """Return the verdict of a search level by level that dropped no positions."""
    if result.winning_path:
        return budget.solved(moves_of_path(result.winning_path), measure)
    return (
        budget.gave_up() if budget.stop_reason else budget.unsolvable(result.proof, exhausted=True)
    )


def pass_verdict(
    result: LevelSearchResult, budget: Budget, selection: str
) -> Solved | Unsolvable | GaveUp | None:
    """Return the verdict after a pass that may drop positions.

    Args:
        result: The result of the pass.
        budget: The budget of the search.
        selection: Description of what the pass kept, such as "at width 8", for the reason of
            giving up.

    Returns:
        The verdict; None if a pass must follow that keeps more.
    """
    if result.winning_path:
        return budget.solved(moves_of_path(result.winning_path))
    if budget.stop_reason:
        return budget.gave_up(f"{budget.stop_reason}, {selection}")
    return None if result.dropped else budget.unsolvable(result.proof, exhausted=True)


def map_reports(
    search: Generator[Progress, None, LevelSearchResult], change: Callable[[Progress], Event]
) -> Generator[Event, None, LevelSearchResult]:
    """Run a search level by level, applying `change` to each of its reports."""
    while True:
        try:
            report = next(search)
        except StopIteration as end:
            result: LevelSearchResult = end.value
            return result
        yield change(report)


def breadth_first(
    game: AnyGame, position: Hashable, limits: Limits, *, dead: LossProof = no_loss_proof
) -> Iterator[Event]:
    """Breadth-first search: expand all positions of a level before those of the next.

    The start is level 0. The positions one move from a level that were not visited before are the
    next level. Visited positions are stored by key: positions that a symmetry of the game turns
    into one another count as one, so a symmetrical board takes a half or an eighth of the work. The
    first win that is generated is on the lowest level that has one, so no solution is shorter. The
    path to a position is a chain of moves; chains share their beginnings, so a path takes two words
    for each position. A level is finished before the next one begins, and all of it must be stored,
    so large problems reach the memory limit before the time limit.

    Time     O(states · moves), each state expanded once
    Memory   O(states), about 300 bytes a state: its key to the end, the state while its level lasts
    Verdict  the fewest moves, in the measure of the game; unsolvable when a level is empty, because
             every position that can be reached has been searched, except those that a proof pruned
             and those behind them
    Source   E. F. Moore, "The shortest path through a maze", 1959
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget, dead, game.measure):
        yield verdict
        return
    result = yield from level_search(game, position, budget, dead=dead)
    yield shortest_verdict(result, budget, game.measure)


def depth_first(
    game: AnyGame, position: Hashable, limits: Limits, *, dead: LossProof = no_loss_proof
) -> Iterator[Event]:
    """Depth-first search: follow a line to its end, then go back to the last untried move.

    The search makes the first legal move, then the first legal move from there, and so on. In a
    position whose moves have all been tried, it takes back a move and tries the next one. Every
    visited position is stored by its key, symmetrical ones as one, so none is entered twice. Only
    one line of play is open at a time, so the memory is mostly that of the keys. The search has no
    preference among moves. Where there are many wins it soon finds one, but by a long line; after a
    wrong move near the start it searches everything behind that move before it tries the next one.
    Proofs of loss (`dead`) prune positions that cannot be won.

    Time     O(states · moves)
    Memory   one key a state, about 100 bytes, and the moves still to try along one line
    Verdict  some solution, of no particular length; unsolvable when every position that can be
             reached has been entered, except those that a proof pruned and those behind them; the
             pruned ones are counted and the proof named
    Source   Trémaux's method for mazes, in É. Lucas, "Récréations mathématiques", 1882
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget, dead):
        yield verdict
        return
    trace = budget.trace
    visited = VisitedSet(game, position, dead)
    moves: list[Hashable] = []
    if trace:
        visited.trace = trace
        trace.start(position, STACK)
    if budget.count(1, 0):
        yield budget.progress(frontier=1, entries=1, sample=position)
        if budget.stop_reason:
            yield budget.gave_up()
            return
    untried = [visited.successors(position)]  # for each position of the line
    if trace:
        trace.expand(position)
    while untried:
        child, move, is_won = next(untried[-1], (None, None, False))
        if child is None:
            untried.pop()
            if trace:
                trace.backtrack("all its moves were tried")
            if moves:
                moves.pop()
            continue
        if is_won:
            if trace:
                trace.goal(child, move)
            budget.set_stored(len(visited))
            yield budget.solved((*moves, move))
            return
        if budget.count(1, len(untried)):
            yield budget.progress(
                frontier=len(untried) + 1,
                depth=len(untried),
                entries=len(visited),
                sample=child,
            )
            if budget.stop_reason:
                yield budget.gave_up()
                return
        moves.append(move)
        untried.append(visited.successors(child))
        if trace:
            trace.generate(child, move)
            trace.expand(child)
    budget.set_stored(len(visited))
    yield budget.unsolvable(visited.proof, exhausted=True)
