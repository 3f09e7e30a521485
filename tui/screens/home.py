"""Home: the families as cards with a living board each, what was begun and won, and today."""

import time
from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.boards.miniature import Miniature
from ludoscope.tui.saves.overview import Overview
from ludoscope.tui.screens import home_frame
from ludoscope.tui.screens.home_frame import AREAS, BEGUN, CARDS, TODAY, WON
from ludoscope.tui.screens.page import Page
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

LIVING_SECONDS = 20.0  # after the last key the boards rest, and an idle app sends nothing
STEP_SECONDS = 1.0


class HomePage(Page[None]):
    """The cursor is on a card, or in one of the lists below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "aside(-1)", "choose", key_display="↑↓←→", id="home.left"),
        Binding("right", "aside(1)", "to the right", id="home.right", show=False),
        Binding("down,j", "line(1)", "down", id="home.down", show=False),
        Binding("up,k", "line(-1)", "up", id="home.up", show=False),
        Binding("enter,space", "open", "open", id="home.open"),
        Binding("slash", "find", "find", id="home.find"),
        Binding("d", "daily", "daily", id="home.daily"),
        Binding("l,ctrl+l", "app.lab", "lab", id="app.lab"),
        Binding("s", "app.statistics", "statistics", id="go.statistics"),
        Binding("comma", "app.settings", "settings", id="app.settings"),
        Binding("colon", "ask", "open by name", id="home.name"),
        Binding("q", "app.quit", "leave", id="home.leave"),
    ]

    def __init__(self, ascii_only: bool) -> None:
        super().__init__(ascii_only)
        self._at = dict.fromkeys(AREAS, 0)
        self._area = CARDS
        self._overview = Overview(daily.today())
        self.pictures: Mapping[str, Miniature] = {}
        self._touched = time.monotonic()

    def on_mount(self) -> None:
        self.living = self.set_interval(STEP_SECONDS, self._live)
        self.run_worker(self._load_pictures)

    def on_screen_resume(self) -> None:
        self.living.resume()
        self.run_worker(self._load, exclusive=True, group="overview")

    def on_screen_suspend(self) -> None:
        self.living.pause()

    @property
    def loaded(self) -> bool:
        """Whether all there is to tell has been read."""
        return bool(self.pictures and self._overview.dailies)

    async def _load(self) -> None:
        self._overview = await self.app.library.overview()
        self.app.library.tell_of_games()
        self._move(0)
        self.paint()
        self._welcome()

    async def _load_pictures(self) -> None:
        self.pictures = await self.app.library.miniatures()
        self.app.library.tell_of_games()
        self.paint()
        self._welcome()

    def _welcome(self) -> None:
        """Show the tour over the boards, once in a person's life."""
        if self.app.look.tour and self.pictures and self.on_top and not self.app.opener.busy:
            self.draw()
            self.call_later(self._tour)

    def _tour(self) -> None:
        if self.on_top:  # what was opened meanwhile is not laid over
            self.app.navigator.show_tour()

    def _live(self) -> None:
        if time.monotonic() - self._touched > LIVING_SECONDS:
            self.living.pause()
        elif not self.app.look.still and self.app.pace.free:
            if picture := self.pictures.get(self._family):
                picture.step()
            self.paint_unasked()

    def draw(self) -> bool:
        return not self.app.opener.busy and super().draw()

    def woken(self) -> None:
        super().woken()
        self._touched = time.monotonic()
        self.living.resume()

    # The frame

    def least(self) -> tuple[int, int]:
        return 60, 19

    def frame(self, width: int, height: int) -> Block:
        cursor = (self._area, self._at[self._area])
        above = home_frame.frame(width, height, self._overview, self.pictures, cursor, time.time())
        return drawing.block([*above, *self.bottom(width)], width, height)

    # Keys

    def _count(self, area: str) -> int:
        return len(FAMILIES) if area == CARDS else home_frame.listed(area, self._overview)

    @property
    def _family(self) -> str:
        """That of the card with the cursor."""
        families: list[str] = [*FAMILIES]
        return families[self._at[CARDS]]

    def _move(self, by: int) -> None:
        """The cursor within its list; what has become empty is left."""
        if not self._count(self._area):
            self._area = CARDS
        last = self._count(self._area) - 1
        self._at[self._area] = min(max(self._at[self._area] + by, 0), last)

    def action_aside(self, by: int) -> None:
        """To the card, or to the list, on that side."""
        if self._area == CARDS:
            self._at[CARDS] = (self._at[CARDS] + by) % len(FAMILIES)
        else:
            areas = [area for area in (BEGUN, WON, TODAY) if self._count(area)]
            self._area = areas[(areas.index(self._area) + by) % len(areas)]
        self.paint()

    def action_line(self, by: int) -> None:
        """Down from a card to the list below it, and back up from its first line."""
        if self._area == CARDS:
            right = self._at[CARDS] >= len(FAMILIES) // 2
            order = (TODAY, WON, BEGUN) if right else (BEGUN, WON, TODAY)
            below = (area for area in order if self._count(area))
            self._area = next(below, CARDS) if by > 0 else CARDS
        elif by < 0 and not self._at[self._area]:
            self._area = CARDS
        else:
            self._move(by)
        self.paint()

    def action_daily(self) -> None:
        """To the puzzles of the day, and on to the next of them."""
        if self._area == TODAY:
            self._at[TODAY] = (self._at[TODAY] + 1) % self._count(TODAY)
        elif self._count(TODAY):
            self._area = TODAY
        self.paint()

    def action_open(self) -> None:
        at, overview = self._at[self._area], self._overview
        match self._area:
            case "begun" if overview.begun:
                self.app.opener.resume(overview.begun[at])
            case "begun":
                self.app.opener.open([*overview.ahead.values()][at].name)
            case "won":
                self.app.opener.reopen(overview.won[at].name)
            case "today":
                self.app.opener.open([*overview.dailies.values()][at].name)
            case _:
                self.app.navigator.open_library(self._family)

    def action_find(self) -> None:
        self.app.navigator.open_library()

    def action_ask(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        self.ask(f"a puzzle's name{' or a file' if self.app.files else ''}:", self._named, text)

    def _named(self, text: str) -> bool:
        self.app.opener.open(text)
        return False  # the prompt stays until the puzzle is there

    def on_click(self, event: events.Click) -> None:
        self.woken()
        width, height = self.size
        cards = home_frame.card_lines(height)
        row = event.screen_y - 2
        if 0 <= row < cards:
            self._area = CARDS
            self._at[CARDS] = min(event.screen_x * len(FAMILIES) // width, len(FAMILIES) - 1)
            self.action_open()
            return
        rows = height - cards - 7
        for area, first, columns in home_frame.lists(width, self._area, self._overview):
            chosen = self._at[area] if area == self._area else 0
            window = drawing.window(self._count(area), chosen, rows)
            at = window.start + (row - cards - 1) // home_frame.spacing(area, self._overview, rows)
            if first <= event.screen_x < first + columns and row > cards and at in window:
                self._area, self._at[area] = area, at
                self.action_open()
