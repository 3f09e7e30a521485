"""The rows of the lists at home: unfinished games, wins, the puzzles of the day."""

import time
from collections.abc import Iterator, Mapping
from itertools import islice

from rich.style import Style
from rich.text import Text

from ludoscope.games import FAMILIES
from ludoscope.tui.saves.overview import Overview, known_as
from ludoscope.tui.screens.home.home_list import Row
from ludoscope.tui.text.formatting import brief, clock

OFFERED = 4  # puzzles at least, those that were begun among them
MARKS = {"won": ("✓ ", "good"), "begun": ("… ", "notice"), "": ("  ", "")}


def begun(overview: Overview, roomy: bool) -> Iterator[Row]:
    """What is not over; where that is little, also puzzles of each family to begin with.

    Where it is `roomy`, with what is to be done in them.
    """
    now = time.time()
    for save in overview.begun:
        number = FAMILIES[save.family].move_number(save.length)
        remark = f"move {number:<3}{brief(now - save.updated):>7}"
        yield Row(Text(known_as(save.title, save.family)), remark, save)
    known = {save.name for save in overview.begun}
    ahead = {name: entry for name, entry in overview.ahead.items() if entry.name not in known}
    for name, entry in islice(ahead.items(), max(0, OFFERED - len(overview.begun))):
        family = FAMILIES[name]
        about = f"{'':<9}{family.goal}" if roomy else ""
        length = entry.detail.partition(", ")[0] if family.part_unit else entry.detail
        yield Row(Text(f"{family.short_title:<8} {entry.title}"), length, entry.name, about)


def won(overview: Overview) -> Iterator[Row]:
    """What was won last."""
    now = time.time()
    for win in overview.won:
        spent = "" if win.seconds is None else clock(win.seconds)
        remark = f"{win.length or '':>4}{spent:>7}{brief(now - win.when):>7}"
        yield Row(Text(known_as(win.title, win.family)), remark, win.name)


def today(overview: Overview, styles: Mapping[str, Style]) -> Iterator[Row]:
    """The puzzles of the day; `styles` by role."""
    open_now = {save.name for save in overview.begun}
    for family, entry in overview.dailies.items():
        solved = entry.name in overview.solved
        mark, role = MARKS["won" if solved else "begun" if entry.name in open_now else ""]
        text = Text.assemble(
            (mark, styles[role]),
            f"{FAMILIES[family].short_title:<8} ",
            (entry.detail, styles["dim"]),
        )
        yield Row(text, "", entry.name)
