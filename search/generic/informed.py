"""Informed searches, which a heuristic guides: beam, breadth-limited, best-first and A*.

A `score` is any estimate of the distance to a win; an `estimate` is admissible, which means that it
never exceeds the number of moves needed, so an infinite one is a proof that there is no win.
`Progress.best` is the lowest value so far.
"""

import heapq
from collections import Counter
from collections.abc import Generator, Hashable, Iterator
from math import ceil, inf
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import (
    LossProof,
    MovePath,
    Score,
    exhaustion_proof,
    moves_of_path,
    no_loss_proof,
    trivial_verdict,
)
from ludoscope.search.generic.uninformed import Level, LevelSearchResult, level_search, pass_verdict
from ludoscope.search.generic.visited import VisitedSet
from ludoscope.search.trace import PRIORITY_QUEUE, Tracer

INFINITE_ESTIMATE = "an infinite estimate"
"""The reason for which A* prunes a position from which its estimate says that no moves win."""

Node = tuple[float, int, Any, MovePath, int]
"""An entry of a priority queue: (priority, -serial number, position, path, depth).

Of nodes with equal priority the newest comes first. It is a plain tuple since `heapq` compares
those fastest.
"""


def lowest_scoring(level: Level, count: int, score: Score) -> Level:
    """Return the `count` entries of lowest score, lowest first; the same list if it has no more."""
    if len(level) <= count:
        return level
    return heapq.nsmallest(count, level, key=lambda entry: score(entry[0]))


def beam_pass(
    game: AnyGame,
    position: Hashable,
    budget: Budget,
    score: Score,
    width: int,
    dead: LossProof = no_loss_proof,
) -> Generator[Progress, None, LevelSearchResult]:
    """Search level by level, keeping the `width` positions of lowest score of each level."""

    def select_level(level: Level) -> Level:
        return lowest_scoring(level, width, score)

    if budget.trace:
        budget.trace.score = score
    selection = f"width {width:,}"
    return (
        yield from level_search(
            game, position, budget, select_level, dead=dead, selection=selection
        )
    )


def beam(
    game: AnyGame, position: Hashable, limits: Limits, *, score: Score, width: int = 1
) -> Iterator[Event]:
    """Beam search: keep the `width` positions of lowest score of each level, then twice as many.

    Breadth-first search that keeps only the best `width` positions of each level, by a score made
    for the game, and drops the others. The first pass keeps one position of each level. When a pass
    finds no win, the next one starts again with two, then four, eight and so on, so all passes
    together take about twice the time of the last one. The width that is needed shows how good the
    score is: with a good score two or four positions a level are enough, where breadth-first search
    stores all of them. A position that was met in a pass is not entered again in the same pass.

    Time     O(depth · width · moves) a pass
    Memory   O(depth · width · moves), about 100 bytes a state met in the pass, for its key
    Verdict  some solution, short as a rule, but not proved shortest; unsolvable only after a pass
             that dropped nothing, because it has searched everything
    Source   the Harpy speech recogniser, B. Lowerre, 1976; doubling the width: common practice
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    while True:
        budget.width = width
        result = yield from beam_pass(game, position, budget, score, width)
        if last_verdict := pass_verdict(result, budget, f"at width {width:,}"):
            yield last_verdict
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
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    while True:
        budget.width = successors
        if budget.trace:
            budget.trace.score = score

        def select_successors(level: Level, count: int = successors) -> Level:
            return lowest_scoring(level, count, score)

        selection = f"{successors} successors of each position"
        result = yield from level_search(
            game, position, budget, select_successors=select_successors, selection=selection
        )
        if last_verdict := pass_verdict(result, budget, f"with {selection}"):
            yield last_verdict
            return
        successors += 1


def best_first(
    game: AnyGame,
    position: Hashable,
    limits: Limits,
    *,
    score: Score,
    step: float = 0,
    dead: LossProof = no_loss_proof,
) -> Iterator[Event]:
    """Best-first search: expand the position of lowest score + `step` · moves made.

    A heap holds every position that was generated and not yet expanded. The position of lowest
    priority is expanded, and its unvisited successors enter the heap. So when the scores of the
    current line get worse, the search continues with another line, perhaps one left long ago. Among
    positions of equal priority the newest is first, so that the search follows one line instead of
    alternating between several. `step` is the price of a move: with 0 the search is greedy, and the
    number of moves made does not count; with a higher price, earlier positions of a good score are
    resumed sooner. Proofs of loss (`dead`) prune positions that cannot be won.

    Time     O(states · (moves + log states))
    Memory   O(states), about 400 bytes a state
    Verdict  some solution, of no particular length; unsolvable when the heap is empty, because only
             positions that a proof shows to be lost were pruned
    Source   the Graph Traverser, J. E. Doran and D. Michie, 1966
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget, dead):
        yield verdict
        return
    lowest_score = score(position)
    trace = budget.trace
    visited = VisitedSet(game, position, dead)
    queue: list[Node] = [(lowest_score, 0, position, None, 0)]
    if trace:
        visited.trace = trace
        trace.start(position, PRIORITY_QUEUE, estimate=lowest_score, priority=lowest_score)
    while queue:
        _, _, parent, path, depth = heapq.heappop(queue)
        if trace:
            trace.expand(parent)
        if budget.count(1, depth):
            yield budget.progress(
                frontier=len(queue),
                depth=depth,
                best=lowest_score,
                entries=len(visited),
                sample=parent,
            )
            if budget.stop_reason:
                yield budget.gave_up()
                return
        for child, move, is_won in visited.successors(parent):
            if is_won:
                if trace:
                    trace.goal(child, move)
                budget.set_stored(len(visited))
                yield budget.solved(moves_of_path((path, move)))
                return
            child_score = score(child)
            lowest_score = min(lowest_score, child_score)
            priority = child_score + step * (depth + 1)
            heapq.heappush(queue, (priority, -len(visited), child, (path, move), depth + 1))
            if trace:
                trace.generate(child, move, child_score, priority)
    budget.set_stored(len(visited))
    yield budget.unsolvable(visited.proof, exhausted=True)


