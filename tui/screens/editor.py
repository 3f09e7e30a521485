"""The editor of peg solitaire: start and finish side by side, and whether the problem is possible.

What counting and colouring say stands there with each change; a proof by pagoda functions is
looked for in a thread, a solution in a process, and neither holds up a key.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from textual import events

from ludoscope.games.peg import PegGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.tui.boards.board import Line, Look
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.play.editor import FINISH, START, Editor, refuted_at_once, refuted_by_pagodas
from ludoscope.tui.play.solving import Solving
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.editor_keys import KEYS, TOPICS
from ludoscope.tui.screens.hole_prompt import ask_hole
from ludoscope.tui.screens.page import BOTTOM, Page
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import Pair

PAUSE = 0.1  # seconds without a change before pagodas are looked for
QUICK = Limits(seconds=5, memory=1 << 29)
TOLD = 4  # lines below the boards
LEAST = 46  # columns for what is said
STATES = {  # what a solver found out: a sign, a word, its role
    Solved: ("✓", "winnable", "good"),
    Unsolvable: ("✗", "lost", "bad"),
}


class EditorPage(Page[None]):
    """One cursor for both boards; the one at hand shows it."""

    BINDINGS = KEYS

    def __init__(self, look: Look, game: PegGame, folder: Path, name: str = "") -> None:
        super().__init__(look.ascii_only)
        self.editor = Editor(game, name)
        self.board = PegBoard(game, look)
        self.refuted = ""  # why the problem is impossible
        self.looking = False  # for pagodas
        self.solving: Solving | None = None
        self._folder = folder
        self._kept = (name, game.spec())  # what is in a file, or was there to begin with
        self._replaced = ""  # the problem that the person was warned of replacing
        self._leaving = False  # whether the person was warned that nothing is saved

    def on_mount(self) -> None:
        self._changed()

    # What is known

    def _changed(self) -> None:
        """The problem is another: what was found out about the old one is void."""
        self._stop()
        self.solving, self._replaced, self._leaving = None, "", False
        game = self.editor.game
        self.refuted = refuted_at_once(game)
        self.looking = not self.refuted
        self.run_worker(partial(self._look_for_pagodas, game), group="pagodas", exclusive=True)
        self.paint()

    async def _look_for_pagodas(self, game: PegGame) -> None:
        if not self.refuted:
            await asyncio.sleep(PAUSE)
            self.refuted = await asyncio.to_thread(refuted_by_pagodas, game)
            self.looking = False
            self.paint()

    def _verdict(self) -> Line:
        game = self.editor.game
        if self.refuted:
            return [(f"✗ impossible: {self.refuted}", "bad")]
        if game.is_won(game.start):
            return [("✓ start and finish are the same", "good")]
        if self.looking:
            return [("… no count or colouring forbids it; looking for pagoda functions", "dim")]
        return [("? no proof of impossibility found", "dim")]

    def _found(self) -> Line:
        """What the solver says."""
        if not self.solving:
            return []
        if not self.solving.verdict:
            return [(f"… {self.solving.solver.name} is at work", "notice")]
        sign, state, role = STATES.get(type(self.solving.verdict), ("?", "unknown", "notice"))
        return [(f"{sign} {state}; {self.solving.words()}", role)]

    # The frame

    def least(self) -> tuple[int, int]:
        columns, rows = self.board.least()
        return max(columns + 2, LEAST), rows + 2 + 1 + TOLD + BOTTOM

    def _boxes(self, width: int, height: int) -> list[tuple[str, int, int]]:
        """The boards that are shown: side, where its box begins, and how wide that is."""
        half = width // 2
        if self.board.least()[0] + 2 <= half:
            return [(START, 0, half), (FINISH, half, width - half)]
        return [(self.editor.side, 0, width)]

    def frame(self, width: int, height: int) -> Block:
        body = height - 1 - TOLD - BOTTOM
        boxes = [self._box(side, room, body) for side, _, room in self._boxes(width, body)]
        told: Block = []
        for line in ([(self._counted(), "")], self._verdict(), self._found()):
            for text, role in line:
                told += [[(" ", ""), *part] for part in drawing.wrap(text, width - 2, role)]
        title: Line = [(" Peg solitaire › ", "dim"), (self.editor.name or "new problem", "title")]
        state = "" if self._is_kept else "not saved "
        frame = [
            drawing.ends(title, [(state, "dim")], width),
            *drawing.beside(*boxes),
            *drawing.block(told, width, TOLD),
            *self.bottom(width),
        ]
        return drawing.block(frame, width, height)

    def _box(self, side: str, width: int, height: int) -> Block:
        game, here = self.editor.game, side == self.editor.side
        pegs = game.start if side == START else game.finish
        room = width - 2, height - 2
        picture = self.board.draw(pegs, *room)
        lines = [
            [(text, "piece" if role == "mover" else role) for text, role in line]
            for line in picture
        ]
        if not here:
            lines = drawing.without(lines, "cursor")
        title = (
            f"{'› ' if here else ''}{side.capitalize()}: {words.count(pegs.bit_count(), 'pegs')}"
        )
        return drawing.box(
            title, drawing.centre(lines, *room), width, height, "key" if here else "dim"
        )

    def _counted(self) -> str:
        game = self.editor.game
        jumps = game.start.bit_count() - game.finish.bit_count()
        said = words.count(max(0, jumps), "jumps")
        return f"{words.count(len(game.board.holes), 'holes')}, {said} from start to finish"

    # Keys

    def help_topics(self) -> tuple[str, list[Pair], str]:
        return "The editor of peg solitaire", [], ""

    def help_marks(self) -> Sequence[Pair]:
        return TOPICS

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works now; None when it will another time."""
        editor, working = self.editor, self.solving and not self.solving.verdict
        match action, *parameters:
            case "change", "undo":
                return editor.can_undo or None
            case "change", "redo":
                return editor.can_redo or None
            case ["stop"]:
                return bool(working) or None
            case ["solve"]:
                return not working or None
        return True

    def action_aim(self, key: str) -> None:
        self.board.press(0, key)  # no peg, so that none is picked
        self.paint()

    def action_turn(self) -> None:
        self.editor.toggle(self.board.cursor)
        self._changed()

    def action_number(self, begun: str = "") -> None:
        ask_hole(self, self.editor.board, self._toggle_at, begun)

    def pressed(self, key: str, character: str | None) -> None:
        """A digit begins the number of a hole."""
        if character and character.isascii() and character.isdecimal():
            self.action_number(character)

    def _toggle_at(self, hole: int) -> None:
        self.board.point(0, (hole, hole))
        self.action_turn()

    def action_change(self, how: str) -> None:
        getattr(self.editor, how)()
        self._changed()

    def action_switch(self) -> None:
        self.editor.switch()
        self.paint()

    def on_click(self, event: events.Click) -> None:
        self.woken()
        height = self.size.height - 1 - TOLD - BOTTOM
        for side, left, width in self._boxes(self.size.width, height):
            columns, rows = self.board.size(width - 2, height - 2)
            x = event.screen_x - left - 1 - max(0, (width - 2 - columns) // 2)
            y = event.screen_y - 2 - max(0, (height - 2 - rows) // 2)
            inside = 0 <= x < columns and 0 <= y < rows
            if inside and self.board.aim(x, y, width - 2, height - 2):
                self.editor.side = side
                self.action_turn()

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

    def action_name(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        self.ask("the problem's name:", self._named, text or self.editor.name)

    def _named(self, text: str) -> bool:
        self.editor.name = problems.safe(text)
        if not self.editor.name:
            self.tell("a name needs a letter or a digit")
        return bool(self.editor.name)

    async def action_save(self) -> None:
        if self.editor.name:
            await self._save()
            return

        def named(text: str) -> bool:
            if self._named(text):
                self.run_worker(self._save, group="save")
            return bool(self.editor.name)

        self.ask("save it under the name:", named)

    async def _save(self) -> None:
        """Write the file; that of another problem only when the person says so twice."""
        name, game = self.editor.name, self.editor.game
        path = problems.place(self._folder, name)
        if name not in (self._kept[0], self._replaced) and path.exists():
            self._replaced = name
            self.tell(f"there is a problem {name}: w again replaces it")
            return
        try:
            await asyncio.to_thread(problems.save, self._folder, name, game)
        except OSError as error:
            self.tell(f"not saved: {error.strerror or error}")
        except ValueError as error:
            self.tell(f"not saved: {error}")
        else:
            self._kept = (name, game.spec())
            self.tell(f"saved as {path}" if self.app.files else f"saved as {name}")

    def action_play(self) -> None:
        name, game = self.editor.name, self.editor.game
        in_file = self._is_kept and name
        self.app.opener.play(
            problems.saved(name, game) if in_file else problems.unsaved(name, game)
        )

    def action_back(self) -> None:
        if self._is_kept or self._leaving:
            self.dismiss()
        else:
            self._leaving = True
            self.tell("not saved: w saves it, esc again leaves it")
