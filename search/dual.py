"""Depth-first search of peg solitaire from the finish, and from both ends: the twins of `deep`.

A problem and its dual (pegs and holes exchanged, time turned round) have the same solutions,
the jumps in reverse order; often one of the two is far easier.
"""

from collections.abc import Iterator
from dataclasses import replace

from games.peg import PegGame
from search.events import Event, GaveUp, Progress, Solved
from search.uninformed import depth_first
from search.watch import Limits


def from_finish(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """Depth-first search of the dual, told as events of the problem itself.

    Some solution, or the proof that there is none. Time and memory as `depth_first`.
    """
    full = game.board.full
    dual = PegGame(game.board, position, game.finish).reversed()
    for event in depth_first(dual, dual.start, limits):
        if isinstance(event, Solved):
            event = replace(event, moves=event.moves[::-1])
        elif isinstance(event, Progress) and isinstance(event.sample, int):
            event = replace(event, sample=full & ~event.sample)
        yield event


def both_ends(game: PegGame, position: int, limits: Limits) -> Iterator[Event]:
    """The problem and its dual in turn, from one report to the next, until one is decided.

    Some solution, or the proof that there is none. Time and memory as `depth_first`, twice.
    """
    if limits.explored is not None:
        limits = replace(limits, explored=max(1, limits.explored // 2))
    searches = [depth_first(game, position, limits), from_finish(game, position, limits)]
    explored = dict.fromkeys(searches, 0)
    while True:
        for search in list(searches):
            event = next(search)
            explored[search] = event.explored
            event = replace(event, explored=sum(explored.values()))
            if isinstance(event, GaveUp) and len(searches) > 1:
                searches.remove(search)
                continue
            yield event
            if not isinstance(event, Progress):
                return
