"""Another person's game: live as it is played, or a solution to step through."""

import asyncio
from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lobby.published_games import Shown
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import Topics
from ludoscope.tui.screens.board_screen import BoardPage
from ludoscope.tui.services.lobby import Snapshot, in_company
from ludoscope.tui.text import drawing
from ludoscope.tui.text.formatting import moment
from ludoscope.tui.widgets.timeline import ReplayBar, Sought

PACE = 0.5  # seconds between the moves of a solution that plays by itself
AWAY = "nothing to show: they are not playing, or no longer allow watching"


def watched(puzzle: Puzzle, replay: Replay, options: UserOptions) -> Table:
    """A table with a line to step along."""
    table = Table(Session(puzzle), options, lambda: None, lambda said: None)
    table.replay, table.board.pointing = replay, False
    return table


class SpectatorPage(BoardPage):
    """Read only; while one stands at the end of a live game, one goes along with it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "step", key_display="←→", id="spectator.on"),
        Binding("left,h", "step(-1)", "step back", id="spectator.back", show=False),
        Binding("home,g", "step(-1000000)", "start", id="spectator.first", show=False),
        Binding("end,G", "step(1000000)", "to the end", key_display="end", id="spectator.last"),
        Binding("space", "play", "play/pause", key_display="space", id="spectator.play"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, table: Table, name: str, person: Person | None = None) -> None:
        """`person` is whose game is followed; without one it is a solution."""
        super().__init__(table)
        self._called, self._person = name, person
        self._shown: Shown | None = None
        self._bar = ReplayBar()
        self._playing: Timer | None = None

    def body(self) -> Iterable[Widget]:
        yield from super().body()
        yield self._bar

    def on_mount(self) -> None:
        self._entitle()
        in_company(self.app).watching = self._person

    def on_unmount(self) -> None:
        in_company(self.app).watching = None

    def _entitle(self) -> None:
        self.title = f"{self._called} › {self.table.puzzle.title}"
        self.sub_title = "live" if self._person else "replay"

    @property
    def _line(self) -> Replay:
        assert self.table.replay
        return self.table.replay

    # Live

    def follow(self, snapshot: Snapshot) -> None:
        if not self._person or snapshot.watching != self._person:
            return
        if not snapshot.game:
            self.status(f"{AWAY} · {self.presence(self._person)}")
            return
        shown, when = snapshot.game
        self.status(f"last move at {moment(when)} · {self.presence(self._person)}")
        if shown is not self._shown:
            self._shown = shown
            self.run_worker(self._go_on(shown), group="live", exclusive=True)

    async def _go_on(self, shown: Shown) -> None:
        """With what is played now; where that is another game, with that."""
        game = shown.puzzle.game
        replay = await asyncio.to_thread(Replay, game, game.start, shown.moves)
        before, same = self._line, game.spec() == self.table.game.spec()
        along = before.at == len(before.moves) or not same
        if not same:
            self.table = watched(shown.puzzle, replay, self.app.options)
            self.family = game.family
        begun = before.moves[: before.at]
        replay.at = before.at if same and begun == replay.moves[: before.at] else 0
        self.table.replay = replay
        left = replay.steps - replay.steps_to(replay.at)
        if along and left == 1 and same:
            self.table.step(1)
        elif along:
            replay.at = len(replay.moves)
        self._entitle()
        self.draw()

    # Steps

    def picture(self, width: int, height: int) -> list[Line]:
        """Without a cursor, which would be nobody's."""
        return drawing.without(self.table.picture(width, height), "cursor")

    def draw(self) -> None:
        super().draw()
        if self.is_mounted and self.on_top:
            self._bar.tell(self._line, self.table.board)

    def action_step(self, by: int) -> None:
        self._pause()
        self.table.step(by)
        self.draw()

    def on_sought(self, event: Sought) -> None:
        self._pause()
        self.table.seek(event.at)
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "play" or self._person is None

    def action_play(self) -> None:
        if self._playing:
            self._pause()
            return
        if self._line.at == len(self._line.moves):
            self.table.step(-self._line.steps)
        self._playing = self.set_interval(PACE, self._play_on)

    def _play_on(self) -> None:
        if not self.app.pace.free:
            return
        if not self.table.step(1):
            self._pause()
        self.draw()

    def _pause(self) -> None:
        if self._playing:
            self._playing.stop()
            self._playing = None

    def help_topics(self) -> Topics:
        return Topics("Watching")
