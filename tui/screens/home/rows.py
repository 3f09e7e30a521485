"""The rows of the lists on the home screen."""

import time
from collections.abc import Iterator, Mapping
from itertools import islice

from rich.style import Style
from rich.text import Text

from ludoscope.games import FAMILIES
from ludoscope.tui.saves.overview import Overview, full_title
from ludoscope.tui.screens.home.home_list import HomeRow
from ludoscope.tui.text.formatting import format_clock, format_short_age, format_step_number

MIN_ROWS = 4  # saved games are followed by suggestions up to this number
SOLVED_MARK, STARTED_MARK, NO_MARK = ("✓ ", "good"), ("… ", "notice"), ("  ", "")
TITLE_INDENT = " " * 9  # the column of the families


def continue_rows(overview: Overview, with_goals: bool) -> Iterator[HomeRow]:
    """Yield the saved games; if they are few, also a puzzle to start with of each family."""
    now = time.time()
    for save in overview.unfinished:
        move_number = FAMILIES[save.family].move_number(save.length)
        age = format_short_age(now - save.updated)
        detail = f"{format_step_number(move_number, save.family):<8}{age:>7}"
        yield HomeRow(Text(full_title(save.title, save.family)), detail, save)
    saved_names = {save.name for save in overview.unfinished}
    suggestions = [
        (FAMILIES[name], entry)
        for name, entry in overview.next_puzzles.items()
        if entry.name not in saved_names
    ]
    for family, entry in islice(suggestions, max(0, MIN_ROWS - len(overview.unfinished))):
        goal = f"{TITLE_INDENT}{family.goal}" if with_goals else ""
        detail = entry.detail.partition(", ")[0] if family.part_unit else entry.detail
        yield HomeRow(Text(f"{family.short_title:<8} {entry.title}"), detail, entry.name, goal)


def won_rows(overview: Overview) -> Iterator[HomeRow]:
    """Yield the most recent wins, each with its moves, its time and its age."""
    now = time.time()
    for win in overview.recent_wins:
        moves = win.length or ""
        duration = "" if win.seconds is None else format_clock(win.seconds)
        detail = f"{moves:>4}{duration:>7}{format_short_age(now - win.won_at):>7}"
        yield HomeRow(Text(full_title(win.title, win.family)), detail, win.name)


def daily_rows(overview: Overview, role_styles: Mapping[str, Style]) -> Iterator[HomeRow]:
    """Yield today's puzzle of each family."""
    saved_names = {save.name for save in overview.unfinished}
    for family, entry in overview.dailies.items():
        if entry.name in overview.daily_wins:
            mark, role = SOLVED_MARK
        else:
            mark, role = STARTED_MARK if entry.name in saved_names else NO_MARK
        text = Text.assemble(
            (mark, role_styles[role]),
            f"{FAMILIES[family].short_title:<8} ",
            (entry.detail, role_styles["dim"]),
        )
        yield HomeRow(text, "", entry.name)
