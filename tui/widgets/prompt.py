"""One line to type on, at the bottom of a screen."""

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
from textual.widgets import Input, Static

from ludoscope.tui.services.app_protocol import Services

MOST = 2000  # characters of a line
KEPT = 50  # lines of the history


class Line(Input):
    """Textual's Input, with the lines typed before on ↑ and ↓."""

    app: Services

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "accept", id="line.enter"),
        Binding("up", "earlier(-1)", "earlier lines", id="line.earlier", show=False),
        Binding("down", "earlier(1)", "later lines", id="line.later", show=False),
    ]

    def __init__(self, text: str, history: list[str], suggester: Suggester | None = None) -> None:
        super().__init__(
            text, suggester=suggester, compact=True, select_on_focus=False, max_length=MOST
        )
        self.cursor_blink = False  # which would send bytes twice a second
        self._history, self._at = [*history, ""], len(history)

    async def action_submit(self) -> None:
        """Textual's own is heard of after keys that were typed later."""
        if isinstance(self.parent, Ask):
            self.parent.enter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a history these keys are for others."""
        return action != "earlier" or len(self._history) > 1

    def watch_value(self, value: str) -> None:
        """Tell of it before the next key, which Textual's message would come after."""
        if isinstance(self.parent, Ask):
            self.parent.tell(value)

    def refresh(self, *regions: Region, **how: bool) -> Self:
        """Not once the asking is over: that its cursor goes would be a frame of its own."""
        over = isinstance(self.parent, Ask) and self.parent.closed
        return self if over else super().refresh(*regions, **how)

    def on_paste(self, event: events.Paste) -> None:
        """The text of a puzzle is opened; another is typed."""
        event.stop()
        event.prevent_default()
        if isinstance(self.parent, Ask) and not self.app.opener.open_text(event.text):
            self.parent.insert(event.text)

    def action_earlier(self, by: int) -> None:
        """An earlier line of the history, or a later one."""
        self._history[self._at] = self.value
        self._at = min(max(self._at + by, 0), len(self._history) - 1)
        self.value = self._history[self._at]
        self.cursor_position = len(self.value)


class Ask(Horizontal):
    """A label and a line.

    `entered` gets the line and says whether the asking is over; `typing` gets it as it is typed;
    both `around` something that a screen may add. `blank`: an empty line is an answer too. `over`
    says whether the screen takes the line away itself, with its next frame, by `vanish`.
    """

    LINE: ClassVar[type[Line]] = Line
    around: Callable[[], AbstractContextManager[None]] = nullcontext
    over: Callable[[], bool] = bool

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "cancel", key_display="esc", id="line.cancel"),
    ]
    DEFAULT_CSS = """
    Ask {
        height: 1; width: 1fr;
        .label { width: auto; padding: 0 1; }
        .wanted { width: auto; padding: 0 1; text-style: dim; }
        Line {
            width: 1fr;
            &:focus { background-tint: transparent; }
            /* the theme's colours: in the terminal's own, a line on another ground is sent whole */
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
        entered: Callable[[str], bool],
        text: str = "",
        typing: Callable[[str], object] = bool,
        wanted: str = "",
        blank: bool = False,
        history: list[str] | None = None,
        suggester: Suggester | None = None,
    ) -> None:
        super().__init__()
        self._label, self.wanted, self._blank = label, wanted, blank
        self._entered, self._typing = entered, typing
        self._history = [] if history is None else history
        self.line = self.LINE(text, self._history, suggester)
        self._told = text  # of what is typed
        self.closed = False  # it may still stand there
        self.before: Widget | None = None  # what has the focus again when this is over

    def compose(self) -> ComposeResult:
        yield Static(Content(self._label), classes="label")
        yield self.line
        if self.wanted:
            yield Static(Content(self.wanted), classes="wanted")

    def on_mount(self) -> None:
        if not self.closed:  # by keys typed ahead
            self.screen.add_class("-asking")
            self.screen.set_focus(self.line)  # `Widget.focus` would come after them

    def insert(self, text: str) -> None:
        """Insert a paste at the cursor; what cannot be printed becomes a space."""
        shown = "".join(char if char.isprintable() else " " for char in text[:MOST])
        self.line.insert_text_at_cursor(shown.strip())

    def tell(self, text: str) -> None:
        """Pass on what is typed, if it is new."""
        if text != self._told:
            self._told = text
            with self.around():
                self._typing(text)

    def enter(self) -> None:
        """Take the line, before the next key is heard."""
        text = self.line.value.strip()
        if text:
            self._history[:] = [*(line for line in self._history if line != text), text][-KEPT:]
        if not (text or self._blank) or self._answered(text):
            self.close()

    def _answered(self, text: str) -> bool:
        with self.around():
            return self._entered(text)

    def action_cancel(self) -> None:
        with self.around():
            self._typing("")
        self.close()

    def close(self) -> None:
        """The asking is over: the focus is again where it was."""
        if self.closed:
            return
        self.closed = True
        if not self.is_attached:  # taken back before it was there: the screen leaves it out
            return
        self.line.can_focus = False  # it may be seen, and clicked, for another moment
        if self.screen.focused is self.line:
            there = self.before is not None and self.before.is_attached
            self.screen.set_focus(self.before if there else None)
        self.app.cursor_position = Offset(0, 0)  # where input methods look; elsewhere costs bytes
        if not self.over():
            self.vanish()

    def vanish(self) -> None:
        """The line goes from the screen."""
        self.screen.remove_class("-asking")
        self.display = False  # it is removed a little later
        self.remove()
