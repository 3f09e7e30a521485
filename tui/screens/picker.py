"""A list to choose from, laid over the screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.tui.boards.board import Line
from ludoscope.tui.screens.overlay import Overlay
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.canvas import Canvas

MORE = 3  # lines for what is said of the chosen one, and a blank one


@dataclass(frozen=True, slots=True)
class Choice:
    """`name` and what is said of it; `value` is what the screen returns.

    `more` is said of the chosen one only, without it a `detail` that has no room on its line;
    `group` is a heading above those that have the same.
    """

    name: str
    detail: str
    value: Any
    more: str = ""
    enabled: bool = True
    group: str = ""


class Picker(Overlay[Any]):
    """Returns the value chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", id="list.up"),
        Binding("down,j", "move(1)", "down", id="list.down"),
        Binding("pageup", "move(-10)", "ten up", id="list.page_up", show=False),
        Binding("pagedown", "move(10)", "ten down", id="list.page_down", show=False),
        Binding("home,g", "move(-1000)", "first", id="list.first", show=False),
        Binding("end,G", "move(1000)", "last", id="list.last", show=False),
        Binding("enter,space", "choose", "choose", id="list.choose"),
        Binding("i", "about", "how it works", id="list.about"),
        Binding("escape,q", "dismiss(None)", "back", id="list.back"),
    ]

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        searchable: bool = False,
        about: Callable[[Any], None] | None = None,
    ) -> None:
        """`about` tells more of a value, on another screen."""
        super().__init__()
        self._about = about
        self._title = title
        self._all = self._shown = choices
        self.searchable = searchable
        self._wanted = ""
        self._chosen = 0

    def hears(self, event: events.Key) -> bool:
        """Where one can search, what is typed narrows the list."""
        if self.searchable and event.key == "backspace":
            self._wanted = self._wanted[:-1]
        elif self.searchable and event.is_printable and event.character:
            self._wanted += event.character
        else:
            return False
        self._narrow()
        return True

    def _narrow(self) -> None:
        """Show the choices that hold every word; first those that begin with the first of them."""
        wanted = self._wanted.casefold().split()
        shown = [c for c in self._all if all(w in f"{c.group} {c.name}".casefold() for w in wanted)]
        if wanted:
            shown.sort(key=lambda choice: not choice.name.casefold().startswith(wanted[0]))
        self._shown, self._chosen = shown, 0
        self.paint()

    def action_move(self, by: int) -> None:
        self._chosen = max(0, min(self._chosen + by, len(self._shown) - 1))
        self.paint()

    def action_choose(self) -> None:
        if self._shown and self._shown[self._chosen].enabled:
            self.dismiss(self._shown[self._chosen].value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "about" or self._about is not None

    def action_about(self) -> None:
        if self._about and self._shown:
            self._about(self._shown[self._chosen].value)

    def on_click(self, event: events.Click) -> None:
        region = self.query_one(Canvas).region
        window = self._window()
        at = event.screen_y - region.y - 1 + window.start
        if not region.contains(event.screen_x, event.screen_y):
            self.dismiss(None)
        elif at in window and isinstance(choice := self._rows()[at], Choice):
            self._chosen = self._shown.index(choice)
            self.action_choose()

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)

    # The frame

    def _rows(self, searched: bool = True) -> list[Choice | str]:
        """What is shown, each group under its name; a search mixes the groups."""
        shown = self._shown if searched else self._all
        rows: list[Choice | str] = []
        group = ""
        for choice in shown:
            if choice.group != group and not (searched and self._wanted):
                group = choice.group
                rows.append(group)
            rows.append(choice)
        return rows

    def _window(self) -> range:
        rows = self._rows()
        height = min(len(self._rows(searched=False)), self.app.size.height - 5 - MORE)
        at = rows.index(self._shown[self._chosen]) if self._shown else 0
        return drawing.window(len(rows), 0 if at == 1 else at, max(1, height))

    def frame(self) -> Block:
        names = max(len(choice.name) for choice in self._all)
        details = max(len(choice.detail) for choice in self._all)
        width = min(self.app.size.width - 2, max(names + details + 8, 36))
        height = min(len(self._rows(searched=False)) + 3 + MORE, self.app.size.height - 2)
        rows = self._rows()
        room = width - names - 7  # for details
        lines: Block = [] if rows else [[("   No match", "dim")]]
        for at in self._window():
            row = rows[at]
            head: Line = [(f" {row}", "title")]
            lines.append(head if isinstance(row, str) else self._line(row, names, room))
        more = self._more(room)
        said = [[(" ", ""), *line] for line in drawing.wrap(more, width - 4, "notice")]
        lines = drawing.block(lines, width - 2, height - 3 - MORE)
        lines += [*drawing.block(said, width - 2, MORE), self._keys()]
        return drawing.box(self._title, lines, width, height, "key")

    def _more(self, room: int) -> str:
        """What is said of the chosen one."""
        if not self._shown:
            return ""
        chosen = self._shown[self._chosen]
        return chosen.more or (chosen.detail if len(chosen.detail) > room else "")

    def _line(self, choice: Choice, names: int, room: int) -> Line:
        """A choice; its detail in at most `room` columns."""
        mark = " › " if choice is self._shown[self._chosen] else "   "
        role = "" if choice.enabled else "dim"
        detail = words.shorten(choice.detail, room)
        return [(mark, "cursor"), (f"{choice.name:<{names}}  ", role), (detail, "dim")]

    def _keys(self) -> Line:
        if self._wanted:
            return [(f" {self._wanted}", ""), (" ", "chosen")]
        look = self.app.look
        choose = look.key("list.choose", "enter" if look.ascii_only else "⏎")
        back = look.key("list.back", "esc")
        keys: Line = [(f" {choose}", "key"), (" choose  ", "dim")]
        if self._about:
            keys += [(look.key("list.about", "i"), "key"), (" how it works  ", "dim")]
        keys += [(back, "key"), (" back", "dim")]
        return [(" type to narrow  ", "dim"), *keys] if self.searchable else keys
