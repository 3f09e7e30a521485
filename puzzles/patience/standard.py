"""How deals are usually played: cards go home by themselves when it is safe, and may be kept back.

On the command line and in files a deal that is named by its variant and number has the rule of the
course: every card goes home as soon as it can. The app plays it by the usual rules, which a name
says by -free, and by that of the course where a name says -forced.
"""

import re

from ludoscope.puzzles.puzzle import Entry

FREE, FORCED, BACK = WAYS = ("-free", "-forced", "-back")

_DEAL = re.compile(r"(?:([a-z]+)\.|ms-)(?:[0-9]{1,12}|random|N)", re.IGNORECASE)


def usual(name: str) -> str:
    """The name under which the app opens a deal; any other name as it is.

    Of games with chances no card is safe at home, so those keep their rule.
    """
    forced = name.lower().endswith(FORCED)
    named = name[: -len(FORCED)] if forced else name
    deal = _DEAL.fullmatch(named)
    if not deal or forced:
        return named if deal else name
    from ludoscope.games.patience.variants import find_variant

    variant = find_variant(deal[1]) if deal[1] else None
    known = variant is not None or not deal[1]
    return f"{name}{FREE}" if known and not (variant and variant.chancy) else name


def listed(entry: Entry) -> Entry:
    """An entry of the catalogue as the app lists it."""
    return entry._replace(name=usual(entry.name), detail=entry.detail.replace(FREE, FORCED))
