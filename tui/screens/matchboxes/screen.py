"""The matchboxes of a learner: the current box, its beads, and how the games went."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ProgressBar, Static

from ludoscope.games.hexapawn.rules import Position
from ludoscope.search.hexapawn.matchboxes import GAMES_PER_POINT, Learner
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.players import LEARNER, SIDES
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.play import opponents
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, lines_alone
from ludoscope.tui.widgets import text_table
from ludoscope.tui.widgets.board_view import BoardView
from ludoscope.tui.widgets.drawing import Sketch

TRAINING = "-training"
HEADINGS = (text_table.Heading("", 8), text_table.Heading(""))
MOST_BEADS = 12  # drawn one by one
RULE = (
    "The move is drawn at random from the beads in the box of the position. A loss removes the"
    " bead of the last move; a win adds a bead for each move. An empty box resigns."
)


class MatchboxPage(BaseScreen[None], inherit_bindings=False):
    """Over a play screen, whose opponents own the learner.

    The wins are plotted: Textual's Sparkline has no axis, and begins at the least value.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "train", "train", id="matchboxes.train"),
        Binding("x", "stop", "stop", id="matchboxes.stop"),
        Binding("tab", "side", "other side", id="matchboxes.side"),
        Binding("r", "forget", "reset all boxes", id="matchboxes.forget"),
        Binding("escape,q,m", "leave", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "matchboxes.tcss"
    LEAST = (60, 16)

    def __init__(self, table: Table, opponents: opponents.Opponents) -> None:
        super().__init__()
        self._table = table
        self._opponents = opponents
        self._before = 0  # games, when the training began
        session = table.session
        taught = [at for at, name in enumerate(session.players) if name == LEARNER]
        self._player = taught[0] if taught else 1 - session.person
        self._view, self._beads = BoardView(), text_table.Table(cursor=False)
        self._curve, self._said, self._count = Sketch(), Static(), Static(id="count")
        self._bar = ProgressBar(show_eta=False)

    def body(self) -> Iterable[Widget]:
        box = Vertical(self._view, self._beads, id="box")
        box.border_title = "Current box"
        wins = Vertical(self._count, self._bar, self._curve, self._said, id="wins")
        wins.border_title = f"Wins per {GAMES_PER_POINT} games"
        yield Horizontal(box, wins)

    def on_mount(self) -> None:
        self._beads.show_header = False
        self._opponents.looked = self._show  # the page before may have left a training that ends
        self.run_worker(self._load)

    async def _load(self) -> None:
        self._show(await self._opponents.learner(self._player))

    def _show(self, learner: Learner) -> None:
        """Show a learner; while it is being trained, as often as the terminal draws."""
        training = self._opponents.training
        if not self.is_attached or (training and not self.app.pace.free):
            return
        if learner.player != self._player:
            self.run_worker(self._load, exclusive=True)
            return
        self._show_training(training, learner.games - self._before)
        self._show_box(learner)
        boxes = formatting.counted(len(learner.boxes), "box", "boxes")
        self.title = (
            f"Matchboxes › {learner.game.rows}×{learner.game.columns} {SIDES[self._player]}"
        )
        self.sub_title = f"{boxes}   {formatting.counted(learner.games, 'game', 'games')}"
        full = learner.wins_per_point[: learner.games // GAMES_PER_POINT]
        self._curve.draw(partial(self._plot, full) if full else None)
        self._said.update(Content("\n".join(self._sentences(learner, full))))
        self.call_after_refresh(self.app.pace.drawn)

    def _show_training(self, training: bool, done: int) -> None:
        """How many of its games were played; how many when it ended, until it begins again."""
        ended = self.has_class(TRAINING) and not training
        whole = f"{opponents.GAMES:,} games"
        if training:
            self._count.update(Content(f"training: {done:,} of {whole}"))
        elif ended and done < opponents.GAMES:
            self._count.update(Content(f"stopped after {done:,} of {whole}"))
        elif ended:
            self._count.update(Content(f"trained: {whole}"))
        if training != self.has_class(TRAINING):
            self.set_class(training, TRAINING)
            self.refresh_bindings()
        self._bar.update(total=opponents.GAMES, progress=done)

    def _show_box(self, learner: Learner) -> None:
        """Show the position on the box, and its beads."""
        session = self._table.session
        ply = session.ply - (session.to_move != self._player)
        self._view.display = ply >= 0
        if ply < 0:
            self._beads.lay(HEADINGS[1:], [[f"{SIDES[self._player]} has not moved yet"]])
            return
        position: Position = session.positions[ply]
        board = board_for(self._table.game, self._table.options)

        def picture(width: int, height: int) -> list[Line]:
            return drawing.without(board.draw(position, width, height), "cursor")

        self._view.draw(board, picture)
        said = partial(self._table.game.move_text, position)
        beads = learner.beads(position).items()
        self._beads.lay(HEADINGS, [(said(move), _drawn(count)) for move, count in beads])

    def _sentences(self, learner: Learner, full: list[int]) -> Iterator[str]:
        """How its games went, and how it learns."""
        if not learner.games:
            yield "No game yet."
        if full:
            yield f"First {GAMES_PER_POINT} games: {full[0]} won"
        if len(full) > 1:
            yield f"Last full {GAMES_PER_POINT}: {full[-1]} won"
        key = self.app.options.key_display("matchboxes.train", "t")
        yield f"\n{RULE} {key} plays a thousand games against random moves."

    def _plot(self, wins: list[int], width: int, height: int) -> Block:
        points = [(GAMES_PER_POINT * at, won) for at, won in enumerate(wins, start=1)]
        won, plain = [Series("", points)], self.app.options.appearance.ascii_only
        return lines_alone(won, width, height, "games", log=False, steps=False, ascii_only=plain)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        training = self._opponents.training
        if action == "stop":
            return training or None
        return not (training and action in ("train", "side", "forget")) or None

    async def action_train(self) -> None:
        learner = await self._opponents.learner(self._player)
        self._before = learner.games
        self._opponents.train(self._player, self._show)
        self._show(learner)

    def action_stop(self) -> None:
        self._opponents.stop_training()

    def action_side(self) -> None:
        self._player = 1 - self._player
        self._count.update("")
        self.run_worker(self._load, exclusive=True)

    def action_forget(self) -> None:
        async def forget() -> None:
            self._count.update("")
            self._show(await self._opponents.forget(self._player))

        self.run_worker(forget, exclusive=True)

    def action_leave(self) -> None:
        self.action_stop()
        self.dismiss()


def _drawn(count: int) -> str:
    """So many beads."""
    return ("•" * count if count <= MOST_BEADS else f"• × {count}") or "none left"
