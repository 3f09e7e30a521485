"""The explainer of patience: cells more, swaps of cards, and a core of cards."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from ludoscope.games import Unit
from ludoscope.games.patience.cards import card_label, card_name
from ludoscope.games.patience.position import NO_CARD, Position, normalised
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import with_more_cells
from ludoscope.search.explanation import Change, ChangeKind, Explainer, Relaxation, RelaxedStart
from ludoscope.search.patience.relaxed import RELAXED_PROVER, RelaxedGame

MAX_CELLS_ADDED = 8  # with four cells of the game, as many as the kernels take
CELLS = Unit("free cell more", "free cells more")
SWAPS = Unit("swap of two cards", "swaps of two cards")
CARDS = Unit("card", "cards")
RULE = "covers no other card, takes no cell, and goes home from where it lies in its turn"


class PatienceExplainer(Explainer[PatienceGame]):
    """Changes and relaxations of patience."""

    def change_kinds(self, game: PatienceGame, position: Position) -> Sequence[ChangeKind]:
        """Return cells more, and swaps of two cards in columns."""
        return (
            ChangeKind(
                "cell", CELLS, lambda size: [_add_cells(game, position, size)], MAX_CELLS_ADDED
            ),
            ChangeKind("swap", SWAPS, lambda _: _swaps(game, position)),
        )

    def relaxation(self, game: PatienceGame, position: Position) -> Relaxation | None:
        """Return the relaxation of `search.patience.relaxed`; high cards are left out first.

        None for games with returns, reshuffles or raises.
        """
        if not game.variant.is_standard:
            return None
        on_table = chain.from_iterable((*position.columns, position.cells))
        cards = sorted((card for card in on_table if card != NO_CARD), reverse=True)

        def relaxed(kept: frozenset[int]) -> RelaxedStart:
            free_cards = [card for index, card in enumerate(cards) if index not in kept]
            relaxed_game = RelaxedGame(game, position, free_cards)
            return RelaxedStart(relaxed_game.with_types(), relaxed_game.start)

        return Relaxation(tuple(map(card_name, cards)), CARDS, RULE, relaxed, RELAXED_PROVER)


def _add_cells(game: PatienceGame, position: Position, count: int) -> Change:
    variant = with_more_cells(game.variant, count)
    wider = position._replace(cells=position.cells + (NO_CARD,) * count)
    changed = PatienceGame(variant, wider, game.normalise)
    text = "add a free cell" if count == 1 else f"add {count} free cells"
    return Change(text, changed, changed.start)


def _swaps(game: PatienceGame, position: Position) -> Iterator[Change]:
    """Yield the swaps of two cards in columns: first near ones of one column, then of two."""
    spots = [
        (number, height, card)
        for number, column in enumerate(position.columns)
        for height, card in enumerate(column)
    ]
    pairs = sorted(
        combinations(spots, 2), key=lambda p: (p[0][0] != p[1][0], abs(p[0][1] - p[1][1]), p)
    )
    for (_, _, first), (_, _, second) in pairs:
        swapped = {first: second, second: first}
        columns = tuple(
            tuple(swapped.get(card, card) for card in column) for column in position.columns
        )
        changed = position._replace(columns=columns)
        yield Change(
            f"swap {card_label(first)} and {card_label(second)}",
            game,
            normalised(changed) if game.normalise else changed,
            (card_name(first), card_name(second)),
        )
