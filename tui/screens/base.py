"""What all screens share: a title, a body of their own, a line at the bottom, the keys."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.typed import Result, Typed
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.widgets.footer import Pair
from ludoscope.tui.widgets.key_line import KeyLine
from ludoscope.tui.widgets.prompt import Ask
from ludoscope.tui.widgets.title_bar import TitleBar

TOO_SMALL = "-too-small"
TROUBLED = "-troubled"


class Topics(NamedTuple):
    """`board`: keys besides the bindings; `marks`: signs on the board, and what they mean.

    `notation` says how a move is typed.
    """

    title: str
    board: Sequence[Pair] = ()
    notation: str = ""
    marks: Sequence[Pair] = ()


def too_small(size: Size, least: tuple[int, int]) -> str:
    """A sentence where a screen has fewer columns or lines than it needs, else ""."""
    columns, lines = least
    if size.width >= columns and size.height >= lines:
        return ""
    sentence = f"needs {columns}×{lines} cells, has {size.width}×{size.height}"
    return sentence if len(sentence) <= size.width else f"{columns}×{lines}!"


def give_way(screen: Screen[Any], size: Size, least: tuple[int, int]) -> None:
    """Have a sentence stand in place of a screen that has not the room it needs."""
    sentence = too_small(size, least)
    say(screen, "too-small", sentence)
    screen.set_class(bool(sentence), TOO_SMALL)


def say(where: Widget, name: str, sentence: str) -> None:
    """Show a sentence in the line of that name; the line is made with its first sentence."""
    if line := next(iter(where.query(f"#{name}").results(Static)), None):
        line.update(Content(sentence))
    elif sentence and where.is_attached:
        where.mount(Static(Content(sentence), id=name), before=0)


class BaseScreen(Typed[Result]):
    """Subclasses say `body`, what stands between the title and the bottom line.

    `title` and `sub_title`, Textual's own, stand at the left and at the right of the first line.

    `LEAST` is the size, columns and lines, below which a sentence stands in place of it all.
    """

    LEAST: ClassVar[tuple[int, int]] = (40, 12)
    app: Services
    family = ""  # whose rules the help can tell
    notice = ""  # notices are shown by the app, on whatever screen
    _trouble = ""
    _asked: Ask | None = None

    def compose(self) -> ComposeResult:
        self._take_width()
        yield self.heading()
        with Vertical(id="body"):
            yield from self.body()
        with Vertical(id="bottom"):
            yield Static(id="status")
        yield self.footer()

    def _take_width(self) -> None:
        """Textual gives these classes with the first size, and then all widgets new styles."""
        width, names = self.app.size.width, sorted(self.HORIZONTAL_BREAKPOINTS or ())
        self.add_class(*[name for least, name in names if width >= least][-1:])

    def heading(self) -> Widget:
        """The first line."""
        return TitleBar()

    def footer(self) -> Widget:
        """The keys."""
        return KeyLine()

    def least(self) -> tuple[int, int]:
        """The size below which a sentence stands in place of it all."""
        return self.LEAST

    def body(self) -> Iterable[Widget]:
        """The widgets of the screen."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        give_way(self, event.size, self.least())

    def on_screen_resume(self) -> None:
        self._tell_of_saving()

    def on_screen_suspend(self) -> None:
        """What was said of this screen means nothing on the next one."""
        if self.app.speaker is self:
            self.app.clear_notifications()

    @property
    def on_top(self) -> bool:
        """Whether nothing is laid over this screen."""
        return self.app.screen_stack[-1:] == [self]

    # What is said and asked

    def status(self, text: str | Content, layout: bool = False) -> None:
        """Set the line above the keys, which a question covers; `layout` where it is more lines."""
        content = Content(text) if isinstance(text, str) else text
        for line in self.query("#status").results(Static):  # gone, once the screen is left
            line.update(content, layout=layout)

    def tell(self, sentence: str) -> None:
        """Say something, in place of what was said before; what is at hand stays as it is."""
        if sentence:
            self.app.clear_notifications()
            self.app.speaker = self
            self.notify(sentence, markup=False)

    @property
    def asking(self) -> Ask | None:
        """What is being asked."""
        return None if self._asked is None or self._asked.closed else self._asked

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """A line that is typed keeps the focus from tab and clicks: escape would miss it."""
        line = self.asking.line if self.asking else None
        if widget in (None, line) or not (line and line.is_attached):
            super().set_focus(widget, scroll_visible, from_app_focus)

    def ask(self, question: Ask) -> None:
        """Let the person type a line, unless one is being typed."""
        if not self.asking:
            self._asked, question.before = question, self.focused
            self.call_next(self._open, question)

    async def _open(self, question: Ask) -> None:
        """The line that a key has asked for is there before the next key is heard."""
        bottom = self.query("#bottom")
        if not question.closed and bottom and bottom.first().is_attached:  # else the app is leaving
            await bottom.first().mount(question, after="#status")
            self.paint()

    def stop_asking(self) -> None:
        """Take back the question."""
        if asking := self.asking:
            asking.close()

    def begin_typing(self, text: str = "") -> None:
        """Ask what a paste answers, where there is such a question."""

    def action_ask(self) -> None:
        self.begin_typing()

    def on_paste(self, event: events.Paste) -> None:
        if self.app.opener.open_text(event.text):
            return
        if not self.asking:
            self.begin_typing()
        if asking := self.asking:
            self.call_next(asking.insert, event.text)

    # What app and help ask of a screen

    def help_topics(self) -> Topics:
        """What the help tells besides the bindings."""
        return Topics("Ludoscope")

    def look_changed(self) -> None:
        """The person has chosen another look."""
        self.refresh(layout=True)
        self.paint()

    def paint(self) -> None:
        """Show what is new."""
        self._tell_of_saving()

    def _tell_of_saving(self) -> None:
        """That it fails stands on every screen until it does not."""
        if not (self.is_mounted and self.is_attached):
            return  # yet to come, or a last save, made on leaving
        trouble = self.app.autosave.trouble
        if trouble != self._trouble:
            for bottom in self.query("#bottom").results(Vertical):  # none below a first puzzle
                self._trouble = trouble
                say(bottom, "trouble", trouble)
                self.set_class(bool(trouble), TROUBLED)

    def unbound(self, event: events.Key) -> None:
        if why := self.app.why_not(self, event.key):
            self.tell(why)
