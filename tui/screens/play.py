"""The play screen: one board of any family, a solver at its side, the keys that work now."""

import time
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from puzzles.puzzle import Published
from search.solver import Solver
from tui.boards import TITLES
from tui.boards.board import Look
from tui.drawing import Block
from tui.keeping import Keeping
from tui.screens.autoplay import autoplay_key, switch_autoplay
from tui.screens.footer import Pair, footer_keys
from tui.screens.labour import Labour, solver_choices
from tui.screens.opponents import Opponents, choose_seats
from tui.screens.page import Page
from tui.screens.picker import Picker
from tui.screens.play_frame import Shape, compose, least, status
from tui.session import Session
from tui.table import Table

TICK = 0.25  # seconds between looks at a solver; four frames a second stay small on a slow line
PLAY_TICKS = 2  # ticks between the moves of a solution that plays by itself


ARROWS = {"h": "left", "j": "down", "k": "up", "l": "right"}


def _board(key: str, *more: str) -> Binding:
    keys = ",".join((key, *more))
    return Binding(keys, f"board('{key}')", key, id=f"board.{key}", show=False)


class PlayPage(Page[None]):
    """Keys in, frames out; the table holds the game, `keeping` stores every change of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(_board(key, letter) for letter, key in ARROWS.items()),
        *(_board(f"shift+{key}") for key in ARROWS.values()),
        *(_board(key) for key in ("enter", "tab", "shift+tab")),
        Binding("space", "space", "pick, or play and pause", id="board.space", show=False),
        Binding("u", "undo", "undo", id="play.undo"),
        Binding("y", "redo", "redo", id="play.redo"),
        Binding("i", "hint", "hint", id="play.hint"),
        Binding("s", "solve", "solve", id="play.solve"),
        Binding("x", "stop", "stop", id="play.stop"),
        Binding("w", "watch", "watch the solution", id="play.watch"),
        Binding("o", "seats", "who plays", id="play.sides"),
        Binding("m", "matchboxes", "matchboxes", id="play.matchboxes"),
        Binding("v", "overlay", "overlay", id="play.overlay"),
        Binding("e", "edit", "edit", id="go.edit"),
        Binding("c", "suits", "two or four colours", id="set.suits"),
        Binding("a", "analysis", "analysis on or off", id="set.analysis"),
        Binding("f", "autoplay", "autoplay", id="play.autoplay"),
        Binding("slash", "find", "find a card", id="play.find"),
        Binding("colon", "type", "type a move", id="play.type"),
        Binding("question_mark", "app.help", "help", id="go.help"),
        Binding("n", "go(1)", "next", id="go.next"),
        Binding("p", "go(-1)", "previous", id="go.previous"),
        Binding("r", "restart", "restart", id="go.restart"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, session: Session, look: Look, keeping: Keeping) -> None:
        super().__init__(look.ascii_only)
        self.table = Table(session, look, self._changed, self._say)
        self.labour = Labour(self)
        self.opponents = Opponents(self)
        self._keeping = keeping
        self._ticks = 0

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick)
        self.table.session.touch(time.monotonic())
        self._look_into_it()

    def on_unmount(self) -> None:
        self.labour.stop()
        if self.table.session.texts:
            self._keeping.keep(self.table.session)  # the time spent since the last move

    # Painting

    def draw(self) -> bool:
        """Once the move on the board is stored: nothing that was seen is ever lost."""
        return not self._keeping.waiting and super().draw()

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
            shown = [("←→", "step"), ("space", "play"), ("⏎", "take over from here")]
            return [*shown, ("esc", "back to your game")], footer_keys(self, [])[1]
        above, below = footer_keys(self, list(self.table.board.KEYS))
        return [(key, autoplay_key(self.table, does)) for key, does in above], below

    def help_topics(self) -> tuple[str, list[Pair], str]:
        board = self.table.board
        return TITLES[self.table.game.family], list(board.KEYS), board.NOTATION

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
        self.table.board.find(self.table.session.position, "")
        self.table.session.touch(time.monotonic())
        self._timer.resume()

    def _say(self, sentence: str) -> None:
        self.notice = sentence

    def _changed(self) -> None:
        """The session has another position: what was asked of the old one is void."""
        self.labour.stop("hint", "answer", "judge", "values")
        self.opponents.stop()
        self._keeping.keep(self.table.session)
        if self.table.session.over and self.table.game.players == 2:
            self.opponents.learn()
        self._look_into_it()

    def _look_into_it(self) -> None:
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works now; None when it will another time, False when it never does.

        Footer and palette show those that work, the help also those that will.
        """
        game = self.table.game
        if action in ("seats", "matchboxes") and game.players == 1:
            return False
        if action == "overlay" and not self.table.board.OVERLAYS:
            return False
        if action == "edit" and game.family != "peg":
            return False
        if action in ("suits", "autoplay", "find") and game.family != "patience":
            return False
        return self._works(action) or None

    def _works(self, action: str) -> bool:
        table = self.table
        match action:
            case "undo" | "restart":
                return not table.replay and table.session.ply > 0
            case "redo":
                return not table.replay and table.session.undone > 0
            case "type":
                return not table.replay and not table.session.over
            case "hint" | "solve":
                idle = not self.labour.works(action)
                return idle and not table.replay and not table.session.over
            case "stop":
                return self.labour.works("solve") or self.labour.works("hint")
            case "watch":
                return table.solution is not None and not table.replay
            case "seats" | "matchboxes" | "find" | "autoplay":
                return not table.replay
        return True

    # Actions

    def action_board(self, key: str) -> None:
        if not self.table.replay:
            self.table.press(key)
        elif key in ("left", "right"):
            self.table.replay.playing = False
            self.table.step(-1 if key == "left" else 1)
        elif key == "enter":
            self.table.take_over()
        self.paint()

    def action_space(self) -> None:
        replay = self.table.replay
        if not replay:
            self.table.press("enter")
        else:
            if not replay.playing and replay.at == len(replay.moves):
                self.table.step(-replay.at)
            if self.app.look.still:
                self.table.step(1)
            else:
                replay.playing = not replay.playing
        self.paint()

    def action_undo(self) -> None:
        self.table.undo()
        self.paint()

    def action_redo(self) -> None:
        self.table.redo()
        self.paint()

    def action_restart(self) -> None:
        self.table.restart()
        self.paint()

    def action_type(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        self.ask(":", self.table.type, text, keys=("play", self.table.board.NOTATION))

    def action_find(self) -> None:
        table = self.table

        def find(text: str) -> bool:
            self.notice = table.board.find(table.session.position, text)
            return True

        self.ask("/", find, typing=find, keys=("done", "a card, a rank or a suit: 7h, 7, h"))

    async def action_autoplay(self) -> None:
        await switch_autoplay(self)

    def action_overlay(self) -> None:
        """The next overlay; after the last one none."""
        board = self.table.board
        ring = ("", *board.OVERLAYS)
        board.overlay = ring[(ring.index(board.overlay) + 1) % len(ring)]
        self._say(board.overlay or "no overlay")
        self.labour.stop("values")
        self._look_into_it()
        self.paint()

    def action_watch(self) -> None:
        self.table.watch()
        self.paint()

    def action_seats(self) -> None:
        choose_seats(self)

    def action_matchboxes(self) -> None:
        from tui.screens.matchboxes import MatchboxPage

        self.app.push_screen(MatchboxPage(self))

    async def action_suits(self) -> None:
        await self.app.switch_suits()

    async def action_analysis(self) -> None:
        self.app.look.analysis = not self.app.look.analysis
        self.labour.stop("judge")
        self._look_into_it()
        on = self.app.look.analysis
        await self.app.choose(f"analysis {'on' if on else 'off'}", analysis=on)

    def action_hint(self) -> None:
        known = self.table.known_move()
        if known is not None:
            self.table.show_hint(known)
        else:
            self.labour.hint()
        self.paint()

    def action_stop(self) -> None:
        self.labour.stop("solve", "hint")
        self.paint()

    def action_solve(self) -> None:
        def chosen(choice: Solver | Published | None) -> None:
            if isinstance(choice, Published):
                self.table.follow(choice)
            elif choice:
                self.labour.solve(choice)
            self.paint()

        self.app.push_screen(Picker("Solve with", solver_choices(self.table.puzzle)), chosen)

    def action_edit(self) -> None:
        self.app.edit(self.table.game, self.table.puzzle.name)

    def action_go(self, step: int) -> None:
        self.app.go_to_neighbour(self.table.puzzle.name, step)

    def action_back(self) -> None:
        """Out of what is innermost: a selection, a replay, a solver's panel, the screen."""
        table = self.table
        if table.replay:
            table.leave_replay()
            self._look_into_it()
        elif not table.board.release():
            self.dismiss()
            return
        self.paint()
