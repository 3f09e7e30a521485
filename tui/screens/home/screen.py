"""Home: the families as cards with animated boards, unfinished games, wins, today's puzzles."""

import asyncio
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.boards.thumbnails import Miniature
from ludoscope.tui.saves.overview import Overview
from ludoscope.tui.saves.save import Save
from ludoscope.tui.screens.base import BaseScreen, give_way
from ludoscope.tui.screens.home.daily_calendar import Days
from ludoscope.tui.screens.home.family_card import Cards, FamilyCard
from ludoscope.tui.screens.home.home_list import HomeList
from ludoscope.tui.screens.home.rows import begun, today, won
from ludoscope.tui.widgets.prompt import Ask

LIVING_SECONDS = 20.0  # after the last key the boards rest, and an idle app sends nothing
STEP_SECONDS = 1.0
SOON = 0.2  # seconds in which the saves are read, but on a slow disk
ROOMY = 30  # lines of the screen from which on a list says what is to be done in a puzzle
EDGES = 2  # lines of a box
FEWEST = 6  # lines of the lists
LEAST_BOARDS = 16  # lines that the boards are left
FLAT = 0.6  # lines of a board for each of its columns


class HomePage(BaseScreen[None]):
    """The focus is on a card, or on one of the lists below.

    Below the puzzle that the app begins with it has no widget, and reads nothing, until it is
    seen: to make it would be a third of what the puzzle's first frame takes.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "aside(-1)", "choose", key_display="↑↓←→", id="home.left"),
        Binding("right", "aside(1)", "right", id="home.right", show=False),
        Binding("down,j", "line(1)", "down", id="home.down", show=False),
        Binding("up,k", "line(-1)", "up", id="home.up", show=False),
        Binding("enter,space", "open", "open", id="home.open"),
        Binding("slash", "find", "find", id="home.find"),
        Binding("d", "daily", "daily", id="home.daily"),
        Binding("w", "race", "race", id="home.race"),
        Binding("c", "app.company", "company", id="app.company"),
        Binding("q", "app.quit", "quit", id="home.leave"),
        Binding("s", "app.statistics", "statistics", id="go.statistics"),
        Binding("l,ctrl+l", "app.lab", "lab", id="app.lab"),
        Binding("colon", "ask", "open by name", id="home.name"),
        Binding("comma", "app.settings", "settings", id="app.settings"),
    ]
    TITLE = "Ludoscope"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (108, "-wide")]  # noqa: RUF012
    LEAST = (60, 19)
    AUTO_FOCUS = "FamilyCard"

    def __init__(self, covered: bool = False) -> None:
        super().__init__()
        self._covered = covered  # from the start, and yet to be seen
        self._overview = Overview(daily.today())
        self._last_card: FamilyCard | None = None
        self._filled = False  # with its widgets
        self._read = asyncio.Event()  # of all that is in the store now
        self.pictures: Mapping[str, Miniature] = {}
        self._touched = time.monotonic()

    def compose(self) -> ComposeResult:
        if not self._covered:
            yield from super().compose()

    def body(self) -> Iterable[Widget]:
        yield Cards(*[FamilyCard(family) for family in FAMILIES.values()], id="cards")
        self._begun = HomeList("Continue", id="begun")
        self._won = HomeList("Recently won", id="won")
        self._today = HomeList("", id="dailies")
        today = Vertical(self._today, Days(), id="today")
        today.border_title = "Today"
        yield Horizontal(self._begun, today, id="lists")

    def on_mount(self) -> None:
        self._filled = not self._covered
        self.living = self.set_interval(STEP_SECONDS, self._live, pause=True)

    @on(events.ScreenResume)
    async def _come_up(self) -> None:
        if self.app.opener.busy or self.app.page() is not self:
            return
        returned = self._covered or bool(self.pictures)
        if self._covered:
            self._covered = False
            await self.recompose()
            self._filled = True
            give_way(self, self.size, self.least())
        self.living.resume()
        if not self.pictures:
            self.run_worker(self._load_pictures, exclusive=True, group="pictures")
        self._read.clear()
        self.run_worker(self._load, exclusive=True, group="overview")
        if returned:  # keys typed ahead are meant for the lists as they are now
            with suppress(TimeoutError):
                await asyncio.wait_for(self._read.wait(), SOON)

    def on_screen_suspend(self) -> None:
        self.living.pause()

    @property
    def loaded(self) -> bool:
        """Whether all there is to tell has been read."""
        return bool(self.pictures and self._read.is_set())

    async def _load(self) -> None:
        self._overview = await self.app.library.overview()
        self.app.library.tell_of_games()
        self._show()
        self._read.set()
        self._welcome()

    async def _load_pictures(self) -> None:
        self.pictures = await self.app.library.miniatures()
        self.app.library.tell_of_games()
        for card in self.query(FamilyCard):
            card.picture = self.pictures.get(card.family.name)
            card.redraw()
        self._welcome()

    def _welcome(self) -> None:
        """Show the tour over the boards, once in a person's life."""
        tour_pending = self.app.options.preferences.tour_pending
        if tour_pending and self.pictures and self.on_top and not self.app.opener.busy:
            self.call_later(self._tour)

    def _tour(self) -> None:
        if self.on_top:  # what was opened meanwhile is not laid over
            self.app.navigator.show_tour()

    # What is shown

    def _show(self) -> None:
        if not (self._filled and self.is_attached):
            return  # it is yet to be seen, or the app leaves
        overview = self._overview
        self.sub_title = f"{overview.day:%A} {overview.day.day} {overview.day:%B}"
        for card in self.query(FamilyCard):
            card.tally = overview.tallies.get(card.family.name, "")
            card.redraw()
        styles, roomy = self.app.palette.styles, self.size.height >= ROOMY
        self._begun.show([*begun(overview, roomy)])
        if overview.won and not self._won.is_attached:
            self.query_one("#lists").mount(self._won, before="#today")
        self._won.show([*won(overview)])
        self._today.show([*today(overview, styles)])
        self._heads()
        self._leave_empty()
        self.query_one(Days).show(overview, styles.__getitem__)
        self._share_out()

    @on(Cards.Resized)
    def _share_out(self) -> None:
        """Lines for the lists as they need them, or as the boards leave them, up to half."""
        days = self.query_one(Days).wanted(self.size.height >= ROOMY)
        rows = max(self._begun.tall, self._won.tall, len(self._today.rows) + days)
        most = max(rows + EDGES, FEWEST)
        body = self.query_one("#body").size
        if not body.height:
            return  # yet to be laid out: the cards will tell
        boards = max(LEAST_BOARDS, int(body.width / len(FAMILIES) * FLAT))
        lists = min(max(most, body.height - boards), body.height // 2)
        self.query_one("#lists").styles.height = lists

    def _heads(self) -> None:
        """The titles of the lists: on a narrow screen two share a box."""
        overview = self._overview
        self.set_class(bool(overview.won), "-any-won")
        head = "Continue" if overview.begun else "Play next" if overview.won else "Start here"
        both = overview.won and self.has_class("-narrow")
        self._begun.border_title = Content(f"{head} · Recently won →" if both else head)
        self._won.border_title = Content(f"Recently won · ← {head}" if both else "Recently won")

    def look_changed(self) -> None:
        super().look_changed()
        self._show()
        for card in self.query(FamilyCard):
            card.redraw()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._show)

    def _live(self) -> None:
        if time.monotonic() - self._touched > LIVING_SECONDS:
            self.living.pause()
        elif not self.app.options.appearance.reduced_motion and self.app.pace.free:
            card = self._card
            if card.picture:
                card.picture.step()
            if card.redraw():
                self.call_after_refresh(self.app.pace.drawn)

    def hears(self, event: events.Key) -> bool:
        self._touched = time.monotonic()
        if self._filled:
            self.living.resume()
        return super().hears(event)

    # Keys

    @property
    def _card(self) -> FamilyCard:
        """The card with the focus, or that had it last."""
        cards = [*self.query(FamilyCard)]
        self._last_card = next((card for card in cards if card.has_focus), self._last_card)
        return self._last_card or cards[0]

    @property
    def _list(self) -> HomeList | None:
        """The list with the focus."""
        return self.focused if isinstance(self.focused, HomeList) else None

    def _leave_empty(self) -> None:
        """What has become empty is left."""
        if (here := self._list) and not here.rows:
            self._card.focus()

    def _enter(self, target: HomeList) -> None:
        self.set_class(target is self._won, "-won")
        target.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._filled and not self.asking

    def action_aside(self, by: int) -> None:
        """To the card, or to the list, on that side."""
        if here := self._list:
            lists = [one for one in (self._begun, self._won, self._today) if one.rows]
            self._enter(lists[(lists.index(here) + by) % len(lists)])
        else:
            cards = [*self.query(FamilyCard)]
            cards[(cards.index(self._card) + by) % len(cards)].focus()

    def action_line(self, by: int) -> None:
        """Down from a card to the list below it, and back up from its first line."""
        if here := self._list:
            if by < 0 and not here.highlighted:
                self._card.focus()
            elif here.highlighted is not None:
                here.highlighted = min(here.highlighted + by, len(here.rows) - 1)
            return
        cards = [*self.query(FamilyCard)]
        order = [self._begun, self._won, self._today]
        if cards.index(self._card) >= len(cards) // 2:
            order.reverse()
        if by > 0 and (below := next((one for one in order if one.rows), None)):
            self._enter(below)

    def action_daily(self) -> None:
        """To the puzzles of the day, and on to the next of them."""
        today = self._today
        if today.has_focus and today.highlighted is not None:
            today.highlighted = (today.highlighted + 1) % len(today.rows)
        elif today.rows:
            self._enter(today)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        if not (here := self._list):
            self.app.navigator.open_library(self._card.family.name)
        elif row := here.chosen:
            if isinstance(row.value, Save):
                self.app.opener.resume(row.value)
            elif here is self._won:
                self.app.opener.reopen(row.value)
            else:
                self.app.opener.open(row.value)

    def action_find(self) -> None:
        self.app.navigator.open_library()

    def action_race(self) -> None:
        """Solvers at work, to be watched."""
        self.app.navigator.show_race()

    def begin_typing(self, text: str = "") -> None:
        label = "a name, a number or a file:" if self.app.files else "a name or a number:"
        self.ask(Ask(label, self._named, text))

    def _named(self, text: str) -> bool:
        self.app.opener.open_named(text)
        return False  # the line stays until the puzzle is there

    def on_family_card_opened(self, event: FamilyCard.Opened) -> None:
        self.app.navigator.open_library(event.family)
