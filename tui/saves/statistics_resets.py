"""Resets of statistics: from when on the attempts at a game are counted.

A reset deletes nothing, so it can be taken back. The resets are a note of the saves:

    {"patience/FreeCell": 1790000000.0, "peg/": 1790000000.0, "/": 1790000000.0}

The keys are those of `game_key`, the values times in seconds since 1970.
"""

import json
from collections.abc import Iterable, Mapping

from ludoscope.games.errors import NotationError
from ludoscope.games.json_objects import parse_object
from ludoscope.tui.saves.statistics import AttemptResult

NOTE_KIND, NOTE_NAME = "statistics", "counted since"  # of the note
MAX_SECONDS = 1e11  # the year 5138


def game_key(family: str, title: str) -> str:
    """Return the key of a game of a family; "" as a title or a family stands for all of them."""
    return f"{family}/{title}"


def parse_resets(text: str) -> dict[str, float]:
    """Return the resets in a note; none if it cannot be read."""
    try:
        values = parse_object(text)
    except NotationError:
        return {}
    return {
        key: float(value)
        for key, value in values.items()
        if type(value) in (int, float) and 0 < value < MAX_SECONDS
    }


def format_resets(resets: Mapping[str, float]) -> str:
    """Return the text of the note."""
    return json.dumps(resets, sort_keys=True)


def counted_outcomes(
    outcomes: Iterable[AttemptResult], resets: Mapping[str, float]
) -> list[AttemptResult]:
    """Return the attempts that were begun after all resets of their game."""

    def is_counted(outcome: AttemptResult) -> bool:
        families = "", outcome.family
        keys = [game_key(family, "") for family in families]
        keys.append(game_key(outcome.family, outcome.game))
        return all(outcome.begun > resets.get(key, 0.0) for key in keys)

    return [outcome for outcome in outcomes if is_counted(outcome)]
