"""The base class of the full screens, and functions that modal dialogs share with it.

Start with `BaseScreen`: a subclass implements `compose_body`, and overrides `refresh_view` to show
changes.
"""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker

from ludoscope.tui.screens.stale_resizes import IgnoreStaleResizes
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.driver_choice import can_suspend
from ludoscope.tui.terminal.private import ContainedMessages, clear_render_cache
from ludoscope.tui.widgets.footer import KeyHint
from ludoscope.tui.widgets.key_line import ScreenFooter
from ludoscope.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from ludoscope.tui.widgets.prompt import PromptLine

TOO_SMALL_CLASS = "-too-small"
MIN_MESSAGE_WIDTH = 16  # columns; fewer would break the message within words
KEYS_WHEN_TOO_SMALL = (
    "go.back",
    "home.leave",
    "app.quit",
    "app.interrupt",
    "app.suspend",
    "edit.undo",  # of a change of the editor that made the board larger than the window
)
SAVE_ERROR_CLASS = "-save-error"

Result = TypeVar("Result")


class HelpContent(NamedTuple):
    """The part of the help that only a screen knows; the key bindings are added to it.

    Attributes:
        title: The heading of the help.
        purpose: Two sentences on what the screen is for.
        board_keys: Keys of the board, each with what it does.
        notation: The syntax of a typed move.
        symbols: Symbols on the screen, each with its meaning.
        has_all_keys: True if no other keys of the screen work now than `board_keys`.
    """

    title: str
    purpose: str = ""
    board_keys: Sequence[KeyHint] = ()
    notation: str = ""
    symbols: Sequence[KeyHint] = ()
    has_all_keys: bool = False


def too_small_message(size: Size, min_size: tuple[int, int], keys: Sequence[KeyHint] = ()) -> str:
    """Return a message if a screen has fewer columns or lines than it needs, else "".

    It is as long as the screen allows: the smallest ones have room for the size alone.

    Args:
        size: The size of the screen.
        min_size: The columns and lines that it needs.
        keys: The keys that work nevertheless, the one that leaves the screen first.
    """
    columns, lines = min_size
    if size.width >= columns and size.height >= lines:
        return ""
    labels = [f"{key} {label}" for key, label in keys]
    needed = f"{columns}×{lines} cells needed"
    texts = (
        f"This needs {columns}×{lines} cells; the window has {size.width}×{size.height}.\n"
        f"Make it larger. Keys that work here: {', '.join(labels)}.",
        f"{needed}. Keys: {', '.join(labels)}",
        f"{needed}. Key: {', '.join(labels[:1])}",
    )
    for text in texts:
        if size.width >= MIN_MESSAGE_WIDTH and _wrapped_height(text, size.width) < size.height:
            return text
    return f"{columns}×{lines}!"


def _wrapped_height(text: str, width: int) -> int:
    """Return the lines of a text on a screen of that width."""
    return sum(len(textwrap.wrap(line, width)) for line in text.split("\n"))


def show_too_small(
    screen: Screen[Any],
    size: Size,
    min_size: tuple[int, int],
    leave_key: KeyHint,
    other_keys: Sequence[KeyHint] = (),
) -> None:
    """Show a message instead of the contents of a screen if it is smaller than `min_size`."""
    app = screen.app
    assert isinstance(app, AppBase)
    keys = [leave_key, *other_keys]
    if leave_key[1] != "quit":
        keys.append((app.options.key_display("app.interrupt", "ctrl+c"), "quit"))
    if can_suspend(app):
        keys.append((app.options.key_display("app.suspend", "ctrl+z"), "suspend"))
    message = too_small_message(size, min_size, keys)
    show_message_line(screen, "too-small", message)
    screen.set_class(bool(message), TOO_SMALL_CLASS)


def show_message_line(parent: Widget, line_id: str, message: str) -> None:
    """Update the line with this id at the top of `parent`; create it with its first message."""
    for line in parent.query(f"#{line_id}").results(Static):
        line.update(Content(message))
        return
    if message and parent.is_attached:
        parent.mount(Static(Content(message), id=line_id), before=0)


def has_enabled_binding(screen: Screen[Any], key: str) -> bool:
    """Return True if a key runs an action of the screen or the app now."""
    active = screen.active_bindings.get(key)
    return active is not None and active.enabled


