"""Breadth-first search of ORush with two representations of a position, for comparison.

The representations are `BoatListGame` and `BoatGridGame` of `games.rush.encodings`; the search is
`level_search` of `search.generic.uninformed`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from ludoscope.games import AnyGame
from ludoscope.games.rush.encodings import BoatGridGame, BoatListGame
from ludoscope.games.rush.rules import Position, RushGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import trivial_verdict
from ludoscope.search.generic.uninformed import level_search, map_reports, shortest_verdict


def breadth_first_boats(game: AnyGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Breadth-first search where a state is the list of boats.

    The search is that of `breadth-first`: level by level, each position once, with the same levels,
    counts and solution. Only the representation of a state differs: one byte for each boat, its
    offset on its line. Length, line and direction of a boat never change and are stored once,
    outside the states. To test whether a cell is free, the boats are checked one after another, so
    the cost of a move grows with the number of boats. To make a move, one byte of a copy is
    changed. Compared with `breadth-first-grid` it shows the cost and the benefit of a grid;
    `breadth-first` stores the same offsets and compares precomputed bit masks.

    Time     O(states · moves · boats), each state expanded once
    Memory   O(states), some 160 bytes a state, about 50 of them the state itself
    Verdict  the fewest moves, in the measure of the game; unsolvable when a level comes out empty
    Source   the search: E. F. Moore, 1959; the list of boats: the puzzle files of the course
    """
    yield from _search(cast(RushGame, game), position, limits, BoatListGame)


def breadth_first_grid(game: AnyGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Breadth-first search where a state is the grid and the list of boats.

    The search is that of `breadth-first`: level by level, each position once, with the same levels,
    counts and solution. Only the representation of a state differs: the grid row by row, a byte for
    each cell (0 is free), and the list of `breadth-first-boats`, which has the offset of each boat.
    To test whether a cell is free, one byte of the grid is read, whatever the number of boats; but
    a move changes both the grid and the list, and both are stored. This saves time on boards with
    many boats, not with few; it always takes more memory. The list alone would distinguish the
    states, but here the whole state is stored as its key.

    Time     O(states · moves), each state expanded once; for each new state the grid is copied
    Memory   O(states), some 290 bytes a state, about 190 of them the state itself: the grid, the
             list, and the pair of them
    Verdict  the fewest moves, in the measure of the game; unsolvable when a level comes out empty
    Source   the search: E. F. Moore, 1959; the grid: the drawings of positions in the course
    """
    yield from _search(cast(RushGame, game), position, limits, BoatGridGame)


def _search(
    game: RushGame,
    position: Position,
    limits: Limits,
    representation: type[BoatListGame] | type[BoatGridGame],
) -> Iterator[Event]:
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget, optimal_in=game.measure):
        yield verdict
        return
    space = representation(game)
    if budget.trace:
        budget.trace.decode = lambda state: space.decode(cast(Any, state))

    def with_position(report: Progress) -> Progress:
        return replace(report, sample=space.decode(cast(Any, report.sample)))

    result = yield from map_reports(
        level_search(space, space.encode(position), budget), with_position
    )
    yield shortest_verdict(result, budget, game.measure)
