"""The library of a family: its catalogue by groups, what was won, a look at the chosen puzzle."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer

from games.peg import Board
from puzzles.puzzle import Entry
from tui import drawing, words
from tui.boards import TITLES
from tui.boards.board import Line
from tui.drawing import Block
from tui.miniature import Miniature
from tui.screens.page import Page
from tui.screens.picker import Choice, Picker

NUMBERING = re.compile(r"\bN\b")
MARKS = {"won": ("✓ ", "good"), "begun": ("… ", "notice"), "": ("  ", "")}
PREVIEW_DELAY = 0.1  # seconds that the cursor rests before a puzzle is looked up


class LibraryPage(Page[None]):
    """Headings of groups stand between the entries; the cursor skips them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="library.up"),
        Binding("down,j", "move(1)", "down", id="library.down", show=False),
        Binding("pageup,left,h", "group(-1)", "group", key_display="←→", id="library.group_up"),
        Binding("pagedown,right,l", "group(1)", "next group", id="library.group_down", show=False),
        Binding("home,g", "move(-1000000)", "first", id="library.first", show=False),
        Binding("end,G", "move(1000000)", "last", id="library.last", show=False),
        Binding("enter,space", "open", "open", id="library.open"),
        Binding("slash", "find", "find", id="library.find"),
        Binding("colon", "ask", "name or number", id="library.name"),
        Binding("e", "edit", "new problem", id="library.edit"),
        Binding("n", "new", "new puzzle", id="library.new"),
        Binding("t", "table", "values by size", id="library.table"),
        Binding("escape,q", "back", "back", id="go.back"),
    ]

    def __init__(self, ascii_only: bool, family: str) -> None:
        super().__init__(ascii_only)
        self.family = family
        self._all: Sequence[Entry] | None = None
        self._shown: Sequence[Entry] = ()
        self._wanted = ""
        self._chosen = 0
        self._marks: Mapping[str, str] = {}
        self.previews: dict[str, Miniature | str] = {}
        self._rest: Timer | None = None

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        entries = await self.app.entries(self.family)
        if entries != self._all:  # the person may have set up a problem meanwhile
            self._all = entries
            self._filter(self._wanted)
        self._marks = await self.app.marks([self.family])
        self.paint()

    def _filter(self, wanted: str) -> None:
        """Show the entries that hold every word of `wanted`."""
        here = self._entry
        self._wanted = wanted
        parts = wanted.casefold().split()
        self._shown = [
            entry
            for entry in self._all or ()
            if all(
                part in f"{entry.name} {entry.title} {entry.group} {entry.detail}".casefold()
                for part in parts
            )
        ]
        self._chosen = self._shown.index(here) if here in self._shown else 0
        self._look_soon()

    @property
    def _entry(self) -> Entry | None:
        return self._shown[self._chosen] if self._shown else None

    # The frame

    def frame(self, width: int, height: int) -> Block:
        room = height - 4
        side = width * 2 // 5 if width >= 60 else 0
        listing = drawing.box("", self._list(width - side - 2, room - 2), width - side, room)
        if side:
            listing = drawing.beside(listing, self._side(side, room))
        title: Line = [(f" {TITLES[self.family]}", "title")]
        if self._wanted:
            title.append((f"   holding “{self._wanted}”", "notice"))
        won = sum(mark == "won" for mark in self._marks.values())
        found = [(f"{words.count(len(self._shown), 'puzzles')} · {won} won ", "dim")]
        frame = [
            drawing.ends(title, found if self._all is not None else [], width),
            *listing,
            *self.bottom(width),
        ]
        return drawing.block(frame, width, height)

    def _rows(self) -> list[Entry | str]:
        rows: list[Entry | str] = []
        group = None
        for entry in self._shown:
            if entry.group != group:
                group = entry.group
                rows.append(group)
            rows.append(entry)
        return rows

    def _list(self, width: int, height: int) -> Block:
        if self._all is None:
            return [[], [("  looking through the shelves…", "dim")]]
        if not self._shown:
            return [[], [("  Nothing holds that. esc shows everything again.", "dim")]]
        rows = self._rows()
        lines: Block = []
        for at in self._window(rows, height):
            row = rows[at]
            if isinstance(row, str):
                lines.append([(f" {row}", "title")])
                continue
            cursor = (" › " if row is self._entry else "   ", "cursor")
            mark = MARKS[self._marks.get(row.name, "")]
            detail = [(f" {row.detail} ", "dim")]
            role = "title" if row is self._entry else ""
            lines.append(drawing.ends([cursor, mark, (row.title, role)], detail, width))
        return lines

    def _window(self, rows: list[Entry | str], height: int) -> range:
        chosen = rows.index(self._entry) if self._entry else 0
        return drawing.window(len(rows), chosen, height)

    def _side(self, width: int, height: int) -> Block:
        entry = self._entry
        inner = width - 4
        lines: Block = [[]]
        if entry:
            lines += drawing.wrap(entry.title, inner, "title")
            lines += [[(entry.name, "dim")], *drawing.wrap(entry.detail, inner), []]
            preview = self.previews.get(entry.name)
            room = height - 2 - len(lines)
            if isinstance(preview, str):
                lines += drawing.wrap(preview, inner, "dim")
            elif preview and room > 2:
                lines += preview.draw(inner, room)
        return drawing.box("", [[(" ", ""), *line] for line in lines], width, height)

    # The preview

    def _look_soon(self) -> None:
        if self._rest:
            self._rest.stop()
        self._rest = self.set_timer(PREVIEW_DELAY, self._look)

    def _look(self) -> None:
        entry = self._entry
        if entry and entry.name not in self.previews:
            self.run_worker(partial(self._preview, entry), exclusive=True, group="preview")

    async def _preview(self, entry: Entry) -> None:
        if NUMBERING.search(entry.name):
            self.previews[entry.name] = "Enter, then a number; without one, any deal."
        else:
            self.previews[entry.name] = await self.app.miniature(entry.name)
        self.paint()

    # Keys

    def pressed(self, key: str, character: str | None) -> None:
        """A digit begins a number."""
        if character and character.isdigit():
            self.begin_typing(character)

    def action_move(self, by: int) -> None:
        self._chosen = min(max(self._chosen + by, 0), max(0, len(self._shown) - 1))
        self._look_soon()
        self.paint()

    def action_group(self, by: int) -> None:
        """To the first entry of the group before or after this one."""
        starts = [
            at
            for at, entry in enumerate(self._shown)
            if at == 0 or entry.group != self._shown[at - 1].group
        ]
        ahead = [at for at in starts if (at > self._chosen if by > 0 else at < self._chosen)]
        if ahead:
            self._chosen = ahead[0] if by > 0 else ahead[-1]
        self.action_move(0)

    def action_open(self) -> None:
        if not self._entry:
            return
        if NUMBERING.search(self._entry.name):
            self.begin_typing()
        else:
            self.app.open(self._entry.name, self.family)

    def action_find(self) -> None:
        def typing(text: str) -> None:
            self._filter(text)

        def entered(text: str) -> bool:
            if not self._shown:
                self._named(text)
            return True

        self.ask("/", entered, self._wanted, typing)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        of = {"edit": "peg", "table": "hexapawn", "new": "rush"}
        return of.get(action, self.family) == self.family

    def action_new(self) -> None:
        from tui.screens.workshop import WorkshopPage

        self.app.push_screen(WorkshopPage(self.app.look))

    def action_table(self) -> None:
        from tui.screens.sizes import SizesPage

        self.app.push_screen(SizesPage(self.app.look.ascii_only))

    def action_edit(self) -> None:
        """Set up a problem on a board that the person chooses."""
        from tui.editor import blank, boards

        def chosen(board: Board | None) -> None:
            if board:
                self.app.edit(blank(board))

        choices = [
            Choice(name, words.count(len(board.holes), "holes"), board)
            for name, board in boards().items()
        ]
        self.app.push_screen(Picker("A new problem on the board", choices), chosen)

    def action_ask(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        numbering = self._numbering()
        ways = [NUMBERING.sub("number", numbering)] if numbering else []
        ways += ["a name", *(["a file"] if self.app.files else [])]
        label = f"{', '.join(ways[:-1])} or {ways[-1]}:" if ways[1:] else f"{ways[0]}:"
        about = "nothing: a deal at random" if numbering else ""
        self.ask(label, self._named, text, keys=("open", about), blank=bool(numbering))

    def _numbering(self) -> str:
        """The numbering that a bare number means: the chosen one, or the first of the family."""
        chosen = [self._entry] if self._entry else []
        for entry in [*chosen, *(self._all or ())]:
            if NUMBERING.search(entry.name):
                return entry.name
        return ""

    def _named(self, text: str) -> bool:
        numbering = self._numbering()
        if numbering and (not text or (text.isascii() and text.isdigit())):
            text = NUMBERING.sub(text or "random", numbering)
        self.app.open(text, self.family)
        return False  # the prompt stays until the puzzle is there

    def action_back(self) -> None:
        if self._wanted:
            self._filter("")
            self.paint()
        else:
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        self.woken()
        rows = self._rows()
        window = self._window(rows, self.size.height - 6)
        at = window.start + event.screen_y - 2
        row = rows[at] if at in window else None
        if isinstance(row, Entry):
            again = row is self._entry
            self._chosen = self._shown.index(row)
            self.action_open() if again else self.action_move(0)

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)
