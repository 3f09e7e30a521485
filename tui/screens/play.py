"""The play screen: one board of any family, a solver at its side, the keys that work now."""

import time
from collections.abc import Iterable, Sequence

from textual import events
from textual.timer import Timer

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Look
from ludoscope.tui.keymap import respelt
from ludoscope.tui.play.session import Session
from ludoscope.tui.play.table import Table
from ludoscope.tui.saves.keeping import Keeping
from ludoscope.tui.screens.autoplay import autoplay_key
from ludoscope.tui.screens.ending import Epilogue
from ludoscope.tui.screens.labour import Labour
from ludoscope.tui.screens.opponents import Opponents
from ludoscope.tui.screens.play_frame import Shape, compose, least, status
from ludoscope.tui.screens.play_keys import PlayKeys
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import Pair, footer_keys

TICK = 0.25  # seconds between looks at a solver; four frames a second stay small on a slow line
PLAY_TICKS = 2  # ticks between the moves of a solution that plays by itself


class PlayPage(PlayKeys):
    """Keys in, frames out; the table holds the game, `keeping` stores every change of it."""

    def __init__(self, session: Session, look: Look, keeping: Keeping) -> None:
        super().__init__(look.ascii_only)
        self.family = session.game.family
        self.table = Table(session, look, self._changed, self.say)
        self.labour = Labour(self, self.table, lambda: self.opponents.guess())
        self.opponents = Opponents(self, self.table, self.labour.answer)
        self._keeping = keeping
        keeping.begin(session)
        self.epilogue = Epilogue(self, self.table, self.labour.find)
        self._ticks = 0
        self._next: Timer | None = None  # picture of a move on its way

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick)
        self.table.session.touch(time.monotonic())
        self.look_into_it()
        self.epilogue.look(fresh=False)
        self.run_worker(self.epilogue.remember)

    def on_unmount(self) -> None:
        self.labour.stop()
        if self.table.session.begun:
            self._keeping.keep(self.table.session)  # the time spent since the last move

    # Painting

    def draw(self) -> bool:
        """Once the move on the board is stored: nothing that was seen is ever lost."""
        motion = self.table.motion
        if self._keeping.waiting:
            return False
        if not self.app.pace.free:
            motion.end()
        drawn = super().draw()
        if motion.picture and not self._next:
            self._next = self.set_timer(motion.pause, self._move_on)
        return drawn

    def _move_on(self) -> None:
        self._next = None
        self.table.motion.advance()
        self.paint_unasked()

    def least(self) -> tuple[int, int]:
        return least(self.table)

    def frame(self, width: int, height: int) -> Block:
        clock = self.table.session.elapsed(time.monotonic())
        shape = Shape.of(self.table, width, height)
        bottom = self.bottom(width, status(self.table, shape))
        return compose(self.table, shape, clock, bottom)

    def keys_now(self) -> tuple[list[Pair], list[Pair]]:
        if self.prompt:
            return self.prompt_keys()
        if self.table.replay:
            key = self.app.look.key
            shown = [("←→", "step"), (key("board.space", "space"), "play")]
            shown += [("⏎", "take over from here")]
            shown += [(key("play.watch", "w"), "the search")] if self.table.solving else []
            ways = footer_keys(self, [])[1]
            back = (key("go.back", "esc"), "back to your game")
            return self._respelt(shown), [back if does == "back" else (k, does) for k, does in ways]
        board = () if self.table.session.over else self.table.board.KEYS
        above, below = footer_keys(self, self._respelt(board))
        return [(key, autoplay_key(self.table, does)) for key, does in above], below

    def help_topics(self) -> tuple[str, list[Pair], str]:
        board = self.table.board
        return FAMILIES[self.table.game.family].title, self._respelt(board.KEYS), board.NOTATION

    def help_marks(self) -> Sequence[Pair]:
        return self.table.board.MARKS

    def _respelt(self, pairs: Iterable[Pair]) -> list[Pair]:
        """The keys as the person has them."""
        return [(respelt(keys, self.app.look.keys), does) for keys, does in pairs]

    def _tick(self) -> None:
        table = self.table
        replay = table.replay
        if self.app.pace.free:
            self._ticks += 1
            if replay and replay.playing and self._ticks % PLAY_TICKS == 0:
                replay.playing = table.step(1)
            if table.solving:
                table.solving.look()
            self.paint_unasked()
        alive = self.labour.busy or (replay and replay.playing)
        if not alive and table.session.away(time.monotonic()):
            self._timer.pause()  # an idle app sends nothing

    def woken(self) -> None:
        super().woken()
        self.table.motion.end()
        if self._next:
            self._next.stop()
            self._next = None
            self.paint()
        self.table.board.find(self.table.session.position, "")
        self.table.session.touch(time.monotonic())
        self._timer.resume()

    def _changed(self) -> None:
        """The session has another position: what was asked of the old one is void."""
        self.labour.stop("hint", "answer", "judge", "values")
        self.opponents.stop()
        self.keep()
        if self.table.session.over and self.table.game.players == 2:
            self.opponents.learn()
        self.epilogue.look()
        self.look_into_it()

    def keep(self) -> None:
        """Store the session as it stands."""
        self._keeping.keep(self.table.session)

    def look_into_it(self) -> None:
        """Have the position answered, or judged, or its moves valued, if that is due."""
        if self.table.answering:
            self.opponents.answer()
            return
        if self.table.puzzling:
            self.labour.judge()
        if self.table.valuing:
            self.labour.value()

    # Keys

    def pressed(self, key: str, character: str | None) -> None:
        """The board has what no binding wants; a digit that it does not want begins a move."""
        name = character or key
        if not self.table.replay and not self.table.press(name) and name.isdigit():
            self.begin_typing(name)
        self.paint()

    def on_click(self, event: events.Click) -> None:
        self.woken()
        area = Shape.of(self.table, *self.size).area(self.table)
        x, y = event.screen_x - area.x, event.screen_y - area.y
        if not self.table.replay and 0 <= x < area.width and 0 <= y < area.height:
            self.table.click(x, y, area.width, area.height)
            self.paint()
