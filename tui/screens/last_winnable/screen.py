"""LastWinnableScreen: two players alternate on one puzzle; who makes it lost loses."""

import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.worker import Worker

from ludoscope.games import FAMILIES, count_text
from ludoscope.games.units import Unit
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.last_winnable import (
    ENGINE_LIMITS,
    REFEREE_LIMITS,
    Ending,
    Outcome,
    choose_turn,
    referee_turn,
)
from ludoscope.search.process.call_process import CallProcess
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.executor import CallFailed
from ludoscope.search.process.host_limits import cap_limits
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import Change, GameModel
from ludoscope.tui.model.last_winnable import OPPONENTS, LastWinnableGame, Opponent
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import BaseScreen, HelpContent, character_or_key
from ludoscope.tui.screens.board_bindings import BOARD_BINDINGS, with_board_keys, with_user_keys
from ludoscope.tui.screens.last_winnable.duel_link import DuelLink
from ludoscope.tui.screens.lobby.after_duel import AfterDuel, open_review
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.text.formatting import capitalize_first
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.footer import FooterKeyGroups, footer_keys
from ludoscope.tui.widgets.game_layout import min_size
from ludoscope.tui.widgets.game_view import GameView
from ludoscope.tui.widgets.message_bar import MessageBar
from ludoscope.tui.widgets.prompt import PromptLine

WORKER_LIMITS = Limits(memory=1 << 30)
TURN = Unit("turn", "turns")
REPEATED = "That position was on the board before: choose another move"
SEVERAL_MOVES = "A turn is a single move: choose one"
DRAWN = "Nobody wins: one of the referees could not decide who lost"
QUEUED = "The referee is queued: this server's solver limit is reached"
COMPUTER_QUEUED = "The computer is queued: this server's solver limit is reached"


