"""Which cards may go home without a thought: those that nothing needs on the columns any more."""

from ludoscope.games.patience.cards import is_red, rank_of
from ludoscope.games.patience.position import HOME, NONE, Move, Position, can_go_home
from ludoscope.games.patience.variants import ANY_SUIT, OTHER_COLOUR, Variant


def is_safe_home(variant: Variant, position: Position, card: int) -> bool:
    """Whether `card` can go home, and every position won with it kept back is won without it.

    Kept back, a card is of use only to be built upon. With r its rank, it goes safely where

    same suit      always: the one card that could lie on it is home, else it could not go;
    any suit       all suits have reached r - 2: a card that would be put on it, of rank r - 1,
                   can go home itself, and nothing is left to be put on that one;
    other colour   both suits of the other colour have reached r - 2, so that their cards of rank
                   r - 1 can go home themselves instead, and the other suit of its own colour
                   r - 3, so that its card of rank r - 2, which could lie on those, can too; on
                   that one nothing is left to be put.

    So whatever the winning line puts on `card` goes home in its place, and all other moves of
    the line stay legal: a place more is free, or a card is bared earlier.
    The rule for the other colour is Jim Horne's, of Microsoft FreeCell. The one for any suit also
    holds where cards may return from the foundation: all of rank r - 2 and below are home, so
    none of those has anything to come back for, and whatever a line wants to put on `card`, or on
    one of rank r - 1 brought back, stays home instead. There is no rule as long as a chance is left
    that would take the cards kept back.
    """
    foundation = position.foundation
    if variant.returns and variant.builds != ANY_SUIT:
        return False
    if position.chances and position.chances.some:
        return False
    if not can_go_home(card, foundation):
        return False
    rank = rank_of(card)
    if variant.builds == ANY_SUIT:
        return min(foundation) >= rank - 2
    if variant.builds == OTHER_COLOUR:
        return all(
            count >= rank - (3 if is_red(suit) == is_red(card) else 2)
            for suit, count in enumerate(foundation)
        )
    return True


def safe_moves_home(variant: Variant, position: Position) -> list[Move]:
    """The moves of all cards within reach that go home safely from here, in order of the cards."""
    tops = (column[-1] for column in position.columns if column)
    return [
        (card, HOME)
        for card in sorted((*tops, *position.cells))
        if card != NONE and is_safe_home(variant, position, card)
    ]
