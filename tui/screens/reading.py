"""A page to read: text that scrolls, in one leaf or several between which tab goes to and fro."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.tui.boards.board import Line
from ludoscope.tui.screens.page import BOTTOM, Page
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.prose import Leaf

WIDEST = 100  # columns of text that an eye follows well
WHEEL = 3  # lines
WAITING: Block = [[], [("…", "dim")]]


@dataclass(frozen=True, slots=True)
class Tab:
    """A leaf and what it is called; `prepare` makes it, in a thread of its own, when it is due."""

    label: str
    prepare: Callable[[], Leaf]


class ReadingPage(Page[None]):
    """Subclasses say `title` and `tabs`; `ready` tells whether the leaf at hand is there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_by(-1)", "scroll", key_display="↑↓", id="read.up"),
        Binding("down,j", "scroll_by(1)", "down", id="read.down", show=False),
        Binding("pagedown,space", "page(1)", "page", key_display="space", id="read.page"),
        Binding("pageup,b", "page(-1)", "page back", id="read.page_back", show=False),
        Binding("home,g", "end(-1)", "to the top", id="read.top", show=False),
        Binding("end,G", "end(1)", "to the end", id="read.end", show=False),
        Binding("right,l,tab", "turn(1)", "next tab", key_display="←→", id="read.next"),
        Binding("left,h,shift+tab", "turn(-1)", "tab before", id="read.previous", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, ascii_only: bool, title: str, tabs: Sequence[Tab]) -> None:
        super().__init__(ascii_only)
        self._title = title
        self._tabs = tabs
        self._at = 0
        self._leaves: dict[int, Leaf] = {}
        self._tops: dict[int, int] = {}
        self._laid: tuple[tuple[int, int], Block] = ((-1, 0), [])

    def on_mount(self) -> None:
        self._prepare()

    @property
    def ready(self) -> bool:
        return self._at in self._leaves

    def _prepare(self) -> None:
        if self.ready:
            return
        at, tab = self._at, self._tabs[self._at]

        async def make() -> None:
            self._leaves[at] = await asyncio.to_thread(tab.prepare)
            self.paint()

        self.run_worker(make, group=tab.label)

    # The frame

    def frame(self, width: int, height: int) -> Block:
        across, room = self._extent(width, height)
        lines = self._lines(across)
        top = max(0, min(self._tops.get(self._at, 0), len(lines) - room))
        if self.ready:
            self._tops[self._at] = top
        margin = (width - 2 - across) // 2
        shown: Block = [[(" " * margin, ""), *line] for line in lines[top : top + room]]
        below = min(len(lines), top + room)
        place = f"{top + 1}–{below} of {len(lines)} " if len(lines) > room else ""
        frame = [
            drawing.ends([(f" {self._title}", "title")], [(place, "dim")], width),
            *([self._tab_line(width)] if len(self._tabs) > 1 else []),
            *drawing.box("", shown, width, room + 2),
            *self.bottom(width),
        ]
        return drawing.block(frame, width, height)

    def _extent(self, width: int, height: int) -> tuple[int, int]:
        """Columns and lines of text."""
        return min(WIDEST, width - 4), max(1, height - BOTTOM - 3 - (len(self._tabs) > 1))

    def _lines(self, across: int) -> Block:
        leaf = self._leaves.get(self._at)
        if leaf is None:
            return WAITING
        if self._laid[0] != (self._at, across):
            lines, first = leaf(across)
            self._tops.setdefault(self._at, first)
            self._laid = ((self._at, across), lines)
        return self._laid[1]

    def _tab_line(self, width: int) -> Line:
        """The labels, those around the chosen one where there is no room for all."""
        labels = [f" {tab.label} " for tab in self._tabs]
        first = 0
        while sum(map(len, labels[first : self._at + 1])) + self._at - first > width - 4:
            first += 1
        line: Line = [("‹" if first else " ", "dim")]
        left = width - 2
        for at in range(first, len(labels)):
            if len(labels[at]) > left and at > first:
                return drawing.fit([*drawing.fit(line, width - 1), ("›", "dim")], width)
            line.append((labels[at], "chosen" if at == self._at else "dim"))
            line.append((" ", ""))
            left -= len(labels[at]) + 1
        return drawing.fit(line, width)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "turn" or len(self._tabs) > 1

    def action_scroll_by(self, by: int) -> None:
        if self.ready:
            self._tops[self._at] = max(0, self._tops.get(self._at, 0) + by)
        self.paint()

    def action_page(self, by: int) -> None:
        self.action_scroll_by(by * max(1, self._extent(*self.size)[1] - 2))

    def action_end(self, by: int) -> None:
        self.action_scroll_by(by * 1_000_000)

    def action_turn(self, by: int) -> None:
        self._at = (self._at + by) % len(self._tabs)
        self._prepare()
        self.paint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_scroll_by(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_scroll_by(-WHEEL)

    def on_click(self, event: events.Click) -> None:
        """A tab."""
        self.woken()
        if len(self._tabs) > 1 and event.screen_y == 1:
            x = 0
            for text, _ in self._tab_line(self.size.width):
                x += len(text)
                if event.screen_x < x:
                    labels = [f" {tab.label} " for tab in self._tabs]
                    if text in labels:
                        self.action_turn(labels.index(text) - self._at)
                    return
