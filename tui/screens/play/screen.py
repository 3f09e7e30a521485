"""The play screen: one board of any family, a solver at its side, the keys that work now."""

import time
from collections.abc import Iterable

from textual import events
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import TOO_SMALL, TROUBLED, Topics, too_small
from ludoscope.tui.screens.board_bindings import respelt_for
from ludoscope.tui.screens.play.autoplay import autoplay_key
from ludoscope.tui.screens.play.header import NARROW, Heading, Shape, account, least, spoken
from ludoscope.tui.screens.play.keys import PlayKeys
from ludoscope.tui.screens.play.opponents import Opponents
from ludoscope.tui.screens.play.results import Results
from ludoscope.tui.screens.play.side_panel import PlayPanel
from ludoscope.tui.widgets.board_view import BoardView
from ludoscope.tui.widgets.footer import Keys, Pair, footer_keys
from ludoscope.tui.widgets.game_footer import ROWS, GameFooter
from ludoscope.tui.widgets.result_box import result_box
from ludoscope.tui.widgets.timeline import MARKS, ReplayBar, Sought, Timeline

TICK = 0.25  # seconds between looks at a solver; four frames a second stay small on a slow line
PLAY_TICKS = 2  # ticks between the moves of a solution that plays by itself
PATIENCE = 0.5  # seconds for which what was known stands while the program thinks or judges
SAID = 3  # lines of a sentence, in place of the keys where it is long


