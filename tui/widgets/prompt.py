"""A prompt at the bottom of a screen: a label and a line to type on."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Self

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Offset, Region
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from ludoscope.games.errors import replace_unprintable
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.widgets.text_cursor import cursor_in_list

MAX_CHARACTERS = 2000
MAX_HISTORY_LINES = 50


class PromptInput(Input):
    """Textual's Input with a history on ↑ and ↓.

    It calls its prompt where Textual's posts a message, which would be handled after keys that were
    typed later.
    """

    app: AppBase
    cursor_list: OptionList | None = None
    """The list that the last key has moved in, None after one that has changed the text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "accept", id="line.enter"),
        Binding("up", "browse_history(-1)", "earlier lines", id="line.earlier", show=False),
        Binding("down", "browse_history(1)", "later lines", id="line.later", show=False),
    ]

    def __init__(
        self,
        prompt: "PromptLine",
        text: str,
        history: list[str],
        suggester: Suggester | None = None,
    ) -> None:
        self._prompt = prompt
        super().__init__(
            text,
            suggester=suggester,
            compact=True,
            select_on_focus=False,
            max_length=MAX_CHARACTERS,
        )
        self.cursor_blink = False  # blinking would send bytes twice a second
        self._history, self._history_index = [*history, ""], len(history)

    async def action_submit(self) -> None:
        self._prompt.submit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys of the history to others if there is none."""
        return action != "browse_history" or len(self._history) > 1

    def text_cursor(self) -> Offset | None:
        return cursor_in_list(self, self.cursor_list)

    def watch_value(self, value: str) -> None:
        self.cursor_list = None
        self._prompt.report_change(value)

    def refresh(self, *regions: Region, **options: bool) -> Self:
        """Refresh unless the prompt is closed: the loss of the cursor would be a frame."""
        return self if self._prompt.is_closed else super().refresh(*regions, **options)

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted puzzle; insert other text."""
        event.stop()
        event.prevent_default()
        if not self.app.puzzle_opener.open_text(event.text):
            self._prompt.insert_text(event.text)

    def action_browse_history(self, step: int) -> None:
        """Replace the text by an earlier line of the history, or a later one."""
        self._history[self._history_index] = self.value
        self._history_index = min(max(self._history_index + step, 0), len(self._history) - 1)
        self.value = self._history[self._history_index]
        self.cursor_position = len(self.value)


class PromptLine(Horizontal):
    """A label and an input; escape cancels.

    Args:
        label: Text before the input.
        on_submit: Called with the line on enter; returns True to close the prompt.
        text: Text of the input at first.
        on_change: Called with the text whenever it changes.
        hint: Text behind the input: what can be typed.
        allow_blank: True if an empty line may be entered; otherwise it closes the prompt.
        history: Lines entered before; lines entered here are added.
        suggester: Completes the text.

    Attributes:
        callback_context: Context in which `on_submit` and `on_change` are called.
        on_cancel: Called after the prompt was cancelled.
        defer_removal: Returns True if the screen removes the closed prompt itself.
        is_closed: True once the prompt has ended; it may still be mounted.
        previous_focus: The widget that gets the focus back.
    """

    app: AppBase

    INPUT_CLASS: ClassVar[type[PromptInput]] = PromptInput
    callback_context: Callable[[], AbstractContextManager[None]] = nullcontext
    on_cancel: Callable[[], object] | None = None
    defer_removal: Callable[[], bool] | None = None

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "cancel", key_display="esc", id="line.cancel"),
    ]
    DEFAULT_CSS = """
    PromptLine {
        height: 1; width: 1fr;
        .label { width: auto; padding: 0 1; }
        .wanted { width: auto; padding: 0 1; text-style: dim; }
        PromptInput {
            width: 1fr;
            &:focus { background-tint: transparent; }
            /* the theme's colours: with the terminal's own the whole line would be sent */
            &:ansi {
                background: $background; color: $foreground;
                &> .input--cursor {
                    background: $background; color: $foreground; text-style: reverse;
                }
            }
        }
    }
    """

    def __init__(
        self,
        label: str,
        on_submit: Callable[[str], bool],
        text: str = "",
        on_change: Callable[[str], object] | None = None,
        hint: str = "",
        allow_blank: bool = False,
        history: list[str] | None = None,
        suggester: Suggester | None = None,
    ) -> None:
        super().__init__()
        self._label, self.hint, self._allow_blank = label, hint, allow_blank
        self._on_submit, self._on_change = on_submit, on_change
        self._history = [] if history is None else history
        self._reported_text = text
        self.is_closed = False
        self.previous_focus: Widget | None = None
        self.input = self.INPUT_CLASS(self, text, self._history, suggester)

    def compose(self) -> ComposeResult:
        yield Static(Content(self._label), classes="label")
        yield self.input
        if self.hint:
            yield Static(Content(self.hint), classes="wanted")

    def on_mount(self) -> None:
        if not self.is_closed:  # by keys typed ahead
            self.screen.add_class("-asking")
            self.screen.set_focus(self.input)  # `Widget.focus` would take effect after those keys

    def insert_text(self, text: str) -> None:
        """Replace the selection by pasted text, cut to the room left.

        Unprintable characters become spaces.
        """
        cleaned = replace_unprintable(text[:MAX_CHARACTERS], " ")
        start, end = sorted(self.input.selection)
        room = MAX_CHARACTERS - len(self.input.value) + end - start
        if inserted := cleaned.strip()[:room]:
            self.input.replace(inserted, start, end)

    def report_change(self, text: str) -> None:
        """Call `on_change` if the text has changed."""
        if text != self._reported_text:
            self._reported_text = text
            self._call_on_change(text)

    def submit(self) -> None:
        """Add the line to the history and call `on_submit`."""
        text = self.input.value.strip()
        if text:
            earlier_lines = [line for line in self._history if line != text]
            self._history[:] = [*earlier_lines, text][-MAX_HISTORY_LINES:]
        if not (text or self._allow_blank) or self._call_on_submit(text):
            self.close()

    def _call_on_change(self, text: str) -> None:
        if self._on_change:
            with self.callback_context():
                self._on_change(text)

    def _call_on_submit(self, text: str) -> bool:
        with self.callback_context():
            return self._on_submit(text)

    def action_cancel(self) -> None:
        """Close the prompt, and do not open the puzzle that was entered and is still being read."""
        self.app.puzzle_opener.cancel()
        self._call_on_change("")
        self.close()
        if self.on_cancel:
            self.on_cancel()

    def close(self) -> None:
        """End the prompt, and give the focus back."""
        if self.is_closed:
            return
        self.is_closed = True
        if not self.is_attached:  # closed before it was mounted: the screen will not mount it
            return
        self.input.can_focus = False  # it may be visible for another moment, and clicked
        if self.screen.focused is self.input:
            can_restore = self.previous_focus is not None and self.previous_focus.is_attached
            self.screen.set_focus(self.previous_focus if can_restore else None)
        is_removed_by_screen = self.defer_removal is not None and self.defer_removal()
        if not is_removed_by_screen:
            self.remove_from_screen()

    def remove_from_screen(self) -> None:
        """Remove the prompt from the screen."""
        self.screen.remove_class("-asking")
        self.display = False  # it is removed a little later
        self.remove()
