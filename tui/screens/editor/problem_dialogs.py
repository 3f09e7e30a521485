"""Prompts to delete or rename a problem of the user."""

from collections.abc import Callable, Coroutine

from ludoscope.puzzles.entry import Entry
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.widgets.prompt import PromptLine

ProblemChange = Coroutine[None, None, str]
"""Changes a file; the result is an error message, or "" if it succeeded."""

ApplyChange = Callable[[ProblemChange, str], None]
"""Runs a change and, if it succeeds, shows the message."""


def ask_delete(screen: BaseScreen[None], entry: Entry, apply: ApplyChange) -> None:
    """Ask for confirmation, and delete a problem when the user types y."""

    def keep_open(_text: str) -> bool:
        return False

    def on_typed(text: str) -> None:
        if text:
            screen.close_prompt()
        if text.casefold() == "y":
            apply(screen.app.library.delete_problem(entry.name), f"Deleted “{entry.title}”")

    question = f"Delete “{entry.title}” for good? Press y to delete:"
    screen.show_prompt(PromptLine(question, keep_open, on_change=on_typed))


def ask_rename(screen: BaseScreen[None], entry: Entry, apply: ApplyChange) -> None:
    """Ask for a new name, and rename a problem."""

    def rename(text: str) -> bool:
        message = f"Renamed “{entry.title}” to “{problems.safe_name(text)}”"
        apply(screen.app.library.rename_problem(entry.name, text), message)
        return True

    screen.show_prompt(PromptLine("New name:", rename, entry.title))
