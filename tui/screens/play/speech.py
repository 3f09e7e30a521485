"""What the play screen says above its keys, and what it lets a person type there."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.play.header import painted
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.prompt import Ask

ROOM = 20  # cells of a line to type on, with its sign


class PlaySpeech(BaseScreen[None]):
    """What is said of the game stays until a key is pressed; a hint is read for longer than news.

    `entering` is what enter does with the line that is typed, `wanted` what it may be, where that
    stands above it.
    """

    model: GameModel

    def __init__(self) -> None:
        super().__init__()
        self.entering, self.wanted = "", ""
        self._typed: list[str] = []  # moves
        self._said: Block = []
        self._left: Ask | None = None  # a line that goes with the next frame

    def say(self, sentence: str) -> None:
        """Set the sentence that the next frame shows, until a key is pressed."""
        self.notice = sentence

    def tell(self, sentence: str) -> None:
        """Say something: of the game at hand, so that it stays until a key is pressed."""
        self.say(sentence)
        self.paint()

    def woken(self) -> None:
        """The person pressed a key or the mouse."""
        raise NotImplementedError

    def paint_unasked(self, whole: bool = True) -> None:
        """Paint, and let the next such frame wait until the terminal has drawn this one."""
        raise NotImplementedError

    def show_said(self, lines: Block) -> bool:
        """Have these lines stand above the keys; whether that is new."""
        self.set_class(len(lines) > 1, "-long")
        if lines == self._said:
            return False
        layout, self._said = len(lines) != len(self._said), lines
        self.status(painted(lines, self.app.palette.styles), layout)
        return True

    def inquire(self, question: Ask, does: str, wanted: str = "") -> None:
        """Let the person type a line; `does` is what enter does with it.

        What is `wanted` stands at its end, or above it where there is no room.
        """
        self.take_away()
        beside = len(wanted) + ROOM <= self.app.size.width
        question.wanted = wanted if beside else ""
        self.entering, self.wanted = does, "" if beside else wanted
        question.around = self._awake
        question.over = partial(self._leave, question)
        self.ask(question)
        self.paint()

    def _leave(self, question: Ask) -> bool:
        """The line stands until what came of it is stored: one frame then, not two."""
        self._left = question
        self.paint()
        return True

    def take_away(self) -> None:
        """The line that was left goes, if one was."""
        if self._left and self._left.is_attached:
            self._left.vanish()
        self._left = None

    @contextmanager
    def _awake(self) -> Iterator[None]:
        """Around what is done with a line."""
        self.woken()
        yield
        self.paint()

    def begin_typing(self, text: str = "") -> None:
        notation = self.model.board.NOTATION
        line = Ask(":", self.model.play_text, text, history=self._typed)
        self.inquire(line, "play", notation)

    def action_find(self) -> None:
        table = self.model

        def find(text: str) -> bool:
            self.notice = table.board.find(table.session.position, text)
            return True

        self.inquire(Ask("/", find, typing=find), "done", "a card, a rank or a suit: 7h, 7, h")
