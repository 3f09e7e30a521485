"""Locations on a patience table: where cards lie, where moves put them, how the cursor moves.

A location is a column, a cell or one of the four foundations. On narrow screens the columns stand
in several rows of `columns_per_row` each, see `layout`.
"""

from collections.abc import Container, Mapping
from typing import Literal, NamedTuple

from ludoscope.games.patience.cards import DECK_SIZE, SUITS, card_of, suit_of
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    Move,
    Position,
)
from ludoscope.games.patience.rules import PatienceGame

LocationKind = Literal["cell", "column", "foundation"]


class Location(NamedTuple):
    """A column, cell or foundation; `number` counts from 0, for a foundation it is the suit."""

    kind: LocationKind
    number: int


class CardSpot(NamedTuple):
    """The location of a card and the number of cards below it there."""

    location: Location
    cards_below: int


# Cards and moves


def card_spots(position: Position) -> Mapping[int, CardSpot]:
    """Return where each card lies."""
    spots: dict[int, CardSpot] = {}
    for index, column in enumerate(position.columns):
        location = Location("column", index)
        spots |= {card: CardSpot(location, depth) for depth, card in enumerate(column)}
    for index, card in enumerate(position.cells):
        if card != NO_CARD:
            spots[card] = CardSpot(Location("cell", index), 0)
    for suit, count in enumerate(position.foundation):
        location = Location("foundation", suit)
        spots |= {card_of(depth + 1, suit): CardSpot(location, depth) for depth in range(count)}
    return spots


def move_target(position: Position, move: Move) -> Location:
    """Return where a legal move puts its card; not for a reshuffle or a raise."""
    card, destination = move
    if destination < DECK_SIZE:
        return card_spots(position)[destination].location
    if destination == FOUNDATION:
        return Location("foundation", suit_of(card))
    if destination == EMPTY_COLUMN:
        return Location("column", position.columns.index(()))
    if destination == FREE_CELL:
        return Location("cell", position.cells.index(NO_CARD))
    if destination >= FREE_CELL_OFFSET:
        return Location("cell", destination - FREE_CELL_OFFSET)
    return Location("column", destination - EMPTY_COLUMN_OFFSET)


def movable_card(game: PatienceGame, position: Position, location: Location) -> int:
    """Return the card that can be taken from a location, NO_CARD if there is none."""
    is_takeable = location.kind != "foundation" or game.variant.can_return
    return top_card(position, location) if is_takeable else NO_CARD


def top_card(position: Position, location: Location) -> int:
    """Return the card on top of a location, NO_CARD if it is empty."""
    kind, index = location
    if kind == "cell":
        return position.cells[index]
    if kind == "column":
        return position.columns[index][-1] if position.columns[index] else NO_CARD
    count = position.foundation[index]
    return card_of(count, index) if count else NO_CARD


def is_uncovered(position: Position, card: int) -> bool:
    """Return True if a card lies in a cell or on top of a column."""
    return card in position.cells or any(
        column and column[-1] == card for column in position.columns
    )


# Names


def cell_letter(index: int) -> str:
    """Return the letter that names a cell, as it is drawn: "A" for the first one."""
    return chr(ord("A") + index)


def location_name(location: Location) -> str:
    """Return a name for messages, such as "column 3"."""
    if location.kind == "column":
        return f"column {location.number + 1}"
    return f"cell {cell_letter(location.number)}" if location.kind == "cell" else "home"


def nothing_to_take_message(location: Location) -> str:
    if location.kind == "foundation":
        return "no card to take from home"
    return f"{location_name(location)} is empty"


# The cursor


def cursor_locations(game: PatienceGame) -> list[Location]:
    """Return all locations the cursor can be on, in reading order."""
    cells = [Location("cell", index) for index in range(game.variant.cells)]
    suits = [] if game.normalise else range(len(SUITS))
    foundations = [Location("foundation", suit) for suit in suits]
    columns = [Location("column", index) for index in range(len(game.variant.column_sizes))]
    return [*cells, *foundations, *columns]


def location_beside(game: PatienceGame, location: Location, step: int) -> Location:
    """Return the location `step` further right, wrapping around; all columns form one row."""
    row = _row(game, columns=location.kind == "column")
    return row[(row.index(location) + step) % len(row)]


def location_above_or_below(
    game: PatienceGame, location: Location, *, up: bool, columns_per_row: int
) -> Location:
    """Return the nearest location in the row above or below; `location` if there is no such row."""
    if location.kind == "column":
        index = location.number + (-columns_per_row if up else columns_per_row)
        if 0 <= index < len(game.variant.column_sizes):
            return Location("column", index)
        if not up:
            return location
    grid_column = _grid_column(location, columns_per_row)
    return min(
        _row(game, columns=not up),
        key=lambda candidate: abs(_grid_column(candidate, columns_per_row) - grid_column),
        default=location,
    )


def next_stop(
    game: PatienceGame, location: Location, stops: Container[Location], step: int
) -> Location:
    """Return the first of `stops` after `location` in reading order (`step` 1) or before it (-1).

    The search wraps around; `stops` must not be empty.
    """
    order = cursor_locations(game)
    start = order.index(location)
    candidates = (
        order[(start + step * distance) % len(order)] for distance in range(1, len(order) + 1)
    )
    return next(candidate for candidate in candidates if candidate in stops)


def _grid_column(location: Location, columns_per_row: int) -> int:
    """Return the number of steps from the left; lower rows of columns count as further right."""
    if location.kind == "foundation":
        return location.number + columns_per_row - len(SUITS)
    return location.number


def _row(game: PatienceGame, *, columns: bool) -> list[Location]:
    """Return the columns, or the cells and foundations above them."""
    return [
        location for location in cursor_locations(game) if (location.kind == "column") == columns
    ]
