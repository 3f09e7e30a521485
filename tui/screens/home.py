"""Home: the families as cards with a living board each, what was begun and won, and today."""

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.names import usual
from ludoscope.tui.boards.miniature import Miniature
from ludoscope.tui.saves.overview import Overview, known_as
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.text.words import brief, clock
from ludoscope.tui.widgets.days import Days
from ludoscope.tui.widgets.family_card import FamilyCard
from ludoscope.tui.widgets.home_list import HomeList, Row

LIVING_SECONDS = 20.0  # after the last key the boards rest, and an idle app sends nothing
STEP_SECONDS = 1.0
MARKS = {"won": ("✓ ", "good"), "begun": ("… ", "notice"), "": ("  ", "")}
ROOMY = 12  # lines of a list from which on it says what is to be done in a puzzle


class HomePage(BaseScreen[None]):
    """The focus is on a card, or on one of the lists below.

    Below the puzzle that the app begins with it stays empty, and reads nothing, until it is seen:
    to make it would be a third of what the puzzle's first frame takes.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "aside(-1)", "choose", key_display="↑↓←→", id="home.left"),
        Binding("right", "aside(1)", "to the right", id="home.right", show=False),
        Binding("down,j", "line(1)", "down", id="home.down", show=False),
        Binding("up,k", "line(-1)", "up", id="home.up", show=False),
        Binding("enter,space", "open", "open", id="home.open"),
        Binding("slash", "find", "find", id="home.find"),
        Binding("d", "daily", "daily", id="home.daily"),
        Binding("w", "race", "race", id="home.race"),
        Binding("q", "app.quit", "quit", id="home.leave"),
        Binding("s", "app.statistics", "statistics", id="go.statistics"),
        Binding("l,ctrl+l", "app.lab", "lab", id="app.lab"),
        Binding("c", "app.company", "company", id="app.company"),
        Binding("colon", "ask", "open by name", id="home.name"),
        Binding("comma", "app.settings", "settings", id="app.settings"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (108, "-wide")]  # noqa: RUF012
    LEAST = (60, 19)
    AUTO_FOCUS = "FamilyCard"

    def __init__(self, covered: bool = False) -> None:
        super().__init__()
        self._covered = covered  # from the start, and yet to be seen
        self._overview = Overview(daily.today())
        self._filled = False  # with what it shows
        self._read = False  # as it is in the store now
        self.pictures: Mapping[str, Miniature] = {}
        self._touched = time.monotonic()

    def body(self) -> Iterable[Widget]:
        return [] if self._covered else self._all()

    def _all(self) -> Iterable[Widget]:
        self._filled = True
        cards = [FamilyCard(family) for family in FAMILIES.values()]
        yield Horizontal(*cards, id="cards")
        self._begun = HomeList("Continue", id="begun")
        self._won = HomeList("Recently won", id="won")
        self._today = HomeList("", id="dailies")
        today = Vertical(self._today, Days(), id="today")
        today.border_title = "Today"
        yield Horizontal(self._begun, self._won, today, id="lists")

    def on_mount(self) -> None:
        self.title = "Ludoscope"
        self.set_class(self.app.opener.busy, "-opening")
        self.living = self.set_interval(STEP_SECONDS, self._live, pause=True)

    def on_screen_resume(self) -> None:
        self.set_class(self.app.opener.busy, "-opening")
        if self.app.opener.busy or self.app.page() is not self:
            return
        if not self._filled:
            self.query_one("#body").mount_all(self._all())
        self.living.resume()
        if not self.pictures:
            self.run_worker(self._load_pictures, exclusive=True, group="pictures")
        self._read = False
        self.run_worker(self._load, exclusive=True, group="overview")

    def on_screen_suspend(self) -> None:
        self.living.pause()

    @property
    def loaded(self) -> bool:
        """Whether all there is to tell has been read."""
        return bool(self.pictures and self._read)

    async def _load(self) -> None:
        self._overview = await self.app.library.overview()
        self.app.library.tell_of_games()
        self._show()
        self._read = True
        self._welcome()

    async def _load_pictures(self) -> None:
        self.pictures = await self.app.library.miniatures()
        self.app.library.tell_of_games()
        for card in self.query(FamilyCard):
            card.picture = self.pictures.get(card.family.name)
            card.draw()
        self._welcome()

    def _welcome(self) -> None:
        """Show the tour over the boards, once in a person's life."""
        if self.app.look.tour and self.pictures and self.on_top and not self.app.opener.busy:
            self.call_later(self._tour)

    def _tour(self) -> None:
        if self.on_top:  # what was opened meanwhile is not laid over
            self.app.navigator.show_tour()

    # What is shown

    def _show(self) -> None:
        if not self._filled:
            return
        overview = self._overview
        self.sub_title = f"{overview.day:%A} {overview.day.day} {overview.day:%B}"
        for card in self.query(FamilyCard):
            card.show_tally(overview.tallies.get(card.family.name, ""))
        self._begun.show([*self._rows_begun()])
        self._won.show([*self._rows_won()])
        self._today.show([*self._rows_today()])
        self._heads()
        self._leave_empty()
        self.query_one(Days).show(overview, self.app.palette.styles.__getitem__)

    def _heads(self) -> None:
        """The titles of the lists: on a narrow screen two share a box."""
        overview = self._overview
        self.set_class(bool(overview.won), "-any-won")
        head = "Continue" if overview.begun or overview.won else "Start here"
        both = overview.won and self.has_class("-narrow")
        self._begun.border_title = Content(f"{head} · Recently won →" if both else head)
        self._won.border_title = Content(f"Recently won · ← {head}" if both else "Recently won")

    def _rows_begun(self) -> Iterator[Row]:
        overview, now = self._overview, time.time()
        for save in overview.begun:
            remark = f"move {save.ply:<3}{brief(now - save.updated):>7}"
            yield Row(Text(known_as(save.title, save.family)), remark, save)
        if overview.begun:
            return
        roomy = self._begun.size.height >= ROOMY
        for name, entry in overview.ahead.items():
            family = FAMILIES[name]
            about = f"{'':<10}{family.tagline}" if roomy else ""
            yield Row(Text(f"{family.brief:<9} {entry.title}"), entry.detail, entry.name, about)

    def _rows_won(self) -> Iterator[Row]:
        now = time.time()
        for win in self._overview.won:
            spent = "" if win.seconds is None else clock(win.seconds)
            remark = f"{win.length or '':>4}{spent:>7}{brief(now - win.when):>7}"
            yield Row(Text(known_as(win.title, win.family)), remark, win.name)

    def _rows_today(self) -> Iterator[Row]:
        overview = self._overview
        begun = {save.name for save in overview.begun}
        for family, entry in overview.dailies.items():
            solved = entry.name in overview.solved
            mark, role = MARKS["won" if solved else "begun" if entry.name in begun else ""]
            text = Text.assemble(
                (mark, self.app.palette.styles[role]),
                f"{FAMILIES[family].brief:<9} ",
                (entry.detail, self.app.palette.styles["dim"]),
            )
            yield Row(text, "", entry.name)

    def look_changed(self) -> None:
        super().look_changed()
        self._show()
        for card in self.query(FamilyCard):
            card.draw()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.call_after_refresh(self._show)

    def _live(self) -> None:
        if time.monotonic() - self._touched > LIVING_SECONDS:
            self.living.pause()
        elif not self.app.look.still and self.app.pace.free:
            card = self._card
            if card.picture:
                card.picture.step()
            if card.draw():
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

    _last_card: FamilyCard | None = None

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

    def action_open(self) -> None:
        if not (here := self._list):
            self.app.navigator.open_library(self._card.family.name)
        elif row := here.chosen:
            if here is self._begun and self._overview.begun:
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

    def action_ask(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        self.ask(f"a name, a number{' or a file' if self.app.files else ''}:", self._named, text)

    def _named(self, text: str) -> bool:
        self.app.opener.open(usual(text))
        return False  # the line stays until the puzzle is there

    def on_family_card_opened(self, event: FamilyCard.Opened) -> None:
        self.app.navigator.open_library(event.family)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_open()
