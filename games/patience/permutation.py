"""Text format of a deal: the numbers of its 52 cards in dealing order, column by column.

    13 32 33 35 30 46 7 29 9 48 …     card = 4 * (rank - 1) + suit, clubs spades hearts diamonds
    Seahaven                          the game, unless it is FreeCell, or
    FullMidnightOil 17                the game and the deal number, if the game has reshuffles

The numbers may be on several lines, and the name may precede them. xpat2 writes deals in this
format.
"""

import re

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.deals import XPAT2_SEEDS
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL, Variant, find_variant

_NUMBERS = re.compile(r"[0-9]+(\s+[0-9]+)+")
_GAME_LINE = re.compile(r"([A-Za-z][A-Za-z-]*)(?:\s+([0-9]{1,9}))?")
_MIN_NUMBERS = 13  # a text with fewer numbers is not recognised as a permutation


def permutation_text(game: PatienceGame, position: Position) -> str:
    """Return the text of a deal, ending in a newline.

    Raises:
        ValueError: If `position` is not the start position of a deal.
    """
    text = " ".join(map(str, _permutation(game, position))) + "\n"
    if position.chances:
        return f"{text}{game.variant.name} {position.chances.seed}\n"
    return text if game.variant == FREECELL else f"{text}{game.variant.name}\n"


def _permutation(game: PatienceGame, position: Position) -> tuple[int, ...]:
    """Return the cards in dealing order, column by column; raise ValueError if it is no deal."""
    columns, cells, _, chances = position
    laid_out = [card for cards in (*columns, cells) for card in cards if card != NO_CARD]
    permutation = game.deal or tuple(laid_out)
    seed = chances.seed if chances else 1
    if len(permutation) == DECK_SIZE:
        dealt_game = PatienceGame.from_deal(game.variant, permutation, game.normalise, seed)
        if dealt_game.start == position:
            return permutation
    raise ValueError(f"the cards are not where {game.variant.name} deals them, column by column")


def is_permutation(text: str) -> bool:
    """Return True if the text is a list of numbers, with or without a line that names a game."""
    return len(_split_game_line(text)[0].split()) >= _MIN_NUMBERS


def _split_game_line(text: str) -> tuple[str, str]:
    """Return the numbers and the line with the game, both empty if the text has another form."""
    lines = [line.strip() for line in text.strip().splitlines()]
    game_line = ""
    for index in (0, -1):
        if lines and _GAME_LINE.fullmatch(lines[index]):
            game_line = lines.pop(index)
            break
    numbers = "\n".join(lines)
    return (numbers, game_line) if _NUMBERS.fullmatch(numbers) else ("", "")


def parse_permutation(text: str) -> PatienceGame:
    """Return the game that a text describes.

    Raises:
        NotationError: If the text is malformed.
    """
    numbers, game_line = _split_game_line(text)
    variant, seed = _parse_game_line(game_line) if game_line else (FREECELL, 1)
    cards = tuple(_parse_card(number) for number in numbers.split())
    if len(cards) != DECK_SIZE:
        raise NotationError(f"found {len(cards)} cards, expected {DECK_SIZE}")
    for card in cards:
        if cards.count(card) > 1:
            raise NotationError(f"found the card {card} twice")
    return PatienceGame.from_deal(variant, cards, normalise=not variant.can_return, seed=seed)


def _parse_card(number: str) -> int:
    if len(number) > 2 or int(number) >= DECK_SIZE:
        raise NotationError(f"found {short_repr(number)}, expected a card 0 to {DECK_SIZE - 1}")
    return int(number)


def _parse_game_line(line: str) -> tuple[Variant, int]:
    """Return the variant and the number of the deal, 1 for variants without reshuffles."""
    match = _GAME_LINE.fullmatch(line)
    variant = find_variant(match[1]) if match else None
    if not match or not variant:
        raise NotationError(f"unknown game {short_repr(line)}, expected one such as Seahaven")
    number = match[2]
    if not variant.has_chances and number is None:
        return variant, 1
    if not variant.has_chances or number is None or int(number) not in XPAT2_SEEDS:
        expected = "the number of the deal, such as 17," if variant.has_chances else "nothing"
        raise NotationError(f"found {short_repr(line)}, expected {expected} after the name")
    return variant, int(number)
