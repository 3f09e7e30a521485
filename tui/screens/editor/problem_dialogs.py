"""What a library asks before a problem of the person's own is deleted or renamed."""

from collections.abc import Callable, Coroutine
from typing import Any

from ludoscope.puzzles.puzzle import Entry
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.widgets.prompt import Ask

Change = Coroutine[None, None, str]  # does it, and says what went wrong
Changing = Callable[[Change, str], None]  # with what is said when nothing did


def ask_delete(page: BaseScreen[Any], entry: Entry, change: Changing) -> None:
    """Ask, and take a problem away at `y`."""

    def answered(text: str) -> None:
        if text:
            page.stop_asking()
        if text.casefold() == "y":
            change(page.app.library.delete_problem(entry.name), f"“{entry.title}” is deleted")

    page.ask(Ask(f"delete “{entry.title}”? y deletes it for good:", bool, typing=answered))


def ask_rename(page: BaseScreen[Any], entry: Entry, change: Changing) -> None:
    """Ask for another name."""

    def entered(text: str) -> bool:
        said = f"“{entry.title}” is now called “{problems.safe(text)}”"
        change(page.app.library.rename_problem(entry.name, text), said)
        return True

    page.ask(Ask("its new name:", entered, entry.title))
