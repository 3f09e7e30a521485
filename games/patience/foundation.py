"""Safe moves to the foundation: moves of cards that are no longer needed on the columns."""

from ludoscope.games.patience.cards import is_red, rank_of
from ludoscope.games.patience.position import (
    FOUNDATION,
    NO_CARD,
    Move,
    Position,
    is_next_on_foundation,
)
from ludoscope.games.patience.variants import ANY_SUIT, OTHER_COLOUR, Variant


def is_safe_foundation_move(variant: Variant, position: Position, card: int) -> bool:
    """Return True if `card` can be moved to the foundation and the move cannot lose the game.

    That is, if the position can be won, it can still be won after the move.

    A card that stays is only useful as a place for other cards. A card of rank r is safe if the
    columns are built in

    same suit      always: the one card that could be put on it is on the foundation;
    any suit       if all suits have reached r - 2: a card of rank r - 1, which could be put on it,
                   can be moved to the foundation instead, and no card is left to be put on that
                   one;
    other colour   if both suits of the other colour have reached r - 2, so that their cards of rank
                   r - 1 can be moved to the foundation instead, and the other suit of its colour
                   has reached r - 3, so that its card of rank r - 2, which could be put on those,
                   can be moved there too; no card is left to be put on that one.

    So in a winning line each card that is put on `card` can be moved to the foundation instead, and
    all other moves of the line remain legal: there is one more free place, or a card is exposed
    earlier. The rule for the other colour is Jim Horne's, of Microsoft FreeCell. The rule for any
    suit also holds where cards may return from the foundation: all cards of rank r - 2 and below
    are on the foundation and need not return, and a card that a line puts on `card`, or on a card
    of rank r - 1 that returned, stays on the foundation instead. No card is safe while a reshuffle
    or raise is left, which could use cards that stay.
    """
    foundation = position.foundation
    if variant.can_return and variant.build_rule != ANY_SUIT:
        return False
    if position.chances and position.chances.any_left:
        return False
    if not is_next_on_foundation(card, foundation):
        return False
    rank = rank_of(card)
    if variant.build_rule == ANY_SUIT:
        return min(foundation) >= rank - 2
    if variant.build_rule == OTHER_COLOUR:
        return all(
            count >= rank - (3 if is_red(suit) == is_red(card) else 2)
            for suit, count in enumerate(foundation)
        )
    return True


def safe_foundation_moves(variant: Variant, position: Position) -> list[Move]:
    """Return the safe moves to the foundation, from columns and cells, sorted by card."""
    top_cards = (column[-1] for column in position.columns if column)
    return [
        (card, FOUNDATION)
        for card in sorted((*top_cards, *position.cells))
        if card != NO_CARD and is_safe_foundation_move(variant, position, card)
    ]
