"""DuelScreen: a game for two between two users of this machine.

Each side's moves are written to a file of its own in the shared folder of the lobby.
"""

import time
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lobby.duel import Duel, conflict_text
from ludoscope.tui.model.game_model import Change, GameModel
from ludoscope.tui.model.players import HUMAN, SIDES
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import BaseScreen, HelpContent, character_or_key
from ludoscope.tui.screens.board_bindings import BOARD_BINDINGS, with_board_keys, with_user_keys
from ludoscope.tui.screens.lobby.after_duel import AfterDuel, open_review
from ludoscope.tui.screens.lobby.rows import duel_state_text, first_move_text
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.services.lobby import LobbySnapshot, get_lobby_service
from ludoscope.tui.services.presence import presence_text
from ludoscope.tui.text.formatting import capitalize_first
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.footer import FooterKeyGroups, footer_keys
from ludoscope.tui.widgets.game_layout import min_size
from ludoscope.tui.widgets.game_view import GameView
from ludoscope.tui.widgets.message_bar import MessageBar
from ludoscope.tui.widgets.prompt import PromptLine

OTHER_PLAYER = "somebody else"  # the name of the other side in the session


class DuelScreen(BaseScreen[None], inherit_bindings=False):
    """A game against another user; a move is shown, and can be answered, once it is written."""

    CSS_PATH = "duel.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *BOARD_BINDINGS,
        Binding("space", "board('enter')", "pick, or play/pause", id="board.space", show=False),
        Binding("colon", "ask", "type a move", id="play.type"),
        Binding("percent_sign", "turn", "turn the board", id="play.turn"),
        Binding("x", "resign", "resign", id="lobby.resign"),
        Binding("n", "rematch", "rematch", id="lobby.rematch"),
        Binding("equals_sign", "review", "review", id="play.review"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "A game of hexapawn against another player; White moves first. Reach the far row, or "
        "leave your opponent without a move."
    )

    def __init__(self, duel: Duel, options: UserOptions, opponent: str) -> None:
        """Create the screen.

        Args:
            duel: The game as it was read last.
            options: The user's options.
            opponent: The name of the other player.
        """
        super().__init__()
        self.family = duel.game.family
        self._duel, self._opponent = duel, opponent
        self._is_writing = False
        self._published_moves = -1  # the number of moves that spectators have been told of
        self.model = GameModel(_new_session(duel), options)
        self._follow_last_move()
        self.model.waiting_reason = f"{opponent} is to move"
        self.model.add_listener(self._on_model_changed)
        self._view, self._bar = GameView(self.model), MessageBar(self.model)

    def compose(self) -> ComposeResult:
        yield self.create_header()
        with Vertical(id="body"):
            yield self._view
        yield self._bar

    def min_size(self) -> tuple[int, int]:
        return min_size(self.model)

    def on_mount(self) -> None:
        lobby, duel = get_lobby_service(self.app), self._duel
        lobby.listeners.append(self._on_snapshot)
        self._after_duel = AfterDuel(self, duel.id, self._opponent)
        self._after_duel.open()
        lobby.poll_soon()
        lobby.open_duel_id = duel.id
        self.app.clear_notifications()  # of the invitation
        user = lobby.snapshot.display_name(lobby.own_profile)
        names = (user, self._opponent) if duel.own_side == 0 else (self._opponent, user)
        players = [f"{name} ({side})" for name, side in zip(names, SIDES, strict=True)]
        self.title = f"{capitalize_first(duel.title)} › {' against '.join(players)}"
        self._on_snapshot(lobby.snapshot)
        self.call_after_refresh(self._refresh_view)

    def on_unmount(self) -> None:
        lobby = get_lobby_service(self.app)
        lobby.listeners.remove(self._on_snapshot)
        self._after_duel.close()
        if lobby.open_duel_id == self._duel.id:  # else a rematch is open
            lobby.open_duel_id = ""

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._refresh_view)

    def on_screen_resume(self) -> None:
        self._refresh_view()

    # Refreshing

    def refresh_view(self) -> None:
        super().refresh_view()
        if self.is_mounted:
            self._show_status()
        self._refresh_view()

    def _refresh_view(self) -> None:
        if self.is_mounted and self.is_active and not self._is_writing:
            self._view.refresh_view()
            self._bar.make_room_for_prompt(is_asking=self.active_prompt is not None)
            self._bar.show_keys(self._footer_keys())

    def _on_model_changed(self, change: Change) -> None:
        if change is Change.MESSAGE:
            self.notify_here(self.model.message)
        elif change is Change.POSITION and not self._is_writing:
            self._is_writing = True
            self.run_worker(self._write_move, group="duel")
        self._refresh_view()

    def _show_status(self) -> None:
        duel = self._duel
        if duel.conflict:
            self._bar.show_status(conflict_text(duel.conflict, self._opponent))
            return
        state = self._result_text() if duel.state == "over" else self._turn_text()
        presence = presence_text(get_lobby_service(self.app).snapshot, duel.opponent)
        note = self._after_duel.note if duel.state == "over" else ""
        self._bar.show_status(f"{state} · {note or presence}")
        self.sub_title = f"move {self.model.session.move_number(self.model.session.ply)}"

    def _turn_text(self) -> str:
        if self._duel.state != "playing":
            return duel_state_text(self._duel, self._opponent)
        turn = "Your move" if self._duel.is_our_turn else f"{self._opponent} is to move"
        if not self._duel.turns:
            return f"{first_move_text(self._duel, self._opponent)} · {turn}"
        return turn

    def _result_text(self) -> str:
        duel = self._duel
        has_won = duel.winner == duel.own_side
        if duel.has_resigned:
            return f"{self._opponent} resigned: you won" if has_won else "You resigned"
        reason = self.model.board.status_text(self.model.session.position)
        return f"You {'won' if has_won else 'lost'}. {reason}"

    # The shared folder

    def _on_snapshot(self, snapshot: LobbySnapshot) -> None:
        """Show the moves that have been written since."""
        duel = snapshot.find_duel(self._duel.id)
        if not duel or self._is_writing:
            return
        self._duel = duel
        session, moves = self.model.session, duel.moves
        if moves[: session.ply] != session.moves:
            # a move of ours could not be written, or the opponent has changed their journal
            is_opponents_move = session.ply % 2 == duel.own_side
            if is_opponents_move and not duel.conflict:
                self.notify_here(f"{self._opponent} has taken back a move")
            self.model.load(_new_session(duel))
            self._follow_last_move()
        self._is_writing = True  # these moves have been written already
        for move in moves[self.model.session.ply :]:
            self.model.make_move(move)
        self._is_writing = False
        if self._published_moves != len(moves):
            self._published_moves = len(moves)
            get_lobby_service(self.app).share_session(self.model.session)
        self._show_status()
        self._refresh_view()

    async def _write_move(self) -> None:
        """Write the last move, with the move before it."""
        lobby, session = get_lobby_service(self.app), self.model.session
        ply, texts = session.ply - 1, ["", *session.move_texts]
        move = partial(lobby.duels.add_move, self._duel.id, ply, texts[ply + 1], texts[ply])
        try:
            await lobby.run_write(move)
        finally:
            self._is_writing = False
        self._on_snapshot(lobby.snapshot)

    def _follow_last_move(self) -> None:
        """Put the cursor on a pawn of the side to move."""
        if self._duel.turns:
            session = self.model.session
            self.model.board.on_position_changed(
                session.game.start, self._duel.moves[-1], session.position
            )

    @property
    def _is_going_on(self) -> bool:
        return self._duel.state == "playing" and not self._duel.conflict

    @property
    def _accepts_moves(self) -> bool:
        return self._is_going_on and not self._is_writing

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "resign":
            return self._duel.state == "playing" or None
        if action in ("rematch", "review"):
            return self._duel.state == "over" and (action == "rematch" or bool(self._duel.turns))
        return action != "ask" or self._is_going_on or None

    def _footer_keys(self) -> FooterKeyGroups:
        if self.active_prompt:
            return FooterKeyGroups(
                with_user_keys(self.app.options, [("⏎", "play"), ("esc", "cancel")])
            )
        keys = footer_keys(self, [])
        return with_board_keys(keys, self.model) if self._is_going_on else keys

    def help_content(self) -> HelpContent:
        board = self.model.board
        keys = with_user_keys(self.app.options, board.KEY_LABELS)
        return HelpContent("Hexapawn", self.PURPOSE, keys, board.NOTATION)

    def handle_unbound_key(self, event: events.Key) -> None:
        self.action_board(character_or_key(event))

    def on_board_area_clicked(self, event: BoardArea.Clicked) -> None:
        if self._accepts_moves:
            self.model.click(*event.cell, *event.board_size)

    def open_prompt(self, text: str = "") -> None:
        if self._is_going_on:
            hint = self.model.board.NOTATION
            self.show_prompt(PromptLine(":", self._play_text, text, hint=hint))

    def _play_text(self, text: str) -> bool:
        if self.model.is_opponents_turn:
            self.notify_here(f"Not yet: {self.model.waiting_reason}")
            return False
        return not self._is_writing and self.model.play_text(text)

    def action_board(self, key: str) -> None:
        if self._accepts_moves:
            self.model.animation.end()
            self.model.handle_key(key)

    def action_turn(self) -> None:
        self.model.flip_board()

    def action_resign(self) -> None:
        choices = [
            Choice("Play on", "", False),
            Choice("Resign", f"{self._opponent} wins", True),
        ]
        self.app.push_screen(PickerDialog("Resign?", choices), self._resign)

    async def _resign(self, is_certain: bool | None) -> None:
        lobby = get_lobby_service(self.app)
        if is_certain:
            ply = self.model.session.ply
            await lobby.run_write(partial(lobby.duels.resign, self._duel.id, ply))
            self.refresh_bindings()

    def action_rematch(self) -> None:
        self._after_duel.request_rematch()

    def action_review(self) -> None:
        open_review(self, self.model)

    def action_back(self) -> None:
        if not self.model.clear_selection():
            self.dismiss()


def _new_session(duel: Duel) -> Session:
    """Return a session with the moves of a duel."""
    session = Session(Puzzle("", duel.game, duel.header.title), now=time.monotonic())
    is_first = duel.own_side == 0
    session.set_players((HUMAN, OTHER_PLAYER) if is_first else (OTHER_PLAYER, HUMAN))
    for move in duel.moves:
        session.play(move)
    return session
