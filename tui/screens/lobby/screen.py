"""The lobby screen: the boards of the day, the players, and the user's duels and invitations."""

import asyncio
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import ContentSwitcher, DataTable

from ludoscope.puzzles import daily
from ludoscope.tui.lobby.duel import Duel
from ludoscope.tui.lobby.lobby import LobbyPlayer
from ludoscope.tui.lobby.published_games import PublishedGame
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.lobby.answer import open_duel
from ludoscope.tui.screens.lobby.dialogs import ask_invitation
from ludoscope.tui.screens.lobby.rows import (
    DUEL_HEADINGS,
    LEADERBOARD_HEADINGS,
    MAX_PLAYERS_SHOWN,
    PLAYER_HEADINGS,
    TRAINING_HEADINGS,
    LeaderboardRow,
    TrainingRow,
    duel_row,
    duel_state_text,
    leaderboard_rows,
    player_row,
    sort_other_players,
    training_rows,
)
from ludoscope.tui.screens.spectator.screen import SpectatorScreen
from ludoscope.tui.services.lobby import LobbyService, LobbySnapshot, get_lobby_service
from ludoscope.tui.text.formatting import format_count
from ludoscope.tui.widgets.tab_bar import TabBar
from ludoscope.tui.widgets.text_table import Column, TextTable

LEADERBOARD, PLAYERS, DUELS, TRAINING = TABS = ("leaderboard", "players", "duels", "training")
TAB_LABELS = ("Leaderboard", "Players", "Games", "Training")
BOARDS = (LEADERBOARD, TRAINING)  # of a day
HEADINGS: dict[str, Sequence[Column]] = {
    LEADERBOARD: LEADERBOARD_HEADINGS,
    TRAINING: TRAINING_HEADINGS,
    PLAYERS: PLAYER_HEADINGS,
    DUELS: DUEL_HEADINGS,
}
EMPTY_MESSAGES = {
    LEADERBOARD: "",
    TRAINING: "No results of streaks and storms on this day.",
    PLAYERS: "No other players yet.",
    DUELS: "No games yet. Select a player under Players to invite them to a game.",
}
ONE_DAY = timedelta(days=1)

Item = TypeVar("Item")


