"""Playing cards as numbers 0..51, and their names in text.

    card = 4 * (rank - 1) + suit
    rank   1 ace … 11 jack, 12 queen, 13 king
    suit   0 clubs, 1 spades, 2 hearts, 3 diamonds; clubs and spades are black

A name is rank then suit: `TH`, `10H` and `10♥` are the ten of hearts.
"""

from ludoscope.games.errors import NotationError

DECK = 52
KING = 13
SUITS = "CSHD"
SYMBOLS = "♣♠♥♦"
RANKS = "A23456789TJQK"


def suit_of(card: int) -> int:
    return card & 3


def rank_of(card: int) -> int:
    return (card >> 2) + 1


def is_red(card: int) -> bool:
    return suit_of(card) >= 2


def card_name(card: int) -> str:
    return RANKS[card >> 2] + SUITS[card & 3]


def card_title(card: int) -> str:
    """The name with the symbol of the suit, as in messages: `10♥`."""
    return RANKS[card >> 2].replace("T", "10") + SYMBOLS[card & 3]


def _spellings() -> dict[str, int]:
    found = {}
    for card in range(DECK):
        rank, suit = RANKS[card >> 2], SUITS[card & 3]
        for name in {rank, rank.replace("T", "10")}:
            for sign in (suit, SYMBOLS[card & 3]):
                found[name + sign] = found[(name + sign).lower()] = card
    return found


_CARDS = _spellings()


def is_card_name(text: str) -> bool:
    return text in _CARDS


def read_card(text: str, line: int | None = None) -> int:
    """The card of that name, in upper or lower case; NotationError when there is none."""
    if text not in _CARDS:
        raise NotationError(f"found {text[:20]!r}, expected a card such as TH or 10♥", line)
    return _CARDS[text]