class LastWinnableScreen(BaseScreen[None], inherit_bindings=False):
    """A game of the last winnable move.

    Args:
        puzzle: The puzzle that is played.
        options: The user's options.
        opponent: Who plays against the player.
        link: The duel of the lobby that is played; None for a game on this machine alone.
    """

    CSS_PATH = "last_winnable.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *BOARD_BINDINGS,
        Binding("space", "board('enter')", "pick, or play/pause", id="board.space", show=False),
        Binding("colon", "ask", "type a move", id="play.type"),
        Binding("n", "new_game", "new game", id="last.new"),
        Binding("x", "resign", "resign", id="lobby.resign"),
        Binding("equals_sign", "review", "review", id="play.review"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Two players take turns on one puzzle. Who makes the position lost, which a solver proves "
        "on the spot, loses; who completes the puzzle wins; a position must not come back."
    )

    def __init__(
        self,
        puzzle: Puzzle,
        options: UserOptions,
        opponent: Opponent,
        link: DuelLink | None = None,
    ) -> None:
        super().__init__()
        self.family = puzzle.game.family
        self.title = f"Last winnable move › {puzzle.title}"
        self._puzzle, self._opponent, self._link = puzzle, opponent, link
        self._process = CallProcess(cap_limits(WORKER_LIMITS).memory, self._refresh_view)
        self._worker: Worker[Any] | None = None  # of the referee
        self._is_closed = False
        self._game = self._new_game(link.duel.own_side if link else 0)
        self.model = GameModel(self._new_session(), options)
        self.model.add_listener(self._on_model_changed)
        self._view, self._bar = GameView(self.model, show_goal=True), MessageBar(self.model)

    def _new_game(self, own_number: int) -> LastWinnableGame:
        remote_name = self._link.opponent_name if self._link else ""
        return LastWinnableGame(self._puzzle.game, self._opponent, own_number, remote_name)

    def _new_session(self) -> Session:
        return Session(self._puzzle, now=time.monotonic())

    def compose(self) -> ComposeResult:
        yield self.create_header()
        with Vertical(id="body"):
            yield self._view
        yield self._bar

    def min_size(self) -> tuple[int, int]:
        return min_size(self.model)

    def on_mount(self) -> None:
        if self._link:
            self._link.open(self._on_duel_changed)
            self._after_duel = AfterDuel(self, self._link.duel.id, self._link.opponent_name)
            self._after_duel.open()
            self.title = f"{self.title} › against {self._link.opponent_name}"
            self._follow_duel()
        self._begin()

    def on_unmount(self) -> None:
        """Stop the referee; in a duel that goes on, let it judge the last turn first."""
        self._is_closed = True
        if self._link:
            self._link.close()
            self._after_duel.close()
        is_working = self._worker is not None and not self._worker.is_finished
        if not (is_working and self._link and self._link.is_playing):
            if self._worker:
                self._worker.cancel()
            self._process.close()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._refresh_view)

    def on_screen_resume(self) -> None:
        self._refresh_view()

    # The game

    def _begin(self) -> None:
        """Begin a game; the referee judges the start, and the computer may move first."""
        self._start_referee(self._continue)

    def _start_referee(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run a function in a worker, in place of the one that is running.

        That of a duel belongs to the app, as the screen may be closed meanwhile.
        """
        if self._worker:
            self._worker.cancel()
        run_worker: Callable[..., Worker[Any]] = (
            self.app.run_worker if self._link else self.run_worker
        )
        self._worker = run_worker(partial(self._run_referee, work), group="referee")

    async def _run_referee(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        finally:
            if self._is_closed:
                self._process.close()

    async def _continue(self) -> None:
        """Judge the position, and let the computer move, until a human is to move."""
        game = self._game
        while game is self._game and not game.ending:
            if game.is_judging:
                self._refresh_view()
                await self._judge(game)
            elif game.is_computers_turn and not game.fault:
                self._refresh_view()
                await self._play_computers_move(game)
            else:
                break
        game = self._game
        if self._link and self._link.is_playing and game.ending:
            if game.has_lost:
                await self._link.resign(game.turn_count)
            elif game.ending.winner is None:
                await self._link.declare_draw(game.turn_count)
        self._refresh_view()

    async def _judge(self, game: LastWinnableGame) -> None:
        """Judge the next position; if the referee fails, the position is undecided."""
        outcomes = [outcome.value for outcome in game.outcomes]
        texts = self._texts(game.unjudged_positions)
        try:
            answer = await self._call(REFEREE_LIMITS, referee_turn, texts, outcomes)
        except (WorkerLost, CallFailed) as error:
            self.app.notify_here(f"The referee has failed: {error}")
            answer = {"outcome": Outcome.UNDECIDED, "ending": None}
        if game is self._game:
            ending = answer["ending"]
            game.add_judgement(Outcome(answer["outcome"]), ending and Ending(*ending))

    async def _play_computers_move(self, game: LastWinnableGame) -> None:
        strength = self._opponent.strength
        assert strength
        seed = secrets.randbits(32)
        texts = self._texts(game.positions)
        try:
            text = await self._call(ENGINE_LIMITS, choose_turn, texts, strength.value, seed)
        except (WorkerLost, CallFailed) as error:
            game.fault = str(error)
            return
        if game is self._game:
            ply = self.model.session.ply
            self.model.play_moves(self._puzzle.game.parse_moves(self.model.position, text))
            game.end_turn(self.model.session.moves[ply:], self.model.position)

    async def _call(self, limits: Limits, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function of `search.last_winnable` in the other process."""
        limits, spec = cap_limits(limits), self._puzzle.game.spec()
        return await self._process.call(function, spec, *arguments, limits.seconds, limits.memory)

    def _texts(self, positions: Sequence[Any]) -> list[str]:
        return [self._puzzle.game.text(position) for position in positions]

    def _end_turn(self) -> None:
        """End the turn if the player has moved; take back what is not a legal turn."""
        game, position = self._game, self.model.position
        turn = self.model.session.moves[sum(map(len, game.turns)) :]
        if not turn:
            return
        family = FAMILIES[self._puzzle.game.family]
        if not family.is_one_step(self._puzzle.game, game.positions[-1], turn):
            self.model.undo()
            self.notify_here(SEVERAL_MOVES)
        elif game.repeats(position):
            self.model.undo()
            self.notify_here(REPEATED)
        else:
            game.end_turn(turn, position)
            self._start_referee(self._finish_turn)

    async def _finish_turn(self) -> None:
        """Write the turn of a duel, then go on."""
        game = self._game
        if self._link and not await self._link.write_turn(game.positions, game.turns):
            self._load_duel()
        await self._continue()

    # Duels

    def _on_duel_changed(self) -> None:
        """Show the turns that the other player has made."""
        if self._follow_duel():
            self._begin()
        self._refresh_view()

    def _follow_duel(self) -> bool:
        """Make the turns of the duel that are not made yet; return True if there are any."""
        link, game = self._link, self._game
        assert link
        turns = link.duel.turns
        if list(turns[: game.turn_count]) != game.turns[: len(turns)]:
            self._load_duel()  # the other player has taken back a move
            return True
        for turn in turns[game.turn_count :]:
            for index, move in enumerate(turn):
                self.model.make_move(move, continues_step=index > 0)
            game.end_turn(turn, self.model.position)
        return len(turns) > len(game.outcomes) - 1

    def _load_duel(self) -> None:
        """Begin anew with the turns of the duel."""
        assert self._link
        self._game = self._new_game(self._link.duel.own_side)
        self.model.load(self._new_session())
        self._follow_duel()

    # Refreshing

    def refresh_view(self) -> None:
        super().refresh_view()
        self._refresh_view()

    def _refresh_view(self) -> None:
        if not (self.is_mounted and self.is_active):
            return
        self._view.refresh_view()
        self._bar.make_room_for_prompt(is_asking=self.active_prompt is not None)
        texts = [self._status_text(), self._rematch_note]
        self._bar.show_status(" · ".join(filter(None, texts)))
        self._bar.show_keys(self._footer_keys())
        self.sub_title = count_text(self._game.turn_count, TURN)

    def _status_text(self) -> str:
        link, game = self._link, self._game
        if self.active_prompt:  # beside the prompt a long notation would leave no room for a move
            return self.model.board.NOTATION
        if self._process.is_queued:
            return QUEUED if game.is_judging else COMPUTER_QUEUED
        if link and link.is_drawn and not (game.ending and game.ending.winner is None):
            return DRAWN
        if not link or game.ending:
            return game.status
        if link.conflict:
            return link.conflict
        if link.duel.has_resigned:
            has_won = link.duel.winner == link.duel.own_side
            return f"{link.opponent_name} resigned: you won" if has_won else "You resigned"
        return game.status

    @property
    def _rematch_note(self) -> str:
        return self._after_duel.note if self._link and self._link.is_over else ""

    def _on_model_changed(self, change: Change) -> None:
        if change is Change.MESSAGE:
            self.notify_here(self.model.message)
        self._refresh_view()

    def _footer_keys(self) -> FooterKeyGroups:
        if self.active_prompt:
            return FooterKeyGroups(
                with_user_keys(self.app.options, [("⏎", "play"), ("esc", "cancel")])
            )
        keys = footer_keys(self, [])
        return with_board_keys(keys, self.model) if self._is_players_turn else keys

    def help_content(self) -> HelpContent:
        board = self.model.board
        keys = with_user_keys(self.app.options, board.KEY_LABELS)
        return HelpContent("Last winnable move", self.PURPOSE, keys, board.NOTATION)

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "ask":
                return self._is_players_turn or None
            case "new_game":
                return self._link is None or self._link.is_over
            case "review":
                is_over = self._link.is_over if self._link else bool(self._game.ending)
                return is_over and self._game.turn_count > 0
            case "resign":
                return self._link is not None and (self._link.duel.state == "playing" or None)
        return True

    def handle_unbound_key(self, event: events.Key) -> None:
        self.action_board(character_or_key(event))

    def intercept_key(self, event: events.Key) -> bool:
        """Handle the keys that the board takes before the bindings, such as letters of boats."""
        key = character_or_key(event)
        if not self.model.board.handles_key(key):
            return False
        self.action_board(key)
        return True

    def action_board(self, key: str) -> None:
        if self._may_move():
            self.model.begin_input(time.monotonic())
            self.model.handle_key(key)
            self._end_turn()

    def on_board_area_clicked(self, event: BoardArea.Clicked) -> None:
        if self._may_move():
            self.model.begin_input(time.monotonic())
            self.model.click(*event.cell, *event.board_size, double=event.count > 1)
            self._end_turn()

    def _may_move(self) -> bool:
        """Return True if somebody at this keyboard is to move; else say why not."""
        if not self._is_players_turn and not self._game.ending:
            goes_on = not self._game.fault and (self._link is None or self._link.is_playing)
            self.notify_here(f"{'Not yet. ' if goes_on else ''}{self._status_text()}")
        return self._is_players_turn

    @property
    def _is_players_turn(self) -> bool:
        return self._game.is_players_turn and (self._link is None or self._link.is_playing)

    def open_prompt(self, text: str = "") -> None:
        if self._is_players_turn:
            prompt = PromptLine(":", self._play_text, text)
            prompt.defer_removal = self._on_prompt_closed
            self.show_prompt(prompt)

    def _on_prompt_closed(self) -> bool:
        """Show the status and the keys again; let the prompt remove itself."""
        self._refresh_view()
        return False

    def _play_text(self, text: str) -> bool:
        if not (self._may_move() and self.model.play_text(text)):
            return False
        self._end_turn()
        return True

    def action_new_game(self) -> None:
        """Begin a new game, in the lobby if both want to; ask first if one is going on."""
        if self._link:
            self._after_duel.request_rematch()
            return
        self._ask_to_end("New game", self._begin_new_game)

    def unsaved_text(self) -> str:
        if self._link or self._game.ending or not self._game.turn_count:
            return ""  # a duel is kept in the lobby
        return f"This game ({count_text(self._game.turn_count, TURN)}) will not be saved"

    def _ask_to_end(self, label: str, on_answer: Callable[[bool | None], None]) -> None:
        """Ask whether to give up the game, which is not saved; do not if nothing would be lost."""
        if not self.unsaved_text():
            on_answer(True)
            return
        turns = count_text(self._game.turn_count, TURN)
        choices = [
            Choice("Play on", "", False),
            Choice(label, f"this one, of {turns}, is not saved", True),
        ]
        self.app.push_screen(PickerDialog(f"{label}?", choices), on_answer)

    def _begin_new_game(self, is_certain: bool | None) -> None:
        """Begin anew; the other player begins this time."""
        if not is_certain:
            return
        self._game = self._new_game(1 - self._game.own_number)
        self.model.load(self._new_session())
        self._begin()

    def action_review(self) -> None:
        open_review(self, self.model)

    def action_resign(self) -> None:
        """Ask whether to resign a duel."""
        assert self._link
        choices = [
            Choice("Play on", "", False),
            Choice("Resign", f"{self._link.opponent_name} wins", True),
        ]
        self.app.push_screen(PickerDialog("Resign?", choices), self._resign)

    async def _resign(self, is_certain: bool | None) -> None:
        if is_certain and self._link:
            await self._link.resign(self._game.turn_count)
            self._refresh_view()

    def action_back(self) -> None:
        """Put back what is in hand; else leave, and ask first if the game would be lost.

        A duel is kept in the lobby.
        """
        if self.model.clear_selection():
            return
        if self._link:
            self.dismiss()
        else:
            self._ask_to_end("Leave the game", self._leave)

    def _leave(self, is_certain: bool | None) -> None:
        if is_certain:
            self.dismiss()


def open_last_winnable(app: AppBase, puzzle: Puzzle) -> None:
    """Ask for the opponent, then begin a game on a puzzle."""

    def begin(opponent: Opponent | None) -> None:
        if opponent:
            app.push_screen(LastWinnableScreen(puzzle, app.options, opponent))

    choices = [Choice(capitalize_first(one.name), one.description, one) for one in OPPONENTS]
    app.push_screen(PickerDialog("Last winnable move: against whom?", choices), begin)
