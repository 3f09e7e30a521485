"""SpectatorScreen: another player's game while it is played, or a solution to step through."""

import asyncio
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.timer import Timer

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lobby.published_games import PublishedGame
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.game_model import Change, GameModel
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.services.lobby import LobbySnapshot, get_lobby_service
from ludoscope.tui.services.presence import presence_text
from ludoscope.tui.text.formatting import format_local_time
from ludoscope.tui.widgets.footer import footer_keys
from ludoscope.tui.widgets.game_layout import min_size
from ludoscope.tui.widgets.game_view import GameView
from ludoscope.tui.widgets.message_bar import MessageBar
from ludoscope.tui.widgets.seek_bar import SeekRequested

STEP_INTERVAL_SECONDS = 0.5  # of a solution that plays by itself
NOTHING_TO_SHOW = "Nothing to show: this player is not playing, or does not allow spectators"


class SpectatorScreen(BaseScreen[None], inherit_bindings=False):
    """A game that cannot be changed; at the end of a game that is played, new moves are shown."""

    CSS_PATH = "spectator.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "step", key_display="←→", id="spectator.on"),
        Binding("left,h", "step(-1)", "step back", id="spectator.back", show=False),
        Binding("home", "seek_start", "start", id="spectator.first", show=False),
        Binding("end", "seek_end", "to the end", id="spectator.last"),
        Binding("space", "play", "play/pause", key_display="space", id="spectator.play"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "The game of another player, as it is played or from its start. You can step through it, "
        "but not change it."
    )

    def __init__(
        self,
        puzzle: Puzzle,
        replay: Replay,
        options: UserOptions,
        name: str,
        player: UserProfile | None = None,
    ) -> None:
        """Create the screen.

        Args:
            puzzle: The puzzle that is played.
            replay: Its moves.
            options: The user's options.
            name: The name of the player.
            player: The player whose game is followed, or None to show a solution.
        """
        super().__init__()
        self.family = puzzle.game.family
        self._player_name, self._player = name, player
        self._last_game: PublishedGame | None = None
        self._play_timer: Timer | None = None
        self.model = GameModel(Session(puzzle), options)
        self._show_replay(replay)
        self.model.add_listener(self._on_model_changed)
        self._view = GameView(self.model, show_cursor=False)
        self._bar = MessageBar(self.model)

    def compose(self) -> ComposeResult:
        yield self.create_header()
        with Vertical(id="body"):
            yield self._view
        yield self._bar

    def min_size(self) -> tuple[int, int]:
        return min_size(self.model)

    def on_mount(self) -> None:
        lobby = get_lobby_service(self.app)
        lobby.watched_player = self._player
        lobby.listeners.append(self._on_snapshot)
        lobby.poll_soon()
        self._set_title()
        self.call_after_refresh(self._refresh_view)

    def on_unmount(self) -> None:
        lobby = get_lobby_service(self.app)
        lobby.listeners.remove(self._on_snapshot)
        lobby.watched_player = None

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._refresh_view)

    def on_screen_resume(self) -> None:
        self._refresh_view()

    # Refreshing

    def refresh_view(self) -> None:
        super().refresh_view()
        self._refresh_view()

    def _refresh_view(self) -> None:
        if self.is_mounted and self.is_active:
            self._view.refresh_view()
            self._bar.seek_bar.show_replay(self._replay, self.model.board)
            self._bar.show_keys(footer_keys(self, []))

    def _on_model_changed(self, change: Change) -> None:
        self._refresh_view()

    def _set_title(self) -> None:
        self.title = f"{self._player_name} › {self.model.puzzle.title}"
        self.sub_title = "live" if self._player else "replay"

    def _show_replay(self, replay: Replay) -> None:
        self.model.replay, self.model.board.shows_cursor = replay, False

    @property
    def _replay(self) -> Replay:
        assert self.model.replay
        return self.model.replay

    # A game that is played

    def _on_snapshot(self, snapshot: LobbySnapshot) -> None:
        if not self._player or snapshot.watched_player != self._player:
            return
        presence = presence_text(snapshot, self._player)
        if not snapshot.watched_game:
            self._bar.show_status(f"{NOTHING_TO_SHOW} · {presence}")
            return
        game_shown, time_of_last_move = snapshot.watched_game
        self._bar.show_status(f"last move at {format_local_time(time_of_last_move)} · {presence}")
        if game_shown is not self._last_game:
            self._last_game = game_shown
            self.run_worker(self._update_game(game_shown), group="live", exclusive=True)

    async def _update_game(self, game_shown: PublishedGame) -> None:
        """Show the moves made since, or another game if the player plays another one."""
        game = game_shown.puzzle.game
        replay = await asyncio.to_thread(Replay, game, game.start, game_shown.moves)
        old_replay = self._replay
        is_same_game = game.spec() == self.model.game.spec()
        was_at_end = old_replay.ply == len(old_replay.moves) or not is_same_game
        if not is_same_game:
            self.model.load(Session(game_shown.puzzle))
            self.family = game.family
        moves_seen = old_replay.moves[: old_replay.ply]
        has_same_start = is_same_game and moves_seen == replay.moves[: old_replay.ply]
        replay.ply = old_replay.ply if has_same_start else 0
        self._show_replay(replay)
        steps_left = replay.step_count - replay.count_steps_to(replay.ply)
        if was_at_end and steps_left == 1 and is_same_game:
            self.model.step_replay(1)
        elif was_at_end:
            replay.ply = len(replay.moves)
        self._set_title()
        self._refresh_view()

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "play" or self._player is None

    def action_step(self, steps: int) -> None:
        self._pause()
        self.model.step_replay(steps)

    def action_seek_start(self) -> None:
        self._pause()
        self.model.seek(0)

    def action_seek_end(self) -> None:
        self._pause()
        self.model.seek(self.model.length)

    def on_seek_requested(self, event: SeekRequested) -> None:
        self._pause()
        self.model.seek(event.ply)

    def action_play(self) -> None:
        if self._play_timer:
            self._pause()
            return
        if self._replay.ply == len(self._replay.moves):
            self.model.step_replay(-self._replay.step_count)
        self._play_timer = self.set_interval(STEP_INTERVAL_SECONDS, self._play_step)

    def _play_step(self) -> None:
        if self.app.frame_pacer.is_free and not self.model.step_replay(1):
            self._pause()

    def _pause(self) -> None:
        if self._play_timer:
            self._play_timer.stop()
            self._play_timer = None

    def help_content(self) -> HelpContent:
        return HelpContent("Watching", self.PURPOSE)
