"""Descriptions of cards, and messages that say why a card cannot be moved to a column."""

from ludoscope.games.patience.cards import DECK_SIZE, is_red, rank_of, suit_of
from ludoscope.games.patience.variants import NOTHING, OTHER_COLOUR, SAME_SUIT, Variant

_RANK_NAMES = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
_SUIT_NAMES = ("clubs", "spades", "hearts", "diamonds")


def describe_card(card: int) -> str:
    """Return the description of a card, such as "the ten of hearts"."""
    if not 0 <= card < DECK_SIZE:
        return f"card {card}"
    return f"the {_RANK_NAMES[rank_of(card) - 1]} of {_SUIT_NAMES[suit_of(card)]}"


def buildable_cards_text(variant: Variant, target: int) -> str:
    """Return a description of the cards that may be put on `target`, such as "a black nine"."""
    rank = rank_of(target) - 1
    if not rank:
        return "nothing"
    if variant.build_rule == SAME_SUIT:
        return describe_card(target - 4)
    rank_name = _RANK_NAMES[rank - 1]
    if variant.build_rule == OTHER_COLOUR:
        return f"a {'black' if is_red(target) else 'red'} {rank_name}"
    return f"{'an' if rank_name[0] in 'ae' else 'a'} {rank_name}"


def build_refusal(variant: Variant, card: int, target: int) -> str:
    """Return a message that says why `card` may not be put on the card `target`."""
    message = f"{describe_card(card)} does not go on {describe_card(target)}"
    if rank_of(target) != rank_of(card) + 1:
        return f"{message}: it takes {buildable_cards_text(variant, target)}"
    return f"{message}: {'same colour' if variant.build_rule == OTHER_COLOUR else 'another suit'}"


def empty_column_refusal(variant: Variant, card: int) -> str:
    """Return a message that says why `card` may not be put on an empty column."""
    if variant.fill_rule == NOTHING:
        return "no card goes to an empty column in this game"
    return f"an empty column takes {variant.fill_rule}, not {describe_card(card)}"
