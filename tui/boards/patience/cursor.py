"""How the cursor moves between the places of patience."""

from collections.abc import Container

from ludoscope.games.patience.cards import SUITS
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.tui.boards.patience.layout import Place


def stands(game: PatienceGame) -> list[Place]:
    """All that the cursor can stand on, in reading order."""
    homes = [] if game.normalise else [("home", suit) for suit in range(len(SUITS))]
    cells = [("cell", index) for index in range(game.variant.cells)]
    return [*cells, *homes, *(("column", index) for index in range(len(game.variant.column_sizes)))]


def beside(game: PatienceGame, place: Place, step: int) -> Place:
    """The place `step` further along the row, and round its ends; columns are one long row."""
    row = _row(game, place[0] == "column")
    return row[(row.index(place) + step) % len(row)]


def across(game: PatienceGame, place: Place, up: bool, per: int) -> Place:
    """The place above or below, or the one nearest to it; where there is no such row, `place`.

    `per` columns stand side by side.
    """
    kind, index = place
    there = index + (-per if up else per)
    if kind == "column" and 0 <= there < len(game.variant.column_sizes):
        return kind, there
    if kind == "column" and not up:
        return place
    here = _grid(place, per)
    row = _row(game, columns=not up)
    return min(row, key=lambda other: abs(_grid(other, per) - here), default=place)


def next_of(game: PatienceGame, place: Place, stops: Container[Place], step: int) -> Place:
    """The first of the `stops` from `place` on, in reading order (`step` 1) or against it (−1)."""
    order = stands(game)
    here = order.index(place)
    ring = (order[(here + step * away) % len(order)] for away in range(1, len(order) + 1))
    return next(place for place in ring if place in stops)


def _grid(place: Place, per: int) -> int:
    """The place's step from the left; columns of a lower row are further away than any other."""
    kind, index = place
    return index + per - len(SUITS) if kind == "home" else index


def _row(game: PatienceGame, columns: bool) -> list[Place]:
    return [place for place in stands(game) if (place[0] == "column") == columns]
