"""The measures of the difficulty of deals: the forgiveness, with grades for each variant."""

import re
from typing import cast

from ludoscope.games import AnyGame
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    FREECELL,
    MIDNIGHT_OIL,
    SEAHAVEN,
    Variant,
    find_variant,
)
from ludoscope.games.units import MOVES
from ludoscope.puzzles.difficulty import DifficultyMeasure

EXPLANATION = (
    "How many random moves the deal forgives, on average, before it is lost. "
    "Compare deals of the same game only. It is not a chance of winning."
)

_DEAL = re.compile(r"(?:([a-z]+)\.|(ms)-)([0-9]{1,12}|N)(-free|-forced)?", re.IGNORECASE)


def _forgiveness(game: AnyGame) -> float | None:
    from ludoscope.search.patience.difficulty import measure_forgiveness  # only in workers

    return measure_forgiveness(cast(PatienceGame, game))


def _measure(*grades: tuple[str, float]) -> DifficultyMeasure:
    return DifficultyMeasure("forgiveness", MOVES, grades, EXPLANATION, _forgiveness, decimals=1)


MEASURES = {
    FREECELL.name: _measure(("easy", 20), ("medium", 12), ("hard", 8), ("very hard", 1)),
    SEAHAVEN.name: _measure(("easy", 6), ("medium", 2.4), ("hard", 1)),
    MIDNIGHT_OIL.name: _measure(("easy", 3), ("medium", 1.7), ("hard", 1)),
}
"""The measures by the name of the variant. A search of Baker's Dozen takes too long for one."""


def standard_name(name: str) -> str | None:
    """Return the name of a deal without its rules, as in the catalogue; None if it has no measure.

    It is None for other names too, and for deals whose cards may return from the foundation.
    """
    match = _DEAL.fullmatch(name)
    if not match:
        return None
    number = match[3] if match[3].upper() == "N" else int(match[3])
    if match[2]:
        return f"ms-{number}"
    variant = find_variant(match[1])
    return f"{variant.name}.{number}" if variant and variant.name in MEASURES else None


def measure_of(deal: PatienceGame | str) -> DifficultyMeasure | None:
    """Return the measure for a deal, given as a game or by its name; None if there is none."""
    if not isinstance(deal, str):
        return _measure_of_variant(deal.variant)
    name = standard_name(deal)
    return MEASURES[_variant_name(name)] if name else None


def _measure_of_variant(variant: Variant) -> DifficultyMeasure | None:
    return MEASURES.get(variant.name)


def _variant_name(name: str) -> str:
    """Return the name of the variant in the standard name of a deal."""
    return FREECELL.name if name.startswith("ms-") else name.partition(".")[0]
