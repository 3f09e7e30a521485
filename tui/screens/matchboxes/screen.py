"""The matchboxes of the learning hexapawn opponent: the current box, its beads, and its wins."""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar, cast

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ProgressBar, Static

from ludoscope.games.hexapawn.rules import Position
from ludoscope.search.hexapawn.matchboxes import GAMES_PER_POINT, Learner
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import LEARNER, SIDES
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.screens.play import opponents as play_opponents
from ludoscope.tui.text import formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, draw_plot_without_legend
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.styled_lines import StyledLines
from ludoscope.tui.widgets.text_table import Column, TextTable

TRAINING_CLASS = "-training"
BEAD_HEADINGS = (Column("", 8), Column(""))
MESSAGE_HEADINGS = (Column(""),)
MAX_DRAWN_BEADS = 12
EXPLANATION = (
    "The move is drawn at random from the beads in the box of the position. A loss removes the"
    " bead of the last move; a win adds a bead for each move. An empty box resigns."
)


class MatchboxScreen(BaseScreen[None], inherit_bindings=False):
    """The box of the current position beside the learning curve, which training continues.

    The wins are plotted because Textual's Sparkline has no axis and does not begin at zero.

    Args:
        model: The game on the play screen.
        opponents: The owner of the learners.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "train", "train", id="matchboxes.train"),
        Binding("x", "stop", "stop", id="matchboxes.stop"),
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
        session = model.session
        self._player = 1 - session.player_side  # the side whose boxes are shown
        if LEARNER in session.players:
            self._player = session.players.index(LEARNER)
        self._board_area, self._beads = BoardArea(), TextTable(has_cursor=False)
        self._training_status, self._progress_bar = Static(id="count"), ProgressBar(show_eta=False)
        self._curve, self._summary = StyledLines(id="curve"), Static()

    def compose_body(self) -> Iterable[Widget]:
        box = Vertical(self._board_area, self._beads, id="box")
        box.border_title = "Current box"
        wins = Vertical(
            self._training_status, self._progress_bar, self._curve, self._summary, id="wins"
        )
        wins.border_title = f"Wins per {GAMES_PER_POINT} games"
        yield Horizontal(box, wins)

    def on_mount(self) -> None:
        self._beads.show_header = False
        self._opponents.on_progress = self._show_learner  # an earlier training may still be ending
        self.run_worker(self._load)

    async def _load(self) -> None:
        self._show_learner(await self._opponents.learner(self._player))

    # Refreshing

    def _show_learner(self, learner: Learner) -> None:
        """Show a learner; during training, only as often as the terminal draws."""
        is_training = self._opponents.is_training
        if not self.is_attached or (is_training and not self.app.frame_pacer.is_free):
            return
        if learner.player != self._player:
            self.run_worker(self._load, exclusive=True)
            return
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

    def _show_box(self, learner: Learner) -> None:
        """Show the last position in which the learner was to move, and the beads of its moves."""
        session, game = self._model.session, self._model.game
        ply = session.ply if session.side_to_move == self._player else session.ply - 1
        self._board_area.display = ply >= 0
        if ply < 0:
            self._beads.set_rows(MESSAGE_HEADINGS, [[f"{SIDES[self._player]} has not moved yet"]])
            return
        position = cast(Position, session.positions[ply])
        self._board_area.show_position(create_board(game, self._model.options), position)
        rows = [
            (game.move_text(position, move), format_beads(count))
            for move, count in learner.beads(position).items()
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
        sentences.append(f"\n{EXPLANATION} Press {key} for {all_games} against random moves.")
        self._summary.update(Content("\n".join(sentences)))

    def _draw_curve(self, wins: list[int], width: int, height: int) -> Block:
        points = [(GAMES_PER_POINT * number, count) for number, count in enumerate(wins, start=1)]
        return draw_plot_without_legend(
            [Series("", points)],
            width,
            height,
            "games",
            log=False,
            steps=False,
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

    async def action_train(self) -> None:
        learner = await self._opponents.learner(self._player)
        self._games_before_training = learner.games
        self._opponents.train(self._player, self._show_learner)
        self._show_learner(learner)

    def action_stop(self) -> None:
        self._opponents.stop_training()

    def action_side(self) -> None:
        self._player = 1 - self._player
        self._training_status.update("")
        self.run_worker(self._load, exclusive=True)

    def action_reset(self) -> None:
        choices = [
            Choice("Keep", "", False),
            Choice("Reset", "all that the boxes have learned is forgotten", True),
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


def format_beads(count: int) -> str:
    if not count:
        return "none left"
    return "•" * count if count <= MAX_DRAWN_BEADS else f"• × {count}"
