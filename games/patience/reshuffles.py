"""The reshuffles and raises of Full Midnight Oil.

A *reshuffle* collects all cards that are not on the foundation, shuffles them and deals them in
threes, bottom to top, column by column; the last column may have fewer. A *raise* moves a card that
lies under others to the top of its column. The game is La Belle Lucie with two redeals and one
draw; here they may be made at any time.

Each shuffle is determined by the number of the deal, so a game can be replayed, and a solver knows
the result of a reshuffle.
"""

from ludoscope.games.patience.deals import XPAT2_SEEDS, deal_xpat2
from ludoscope.games.patience.messages import describe_card
from ludoscope.games.patience.position import NO_CARD, RAISE, RESHUFFLE, Column, Move, Position
from ludoscope.games.patience.variants import Variant

_CARDS_PER_COLUMN = 3
_SEED_STRIDE = 333_333_331  # between the seeds of shuffles, so that successive deals share none


def chance_moves(position: Position) -> list[Move]:
    """Return the reshuffle and the raises that can be made in a position."""
    moves: list[Move] = []
    if position.chances and any(position.columns):
        if position.chances.reshuffles:
            moves.append((NO_CARD, RESHUFFLE))
        if position.chances.raises:
            moves += [(card, RAISE) for column in position.columns for card in column[:-1]]
    return moves


def play_chance(variant: Variant, position: Position, move: Move) -> Position:
    """Return the position after a reshuffle or a raise.

    Raises:
        ValueError: If the move is illegal; the message says why.
    """
    card, destination = move
    if destination == RAISE:
        return _raise_card(position, card)
    return _reshuffle(variant, position, card)


def reshuffle_order(seed: int, number: int) -> tuple[int, ...]:
    """Return the order in which a reshuffle deals the cards, as a permutation of the deck.

    Args:
        seed: The number of the deal.
        number: The number of the reshuffle, from 1.
    """
    return deal_xpat2((seed - 1 + number * _SEED_STRIDE) % len(XPAT2_SEEDS) + 1)


def _reshuffle(variant: Variant, position: Position, card: int) -> Position:
    chances = position.chances
    if not chances or not chances.reshuffles:
        raise ValueError("no reshuffle is left")
    if card != NO_CARD or not any(position.columns):
        raise ValueError("a reshuffle takes all cards that are not home, and there are none")
    remaining = {card for column in position.columns for card in column}
    number = variant.reshuffles - chances.reshuffles + 1
    order = [card for card in reshuffle_order(chances.seed, number) if card in remaining]
    columns: list[Column] = [()] * len(position.columns)
    for start in range(0, len(order), _CARDS_PER_COLUMN):
        columns[start // _CARDS_PER_COLUMN] = tuple(order[start : start + _CARDS_PER_COLUMN])
    chances = chances._replace(reshuffles=chances.reshuffles - 1)
    return position._replace(columns=tuple(columns), chances=chances)


def _raise_card(position: Position, card: int) -> Position:
    chances = position.chances
    if not chances or not chances.raises:
        raise ValueError("no raise is left")
    for index, column in enumerate(position.columns):
        if card in column[:-1]:
            columns = list(position.columns)
            columns[index] = (*(other for other in column if other != card), card)
            chances = chances._replace(raises=chances.raises - 1)
            return position._replace(columns=tuple(columns), chances=chances)
    raise ValueError(f"{describe_card(card) if card >= 0 else 'that'} is not buried in a column")
