"""Formatting of numbers with their units, such as times, bytes and counts, and of sentences."""

import re
import time
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from ludoscope.games import FAMILIES, AnyGame, Unit, count_text
from ludoscope.games.units import MOVES
from ludoscope.search.events import GaveUp, Verdict

if TYPE_CHECKING:
    from ludoscope.search.solver import Solver
    from ludoscope.tui.model.session import Session

HOUR, DAY = 3600, 86400  # seconds
NOTHING_EXPLORED = "0, answered before the search"
_FIRST_WORD = re.compile(r"[a-z]+(?![^ ,:;])")  # not a move such as b2b3, nor the name of a file


def capitalize_first(text: str) -> str:
    """Return a text with a capital at its start if it begins with a word."""
    return text[:1].upper() + text[1:] if _FIRST_WORD.match(text) else text


def format_clock(seconds: float) -> str:
    """Format a duration as on a clock: "02:41", "1:02:41"."""
    minutes, seconds_part = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_part:02}" if hours else f"{minutes:02}:{seconds_part:02}"


def format_age(seconds: float) -> str:
    """Format the time since an event: "just now", "5 min ago", "3 days ago"."""
    if seconds < 60:
        return "just now"
    if seconds < HOUR:
        return f"{int(seconds // 60)} min ago"
    if seconds < DAY:
        return f"{format_count(int(seconds // HOUR), 'hour')} ago"
    return f"{format_count(int(seconds // DAY), 'day')} ago"


def format_short_age(seconds: float) -> str:
    """Format the time since an event in few characters: "now", "5 min", "3 h", "12 d"."""
    for unit_seconds, symbol in ((DAY, "d"), (HOUR, "h"), (60, "min")):
        if seconds >= unit_seconds:
            return f"{int(seconds // unit_seconds)} {symbol}"
    return "now"


def join_fitting(label: str, items: Sequence[str], width: int) -> str:
    """Return a label with as many of the items as fit whole, then "…" if some are left out."""
    for count in range(len(items), 0, -1):
        text = label + "  ".join(items[:count]) + ("" if count == len(items) else "  …")
        if len(text) <= width:
            return text
    return shorten(label + "  ".join(items), width)


def shorten(text: str, width: int) -> str:
    """Cut `text` to at most `width` characters, an ellipsis included."""
    if len(text) <= width:
        return text
    return text[: width - 1].rstrip() + "…" if width > 0 else ""


def format_metric(number: float) -> str:
    """Format a number with an SI prefix: "184", "1.2k", "3.1M"."""
    if number < 999.5:
        return f"{number:.0f}"
    for limit, factor, prefix in ((999.95e3, 1e3, "k"), (999.95e6, 1e6, "M")):
        if number < limit:  # else it would be rounded to 1000.0
            return f"{number / factor:.1f}{prefix}"
    return f"{number / 1e9:.1f}G"


def format_duration(seconds: float) -> str:
    """Format a measured time: "0.123 s", "1,234.5 s"; a very short one as "<0.001 s"."""
    if seconds < 0.0005:
        return "<0.001 s"
    return f"{seconds:.3f} s" if seconds < 1 else f"{seconds:,.1f} s"


def format_explored(verdict: Verdict) -> str:
    """Format the number of positions that a search explored: "explored 1,024"."""
    if verdict.explored or isinstance(verdict, GaveUp):
        return f"explored {verdict.explored:,}"
    return f"explored {NOTHING_EXPLORED}"


def format_count(count: int, noun: str, plural: str = "") -> str:
    """Format a count with a noun of the app: "1 hint", "1,024 boxes"; the plural ends in -s.

    For the units that a family of games declares, call `count_text`.
    """
    return count_text(count, Unit(noun, plural or f"{noun}s"))


def format_time_limit(seconds: float) -> str:
    """Format a time limit: "1 hour", "10 minutes", "90 seconds"."""
    for unit_seconds, noun in ((HOUR, "hour"), (60, "minute")):
        if seconds >= unit_seconds and not seconds % unit_seconds:
            return format_count(round(seconds / unit_seconds), noun)
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def format_bytes(size: int) -> str:
    """Format a number of bytes: "12 kB", "6.3 MB", "1,024 MB"."""
    if size < 1e5:
        return f"{size / 1024:,.0f} kB"
    return f"{size / 2**20:,.{0 if size >= 100 << 20 else 1}f} MB"


def format_guarantee(solver: "Solver", family: str, measure: str = "") -> str:
    """Return what a verdict of `solver` proves, for games of a family counted in `measure`."""
    unit = FAMILIES[family].unit_of(solver.measure or measure)
    return solver.guarantee.replace("{}", unit.plural)


def player_unit(game: AnyGame) -> Unit:
    """Return the unit in which the screen counts the moves of a game."""
    return FAMILIES[game.family].player_unit(game.measure)


def step_unit(game: AnyGame) -> Unit:
    """Return what the screen calls a single step of a game: a jump in peg solitaire."""
    return _step_unit(game.family, game.measure)


def _step_unit(family_name: str, measure: str) -> Unit:
    family = FAMILIES[family_name]
    return MOVES if family.groups_moves or family.players > 1 else family.unit_of(measure)


def format_step_number(number: int, family: str, measure: str = "") -> str:
    """Format the number of a single step of a game: "move 18", in peg solitaire "jump 18"."""
    return f"{_step_unit(family, measure).singular} {number}"


def format_numbered_move(session: "Session", ply: int) -> str:
    """Return a move as it is numbered in the list of moves: "move 3", in peg solitaire "jump 3"."""
    game = session.game
    return format_step_number(session.move_number(ply), game.family, game.measure)


def format_session_length(session: "Session") -> str:
    """Format the length of a session: "18 moves".

    A move is here what a player does at once: in peg solitaire all jumps of one peg in a row.
    """
    return count_text(session.move_count, player_unit(session.game))


def format_help(session: "Session") -> str:
    """Format the number of hints of a session: "2 hints"; other help counts as a hint too."""
    return format_count(session.hint_count, "hint") if session.hint_count else "no hints"


def format_part_count(family: str, moves: Sequence[Hashable]) -> str:
    """Format the number of parts that moves have (", 28 squares"), "" if they have none."""
    parts, unit = FAMILIES[family].count_parts(moves), FAMILIES[family].part_unit
    return "" if parts is None or unit is None else f", {count_text(parts, unit)}"


def format_solution_length(
    family: str, moves: Sequence[Hashable], measure: str, second_measure: str | None
) -> str:
    """Format the length of a solution: "12 plies", "12 moves, 20 squares".

    Args:
        family: The family of games.
        moves: The moves of the solution.
        measure: The measure in which the solver counts.
        second_measure: A second measure to give, if the family has it ("31 jumps in 18 moves").
    """
    rules = FAMILIES[family]
    solver_length = count_text(len(moves), rules.unit_of(measure))
    if rules.part_unit:
        unit = rules.counted_unit or rules.move_unit
        return count_text(rules.count_moves(moves), unit) + format_part_count(family, moves)
    if not rules.counted_unit or second_measure != rules.counted_unit.plural:
        return solver_length
    return f"{solver_length} in {count_text(rules.count_moves(moves), rules.counted_unit)}"


def format_local_time(timestamp: float) -> str:
    """Format a Unix time as local time: "14:52", with the date unless it is today."""
    local_time = time.localtime(timestamp)
    is_today = time.localtime()[:3] == local_time[:3]
    return time.strftime("%H:%M" if is_today else "%d %b %H:%M", local_time)
