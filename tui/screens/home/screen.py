"""The home screen: a card for each family, saved games, recent wins and today's puzzles."""

import asyncio
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList

from ludoscope.games import FAMILIES
from ludoscope.tui import lazy
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.home.daily_calendar import DailyCalendar
from ludoscope.tui.screens.home.family_card import FamilyCard, FamilyCards
from ludoscope.tui.screens.home.home_list import HomeList
from ludoscope.tui.widgets.footer import KeyHint

if TYPE_CHECKING:
    from ludoscope.tui.boards.thumbnails import RandomPlayThumbnail
    from ludoscope.tui.saves.overview import Overview

ANIMATION_SECONDS = 20.0  # after the last key; then an idle app sends nothing
ANIMATION_STEP_SECONDS = 1.0
DAY_CHECK_SECONDS = 60.0  # between checks that it is still the same day
MAX_LOAD_WAIT_SECONDS = 0.2  # enough to read the saves, except from a slow disk
ROOMY_HEIGHT = 30  # lines of the screen from which lists show goals and earlier weeks
BORDER_LINES = 2
MIN_LIST_HEIGHT = 6
MIN_WIDTH_WITH_BOARDS, MIN_HEIGHT_WITH_BOARDS = 60, 19  # of the screen
MIN_CARD_HEIGHT = 16
CARD_ASPECT = 0.6  # lines of a card for each of its columns


