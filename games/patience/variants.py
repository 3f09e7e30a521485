"""The variants of patience: parameters for one set of rules.

The variants and their numbered deals are those of xpat2. Full Midnight Oil is the game as it is
played with a pack of cards, with two reshuffles and one raise. In the variants of RETURN_VARIANTS,
cards may return from the foundation.
"""

from functools import cache
from typing import NamedTuple

from ludoscope.games.patience.cards import DECK_SIZE, KING, is_red, rank_of, suit_of

SAME_SUIT = "the same suit"
OTHER_COLOUR = "the other colour"
ANY_SUIT = "any suit"

ANY_CARD = "any card"
KINGS = "kings only"
NOTHING = "nothing"

MAX_MORE_CELLS = 9  # of `with_more_cells`


class Variant(NamedTuple):
    """Parameters of a game.

    Attributes:
        name: The name used in puzzle names and files, such as `MidnightOil`.
        alias: A short name, such as `mo`.
        column_sizes: Number of cards dealt to each column; the rest is dealt to the cells.
        cells: Number of cells.
        build_rule: The suits of the card of the next higher rank on which a card may be put:
            SAME_SUIT, OTHER_COLOUR or ANY_SUIT.
        fill_rule: Cards that may be put on an empty column: ANY_CARD, KINGS or NOTHING.
        kings_sink: True if kings are moved to the bottom of their column after the deal.
        can_return: True if the top card of a foundation may return to a column or cell.
        reshuffles: Number of times that the cards not on the foundation may be shuffled and dealt
            again.
        raises: Number of times that a card may be raised to the top of its column.
    """

    name: str
    alias: str
    column_sizes: tuple[int, ...]
    cells: int
    build_rule: str
    fill_rule: str
    kings_sink: bool = False
    can_return: bool = False
    reshuffles: int = 0
    raises: int = 0

    @property
    def has_chances(self) -> bool:
        """True if the variant has reshuffles or raises; a position counts those left."""
        return bool(self.reshuffles or self.raises)

    @property
    def is_standard(self) -> bool:
        """True if cards do not return from the foundation and are not reshuffled or raised."""
        return not (self.can_return or self.has_chances)

    def build_targets(self, card: int) -> tuple[int, ...]:
        """Return the cards on which `card` may be put, in ascending order."""
        return tuple(
            target
            for target in range(DECK_SIZE)
            if rank_of(target) == rank_of(card) + 1
            and (
                self.build_rule == ANY_SUIT
                or (self.build_rule == SAME_SUIT and suit_of(target) == suit_of(card))
                or (self.build_rule == OTHER_COLOUR and is_red(target) != is_red(card))
            )
        )

    def can_fill(self, card: int) -> bool:
        """Return True if `card` may be put on an empty column."""
        return self.fill_rule == ANY_CARD or (self.fill_rule == KINGS and rank_of(card) == KING)


@cache
def placement_tables(variant: Variant) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    """Return the results of `Variant.build_targets` and `Variant.can_fill` for each card.

    They are cached because a program may create many deals of the same variant.
    """
    cards = range(DECK_SIZE)
    return tuple(map(variant.build_targets, cards)), tuple(map(variant.can_fill, cards))


FREECELL = Variant("FreeCell", "fc", (7, 6) * 4, 4, OTHER_COLOUR, ANY_CARD)
SEAHAVEN = Variant("Seahaven", "st", (5,) * 10, 4, SAME_SUIT, KINGS)
MIDNIGHT_OIL = Variant("MidnightOil", "mo", (3,) * 17 + (1,), 0, SAME_SUIT, NOTHING)
BAKERS_DOZEN = Variant("BakersDozen", "bd", (4,) * 13, 0, ANY_SUIT, NOTHING, kings_sink=True)

FULL_MIDNIGHT_OIL = MIDNIGHT_OIL._replace(
    name="FullMidnightOil", alias="fmo", reshuffles=2, raises=1
)

VARIANTS = {
    variant.name: variant
    for variant in (FREECELL, SEAHAVEN, MIDNIGHT_OIL, BAKERS_DOZEN, FULL_MIDNIGHT_OIL)
}
"""Variants by name."""

RETURN_VARIANTS = {
    variant.name: variant._replace(
        name=f"{variant.name}-back", alias=f"{variant.alias}-back", can_return=True
    )
    for variant in (FREECELL, BAKERS_DOZEN)
}
"""Variants in which cards may return from the foundation, by the name of the usual variant."""


_VARIANTS_BY_SEARCH_NAME = {
    name.lower().replace("-", ""): variant
    for variant in (*RETURN_VARIANTS.values(), *VARIANTS.values())
    for name in (variant.alias, variant.name)
}


def with_more_cells(variant: Variant, count: int) -> Variant:
    """Return a variant with more cells, whose name is such as `FreeCell+1`."""
    return variant._replace(
        name=f"{variant.name}+{count}",
        alias=f"{variant.alias}+{count}",
        cells=variant.cells + count,
    )


def find_variant(name: str) -> Variant | None:
    """Return the variant with a name or alias, ignoring case and dashes, or None.

    A name such as `FreeCell+1` stands for the variant with one more cell, up to `MAX_MORE_CELLS`.
    """
    base_name, _, count = name.partition("+")
    variant = _VARIANTS_BY_SEARCH_NAME.get(base_name.lower().replace("-", ""))
    if variant and "+" in name:
        is_count = count.isascii() and count.isdigit() and len(count) == 1
        return with_more_cells(variant, int(count)) if is_count and count != "0" else None
    return variant
