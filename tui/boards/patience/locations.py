"""Where cards lie, and where a move puts one: as places, see `patience_layout`."""

from collections.abc import Mapping

from ludoscope.games.patience.cards import DECK_SIZE, suit_of
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
from ludoscope.tui.boards.patience.layout import Place


def places(position: Position) -> Mapping[int, tuple[Place, int]]:
    """By card where it lies, and how many cards it lies on."""
    found: dict[int, tuple[Place, int]] = {}
    for index, column in enumerate(position.columns):
        found |= {card: (("column", index), row) for row, card in enumerate(column)}
    found |= {card: (("cell", i), 0) for i, card in enumerate(position.cells) if card != NO_CARD}
    for suit, count in enumerate(position.foundation):
        found |= {4 * rank + suit: (("home", suit), rank) for rank in range(count)}
    return found


def target(position: Position, move: Move) -> Place:
    """Where a legal move puts its card; it is no reshuffle, and raises none."""
    card, dest = move
    if dest < DECK_SIZE:
        return places(position)[dest][0]
    if dest == FOUNDATION:
        return "home", suit_of(card)
    if dest == EMPTY_COLUMN:
        return "column", position.columns.index(())
    if dest == FREE_CELL:
        return "cell", position.cells.index(NO_CARD)
    return (
        ("cell", dest - FREE_CELL_OFFSET)
        if dest >= FREE_CELL_OFFSET
        else ("column", dest - EMPTY_COLUMN_OFFSET)
    )


def card_at(game: PatienceGame, position: Position, place: Place) -> int:
    """The card that can be taken there, NONE when there is none."""
    kind, index = place
    if kind == "cell":
        return position.cells[index]
    if kind == "home" and game.variant.can_return and position.foundation[index]:
        return 4 * (position.foundation[index] - 1) + index
    return (NO_CARD, *position.columns[index])[-1] if kind == "column" else NO_CARD


def is_top(position: Position, card: int) -> bool:
    """Whether nothing lies on a card that is not home."""
    return card in position.cells or any(c and c[-1] == card for c in position.columns)


def letter(cell: int) -> str:
    """What a cell is called."""
    return chr(ord("a") + cell)


def place_words(place: Place) -> str:
    """Such as "column 3"."""
    kind, index = place
    if kind == "column":
        return f"column {index + 1}"
    return f"cell {letter(index)}" if kind == "cell" else "home"


def nothing_at(place: Place) -> str:
    """That no card can be taken there."""
    return "no card to take from home" if place[0] == "home" else f"{place_words(place)} is empty"
