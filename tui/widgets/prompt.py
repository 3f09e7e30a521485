"""One line of typing: what has been typed and where the caret stands, without a widget."""

from dataclasses import dataclass

from ludoscope.tui.boards.board import Line


@dataclass(slots=True)
class Prompt:
    """`label` says what is asked for. The keys are those of a shell's line."""

    label: str
    text: str = ""
    caret: int = 0

    def __post_init__(self) -> None:
        self.caret = len(self.text)

    def insert(self, text: str) -> None:
        text = "".join(char if char.isprintable() else " " for char in text)
        self.text = self.text[: self.caret] + text + self.text[self.caret :]
        self.caret += len(text)

    def press(self, key: str, character: str | None) -> bool:
        """Edit by a key; False when the key is none of an editor's."""
        text, caret = self.text, self.caret
        word = len(text[:caret].rstrip().rpartition(" ")[0])
        word += 1 if word else 0
        match key:
            case "left":
                self.caret = max(0, caret - 1)
            case "right":
                self.caret = min(len(text), caret + 1)
            case "home" | "ctrl+a":
                self.caret = 0
            case "end" | "ctrl+e":
                self.caret = len(text)
            case "backspace" | "ctrl+h":
                self._cut(max(0, caret - 1), caret)
            case "delete":
                self._cut(caret, caret + 1)
            case "ctrl+u":
                self._cut(0, caret)
            case "ctrl+k":
                self._cut(caret, len(text))
            case "ctrl+w":
                self._cut(word, caret)
            case _ if character and character.isprintable():
                self.insert(character)
            case _:
                return False
        return True

    def line(self, width: int) -> Line:
        """Label and text in `width` cells; of a long text the part that ends at the caret."""
        room = max(1, width - len(self.label) - 3)
        before = self.text[: self.caret]
        return [
            (f" {self.label} ", "key"),
            (before[max(0, len(before) - room) :], ""),
            (self.text[self.caret : self.caret + 1] or " ", "chosen"),
            (self.text[self.caret + 1 :], ""),
        ]

    def _cut(self, first: int, end: int) -> None:
        self.text = self.text[:first] + self.text[end:]
        self.caret = first
