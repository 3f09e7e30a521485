"""Searches led by a score of positions: beam, breadth-limited, best-first and A*.

score     a guess of the distance to a win, lower is better
estimate  the same, but never more than the moves that are really needed
queue     a heap of (priority, −serial, position, path, moves made): of equals the newest first
lowest    the lowest score met so far, shown as `best`
"""

import heapq
from collections import Counter
from collections.abc import Generator, Hashable, Iterator
from math import ceil
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import Dead, Path, Score, alive, exhaustion, line, settled
from ludoscope.search.generic.uninformed import Level, Sweep, sweep


def best_of(many: Level, most: int, score: Score) -> Level:
    """The entries of lowest score, at most `most`; in their old order when none is dropped."""
    if len(many) <= most:
        return many
    return heapq.nsmallest(most, many, key=lambda node: score(node[0]))


def narrow(
    game: AnyGame,
    position: Hashable,
    budget: Budget,
    score: Score,
    width: int,
    dead: Dead = alive,
) -> Generator[Progress, None, Sweep]:
    """One pass of a beam: a sweep that keeps the `width` best of each level."""

    def keep(found: Level) -> Level:
        return best_of(found, width, score)

    return (yield from sweep(game, position, budget, keep, dead=dead))


def beam(
    game: AnyGame, position: Hashable, limits: Limits, *, score: Score, width: int = 1
) -> Iterator[Event]:
    """Beam search: of each level the `width` positions of lowest score, then twice as many.

    Breadth-first search with blinkers. Of each level only the best `width` are kept, as a score
    judges them that was made for the game; the others are gone for good. The first pass keeps a
    single position, which is to follow one's nose. When it ends in a dead end, the next begins anew
    with two, then four, eight and so on, so that the work of all passes together is about twice
    that of the last. How wide the beam must grow tells how good the score is: one that sees the way
    gets by with two or four positions a level where breadth-first search has to carry them all.

    Time     O(depth · width · moves) a pass
    Memory   O(depth · width · moves), about 100 bytes a state met in the pass, for its key
    Verdict  some solution, short as a rule, but not proved shortest; unsolvable only after a pass
             that had to drop nothing, for it has searched everything
    Source   the beam of the Harpy speech recogniser (B. Lowerre, 1976); doubled until it is enough
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget):
        yield verdict
        return
    while True:
        budget.width = width
        result = yield from narrow(game, position, budget, score, width)
        if result.won:
            yield budget.solved(line(result.won))
            return
        if budget.spent:
            yield budget.gave_up(f"{budget.spent}, at width {width:,}")
            return
        if not result.dropped:
            yield budget.unsolvable(result.proof, exhausted=True)
            return
        width *= 2


def breadth_limited(
    game: AnyGame, position: Hashable, limits: Limits, *, score: Score, successors: int = 2
) -> Iterator[Event]:
    """Breadth-first search that keeps the 2 best successors of each position, then 3, and so on.

    Breadth-first search is often too large because each position has many moves; this search limits
    their number. Of the new successors of a position, the two of lowest score enter the next level;
    the others are dropped, also when another position leads to them later. So a level can be twice
    as large as the one before, but it is usually much smaller, since most successors were visited
    already. `beam` compares all positions of a level; this search compares only successors of one
    position: a poor position keeps its two best successors, a good one loses its third. So many
    different lines are followed. A solution is lost if one of its moves is only third best; when a
    pass finds no solution, the next pass keeps one successor more.

    Time     O(states · moves) a pass, a score for each state met
    Memory   O(states), about 100 bytes for the key of each state visited in the pass, 200 for each
             state of the current level
    Verdict  some solution, usually short, but not proved shortest; unsolvable only after a pass
             that dropped nothing, because it has searched everything
    Source   breadth-first search with limited branching, as it is used on the problems of Lucas
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget):
        yield verdict
        return
    while True:
        budget.width = successors

        def choose(new: Level, most: int = successors) -> Level:
            return best_of(new, most, score)

        result = yield from sweep(game, position, budget, choose=choose)
        if result.won:
            yield budget.solved(line(result.won))
            return
        if budget.spent:
            yield budget.gave_up(f"{budget.spent}, with {successors} successors of each position")
            return
        if not result.dropped:
            yield budget.unsolvable(result.proof, exhausted=True)
            return
        successors += 1


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

    One heap holds every position that was met and not yet expanded. The one that looks nearest to a
    win is taken, and what its moves make of it goes into the heap. When the line that looked best
    turns sour, the search drops it in the middle and resumes another, perhaps from long ago. Of
    equals the newest is first, so that it presses on rather than dither between twins. `step` is
    the price of a move made: at 0 the search is greedy and does not mind how far it has wandered;
    with some, an old promising position regains its chance. All it knows is in the score.

    Time     O(states · (moves + log states))
    Memory   O(states), about 400 bytes a state
    Verdict  some solution, of no particular length; unsolvable when the heap runs dry, since
             nothing is ever dropped but what a proof (`dead`) strikes off
    Source   the Graph Traverser of J. E. Doran and D. Michie, 1966
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget, dead):
        yield verdict
        return
    lowest = score(position)
    seen = {game.key(position)}
    cut: Counter[str] = Counter()
    queue: list[tuple[float, int, Any, Path, int]] = [(lowest, 0, position, None, 0)]
    while queue:
        _, _, parent, path, made = heapq.heappop(queue)
        if budget.tick(1, made):
            yield budget.progress(
                frontier=len(queue), depth=made, best=lowest, entries=len(seen), sample=parent
            )
            if budget.spent:
                yield budget.gave_up()
                return
        for move in game.moves(parent):
            child = game.play(parent, move)
            key = game.key(child)
            if key in seen:
                continue
            seen.add(key)
            if game.is_won(child):
                budget.holds(len(seen))
                yield budget.solved(line((path, move)))
                return
            if reason := dead(child):
                cut[reason] += 1
                continue
            value = score(child)
            lowest = min(lowest, value)
            rank = value + step * (made + 1)
            heapq.heappush(queue, (rank, -len(seen), child, (path, move), made + 1))
    budget.holds(len(seen))
    yield budget.unsolvable(exhaustion(len(seen), cut), exhausted=True)


