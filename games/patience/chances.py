"""Full Midnight Oil: reshuffles and raises.

A *reshuffle* takes all cards that are not home, shuffles them and deals them in threes, bottom to
top, column by column; the last column may have fewer. A *raise* moves a card that lies under others
to the top of its column. The game is La Belle Lucie with two redeals and one draw, which may be
made at any time here.

Each shuffle is determined by the number of the deal, so a game can be replayed, and a solver knows
the result of a reshuffle.
"""

from ludoscope.games.patience.deals import XPAT2_SEEDS, deal_xpat2
from ludoscope.games.patience.position import NONE, RAISE, RESHUFFLE, Column, Move, Position
from ludoscope.games.patience.reasons import card_words
from ludoscope.games.patience.variants import Variant

DEALT = 3  # cards to a column
STRIDE = 333_333_331  # between the seeds of shuffles, so that successive deals share none


def chance_moves(position: Position) -> list[Move]:
    """The reshuffle and the raises that the position has left."""
    found: list[Move] = []
    if position.chances and any(position.columns):
        if position.chances.reshuffles:
            found.append((NONE, RESHUFFLE))
        if position.chances.raises:
            found += [(card, RAISE) for column in position.columns for card in column[:-1]]
    return found


def play_chance(variant: Variant, position: Position, move: Move) -> Position:
    """The position after a reshuffle or a raise; ValueError with a reason when illegal."""
    card, dest = move
    return _raised(position, card) if dest == RAISE else _reshuffled(variant, position, card)


def shuffled(seed: int, number: int) -> tuple[int, ...]:
    """The order in which reshuffle `number` (1, 2, …) of a deal deals the cards."""
    return deal_xpat2((seed - 1 + number * STRIDE) % len(XPAT2_SEEDS) + 1)


def _reshuffled(variant: Variant, position: Position, card: int) -> Position:
    chances = position.chances
    if not chances or not chances.reshuffles:
        raise ValueError("no reshuffle is left")
    if card != NONE or not any(position.columns):
        raise ValueError("a reshuffle takes all cards that are not home, and there are none")
    left = {card for column in position.columns for card in column}
    number = variant.reshuffles - chances.reshuffles + 1
    order = [card for card in shuffled(chances.seed, number) if card in left]
    columns: list[Column] = [()] * len(position.columns)
    for index in range(0, len(order), DEALT):
        columns[index // DEALT] = tuple(order[index : index + DEALT])
    fewer = chances._replace(reshuffles=chances.reshuffles - 1)
    return position._replace(columns=tuple(columns), chances=fewer)


def _raised(position: Position, card: int) -> Position:
    chances = position.chances
    if not chances or not chances.raises:
        raise ValueError("no raise is left")
    for index, column in enumerate(position.columns):
        if card in column[:-1]:
            columns = list(position.columns)
            columns[index] = (*(other for other in column if other != card), card)
            fewer = chances._replace(raises=chances.raises - 1)
            return position._replace(columns=tuple(columns), chances=fewer)
    raise ValueError(f"{card_words(card) if card >= 0 else 'that'} is not buried in a column")
