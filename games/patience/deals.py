"""Numbered deals of xpat2 and of Microsoft FreeCell.

Each function returns a permutation of 0 to 51: the cards in dealing order.
"""

from collections import deque

from ludoscope.games.patience.cards import DECK_SIZE, SUITS

XPAT2_SEEDS = range(1, 10**9)
MICROSOFT_NUMBERS = range(1, 2**31)

_XPAT2_MODULUS = 10**9
_MICROSOFT_SUITS = "CDHS"


def _subtract(a: int, b: int) -> int:
    return (a - b) % _XPAT2_MODULUS


def deal_xpat2(seed: int) -> tuple[int, ...]:
    """Return the deal of xpat2 with this seed, to be dealt column by column.

    The generator is Knuth's subtractive one (The Art of Computer Programming, volume 2, section
    3.6), seeded as in `random_seed` of xpat2.

    Raises:
        ValueError: If the seed is not in XPAT2_SEEDS.
    """
    if seed not in XPAT2_SEEDS:
        raise ValueError(f"no deal {seed}, expected 1 to {XPAT2_SEEDS[-1]:,}")
    state = [0] * 55
    older, newer = seed, 1
    for i in range(55):
        state[21 * i % 55] = older
        older, newer = newer, _subtract(older, newer)
    first, second = deque(state[:23:-1]), deque(state[23::-1])

    def draw() -> int:
        minuend, subtrahend = first.popleft(), second.popleft()
        first.append(subtrahend)
        second.append(_subtract(minuend, subtrahend))
        return second[-1]

    for _ in range(165):
        draw()
    deck = list(range(DECK_SIZE))
    # double precision and this order of operations give the rounding of the original
    drawn_cards = [deck.pop(int(draw() / 1e9 * limit)) for limit in range(DECK_SIZE, 0, -1)]
    return tuple(reversed(drawn_cards))


def deal_microsoft(number: int) -> tuple[int, ...]:
    """Return the deal of Microsoft FreeCell with this number, to be dealt row by row.

    The algorithm is Jim Horne's: `rand` of Microsoft's C runtime picks one of the remaining cards,
    and the last of these takes its place.

    Raises:
        ValueError: If the number is not in MICROSOFT_NUMBERS.
    """
    if number not in MICROSOFT_NUMBERS:
        raise ValueError(f"no deal {number}, expected 1 to {MICROSOFT_NUMBERS[-1]:,}")
    suits = [SUITS.index(suit) for suit in _MICROSOFT_SUITS]
    deck = [4 * rank + suit for rank in range(13) for suit in suits]
    state = number
    permutation = []
    while deck:
        state = (state * 214013 + 2531011) % 2**31
        pick = (state >> 16) % len(deck)
        deck[pick], deck[-1] = deck[-1], deck[pick]
        permutation.append(deck.pop())
    return tuple(permutation)
