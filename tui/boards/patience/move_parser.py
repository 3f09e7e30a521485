"""What may be typed at the prompt of a patience besides what files have: any case, columns."""

import re

from ludoscope.games.patience.cards import card_name, is_card_name, parse_card
from ludoscope.games.patience.position import Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.standard_notation import is_standard_move

_NUMBERS = re.compile(r"([0-9]{1,2})[ -]+([0-9]{1,2})(\*[0-9]{1,2})?")
_PLACE = re.compile(r"[VTF^][0-9]{0,2}")


def read(game: PatienceGame, position: Position, text: str) -> list[Move]:
    """The moves that a text means; ValueError with a reason when it means none that is legal.

    Two numbers are columns where there are such columns, else cards. Cards and places are taken in
    any case, and 10 for T; where that leaves two meanings, the one that is legal.
    """
    found = _NUMBERS.fullmatch(text)
    count = len(game.variant.column_sizes)
    if found and all(1 <= int(number) <= count for number in found.groups()[:2]):
        return game.parse_moves(position, f"{int(found[1])}-{int(found[2])}{found[3] or ''}")
    words = text.split()
    cards = _cards(words)
    steps = " ".join(word.lower() for word in words)
    if not all(map(is_standard_move, steps.split())):
        return game.parse_moves(position, cards or text)
    if not cards:
        return game.parse_moves(position, steps)
    try:
        return game.parse_moves(position, cards)
    except ValueError:
        return game.parse_moves(position, steps)


def _cards(words: list[str]) -> str:
    """The words as the notation has a card and where it goes; "" when they are no such thing."""
    if [word.upper() for word in words] == ["R"]:
        return "R"
    if len(words) != 2 or not is_card_name(_spelt(words[0])):
        return ""
    card, dest = map(_spelt, words)
    return f"{card} {dest}" if is_card_name(dest) or _PLACE.fullmatch(dest) else ""


def _spelt(word: str) -> str:
    upper = word.upper()
    return card_name(parse_card(upper)) if is_card_name(upper) else upper


def notation(game: PatienceGame) -> str:
    """How a move is typed, for help and prompt: with few exceptions in one line of a terminal."""
    cells, many = game.variant.cells, len(game.variant.column_sizes) > 10
    ways = ["12-3" if many else "34"]
    ways += ["3a"] if cells else []
    ways += [] if game.normalise else ["3h"]
    three = "2-8*3" if many else "18*3"
    cell = ", 9S T" if cells else ""
    said = f"{', '.join(ways)} by place, {three} for three cards, or by card: 9s 10h{cell}, 33 V"
    if game.variant.has_chances:
        said += "; R shuffles and deals again, 9S ^ raises a buried card"
    return said