class PlayPage(PlayKeys):
    """Keys in, frames out; the table holds the game, every change of which is stored."""

    CSS_PATH = "play.tcss"

    def __init__(self, session: Session, options: UserOptions) -> None:
        super().__init__()
        self.family = session.game.family
        self.table = Table(session, options, self._changed, self.say)
        self.at_work = {}
        self.opponents = Opponents(self, self.table, lambda: self.solver_jobs.answer())
        self.results = Results(self, self.table, lambda *asked: self.solver_jobs.find(*asked))
        self._ticks, self._stale = 0, False  # of a clock; whether the frame is to be drawn again
        self._next: Timer | None = None  # picture of a move on its way
        self._shape = Shape(0, 0, 0, 0)
        self._patient = 0.0  # until then it is not told that the program thinks, or judges
        self._top, self._panel = Heading(id="heading"), PlayPanel()
        self.board = BoardView(id="board", drags=True)
        self._bar, self._timeline, self._keys = ReplayBar(), Timeline(), GameFooter()

    def heading(self) -> Widget:
        return self._top

    def body(self) -> Iterable[Widget]:
        self._divide(Shape.of(self.table, *self.app.size))
        yield Horizontal(self.board, self._panel, id="game")
        yield from (self._bar, self._timeline)

    def footer(self) -> Widget:
        self._keys.show(self.keys_now())
        return self._keys

    def least(self) -> tuple[int, int]:
        return least(self.table)

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick)
        self.app.autosave.begin(self.table.session)
        self.watch(self.board, "told", self.paint, init=False)
        self.table.session.touch(time.monotonic())
        self.call_after_refresh(self.look_into_it)
        self.results.look(fresh=False)
        self.run_worker(self.results.remember)

    def on_unmount(self) -> None:
        self.solver_jobs.close()
        if self.table.session.begun:
            self.keep()  # the time spent since the last move

    # Painting

    def on_resize(self, event: events.Resize) -> None:
        self.paint()

    def on_screen_resume(self) -> None:
        """Before the first layout all is laid out that is in it: the first frame is whole."""
        self.paint()
        if not self.board.size and not too_small(self.size, self.least()):
            self.draw()

    def paint(self) -> None:
        """Have the frame drawn, once for all keys that have come together."""
        super().paint()
        self._stale = True
        self.check_idle()

    def on_idle(self) -> None:
        if self._stale and not self.app.turns.hurried:
            self._stale = False
            self.draw()

    def paint_unasked(self, whole: bool = True) -> None:
        """Paint, and let the next such frame wait until the terminal has drawn this one."""
        if self.draw(whole):
            self.call_after_refresh(self.app.pace.drawn)

    def draw(self, whole: bool = True) -> bool:
        """Show what is new, once the move on the board is stored: nothing seen is ever lost.

        Where it is not the `whole`, all but board and keys, which hours and solvers leave alone.
        """
        motion = self.table.motion
        if self.app.autosave.waiting:
            return False
        self.take_away()
        if not self.app.pace.free:
            motion.end()
        shown = self.is_mounted and self.on_top and not self.has_class(TOO_SMALL)
        drawn = self._draw(whole) if shown else False
        if motion.picture and not self._next:
            self._next = self.set_timer(motion.pause, self._move_on)
        return drawn

    def _draw(self, whole: bool) -> bool:
        table, width = self.table, self.size.width
        shape = Shape.of(table, *self.size)
        if self._divide(shape):  # the layout comes first, then all at once
            self.call_after_refresh(self.paint)
            return False
        now = time.monotonic()
        late, clock = now > self._patient, table.session.elapsed(now)
        held = not late and (table.answering or "judge" in self.at_work)
        thinking = table.answering and late
        new = [self._top.tell(table, clock, thinking, bool(shape.panel), held)]
        if whole:
            upon = result_box(table, NARROW, shape.body - 2) if shape.lone(table) else []
            most = shape.small if table.options.appearance.small_boards else None
            new.append(self.board.draw(table.board, table.picture, most, upon))
            new.append(self._keys.show(self.keys_now()))
        new.append(bool(table.replay and self._bar.tell(table.replay, table.board)))
        new.append(self._tell(shape))
        if shape.panel or shape.below:
            size = shape.panel or width, shape.below or shape.body
            new.append(self._panel.show(table, *size, held))
        return any(new)

    def _divide(self, shape: Shape) -> bool:
        """Give the panel its place; whether it is another one."""
        if shape == self._shape:
            return False
        self._shape = shape
        self.set_class(not shape.panel and not shape.below, "-alone")
        self.set_class(bool(shape.below), "-below")
        self._panel.set_class(bool(shape.below), "-below")
        self._panel.styles.width = shape.panel or "1fr"
        self._panel.styles.height = shape.below or "1fr"
        return True

    def _tell(self, shape: Shape) -> bool:
        """What stands above the keys; what is said, below that which one clicks on there."""
        table, asking = self.table, self.has_class("-asking")
        said = spoken(table, shape, self.notice, self.wanted if asking else "")[: SAID - asking]
        lines = account(table, shape, self.board.told)
        bar = timed = False
        if not said or not (asking or len(said) > ROWS or self.has_class(TROUBLED)):
            bar = table.replay is not None
            timed = not bar and self._timeline.tell(table, lines, shape.width)
        new = self._keys.say(said if bar or timed else [])
        self.set_class(bar, "-replay")
        self.set_class(timed, "-timed")
        return self.show_said([lines] if bar or timed or not said else said) or new

    def _move_on(self) -> None:
        self._next = None
        self.table.motion.advance()
        self.paint_unasked()

    def keys_now(self) -> Keys:
        """The keys that work now: those of the board and the screen's own; ways to elsewhere."""
        if self.has_class("-asking"):
            return Keys(self._respelt([("⏎", self.entering), ("esc", "cancel")]))
        if self.table.replay:
            key = self.app.options.key_display
            shown = [("←→", "step"), (key("board.space", "space"), "play")]
            shown += [] if self.table.at_end else [("⏎", "take over from here")]
            shown += [("home", "first"), ("end", "last")]
            shown += [(key("play.watch", "w"), "the search")] if self.table.solving else []
            ways = footer_keys(self, []).ways
            back = (key("go.back", "esc"), "back to your game")
            ways = [back if does == "back" else (k, does) for k, does in ways]
            return Keys(self._respelt(shown), ways)
        board = () if self.table.session.over else self.table.board.KEYS
        keys = footer_keys(self, self._respelt(board))
        return keys._replace(own=[(k, autoplay_key(self.table, does)) for k, does in keys.own])

    def help_topics(self) -> Topics:
        board, title = self.table.board, FAMILIES[self.table.game.family].title
        return Topics(title, self._respelt(board.KEYS), board.NOTATION, (*board.MARKS, *MARKS))

    def _respelt(self, pairs: Iterable[Pair]) -> list[Pair]:
        return respelt_for(self.app.options, pairs)

    def _tick(self) -> None:
        table, replay = self.table, self.table.replay
        if self.app.pace.free:
            self._ticks += 1
            if replay and replay.playing and self._ticks % PLAY_TICKS == 0:
                replay.playing = table.step(1)
            if table.solving:
                table.solving.look()
            self.paint_unasked(whole=bool(replay))
        alive = bool(self.at_work) or (replay and replay.playing)
        if not alive and table.session.away(time.monotonic()):
            self._timer.pause()  # an idle app sends nothing

    def woken(self) -> None:
        self.notice = ""
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
        self.solver_jobs.stop("hint", "answer", "judge", "trace", "values")
        self.opponents.stop()
        self.keep()
        if self.table.session.over and self.table.game.players == 2:
            self.opponents.learn()
        self.results.look()
        self._patient = time.monotonic() + PATIENCE
        self.look_into_it()

    def look_into_it(self) -> None:
        """Have the position answered, or judged, or its moves valued, if that is due."""
        if self.table.answering:
            self._patient = time.monotonic() + PATIENCE
            self.opponents.answer()
            return
        if self.table.puzzling:
            self.solver_jobs.judge()
        if self.table.valuing:
            self.solver_jobs.value()

    def on_sought(self, event: Sought) -> None:
        self.table.seek(event.at)
        self.paint()
