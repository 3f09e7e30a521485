"""A list to choose from, laid over the screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui import drawing
from tui.boards.board import Line
from tui.canvas import Canvas
from tui.drawing import Block
from tui.screens.typed import Typed

if TYPE_CHECKING:
    from tui.app import LudoscopeApp

MORE = 3  # lines for what is said of the chosen one, and a blank one


@dataclass(frozen=True, slots=True)
class Choice:
    """`name` and what is said of it; `value` is what the screen returns.

    `more` is said of the chosen one only.
    """

    name: str
    detail: str
    value: Any
    more: str = ""
    enabled: bool = True
    group: str = ""


class Picker(Typed[Any], ModalScreen[Any]):
    """Returns the value chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", id="list.up"),
        Binding("down,j", "move(1)", "down", id="list.down"),
        Binding("home,g", "move(-1000)", "first", id="list.first", show=False),
        Binding("end,G", "move(1000)", "last", id="list.last", show=False),
        Binding("enter,space", "choose", "choose", id="list.choose"),
        Binding("escape,q", "dismiss(None)", "back", id="list.back"),
    ]
    app: "LudoscopeApp"
    DEFAULT_CSS = """
    Picker { align: center middle; background: transparent; }
    Picker Canvas { width: auto; height: auto; }
    """

    def __init__(self, title: str, choices: Sequence[Choice], searchable: bool = False) -> None:
        super().__init__()
        self._title = title
        self._all = self._shown = choices
        self._searchable = searchable
        self._wanted = ""
        self._chosen = 0

    def compose(self) -> ComposeResult:
        yield Canvas(self.app.look.ascii_only)

    def on_mount(self) -> None:
        self._paint()

    def on_resize(self) -> None:
        self._paint()

    def hears(self, event: events.Key) -> bool:
        """Where one can search, what is typed narrows the list."""
        if self._searchable and event.key == "backspace":
            self._wanted = self._wanted[:-1]
        elif self._searchable and event.is_printable and event.character:
            self._wanted += event.character
        else:
            return False
        words = self._wanted.casefold().split()
        self._shown = [c for c in self._all if all(w in c.name.casefold() for w in words)]
        self._chosen = 0
        self._paint()
        return True

    def action_move(self, by: int) -> None:
        self._chosen = max(0, min(self._chosen + by, len(self._shown) - 1))
        self._paint()

    def action_choose(self) -> None:
        if self._shown and self._shown[self._chosen].enabled:
            self.dismiss(self._shown[self._chosen].value)

    def on_click(self, event: events.Click) -> None:
        region = self.query_one(Canvas).region
        row = event.screen_y - region.y - 1 + self._window().start
        if not region.contains(event.screen_x, event.screen_y):
            self.dismiss(None)
        elif 0 <= row < len(self._shown):
            self._chosen = row
            self.action_choose()

    def _window(self) -> range:
        height = min(len(self._all), self.app.size.height - 5 - MORE)
        return drawing.window(len(self._shown), self._chosen, max(1, height))

    def _paint(self) -> None:
        if not self.children:
            return  # the app ends before it is there
        names = max(len(choice.name) for choice in self._all)
        details = max(len(choice.detail) for choice in self._all)
        width = min(self.app.size.width - 4, max(names + details + 8, 36))
        height = min(len(self._all) + 3 + MORE, self.app.size.height - 2)
        lines: Block = []
        for at in self._window():
            choice = self._shown[at]
            mark = " › " if at == self._chosen else "   "
            role = "" if choice.enabled else "dim"
            name: Line = [(mark, "cursor"), (f"{choice.name:<{names}}  ", role)]
            lines.append([*name, (choice.detail, "dim")])
        more = self._shown[self._chosen].more if self._shown else ""
        said = [[(" ", ""), *line] for line in drawing.wrap(more, width - 4, "notice")]
        lines = drawing.block(lines, width - 2, height - 3 - MORE)
        lines += [*drawing.block(said, width - 2, MORE), self._keys()]
        frame = drawing.box(self._title, lines, width, height, "key")
        canvas = self.query_one(Canvas)
        canvas.styles.width, canvas.styles.height = width, height
        canvas.show(frame)

    def _keys(self) -> Line:
        if self._searchable and not self._wanted:
            return [(" type to narrow, enter to choose, esc to leave", "dim")]
        if self._searchable:
            return [(f" {self._wanted}", ""), (" ", "chosen")]
        return [(" enter", "key"), (" choose  ", "dim"), ("esc", "key"), (" back", "dim")]