def a_star(
    game: AnyGame,
    position: Hashable,
    limits: Limits,
    *,
    estimate: Score,
    dead: LossProof = no_loss_proof,
) -> Iterator[Event]:
    """Search by A*: expand the position of lowest f = g + h, moves made + estimate.

    The position expanded next is the one with the smallest sum of moves made and estimated moves
    needed. The estimate may be too low, but never too high. So when a win is taken from the queue,
    no other position in the queue can lead to a shorter solution. The closer the estimate, the
    fewer positions are expanded; with an estimate of 0 this is breadth-first search. A position
    that is reached again by a shorter path is entered again, so the estimate need not be
    consistent. A position of infinite estimate cannot be won and is never entered. A win counts
    when it is taken from the queue, not when it is generated: that makes the proof of optimality
    valid.

    Time     O(states · (moves + log states)), if the estimate is consistent
    Memory   O(states), about 450 bytes a state
    Verdict  the fewest moves, in the measure of the game; unsolvable when the queue is empty
    Source   P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
             minimum cost paths", 1968
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget, dead, game.measure):
        yield verdict
        return
    trace = budget.trace
    queue = _AStarQueue(game, position, estimate, dead)
    if trace:
        queue.trace = trace
        lowest = queue.lowest_estimate
        trace.start(position, PRIORITY_QUEUE, estimate=lowest, priority=lowest)
    while node := queue.pop():
        total, _, parent, path, depth = node
        if game.is_won(parent):
            if trace:
                trace.goal(parent)
            budget.set_stored(len(queue.depths))
            yield budget.solved(moves_of_path(path), game.measure)
            return
        if trace:
            trace.expand(parent)
        if budget.count(1, depth):
            # no node of the queue has a lower total
            budget.set_lower_bound(ceil(total), game.measure)
            yield budget.progress(
                frontier=len(queue.nodes),
                depth=depth,
                best=queue.lowest_estimate,
                entries=len(queue.depths),
                sample=parent,
            )
            if budget.stop_reason:
                yield budget.gave_up()
                return
        queue.push_successors(parent, path, depth)
    budget.set_stored(len(queue.depths))
    proof = exhaustion_proof(len(queue.depths), queue.pruned)
    yield budget.unsolvable(proof, exhausted=queue.lowest_estimate < inf)


class _AStarQueue:
    """The priority queue of A*, with the best depth of each position.

    Attributes:
        nodes: The nodes, a heap ordered by f = g + h.
        depths: The fewest moves to each position so far (g), by key.
        pruned: Positions that the pruning rule excluded, counted by its reason.
        lowest_estimate: The lowest estimate (h) of all positions so far.
        trace: The tracer of the search, or None.
    """

    trace: Tracer | None = None

    def __init__(self, game: AnyGame, start: Any, estimate: Score, dead: LossProof) -> None:
        self.depths = {game.key(start): 0}
        self.pruned: Counter[str] = Counter()
        self.lowest_estimate = estimate(start)
        self.nodes: list[Node] = [(self.lowest_estimate, 0, start, None, 0)]
        if self.lowest_estimate == inf:
            self.nodes.clear()
            self.pruned[INFINITE_ESTIMATE] = 1
        self._serial = 0
        self._game, self._estimate, self._dead = game, estimate, dead

    def pop(self) -> Node | None:
        """Remove the node of lowest f and return it; None if the queue is empty.

        Nodes whose position was reached again by a shorter path are removed and ignored.
        """
        while self.nodes:
            node = heapq.heappop(self.nodes)
            _, _, position, _, depth = node
            if depth <= self.depths[self._game.key(position)]:
                return node
            if self.trace:
                self.trace.discard(position, "a shorter path was found", depth)
        return None

    def push_successors(self, parent: Any, path: MovePath, depth: int) -> None:
        """Add the successors of a position at `depth` to which no path as short is known."""
        game, depths = self._game, self.depths
        trace = self.trace
        child_depth = depth + 1
        for move in game.moves(parent):
            child = game.play(parent, move)
            key = game.key(child)
            known_depth = depths.get(key)
            if known_depth is not None and known_depth <= child_depth:
                if trace:
                    trace.duplicate(child, move)
                continue
            reason, child_estimate = self._dead(child), self._estimate(child)
            if not reason and child_estimate == inf:
                reason = INFINITE_ESTIMATE
            if reason:
                if trace:
                    trace.prune(child, move, reason)
                self.pruned[reason] += 1
                depths[key] = 0  # no path is shorter, so it is never added
                continue
            depths[key] = child_depth
            self.lowest_estimate = min(self.lowest_estimate, child_estimate)
            self._serial += 1
            priority = child_depth + child_estimate
            heapq.heappush(self.nodes, (priority, -self._serial, child, (path, move), child_depth))
            if trace:
                trace.generate(child, move, child_estimate, priority)
