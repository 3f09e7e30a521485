"""PlayScreen: one puzzle of any family on a board.

A key or a click runs a short action here, which calls a method of the `GameModel`. The model tells
the screen of each change, and the screen has its widgets refreshed from the model with the next
frame.
"""

import asyncio
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ludoscope.games import FAMILIES
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.puzzle import PublishedSolution
from ludoscope.search.solver import Solver
from ludoscope.tui import lazy, screens
from ludoscope.tui.boards.board import BOARD_COMMANDS
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.keymap import key_of_character
from ludoscope.tui.model.game_model import Change, GameModel
from ludoscope.tui.model.hints import show_hint
from ludoscope.tui.model.players import (
    LEARNER,
    PLAYER_DESCRIPTIONS,
    SIDES,
    Players,
    format_players,
)
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import (
    SAVE_ERROR_CLASS,
    TOO_SMALL_CLASS,
    BaseScreen,
    HelpContent,
    character_or_key,
    too_small_message,
)
from ludoscope.tui.screens.board_bindings import BOARD_BINDINGS, with_board_keys, with_user_keys
from ludoscope.tui.screens.play import autoplay
from ludoscope.tui.screens.play.availability import (
    can_stop,
    is_action_available,
    is_action_enabled,
    is_playing,
)
from ludoscope.tui.screens.play.background import ScreenTasks
from ludoscope.tui.screens.play.header import PlayHeader
from ludoscope.tui.screens.play.opponents import Opponents
from ludoscope.tui.screens.play.remarks import message_lines, status_line
from ludoscope.tui.screens.play.results import ResultUpdater
from ludoscope.tui.screens.play.side_panel import SidePanel
from ludoscope.tui.widgets import message_bar, seek_bar
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.footer import FooterKeyGroups, footer_keys
from ludoscope.tui.widgets.game_layout import PANEL_WIDTH, GameLayout, min_size
from ludoscope.tui.widgets.message_bar import MessageBar
from ludoscope.tui.widgets.prompt import PromptLine
from ludoscope.tui.widgets.result_box import result_box
from ludoscope.tui.widgets.seek_bar import SeekRequested

if TYPE_CHECKING:
    from ludoscope.puzzles.word_search import RankedEntry
    from ludoscope.tui.model.solver_run import SolverRun
    from ludoscope.tui.screens.play.solver_jobs import SolverJobs

REFRESH_INTERVAL_SECONDS = 0.25  # while a solver works: few enough frames for a slow line
TICKS_PER_STEP = 2  # of a replay that plays by itself
LONG_SEEK_STEPS = 10
PURPOSE = "The badge in the top line says whether the game can still be won."  # for the help
REPLAY_PURPOSE = (
    "A solution or a line, played on the board for you to step through. "
    "Your own game is as you left it."
)
OPEN_BY_NAME = "open by name"  # what : does after the game and in a replay
LETTERS = re.compile(r"[^\W\d_]{2,}")
SEARCH_AHEAD_DELAY_SECONDS = 1.0  # after the puzzle is opened


def _command_binding(command: str, description: str) -> Binding:
    """Return the binding of one of BOARD_COMMANDS."""
    key = key_of_character(BOARD_COMMANDS[command])
    return Binding(key, f"board_command('{command}')", description, id=f"play.{command}")


