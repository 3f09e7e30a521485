"""The variants of patience: parameters of one set of rules.

The variants and the numbers of their deals are those of xpat2. Full Midnight Oil is the game as it
is played with a pack of cards: with two reshuffles and one raise. In the two variants of BACK,
cards may return from the foundation.
"""

from functools import cache
from typing import NamedTuple

from ludoscope.games.patience.cards import DECK, KING, is_red, rank_of, suit_of

SAME_SUIT = "the same suit"
OTHER_COLOUR = "the other colour"
ANY_SUIT = "any suit"

ANY_CARD = "any card"
KINGS = "kings only"
NOTHING = "nothing"


class Variant(NamedTuple):
    """Parameters of a game.

    `dealt`      number of cards dealt to each column; the rest of the deck goes to the cells
    `cells`      number of cells
    `builds`     which cards of the next higher rank a card may be put on
    `fills`      which cards an empty column takes
    `kings_sink` whether kings go to the bottom of their column after the deal
    `returns`    whether the top card of a foundation may return to a column or cell
    `reshuffles` how often the cards that are not home may be shuffled and dealt again
    `raises`     how often a card may be raised to the top of its column
    """

    name: str
    alias: str
    dealt: tuple[int, ...]
    cells: int
    builds: str
    fills: str
    kings_sink: bool = False
    returns: bool = False
    reshuffles: int = 0
    raises: int = 0

    @property
    def chancy(self) -> bool:
        """Whether there are reshuffles or raises; a position says how many are left."""
        return bool(self.reshuffles or self.raises)

    @property
    def plain(self) -> bool:
        """Whether only top cards of columns and cards in cells move."""
        return not (self.returns or self.chancy)

    def takers(self, card: int) -> tuple[int, ...]:
        """The cards that `card` may be put on, ascending."""
        return tuple(
            taker
            for taker in range(DECK)
            if rank_of(taker) == rank_of(card) + 1
            and (
                self.builds == ANY_SUIT
                or (self.builds == SAME_SUIT and suit_of(taker) == suit_of(card))
                or (self.builds == OTHER_COLOUR and is_red(taker) != is_red(card))
            )
        )

    def may_fill(self, card: int) -> bool:
        """Whether an empty column takes `card`."""
        return self.fills == ANY_CARD or (self.fills == KINGS and rank_of(card) == KING)


@cache
def placements(variant: Variant) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    """`takers` and `may_fill` of each card; the same for all deals, of which there may be many."""
    cards = range(DECK)
    return tuple(map(variant.takers, cards)), tuple(map(variant.may_fill, cards))


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

BACK = {
    variant.name: variant._replace(
        name=f"{variant.name}-back", alias=f"{variant.alias}-back", returns=True
    )
    for variant in (FREECELL, BAKERS_DOZEN)
}
"""Name of a variant → the same variant with cards that may return from the foundation."""


_SPELT = {
    spelling.lower().replace("-", ""): variant
    for variant in (*BACK.values(), *VARIANTS.values())
    for spelling in (variant.alias, variant.name)
}


def find_variant(name: str) -> Variant | None:
    """The variant of that name or alias, ignoring case and dashes; None when there is none."""
    return _SPELT.get(name.lower().replace("-", ""))
