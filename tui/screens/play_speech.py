"""What the play screen says above its keys, and what it lets a person type there."""

from collections.abc import Callable

from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.base import BaseScreen


class PlaySpeech(BaseScreen[None]):
    """What is said of the game stays until a key is pressed; a hint is read for longer than news.

    `entering` is what enter does with the line that is typed, `wanted` what it may be.
    """

    table: Table

    def __init__(self) -> None:
        super().__init__()
        self.entering, self.wanted = "", ""
        self._typed: list[str] = []  # moves

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

    def paint_unasked(self) -> None:
        """Paint, and let the next such frame wait until the terminal has drawn this one."""
        raise NotImplementedError

    def inquire(
        self,
        label: str,
        entered: Callable[[str], bool],
        does: str,
        wanted: str = "",
        text: str = "",
        typing: Callable[[str], object] = bool,
        history: list[str] | None = None,
    ) -> None:
        """Let the person type a line, see `Ask`; `does` is what enter does with it."""
        self.entering, self.wanted = does, wanted

        def hear(line: str) -> bool:
            self.woken()
            done = entered(line)
            self.paint()
            return done

        def follow(line: str) -> None:
            self.woken()
            typing(line)
            self.paint()

        self.ask(label, hear, text, follow, history=history)
        self.paint()

    def action_type(self) -> None:
        self.begin_typing()

    def begin_typing(self, text: str = "") -> None:
        notation = self.table.board.NOTATION
        self.inquire(":", self.table.type, "play", notation, text, history=self._typed)

    def action_find(self) -> None:
        table = self.table

        def find(text: str) -> bool:
            self.notice = table.board.find(table.session.position, text)
            return True

        self.inquire("/", find, "done", "a card, a rank or a suit: 7h, 7, h", typing=find)
