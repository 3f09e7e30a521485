"""The error of a text that cannot be read, and how it quotes that text."""


def shown(text: object) -> str:
    """The repr of a text from outside, cut to at most 80 characters, for use in a message."""
    text = str(text)
    quoted = repr(text if len(text) <= 40 else text[:37] + "...")
    return quoted if len(quoted) <= 80 else quoted[:77] + "..."  # escapes make it longer


class NotationError(ValueError):
    """A text that does not follow its notation.

    `str(error)` is one sentence that says what was found and what was expected;
    `line` is the 1-based line within the text, None when the text is a single line.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
