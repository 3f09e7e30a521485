"""The matchboxes of the learning hexapawn opponent: each box with its beads, and the wins."""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ProgressBar, Static

from ludoscope.games.hexapawn.rules import Position
from ludoscope.search.hexapawn.matchboxes import GAMES_PER_POINT, Learner
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.hexapawn_values import find_value
from ludoscope.tui.model.players import LEARNER, SIDES
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.screens.play import opponents as play_opponents
from ludoscope.tui.text import formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, draw_line_plot
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.styled_lines import StyledLines
from ludoscope.tui.widgets.text_table import Column, TextTable

TRAINING_CLASS = "-training"
BEAD_HEADINGS = (Column("move", 8), Column("beads"), Column("chance", 7, align_right=True))
MESSAGE_HEADINGS = (Column(""),)
MAX_DRAWN_BEADS = 10
KEYS_WITHOUT_TRAINING = {"matchboxes.train", "matchboxes.side", "matchboxes.forget"}
EXPLANATION = (
    "Each position has a box, with beads (•) for each move. A bead drawn at random chooses the"
    " move. A loss removes the bead of the last move; a win adds a bead for each move of the game."
    " A side whose box is empty resigns."
)


class MatchboxScreen(BaseScreen[None], inherit_bindings=False):
    """A box beside the learning curve, which training continues; the keys step through the boxes.

    The wins are plotted because Textual's Sparkline has no axis and does not begin at zero.

    Args:
        model: The game on the play screen.
        opponents: The owner of the learners.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "train", "train", id="matchboxes.train"),
        Binding("x", "stop", "stop", id="matchboxes.stop"),
        Binding("right,l", "box(1)", "next box", key_display="←→", id="matchboxes.box"),
        Binding("left,h", "box(-1)", "previous box", id="matchboxes.box_up", show=False),
        Binding("home", "current_box", "this position", id="matchboxes.current"),
        Binding("tab", "side", "other side", id="matchboxes.side"),
        Binding(
            "delete,backspace",
            "reset",
            "reset all boxes",
            key_display="del",
            id="matchboxes.forget",
        ),
        Binding("m", "leave", "matchboxes", id="play.matchboxes", show=False),
        Binding("escape,q", "leave", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "The opponent that learns keeps a matchbox of beads for each position, and draws a bead "
        "to choose its move. Look into its boxes here, and let it train."
    )
    CSS_PATH = "matchboxes.tcss"
    MIN_SIZE = (60, 16)

    def __init__(self, model: GameModel, opponents: play_opponents.Opponents) -> None:
        super().__init__()
        self._model = model
        self._opponents = opponents
        self._games_before_training = 0
        self._player = 0  # whose boxes are shown; chosen when the screen is mounted
        self._learner: Learner | None = None
        self._label = ""  # of the box that is shown, "" for the one of the position
        self._board_area, self._beads = BoardArea(), TextTable(has_cursor=False)
        self._training_status, self._progress_bar = Static(id="count"), ProgressBar(show_eta=False)
        self._curve, self._summary = StyledLines(id="curve"), Static()

    def compose_body(self) -> Iterable[Widget]:
        box = Vertical(self._board_area, self._beads, id="box")
        wins = Vertical(
            self._training_status, self._progress_bar, self._curve, self._summary, id="wins"
        )
        wins.border_title = f"Wins per {GAMES_PER_POINT} games"
        yield Horizontal(box, wins)

    async def on_mount(self) -> None:
        self._player = await asyncio.to_thread(side_that_learns, self._model)
        self._opponents.on_progress = self._show_learner  # an earlier training may still be ending
        self.run_worker(self._load)

    async def _load(self) -> None:
        self._show_learner(await self._opponents.learner(self._player))

    # Refreshing

    def _show_learner(self, learner: Learner) -> None:
        """Show a learner; during training, only as often as the terminal draws."""
        is_training = self._opponents.is_training
        if not (self.is_attached and self.query("#box")):  # the screen is closing
            return
        if is_training and not self.app.frame_pacer.is_free:
            return
        if learner.player != self._player:
            self.run_worker(self._load, exclusive=True)
            return
        self._learner = learner
        self._show_training(is_training, learner.games - self._games_before_training)
        self._show_box(learner)
        size = f"{learner.game.rows}×{learner.game.columns}"
        self.title = f"Matchboxes › {size} {SIDES[self._player]}"
        boxes = formatting.format_count(len(learner.boxes), "box", "boxes")
        self.sub_title = f"{boxes}   {formatting.format_count(learner.games, 'game', 'games')}"
        self._show_wins(learner)
        self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def _show_training(self, is_training: bool, game_count: int) -> None:
        """Show the progress of the training; its outcome stays until the next one."""
        was_training = self.has_class(TRAINING_CLASS)
        all_games = f"{play_opponents.TRAINING_GAMES:,} games"
        if is_training:
            self._training_status.update(f"training: {game_count:,} of {all_games}")
        elif was_training and game_count < play_opponents.TRAINING_GAMES:
            self._training_status.update(f"stopped after {game_count:,} of {all_games}")
        elif was_training:
            self._training_status.update(f"trained: {all_games}")
        if is_training != was_training:
            self.set_class(is_training, TRAINING_CLASS)
            self.refresh_bindings()
        self._progress_bar.update(total=play_opponents.TRAINING_GAMES, progress=game_count)

    def _current_position(self) -> Position | None:
        """Return the last position of the game in which the learner was to move."""
        session = self._model.session
        ply = session.ply if session.side_to_move == self._player else session.ply - 1
        return cast(Position, session.positions[ply]) if ply >= 0 else None

    def _show_box(self, learner: Learner) -> None:
        """Show the position of a box, and the beads of its moves."""
        game, position = self._model.game, self._current_position()
        labels = list(learner.boxes)  # a training thread may add boxes
        if self._label in labels:
            position = learner.game.parse(self._label)
            title = f"Box {labels.index(self._label) + 1:,} of {len(labels):,}"
        elif position is None and labels:
            self._label = labels[0]
            self._show_box(learner)
            return
        else:
            title = "Box of this position"
        self.query_one("#box").border_title = Content(title)
        self._board_area.display = position is not None
        if position is None:
            message = f"{SIDES[self._player].capitalize()} has no box yet."
            self._beads.set_rows(MESSAGE_HEADINGS, [[message]])
            return
        self._board_area.show_position(create_board(game, self._model.options), position)
        beads = learner.beads(position)
        total = sum(beads.values())
        rows = [
            (
                game.move_text(position, move),
                format_beads(count),
                f"{count / total:.0%}" if total else "–",
            )
            for move, count in beads.items()
        ]
        self._beads.set_rows(BEAD_HEADINGS, rows)

    def _show_wins(self, learner: Learner) -> None:
        wins = learner.wins_per_point[: learner.games // GAMES_PER_POINT]
        self._curve.set_drawing(partial(self._draw_curve, wins) if wins else None)
        sentences = [] if learner.games else ["No game yet."]
        if wins:
            sentences.append(f"First {GAMES_PER_POINT} games: {wins[0]} won")
        if len(wins) > 1:
            sentences.append(f"Last full {GAMES_PER_POINT}: {wins[-1]} won")
        key = self.app.options.key_display("matchboxes.train", "s")
        all_games = f"{play_opponents.TRAINING_GAMES:,} games"
        sentences.append(
            f"\n{EXPLANATION} Press {key} for {all_games} against an opponent that moves at random."
        )
        self._summary.update(Content("\n".join(sentences)))

    def _draw_curve(self, wins: list[int], width: int, height: int) -> Block:
        points = [(GAMES_PER_POINT * number, count) for number, count in enumerate(wins, start=1)]
        return draw_line_plot(
            [Series("", points)],
            width,
            height,
            x_label="games",
            y_label=f"wins per {GAMES_PER_POINT} games",
            log=False,
            ascii_only=self.app.options.appearance.ascii_only,
        )

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_training = self._opponents.is_training
        match action:
            case "stop":
                return is_training or None
            case "train" | "side" | "reset":
                return not is_training or None
        return True

    def handle_unbound_key(self, event: events.Key) -> None:
        """Say why a key does nothing."""
        active = self.active_bindings.get(event.key)
        if active is None or active.binding.id not in KEYS_WITHOUT_TRAINING | {"matchboxes.stop"}:
            super().handle_unbound_key(event)
        elif self._opponents.is_training:
            key = self.app.options.key_display("matchboxes.stop", "x")
            self.notify_here(f"Training is going on. Press {key} to stop it first.")
        else:
            key = self.app.options.key_display("matchboxes.train", "s")
            self.notify_here(f"No training is going on. Press {key} to start one.")

    def action_box(self, step: int) -> None:
        """Show the next or the previous box, in the order in which they were made."""
        if learner := self._learner:
            labels = list(learner.boxes)
            if not labels:
                self.notify_here("There is no box yet. Boxes are made in training and in games.")
                return
            first = 0 if step > 0 else -1
            index = (labels.index(self._label) + step) if self._label in labels else first
            self._label = labels[index % len(labels)]
            self._show_box(learner)

    def action_current_box(self) -> None:
        self._label = ""
        if self._learner:
            self._show_box(self._learner)

    async def action_train(self) -> None:
        learner = await self._opponents.learner(self._player)
        self._games_before_training = learner.games
        self._opponents.train(self._player, self._show_learner)
        self._show_learner(learner)

    def action_stop(self) -> None:
        self._opponents.stop_training()

    def action_side(self) -> None:
        self._player, self._label = 1 - self._player, ""
        self._training_status.update("")
        self.run_worker(self._load, exclusive=True)

    def action_reset(self) -> None:
        choices = [
            Choice("Keep", "", False),
            Choice("Reset", "forget all that the boxes have learned", True),
        ]
        self.app.push_screen(PickerDialog("Reset all boxes?", choices), self._reset)

    def _reset(self, is_confirmed: bool | None) -> None:
        async def reset() -> None:
            self._training_status.update("")
            self._show_learner(await self._opponents.forget(self._player))

        if is_confirmed:
            self.run_worker(reset, exclusive=True)

    def action_leave(self) -> None:
        self.action_stop()
        self.dismiss()


def side_that_learns(model: GameModel) -> int:
    """Return the side of the learner; if none plays, the side that can win with best play."""
    if LEARNER in model.session.players:
        return model.session.players.index(LEARNER)
    value = find_value(model.puzzle.name)
    if value is None:
        return 1 - model.session.player_side
    return 0 if value > 0 else 1


def format_beads(count: int) -> str:
    if not count:
        return "none left"
    return "•" * count if count <= MAX_DRAWN_BEADS else f"• × {count}"