class LobbyScreen(BaseScreen[None], inherit_bindings=False):
    """Four tables in tabs; `rows` makes their rows from the lobby service's snapshots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "switch_tab(1)", "view", id="lobby.next"),
        Binding("shift+tab", "switch_tab(-1)", "previous view", id="lobby.previous", show=False),
        Binding("i", "invite", "invite", id="lobby.invite"),
        Binding(
            "delete,backspace",
            "decline",
            "decline or remove",
            key_display="del",
            id="lobby.decline",
        ),
        Binding("p", "change_day(-1)", "previous day", id="lobby.day_before"),
        Binding("n", "change_day(1)", "next day", id="lobby.day_after"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Players who use this computer at the same time. Compare results of the daily puzzles and "
        "of training, watch a game, or invite a player to a game for two."
    )
    TITLE = "Lobby"
    CSS_PATH = "lobby.tcss"
    AUTO_FOCUS = f"#{LEADERBOARD}"
    MIN_SIZE = (52, 10)

    def __init__(self) -> None:
        super().__init__()
        self._tab = LEADERBOARD
        self._tab_bar = TabBar(TAB_LABELS)
        self._tables = {tab: TextTable(id=tab) for tab in TABS}
        self._day = self._requested_day = daily.today()
        self._leaderboard_rows: list[LeaderboardRow] = []
        self._training_rows: list[TrainingRow] = []
        self._players: list[LobbyPlayer] = []
        self._duels: list[Duel] = []
        self._row_keys: dict[str, list[Hashable]] = {tab: [] for tab in TABS}  # of the rows shown

    def compose_body(self) -> Iterable[Widget]:
        yield self._tab_bar
        yield ContentSwitcher(*self._tables.values(), initial=LEADERBOARD, id="lobby-tables")

    @property
    def _service(self) -> LobbyService:
        return get_lobby_service(self.app)

    def on_mount(self) -> None:
        self._service.listeners.append(self._show_snapshot)
        self._request_day(self._day)
        snapshot = self._service.snapshot
        if any(duel.state == "invitation_received" for duel in snapshot.duels):
            self.call_after_refresh(self._switch_to, DUELS)
        self._show_snapshot(snapshot)

    def on_unmount(self) -> None:
        self._service.listeners.remove(self._show_snapshot)
        self._service.day = None

    def _request_day(self, day: date) -> None:
        """Request the leaderboard of a day; it is shown with the next snapshot."""
        self._requested_day = self._service.day = day
        self._service.poll_soon()

    # Display

    def _show_snapshot(self, snapshot: LobbySnapshot) -> None:
        if not self.is_attached:
            return  # the screen is closing
        own_profile = self._service.own_profile
        self._players = sort_other_players(snapshot, own_profile)
        self._duels = list(snapshot.duels)
        waiting = sum(
            duel.state == "invitation_received" or duel.is_our_turn for duel in self._duels
        )
        index = TABS.index(DUELS)
        label = f"{TAB_LABELS[index]} ({waiting} waiting)" if waiting else TAB_LABELS[index]
        self._tab_bar.relabel(index, label)
        if snapshot.day == self._requested_day:
            self._day = self._requested_day
            dim = self.app.palette.styles["dim"]
            self._leaderboard_rows = leaderboard_rows(snapshot, self._day, own_profile, dim)
            self._training_rows = training_rows(snapshot, own_profile, dim)
        self._fill_table()
        self._update_status()

    def _fill_table(self) -> None:
        """Show the rows of the current tab; those of the others are shown when it is switched.

        The cursor follows its row, which a poll may move.
        """
        snapshot = self._service.snapshot
        rows: list[Sequence[Text | str]]
        keys: list[Hashable]
        match self._tab:
            case "leaderboard":
                rows = [row.cells for row in self._leaderboard_rows]
                keys = [row.key for row in self._leaderboard_rows]
            case "training":
                rows = [row.cells for row in self._training_rows]
                keys = [row.key for row in self._training_rows]
            case "players":
                shown = self._players[:MAX_PLAYERS_SHOWN]
                rows = [player_row(player, snapshot) for player in shown]
                keys = [player.profile for player in shown]
            case _:
                rows = [duel_row(duel, snapshot) for duel in self._duels]
                keys = [duel.id for duel in self._duels]
        table = self._tables[self._tab]
        selected_key = item_at(self._row_keys[self._tab], table.cursor_row)
        self._row_keys[self._tab] = keys
        table.set_rows(HEADINGS[self._tab], rows)
        if selected_key in keys and (row := keys.index(selected_key)) != table.cursor_row:
            table.move_cursor(row=row)

    def _update_status(self) -> None:
        """Show what the current tab lacks, the day of the leaderboard, and the keys."""
        is_empty = {
            LEADERBOARD: not self._leaderboard_rows,
            TRAINING: not self._training_rows,
            PLAYERS: not self._players,
            DUELS: not self._duels,
        }
        unchecked = self._service.snapshot.unchecked_results
        if self._tab == LEADERBOARD and unchecked:
            self.show_status(f"{format_count(unchecked, 'result')} still to be checked")
        elif self._tab == PLAYERS and len(self._players) > MAX_PLAYERS_SHOWN:
            self.show_status(f"{MAX_PLAYERS_SHOWN} of {len(self._players):,} players, online first")
        else:
            self.show_status(EMPTY_MESSAGES[self._tab] if is_empty[self._tab] else "")
        day = f"{self._day:%A} {self._day.day} {self._day:%B}"
        self.sub_title = day if self._tab in BOARDS else ""
        self.refresh_bindings()

    def _switch_to(self, tab: str) -> None:
        self._tab = tab
        self._fill_table()
        self.query_one(ContentSwitcher).current = tab
        self._tab_bar.activate(TABS.index(tab))
        self.set_focus(self._tables[tab])
        self._update_status()

    def on_tabs_tab_activated(self) -> None:
        activated_tab = TABS[self._tab_bar.active_index]
        if activated_tab != self._tab:
            self._switch_to(activated_tab)

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "invite":
                return self._tab == PLAYERS and bool(self._players)
            case "decline":
                return self._tab == DUELS and bool(self._duels)
            case "change_day":
                return self._tab in BOARDS
        return True

    def action_switch_tab(self, step: int) -> None:
        self._switch_to(TABS[(TABS.index(self._tab) + step) % len(TABS)])

    def action_change_day(self, days: int) -> None:
        day = self._requested_day + days * ONE_DAY
        if day <= daily.today():
            self._request_day(day)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        open_row: dict[str, Callable[[int], None]] = {
            LEADERBOARD: self._open_leaderboard_row,
            TRAINING: self._open_training_row,
            PLAYERS: self._watch_player,
            DUELS: self._open_duel,
        }
        table = event.data_table
        if table.id == self._tab and table.is_valid_row_index(table.cursor_row):
            open_row[self._tab](table.cursor_row)  # a poll may have moved the row of the event

    def _open_leaderboard_row(self, row: int) -> None:
        """Open the daily puzzle of a title row, or replay the solution of a result row."""
        target = self._leaderboard_rows[row].target
        if isinstance(target, str):
            self.app.puzzle_opener.open(target)
        else:
            solution = PublishedGame(target.result.puzzle, target.result.moves, is_over=True)
            self._open_spectator(solution, self._service.snapshot.display_name(target.profile))

    def _open_training_row(self, row: int) -> None:
        """Start the series of the row."""
        self.app.navigator.open_training(self._training_rows[row].series)

    def _open_spectator(
        self, game: PublishedGame, player_name: str, live_player: UserProfile | None = None
    ) -> None:
        """Show a game of another player.

        Args:
            game: The game; its moves are replayed in a thread.
            player_name: Displayed name of the player.
            live_player: The player, if the game is followed live; else it is shown from its start.
        """

        async def replay_and_open() -> None:
            rules = game.puzzle.game
            replay = await asyncio.to_thread(Replay, rules, rules.start, game.moves)
            replay.ply = len(game.moves) if live_player else 0
            if self.is_active:
                screen = SpectatorScreen(
                    game.puzzle, replay, self.app.options, player_name, live_player
                )
                self.app.push_screen(screen)

        self.run_worker(replay_and_open, group="show", exclusive=True)

    def _watch_player(self, row: int) -> None:
        watch = partial(self._load_and_watch, self._players[row])
        self.run_worker(watch, group="watch", exclusive=True)

    async def _load_and_watch(self, player: LobbyPlayer) -> None:
        name = self._service.snapshot.display_name(player.profile)
        if not player.presence.is_watchable:
            self.notify_here(f"{name} does not let others watch")
            return
        game = await self._service.published_game(player.profile)
        if game:
            self._open_spectator(game, name, player.profile)
        else:
            self.notify_here(f"{name} is not playing now")

    def action_invite(self) -> None:
        player = item_at(self._players, self._tables[PLAYERS].cursor_row)
        if player:
            name = self._service.snapshot.display_name(player.profile)
            ask_invitation(self, player.profile, name)

    def _open_duel(self, row: int) -> None:
        duel = self._duels[row]
        if duel.state == "invitation_received":
            self.run_worker(partial(self._accept, duel), group="duel", exclusive=True)
        elif duel.state in ("playing", "over"):
            self._open_duel_screen(duel)
        else:
            self.notify_here(
                duel_state_text(duel, self._service.snapshot.display_name(duel.opponent))
            )

    def _open_duel_screen(self, duel: Duel) -> None:
        opponent_name = self._service.snapshot.display_name(duel.opponent)
        open_duel(self.app, duel, opponent_name)

    async def _accept(self, invitation: Duel) -> None:
        if await self._service.run_write(partial(self._service.duels.accept, invitation)):
            duel = self._service.snapshot.find_duel(invitation.id)
            if duel and self.is_active:
                self._open_duel_screen(duel)

    def action_decline(self) -> None:
        """Decline an invitation, withdraw one of ours, or remove a duel that has ended."""
        duel, store = item_at(self._duels, self._tables[DUELS].cursor_row), self._service.duels
        if not duel:
            return
        match duel.state:
            case "playing":
                self.notify_here("The game is in progress. Open it to resign.")
                return
            case "invitation_received":
                write = partial(store.decline, duel)
            case "invitation_sent":
                write = partial(store.withdraw, duel)
            case _:
                write = partial(store.remove, duel)
        self.run_worker(partial(self._service.run_write, write), group="duel")


def item_at(items: Sequence[Item], index: int) -> Item | None:
    """Return an item, None if there is none at that index."""
    return items[index] if 0 <= index < len(items) else None
