"""MessageBar: the lines below a board."""

from collections.abc import Callable
from contextlib import ExitStack

from textual.containers import Vertical

from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.widgets.footer import FooterKeyGroups
from ludoscope.tui.widgets.game_footer import ROWS, GameFooter
from ludoscope.tui.widgets.prompt import PromptLine
from ludoscope.tui.widgets.seek_bar import SeekBar
from ludoscope.tui.widgets.styled_lines import StyledLines

HEIGHT = 3  # lines, whatever is shown in them
MIN_INPUT_WIDTH = 18  # cells of a prompt


class MessageBar(Vertical):
    """A message, a replay bar or timeline, the prompt while one is open, and the keys.

    Its id is "bottom": `BaseScreen` mounts the prompt in it. A screen that shows a status line all
    the time uses `show_status`; the play screen uses `refresh_view`.

    Attributes:
        seek_bar: The replay bar or timeline, hidden at first.
        footer: The keys.
        enter_label: What the enter key does with the prompt, for the footer.
        prompt_hint: What can be typed, if the prompt has no room to say so.
    """

    DEFAULT_CSS = """
    MessageBar {
        height: auto;
        SeekBar { display: none; }
        GameFooter { dock: none; }
    }
    """

    def __init__(self, model: GameModel) -> None:
        self._model = model
        self.seek_bar, self._status, self.footer = SeekBar(), StyledLines(id="status"), GameFooter()
        self._status.display = True  # also while a prompt is open
        self.enter_label = ""
        self.prompt_hint = ""
        self._closed_prompt: PromptLine | None = None
        super().__init__(self.seek_bar, self._status, self.footer, id="bottom")

    def show_keys(self, keys: FooterKeyGroups) -> bool:
        """Show the keys that work now; return True if anything has changed."""
        return self.footer.show_keys(keys)

    def show_status(self, text: str) -> None:
        """Show a line of text above the keys."""
        self._status.show_lines([[(text, "")]])

    def make_room_for_prompt(self, *, is_asking: bool) -> None:
        """Give a line of the keys to the prompt while one is open."""
        self.footer.styles.height = 1 if is_asking else ROWS

    def refresh_view(
        self,
        message: Block,
        remark: StyledLine,
        width: int,
        *,
        is_asking: bool,
        has_save_error: bool,
    ) -> bool:
        """Show a message, and the replay bar or the timeline of the game if there is room for both.

        A short message stands in place of the keys then. Without a message the remark is shown.

        Args:
            message: The lines of the message, at most `HEIGHT`; empty for none.
            remark: A line about the state of the game.
            width: The cells of a line.
            is_asking: True if a prompt is open.
            has_save_error: True if a warning is shown that games cannot be saved.

        Returns:
            True if anything has changed.
        """
        model, changed, has_bar = self._model, False, False
        is_full = is_asking and has_save_error  # with the warning, the prompt and its keys
        is_message_short = not (is_asking or has_save_error or len(message) > ROWS)
        can_show_bar = not is_full and (not message or is_message_short)
        if can_show_bar and model.replay:
            has_bar = True
            changed = self.seek_bar.show_replay(model.replay, model.board)
        elif can_show_bar:
            has_bar = self.seek_bar.show_timeline(model, remark, width)
        changed = self.footer.show_message(message if has_bar else []) or changed
        lines = [remark] if has_bar or not message else message
        changed = self._status.show_lines(lines) or changed
        self.seek_bar.display = has_bar
        self._status.display = not has_bar and not is_full
        # the warning and a long message take the place of the keys
        self.footer.display = is_asking if has_save_error else len(lines) == 1
        self.make_room_for_prompt(is_asking=is_asking)
        return changed

    def prepare_prompt(
        self, prompt: PromptLine, enter_label: str, hint: str, *, on_closed: Callable[[], None]
    ) -> None:
        """Prepare a prompt that `BaseScreen.show_prompt` is about to open.

        Once it is closed it stays on the screen until `remove_closed_prompt`, so that it goes in
        the frame that shows its effect.

        Args:
            prompt: The prompt.
            enter_label: What the enter key does.
            hint: What can be typed; shown as a message if it does not fit beside the input.
            on_closed: A function that is called when the prompt is closed.
        """
        self.remove_closed_prompt()
        is_beside = len(hint) + MIN_INPUT_WIDTH <= self.app.size.width
        prompt.hint = hint if is_beside else ""
        self.enter_label, self.prompt_hint = enter_label, "" if is_beside else hint

        def keep() -> bool:
            self._closed_prompt = prompt
            on_closed()
            return True

        prompt.defer_removal = keep

    def remove_closed_prompt(self) -> None:
        """Remove a prompt that has been closed."""
        if self._closed_prompt and self._closed_prompt.is_attached:
            if self.screen.is_current:
                self._hold_frame()
            self._closed_prompt.remove_from_screen()
        self._closed_prompt = None

    def _hold_frame(self) -> None:
        """Suspend repaints until the footer has requested its new layout.

        Textual would draw the widgets that have changed in their old places, and then all again.
        """
        screen, batch = self.screen, ExitStack()
        batch.enter_context(self.app.batch_update())

        def resume() -> None:
            batch.close()
            if self.app.screen_stack:
                self.app.screen.check_idle()  # it draws what has changed meanwhile

        def resume_after_layout() -> None:
            if not screen.call_later(resume):
                resume()

        if not self.footer.call_later(resume_after_layout):
            resume()
