"""Numbers in words: times, durations, large counts."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoscope.games import FAMILIES, AnyGame

if TYPE_CHECKING:
    from ludoscope.search.solver import Solver
    from ludoscope.tui.model.session import Session


def clock(seconds: float) -> str:
    """ "02:41", "1:02:41"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def ago(seconds: float) -> str:
    """ "just now", "5 min ago", "3 days ago"."""
    for size, one, many in ((86400, "day", "days"), (3600, "hour", "hours"), (60, "min", "min")):
        if seconds >= size:
            number = int(seconds // size)
            return f"{number} {one if number == 1 else many} ago"
    return "just now"


def brief(seconds: float) -> str:
    """ "now", "5 min", "3 h", "12 d": the same where there is little room."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return "now"


def shorten(text: str, width: int) -> str:
    """`text` in at most `width` characters, with an ellipsis where something is left out."""
    return text if len(text) <= width else text[: max(0, width - 1)].rstrip() + "…" * (width > 0)


def metric(number: float) -> str:
    """ "184", "1.2k", "3.1M"."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f}{unit}"
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    return f"{seconds:.3f} s" if seconds < 1 else f"{seconds:,.1f} s"


def number(many: int, one: str) -> str:
    """ "1 hint", "2 hints"."""
    return f"{many} {one}{'' if many == 1 else 's'}"


def span(seconds: float) -> str:
    """A limit of time: "1 hour", "10 minutes", "90 seconds"."""
    for size, one in ((3600, "hour"), (60, "minute")):
        if seconds >= size and not seconds % size:
            return number(round(seconds / size), one)
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def memory(size: int) -> str:
    """Bytes: "12 kB", "6.3 MB", "1,024 MB"."""
    if size < 1e5:
        return f"{size / 1024:,.0f} kB"
    return f"{size / 2**20:,.{0 if size >= 100 << 20 else 1}f} MB"


def unit(measure: str) -> str:
    """What a person calls the moves that a game counts in."""
    return {"cards": "card moves", "cells": "squares", "slides": "moves"}.get(measure, measure)


def guarantee(solver: "Solver", measure: str) -> str:
    """What a verdict of `solver` means; `measure` is what the game counts in."""
    return solver.guarantee.format(unit(solver.measure or measure))


def count(number: int, measure: str) -> str:
    """ "16 jumps", "1 card move": a number of moves in the words of a game's measure."""
    words = unit(measure)
    return f"{number} {words if number != 1 else words.removesuffix('s')}"


def counted(number: int, one: str, many: str) -> str:
    """ "1 box", "1,024 boxes"."""
    return f"{number:,} {one if number == 1 else many}"


def move_noun(game: AnyGame) -> str:
    """What a person counts on the screen."""
    family = FAMILIES[game.family]
    return "moves" if family.groups_moves else family.unit_for(game.measure)


def made(session: "Session") -> str:
    """ "18 moves", "18 moves, 28 squares": how long a session is, as a person counts.

    A move of peg solitaire is one peg's, and one of patience all that is done at once.
    """
    made = count(session.count, move_noun(session.game))
    return made + finer(session.game.family, session.moves)


def finer(family: str, moves: Sequence[Any]) -> str:
    """ ", 28 squares": the smaller parts that moves have, where a person is told those too."""
    parts = FAMILIES[family].count_parts(moves)
    return "" if parts is None else f", {count(parts, FAMILIES[family].part_unit)}"


def length(family: str, moves: Sequence[Any], measure: str, counted: str | None) -> str:
    """ "12 plies", "12 moves, 20 squares", and "31 jumps in 18 moves".

    That where `counted` is what a person counts instead.
    """
    said, declared = count(len(moves), measure), FAMILIES[family]
    if declared.part_unit:
        return count(declared.count_moves(moves), "moves") + finer(family, moves)
    if not declared.counted_unit or counted != declared.counted_unit:
        return said
    return f"{said} in {count(declared.count_moves(moves), declared.counted_unit)}"


def moment(when: float) -> str:
    """A time in seconds since 1970: "14:52", and the day where it was not today."""
    at = time.localtime(when)
    today = time.localtime()[:3] == at[:3]
    return time.strftime("%H:%M" if today else "%d %b %H:%M", at)