def can_dismiss(screen: Screen[Any]) -> bool:
    """Return False if a screen is no longer on top: it was dismissed, or the app is closing."""
    stack = screen.app.screen_stack
    return len(stack) > 1 and stack[-1] is screen


def character_or_key(event: events.Key) -> str:
    """Return the character that a key types, or else Textual's name of the key."""
    return event.character if event.is_printable and event.character else event.key


def unsaved_texts(screens: Iterable[Screen[Any]]) -> list[str]:
    """Return a sentence for each screen that would lose something if it was closed."""
    texts = [screen.unsaved_text() for screen in screens if isinstance(screen, BaseScreen)]
    return [text for text in texts if text]


class BaseScreen(IgnoreStaleResizes, ContainedMessages, Screen[Result]):
    """A screen with a title bar, a body, a status line, a prompt and a footer with keys.

    Textual's `title` and `sub_title` are shown at the left and the right of the title bar. A screen
    may handle a key before its bindings (`intercept_key`), or after none of them wanted it
    (`handle_unbound_key`).

    Attributes:
        MIN_SIZE: Columns and lines below which only a message is shown.
        PURPOSE: Two sentences on what the screen is for, with which its help begins.
        family: The family whose rules are opened from the help, "" if there is none.
    """

    MIN_SIZE: ClassVar[tuple[int, int]] = (40, 12)
    PURPOSE: ClassVar[str] = ""
    ALLOW_SELECT = False  # quick clicks on boards and lists would select text
    app: AppBase
    # the title bar shows them; as Textual declares them, a change would repaint the whole screen
    title: Reactive[str | None] = Reactive(None, repaint=False, compute=False)
    sub_title: Reactive[str | None] = Reactive(None, repaint=False, compute=False)
    family = ""
    _save_error = ""
    _prompt: "PromptLine | None" = None
    _was_shown = False

    if TYPE_CHECKING:  # Textual's annotation is ambiguous for coroutine functions
        run_worker: Callable[..., Worker[Any]]

    def compose(self) -> ComposeResult:
        self._add_breakpoint_class()
        yield self.create_header()
        with Vertical(id="body"):
            yield from self.compose_body()
        with Vertical(id="bottom"):
            yield Static(id="status")
        yield self.create_footer()

    def _add_breakpoint_class(self) -> None:
        """Add the class of the current width, else Textual restyles all widgets on first resize."""
        width = self.app.size.width
        breakpoints = sorted(self.HORIZONTAL_BREAKPOINTS or ())
        reached = [name for min_width, name in breakpoints if width >= min_width]
        if reached:
            self.add_class(reached[-1])

    def create_header(self) -> Widget:
        """Return the widget of the first line."""
        return TitleBar()

    def create_footer(self) -> Widget:
        """Return the widget that shows the keys."""
        return ScreenFooter()

    def min_size(self) -> tuple[int, int]:
        """Return the columns and lines below which only a message is shown."""
        return self.MIN_SIZE

    def compose_body(self) -> Iterable[Widget]:
        """Return the widgets between the title bar and the status line."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        self.show_size_problem()

    def show_size_problem(self) -> None:
        """Show a message instead of the contents if the screen is too small for them."""
        show_too_small(self, self.size, self.min_size(), self.leave_key())

    def leave_key(self) -> KeyHint:
        """Return the key that leaves the screen, for the message in small windows."""
        return self.app.options.key_display("go.back", "esc"), "leave"

    @on(events.ScreenResume)
    def _skip_first_restyle(self, event: events.ScreenResume) -> None:
        """Keep Textual from styling the widgets again that were styled when they were mounted."""
        if not self._was_shown:
            event.refresh_styles = False
        self._was_shown = True

    def on_screen_resume(self) -> None:
        if self.focused and not self.focused.is_attached:  # removed while another screen was on top
            self.set_focus(None)
        self._show_save_error()

    def on_screen_suspend(self) -> None:
        """Clear the notifications about this screen."""
        if self.app.notifying_screen is self:
            self.app.clear_notifications()

    def on_unmount(self) -> None:
        clear_render_cache(self)

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen, unless a second click or the closing app has done so already."""
        return super().dismiss(result) if can_dismiss(self) else AwaitComplete()

    def unsaved_text(self) -> str:
        """Return a sentence on what would be lost if the screen was closed, without the period.

        "" if nothing would be lost.
        """
        return ""

    # Messages and the prompt

    def show_status(self, text: str | Content, layout: bool = False) -> None:
        """Set the line above the footer, which a prompt covers.

        Args:
            text: The new status; a string is not parsed as markup.
            layout: True if the number of lines may change.
        """
        content = Content(text) if isinstance(text, str) else text
        for line in self.query("#status").results(Static):  # none after the screen was closed
            line.update(content, layout=layout)

    def notify_here(self, message: str) -> None:
        """Show a notification about this screen in place of earlier ones."""
        if message:
            self.app.clear_notifications()
            self.app.notifying_screen = self
            self.notify(message, markup=False)

    @property
    def active_prompt(self) -> "PromptLine | None":
        """The open prompt."""
        return None if self._prompt is None or self._prompt.is_closed else self._prompt

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Focus a widget, unless it is being removed or a prompt is open.

        A click finds widgets where they were in the last frame. A removed widget with the focus
        would get all keys and handle none; an open prompt that lost it would miss escape.
        """
        line = self.active_prompt.input if self.active_prompt else None
        if line and line.is_attached and widget is not None and widget is not line:
            return
        if widget is None or (widget.is_attached and widget.display):
            super().set_focus(widget, scroll_visible, from_app_focus)

    def show_prompt(self, prompt: "PromptLine") -> None:
        """Mount a prompt above the footer, unless one is open."""
        if not self.active_prompt:
            self._prompt, prompt.previous_focus = prompt, self.focused
            self.call_next(self._mount_prompt, prompt)

    async def _mount_prompt(self, prompt: "PromptLine") -> None:
        """Mount the prompt before the next key is handled."""
        bottom = self.query("#bottom")
        if (
            not prompt.is_closed and bottom and bottom.first().is_attached
        ):  # else the app is closing
            await bottom.first().mount(prompt, after="#status")
            self.refresh_view()

    def close_prompt(self) -> None:
        """Close the prompt if one is open."""
        if prompt := self.active_prompt:
            prompt.close()

    def open_prompt(self, text: str = "") -> None:
        """Open the screen's own prompt with the given text; overridden by screens that have one."""

    def action_ask(self) -> None:
        self.open_prompt()

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted puzzle; insert any other text into the prompt."""
        if self.app.puzzle_opener.open_text(event.text):
            return
        if not self.active_prompt:
            self.open_prompt()
        if prompt := self.active_prompt:
            self.call_next(prompt.insert_text, event.text)

    # Keys besides the bindings

    async def on_key(self, event: events.Key) -> None:
        if not self.app.screen_stack:
            return  # the app is closing
        if self.has_class(TOO_SMALL_CLASS):
            if not self._leaves_hidden_screen(event.key):
                event.stop()
                event.prevent_default()
        elif self.intercept_key(event):
            event.stop()
        elif not has_enabled_binding(self, event.key):
            event.stop()
            self.handle_unbound_key(event)

    def _leaves_hidden_screen(self, key: str) -> bool:
        """Return True for the keys that work while the window is too small for the screen."""
        active = self.active_bindings.get(key)
        return active is not None and active.binding.id in KEYS_WHEN_TOO_SMALL

    def intercept_key(self, event: events.Key) -> bool:
        """Handle a key before the bindings; return False to leave it to them."""
        return False

    def handle_unbound_key(self, event: events.Key) -> None:
        """Handle a key that has no enabled binding."""
        if reason := self.app.disabled_reason(self, event.key):
            self.notify_here(reason)

    # What the app and the help need

    def help_content(self) -> HelpContent:
        """Return what the help shows besides the bindings."""
        return HelpContent(self.title or "Ludoscope", self.PURPOSE)

    def on_appearance_changed(self) -> None:
        """Redraw after the user has changed a setting."""
        self.refresh(layout=True)
        self.refresh_view()

    def refresh_view(self) -> None:
        """Show the current state."""
        self._show_save_error()

    def _show_save_error(self) -> None:
        """Show why saving fails, for as long as it does."""
        if not (self.is_mounted and self.is_attached):
            return  # not shown yet, or the last save while closing
        error = self.app.save_problem
        if error != self._save_error:
            for bottom in self.query("#bottom").results(Vertical):  # home may be without widgets
                self._save_error = error
                show_message_line(bottom, "save-error", error)
                self.set_class(bool(error), SAVE_ERROR_CLASS)
