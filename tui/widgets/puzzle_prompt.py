"""A prompt for a puzzle, which suggests puzzles while one types."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Mount
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ludoscope.puzzles.daily import DAILY_GROUP
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.word_search import RankedEntry
from ludoscope.tui.saves.overview import full_title
from ludoscope.tui.widgets.prompt import PromptInput, PromptLine
from ludoscope.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from textual.worker import Worker

MAX_SUGGESTIONS = 6
SEARCH_DELAY_SECONDS = 0.05  # of a burst of keys only the last text is searched
TITLE_WIDTH = 44  # columns

Suggest = Callable[[str], Sequence[RankedEntry]]
"""A function that returns the puzzles that a text may mean; called in a thread."""


class SuggestionList(RowList, can_focus=False):
    """The puzzles that the text may mean, the best first, above the line.

    They cover the screen behind them, which would be drawn anew if it had to make room.
    """

    DEFAULT_CSS = """
    SuggestionList {
        overlay: screen;
        text-wrap: nowrap; text-overflow: ellipsis;
        height: auto; max-height: 6; border: none; padding: 0 1; display: none;
        background: $panel;
    }
    """

    def __init__(self, on_select: Callable[[], None]) -> None:
        super().__init__()
        self._on_select = on_select

    @on(OptionList.OptionSelected)
    def _select(self, event: OptionList.OptionSelected) -> None:
        event.stop()  # the screen may have other lists
        self._on_select()

    @on(OptionList.OptionHighlighted)
    def _stop(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()


class PuzzleInput(PromptInput):
    """The input, whose arrow keys choose a suggestion, or else an earlier line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "open", id="line.enter"),
        Binding("tab", "complete", "complete", id="line.complete"),
    ]

    _prompt: "PuzzlePrompt"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "browse_history" and self._prompt.suggestions:
            return True
        return super().check_action(action, parameters)

    def action_browse_history(self, step: int) -> None:
        if self._prompt.suggestions:
            self._prompt.move_cursor(step)
            self.cursor_list = self._prompt.list
        else:
            super().action_browse_history(step)

    def action_complete(self) -> None:
        """Replace the text by the title of the highlighted suggestion."""
        if entry := self._prompt.highlighted_entry:
            self.value = entry.title
            self.cursor_position = len(self.value)


class PuzzlePrompt(PromptLine):
    """A prompt for a name, a number or words, with suggestions above it.

    ↑ and ↓ choose a suggestion, tab completes the text to it, enter or a click opens it. Textual's
    `Suggester` would show one completion only, and none for words in the middle of a title.

    Args:
        label: Text before the input.
        on_submit: Called with the name of the suggestion at the cursor, or with the text if there
            is none; returns True to close the prompt.
        suggest: Returns the puzzles that a text may mean.
        text: Text of the input at first.
        hint: Text behind the input: what can be typed.
        allow_blank: True if an empty line may be entered; otherwise it closes the prompt.
        history: Lines entered before; lines entered here are added.
        needs_suggestions: Returns False for a text that is entered as it is, such as a move.

    Attributes:
        suggestions: The puzzles that are listed.
    """

    INPUT_CLASS = PuzzleInput

    if TYPE_CHECKING:  # Textual's annotation is ambiguous for coroutine functions
        run_worker: Callable[..., "Worker[Any]"]

    def __init__(
        self,
        label: str,
        on_submit: Callable[[str], bool],
        suggest: Suggest,
        text: str = "",
        hint: str = "",
        allow_blank: bool = False,
        history: list[str] | None = None,
        needs_suggestions: Callable[[str], bool] = bool,
    ) -> None:
        self._suggest, self._needs_suggestions = suggest, needs_suggestions
        self._suggested_text = ""
        self._is_submit_pending = False
        self.suggestions: Sequence[RankedEntry] = ()
        self.list = SuggestionList(self.submit)
        super().__init__(label, on_submit, text, None, hint, allow_blank, history)

    @on(Mount)
    def _mount_list(self) -> None:
        if not self.is_closed:  # not awaited: keys typed ahead are for the input
            self.screen.query_one("#bottom").mount(self.list, before=self)
            self._start_search(self.input.value)

    @property
    def highlighted_entry(self) -> Entry | None:
        """The suggestion at the cursor; None if it is not for the present text."""
        index = self.list.highlighted
        is_current = self._suggested_text == self.input.value.strip()
        return self.suggestions[index].entry if is_current and index is not None else None

    def report_change(self, text: str) -> None:
        super().report_change(text)
        self._is_submit_pending = False
        if self.list.is_attached:
            self._start_search(text)

    def submit(self) -> None:
        """Open the suggestion at the cursor, once those for the present text are there."""
        text = self.input.value.strip()
        is_searched = self._suggested_text == text or not self.list.is_attached
        self._is_submit_pending = not is_searched and self._needs_suggestions(text)
        if not self._is_submit_pending:
            super().submit()

    def _start_search(self, text: str) -> None:
        async def search() -> None:
            await asyncio.sleep(SEARCH_DELAY_SECONDS)
            ranked = await asyncio.to_thread(self._suggest, text.strip()) if text.strip() else ()
            if not self.is_closed and self.list.is_attached:
                self._show(text.strip(), ranked[:MAX_SUGGESTIONS])

        self.run_worker(search, group="suggest", exclusive=True)

    def _show(self, text: str, suggestions: Sequence[RankedEntry]) -> None:
        self._suggested_text, self.suggestions = text, suggestions
        self.list.clear_options()
        self.list.add_options(Option(_row(match)) for match in suggestions)
        self.list.highlighted = 0 if suggestions else None
        self.list.styles.offset = 0, -len(suggestions)
        self.list.display = bool(suggestions)
        if self._is_submit_pending:
            self.submit()

    def move_cursor(self, step: int) -> None:
        """Move the cursor in the suggestions, around their ends."""
        index = self.list.highlighted
        start = -1 if index is None and step > 0 else index or 0
        self.list.highlighted = (start + step) % len(self.suggestions)

    def _call_on_submit(self, text: str) -> bool:
        entry = self.highlighted_entry
        return super()._call_on_submit(entry.name if entry else text)

    def close(self) -> None:
        super().close()
        if self.list.is_attached:
            self.list.display = False
            self.list.remove()


def _row(match: RankedEntry) -> Content:
    entry = match.entry
    title = full_title(entry.title, match.family)
    remark = entry.detail if entry.group == DAILY_GROUP else entry.name
    return Content.assemble(f"{title:<{TITLE_WIDTH}} ", (remark, "dim"))
