"""The editor of peg solitaire problems: start and finish side by side, and if it can be solved.

Counting and colouring are checked with each change. A proof by pagoda functions is searched for in
a thread, a solution in a process. `open_new_problem` asks for a board first.
"""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.games.errors import NotationError
from ludoscope.games.peg.board import Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.registry import default_solver
from ludoscope.tui.boards.board import StyledLine
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.model import peg_editor
from ludoscope.tui.model.peg_editor import FINISH, START, PegEditor
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.footer import footer_keys
from ludoscope.tui.widgets.game_footer import GameFooter
from ludoscope.tui.widgets.prompt import PromptLine

PROOF_DELAY_SECONDS = 0.1  # without a change, before pagoda functions are searched for
SOLVER_LIMITS = Limits(seconds=5, memory=1 << 29)
LINES_OUTSIDE_BOARD = 10  # title, border, status and keys
MIN_WIDTH = 46
HELP_MARKS = (
    ("44", "column 4, row 4; type it after # to toggle a peg there"),
    ("complement", "give the finish a peg wherever the start has a hole"),
    ("dual", "the same problem backwards, with pegs and holes exchanged"),
)


class SavedProblem(NamedTuple):
    """A problem as it is in a file, or as it was when the editor was opened."""

    name: str
    spec: Mapping[str, object]


