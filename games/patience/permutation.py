"""A deal as the numbers of its 52 cards, in the order in which they are dealt, column by column.

    13 32 33 35 30 46 7 29 9 48 …     card = 4 * (rank - 1) + suit, clubs spades hearts diamonds
    Seahaven                          the game, unless it is FreeCell, or
    FullMidnightOil 17                game and number of the deal, if the game has reshuffles

The numbers may be on several lines, and the name may precede them. xpat2 and the course write deals
in this format.
"""

import re

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.patience.cards import DECK
from ludoscope.games.patience.deals import XPAT2_SEEDS
from ludoscope.games.patience.position import NONE, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL, Variant, find_variant

_NUMBERS = re.compile(r"[0-9]+(\s+[0-9]+)+")
_NAMED = re.compile(r"([A-Za-z][A-Za-z-]*)(?:\s+([0-9]{1,9}))?")
FEWEST = 13  # numbers in a text that is read as a permutation


def numbers_text(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards))


def permutation_text(game: PatienceGame, position: Position) -> str:
    """The text of a deal, ending in a newline; ValueError when `position` is not a deal."""
    text = numbers_text(_permutation(game, position)) + "\n"
    if position.chances:
        return f"{text}{game.variant.name} {position.chances.seed}\n"
    return text if game.variant == FREECELL else f"{text}{game.variant.name}\n"


def _permutation(game: PatienceGame, position: Position) -> tuple[int, ...]:
    """The cards in dealing order, column by column; ValueError when `position` is not a deal."""
    columns, cells, _, chances = position
    laid = [card for cards in (*columns, cells) for card in cards if card != NONE]
    cards = game.deal or tuple(laid)
    seed = chances.seed if chances else 1
    if len(cards) == DECK:
        dealt = PatienceGame.dealt(game.variant, cards, game.normalise, seed)
        if dealt.start == position:
            return cards
    raise ValueError(f"the cards are not where {game.variant.name} deals them, column by column")


def is_permutation(text: str) -> bool:
    """Whether the text looks like a permutation: numbers, and at most the name of a game."""
    return len(_split(text)[0].split()) >= FEWEST


def _split(text: str) -> tuple[str, str]:
    """The numbers and the name in a text, as two texts, empty when it has another form."""
    lines = [line.strip() for line in text.strip().splitlines()]
    name = ""
    for at in (0, -1):
        if lines and _NAMED.fullmatch(lines[at]):
            name = lines.pop(at)
            break
    numbers = "\n".join(lines)
    return (numbers, name) if _NUMBERS.fullmatch(numbers) else ("", "")


def read_permutation(text: str) -> PatienceGame:
    """The game with these cards dealt; NotationError when the text is malformed."""
    numbers, name = _split(text)
    variant, seed = _read_name(name) if name else (FREECELL, 1)
    cards = tuple(_card(word) for word in numbers.split())
    if len(cards) != DECK:
        raise NotationError(f"found {len(cards)} cards, expected {DECK}")
    for card in cards:
        if cards.count(card) > 1:
            raise NotationError(f"found the card {card} twice")
    return PatienceGame.dealt(variant, cards, normalise=not variant.returns, seed=seed)


def _card(word: str) -> int:
    if len(word) > 2 or int(word) >= DECK:
        raise NotationError(f"found {shown(word)}, expected a card 0 to {DECK - 1}")
    return int(word)


def _read_name(line: str) -> tuple[Variant, int]:
    found = _NAMED.fullmatch(line)
    variant = find_variant(found[1]) if found else None
    if not found or not variant:
        raise NotationError(f"unknown game {shown(line)}, expected one such as Seahaven")
    if not variant.chancy and found[2] is None:
        return variant, 1
    if not variant.chancy or found[2] is None or int(found[2]) not in XPAT2_SEEDS:
        wanted = "the number of the deal, such as 17," if variant.chancy else "nothing"
        raise NotationError(f"found {shown(line)}, expected {wanted} after the name")
    return variant, int(found[2])
