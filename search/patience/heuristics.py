"""Heuristics of patience for the generic searches: scores, and pruning rules.

`score` estimates how far a position is from a win; `dead` proves that a position is lost. Both
depend on the variant of the game.
"""

from functools import lru_cache
from itertools import accumulate, combinations, pairwise

from ludoscope.games.patience.cards import DECK_SIZE, KING, rank_of
from ludoscope.games.patience.position import NO_CARD, Column, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import ANY_CARD, ANY_SUIT, NOTHING, SAME_SUIT
from ludoscope.search.generic.path import LossProof, Score, no_loss_proof

CACHED_COLUMNS = 2**16  # columns whose scores are cached
NEVER_UNCOVERED = "a card that can never be uncovered"


def dead(game: PatienceGame) -> LossProof:
    """Return the pruning rule of a variant: a test that proves some positions lost.

    There is none for variants in which any card may be put on an empty column. A position with a
    reshuffle or raise left is never pruned.
    """
    variant = game.variant
    tests: list[LossProof] = []
    if variant.build_rule == SAME_SUIT and variant.fill_rule != ANY_CARD:
        tests.append(_stuck_run(variant.cells))
    if variant.fill_rule == NOTHING and not variant.cells:
        tests.append(_delete_relaxation(game))
    if not tests:
        return no_loss_proof

    def first_proof(position: Position) -> str:
        if position.chances and position.chances.any_left:
            return ""
        for test in tests:
            if proof := test(position):
                return proof
        return ""

    return first_proof


def _stuck_run(cells: int) -> LossProof:
    """Return a test for a run that can never be moved.

    This is a run of one suit of at least `cells` + 2 cards on top of a column with a lower card of
    that suit further down. No card of the run can go to the foundation before that lower card, and
    a card of the run can only be put on the card below it in the run. So for the lowest card of the
    run to move, all others must be in cells at the same time, and there are too few cells.
    """
    min_length = cells + 2

    def test(position: Position) -> str:
        for column in position.columns:
            if len(column) <= min_length:
                continue
            top = column[-1]
            # the lowest card of the run first, since it rules out most columns
            if column[-min_length] != top + 4 * (min_length - 1) or any(
                column[-i] != top + 4 * (i - 1) for i in range(2, min_length)
            ):
                continue
            if any(card < top and (card - top) % 4 == 0 for card in column):
                return f"a run of {min_length} cards or more stuck on a lower card of its suit"
        return ""

    return test


def _delete_relaxation(game: PatienceGame) -> LossProof:
    """Return a test by the delete relaxation, for variants without cells or fills.

    In the relaxed game, a card that was once exposed stays available to be built on, and a card may
    go to the foundation as soon as all lower cards of its suit have left their places. By induction
    along a line of play, each card that leaves its present place in the game does so in the relaxed
    game too: the cards above it have left before; if it goes to the foundation, the lower cards of
    its suit have left; if it goes on another card, that card has left its place or is exposed
    there. A win requires that all cards leave, so a card that never leaves in the relaxed game
    proves the loss. Where cards may return from the foundation, those that are on it can be on top
    of a column without leaving a place, so they count as exposed too.

    Source: the delete relaxation of planning, B. Bonet and H. Geffner, 2001.
    """
    targets = [frozenset(game.variant.build_targets(card)) for card in range(DECK_SIZE)]

    def test(position: Position) -> str:
        columns = [list(column) for column in position.columns if column]
        exposed = {column[-1] for column in columns}
        departed = {card for card in range(DECK_SIZE) if card >> 2 < position.foundation[card & 3]}
        if game.variant.can_return:
            exposed |= departed
        foundation = list(position.foundation)
        changed = True
        while changed:
            changed = False
            for column in columns:
                while column:
                    card = column[-1]
                    is_next = card >> 2 == foundation[card & 3]
                    if not is_next and exposed.isdisjoint(targets[card]):
                        break
                    changed = True
                    column.pop()
                    departed.add(card)
                    while 4 * foundation[card & 3] + (card & 3) in departed:
                        foundation[card & 3] += 1
                    if column:
                        exposed.add(column[-1])
        return NEVER_UNCOVERED if any(columns) else ""

    return test


