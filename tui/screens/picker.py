"""A list to choose from, laid over the screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui import drawing
from tui.canvas import Canvas
from tui.drawing import Block


@dataclass(frozen=True, slots=True)
class Choice:
    """`name` and what is said of it; `value` is what the screen returns."""

    name: str
    detail: str
    value: Any
    enabled: bool = True


class Picker(ModalScreen[Any]):
    """Returns the value chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", id="list.up"),
        Binding("down,j", "move(1)", "down", id="list.down"),
        Binding("home,g", "move(-1000)", "first", id="list.first", show=False),
        Binding("end,G", "move(1000)", "last", id="list.last", show=False),
        Binding("enter,space", "choose", "choose", id="list.choose"),
        Binding("escape,q", "dismiss(None)", "back", id="list.back"),
    ]
    DEFAULT_CSS = """
    Picker { align: center middle; background: transparent; }
    Picker Canvas { width: auto; height: auto; }
    """

    def __init__(self, title: str, choices: Sequence[Choice], chosen: int = 0) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        yield Canvas(self.app.look.ascii_only)

    def on_mount(self) -> None:
        self._paint()

    def on_resize(self) -> None:
        self._paint()

    def action_move(self, by: int) -> None:
        self._chosen = min(max(self._chosen + by, 0), len(self._choices) - 1)
        self._paint()

    def action_choose(self) -> None:
        choice = self._choices[self._chosen]
        if choice.enabled:
            self.dismiss(choice.value)

    def on_click(self, event: events.Click) -> None:
        canvas = self.query_one(Canvas)
        row = event.screen_y - canvas.region.y - 1 + self._window().start
        inside = canvas.region.contains(event.screen_x, event.screen_y)
        if not inside:
            self.dismiss(None)
        elif 0 <= row < len(self._choices):
            self._chosen = row
            self.action_choose()

    def _window(self) -> range:
        height = max(1, min(len(self._choices), self.app.size.height - 6))
        return drawing.window(len(self._choices), self._chosen, height)

    def _paint(self) -> None:
        names = max(len(choice.name) for choice in self._choices)
        details = max(len(choice.detail) for choice in self._choices)
        width = min(self.app.size.width - 4, max(names + details + 8, 36))
        shown = self._window()
        lines: Block = []
        for at in shown:
            choice = self._choices[at]
            mark = "› " if at == self._chosen else "  "
            role = "" if choice.enabled else "dim"
            lines.append([(f" {mark}{choice.name:<{names}}  ", role), (choice.detail, "dim")])
        keys: Block = [[(" enter", "key"), (" choose  ", "dim"), ("esc", "key"), (" back", "dim")]]
        frame = drawing.box(self._title, [*lines, [], *keys], width, len(shown) + 4, "key")
        canvas = self.query_one(Canvas)
        canvas.styles.width, canvas.styles.height = width, len(frame)
        canvas.show(frame)
