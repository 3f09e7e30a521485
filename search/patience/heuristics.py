"""Heuristics of patience: scores, and proofs that a position is lost.

tops     the top cards of the columns
home     by suit, how many cards are (or may be) on the foundation
takers   by card, the cards it may be put on
"""

from functools import lru_cache
from itertools import accumulate, combinations, pairwise

from ludoscope.games.patience.cards import DECK, KING, rank_of
from ludoscope.games.patience.position import NONE, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import ANY_CARD, ANY_SUIT, NOTHING, SAME_SUIT
from ludoscope.search.generic.path import Dead, Score, alive

Columns = tuple[tuple[int, ...], ...]

CACHED_COLUMNS = 2**16
NEVER_BARED = "a card that can never be uncovered"


def dead(game: PatienceGame) -> Dead:
    """The proofs of loss for the variant; none where an empty column takes any card."""
    variant = game.variant
    proofs: list[Dead] = []
    if variant.builds == SAME_SUIT and variant.fills != ANY_CARD:
        proofs.append(_stuck_run(variant.cells))
    if variant.fills == NOTHING and not variant.cells:
        proofs.append(_never_bared(game))
    if not proofs:
        return alive

    def proof(position: Position) -> str:
        if position.chances and position.chances.any_left:
            return ""  # a reshuffle or raise may free the cards
        return next((words for find in proofs if (words := find(position))), "")

    return proof


def _stuck_run(cells: int) -> Dead:
    """A run of one suit of `cells` + 2 cards or more, on top of a column with a lower card of that
    suit further down.

    No card of the run can go home before that lower card, and a card of the run can only be put on
    the card below it in the run. So for the lowest card of the run to move, all others must be in
    cells at the same time, and there are too few cells.
    """
    least = cells + 2

    def proof(position: Position) -> str:
        for column in position.columns:
            if len(column) <= least:
                continue
            top = column[-1]
            if column[-least] != top + 4 * (least - 1) or any(
                column[-i] != top + 4 * (i - 1) for i in range(2, least)
            ):
                continue
            if any(card < top and (card - top) % 4 == 0 for card in column):
                return f"a run of {least} cards or more stuck on a lower card of its suit"
        return ""

    return proof


def _never_bared(game: PatienceGame) -> Dead:
    """Delete relaxation, where there are no cells and empty columns take nothing.

    In the relaxed game, a card that was once exposed stays available to be built on, and a card may
    go home as soon as all lower cards of its suit have left their places. By induction along a line
    of play, each card that leaves its present place in the game does so in the relaxed game too:
    the cards above it have left before; if it goes home, the lower cards of its suit have left; if
    it goes on another card, that card has left its place or is exposed there. A win requires that
    all cards leave, so a card that never leaves in the relaxed game proves the loss. Where cards
    may return from the foundation, those that are home can be on top of a column without leaving a
    place, so they count as exposed too.

    Source: the delete relaxation of planning, B. Bonet and H. Geffner, 2001.
    """
    takers = [frozenset(game.variant.takers(card)) for card in range(DECK)]

    def proof(position: Position) -> str:
        columns = [list(column) for column in position.columns if column]
        bared = {column[-1] for column in columns}
        left = {card for card in range(DECK) if card >> 2 < position.foundation[card & 3]}
        if game.variant.returns:
            bared |= left
        home = list(position.foundation)
        busy = True
        while busy:
            busy = False
            for column in columns:
                while column and (
                    (card := column[-1]) >> 2 == home[card & 3]
                    or not bared.isdisjoint(takers[card])
                ):
                    busy = True
                    column.pop()
                    left.add(card)
                    while 4 * home[card & 3] + (card & 3) in left:
                        home[card & 3] += 1
                    if column:
                        bared.add(column[-1])
        return NEVER_BARED if any(columns) else ""

    return proof


def readable(game: PatienceGame) -> str:
    """The default solver where no kernel is compiled.

    Where cards are laid upon their own suit, so few moves are left that exhausting them decides
    every deal.
    """
    plain = game.variant.builds == "the same suit" and game.variant.plain
    return "depth-first" if plain else ""


def score(game: PatienceGame) -> Score:
    """The score for the variant; `step` is added for each move made."""
    return bakers_score(game) if game.variant.builds == ANY_SUIT else freecell_score(game)


def caveat(game: PatienceGame) -> str:
    """The words to add to a proof by exhaustion where sending cards home at once may lose the game.

    It loses nothing where columns build in suit: a card at home could only have taken the next
    lower card of its suit, which is home as well. But a reshuffle deals the cards that are left,
    so in a game with reshuffles it may.
    """
    lossy = game.normalise and (game.variant.builds != SAME_SUIT or game.variant.chancy)
    return "under forced normalisation" if lossy else ""


def step(game: PatienceGame) -> float:
    """The weight of a move made, which was tuned together with the weights of `score`."""
    return 32 if game.variant.builds == ANY_SUIT else 7


def freecell_score(game: PatienceGame) -> Score:
    """A weighted sum of what makes a FreeCell position hard, tuned on Microsoft deals 2001–5000.

    The share of each column is cached, because a move changes only two columns.
    """
    takers = [frozenset(game.variant.takers(card)) for card in range(DECK)]

    @lru_cache(CACHED_COLUMNS)
    def share(column: tuple[int, ...]) -> int:
        breaks = sum(beneath not in takers[card] for beneath, card in pairwise(column))
        return 14 * breaks + 11 * _above_lower(column) + 21 * (column[0] >> 2 != KING - 1)

    def weigh(position: Position) -> float:
        columns, cells, foundation = position[:3]
        empty = columns.count(())
        free = cells.count(NONE)
        return (
            3 * (DECK - sum(foundation))
            + sum(share(column) for column in columns if column)
            + 24 * (len(cells) - free)
            - 6 * empty
            + 3 * _buried(columns, foundation, 0)
            + _buried(columns, foundation, 1)
            + 6 * {0: 4, 1: 1}.get(empty + free, 0)
        )

    return weigh


def bakers_score(game: PatienceGame) -> Score:
    """The same for Baker's Dozen: mostly which card is above which."""
    takers = [frozenset(game.variant.takers(card)) for card in range(DECK)]

    @lru_cache(CACHED_COLUMNS)
    def share(column: tuple[int, ...]) -> int:
        pairs = sum(
            (14 - rank_of(low)) // 3 + 1
            for low, high in combinations(column, 2)
            if rank_of(low) < rank_of(high)
        )
        breaks = sum(beneath not in takers[card] for beneath, card in pairwise(column))
        return 3 * pairs + 9 * breaks

    def weigh(position: Position) -> float:
        columns, foundation = position.columns, position.foundation
        return (
            sum(map(share, columns))
            + 7 * _buried(columns, foundation, 0)
            + 9 * (DECK - sum(foundation))
        )

    return weigh


def _above_lower(column: tuple[int, ...]) -> int:
    """How many cards have a card of lower rank below them."""
    lowest = accumulate(column, min)
    return sum(card >> 2 > low >> 2 for card, low in zip(column, lowest, strict=True))


def _buried(columns: Columns, foundation: tuple[int, ...], after: int) -> int:
    """How many cards are above the next card of each suit, or the one `after` ranks higher."""
    count = 0
    for suit, home in enumerate(foundation):
        card = 4 * (home + after) + suit
        for column in columns:
            if card in column:
                count += len(column) - 1 - column.index(card)
                break
    return count
