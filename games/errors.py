"""What is wrong with a text that was to be read."""


def shown(text: object) -> str:
    """A foreign text, quoted and cut to a length that fits a sentence."""
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
