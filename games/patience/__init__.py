"""Patience games with open cards: FreeCell and similar games."""

from ludoscope.games.patience.deals import deal_microsoft, deal_xpat2
from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame, from_spec
from ludoscope.games.patience.variants import VARIANTS, Variant, find_variant

__all__ = [
    "VARIANTS",
    "PatienceGame",
    "Position",
    "Variant",
    "deal_microsoft",
    "deal_xpat2",
    "find_variant",
    "from_spec",
]
