"""How the cursor goes from place to place of a patience."""

from collections.abc import Container

from ludoscope.games.patience import PatienceGame
from ludoscope.games.patience.cards import SUITS
from ludoscope.tui.boards.patience.layout import Place, grid_of


def stands(game: PatienceGame) -> list[Place]:
    """All that the cursor can stand on, in reading order."""
    homes = [] if game.normalise else [("home", suit) for suit in range(len(SUITS))]
    cells = [("cell", index) for index in range(game.variant.cells)]
    return [*cells, *homes, *(("column", index) for index in range(len(game.variant.dealt)))]


def beside(game: PatienceGame, place: Place, step: int) -> Place:
    """The place `step` further along the row, and round its ends."""
    row = _row(game, place[0] == "column")
    return row[(row.index(place) + step) % len(row)]


def across(game: PatienceGame, place: Place, up: bool) -> Place:
    """The place above or below, or the one nearest to it; where there is no such row, `place`."""
    here = grid_of(game, place)
    row = _row(game, columns=not up)
    return min(row, key=lambda other: abs(grid_of(game, other) - here), default=place)


def next_of(game: PatienceGame, place: Place, stops: Container[Place], step: int) -> Place:
    """The first of the `stops` from `place` on, in reading order (`step` 1) or against it (−1)."""
    order = stands(game)
    here = order.index(place)
    ring = (order[(here + step * away) % len(order)] for away in range(1, len(order) + 1))
    return next(place for place in ring if place in stops)


def _row(game: PatienceGame, columns: bool) -> list[Place]:
    return [place for place in stands(game) if (place[0] == "column") == columns]
