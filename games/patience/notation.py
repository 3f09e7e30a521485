"""Notations of positions, in one line, and of single-card moves.

A position lists the top cards of the foundation (clubs, spades, hearts, diamonds), the cells if the
game has any, and the columns, bottom to top; `-` is an empty pile or cell:

    2C AS - 3D | 9S - - - | TH KS 7D QC 4H / JS 3H / -

In a game with reshuffles or raises, the last part is the number of the deal, an R for each
reshuffle left and a ^ for each raise left: `… | 17 RR^`, or `… | 17 -` if none is left.

A move is `<card> <destination>`, in numbers as in solution files (`37 T`, `33 38`, `45 V`) or in
names (`TS T`, `9S TH`). `V` is the first empty column, `T` the first free cell, `F` the foundation;
`V8` and `T2` are a particular empty column and cell. `R` is a reshuffle, `33 ^` raises a card.
"""

import re
from functools import lru_cache

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.patience.cards import (
    DECK_SIZE,
    SUITS,
    card_name,
    is_card_name,
    parse_card,
    suit_of,
)
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    RAISE,
    RESHUFFLE,
    Chances,
    Move,
    Position,
    position_error,
)
from ludoscope.games.patience.variants import Variant

_NUMBER = re.compile("[0-9]{1,2}")
_NUMBERED_DESTINATION = re.compile("([VT])([1-9][0-9]?)")
_DESTINATIONS = {"V": EMPTY_COLUMN, "T": FREE_CELL, "F": FOUNDATION, "^": RAISE}
_DESTINATION_LETTERS = {destination: letter for letter, destination in _DESTINATIONS.items()}
_NUMBERED_DESTINATIONS = {"V": EMPTY_COLUMN_OFFSET, "T": FREE_CELL_OFFSET}
_RESHUFFLE = "R"
_CHANCES = re.compile(r"\s*([0-9]{1,9})\s+(?:-|(?=[R^])(R*)(\^*))\s*")


def position_text(position: Position) -> str:
    """Return a position in the line notation."""
    columns, cells, foundation, chances = position
    top_cards = tuple(
        4 * (count - 1) + suit if count else NO_CARD for suit, count in enumerate(foundation)
    )
    parts = [_cards_text(top_cards)]
    if cells:
        parts.append(_cards_text(cells))
    parts.append(" / ".join(_cards_text(column) or "-" for column in columns))
    if chances:
        parts.append(chances_text(chances))
    return " | ".join(parts)


def _cards_text(cards: tuple[int, ...]) -> str:
    return " ".join("-" if card == NO_CARD else card_name(card) for card in cards)


def parse_position(variant: Variant, text: str) -> Position:
    """Return the position of a text in the line notation.

    Raises:
        NotationError: If the text is malformed or the position is not valid for the variant.
    """
    parts = text.split("|")
    expected_parts = position_parts(variant)
    if len(parts) != len(expected_parts):
        raise NotationError(
            f"found {len(parts)} parts between |, "
            f"expected {len(expected_parts)}: {', '.join(expected_parts)}"
        )
    part = dict(zip(expected_parts, parts, strict=True))
    cells = _parse_cards(part["cells"]) if variant.cells else ()
    chances = parse_chances(part["chances"]) if variant.has_chances else None
    columns = tuple(
        () if names.split() == ["-"] else tuple(parse_card(name) for name in names.split())
        for names in part["columns"].split("/")
    )
    position = Position(columns, cells, _parse_foundation(part["foundation"]), chances)
    if error := position_error(variant, position):
        raise NotationError(error)
    return position


def position_parts(variant: Variant) -> list[str]:
    """Return the names of the parts of the line notation of a variant, in order."""
    parts = ["foundation"]
    if variant.cells:
        parts.append("cells")
    parts.append("columns")
    if variant.has_chances:
        parts.append("chances")
    return parts


def chances_text(chances: Chances) -> str:
    """Return the deal number and the reshuffles and raises left, such as `17 RR^`."""
    symbols = _RESHUFFLE * chances.reshuffles + "^" * chances.raises
    return f"{chances.seed} {symbols or '-'}"