def a_star(
    game: AnyGame, position: Hashable, limits: Limits, *, estimate: Score, dead: Dead = alive
) -> Iterator[Event]:
    """A*: fewest moves, since `estimate` never exceeds the moves needed (Hart, Nilsson, Raphael).

    Expand the position for which moves made + moves needed at the least is smallest. The first term
    is known; the second is an estimate that may be too low, but never too high. So when a win comes
    to the head of the queue, every other way still waiting would be at least as long even if all it
    hopes for came true, and the win is a shortest one. The nearer the estimate comes to the truth,
    the fewer positions are opened in vain; with an estimate of 0 it is breadth-first search again.
    A position met again by a shorter way is opened again, so that the estimate need not be
    consistent. The win is recognised when it leaves the queue, not when it enters: that is the
    whole of the proof.

    Time     O(states · (moves + log states)), while the estimate is consistent
    Memory   O(states), about 450 bytes a state
    Verdict  the fewest moves, in the measure of the game; unsolvable when the queue runs dry
    Source   P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
             minimum cost paths", 1968
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget, dead, game.measure):
        yield verdict
        return
    lowest = estimate(position)
    made_for = {game.key(position): 0}
    cut: Counter[str] = Counter()
    queue: list[tuple[float, int, Any, Path, int]] = [(lowest, 0, position, None, 0)]
    serial = 0
    while queue:
        total, _, parent, path, made = heapq.heappop(queue)
        if made > made_for[game.key(parent)]:
            continue
        if game.is_won(parent):
            budget.holds(len(made_for))
            yield budget.solved(line(path), game.measure)
            return
        if budget.tick(1, made):
            budget.needs(ceil(total), game.measure)  # no other in the queue promises less
            yield budget.progress(
                frontier=len(queue), depth=made, best=lowest, entries=len(made_for), sample=parent
            )
            if budget.spent:
                yield budget.gave_up()
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
    budget.holds(len(made_for))
    yield budget.unsolvable(exhaustion(len(made_for), cut), exhausted=True)