class EditorScreen(BaseScreen[None]):
    """Two views of one board: the start and the finish; the cursor is on the current one.

    Attributes:
        refutation: Why the problem is impossible, "" if no proof of that is known.
        is_proving: True while pagoda functions are searched for.
        solver_run: The solver that runs on the problem or has finished, if there is one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move('left')", "hole", key_display="↑↓←→", id="edit.left"),
        Binding("down,j", "move('down')", "down", id="edit.down", show=False),
        Binding("up,k", "move('up')", "up", id="edit.up", show=False),
        Binding("right,l", "move('right')", "right", id="edit.right", show=False),
        Binding("number_sign", "number", "number", id="edit.number"),
        Binding("enter,space", "toggle_hole", "toggle peg", id="edit.toggle"),
        Binding("tab,shift+tab", "switch", "start/finish", id="edit.switch"),
        Binding("s", "solve", "solve", id="edit.solve"),
        Binding("x", "stop", "stop", id="edit.stop"),
        Binding("p", "play", "play", id="edit.play"),
        Binding("w", "save", "save", id="edit.save"),
        Binding("colon", "ask", "name", id="edit.name"),
        Binding("u", "change('undo')", "undo", id="edit.undo"),
        Binding("c", "change('complement')", "complement", id="edit.complement"),
        Binding("d", "change('dual')", "dual", id="edit.dual"),
        Binding("plus", "change('fill')", "fill", id="edit.fill"),
        Binding("minus", "change('clear')", "empty", id="edit.clear"),
        Binding("y", "change('redo')", "redo", id="edit.redo"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Make your own problem: where the pegs are at the start, and where they must be at the "
        "finish. Below the boards stands whether it is proved impossible."
    )
    CSS_PATH = "editor.tcss"

    def __init__(self, game: PegGame, name: str) -> None:
        super().__init__()
        self.editor = PegEditor(game, name)
        self.board = PegBoard(game, self.app.options)
        self.refutation = ""
        self.is_proving = False
        self.solver_run: SolverRun | None = None
        self._saved = SavedProblem(name, game.spec())
        self._name_to_replace = ""  # the next save with this name replaces a file
        self._may_discard = False  # if "back" leaves although the problem is not saved
        self._board_areas = {side: BoardArea(id=side) for side in (START, FINISH)}
        self._status, self._footer = Static(id="known"), GameFooter()

    def compose_body(self) -> Iterable[Widget]:
        yield Horizontal(*self._board_areas.values())
        yield self._status

    def create_footer(self) -> Widget:
        return self._footer

    def min_size(self) -> tuple[int, int]:
        columns, rows = self.board.min_size()
        return max(columns + 2, MIN_WIDTH), rows + LINES_OUTSIDE_BOARD

    def on_mount(self) -> None:
        self.watch(self, "focused", self.refresh_view, init=False)  # a prompt has other keys
        self._on_problem_changed()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.refresh_view)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(2 * (self.board.min_size()[0] + 2) > event.size.width, "-single")
        self.call_after_refresh(self.refresh_view)

    # Proofs

    def _on_problem_changed(self) -> None:
        """Discard what was known of the previous problem, and look for a proof again."""
        self._cancel_solver()
        self.solver_run, self._name_to_replace, self._may_discard = None, "", False
        game = self.editor.game
        self.refutation = peg_editor.refute_by_colouring(game)
        self.is_proving = not self.refutation
        self.run_worker(partial(self._search_pagodas, game), group="pagodas", exclusive=True)
        self.refresh_view()

    async def _search_pagodas(self, game: PegGame) -> None:
        if not self.refutation:
            await asyncio.sleep(PROOF_DELAY_SECONDS)
            self.refutation = await asyncio.to_thread(peg_editor.refute_by_pagodas, game)
            self.is_proving = False
            self.refresh_view()

    # Refreshing

    def refresh_view(self) -> None:
        super().refresh_view()
        if not (self.is_mounted and self.is_attached):
            return
        self.title = f"Peg solitaire › {self.editor.name or 'new problem'}"
        self.sub_title = "" if self._is_saved else "not saved"
        for side, board_area in self._board_areas.items():
            is_current = side == self.editor.side
            pegs = getattr(self.editor.game, side)
            heading = f"{side.capitalize()}: {formatting.format_count(pegs.bit_count(), 'peg')}"
            board_area.set_title(f"› {heading}" if is_current else heading)
            board_area.set_class(is_current, "-here")
            board_area.show_cursor = is_current
            board_area.show_picture(self.board, partial(self._draw_board, pegs))
        self._status.update(self._describe_problem(), layout=False)
        keys = footer_keys(self, [])
        self._footer.show_keys(keys._replace(fixed=()) if self.active_prompt else keys)

    def _draw_board(self, pegs: int, width: int, height: int) -> list[StyledLine]:
        """Draw a position without marking the pegs that can jump."""
        return [
            [(text, "piece" if role == "mover" else role) for text, role in line]
            for line in self.board.draw(pegs, width, height)
        ]

    def _describe_problem(self) -> Content:
        """Return a line each with the size, with what is proved, and with the solver's result."""
        game = self.editor.game
        jump_count = max(0, game.start.bit_count() - game.finish.bit_count())
        size = formatting.format_count(len(game.board.holes), "hole")
        lines = [
            Content(f"{size}, {formatting.format_count(jump_count, 'jump')} from start to finish"),
        ]
        run = self.solver_run
        if self.refutation or not (run and isinstance(run.verdict, Solved | Unsolvable)):
            lines.append(self._describe_proof())
        if run:
            lines.append(describe_solver(run))
        return Content("\n").join(lines)

    def _describe_proof(self) -> Content:
        game = self.editor.game
        if self.refutation:
            return Content.styled(f"✗ impossible: {self.refutation}", "$error")
        if game.is_won(game.start):
            return Content.styled("✓ start and finish are the same", "$success")
        if self.is_proving:
            return Content.styled("… may be solvable; searching for a proof that it is not", "dim")
        return Content.styled("? may be solvable", "dim")

    def help_content(self) -> HelpContent:
        return HelpContent("Peg solitaire editor", self.PURPOSE, symbols=HELP_MARKS)

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.active_prompt:
            return False
        is_solving = self.solver_run is not None and self.solver_run.verdict is None
        match action:
            case "change" if parameters == ("undo",):
                return self.editor.can_undo or None
            case "change" if parameters == ("redo",):
                return self.editor.can_redo or None
            case "stop":
                return is_solving or None
            case "solve":
                return not is_solving or None
        return True

    def action_move(self, direction: str) -> None:
        no_pegs = 0  # so that the board only moves its cursor, and picks up nothing
        self.board.handle_key(no_pegs, direction)
        self.refresh_view()

    def action_toggle_hole(self) -> None:
        self.editor.toggle(self.board.cursor)
        self._on_problem_changed()

    def on_board_area_clicked(self, event: BoardArea.Clicked) -> None:
        if self.board.move_cursor_to(*event.cell, *event.board_size):
            self.editor.side = event.area.id or START
            self.action_toggle_hole()

    def action_change(self, operation: str) -> None:
        getattr(self.editor, operation)()
        self._on_problem_changed()

    def action_switch(self) -> None:
        self.editor.switch_side()
        self.refresh_view()

    def handle_unbound_key(self, event: events.Key) -> None:
        """Take a digit as the beginning of a hole's number."""
        character = event.character or ""
        if character.isascii() and character.isdecimal() and not self.active_prompt:
            self.action_number(character)
        else:
            super().handle_unbound_key(event)

    def action_number(self, digit: str = "") -> None:
        """Ask for a hole; if all numbers have two digits, the second one completes the input."""
        board = self.editor.board

        def on_typed(text: str) -> None:
            if peg_editor.is_complete_number(board, text):
                self.close_prompt()
                self._toggle_number(text)

        expected = f"column and row, such as {peg_editor.example_hole_number(board)}"
        self.show_prompt(PromptLine("Hole:", self._toggle_number, digit, on_typed, expected))

    def _toggle_number(self, text: str) -> bool:
        try:
            hole = peg_editor.parse_hole(self.editor.board, text)
        except NotationError as error:
            self.notify_here(formatting.capitalize_first(str(error)))
            return False
        self.board.point_at(0, (hole, hole))
        self.action_toggle_hole()
        return True

    # Solving

    def action_solve(self) -> None:
        game = self.editor.game
        solver_run = SolverRun(game, game.start, [], default_solver(game), SOLVER_LIMITS)

        async def solve() -> None:
            await solver_run.run()
            self.refresh_view()

        self.solver_run = solver_run
        self.run_worker(solve, group="solve", exclusive=True)
        self.refresh_view()

    def _cancel_solver(self) -> None:
        if self.solver_run:
            self.solver_run.cancel()
            self.workers.cancel_group(self, "solve")

    def action_stop(self) -> None:
        self._cancel_solver()
        self.refresh_view()

    def on_unmount(self) -> None:
        self._cancel_solver()

    # Names and files

    @property
    def _is_saved(self) -> bool:
        return self._saved == SavedProblem(self.editor.name, self.editor.game.spec())

    def open_prompt(self, text: str = "") -> None:
        self.show_prompt(PromptLine("Problem name:", self._set_name, text or self.editor.name))

    def _set_name(self, text: str) -> bool:
        self.editor.name = problems.safe_name(text)
        if not self.editor.name:
            self.notify_here("A name needs at least one letter or digit")
        self.refresh_view()
        return bool(self.editor.name)

    def _save_as(self, text: str) -> bool:
        if not self._set_name(text):
            return False
        self.run_worker(partial(self._save, self.editor.name, self.editor.game), group="save")
        return True

    async def action_save(self) -> None:
        if self.editor.name:
            await self._save(self.editor.name, self.editor.game)
        else:
            self.show_prompt(PromptLine("Save as:", self._save_as))

    async def _save(self, name: str, game: PegGame) -> None:
        """Write the file; replace that of another problem only on the second attempt."""
        path = problems.problem_path(self.app.data_folder, name)
        if name not in (self._saved.name, self._name_to_replace) and path.exists():
            self._name_to_replace = name
            key = self.app.options.key_display("edit.save", "w")
            self.notify_here(f"There is already a problem {name}. Press {key} again to replace it.")
            return
        try:
            await asyncio.to_thread(problems.save, self.app.data_folder, name, game)
        except (OSError, ValueError) as error:
            self.app.notify_anywhere(f"Not saved: {getattr(error, 'strerror', None) or error}")
        else:
            self._saved = SavedProblem(name, game.spec())
            self.notify_here(f"Saved as {path if self.app.files_allowed else name}")
            self.refresh_view()

    def action_play(self) -> None:
        name, game = self.editor.name, self.editor.game
        if name and self._is_saved:
            self.app.puzzle_opener.open_puzzle(problems.saved_puzzle(name, game))
        else:
            self.app.puzzle_opener.open_puzzle(problems.unsaved_puzzle(name, game))

    def action_back(self) -> None:
        if self._is_saved or self._may_discard:
            self.dismiss()
            return
        self._may_discard = True
        save = self.app.options.key_display("edit.save", "w")
        back = self.app.options.key_display("go.back", "esc")
        self.notify_here(
            f"Not saved. Press {save} to save, or {back} again to discard the changes."
        )


def describe_solver(solver_run: SolverRun) -> Content:
    """Return a line with the result of a solver, or that it runs."""
    match solver_run.verdict:
        case None:
            return Content.styled(f"… {solver_run.solver.name} is running", "$warning")
        case Solved():
            return Content.styled(f"✓ {solver_run.describe_verdict()}", "$success")
        case Unsolvable():
            return Content.styled(f"✗ {solver_run.describe_verdict()}", "$error")
        case _:
            return Content.styled(f"? {solver_run.describe_verdict()}", "$warning")


def open_new_problem(app: AppBase) -> None:
    """Ask for a board, and open the editor with its central problem."""

    def edit(board: Board | None) -> None:
        if board:
            app.navigator.open_editor(peg_editor.create_initial_problem(board))

    choices = [
        Choice(name, formatting.format_count(len(board.holes), "hole"), board)
        for name, board in peg_editor.list_boards().items()
    ]
    app.push_screen(PickerDialog("New problem: choose a board", choices), edit)
