"""The prompt for the search text of a list."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import SuggestFromList

from ludoscope.tui.widgets.prompt import PromptInput, PromptLine


class SearchInput(PromptInput):
    """The search text; enter opens what is highlighted in the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "open", id="line.enter"),
    ]


class SearchLine(PromptLine):
    """A prompt whose text is searched as it is typed.

    The text of the last search is selected: typing replaces it. ↑ and ↓ move in the list, →
    completes the text to an earlier search.

    Args:
        on_submit: Called with the text on enter; returns True to close the prompt.
        text: The search text at first.
        on_change: Called with the text whenever it changes.
        searches: Earlier searches; those entered here are added.
        on_cancel_empty: Called if the prompt is cancelled while it is empty.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "close", "to the list", id="line.leave"),
    ]

    INPUT_CLASS = SearchInput

    def __init__(
        self,
        on_submit: Callable[[str], bool],
        text: str,
        on_change: Callable[[str], object],
        searches: list[str],
        on_cancel_empty: Callable[[], None],
    ) -> None:
        earlier = SuggestFromList(searches, case_sensitive=False)
        super().__init__("/", on_submit, text, on_change, suggester=earlier)
        self._history = searches  # kept, but not on the arrow keys
        self._leave = on_cancel_empty

    def on_mount(self) -> None:
        self.input.select_all()

    def action_close(self) -> None:
        self.close()

    def action_cancel(self) -> None:
        was_empty = not self.input.value
        super().action_cancel()
        if was_empty:
            self._leave()
