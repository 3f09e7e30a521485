"""A list to choose from, shown over the screen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.base import TOO_SMALL
from ludoscope.tui.screens.modal import Overlay
from ludoscope.tui.widgets.row_list import Choices

EDGES = 2  # lines of the box
LEAST_WIDTH = 36


@dataclass(frozen=True, slots=True)
class Choice:
    """`name` and what is said of it; `value` is what the screen returns.

    `more` is said of the chosen one only, without it a `detail` that has no room on its line.
    """

    name: str
    detail: str
    value: Any
    more: str = ""
    enabled: bool = True


class Picker(Overlay[Any]):
    """Returns the value chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "list('cursor_up')", "up", id="list.up"),
        Binding("down,j", "list('cursor_down')", "down", id="list.down"),
        Binding("pageup", "list('page_up')", "page up", id="list.page_up", show=False),
        Binding("pagedown", "list('page_down')", "page down", id="list.page_down", show=False),
        Binding("home,g", "list('first')", "first", id="list.first", show=False),
        Binding("end,G", "list('last')", "last", id="list.last", show=False),
        Binding("enter,space", "choose", "choose", id="list.choose"),
        Binding("i", "about", "how it works", id="list.about"),
        Binding("escape,q", "dismiss(None)", "back", id="list.back"),
    ]
    CSS_PATH = str(Path(__file__).with_name("picker.tcss"))

    def __init__(
        self, title: str, choices: Sequence[Choice], about: Callable[[Any], None] | None = None
    ) -> None:
        """`about` tells more of a value, on another screen."""
        super().__init__()
        self.heading = title
        self._about = about
        self._choices = choices
        self._names = max(cell_len(choice.name) for choice in choices)
        self._list = Choices(*map(self._line, choices), markup=False, compact=True)
        # the keys are the screen's: also those typed before it is there
        self._list.can_focus = False
        self._more = Static(id="more")
        self._room = 0  # for details
        self._below = 2 + max(choice.more.count("\n") for choice in choices)

    def body(self) -> Iterable[Widget]:
        yield self._list
        yield self._more

    def _line(self, choice: Choice) -> Content:
        gap = " " * (self._names - cell_len(choice.name) + 2)
        role = "" if choice.enabled else "dim"
        return Content.assemble((choice.name, role), gap, (choice.detail, "dim"))

    def on_mount(self) -> None:
        options = self.app.options
        keys = [(options.key_display("list.choose", "⏎"), "choose", "screen.choose")]
        if self._about:
            keys.append((options.key_display("list.about", "i"), "how it works", "screen.about"))
        back = options.key_display("list.back", "esc")
        self.box.key_line([*keys, (back, "back", "screen.dismiss(None)")])

    def on_resize(self, event: events.Resize) -> None:
        details = max(cell_len(choice.detail) for choice in self._choices)
        width = min(event.size.width - 2, max(self._names + details + 6, LEAST_WIDTH))
        self._room = width - self._names - 6
        self.box.styles.width = width
        most = event.size.height - EDGES - self._below
        self._list.styles.max_height = max(1, most)
        self._more.styles.height = self._below
        self._say_more()

    @property
    def chosen(self) -> Choice:
        """The one with the cursor."""
        return self._choices[self._list.highlighted or 0]

    def _say_more(self) -> None:
        chosen = self.chosen
        wide = cell_len(chosen.detail) > self._room
        more = chosen.more or (chosen.detail if wide else "")
        self._more.update(Content(more), layout=False)

    def on_option_list_option_highlighted(self) -> None:
        self._say_more()

    def on_option_list_option_selected(self) -> None:
        self.action_choose()

    def action_list(self, does: str) -> None:
        """Move the cursor as Textual's list does."""
        if not self.has_class(TOO_SMALL):
            getattr(self._list, f"action_{does}")()

    def action_choose(self) -> None:
        if self.chosen.enabled:
            self.dismiss(self.chosen.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "about" or self._about is not None

    def action_about(self) -> None:
        if self._about:
            self._about(self.chosen.value)
