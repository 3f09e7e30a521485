"""The line on which a list is searched."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import SuggestFromList

from ludoscope.tui.widgets.prompt import Ask, Line


class Sought(Line):
    """The search text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "open", id="line.enter"),
    ]


class Find(Ask):
    """What is typed is searched at once; ↑ and ↓ choose in the list, → takes an earlier search.

    `left`: the person cancels, with nothing typed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "close", "to the list", id="line.leave"),
    ]

    LINE = Sought

    def __init__(
        self,
        entered: Callable[[str], bool],
        text: str,
        typing: Callable[[str], object],
        searches: list[str],
        left: Callable[[], None],
    ) -> None:
        earlier = SuggestFromList(searches, case_sensitive=False)
        super().__init__("/", entered, text, typing, suggester=earlier)
        self._history = searches  # the arrows have other work here
        self._left = left

    def action_close(self) -> None:
        self.close()

    def action_cancel(self) -> None:
        nothing = not self.line.value
        super().action_cancel()
        if nothing:
            self._left()
