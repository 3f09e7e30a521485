"""The editor of peg solitaire: start and finish side by side, and whether the problem is possible.

What counting and colouring say is shown at once; a proof by pagoda functions is looked for in a
thread, a solution in a process.
"""

import asyncio
from collections.abc import Iterable
from functools import partial

from textual import events
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.games.errors import NotationError
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Limits
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.model import peg_editor as model
from ludoscope.tui.model.peg_editor import FINISH, START, Editor
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.base import BaseScreen, Topics
from ludoscope.tui.screens.editor.bindings import KEYS
from ludoscope.tui.screens.editor.descriptions import MARKS, known
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.widgets.board_view import BoardView
from ludoscope.tui.widgets.footer import footer_keys
from ludoscope.tui.widgets.game_footer import GameFooter
from ludoscope.tui.widgets.prompt import Ask

PAUSE = 0.1  # seconds without a change before pagodas are looked for
QUICK = Limits(seconds=5, memory=1 << 29)
AROUND = 10  # lines besides the drawing: title, border, what is known, keys
LEAST = 46  # columns for what is known


class EditorPage(BaseScreen[None]):
    """The boards share one cursor, which the current side shows."""

    BINDINGS = KEYS
    CSS_PATH = "editor.tcss"

    def __init__(self, game: PegGame, name: str) -> None:
        super().__init__()
        self.editor = Editor(game, name)
        self.board = PegBoard(game, self.app.options)
        self.refuted = ""  # why the problem is impossible
        self.looking = False  # for pagodas
        self.solving: Solving | None = None
        self._kept = (name, game.spec())  # what is in a file, or was there to begin with
        self._replaced = ""  # the problem that the person was warned of replacing
        self._leaving = False  # whether the person was warned that nothing is saved
        self._views = {side: BoardView(id=side) for side in (START, FINISH)}
        self._known, self._keys = Static(id="known"), GameFooter()

    def body(self) -> Iterable[Widget]:
        yield Horizontal(*self._views.values())
        yield self._known

    def footer(self) -> Widget:
        return self._keys

    def least(self) -> tuple[int, int]:
        columns, rows = self.board.least()
        return max(columns + 2, LEAST), rows + AROUND

    def on_mount(self) -> None:
        self.watch(self, "focused", self.paint, init=False)  # a question has other keys
        self._changed()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.paint)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(2 * (self.board.least()[0] + 2) > event.size.width, "-single")
        self.call_after_refresh(self.paint)

    # What is known

    def _changed(self) -> None:
        """The problem is another: what was found out about the old one is void."""
        self._stop()
        self.solving, self._replaced, self._leaving = None, "", False
        game = self.editor.game
        self.refuted = model.refuted_at_once(game)
        self.looking = not self.refuted
        self.run_worker(partial(self._look_for_pagodas, game), group="pagodas", exclusive=True)
        self.paint()

    async def _look_for_pagodas(self, game: PegGame) -> None:
        if not self.refuted:
            await asyncio.sleep(PAUSE)
            self.refuted = await asyncio.to_thread(model.refuted_by_pagodas, game)
            self.looking = False
            self.paint()

    # What is shown

    def paint(self) -> None:
        super().paint()
        if not (self.is_mounted and self.is_attached):
            return
        self.title = f"Peg solitaire › {self.editor.name or 'new problem'}"
        self.sub_title = "" if self._is_kept else "not saved"
        for side, view in self._views.items():
            here = side == self.editor.side
            pegs = getattr(self.editor.game, side)
            count = formatting.count(pegs.bit_count(), "pegs")
            view.name_it(f"{'› ' * here}{side.capitalize()}: {count}")
            view.set_class(here, "-here")
            view.draw(self.board, partial(self._picture, pegs, here))
        said = known(self.editor.game, self.refuted, self.looking, self.solving)
        self._known.update(said, layout=False)
        keys = footer_keys(self, [])
        self._keys.show(keys._replace(ways=()) if self.asking else keys)

    def _picture(self, pegs: int, here: bool, width: int, height: int) -> list[Line]:
        """Without the marks of pegs that can jump, and with the cursor on one side only."""
        lines = [
            [(text, "piece" if role == "mover" else role) for text, role in line]
            for line in self.board.draw(pegs, width, height)
        ]
        return lines if here else drawing.without(lines, "cursor")

    def help_topics(self) -> Topics:
        return Topics("The editor of peg solitaire", marks=MARKS)

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works now; None when it will another time."""
        if self.asking:
            return False
        editor, running = self.editor, self.solving and not self.solving.verdict
        match action, *parameters:
            case "change", "undo":
                return editor.can_undo or None
            case "change", "redo":
                return editor.can_redo or None
            case ["stop"]:
                return bool(running) or None
            case ["solve"]:
                return not running or None
        return True

    def action_aim(self, key: str) -> None:
        self.board.press(0, key)  # no peg, so that none is picked
        self.paint()

    def action_turn(self) -> None:
        self.editor.toggle(self.board.cursor)
        self._changed()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        if self.board.aim(event.x, event.y, event.width, event.height):
            self.editor.side = event.view.id or START
            self.action_turn()

    def action_change(self, how: str) -> None:
        getattr(self.editor, how)()
        self._changed()

    def action_switch(self) -> None:
        self.editor.switch()
        self.paint()

    def unbound(self, event: events.Key) -> None:
        """A digit begins the number of a hole."""
        character = event.character or ""
        if character.isascii() and character.isdecimal() and not self.asking:
            self.action_number(character)
        else:
            super().unbound(event)

    def action_number(self, begun: str = "") -> None:
        """Ask for a hole; where all numbers have two digits, the second one ends the input."""
        board = self.editor.board

        def typing(text: str) -> None:
            if model.is_whole(board, text):
                self.stop_asking()
                self._toggle_at(text)

        wanted = f"column and row, such as {model.example(board)}"
        self.ask(Ask("hole:", self._toggle_at, begun, typing, wanted))

    def _toggle_at(self, text: str) -> bool:
        try:
            hole = model.hole_numbered(self.editor.board, text)
        except NotationError as error:
            self.tell(str(error))
            return False
        self.board.point(0, (hole, hole))
        self.action_turn()
        return True

    def action_solve(self) -> None:
        from ludoscope.search.registry import default_solver

        game = self.editor.game
        solving = self.solving = Solving(game, game.start, [], default_solver(game), QUICK)

        async def work() -> None:
            await solving.run()
            self.paint()

        self.run_worker(work, group="solve", exclusive=True)
        self.paint()

    def _stop(self) -> None:
        if self.solving:
            self.solving.cancel()
            self.workers.cancel_group(self, "solve")

    def action_stop(self) -> None:
        self._stop()
        self.paint()

    def on_unmount(self) -> None:
        self._stop()

    # Names and files

    @property
    def _is_kept(self) -> bool:
        return self._kept == (self.editor.name, self.editor.game.spec())

    def begin_typing(self, text: str = "") -> None:
        self.ask(Ask("name of the problem:", self._named, text or self.editor.name))

    def _named(self, text: str, save: bool = False) -> bool:
        name, game = problems.safe(text), self.editor.game
        self.editor.name = name
        if not name:
            self.tell("a name needs a letter or a digit")
        elif save:
            self.run_worker(partial(self._save, name, game), group="save")
        self.paint()
        return bool(name)

    async def action_save(self) -> None:
        if self.editor.name:
            await self._save(self.editor.name, self.editor.game)
        else:
            self.ask(Ask("save as:", partial(self._named, save=True)))

    async def _save(self, name: str, game: PegGame) -> None:
        """Write the file; that of another problem only when the person says so twice."""
        path = problems.place(self.app.folder, name)
        if name not in (self._kept[0], self._replaced) and path.exists():
            self._replaced = name
            key = self.app.options.key_display("edit.save", "w")
            self.tell(f"there is a problem {name}: {key} again replaces it")
            return
        try:
            await asyncio.to_thread(problems.save, self.app.folder, name, game)
        except (OSError, ValueError) as error:
            self.app.announce(f"not saved: {getattr(error, 'strerror', None) or error}")
        else:
            self._kept = (name, game.spec())
            self.tell(f"saved as {path}" if self.app.files else f"saved as {name}")
            self.paint()

    def action_play(self) -> None:
        name, game = self.editor.name, self.editor.game
        puzzle = problems.saved if self._is_kept and name else problems.unsaved
        self.app.opener.play(puzzle(name, game))

    def action_back(self) -> None:
        if self._is_kept or self._leaving:
            self.dismiss()
        else:
            self._leaving = True
            key = self.app.options.key_display
            save, back = key("edit.save", "w"), key("go.back", "esc")
            self.tell(f"not saved: {save} saves it, {back} again discards it")
