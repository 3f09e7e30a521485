"""The editor of puzzles: the board of a family's editor, and whether the puzzle can be won.

`editor.new_problem` opens it with a new puzzle, the play screen with the position on the board.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles import share
from ludoscope.tui import screens
from ludoscope.tui.boards.editor_board import EditorBoard
from ludoscope.tui.model.editor import BoardChoice, Editor
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.base import (
    TOO_SMALL_CLASS,
    BaseScreen,
    HelpContent,
    character_or_key,
    show_too_small,
)
from ludoscope.tui.screens.board_bindings import BOARD_BINDINGS, with_user_keys
from ludoscope.tui.screens.editor.board_picker import board_picker
from ludoscope.tui.screens.editor.problem_file import ProblemFile, ProblemVersion
from ludoscope.tui.screens.editor.solver import EditorSolver, describe_run
from ludoscope.tui.text import formatting
from ludoscope.tui.text.sanitize import escape_controls
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.footer import FooterKeyGroups, footer_keys
from ludoscope.tui.widgets.game_footer import GameFooter
from ludoscope.tui.widgets.prompt import PromptLine

MIN_WIDTH = 46
TITLE_AND_KEYS_LINES = 3
BORDER_LINES = 2
MIN_STATUS_LINES = 1
STATUS_LINES = 3  # what is missing, or the result of the solver
SUMMARY_LINES = 2  # more, where the titles of two drawings leave no room for the summary


class EditorScreen(BaseScreen[None]):
    """The editor of a puzzle: its boards, what is missing, and whether it can be won.

    Attributes:
        board: The board of the family's editor.
        solver: The solver that judges the puzzle after each change.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *BOARD_BINDINGS,
        Binding("space", "board('enter')", "pick", id="edit.space", show=False),
        Binding("home", "board('home')", "first place", id="edit.first", show=False),
        Binding("end", "board('end')", "next free place", id="edit.last", show=False),
        Binding("p", "play", "play", id="edit.play"),
        Binding("w", "save", "save", id="edit.save"),
        Binding("u,backspace", "undo", "undo", id="edit.undo"),
        Binding("delete", "remove", "remove", key_display="del", id="edit.remove"),
        Binding("tilde", "command('complement')", "complement", id="edit.complement"),
        Binding("d", "command('dual')", "dual", id="edit.dual"),
        Binding("n", "choose_board", "new board", id="edit.board"),
        Binding("x", "stop", "stop", id="edit.stop"),
        Binding("number_sign", "type", "type", id="edit.type"),
        Binding("s", "solve", "solve", id="edit.solve"),
        Binding("y", "redo", "redo", id="edit.redo"),
        Binding("plus", "command('fill')", "fill", id="edit.fill"),
        Binding("minus", "command('clear')", "empty", id="edit.clear"),
        Binding("c", "share", "share", id="play.copy"),
        Binding("colon", "ask", "name", id="edit.name"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Set up a puzzle of your own, or change the position of a game. "
        "Below the board stands what is missing, and then whether it can be won."
    )
    CSS_PATH = "editor.tcss"

    def __init__(self, board: EditorBoard) -> None:
        super().__init__()
        self.board = board
        self.family = self.editor.family
        self.solver = EditorSolver(self, self.refresh_view)
        self._file = ProblemFile(self.editor, self.app.data_folder)
        self._may_discard = False  # if "back" leaves although the problem is not saved
        self._board_areas = [
            BoardArea(id=f"pane{index}", can_drag=True) for index in range(len(board.pane_titles))
        ]
        self._status, self._footer = Static(id="known"), GameFooter()

    @property
    def editor(self) -> Editor[Any]:
        """The puzzle that is set up."""
        return self.board.editor

    @property
    def _has_two_panes(self) -> bool:
        return len(self._board_areas) > 1

    def compose_body(self) -> Iterable[Widget]:
        yield Horizontal(*self._board_areas)
        yield self._status

    def create_footer(self) -> Widget:
        return self._footer

    def min_size(self) -> tuple[int, int]:
        columns, rows = self.board.min_size()
        other_lines = TITLE_AND_KEYS_LINES + BORDER_LINES + MIN_STATUS_LINES
        return max(columns + BORDER_LINES, MIN_WIDTH), rows + other_lines

    def show_size_problem(self) -> None:
        """Show a message if the board does not fit; the change that led to it can be undone."""
        undo_key = self.app.options.key_display("edit.undo", "u")
        other_keys = [(undo_key, "undo")] if self.editor.can_undo else []
        show_too_small(self, self.size, self.min_size(), self.leave_key(), other_keys)

    def _update_status_height(self) -> None:
        """Give the lines below the board what the board can spare; a prompt covers the last."""
        wanted = STATUS_LINES + (SUMMARY_LINES if self._has_two_panes else 0)
        room = self.size.height - TITLE_AND_KEYS_LINES - BORDER_LINES - self.board.min_size()[1]
        self._status.styles.height = min(wanted, max(room, MIN_STATUS_LINES)) - bool(
            self.active_prompt
        )

    def on_mount(self) -> None:
        self.set_class(self._has_two_panes, "-two-panes")
        self.watch(self, "focused", self.refresh_view, init=False)  # a prompt has other keys
        self._on_problem_changed()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.refresh_view)

    def on_resize(self, event: events.Resize) -> None:
        self._show_fitting_panes(event.size)
        self.call_after_refresh(self.refresh_view)

    def _show_fitting_panes(self, size: Size) -> None:
        """Show only the current one of two drawings if there is no room for both."""
        columns = self.board.min_size()[0] + BORDER_LINES
        self.set_class(self._has_two_panes and 2 * columns > size.width, "-single")

    # Changes

    def _change(self, change: Callable[[], object]) -> bool:
        """Make a change of the puzzle or its cursor; show why if it is not possible.

        Returns:
            False if the input has no meaning here.
        """
        before, is_handled = self.editor.state, True
        try:
            is_handled = change() is not False
        except ValueError as error:
            self.notify_here(formatting.capitalize_first(escape_controls(str(error))))
        if self.editor.state != before:
            self.app.clear_notifications()  # what was wrong before this change
            self._on_problem_changed()
        else:
            self.refresh_view()
        return is_handled

    def _on_problem_changed(self) -> None:
        """Discard what was known of the previous puzzle, and search for a solution again."""
        self.solver.forget()
        self._withdraw_confirmations()
        game = self.editor.game
        if game and not self.editor.refutation():
            self.solver.judge(game)
        self.show_size_problem()  # the board may have another size
        self._show_fitting_panes(self.size)
        self.refresh_view()

    # Refreshing

    def refresh_view(self) -> None:
        super().refresh_view()
        if not (self.is_mounted and self.is_attached):
            return
        title = FAMILIES[self.family].title
        self.title = f"{title} › {self.editor.name or 'New problem'}"
        self.sub_title = "" if self._file.is_saved else "not saved"
        for index, board_area in enumerate(self._board_areas):
            is_current = index == self.board.pane
            heading = self.board.pane_titles[index] or self.editor.summary()
            has_mark = is_current and self._has_two_panes
            board_area.set_title(f"› {heading}" if has_mark else heading)
            board_area.set_class(is_current, "-here")
            board_area.show_cursor = is_current
            board_area.show_picture(self.board, partial(self.board.draw, index))
        self._update_status_height()
        self._status.update(self._describe_problem(), layout=False)
        self._footer.show_keys(self._footer_keys())

    def _footer_keys(self) -> FooterKeyGroups:
        if self.active_prompt:
            return footer_keys(self, [])._replace(fixed=())
        board_keys = with_user_keys(self.app.options, self.board.key_labels())
        return footer_keys(self, board_keys)

    def _describe_problem(self) -> Content:
        """Return a line each with what is half done, what is missing, and the solver's result."""
        lines = []
        if self._has_two_panes:
            lines.append(Content(self.editor.summary()))
        if note := self.board.note():
            lines.append(Content.styled(note, "$warning"))
        found = self.editor.problems()
        lines += [
            Content.styled(formatting.capitalize_first(problem), "$warning") for problem in found
        ]
        if not found:
            lines.append(self._describe_verdict())
        return Content("\n").join(lines)

    def _describe_verdict(self) -> Content:
        if proof := self.editor.refutation():
            return Content.styled(f"✗ impossible: {proof}", "$error")
        if not self.solver.solver_run:
            return Content("")
        return describe_run(self.solver.solver_run, self.app.options.key_display("edit.solve", "s"))

    def help_content(self) -> HelpContent:
        title = f"{FAMILIES[self.family].title} editor"
        return HelpContent(
            title,
            self.board.PURPOSE,
            with_user_keys(self.app.options, self.board.key_labels()),
            symbols=self.board.LEGEND,
        )

    # Keys and mouse

    def intercept_key(self, event: events.Key) -> bool:
        key = character_or_key(event)
        if self.active_prompt or not self.board.handles_key(key):
            return False
        self.action_board(key)
        return True

    def handle_unbound_key(self, event: events.Key) -> None:
        """Pass a key without a binding to the board; say why a key does nothing now."""
        reason = self.app.disabled_reason(self, event.key) or self._disabled_reason(event.key)
        if reason:
            self.notify_here(reason)
        elif not self.active_prompt:
            key = character_or_key(event)
            if not self._change(partial(self.board.handle_key, key)) and key.isdecimal():
                self.action_type(key)

    def _disabled_reason(self, key: str) -> str:
        """Return why a key of the screen is disabled, "" if it is not or the reason is plain."""
        binding = self.active_bindings.get(key)
        match binding.binding.id if binding and not self.active_prompt else None:
            case "edit.undo":
                return "Nothing to undo"
            case "edit.redo":
                return "Nothing to redo"
            case "edit.play" | "edit.solve" | "play.copy" if found := self.editor.problems():
                return f"Not complete yet. {formatting.capitalize_first(found[0])}"
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.active_prompt:
            return False
        match action:
            case "command" if parameters != ("clear",):
                return parameters[0] in self.board.COMMANDS
            case "undo":
                return self.editor.can_undo or None
            case "redo":
                return self.editor.can_redo or None
            case "stop":
                return self.solver.is_running or None
            case "solve" if self.editor.refutation():
                return None
            case "solve" | "play" | "share":
                return self.editor.game is not None or None
        return True

    def action_board(self, key: str) -> None:
        self._change(partial(self.board.handle_key, key))

    def action_remove(self) -> None:
        self._change(self.board.remove)

    def action_command(self, command: str) -> None:
        self.board.clear_selection()
        self._change(getattr(self.editor, command))

    def action_undo(self) -> None:
        if self.board.clear_selection():
            self.refresh_view()
        else:
            self._change(self.editor.undo)

    def action_redo(self) -> None:
        self.board.clear_selection()
        self._change(self.editor.redo)

    def on_board_area_clicked(self, event: BoardArea.Clicked) -> None:
        pane = self._board_areas.index(event.area)
        self._change(partial(self.board.handle_click, pane, event.cell, *event.board_size))

    def on_board_area_dragged(self, event: BoardArea.Dragged) -> None:
        if event.is_drop and event.area in self._board_areas:
            pane = self._board_areas.index(event.area)
            self._change(
                partial(self.board.handle_drop, pane, event.start, event.end, *event.board_size)
            )

    def action_type(self, text: str = "") -> None:
        """Ask for pieces and places, on a line that begins with a text."""

        def on_typed(text: str) -> bool:
            return self._try(partial(self.board.enter, text))

        label, hint = self.board.ENTRY_LABEL, self.board.entry_hint()
        self.show_prompt(PromptLine(label, on_typed, text, hint=hint))

    def _try(self, change: Callable[[], object]) -> bool:
        """Make a change; return False if it is not possible, and show why."""
        messages: list[ValueError] = []

        def attempt() -> None:
            try:
                change()
            except ValueError as error:
                messages.append(error)
                raise

        self._change(attempt)
        return not messages

    def on_paste(self, event: events.Paste) -> None:
        """Take a pasted puzzle over, or the pieces that a pasted text names."""
        if self.active_prompt:
            return  # Textual calls the handler of `BaseScreen` next
        event.stop()
        event.prevent_default()
        self.board.clear_selection()
        self._change(partial(self.editor.paste, event.text))

    def action_choose_board(self) -> None:
        """Ask for another board, variant or size; pieces that fit on it stay."""
        if self.board.SIZE_LABEL:
            self.show_prompt(
                PromptLine(
                    self.board.SIZE_LABEL,
                    lambda text: self._try(partial(self._use_board, text)),
                )
            )
            return

        def choose(choice: BoardChoice | None) -> None:
            if choice:
                self._change(partial(self._use_board, choice.value))

        self.app.push_screen(board_picker(self.editor), choose)

    def _use_board(self, value: Any) -> None:
        """Use another board; the place of a picked piece may not exist on it."""
        self.board.clear_selection()
        self.editor.choose_board(value)

    # Solving

    def action_solve(self) -> None:
        if game := self.editor.game:
            self.solver.solve(game)
            self.refresh_view()

    def action_stop(self) -> None:
        self.solver.stop()
        self.refresh_view()

    def on_unmount(self) -> None:
        self.solver.stop()

    # Names and files

    def open_prompt(self, text: str = "") -> None:
        self.show_prompt(PromptLine("Problem name:", self._set_name, text or self.editor.name))

    def _set_name(self, text: str) -> bool:
        name = problems.safe_name(text)
        if name:
            self.editor.name = name
            self._withdraw_confirmations()
        else:
            self.notify_here("A name needs at least one letter or digit")
        self.refresh_view()
        return bool(name)

    def _withdraw_confirmations(self) -> None:
        """Ask again before changes are discarded or another problem is replaced."""
        self._may_discard = False
        self._file.withdraw_confirmation()

    def _save_as(self, text: str) -> bool:
        if not self._set_name(text):
            return False
        if game := self.editor.game:
            # not a worker, which would be cancelled if the screen is left at once
            self.call_later(self._save, self._file.version, game)
        return True

    async def action_save(self) -> None:
        self._may_discard = False
        game = self.editor.game
        if not game:
            problem = formatting.capitalize_first(self.editor.problems()[0])
            self.notify_here(f"Not complete yet. {problem}")
        elif self.editor.name:
            await self._save(self._file.version, game)
        else:
            self.show_prompt(PromptLine("Save as:", self._save_as))

    async def _save(self, version: ProblemVersion, game: AnyGame) -> None:
        """Write the file; replace one with another problem only on the second attempt."""
        name = version.name
        if conflict := await self._file.confirm_name(name):
            key = self.app.options.key_display("edit.save", "w")
            self.notify_here(f"{conflict}. Press {key} again to replace it.")
            return
        try:
            path = await self._file.write(version, game)
        except (OSError, ValueError) as error:
            self.app.notify_anywhere(f"Not saved: {getattr(error, 'strerror', None) or error}")
        else:
            await self.app.library.change_problem(problems.saved_puzzle(name, game))
            self.notify_here(f"Saved as {path if self.app.files_allowed else name}")
            self.refresh_view()

    def action_play(self) -> None:
        if game := self.editor.game:
            self.app.puzzle_opener.open_puzzle(self._file.puzzle(game))

    def action_share(self) -> None:
        if game := self.editor.game:
            line = share.encode(self._file.puzzle(game), ())
            self.app.push_screen(screens.ShareDialog([("the problem", line, "")]))

    def unsaved_text(self) -> str:
        return "" if self._file.is_saved else "The problem is not saved"

    def action_back(self) -> None:
        if self.board.clear_selection():
            self.refresh_view()
            return
        if not self.unsaved_text() or self._may_discard:
            self.dismiss()
            return
        self._may_discard = True
        self.notify_here(self._discard_question())

    def _discard_question(self) -> str:
        """Return the question before changes are discarded, with the keys that work now."""
        save = self.app.options.key_display("edit.save", "w")
        back = self.app.options.key_display("go.back", "esc")
        if not self.editor.game:
            return f"Not complete, so it cannot be saved. Press {back} again to discard it."
        if self.has_class(TOO_SMALL_CLASS):
            return f"Not saved. Press {back} again to discard the changes."
        return f"Not saved. Press {save} to save, or {back} again to discard the changes."
