"""Cards in words, and why one does not go on another."""

from ludoscope.games.patience.cards import DECK, is_red, rank_of, suit_of
from ludoscope.games.patience.variants import NOTHING, OTHER_COLOUR, SAME_SUIT, Variant

RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
SUIT_WORDS = ("clubs", "spades", "hearts", "diamonds")


def card_words(card: int) -> str:
    """Such as "the ten of hearts"."""
    if not 0 <= card < DECK:
        return f"card {card}"
    return f"the {RANK_WORDS[rank_of(card) - 1]} of {SUIT_WORDS[suit_of(card)]}"


def rank_words(rank: int) -> str:
    """Such as "an ace"."""
    word = RANK_WORDS[rank - 1]
    return f"{'an' if word[0] in 'ae' else 'a'} {word}"


def taken_by(variant: Variant, taker: int) -> str:
    """Which cards go on a card: "a black nine"; "nothing" on an ace."""
    rank = rank_of(taker) - 1
    if not rank:
        return "nothing"
    if variant.builds == SAME_SUIT:
        return card_words(taker - 4)
    if variant.builds == OTHER_COLOUR:
        return f"a {'black' if is_red(taker) else 'red'} {RANK_WORDS[rank - 1]}"
    return rank_words(rank)


def refusal(variant: Variant, card: int, taker: int) -> str:
    """That a card does not go on another, and why."""
    said = f"{card_words(card)} does not go on {card_words(taker)}"
    if rank_of(taker) != rank_of(card) + 1:
        return f"{said}: it takes {taken_by(variant, taker)}"
    return f"{said}: {'same colour' if variant.builds == OTHER_COLOUR else 'another suit'}"


def refused_by_empty(variant: Variant, card: int) -> str:
    """That an empty column does not take a card."""
    if variant.fills == NOTHING:
        return "no card goes to an empty column in this game"
    return f"an empty column takes {variant.fills}, not {card_words(card)}"
