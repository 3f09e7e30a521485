"""The help: the key bindings of the screen it was opened from, and the symbols on its board.

Textual's HelpPanel shows the bindings alone, beside the screen. This screen also explains the
symbols of a board and the notation of moves, and opens the rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.widgets.footer import KeyHint, is_rare, list_help_keys
from ludoscope.tui.widgets.text_table import Column, TextTable

MAX_COLUMNS = 3  # of keys
MAX_WIDTH = 100  # of the box, see the stylesheet
HORIZONTAL_MARGIN = 6  # borders and padding around the text
KEY_GAP, COLUMN_GAP = 2, 1
SYMBOL_GAP = "   "
KeyRow = tuple[Text, Text]
"""A key and what it does."""


def key_rows(screen: Screen[object], content: HelpContent) -> Iterator[KeyRow]:
    """Yield the keys of the board, a blank row and the bindings; disabled ones are dim."""
    for keys, action in content.board_keys:
        yield Text(keys, "bold"), Text(action)
    if content.board_keys:
        yield Text(), Text()
    for key, active in list_help_keys(screen):
        if not key or (content.has_all_keys and not is_rare(active.binding)):
            continue
        if active.enabled:
            yield Text(key, "bold"), Text(active.binding.description)
        else:
            yield Text(key, "dim"), Text(active.binding.description, "dim")


def format_symbols(symbols: Sequence[KeyHint], width: int) -> Content:
    """Return the symbols with their meanings, wrapped at `width`; aligned if each needs a line."""
    lines: list[list[Content]] = [[]]
    for symbol, meaning in symbols:
        item = Content.assemble((symbol, "bold"), f" {meaning}")
        line_width = sum(other.cell_length + cell_len(SYMBOL_GAP) for other in lines[-1])
        if lines[-1] and line_width + item.cell_length > width:
            lines.append([])
        lines[-1].append(item)
    if len(lines) < len(symbols):
        return Content("\n").join(Content(SYMBOL_GAP).join(line) for line in lines)
    symbol_width = max(cell_len(symbol) for symbol, _ in symbols)
    return Content("\n").join(
        Content.assemble((symbol, "bold"), " " * (symbol_width - cell_len(symbol) + 2), meaning)
        for symbol, meaning in symbols
    )


def _column_widths(rows: Sequence[tuple[Text, Text]]) -> tuple[int, int]:
    """Return the cells of the keys in a column and those of their texts, both with a gap."""
    keys, texts = zip(*rows, strict=True)
    key_width, text_width = (max(text.cell_len for text in each) for each in (keys, texts))
    return key_width + KEY_GAP, text_width + COLUMN_GAP


class HelpScreen(BaseScreen[None]):
    """The help for one screen; it scrolls if it is too long."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll('scroll_up')", "scroll", key_display="↑↓", id="help.up"),
        Binding("down,j", "scroll('scroll_down')", "down", id="help.down", show=False),
        Binding("pageup", "scroll('page_up')", "page up", id="help.page_up", show=False),
        Binding(
            "pagedown,space", "scroll('page_down')", "page down", id="help.page_down", show=False
        ),
        Binding("home,g", "scroll('scroll_home')", "top", id="help.first", show=False),
        Binding("end,G", "scroll('scroll_end')", "end", id="help.last", show=False),
        Binding("r", "rules", "rules", id="help.rules"),
        Binding("t", "app.tour", "tour", id="help.tour"),
        Binding("enter", "dismiss(None)", "close", id="help.close", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    TITLE = "Help"
    CSS_PATH = "help.tcss"

    def __init__(self, screen: Screen[object]) -> None:
        """Create the help for `screen`."""
        super().__init__()
        if isinstance(screen, BaseScreen):
            self._content, self.family = screen.help_content(), screen.family
        else:
            self._content = HelpContent("Keys")
        self._key_rows = list(key_rows(screen, self._content))

    def compose_body(self) -> Iterable[Widget]:
        content = self._content
        widgets: list[Widget] = [
            Container(*(TextTable(has_cursor=False) for _ in range(MAX_COLUMNS)), id="keys"),
        ]
        if content.purpose:
            widgets.insert(0, Static(Content(content.purpose), id="purpose"))
        if content.symbols:
            widgets.append(Static(id="symbols"))
        if content.notation:
            key = self.app.options.key_display("play.type", ":")
            notation = f" types a move: {content.notation}"
            widgets.append(Static(Content.assemble((key, "bold"), notation)))
        scroll = VerticalScroll(*widgets, id="help", can_focus=False)
        scroll.border_title = Content(content.title)
        yield scroll

    def on_mount(self) -> None:
        self._fill(self.app.size.width)

    def on_resize(self, event: events.Resize) -> None:
        self._fill(event.size.width)

    def _fill(self, screen_width: int) -> None:
        width = min(screen_width, MAX_WIDTH) - HORIZONTAL_MARGIN
        self._show_keys(width)
        for symbols in self.query("#symbols").results(Static):
            symbols.update(format_symbols(self._content.symbols, width))

    def _show_keys(self, width: int) -> None:
        """Show the keys in as many columns as fit."""
        for column_count in range(MAX_COLUMNS, 0, -1):
            row_count = -(-len(self._key_rows) // column_count)
            starts = range(0, len(self._key_rows), max(1, row_count))
            columns = [self._key_rows[start : start + row_count] for start in starts]
            widths = [_column_widths(rows) for rows in columns]
            if sum(map(sum, widths)) - COLUMN_GAP <= width:
                break
        for index, table in enumerate(self.query(TextTable)):
            table.display = index < len(columns)
            table.show_header = False
            if table.display:
                key_width, text_width = widths[index]
                table.styles.width = f"{key_width + text_width}fr"
                table.set_rows((Column("", key_width), Column("")), columns[index])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "rules" or bool(self.family)

    def action_rules(self) -> None:
        self.app.navigator.open_rules(self.family)

    async def action_scroll(self, action: str) -> None:
        """Run a scroll action of the text."""
        await self.query_one("#help").run_action(action)