class HomeScreen(BaseScreen[None]):
    """The screen at the bottom of the stack; a card or one of the lists below them has the focus.

    If the app starts with a puzzle, this screen is `covered`: it has no widgets and reads nothing
    until it is seen. Otherwise it would take a third of the time to the puzzle's first frame.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move_sideways(-1)", "choose", key_display="↑↓←→", id="home.left"),
        Binding("right,l", "move_sideways(1)", "right", id="home.right", show=False),
        Binding("down,j", "move_vertically(1)", "down", id="home.down", show=False),
        Binding("up,k", "move_vertically(-1)", "up", id="home.up", show=False),
        Binding("enter,space", "open", "open", id="home.open"),
        Binding("slash", "find", "find", id="home.find"),
        Binding("d", "daily", "today", id="home.daily"),
        Binding("c", "calendar", "month", id="home.calendar"),
        Binding("t", "training", "training", id="home.training"),
        Binding("o", "app.lobby", "lobby", id="app.lobby"),
        Binding("q", "app.quit", "quit", id="home.leave"),
        Binding("s", "app.statistics", "statistics", id="go.statistics"),
        Binding("w", "race", "race", id="home.race"),
        Binding("ctrl+l", "app.lab", "lab", id="app.lab"),
        Binding("colon", "ask", "open by name", id="home.name"),
        Binding("comma", "app.settings", "settings", id="app.settings"),
    ]
    PURPOSE = (
        "Choose what to play: a game, a puzzle you have begun, or the puzzles of today. Enter "
        "opens what is highlighted; the arrow keys go from the cards to the lists below."
    )
    TITLE = "Ludoscope"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (108, "-wide")]  # noqa: RUF012
    MIN_SIZE = (38, 12)
    AUTO_FOCUS = "FamilyCard"

    def __init__(self, covered: bool = False) -> None:
        super().__init__()
        self._is_covered = covered
        self._has_widgets = False
        self._overview: Overview | None = None
        self._overview_loaded = asyncio.Event()
        self._boards: Mapping[str, RandomPlayThumbnail] = {}
        self._last_card: FamilyCard | None = None
        self._last_key_time = time.monotonic()

    def compose(self) -> ComposeResult:
        if not self._is_covered:
            yield from super().compose()

    def compose_body(self) -> Iterable[Widget]:
        card_width = self.app.size.width // len(FAMILIES)
        cards = [FamilyCard(family, card_width) for family in FAMILIES.values()]
        yield FamilyCards(*cards, id="cards")
        self._continue_list = HomeList("Continue", id="continue")
        self._win_list = HomeList("Recently won", id="wins")  # mounted with the first win
        self._daily_list = HomeList("", id="dailies")
        today = Vertical(self._daily_list, DailyCalendar(), id="today")
        today.border_title = "Today"
        yield Horizontal(self._continue_list, today, id="lists")

    def on_mount(self) -> None:
        self._has_widgets = not self._is_covered
        self.animation_timer = self.set_interval(
            ANIMATION_STEP_SECONDS, self._step_animation, pause=True
        )
        self.set_interval(DAY_CHECK_SECONDS, self._reload_on_new_day)

    @on(events.ScreenResume)
    async def _reload(self) -> None:
        """Load what is shown; keys typed ahead wait for the new lists for a moment."""
        if self.app.is_opening_first or self.app.top_screen() is not self:
            return
        is_first = self._overview is None and not self._is_covered
        if self._is_covered:
            self._is_covered = False
            await self.recompose()
            self._has_widgets = True
            self._fit_small_window()
            self.show_size_problem()
        self.animation_timer.resume()
        self._overview_loaded.clear()
        if is_first:
            self.call_after_refresh(self._start_loading)
            return
        self._start_loading()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._overview_loaded.wait(), MAX_LOAD_WAIT_SECONDS)

    def _start_loading(self) -> None:
        if not self._boards:
            self.run_worker(self._load_boards, exclusive=True, group="boards")
        self.run_worker(self._load_overview, exclusive=True, group="overview")

    async def _reload_on_new_day(self) -> None:
        if self._overview and self._overview.day != lazy.daily.today():
            await self._reload()

    def on_screen_suspend(self) -> None:
        self.animation_timer.pause()

    @property
    def is_loaded(self) -> bool:
        """True if the boards and the current lists have been loaded."""
        return bool(self._boards) and self._overview_loaded.is_set()

    async def _load_overview(self) -> None:
        await self.app.load_services()
        self._overview = await self.app.library.overview()
        self.app.library.report_plugin_errors()
        self._show_overview()
        self._overview_loaded.set()
        self._show_first_tour()

    async def _load_boards(self) -> None:
        await self.app.load_services()
        self._boards = await self.app.library.thumbnails()
        self.app.library.report_plugin_errors()
        for card in self.query(FamilyCard):
            card.board = self._boards.get(card.family.name)
            card.redraw()
        self._show_first_tour()

    def _show_first_tour(self) -> None:
        """Show the tour once the boards are there, if this user has not seen it."""
        tour_pending = self.app.options.preferences.tour_pending
        if tour_pending and self._boards and self.is_active and not self.app.is_opening_first:
            self.call_later(self._show_tour)

    def _show_tour(self) -> None:
        if self.is_active:  # no other screen was opened meanwhile
            self.app.navigator.open_tour()

    # Display

    def _show_overview(self) -> None:
        overview = self._overview
        calendars = self.query(DailyCalendar)
        if not (overview and self._has_widgets and self.is_attached and calendars):
            return  # not loaded, covered, or the app is closing
        rows = lazy.home_rows
        self.sub_title = f"{overview.day:%A} {overview.day.day} {overview.day:%B}"
        for card in self.query(FamilyCard):
            card.progress_text = overview.progress.get(card.family.name, "")
            card.redraw()
        role_styles = self.app.palette.styles
        is_roomy = self.size.height >= ROOMY_HEIGHT
        self._continue_list.show(list(rows.continue_rows(overview, with_goals=is_roomy)))
        if overview.recent_wins and not self._win_list.is_attached:
            self.query_one("#lists").mount(self._win_list, before="#today")
        self._win_list.show(list(rows.won_rows(overview)))
        self._daily_list.show(list(rows.daily_rows(overview, role_styles)))
        self._update_list_titles(overview)
        self._leave_empty_list()
        calendars.first().show(overview, role_styles)
        self._set_list_height()
        self._explain_enter()

    @on(events.DescendantFocus)
    @on(OptionList.OptionHighlighted)
    def _explain_enter(self) -> None:
        """Tell a newcomer what enter does now; anyone else knows."""
        overview = self._overview
        if not (overview and overview.next_puzzles and self._has_widgets):
            return
        if overview.unfinished or overview.recent_wins:
            self.show_status("")
            return
        key_display = self.app.options.key_display
        enter, help_key = key_display("home.open", "⏎"), key_display("app.help", "?")
        focused_list = self._focused_list
        if focused_list and (row := focused_list.highlighted_row):
            title = " ".join(row.text.plain.split())
            text = f"{enter} plays {title}   {help_key} help"
        else:
            title = self._current_card.family.title
            text = f"{enter} lists the puzzles of {title}"
            if below := self._list_below(self._current_card):
                is_daily = below is self._daily_list
                text += f"   ↓ {'puzzles of today' if is_daily else 'a puzzle to start with'}"
        self.show_status(Content.styled(text, "dim"))

    @on(FamilyCards.Resized)
    def _set_list_height(self) -> None:
        """Give the lists the lines that they need or the boards leave, up to half of the screen."""
        body = self.query_one("#body").size
        if not body.height or self.has_class("-small"):
            return  # not laid out yet, then the cards will send a message; or given by the styles
        is_roomy = self.size.height >= ROOMY_HEIGHT
        calendar_height = self.query_one(DailyCalendar).content_height(with_calendar=is_roomy)
        content_height = max(
            self._continue_list.content_height,
            self._win_list.content_height,
            len(self._daily_list.rows) + calendar_height,
        )
        needed_height = max(content_height + BORDER_LINES, MIN_LIST_HEIGHT)
        card_width = body.width / len(FAMILIES)
        card_height = max(MIN_CARD_HEIGHT, int(card_width * CARD_ASPECT))
        height = min(max(needed_height, body.height - card_height), body.height // 2)
        self.query_one("#lists").styles.height = height

    def _update_list_titles(self, overview: "Overview") -> None:
        """Update the titles of the lists; on a narrow screen two lists share a box."""
        self.set_class(bool(overview.recent_wins), "-any-won")
        if overview.unfinished:
            title = "Continue"
        elif overview.recent_wins:
            title = "Play next"
        else:
            title = "Start here"
        if overview.recent_wins and self.has_class("-narrow"):
            self._continue_list.border_title = Content(f"{title} · Recently won →")
            self._win_list.border_title = Content(f"Recently won · ← {title}")
        else:
            self._continue_list.border_title = Content(title)
            self._win_list.border_title = Content("Recently won")

    def on_appearance_changed(self) -> None:
        super().on_appearance_changed()
        self._show_overview()
        for card in self.query(FamilyCard):
            card.redraw()

    def on_resize(self, event: events.Resize) -> None:
        self._fit_small_window()
        self.call_after_refresh(self._show_overview)

    def _fit_small_window(self) -> None:
        """Show cards without boards, and lists below each other, if there is no room for more."""
        width, height = self.size
        self.set_class(height < MIN_HEIGHT_WITH_BOARDS or width < MIN_WIDTH_WITH_BOARDS, "-small")

    def leave_key(self) -> KeyHint:
        return self.app.options.key_display("home.leave", "q"), "quit"

    def _step_animation(self) -> None:
        """Play a move on the board of the current card; stop some time after the last key."""
        if time.monotonic() - self._last_key_time > ANIMATION_SECONDS:
            self.animation_timer.pause()
        elif not self.app.options.appearance.reduced_motion and self.app.frame_pacer.is_free:
            card = self._current_card
            if card.board:
                card.board.play_random_move()
            if card.redraw():
                self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def intercept_key(self, event: events.Key) -> bool:
        self._last_key_time = time.monotonic()
        if self._has_widgets:
            self.animation_timer.resume()
        return super().intercept_key(event)

    # Focus

    @property
    def _current_card(self) -> FamilyCard:
        """The card that has the focus or had it last."""
        cards = list(self.query(FamilyCard))
        self._last_card = next((card for card in cards if card.has_focus), self._last_card)
        return self._last_card or cards[0]

    @property
    def _focused_list(self) -> HomeList | None:
        return self.focused if isinstance(self.focused, HomeList) else None

    @property
    def _lists(self) -> list[HomeList]:
        """The lists that are not empty, from left to right."""
        lists = (self._continue_list, self._win_list, self._daily_list)
        return [home_list for home_list in lists if home_list.rows]

    def _leave_empty_list(self) -> None:
        """Focus a card if the focused list has become empty."""
        focused_list = self._focused_list
        if focused_list and not focused_list.rows:
            self._current_card.focus()

    def _focus_list(self, home_list: HomeList) -> None:
        self.set_class(home_list is self._win_list, "-showing-wins")
        home_list.focus()

    def _shown_lists(self) -> list[HomeList]:
        """Return the lists that are on the screen: on a narrow one the wins may be covered."""
        return [home_list for home_list in self._lists if home_list.region]

    def _list_below(self, widget: Widget) -> HomeList | None:
        """Return the next list that is seen below the middle of a card or list.

        Keys typed ahead come before the lists have their places; the first list is then below.
        """
        if self._lists and not self._shown_lists():
            return self._lists[0]
        lists = [other for other in self._shown_lists() if other.region.y >= widget.region.bottom]
        return min(lists, key=lambda other: _distance(widget, other), default=None)

    def _list_above(self, widget: Widget) -> HomeList | None:
        """Return the list that is seen above another one, in a window with one below the other."""
        lists = [other for other in self._shown_lists() if other.region.bottom <= widget.region.y]
        return min(lists, key=lambda other: _distance(widget, other), default=None)

    def _card_above(self, home_list: HomeList) -> FamilyCard:
        """Return the last card if it is above a list, else the one that is."""
        card = self._current_card
        if self._list_below(card) is home_list:
            return card
        return min(self.query(FamilyCard), key=lambda other: _distance(home_list, other))

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._has_widgets and not self.active_prompt

    def action_move_sideways(self, step: int) -> None:
        """Focus the next card or list to the right (1) or to the left (-1)."""
        focused_list, lists = self._focused_list, self._lists
        if focused_list and focused_list in lists:  # a click may focus one before it is filled
            self._focus_list(lists[(lists.index(focused_list) + step) % len(lists)])
        else:
            cards = list(self.query(FamilyCard))
            cards[(cards.index(self._current_card) + step) % len(cards)].focus()

    def action_move_vertically(self, step: int) -> None:
        """Move down (1) from a card to a list and through it, or up again (-1)."""
        if not (focused_list := self._focused_list):
            if step > 0 and (list_below := self._list_below(self._current_card)):
                self._focus_list(list_below)
            return
        last = len(focused_list.rows) - 1
        if focused_list.highlighted not in ((0, None) if step < 0 else (last, None)):
            focused_list.highlighted = (focused_list.highlighted or 0) + step
        elif step > 0 and (list_below := self._list_below(focused_list)):
            list_below.highlighted = 0
            self._focus_list(list_below)
        elif step < 0 and (list_above := self._list_above(focused_list)):
            list_above.highlighted = len(list_above.rows) - 1
            self._focus_list(list_above)
        elif step < 0:
            self._card_above(focused_list).focus()

    def action_daily(self) -> None:
        """Focus today's puzzles, or go to the next of them."""
        daily_list = self._daily_list
        if daily_list.has_focus and daily_list.highlighted is not None:
            daily_list.highlighted = (daily_list.highlighted + 1) % len(daily_list.rows)
        elif daily_list.rows:
            self._focus_list(daily_list)

    def action_training(self) -> None:
        self.app.navigator.open_training()

    def action_calendar(self) -> None:
        """Open the calendar of the daily puzzles."""
        self.app.navigator.open_dailies()

    def action_open(self) -> None:
        if focused_list := self._focused_list:
            self._open_highlighted_row(focused_list)
        else:
            self.app.navigator.open_library(self._current_card.family.name)

    @on(OptionList.OptionSelected)
    def _open_clicked_row(self, event: OptionList.OptionSelected) -> None:
        """Open a row that was clicked; an open prompt keeps the focus from its list."""
        assert isinstance(event.option_list, HomeList)
        self.close_prompt()
        self._open_highlighted_row(event.option_list)

    def _open_highlighted_row(self, home_list: HomeList) -> None:
        row = home_list.highlighted_row
        if not row:
            return
        if not isinstance(row.puzzle, str):
            self.app.puzzle_opener.open_saved(row.puzzle)
        elif home_list is self._win_list:
            self.app.puzzle_opener.reopen(row.puzzle)
        else:
            self.app.puzzle_opener.open(row.puzzle)

    def action_find(self) -> None:
        self.app.navigator.open_library()

    def action_race(self) -> None:
        """Open the lab with a race of several solvers."""
        self.app.navigator.open_race()

    def open_prompt(self, text: str = "") -> None:
        label = "Name, number or file:" if self.app.files_allowed else "Name or number:"
        suggest = self.app.puzzle_finder.suggest
        self.show_prompt(lazy.puzzle_prompt.PuzzlePrompt(label, self._open_named, suggest, text))

    def _open_named(self, text: str) -> bool:
        self.app.puzzle_opener.open_typed_name(text)
        return False  # the prompt stays until the puzzle is open

    def on_family_card_opened(self, event: FamilyCard.Opened) -> None:
        self.app.navigator.open_library(event.family)


def _distance(widget: Widget, other: Widget) -> tuple[int, int]:
    """Return the columns from the middle of a widget to another one, and the lines between them."""
    region, other_region = widget.region, other.region
    middle = region.x + region.width // 2
    columns = max(other_region.x - middle, middle - other_region.right + 1, 0)
    return columns, max(other_region.y - region.bottom, region.y - other_region.bottom)
