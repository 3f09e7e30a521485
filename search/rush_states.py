"""Breadth-first search of ORush over two ways to write a position down, to be raced."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any, cast

from games import AnyGame
from games.rush import Position, RushGame
from games.rush.states import BoatGrid, BoatList
from search.events import Event, Progress
from search.path import settled
from search.uninformed import Sweep, fewest, sweep
from search.watch import Limits, Watch


def breadth_first_boats(game: AnyGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Breadth-first search where a state is the list of boats.

    The search is that of `breadth-first`, level by level, every position once, and so are the
    levels, the counts and the solution. What differs is how a state is written down: as one byte
    for each boat, its offset on its line. Length, line and direction of a boat never change and are
    kept once, beside all states. Whether a cell is free is asked of one boat after another, each
    saying whether it lies there, so that the cost of a move grows with the number of boats. Made, a
    move is one byte of a copy. Beside `breadth-first-grid` it shows what a grid costs and what it
    brings; `breadth-first` keeps the same offsets and compares masks of bits worked out beforehand.

    Time     O(states · moves · boats), each state expanded once
    Memory   O(states), some 160 bytes a state, about 50 of them the state itself
    Verdict  the fewest moves, in the measure of the game; unsolvable when a level comes out empty
    Source   the search is Moore's of 1959; the list of boats is how puzzles of the course are filed
    """
    yield from _searched(cast(RushGame, game), position, limits, BoatList)


def breadth_first_grid(game: AnyGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Breadth-first search where a state is the grid, and the list of boats beside it.

    The search is that of `breadth-first`, level by level, every position once, and so are the
    levels, the counts and the solution. What differs is how a state is written down: as the grid
    row by row, a byte for each cell, 0 where it is free, and with it the list of `breadth-first-
    boats`, which tells where each boat begins. Whether a cell is free is one look at the grid, and
    the number of boats does not matter for it; but a move has to be made twice, in the grid and in
    the list, and both are kept. With many boats that pays in time, with few it does not; in memory
    it never does. The list alone would tell states apart; here the state itself is remembered.

    Time     O(states · moves), each state expanded once; for each new state the grid is copied
    Memory   O(states), some 290 bytes a state, about 190 of them the state itself: the grid, the
             list, and the pair of them
    Verdict  the fewest moves, in the measure of the game; unsolvable when a level comes out empty
    Source   the search is Moore's of 1959; the grid is how the course draws a position
    """
    yield from _searched(cast(RushGame, game), position, limits, BoatGrid)


def _searched(
    game: RushGame, position: Position, limits: Limits, form: type[BoatList] | type[BoatGrid]
) -> Iterator[Event]:
    """The events of a sweep over states of that form."""
    watch = Watch(limits)
    if verdict := settled(game, position, watch, optimal_in=game.measure):
        yield verdict
        return
    space = form(game)
    result = yield from _in_positions(sweep(space, space.state(position), watch), space.position)
    yield fewest(result, watch, game.measure)


def _in_positions(
    search: Generator[Progress, None, Sweep], position: Callable[[Any], Position]
) -> Generator[Progress, None, Sweep]:
    """The same with samples that are positions of the game."""
    while True:
        try:
            report = next(search)
        except StopIteration as end:
            result: Sweep = end.value
            return result
        yield replace(report, sample=position(report.sample))
