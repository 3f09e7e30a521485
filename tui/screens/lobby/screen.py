"""Company: the leaderboard of the day, who is online, invitations and games between two people."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import ContentSwitcher, DataTable

from ludoscope.puzzles import daily
from ludoscope.tui.lobby.duel import Duel
from ludoscope.tui.lobby.lobby import Seen
from ludoscope.tui.lobby.published_games import Entry, Shown
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.lobby import rows as company_rows
from ludoscope.tui.screens.lobby.dialogs import invite
from ludoscope.tui.screens.spectator.screen import SpectatorPage, watched
from ludoscope.tui.services.lobby import Snapshot, in_company
from ludoscope.tui.widgets.tab_bar import Labels
from ludoscope.tui.widgets.text_table import Heading, Rows

BOARD, PEOPLE, DUELS = PARTS = ("board", "people", "duels")
LABELS = ("Leaderboard", "People", "Games and invitations")
HEADINGS: dict[str, Sequence[Heading]] = {
    BOARD: company_rows.BOARD,
    PEOPLE: company_rows.PEOPLE,
    DUELS: company_rows.DUELS,
}
EMPTY = {
    BOARD: "",
    PEOPLE: "Nobody else has been here yet.",
    DUELS: "No invitations. Choose a person under People to invite them to hexapawn.",
}
DAY = timedelta(days=1)


class CompanyPage(BaseScreen[None], inherit_bindings=False):
    """Each part is a table; what stands in its rows is in `company_rows`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn(1)", "view", id="company.next"),
        Binding("shift+tab", "turn(-1)", "previous view", id="company.previous", show=False),
        Binding("i", "invite", "invite", id="company.invite"),
        Binding("d", "decline", "decline or remove", id="company.decline"),
        Binding("p", "day(-1)", "previous day", id="company.day_before"),
        Binding("n", "day(1)", "next day", id="company.day_after"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    TITLE = "Company"
    CSS_PATH = "lobby.tcss"
    AUTO_FOCUS = "#board"
    LEAST = (60, 12)

    def __init__(self) -> None:
        super().__init__()
        self._at, self._labels = 0, Labels(LABELS)
        self._tables = {name: Rows(id=name) for name in PARTS}
        self._day = self._wanted = daily.today()
        self._entries: list[Entry | str] = []  # by row; a name stands for a puzzle of the day
        self._people: list[Seen] = []
        self._duels: list[Duel] = []

    def body(self) -> Iterable[Widget]:
        yield self._labels
        yield ContentSwitcher(*self._tables.values(), initial=BOARD)

    def on_mount(self) -> None:
        company = in_company(self.app)
        company.listeners.append(self.follow)
        self._want(self._day)
        waiting = any(one.state == "invitation" for one in company.snapshot.duels)
        if waiting:
            self.call_after_refresh(self._show, PARTS.index(DUELS))
        self.follow(company.snapshot)

    def on_unmount(self) -> None:
        in_company(self.app).listeners.remove(self.follow)
        in_company(self.app).day = None

    def _want(self, day: date) -> None:
        """Have the board of that day read; it is shown when it is there."""
        self._wanted = in_company(self.app).day = day
        in_company(self.app).wake()

    # What is shown

    def follow(self, snapshot: Snapshot) -> None:
        """Show what is new."""
        if not self.is_attached:
            return  # the screen is being left
        us = in_company(self.app).us
        dim = self.app.palette.styles["dim"]
        self._people = company_rows.others(snapshot, us)
        self._duels = list(snapshot.duels)
        rows: dict[str, list[Sequence[Text | str]]] = {
            PEOPLE: [company_rows.person(one, snapshot) for one in self._people],
            DUELS: [company_rows.duel(one, snapshot) for one in self._duels],
        }
        if snapshot.day == self._wanted:
            self._day = self._wanted
            self._entries, rows[BOARD] = company_rows.board(snapshot, self._day, us, dim)
        for part, lines in rows.items():
            self._tables[part].lay(HEADINGS[part], lines)
        self._say()

    def _say(self) -> None:
        """What the part at hand lacks, and which day it is of."""
        part = PARTS[self._at]
        rows = {BOARD: self._entries, PEOPLE: self._people, DUELS: self._duels}[part]
        self.status("" if rows else EMPTY[part])
        self.sub_title = f"{self._day:%A} {self._day.day} {self._day:%B}" if part == BOARD else ""
        self.refresh_bindings()

    def _show(self, at: int) -> None:
        self._at = at
        self.query_one(ContentSwitcher).current = PARTS[at]
        self._labels.turn_to(at)
        self.set_focus(self._tables[PARTS[at]])
        self._say()

    def on_tabs_tab_activated(self) -> None:
        if self._labels.at != self._at:
            self._show(self._labels.at)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        part = PARTS[self._at]
        match action:
            case "invite":
                return part == PEOPLE and bool(self._people)
            case "decline":
                return part == DUELS and bool(self._duels)
            case "day":
                return part == BOARD
        return True

    def action_turn(self, by: int) -> None:
        self._show((self._at + by) % len(PARTS))

    def action_day(self, by: int) -> None:
        if self._wanted + by * DAY <= daily.today():
            self._want(self._wanted + by * DAY)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        does: dict[str, Callable[[int], None]] = {
            BOARD: self._open_entry,
            PEOPLE: self._watch,
            DUELS: self._open_duel,
        }
        does[event.data_table.id or BOARD](event.cursor_row)

    def _open_entry(self, row: int) -> None:
        entry = self._entries[row]
        if isinstance(entry, str):
            self.app.opener.open(entry)
        else:
            shown = Shown(entry.result.puzzle, entry.result.moves, over=True)
            self._look_at(shown, in_company(self.app).snapshot.name(entry.person))

    def _look_at(self, shown: Shown, name: str, live: Person | None = None) -> None:
        """Show a game; it is replayed in a thread."""

        async def show() -> None:
            game = shown.puzzle.game
            replay = await asyncio.to_thread(Replay, game, game.start, shown.moves)
            replay.at = len(shown.moves) if live else 0
            if self.on_top:
                table = watched(shown.puzzle, replay, self.app.options)
                self.app.push_screen(SpectatorPage(table, name, live))

        self.run_worker(show, group="show", exclusive=True)

    def _watch(self, row: int) -> None:
        self.run_worker(partial(self._watch_them, self._people[row]), group="watch", exclusive=True)

    async def _watch_them(self, seen: Seen) -> None:
        name = in_company(self.app).snapshot.name(seen.person)
        if not seen.here.watched:
            self.tell(f"{name} does not let others watch")
        elif shown := await in_company(self.app).game_of(seen.person):
            self._look_at(shown, name, seen.person)
        else:
            self.tell(f"{name} is not playing now")

    def action_invite(self) -> None:
        seen = self._people[self._tables[PEOPLE].cursor_row]
        invite(self, seen.person, in_company(self.app).snapshot.name(seen.person))

    def _open_duel(self, row: int) -> None:
        duel = self._duels[row]
        if duel.state == "invitation":
            self.run_worker(partial(self._accept, duel), group="duel", exclusive=True)
        elif duel.state in ("playing", "over"):
            self._show_duel(duel)
        else:
            name = in_company(self.app).snapshot.name(duel.other)
            self.tell(company_rows.state(duel, name))

    def _show_duel(self, duel: Duel) -> None:
        from ludoscope.tui.screens.duel.screen import DuelPage

        name = in_company(self.app).snapshot.name(duel.other)
        self.app.push_screen(DuelPage(duel, self.app.options, name))

    async def _accept(self, duel: Duel) -> None:
        company = in_company(self.app)
        if await company.does(partial(company.duels.accept, duel)):
            begun = company.snapshot.duel(duel.id)
            if begun and self.on_top:
                self._show_duel(begun)

    def action_decline(self) -> None:
        """Decline an invitation, take back our own, take off what is over."""
        duel, duels = self._duels[self._tables[DUELS].cursor_row], in_company(self.app).duels
        if duel.state == "playing":
            self.tell("the game is in progress: open it to resign")
            return
        work = {
            "invitation": partial(duels.decline, duel),
            "invited": partial(duels.withdraw, duel),
        }
        does = work.get(duel.state, partial(duels.forget, duel.id))
        self.run_worker(partial(in_company(self.app).does, does), group="duel")
