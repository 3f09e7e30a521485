"""What every screen shares: one canvas, one frame to compose, a line to ask and to tell on."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.keys import key_to_character

from ludoscope.tui import keymap
from ludoscope.tui.boards.board import Line
from ludoscope.tui.screens.typed import Result, Typed
from ludoscope.tui.services.contract import Services
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.canvas import Canvas
from ludoscope.tui.widgets.footer import Pair, footer_keys
from ludoscope.tui.widgets.prompt import Prompt

BOTTOM = 3  # lines below the boxes of every screen
PASTE = 2000  # characters of a paste that a prompt takes


class Page(Typed[Result]):
    """Subclasses compose `frame`; `paint` shows it, and only what changed goes to the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "help", id="app.help"),
    ]
    app: Services
    family = ""  # whose rules the help can tell

    def __init__(self, ascii_only: bool) -> None:
        super().__init__()
        self.canvas = Canvas(ascii_only)
        self.enter = "enter" if ascii_only else "⏎"
        self.notice = ""
        self._stale = False  # the frame, until it is drawn again
        self.prompt: Prompt | None = None
        self._entered: Callable[[str], bool] = bool
        self._typing: Callable[[str], object] = bool
        self._asked = ("", "")
        self._blank = False

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_resize(self) -> None:
        self.paint()

    def on_screen_resume(self) -> None:
        self.paint()

    def frame(self, width: int, height: int) -> Block:
        """Exactly `height` lines of `width` cells."""
        raise NotImplementedError

    def paint(self) -> None:
        """Have the frame drawn, once for all keys that have come together."""
        self._stale = True
        self.check_idle()

    def on_idle(self) -> None:
        if self._stale:
            self._stale = False
            self.draw()

    def draw(self) -> bool:
        """Show the frame as it is now; whether anything in it is new."""
        if not self.size or not self.on_top:  # what lies on top would be painted again with it
            return False
        width, height = self.size
        least = self.least()
        if width >= least[0] and height >= least[1]:
            return self.canvas.show(self.frame(width, height))
        return self.canvas.show(drawing.too_small(width, height, *least))

    @property
    def on_top(self) -> bool:
        """Whether nothing is laid over this screen."""
        return self.app.screen_stack[-1:] == [self]

    def least(self) -> tuple[int, int]:
        """Columns and lines below which the frame is of no use."""
        return 40, 12

    def paint_unasked(self) -> None:
        """Paint, and let the next such frame wait until the terminal has drawn this one."""
        if self.draw():
            self.call_after_refresh(self.app.pace.drawn)

    def tell(self, sentence: str) -> None:
        """Say something; the game at hand stays as it is."""
        self.notice = sentence
        self.paint()

    def ask(
        self,
        label: str,
        entered: Callable[[str], bool],
        text: str = "",
        typing: Callable[[str], object] = bool,
        keys: tuple[str, str] = ("done", ""),
        blank: bool = False,
    ) -> None:
        """Let the person type; `entered` gets the line and says whether the asking is over.

        `keys` says what enter does, and what may be typed; `blank`, that nothing is an answer too.
        """
        self.prompt = Prompt(label, text)
        self._entered, self._typing, self._asked, self._blank = entered, typing, keys, blank
        self.paint()

    def stop_asking(self) -> None:
        self.prompt = None

    def keys_now(self) -> tuple[list[Pair], list[Pair]]:
        """The keys that work now: the screen's own, and ways to go elsewhere."""
        return self.prompt_keys() if self.prompt else footer_keys(self, [])

    def prompt_keys(self) -> tuple[list[Pair], list[Pair]]:
        does, wanted = self._asked
        return [("⏎", does), ("esc", "cancel")], [(wanted, "")] if wanted else []

    def bottom(self, width: int, status: Line | None = None) -> Block:
        """The last three lines: `status`, what is typed or said, then the keys.

        A long sentence takes the place of the keys; so does what is not saved, until it is.
        """
        own, elsewhere = self.keys_now()
        spelt = [(key.replace("⏎", self.enter), does) for key, does in own]
        above, left_over = drawing.keys(spelt, width)
        lines: Block = [status or [], above, drawing.keys([*elsewhere, *left_over], width)[0]]
        said = self._in_lines(self.notice, width)
        first = 0
        if self.prompt:
            lines[0] = self.prompt.line(width)
            first = 1 if len(said) > 1 else 2
        lines[first : first + len(said)] = said
        trouble = self._in_lines(self.app.keeping.trouble, width)[: BOTTOM - bool(self.prompt)]
        lines[BOTTOM - len(trouble) :] = trouble
        return drawing.block(lines, width, BOTTOM)

    def _in_lines(self, sentence: str, width: int) -> Block:
        return [[(" ", ""), *line] for line in drawing.wrap(sentence, width - 2, "notice")]

    def at_hand(self) -> str:
        """The name of the puzzle that is chosen on this screen, "" when none is."""
        return ""

    def help_topics(self) -> tuple[str, list[Pair], str]:
        """For the help: a title, keys besides the bindings, how a move is typed."""
        return "Ludoscope", [], ""

    def help_marks(self) -> Sequence[Pair]:
        """The same: signs on its board, and what they mean."""
        return ()

    def look_changed(self) -> None:
        """The person has chosen another look."""
        self.paint()

    def woken(self) -> None:
        """The person pressed a key or the mouse."""
        self.notice = ""

    def pressed(self, key: str, character: str | None) -> None:
        """A key that no binding wants."""

    def hears(self, event: events.Key) -> bool:
        self.woken()
        if self.prompt:
            self._prompt_key(self.prompt, event)
            self.paint()
            return True
        return False

    def unbound(self, event: events.Key) -> None:
        if why := self.app.why_not(self, event.key):
            self.tell(why)
            return
        self.pressed(event.key, event.character if event.is_printable else None)

    def _prompt_key(self, prompt: Prompt, event: events.Key) -> None:
        if event.key == "escape":
            self.prompt = None
            self._typing("")
        elif event.key == "enter":
            text = prompt.text.strip()
            if not (text or self._blank) or self._entered(text):
                self.prompt = None
        elif prompt.press(event.key, event.character if event.is_printable else None):
            self._typing(prompt.text)

    def on_click(self, event: events.Click) -> None:
        """A click on a key that is shown, or on what it does, presses it."""
        if key := keymap.pressed(self.canvas.key_at(event.screen_x, event.screen_y)):
            event.stop()
            self.post_message(events.Key(key, key_to_character(key)))

    def begin_typing(self, text: str = "") -> None:
        """Open the prompt that a paste goes to, where there is one."""

    def on_paste(self, event: events.Paste) -> None:
        if self.app.opener.open_text(event.text):
            return
        if not self.prompt:
            self.begin_typing()
        if self.prompt:
            self.prompt.insert(event.text[:PASTE].strip())
            self._typing(self.prompt.text)
            self.paint()
