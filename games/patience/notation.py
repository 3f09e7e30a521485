"""Notations of positions, in one line, and of single-card moves.

A position lists the top cards of the foundation (clubs, spades, hearts, diamonds), the cells if the
game has any, and the columns, bottom to top; `-` is an empty place:

    2C AS - 3D | 9S - - - | TH KS 7D QC 4H / JS 3H / -

In a game with chances there follow the number of the deal, an R for each reshuffle left and a ^
for each raise left: `… | 17 RR^`, or `… | 17 -` if none is left.

A move is `<card> <destination>`, in numbers as in solution files (`37 T`, `33 38`, `45 V`) or in
names (`TS T`, `9S TH`). `V` is the first empty column, `T` the first free cell, `F` the foundation;
`V8` and `T2` are a particular empty column and cell. `R` is a reshuffle, `33 ^` raises a card.
"""

import re

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.patience.cards import DECK, SUITS, card_name, is_card_name, read_card, suit_of
from ludoscope.games.patience.position import (
    CELL,
    COLUMN,
    EMPTY_COLUMN,
    FREE_CELL,
    HOME,
    NONE,
    RAISE,
    RESHUFFLE,
    Chances,
    Move,
    Position,
    fault,
)
from ludoscope.games.patience.variants import Variant

_NUMBER = re.compile("[0-9]{1,2}")
_PLACE = re.compile("([VT])([1-9][0-9]?)")
_PLACES = {"V": EMPTY_COLUMN, "T": FREE_CELL, "F": HOME, "^": RAISE}
_RESHUFFLE = "R"
_CHANCES = re.compile(r"\s*([0-9]{1,9})\s+(?:-|(?=[R^])(R*)(\^*))\s*")
_CHOICES = {"V": COLUMN, "T": CELL}
_PLACE_NAMES = {number: letter for letter, number in _PLACES.items()}


def position_text(position: Position) -> str:
    columns, cells, foundation, chances = position
    home = " ".join(
        card_name(4 * (count - 1) + suit) if count else "-" for suit, count in enumerate(foundation)
    )
    parts = [home]
    if cells:
        parts.append(_cards_text(cells))
    parts.append(" / ".join(_cards_text(column) or "-" for column in columns))
    if chances:
        parts.append(chances_text(chances))
    return " | ".join(parts)


def _cards_text(cards: tuple[int, ...]) -> str:
    return " ".join("-" if card == NONE else card_name(card) for card in cards)


def parse_position(variant: Variant, text: str) -> Position:
    """The position of `variant` that the line says; NotationError when it says none."""
    parts = text.split("|")
    wanted = parts_of(variant)
    if len(parts) != len(wanted):
        raise NotationError(
            f"found {len(parts)} parts between |, expected {len(wanted)}: {', '.join(wanted)}"
        )
    part = dict(zip(wanted, parts, strict=True))
    cells = _read_places(part["cells"]) if variant.cells else ()
    chances = read_chances(part["chances"]) if variant.chancy else None
    columns = tuple(
        () if words.split() == ["-"] else tuple(read_card(word) for word in words.split())
        for words in part["columns"].split("/")
    )
    position = Position(columns, cells, _read_foundation(part["foundation"]), chances)
    if sentence := fault(variant, position):
        raise NotationError(sentence)
    return position


def parts_of(variant: Variant) -> list[str]:
    """The parts of the line notation of a position of the variant."""
    parts = ["foundation"]
    if variant.cells:
        parts.append("cells")
    parts.append("columns")
    if variant.chancy:
        parts.append("chances")
    return parts


def chances_text(chances: Chances) -> str:
    left = _RESHUFFLE * chances.reshuffles + "^" * chances.raises
    return f"{chances.seed} {left or '-'}"


def read_chances(words: str) -> Chances:
    found = _CHANCES.fullmatch(words)
    if not found:
        raise NotationError(
            f"found {shown(words.strip())}, expected a deal and chances as in 17 RR^"
        )
    return Chances(int(found[1]), len(found[2] or ""), len(found[3] or ""))


def _read_places(words: str) -> tuple[int, ...]:
    return tuple(NONE if word == "-" else read_card(word) for word in words.split())


def _read_foundation(words: str) -> tuple[int, ...]:
    home = _read_places(words)
    if len(home) != 4 or any(
        card != NONE and suit_of(card) != suit for suit, card in enumerate(home)
    ):
        raise NotationError(
            f"found {words.strip()[:30]!r}, expected the foundation's top cards or - "
            f"in the order {' '.join(SUITS)}"
        )
    return tuple(0 if card == NONE else (card >> 2) + 1 for card in home)


def move_text(move: Move) -> str:
    card, dest = move
    if dest == RESHUFFLE:
        return _RESHUFFLE
    return f"{card} {_destination_text(dest)}"


def _destination_text(dest: int) -> str:
    if dest >= CELL:
        return f"T{dest - CELL + 1}"
    if dest >= COLUMN:
        return f"V{dest - COLUMN + 1}"
    return _PLACE_NAMES.get(dest, str(dest))


def is_single_move(text: str) -> bool:
    """Whether `text` is R or has the form `<card> <destination>`, whatever it means."""
    words = text.split()
    if words == [_RESHUFFLE]:
        return True
    return len(words) == 2 and _is_card(words[0]) and (_is_card(words[1]) or _is_place(words[1]))


def _is_card(word: str) -> bool:
    # in lower case 2h is not the two of hearts but a move of column 2 to the foundation
    return bool(_NUMBER.fullmatch(word)) or (is_card_name(word) and word == word.upper())


def _is_place(word: str) -> bool:
    return word in _PLACES or bool(_PLACE.fullmatch(word))


def parse_single_move(text: str) -> Move:
    """The move that R or a text of the form `<card> <destination>` describes, legal or not."""
    if text.split() == [_RESHUFFLE]:
        return NONE, RESHUFFLE
    card, dest = text.split()
    return _read_card(card), _read_destination(dest)


def _read_card(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        return read_card(word)
    if int(word) >= DECK:
        raise NotationError(f"found {word}, expected a card 0 to {DECK - 1}")
    return int(word)


def _read_destination(word: str) -> int:
    if word in _PLACES:
        return _PLACES[word]
    if choice := _PLACE.fullmatch(word):
        number = int(choice[2])
        if number > CELL - COLUMN:
            raise NotationError(f"found {word}, expected a column or cell that exists")
        return _CHOICES[choice[1]] + number - 1
    return _read_card(word)
