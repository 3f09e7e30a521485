"""Home: the four families as cards with a living board each, and what was begun."""

import time
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from games import FAMILIES
from tui import drawing
from tui.boards import TITLES
from tui.boards.board import Line
from tui.drawing import Block
from tui.miniature import Miniature
from tui.save import Save
from tui.screens.page import Page
from tui.words import ago, clock

LIVING_SECONDS = 20.0  # after the last key the boards rest, and an idle app sends nothing
STEP_SECONDS = 1.0


def card_lines(height: int) -> int:
    """Lines of a card on a screen of `height` lines: the list below keeps eight."""
    return max(6, min(height - 13, 16))


class HomePage(Page[None]):
    """The cursor is on a card, or on a line of the sessions begun."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "card(-1)", "family", key_display="←→", id="home.left"),
        Binding("right,l", "card(1)", "family", id="home.right", show=False),
        Binding("down,j", "line(1)", "sessions begun", key_display="↑↓", id="home.down"),
        Binding("up,k", "line(-1)", "families", id="home.up", show=False),
        Binding("enter,space", "open", "open", id="home.open"),
        Binding("s", "app.statistics", "statistics", id="go.statistics"),
        Binding("q", "app.quit", "leave", id="home.leave"),
        Binding("colon", "ask", "open by name", id="home.name"),
        Binding("comma", "app.settings", "settings", id="app.settings"),
    ]

    def __init__(self, ascii_only: bool) -> None:
        super().__init__(ascii_only)
        self._card = 0
        self._line = -1  # -1: the cursor is on the cards
        self._saves: Sequence[Save] = ()
        self._counts: Mapping[str, tuple[int, int]] = {}
        self.pictures: Mapping[str, Miniature] = {}
        self._touched = time.monotonic()

    def on_mount(self) -> None:
        self.living = self.set_interval(STEP_SECONDS, self._live)
        self.run_worker(self._load_pictures)

    def on_screen_resume(self) -> None:
        self.living.resume()
        self.run_worker(self._load_saves, exclusive=True, group="saves")

    def on_screen_suspend(self) -> None:
        self.living.pause()

    async def _load_saves(self) -> None:
        self._saves, self._counts = await self.app.overview()
        self._line = min(self._line, len(self._saves) - 1)
        self.paint()
        self._welcome()

    async def _load_pictures(self) -> None:
        self.pictures = await self.app.miniatures()
        self.paint()
        self._welcome()

    def _welcome(self) -> None:
        """Show the tour over the boards, once in a person's life."""
        if self.app.look.tour and self.pictures and self.is_current and not self.app.opening:
            self.draw()
            self.call_after_refresh(self.app.action_tour)

    def _live(self) -> None:
        if time.monotonic() - self._touched > LIVING_SECONDS:
            self.living.pause()
        elif not self.app.look.still and self.app.pace.free:
            if picture := self.pictures.get(FAMILIES[self._card]):
                picture.step()
            self.paint_unasked()

    def draw(self) -> bool:
        return not self.app.opening and super().draw()

    def woken(self) -> None:
        super().woken()
        self._touched = time.monotonic()
        self.living.resume()

    # The frame

    def least(self) -> tuple[int, int]:
        return 60, 19

    def frame(self, width: int, height: int) -> Block:
        cards = card_lines(height)
        rest = max(0, height - cards - 5)
        below = ("Continue", self._begun(width - 4, rest - 2), width, rest)
        frame = [
            drawing.fit([(" Ludoscope", "title")], width),
            drawing.fit([], width),
            *self._cards(width, cards),
            *(drawing.box(*below, "key" if self._line >= 0 else "dim") if rest > 2 else []),
            *self.bottom(width),
        ]
        return drawing.block(frame, width, height)

    def _cards(self, width: int, height: int) -> Block:
        each = (width - 3) // len(FAMILIES)
        cards = []
        for at, family in enumerate(FAMILIES):
            chosen = at == self._card and self._line < 0
            title = f"› {TITLES[family]}" if chosen else TITLES[family]
            picture = self.pictures.get(family)
            inner, room = each - 2, height - 4
            lines = picture.draw(inner, room) if picture else drawing.block([], inner, room)
            won, played = self._counts.get(family, (0, 0))
            lines = [*lines, [], [(f"  {won} of {played} won" if played else "", "dim")]]
            cards.append(drawing.box(title, lines, each, height, "key" if chosen else "dim"))
            cards.append([[(" ", "")]] * height)
        return drawing.beside(*cards[:-1])

    def _begun(self, width: int, height: int) -> Block:
        if not self._saves:
            return [[], [("  Nothing begun yet: choose a family and press enter.", "dim")]]
        now, lines = time.time(), []
        for at in drawing.window(len(self._saves), max(0, self._line), height):
            save = self._saves[at]
            left: Line = [(" › " if at == self._line else "   ", "cursor"), (save.title, "")]
            right = f"{TITLES[save.family]:<14} move {save.ply:<5} {clock(save.elapsed):>8}"
            line = drawing.ends(left, [(f"{right}  {ago(now - save.updated):>10}", "dim")], width)
            lines.append(line)
        return lines

    # Keys

    def action_card(self, by: int) -> None:
        self._card = (self._card + by) % len(FAMILIES)
        self._line = -1
        self.paint()

    def action_line(self, by: int) -> None:
        self._line = min(max(self._line + by, -1), len(self._saves) - 1)
        self.paint()

    def action_open(self) -> None:
        if self._line >= 0:
            self.app.resume(self._saves[self._line])
        else:
            self.app.open_library(FAMILIES[self._card])

    def action_ask(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        self.ask(f"a puzzle's name{' or a file' if self.app.files else ''}:", self._named, text)

    def _named(self, text: str) -> bool:
        self.app.open(text)
        return False  # the prompt stays until the puzzle is there

    def on_click(self, event: events.Click) -> None:
        self.woken()
        cards = card_lines(self.size.height)
        row = event.screen_y - 2
        if 0 <= row < cards:
            self._card = min(event.screen_x * len(FAMILIES) // self.size.width, 3)
            self._line = -1
            self.action_open()
        elif 0 <= row - cards - 1 < len(self._saves):
            self._line = row - cards - 1
            self.action_open()
