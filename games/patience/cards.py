"""Playing cards as integers 0 to 51, and their names.

    card = 4 * (rank - 1) + suit
    rank   1 ace … 11 jack, 12 queen, 13 king
    suit   0 clubs, 1 spades, 2 hearts, 3 diamonds; clubs and spades are black

A name is rank then suit: `TH`, `10H` and `10♥` are the ten of hearts.
"""

from ludoscope.games.errors import NotationError, short_repr

DECK_SIZE = 52
KING = 13
SUITS = "CSHD"
SUIT_SYMBOLS = "♣♠♥♦"
RANKS = "A23456789TJQK"


def suit_of(card: int) -> int:
    """Return the suit of a card, 0 to 3."""
    return card & 3


def rank_of(card: int) -> int:
    """Return the rank of a card, 1 (ace) to 13 (king)."""
    return (card >> 2) + 1


def card_of(rank: int, suit: int) -> int:
    """Return the card of a rank, 1 (ace) to 13 (king), and a suit, 0 to 3."""
    return 4 * (rank - 1) + suit


def is_red(card: int) -> bool:
    """Return True for hearts and diamonds."""
    return suit_of(card) >= 2


def card_name(card: int) -> str:
    """Return the name of a card in two ASCII letters, such as `TH`."""
    return RANKS[card >> 2] + SUITS[card & 3]


def card_label(card: int) -> str:
    """Return the name of a card with the symbol of its suit, such as `10♥`."""
    return RANKS[card >> 2].replace("T", "10") + SUIT_SYMBOLS[card & 3]


def _cards_by_name() -> dict[str, int]:
    cards = {}
    for card in range(DECK_SIZE):
        rank = RANKS[card >> 2]
        for rank_name in {rank, rank.replace("T", "10")}:
            for suit_name in (SUITS[card & 3], SUIT_SYMBOLS[card & 3]):
                name = rank_name + suit_name
                cards[name] = cards[name.lower()] = card
    return cards


_CARDS_BY_NAME = _cards_by_name()


def is_card_name(text: str) -> bool:
    """Return True if the text is a name of a card, in upper or lower case."""
    return text in _CARDS_BY_NAME


def parse_card(text: str, line_number: int | None = None) -> int:
    """Return the card with a name in upper or lower case.

    Args:
        text: A name such as `TH`, `10h` or `10♥`.
        line_number: The line of the file, from 1, for the error message.

    Raises:
        NotationError: If no card has this name.
    """
    if text not in _CARDS_BY_NAME:
        raise NotationError(
            f"found {short_repr(text)}, expected a card such as TH or 10♥", line_number
        )
    return _CARDS_BY_NAME[text]
