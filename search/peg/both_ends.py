"""Searches of peg solitaire from the finish, and from both ends.

A problem and its dual (pegs and holes exchanged, time reversed) have the same solutions, with the
jumps in reverse order; often one of the two is far easier. `from_finish` and `both_ends` are the
readable versions of `deep`, `beam_both_ends` is that of `swift`.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits, explored_limit_reason
from ludoscope.search.events import Event, GaveUp, Progress, Solved
from ludoscope.search.generic.informed import beam_pass
from ludoscope.search.generic.path import Score, trivial_verdict
from ludoscope.search.generic.uninformed import depth_first, map_reports, pass_verdict

DUAL_LABEL = "from the finish, with pegs and holes exchanged"
MIN_WIDTH = 100  # of the first two beams; each two later ones are three times as wide


def from_finish(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Search depth-first from the finish, which is a search of the dual problem.

    A jump taken back moves a peg over a hole and puts a peg into that hole. With pegs and holes
    exchanged this is an ordinary jump. So a problem played backwards is a problem as well, from the
    complement of the finish to the complement of the start: its dual. Any solver of peg solitaire
    solves it; here it is the readable depth-first search. Its jumps in reverse order solve the
    problem itself. Each position that the search visits is winnable, by the jumps that led to it;
    the search ends when it visits the start. Which direction is easier depends on the problem.

    Time     O(states · moves) of the dual problem
    Memory   one key a state, about 100 bytes
    Verdict  some solution; unsolvable when all that can be reached backwards has been searched
    Source   G. W. Leibniz wrote in 1716 that he liked the game best played backwards; duals are in
             J. D. Beasley, "The Ins and Outs of Peg Solitaire"
    """
    dual = game.with_endpoints(position, game.finish).dual()
    if limits.trace:
        limits = replace(limits, trace=limits.trace.with_label(DUAL_LABEL))
    for event in depth_first(dual, dual.start, limits):
        yield event_of_dual(game, event)


def event_of_dual(game: PegGame, event: Event) -> Event:
    """Return an event of a search of the dual as one of the problem itself."""
    if isinstance(event, Solved):
        return replace(event, moves=event.moves[::-1])
    if isinstance(event, Progress) and isinstance(event.sample, int):
        return replace(event, sample=game.board.all_holes & ~event.sample)
    return event


def unchanged(event: Event) -> Event:
    """Return the event itself: the counterpart of `event_of_dual` for the problem itself."""
    return event


def sum_by_depth(levels: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the sums of the counts by depth of several searches."""
    return tuple(map(sum, zip_longest(*levels, fillvalue=0)))


def both_ends(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Search a problem and its dual depth-first in turn, until one is decided.

    A problem and its dual (pegs and holes exchanged, time reversed) have the same solutions, with
    the jumps in reverse order, but they are not equally hard. Of two depth-first searches that
    differ only in the end they start from, one may take a second and the other hours, and which one
    is not known in advance. So both are run in turn, about a tenth of a second at a time, always
    the one that has had less time; the first verdict counts. This takes at most twice the time of
    the faster search. The searches exchange no positions, so this is not a bidirectional search
    that meets in the middle.

    Time     twice that of the faster of two depth-first searches
    Memory   one key a state, about 100 bytes, for both searches
    Verdict  some solution; unsolvable as soon as one of the two has searched all that it can reach
    Source   duals: J. D. Beasley, "The Ins and Outs of Peg Solitaire"; taking turns: our own
    """
    forward_limits = backward_limits = limits
    if limits.explored is not None:
        backward_limits = replace(limits, explored=limits.explored // 2)
        forward_limits = replace(limits, explored=limits.explored - limits.explored // 2)
    searches = [depth_first(game, position, forward_limits)]
    if backward_limits.explored != 0:
        searches.append(from_finish(game, position, backward_limits))
    seconds = dict.fromkeys(searches, 0.0)  # measured, since a search may report early
    last_events: dict[Iterator[Event], Event] = {}
    while True:
        search = min(seconds, key=seconds.__getitem__)
        started = time.perf_counter()
        event = last_events[search] = next(search)
        seconds[search] += time.perf_counter() - started
        if isinstance(event, GaveUp) and len(seconds) > 1:
            del seconds[search]
            continue
        explored = sum(last.explored for last in last_events.values())
        if isinstance(event, GaveUp) and explored == limits.explored:
            event = replace(event, reason=explored_limit_reason(explored))  # not of its half
        yield replace(
            event,
            explored=explored,
            entries=sum(last.entries for last in last_events.values()),
            levels=sum_by_depth([last.levels for last in last_events.values()]),
        )
        if not isinstance(event, Progress):
            return


def beam_both_ends(
    game: PegGame, position: int, limits: Limits, *, score: Score
) -> Iterator[Event]:
    """Search by beams from the start and the finish in turn, with three times the width each time.

    A beam keeps only the best positions of each level, at first a hundred. The score is the number
    of legal jumps, the more the better: a position with many jumps has many continuations. From the
    start such a beam solves Lucas's problems 1 to 12. It fails on the nearly full boards of 13 to
    29: there are many jumps at first, and a few pegs are left in the corners at the end. Their
    duals (pegs and holes exchanged, time reversed) are nearly full as well, but their finish is a
    pattern instead of a single peg, and the beam solves them. Which end is easier is not known in
    advance, so both are tried at each width before it is trebled. A pass that dropped nothing has
    searched everything, so it is a proof.

    Time     O(jumps · width · moves) a pass
    Memory   O(jumps · width · moves), about 100 bytes a state met in a pass, for its key
    Verdict  some solution; unsolvable only after a pass that dropped nothing
    Source   beam search: B. Lowerre, 1976; duals: J. D. Beasley, "The Ins and Outs of Peg
             Solitaire"; the alternation and the score: our own
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    problem = game.with_endpoints(position, game.finish)
    dual = problem.dual()
    problems = ((problem, unchanged, ""), (dual, partial(event_of_dual, problem), DUAL_LABEL))
    width = MIN_WIDTH
    while True:
        budget.width = width
        for searched, to_original, label in problems:
            if budget.trace:
                budget.trace.label = label
            search = beam_pass(searched, searched.start, budget, score, width)
            result = yield from map_reports(search, to_original)
            if last_event := pass_verdict(result, budget, f"at width {width:,}"):
                yield to_original(last_event)
                return
        width *= 3