class PlayScreen(BaseScreen[None]):
    """A puzzle being played; every move is stored before it is shown."""

    CSS_PATH = "play.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *BOARD_BINDINGS,
        Binding("space", "space", "pick, or play/pause", id="board.space", show=False),
        Binding("home", "seek_start", "start", id="play.first", show=False),
        Binding("end", "seek_end", "end", id="play.last", show=False),
        Binding(
            "pageup",
            f"seek_relative(-{LONG_SEEK_STEPS})",
            "ten moves back",
            id="play.far_back",
            show=False,
        ),
        Binding(
            "pagedown",
            f"seek_relative({LONG_SEEK_STEPS})",
            "ten moves forward",
            id="play.far_on",
            show=False,
        ),
        Binding("u,backspace", "undo", "undo", id="play.undo"),
        Binding("y", "redo", "redo", id="play.redo"),
        Binding("z", "undo_to_winnable", "back to winnable", id="play.winnable"),
        Binding("i", "hint", "hint", id="play.hint"),
        Binding("s", "solve", "solve", id="play.solve"),
        Binding("x", "stop", "stop or resign", id="play.stop"),
        Binding("w", "watch", "watch", id="play.watch"),
        Binding("colon", "ask", "type a move", id="play.type"),
        Binding("b", "bookmark", "bookmark", id="play.bookmark"),
        Binding("t", "tree", "tree of moves", id="play.tree"),
        Binding("equals_sign", "review", "review", id="play.review"),
        Binding("exclamation_mark", "explain", "explain the loss", id="play.explain"),
        Binding("at", "map", "map", id="play.map"),
        Binding("ampersand", "last_winnable", "play for two", id="play.shared"),
        Binding("c", "share", "share", id="play.copy"),
        Binding("o", "players", "players", id="play.sides"),
        Binding("m", "matchboxes", "matchboxes", id="play.matchboxes"),
        Binding("v", "overlay", "values", id="play.overlay"),
        Binding("percent_sign", "turn", "turn the board", id="play.turn"),
        Binding("e", "edit", "edit", id="go.edit"),
        Binding("a", "analysis", "analysis on/off", id="set.analysis"),
        _command_binding("send_home", "all cards home"),
        _command_binding("reshuffle", "reshuffle"),
        _command_binding("raise", "raise a card"),
        Binding("f", "autoplay", "autoplay", id="play.autoplay"),
        Binding("slash", "find", "find a card", id="play.find"),
        Binding("n", "open_neighbour(1)", "next", id="go.next"),
        Binding("p", "open_neighbour(-1)", "previous", id="go.previous"),
        Binding("d", "open_random", "random", id="go.random"),
        Binding("r", "restart", "restart", id="go.restart"),
        Binding("full_stop", "pause", "pause", id="play.pause"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, session: Session, options: UserOptions) -> None:
        super().__init__()
        self.family = session.game.family
        self.model = GameModel(session, options)
        self.model.add_listener(self._on_model_changed)
        self._tasks = ScreenTasks(self)
        self.opponents = Opponents(
            self.model, self._tasks, self.app.saves, lambda: self.solver_jobs.find_opponents_move()
        )
        self.results = ResultUpdater(
            self.model,
            self._tasks,
            self.app.library,
            self.app.frame_pacer,
            lambda *run: self.solver_jobs.find_solution(*run),
            self.app.similar.next_puzzle,
        )
        self.header = PlayHeader(self.model)
        self.board_area = BoardArea(id="board", can_drag=True)
        self.side_panel = SidePanel(self.model)
        self.message_bar = MessageBar(self.model)
        self._layout_shown: GameLayout | None = None
        self._needs_refresh = False
        self._ticks = 0
        self._shown_second = -1  # of the clock, at the last refresh without a key
        self._was_active = False  # at that refresh
        self._typed_moves: list[str] = []

    @cached_property
    def solver_jobs(self) -> "SolverJobs":
        """The solvers of this game."""
        return screens.SolverJobs(
            self.model, self._tasks, self.opponents.play_fallback_move, self._store_analysis
        )

    def compose(self) -> ComposeResult:
        self._update_layout(GameLayout.for_screen(self.model, self.app.size))
        self.message_bar.show_keys(self.footer_keys())
        yield self.header
        with Vertical(id="body"):
            yield Horizontal(self.board_area, self.side_panel, id="game")
        yield self.message_bar

    def min_size(self) -> tuple[int, int]:
        return min_size(self.model, with_border=False)

    def on_mount(self) -> None:
        self._timer = self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer)
        self.app.autosave.track_session(self.model.session)
        self.watch(self.board_area, "overlay_fits", self.refresh_view, init=False)
        self.model.session.record_activity(time.monotonic())
        self.call_after_refresh(self._start_jobs)
        self.results.update(has_just_ended=False)
        self.run_worker(self.results.read_best)
        self.run_worker(self._add_stored_lines)
        if not self.model.rating:
            self.run_worker(self._find_rating)
        self.run_worker(self._search_ahead)

    async def _add_stored_lines(self) -> None:
        """Read the solutions that came with the puzzle, and have the badge and hints use them."""
        if await asyncio.to_thread(lambda: self.model.stored_lines):
            self.model.add_stored_lines()
            self.refresh_view()

    async def _search_ahead(self) -> None:
        """Search for the next deals once the player has had time to begin with this one."""
        await asyncio.sleep(SEARCH_AHEAD_DELAY_SECONDS)
        await self.app.winnable_deals.search_ahead(self.model.puzzle.name)

    async def _find_rating(self) -> None:
        """Show how hard the puzzle is, once that has been looked up or measured."""
        self.model.rating = await self.app.difficulties.find(self.model.puzzle)
        if self.model.rating:
            self.refresh_view()

    def on_unmount(self) -> None:
        self.solver_jobs.close()
        if self.model.session.is_started:
            self._save()  # the time since the last move

    # Refreshing

    def on_resize(self, event: events.Resize) -> None:
        self.refresh_view()

    def on_screen_resume(self) -> None:
        """Fill all widgets before the first layout, so that the first frame is complete."""
        if not self.header.is_attached:  # a plug-in has failed in `compose`
            self.dismiss()
            return
        self.start_clock()
        if self.is_mounted:
            self._timer.resume()
        self.refresh_view()
        if not self.board_area.size and not too_small_message(self.size, self.min_size()):
            self.update_widgets()

    def on_screen_suspend(self) -> None:
        """Stop the clock while another screen is on top."""
        self.model.session.stop_clock(time.monotonic())

    def start_clock(self) -> None:
        """Start the clock if the game can be seen."""
        if self.is_active and not self.model.is_paused:
            self.model.session.start_clock(time.monotonic())

    def refresh_view(self) -> None:
        """Refresh the widgets with the next frame, once for all keys until then."""
        super().refresh_view()
        self._needs_refresh = True
        self.check_idle()

    def on_idle(self) -> None:
        if self._needs_refresh and not self.app.input_queue.has_more_input:
            self._needs_refresh = False
            self.update_widgets()

    def _update_without_input(self, *, with_board: bool = True, with_header: bool = True) -> None:
        """Refresh the widgets without a key; the next such frame waits for the terminal."""
        if self.update_widgets(with_board=with_board, with_header=with_header):
            self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def update_widgets(self, *, with_board: bool = True, with_header: bool = True) -> bool:
        """Refresh the widgets from the model, unless a move has still to be stored.

        Args:
            with_board: True if the board and the keys may have changed; time and the progress of a
                solver leave them alone.
            with_header: False for the pictures of an animation, where the clock stands.

        Returns:
            True if anything has changed.
        """
        if self.app.autosave.must_delay_frame or not self.header.is_attached:
            return False
        self.message_bar.remove_closed_prompt()
        if not self.app.frame_pacer.is_free:
            self.model.animation.end()
        if not self.is_mounted or not self.is_active or self.has_class(TOO_SMALL_CLASS):
            self.model.animation.end()
            return False
        layout = GameLayout.for_screen(self.model, self.size)
        if self._update_layout(layout):  # before the widgets are filled, or there are two frames
            self.call_after_refresh(self.refresh_view)
            return False
        changed = []
        if with_header:
            changed.append(self.header.refresh_view(has_panel=bool(layout.panel_width)))
        if with_board:
            changed.append(self._update_board(layout))
        if layout.has_panel:
            changed.append(self.side_panel.refresh_view(layout))
        if with_board:  # what the panel names is left out of the keys
            changed.append(self.message_bar.show_keys(self.footer_keys()))
        changed.append(self._update_message_bar(layout))
        return any(changed)

    def _update_layout(self, layout: GameLayout) -> bool:
        """Give the panel its place; return True if that is another one."""
        if layout == self._layout_shown:
            return False
        self._layout_shown = layout
        self.set_class(bool(layout.panel_height), "-below")
        self.set_class(not layout.has_border, "-tight")
        self.side_panel.display = layout.has_panel
        self.side_panel.styles.width = layout.panel_width or "1fr"
        self.side_panel.styles.height = layout.panel_height or "1fr"
        return True

    def _update_board(self, layout: GameLayout) -> bool:
        model = self.model
        has_result = layout.shows_result_on_board(model)
        overlay = result_box(model, PANEL_WIDTH, layout.board_height - 2) if has_result else None
        is_small = model.options.appearance.small_boards
        max_size = layout.standard_board_size if is_small else None
        return self.board_area.show_game(model, max_size, overlay)

    def _update_message_bar(self, layout: GameLayout) -> bool:
        is_asking = self.has_class("-asking")
        message = message_lines(
            self.model,
            layout.width - 2,
            message_bar.HEIGHT - 1 if is_asking else message_bar.HEIGHT,
            self.message_bar.prompt_hint if is_asking else "",
        )
        return self.message_bar.refresh_view(
            message,
            status_line(self.model, layout, result_on_board=self.board_area.overlay_fits),
            layout.width,
            is_asking=is_asking,
            has_save_error=self.has_class(SAVE_ERROR_CLASS),
        )

    def _on_timer(self) -> None:
        model, replay = self.model, self.model.replay
        if self.app.frame_pacer.is_free:
            self._ticks += 1
            if replay and replay.is_playing and self._ticks % TICKS_PER_STEP == 0:
                replay.is_playing = model.step_replay(1)
            if model.solver_run:
                model.solver_run.update_progress()
            self._update_on_tick()
        is_active = self._is_active_without_input
        if not is_active and model.session.is_idle(time.monotonic()):
            self._timer.pause()  # an idle app sends nothing

    def _update_on_tick(self) -> None:
        """Refresh the widgets if something works on the position, else once for each second.

        The clock waits for the end of an animation, which would take more bytes with it.
        """
        if self.app.autosave.must_delay_frame or self.model.animation.frame:
            return
        second = int(self.model.session.shown_seconds(time.monotonic()))
        if self._is_active_without_input or self._was_active or second != self._shown_second:
            self._shown_second = second
            self._was_active = self._is_active_without_input
            self._update_without_input(with_board=self.model.replay is not None)

    @property
    def _is_active_without_input(self) -> bool:
        replay = self.model.replay
        is_explaining = self.model.explanation is not None and self.model.explanation.progress
        is_playing = replay is not None and replay.is_playing
        is_held = self.model.shows_previous_analysis  # for a moment
        return bool(self.model.running) or bool(is_explaining) or is_playing or is_held

    # Changes of the model

    def _on_model_changed(self, change: Change) -> None:
        if change is Change.ANIMATION:
            self._update_without_input(with_header=False)
            return
        if change is Change.POSITION:
            self._on_position_changed()
        self.refresh_view()

    def _on_position_changed(self) -> None:
        """Stop what works on the old position, store the new one and begin its analysis."""
        self.solver_jobs.stop("hint", "answer", "judge", "trace", "values")
        self.solver_jobs.stop_explaining()
        self.solver_jobs.update_search()
        self.opponents.stop()
        self._save()
        if self.model.session.is_over and self.model.game.players == 2:
            self.opponents.learn_from_game()
        self.results.update()
        self._start_jobs()

    def _start_jobs(self) -> None:
        """Start the opponent's answer, or the analysis or the values that are missing."""
        if self.model.is_opponents_turn:
            self.model.keep_previous_analysis()
            self.opponents.play_move()
            return
        if self.model.needs_analysis:
            self.solver_jobs.analyse()
        if self.model.needs_values:
            self.solver_jobs.value_moves()

    def _save(self) -> None:
        """Store the session, unless the player has not begun to play."""
        session = self.model.session
        if session.is_worth_saving:
            self.app.autosave.save_session(session)
        else:
            self.app.autosave.track_session(session)

    def _save_tree(self) -> None:
        """Store the session with a change of its tree, also before the player's first move."""
        self.app.autosave.save_session(self.model.session)

    def _store_analysis(self, text: str) -> None:
        # not by `autosave`: no frame waits for it, and no message is shown if it fails
        self.app.saves.store.save_note("verdicts", self.model.puzzle.name, text)

    def on_appearance_changed(self) -> None:
        self.solver_jobs.stop("judge")
        self._start_jobs()
        self.refresh_view()

    # Keys that are no bindings

    def notify_here(self, message: str) -> None:
        """Show a message that stays until the next key."""
        self.model.show_message(message)

    def _on_user_input(self) -> None:
        """Prepare for a key or a click."""
        self.model.begin_input(time.monotonic())
        if self.board_area.end_animation():
            self.refresh_view()
        self._timer.resume()

    def intercept_key(self, event: events.Key) -> bool:
        self._on_user_input()
        if self._end_pause():
            return True
        if self.board_area.cancel_drag():
            self.model.clear_selection()
            self.refresh_view()
            if event.key == "escape":
                return True
        model = self.model
        if model.replay or model.session.is_over or self.active_prompt:
            return False
        key = character_or_key(event)
        if model.board.handles_key(key):
            model.handle_key(key)
            return True
        return False

    def handle_unbound_key(self, event: events.Key) -> None:
        """Pass a key without a binding to the board; a digit that it ignores opens the prompt."""
        if reason := self.app.disabled_reason(self, event.key):
            self.notify_here(reason)
            return
        key = character_or_key(event)
        if not self.model.replay and not self.model.handle_key(key):
            if key.isdigit():
                self.open_prompt(key)
            elif reason := self._ignored_key_reason(event.key):
                message = self.model.message
                self.notify_here(f"{message}. {reason}" if message else reason)
        self.refresh_view()

    def _ignored_key_reason(self, key: str) -> str:
        """Return why a key does nothing now; "" for most keys."""
        if key in self.active_bindings:
            name = self.active_bindings[key].binding.id
            reasons = {
                "play.undo": "Nothing to undo",
                "play.redo": "Nothing to redo",
                "play.review": "Nothing to review before the game is over",
            }
            if name == "play.winnable":
                return self.model.nothing_to_undo_reason
            return reasons.get(name or "", "")
        command = self.active_bindings.get(key.lower())
        if len(key) == 1 and command:
            name, description = key.lower(), command.binding.description
            return f"Commands are small letters: {name} for {description} (is Caps Lock on?)"
        return ""

    # Mouse

    def on_click(self) -> None:
        self._on_user_input()
        self._end_pause()

    def on_board_area_clicked(self, event: BoardArea.Clicked) -> None:
        self._on_user_input()
        is_own = event.area is self.board_area  # and not that of the solver panel
        if not self._end_pause() and is_own and not self.model.replay:
            self.model.click(*event.cell, *event.board_size, double=event.count == 2)

    def on_board_area_dragged(self, event: BoardArea.Dragged) -> None:
        self._on_user_input()
        if self._end_pause() or self.model.replay:
            return
        if event.is_drop:
            self.model.drop(event.start, event.end, *event.board_size)
        elif (
            self.model.drag(event.start, event.end, *event.board_size)
            and self.app.frame_pacer.is_free
        ):
            self._update_without_input()  # on a slow line the drop is soon enough

    def on_seek_requested(self, event: SeekRequested) -> None:
        self._end_pause()
        self.model.seek(event.ply)

    # Prompt

    def open_prompt(self, text: str = "") -> None:
        """Ask for a move; a puzzle that is named instead is opened, as everywhere.

        After the game and in a replay it asks for a puzzle.
        """

        def play_or_open(text: str) -> bool:
            if prompt.highlighted_entry or not is_playing(self.model):
                self.app.puzzle_opener.open_typed_name(text)
                return False  # the prompt stays until the puzzle is open
            return self.model.play_text(text)

        prompt = lazy.puzzle_prompt.PuzzlePrompt(
            ":",
            play_or_open,
            self._named_puzzles,
            text,
            history=self._typed_moves,
            needs_suggestions=self._may_name_puzzle,
        )
        if is_playing(self.model):
            self._show_prompt(prompt, "play", self.model.board.NOTATION)
        else:
            self._show_prompt(prompt, "open", "the name of a puzzle")

    def _named_puzzles(self, text: str) -> "list[RankedEntry]":
        """Return the puzzles that a typed text names; none for a move.

        Two letters may be a card or a boat with its direction: they must be a whole name, "mo 3".
        """
        if not self._may_name_puzzle(text):
            return []
        length = max(map(len, LETTERS.findall(text)))
        rank = lazy.word_search.MatchRank
        least_rank = rank.TITLE_PREFIX if length > 2 else rank.NAME
        matches = self.app.puzzle_finder.suggest(text)
        return [match for match in matches if match.rank <= least_rank]

    def _may_name_puzzle(self, text: str) -> bool:
        """Return False for a text without words, and for a legal move."""
        if not LETTERS.search(text):
            return False
        if is_playing(self.model):
            with suppress(ValueError):
                self.model.board.parse_moves(self.model.position, text)
                return False
        return True

    def _show_prompt(self, prompt: PromptLine, enter_label: str, hint: str = "") -> None:
        """Open a prompt; see `MessageBar.prepare_prompt`."""
        self.message_bar.prepare_prompt(prompt, enter_label, hint, on_closed=self.refresh_view)
        prompt.callback_context = self._as_user_input
        self.show_prompt(prompt)
        self.refresh_view()

    @contextmanager
    def _as_user_input(self) -> Iterator[None]:
        """Treat what is done with a typed line as a key."""
        self._on_user_input()
        yield
        self.refresh_view()

    # Footer and help

    def footer_keys(self) -> FooterKeyGroups:
        """Return the keys that work now."""
        if self.has_class("-asking"):
            return FooterKeyGroups(
                self._with_user_keys([("⏎", self.message_bar.enter_label), ("esc", "cancel")])
            )
        if self.model.replay:
            return self._replay_keys()
        if self.model.is_paused:
            return FooterKeyGroups([("any key", "go on")])
        keys = footer_keys(self, [])
        screen_keys = [(key, self._label(text)) for key, text in keys.main]
        screen_keys.sort(key=lambda hint: hint[1] == OPEN_BY_NAME)  # last: it is no move any more
        transient = keys.transient
        if self.model.is_lost and self.side_panel.display:
            named = self.side_panel.result_keys
            screen_keys, transient = (
                [hint for hint in hints if hint[0] not in named]
                for hints in (screen_keys, transient)
            )
        return with_board_keys(keys._replace(main=screen_keys, transient=transient), self.model)

    def _label(self, text: str) -> str:
        """Return what a key does now, from the description of its binding."""
        if text == "stop or resign":
            return "stop" if can_stop(self.model) else "resign"
        if text == "type a move" and not is_playing(self.model):
            return OPEN_BY_NAME
        if text == "solve" and self.model.solver_run:
            return "another solver"
        if text == "hint" and self.model.hint_moves and not self.model.hint_revealed:
            return "show move"
        return autoplay.autoplay_label(self.model, text)

    def _replay_keys(self) -> FooterKeyGroups:
        key_display = self.app.options.key_display
        is_playing = self.model.replay is not None and self.model.replay.is_playing
        space = key_display("board.space", "space")
        pairs = [("←→", "step"), (space, "pause" if is_playing else "play")]
        if not self.model.shows_won_position:
            pairs.append(("⏎", "play from here"))
        pairs += [
            (key_display("play.solve", "s"), "another solver"),
            ("home", "first"),
            ("end", "last"),
        ]
        if self.model.solver_run:
            pairs.append((key_display("play.watch", "w"), "watch"))
        pairs.append((key_display("play.type", ":"), OPEN_BY_NAME))
        back = key_display("go.back", "esc"), "back to your game"
        fixed_keys = [
            back if text == "back" else (key, text) for key, text in footer_keys(self, []).fixed
        ]
        return FooterKeyGroups(self._with_user_keys(pairs), fixed_keys)

    def _with_user_keys(self, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        return with_user_keys(self.app.options, pairs)

    def help_content(self) -> HelpContent:
        board, title = self.model.board, FAMILIES[self.model.game.family].title
        if self.model.replay:
            keys = self._replay_keys().main
            return HelpContent(f"{title}: a replay", REPLAY_PURPOSE, keys, has_all_keys=True)
        marks = [*board.LEGEND, *seek_bar.LEGEND]
        if self.family == autoplay.FAMILY and autoplay.is_fixed_by_rules(self.model):
            marks.append(("forced", "each card goes home as soon as it can: a rule of this deal"))
        if rating := self.model.rating:
            marks.append((f"Difficulty: {rating.grade}", rating.measure.explanation))
        purpose = f"{FAMILIES[self.model.game.family].goal} {PURPOSE}"
        keys = self._with_user_keys(board.KEY_LABELS)
        return HelpContent(title, purpose, keys, board.NOTATION, marks)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action works now; None if it will later, False if it never does.

        The footer and the palette show actions that work, the help also those that will.
        """
        if action == "board_command":
            action = str(parameters[0])
        try:
            if not is_action_available(self.model, action):
                return False
            return is_action_enabled(self.model, action) or None
        except PluginFault:  # reported where it was raised
            return None

    # Actions

    def action_board(self, key: str) -> None:
        replay = self.model.replay
        if not replay and self.model.session.is_over and key == "enter":
            if self.results.is_read:
                self._open_next_puzzle()
        elif not replay:
            self._press_on_board(key)
        elif key in ("left", "right"):
            replay.is_playing = False
            self.model.step_replay(-1 if key == "left" else 1)
        elif key == "enter":
            self.model.continue_from_replay()

    def action_board_command(self, command: str) -> None:
        self.model.handle_key(command)

    def action_space(self) -> None:
        if self.model.replay:
            self.model.toggle_playing()
        else:
            self.action_board("enter")

    def _press_on_board(self, key: str) -> None:
        """Pass a key to the board, but not enter while the hint that it would play is awaited."""
        if key == "enter" and self.model.running and self.solver_jobs.awaits_hint:
            stop = self.model.key_display("play.stop", "x")
            self.notify_here(f"Still searching for a hint; {stop} stops the search")
        else:
            self.model.handle_key(key)

    def action_pause(self) -> None:
        self.model.pause(time.monotonic())

    def _end_pause(self) -> bool:
        """Show the board again; return False if it is not hidden."""
        if not self.model.is_paused:
            return False
        self.model.resume(time.monotonic())
        return True

    def action_undo(self) -> None:
        self.model.undo()

    def action_redo(self) -> None:
        self.model.redo()

    def action_undo_to_winnable(self) -> None:
        self.solver_jobs.undo_to_winnable()

    def action_restart(self) -> None:
        self.model.restart()

    def action_seek_start(self) -> None:
        self.model.seek(0)

    def action_seek_end(self) -> None:
        self.model.seek(self.model.length)

    def action_seek_relative(self, steps: int) -> None:
        self.model.seek_relative(steps)

    def action_turn(self) -> None:
        self.model.flip_board()

    def action_overlay(self) -> None:
        self.model.next_overlay()
        self.solver_jobs.stop("values")
        self._start_jobs()

    def action_hint(self) -> None:
        model = self.model
        if model.is_opponents_turn:
            model.ask_to_wait()
            return
        if model.hint_moves:
            show_hint(model, model.hint_moves)
        else:
            self.solver_jobs.find_hint()

    def action_stop(self) -> None:
        """Stop the solvers that work for the player; if there are none, ask whether to resign."""
        if can_stop(self.model):
            self.solver_jobs.stop("solve", "hint")
            self.solver_jobs.stop_explaining()
        else:
            self._ask_to_resign()

    def _ask_to_resign(self) -> None:
        """Ask whether to resign the game against the computer."""
        model = self.model
        if model.is_opponents_turn:
            model.ask_to_wait()
            return
        winner = SIDES[1 - model.session.player_side].capitalize()
        choices = [
            screens.Choice("Play on", "", False),
            screens.Choice("Resign", f"{winner} wins", True),
        ]

        def on_chosen(is_certain: bool | None) -> None:
            if is_certain and not (model.session.is_over or model.is_opponents_turn):
                model.resign()

        self.app.push_screen(screens.PickerDialog("Resign?", choices), on_chosen)

    def action_bookmark(self) -> None:
        self.model.show_message(self.model.toggle_bookmark())
        self._save_tree()

    def action_watch(self) -> None:
        """Show the solution; while there is none, or while it is shown, the search."""
        model = self.model
        if model.solution and not model.replay:
            model.show_solution()
        elif model.session.is_over and not model.replay:
            self.results.show_solution()
        elif model.solver_run:
            self._open_search_view(model.solver_run)

    def _open_search_view(self, solver_run: "SolverRun") -> None:
        model = self.model

        def on_closed(wants_solution: bool | None) -> None:
            if wants_solution and model.solution and not model.replay:
                model.show_solution()

        screen = screens.SearchViewScreen(solver_run, self.app.options, model.puzzle.title)
        self.app.push_screen(screen, on_closed)

    def action_solve(self) -> None:
        """Run the default solver; while its search or its result is shown, offer the others.

        After the game, show a solution; if none is found, offer all solvers.
        """
        model = self.model
        is_over = model.session.is_over
        if is_over and not (model.replay or self.results.has_found_no_solution):
            self.results.show_solution()
        elif is_over or model.replay or model.solver_run:
            self._choose_solver()
        else:
            self.solver_jobs.solve()

    def _choose_solver(self) -> None:
        def on_chosen(choice: "Solver | PublishedSolution | str | None") -> None:
            if isinstance(choice, str):  # `solver_choices.LAB`
                self.app.navigator.open_lab()
            elif isinstance(choice, PublishedSolution):
                self.model.show_published_solution(choice)
            elif isinstance(choice, Solver):
                self.solver_jobs.solve(choice)

        def open_help(choice: "Solver | PublishedSolution | str") -> None:
            if isinstance(choice, Solver):
                self.app.navigator.open_solver_guide(self.model.game, choice)

        choices = screens.solver_choices(self.model.puzzle, self.model.game)
        self.app.push_screen(
            screens.PickerDialog("Solve with", choices, open_details=open_help), on_chosen
        )

    def action_tree(self) -> None:
        self.app.push_screen(screens.TreeScreen(self.model, self.solver_jobs, self._save_tree))

    def action_review(self) -> None:
        """Compare the game with the best moves; counts as a hint unless the game is over."""
        model = self.model
        if not model.session.is_over:
            model.session.hint_count += 1

        def on_closed(ply: int | None) -> None:
            if ply is not None:
                self.model.try_again_from(ply)

        self.app.push_screen(screens.ReviewScreen(model, self.solver_jobs), on_closed)

    def action_explain(self) -> None:
        """Show what would make the lost position winnable; counts as a hint."""
        self.solver_jobs.explain()

    def action_map(self) -> None:
        """Show all positions of the puzzle as a map; counts as a hint unless the game is over."""
        model = self.model
        if not model.session.is_over:
            model.session.hint_count += 1

        def on_closed(moves: list[object] | None) -> None:
            if moves is not None and moves != model.session.moves:
                model.play_line(moves)

        self.app.push_screen(screens.MapScreen(model), on_closed)

    def action_last_winnable(self) -> None:
        """Begin a game of the last winnable move on this puzzle."""
        screens.open_last_winnable(self.app, self.model.puzzle)

    def action_share(self) -> None:
        self.app.push_screen(screens.ShareDialog(lazy.share.list_share_texts(self.model)))

    def action_players(self) -> None:
        model = self.model

        def on_chosen(players: Players | None) -> None:
            if players is not None:
                model.set_players(players)
                self.app.saves.save_note("seats", model.puzzle.name, format_players(players))

        has_matchboxes = "matchboxes" in model.board.EXTRA_ACTIONS
        names = [name for name in PLAYER_DESCRIPTIONS if has_matchboxes or name != LEARNER]
        dialog = screens.PlayersDialog(model.session.players, names)
        self.app.push_screen(dialog, on_chosen)

    def action_matchboxes(self) -> None:
        self.app.push_screen(screens.MatchboxScreen(self.model, self.opponents))

    async def action_analysis(self) -> None:
        is_on = not self.app.options.preferences.analysis
        message = f"Analysis {'on' if is_on else 'off'}"
        await self.app.settings.change("analysis", is_on, message)

    async def action_autoplay(self) -> None:
        """Change the autoplay mode, or offer the same deal with a choice of modes."""
        if autoplay.is_fixed_by_rules(self.model):
            self._offer_free_deal()
        elif autoplay.is_impossible(self.model):
            self.notify_here("No autoplay where cards can come back from home")
        else:
            mode = autoplay.next_mode(self.model)
            description = lazy.patience_descriptions.AUTOPLAY_DESCRIPTIONS[mode]
            message = f"Autoplay {mode} from now on: {description}"
            await self.app.settings.change("autoplay", mode, message)

    def _offer_free_deal(self) -> None:
        name = autoplay.free_deal(self.model)
        if name is None:
            self.notify_here(
                "The rules of this deal include autoplay. Deals by number have a variant without"
                ' it, whose name ends in "-free".'
            )
            return

        def open_deal(text: str) -> bool:
            self.app.puzzle_opener.open(text, autoplay.FAMILY, replace=True)
            return False  # the prompt stays until the deal is shown

        prompt = PromptLine("Autoplay is a rule of this deal. Open without it:", open_deal, name)
        self._show_prompt(prompt, "open")

    def action_find(self) -> None:
        def find(text: str) -> bool:
            self.model.find(text)
            return True

        prompt = PromptLine("/", find, on_change=find)
        self._show_prompt(prompt, "done", "a card, a rank or a suit: 7h, 7, h")

    def action_edit(self) -> None:
        """Open the editor with the position on the board."""
        model = self.model
        name = model.puzzle.name if model.position == model.game.start else ""
        self.app.navigator.open_editor(model.game, model.position, name)

    def action_open_neighbour(self, step: int) -> None:
        self.app.puzzle_opener.open_adjacent(self.model.puzzle.name, step)

    def action_open_random(self) -> None:
        self.app.puzzle_opener.open_random(self.model.puzzle.name, self.family, replace=True)

    def _open_next_puzzle(self) -> None:
        """Open the puzzle that the result names, or find one if none is named yet."""
        if (result := self.model.result) and result.next_puzzle:
            self.app.puzzle_opener.open_puzzle(result.next_puzzle.puzzle, replace=True)
        else:
            self.action_open_similar()

    def action_open_similar(self) -> None:
        self.app.puzzle_opener.open_similar(self.model.puzzle.name, replace=True)

    def action_back(self) -> None:
        """Leave the replay, else drop the selection, else close the screen."""
        if self.model.replay:
            self.model.leave_replay()
            self._start_jobs()
        elif not (self.model.clear_selection() or self._close_explanation()):
            self.dismiss()

    def _close_explanation(self) -> bool:
        """Stop and hide the explanation; return False if there is none."""
        self.solver_jobs.stop_explaining()
        return self.model.close_explanation()