def readable_default(game: PatienceGame) -> str:
    """Return the name of the default solver if no kernel is compiled; "" for the first one listed.

    Where columns build in suit, so few moves are possible that exhaustive search decides every
    deal.
    """
    has_few_moves = game.variant.build_rule == SAME_SUIT and game.variant.is_standard
    return "depth-first" if has_few_moves else ""


def score(game: PatienceGame) -> Score:
    """Return the score for the variant; lower is better. Searches add `step` for each move made."""
    return bakers_dozen_score(game) if game.variant.build_rule == ANY_SUIT else freecell_score(game)


def caveat(game: PatienceGame) -> str:
    """Return a caveat for proofs by exhaustion if normalisation may lose a won position, else "".

    It cannot where columns build in suit: only the next lower card of its suit could be put on a
    card that goes to the foundation, and that one is there as well. But it can in a game with
    reshuffles, which deal the cards that are left.
    """
    can_lose = game.normalise and (game.variant.build_rule != SAME_SUIT or game.variant.has_chances)
    return "under forced normalisation" if can_lose else ""


def step(game: PatienceGame) -> float:
    """Return the weight of a move made, which was tuned together with the weights of `score`."""
    return 32 if game.variant.build_rule == ANY_SUIT else 7


def freecell_score(game: PatienceGame) -> Score:
    """Return a weighted sum of what makes a FreeCell position hard to solve.

    The weights were tuned on Microsoft deals 2001 to 5000. The score of each column is
    cached, because a move changes only two columns.
    """
    targets = [frozenset(game.variant.build_targets(card)) for card in range(DECK_SIZE)]

    @lru_cache(CACHED_COLUMNS)
    def column_score(column: Column) -> int:
        breaks = sum(below not in targets[card] for below, card in pairwise(column))
        return 14 * breaks + 11 * _count_above_lower(column) + 21 * (column[0] >> 2 != KING - 1)

    def position_score(position: Position) -> float:
        columns, cells, foundation = position[:3]
        empty_columns = columns.count(())
        free_cells = cells.count(NO_CARD)
        return (
            3 * (DECK_SIZE - sum(foundation))
            + sum(column_score(column) for column in columns if column)
            + 24 * (len(cells) - free_cells)
            - 6 * empty_columns
            + 3 * _count_above_next(columns, foundation)
            + _count_above_next(columns, foundation, ahead=1)
            + 6 * {0: 4, 1: 1}.get(empty_columns + free_cells, 0)
        )

    return position_score


def bakers_dozen_score(game: PatienceGame) -> Score:
    """Return a score for Baker's Dozen, which mostly counts cards above cards of lower rank."""
    targets = [frozenset(game.variant.build_targets(card)) for card in range(DECK_SIZE)]

    @lru_cache(CACHED_COLUMNS)
    def column_score(column: Column) -> int:
        pairs = sum(
            (14 - rank_of(lower)) // 3 + 1
            for lower, upper in combinations(column, 2)
            if rank_of(lower) < rank_of(upper)
        )
        breaks = sum(below not in targets[card] for below, card in pairwise(column))
        return 3 * pairs + 9 * breaks

    def position_score(position: Position) -> float:
        columns, foundation = position.columns, position.foundation
        return (
            sum(map(column_score, columns))
            + 7 * _count_above_next(columns, foundation)
            + 9 * (DECK_SIZE - sum(foundation))
        )

    return position_score


def _count_above_lower(column: Column) -> int:
    """Return the number of cards that have a card of lower rank below them."""
    lowest_so_far = accumulate(column, min)
    return sum(card >> 2 > low >> 2 for card, low in zip(column, lowest_so_far, strict=True))


def _count_above_next(
    columns: tuple[Column, ...], foundation: tuple[int, ...], ahead: int = 0
) -> int:
    """Return the number of cards above the next card of each suit for the foundation.

    Args:
        columns: The columns.
        foundation: The number of cards of each suit on the foundation.
        ahead: 1 to count those above the card of the next higher rank instead, and so on.
    """
    count = 0
    for suit, foundation_count in enumerate(foundation):
        card = 4 * (foundation_count + ahead) + suit
        for column in columns:
            if card in column:
                count += len(column) - 1 - column.index(card)
                break
    return count
