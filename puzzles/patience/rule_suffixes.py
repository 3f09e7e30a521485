"""The suffixes of deal names that select the rules, and the rules that the app uses for a deal.

    (none), -forced   every card goes to the foundation as soon as it can
    -free             cards go to the foundation by moves; the app makes safe ones automatically
    -back             as -free, and cards may also return from the foundation

On the command line and in files, no suffix means -forced. In the app it means -free, the usual
rules; the functions of this module convert the names.
"""

import re

from ludoscope.games.patience.variants import find_variant
from ludoscope.puzzles.entry import Entry

FREE_SUFFIX = "-free"
FORCED_SUFFIX = "-forced"

_DEAL = re.compile(r"(?:([a-z]+)\.|ms-)(?:[0-9]{1,12}|random|N)", re.IGNORECASE)


def name_in_app(name: str) -> str:
    """Return the name under which the app opens a deal; other names are returned unchanged.

    FREE_SUFFIX is added to the name of a deal without a suffix, and FORCED_SUFFIX is removed. Names
    of variants with reshuffles or raises do not change: none of their foundation moves is safe.
    """
    is_forced = name.lower().endswith(FORCED_SUFFIX)
    base = name[: -len(FORCED_SUFFIX)] if is_forced else name
    deal = _DEAL.fullmatch(base)
    if not deal:
        return name
    if is_forced:
        return base
    if deal[1] is None:  # a deal of Microsoft FreeCell
        return f"{name}{FREE_SUFFIX}"
    variant = find_variant(deal[1])
    return name if variant is None or variant.has_chances else f"{name}{FREE_SUFFIX}"


def entry_in_app(entry: Entry) -> Entry:
    """Return a catalogue entry with the name and the suffixes that the app shows."""
    return entry._replace(
        name=name_in_app(entry.name), detail=entry.detail.replace(FREE_SUFFIX, FORCED_SUFFIX)
    )