def parse_chances(text: str) -> Chances:
    """Return the reshuffles and raises of a text such as `17 RR^`.

    Raises:
        NotationError: If the text is malformed.
    """
    match = _CHANCES.fullmatch(text)
    if not match:
        raise NotationError(
            f"found {short_repr(text.strip())}, expected a deal and chances as in 17 RR^"
        )
    seed, reshuffles, raises = match.groups(default="")
    return Chances(int(seed), len(reshuffles), len(raises))


def _parse_cards(text: str) -> tuple[int, ...]:
    return tuple(NO_CARD if name == "-" else parse_card(name) for name in text.split())


def _parse_foundation(text: str) -> tuple[int, ...]:
    """Return the number of cards of each suit from the names of the top cards."""
    top_cards = _parse_cards(text)
    if len(top_cards) != 4 or any(
        card != NO_CARD and suit_of(card) != suit for suit, card in enumerate(top_cards)
    ):
        raise NotationError(
            f"found {short_repr(text.strip())}, expected the foundation's top cards or - "
            f"in the order {' '.join(SUITS)}"
        )
    return tuple(0 if card == NO_CARD else (card >> 2) + 1 for card in top_cards)


def move_text(move: Move) -> str:
    """Return a move in numbers, such as `33 38`, `37 T` or `R`."""
    card, destination = move
    if destination == RESHUFFLE:
        return _RESHUFFLE
    return f"{card} {_destination_text(destination)}"


def _destination_text(destination: int) -> str:
    if destination >= FREE_CELL_OFFSET:
        return f"T{destination - FREE_CELL_OFFSET + 1}"
    if destination >= EMPTY_COLUMN_OFFSET:
        return f"V{destination - EMPTY_COLUMN_OFFSET + 1}"
    return _DESTINATION_LETTERS.get(destination, str(destination))


def is_single_move(text: str) -> bool:
    """Return True if the text is `R` or has the form `<card> <destination>`, legal or not."""
    tokens = text.split()
    if tokens == [_RESHUFFLE]:
        return True
    if len(tokens) != 2:
        return False
    card, destination = tokens
    return _is_card(card) and (_is_card(destination) or _is_destination(destination))


def _is_card(text: str) -> bool:
    # in lower case 2h is not the two of hearts but a move of column 2 to the foundation
    return bool(_NUMBER.fullmatch(text)) or (is_card_name(text) and text == text.upper())


def _is_destination(text: str) -> bool:
    return text in _DESTINATIONS or bool(_NUMBERED_DESTINATION.fullmatch(text))


def parse_single_move(text: str) -> Move:
    """Return the move of a text for which `is_single_move` is true.

    Raises:
        NotationError: If a card or destination does not exist.
    """
    if text.split() == [_RESHUFFLE]:
        return NO_CARD, RESHUFFLE
    card, destination = text.split()
    return _parse_card(card), _parse_destination(destination)


@lru_cache(maxsize=4096)  # more than there are moves
def parse_move_text(text: str) -> Move:
    """Return the move that `move_text` wrote, or raise NotationError."""
    if not is_single_move(text):
        raise NotationError(f"found {short_repr(text)}, expected a move such as 33 38")
    return parse_single_move(text)


def _parse_card(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        return parse_card(text)
    if int(text) >= DECK_SIZE:
        raise NotationError(f"found {text}, expected a card 0 to {DECK_SIZE - 1}")
    return int(text)


def _parse_destination(text: str) -> int:
    if text in _DESTINATIONS:
        return _DESTINATIONS[text]
    if match := _NUMBERED_DESTINATION.fullmatch(text):
        letter, number = match[1], int(match[2])
        if number > FREE_CELL_OFFSET - EMPTY_COLUMN_OFFSET:
            raise NotationError(f"found {text}, expected a column or cell that exists")
        return _NUMBERED_DESTINATIONS[letter] + number - 1
    return _parse_card(text)
