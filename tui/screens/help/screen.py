"""Help, made from the bindings that are live on the screen it was called from.

Textual's HelpPanel has the bindings alone, beside the screen: here stand the signs of a board, too,
how a move is typed, and where the pages of rules and solvers are.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.base import BaseScreen, Topics
from ludoscope.tui.widgets.footer import Pair, told
from ludoscope.tui.widgets.text_table import Heading, Table

COLUMNS = 76  # and more have room for two columns of keys
EDGES = 6  # columns around the text
LEAST_WIDTH = 17  # of the column of keys
GAP = "   "  # between a sign with its meaning and the next
Row = tuple[Text, Text]


def rows(screen: Screen[Any], topics: Topics) -> Iterator[Row]:
    """The board's keys and the others (dim: nothing to do at the moment)."""
    for keys, does in topics.board:
        yield Text(keys, "bold"), Text(does)
    if topics.board:
        yield Text(), Text()
    for key, active in told(screen):
        dim = "" if active.enabled else "dim"
        yield Text(key, dim or "bold"), Text(active.binding.description, dim)


def legend(marks: Sequence[Pair], width: int) -> Content:
    """Signs and what they mean, side by side in as many lines as they take, or in two columns."""
    lines: list[list[Content]] = [[]]
    for sign, means in marks:
        told = Content.assemble((sign, "bold"), f" {means}")
        taken = sum(one.cell_length + cell_len(GAP) for one in lines[-1])
        if lines[-1] and taken + told.cell_length > width:
            lines.append([])
        lines[-1].append(told)
    if len(lines) == len(marks):
        longest = max(cell_len(sign) for sign, _ in marks)
        signs = (f"{sign}{' ' * (longest - cell_len(sign))}" for sign, _ in marks)
        pairs = zip(signs, marks, strict=True)
        lines = [[Content.assemble((sign, "bold"), f"  {means}")] for sign, (_, means) in pairs]
    return Content("\n").join(Content(GAP).join(line) for line in lines)


class HelpPage(BaseScreen[None]):
    """Scrolls when it is longer than the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll('scroll_up')", "scroll", key_display="↑↓", id="help.up"),
        Binding("down,j", "scroll('scroll_down')", "down", id="help.down", show=False),
        Binding("pageup", "scroll('page_up')", "page up", id="help.page_up", show=False),
        Binding(
            "pagedown,space", "scroll('page_down')", "page down", id="help.page_down", show=False
        ),
        Binding("home,g", "scroll('scroll_home')", "top", id="help.first", show=False),
        Binding("end,G", "scroll('scroll_end')", "end", id="help.last", show=False),
        Binding("r", "rules", "the rules of this game", id="help.rules"),
        Binding("escape,q,enter", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    TITLE = "Help"
    CSS_PATH = "help.tcss"

    def __init__(self, shown: Screen[Any]) -> None:
        """The help for a screen."""
        super().__init__()
        self._topics = Topics("What is on the screen")
        if isinstance(shown, BaseScreen):
            self._topics, self.family = shown.help_topics(), shown.family
        self._keys = [*rows(shown, self._topics)]

    def body(self) -> Iterable[Widget]:
        topics = self._topics
        told = [Container(*(Table(cursor=False) for _ in range(2)), id="keys")]
        below = []
        if topics.marks:
            below.append(Static(id="marks"))
        if topics.notation:
            key = self.app.options.key_display("play.type", ":")
            typing = f" types a move: {topics.notation}"
            below.append(Static(Content.assemble((key, "bold"), typing)))
        scrolled = VerticalScroll(*told, *below, id="help", can_focus=False)
        scrolled.border_title = Content(topics.title)
        yield scrolled

    def on_mount(self) -> None:
        if not self.query(Table):
            return  # the app leaves before it is there
        longest = max((key.cell_len for key, _ in self._keys), default=0)
        headings = (Heading("", max(LEAST_WIDTH, longest + 2)), Heading(""))
        half = -(-len(self._keys) // 2)
        for table, rows in zip(
            self.query(Table), (self._keys[:half], self._keys[half:]), strict=True
        ):
            table.show_header = False
            table.lay(headings, rows)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= COLUMNS, "-wide")
        for marks in self.query("#marks").results(Static):
            marks.update(legend(self._topics.marks, event.size.width - EDGES))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "rules" or bool(self.family)

    def action_rules(self) -> None:
        self.app.navigator.open_rules(self.family)

    def action_scroll(self, where: str) -> None:
        getattr(self.query_one("#help"), f"action_{where}")()
