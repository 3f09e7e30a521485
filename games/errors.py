"""The exception raised for malformed texts, and functions that format parts of messages."""

from collections.abc import Sequence

MAX_QUOTED_CHARACTERS = 40
MAX_REPR_CHARACTERS = 80
MAX_MESSAGE_CHARACTERS = 200


def short_repr(text: object) -> str:
    """Return the repr of `text`, shortened for use in an error message.

    The text is cut to 40 characters before quoting and its repr to 80, since escapes may make it
    longer. Texts come from files and users, and may be too long for an error message.

    Args:
        text: A text from a file or a user, or any other object, which is converted with `str`.
    """
    text = str(text)
    if len(text) > MAX_QUOTED_CHARACTERS:
        text = text[: MAX_QUOTED_CHARACTERS - 3] + "..."
    quoted = repr(text)
    if len(quoted) > MAX_REPR_CHARACTERS:
        quoted = quoted[: MAX_REPR_CHARACTERS - 3] + "..."
    return quoted


def short_value(value: object) -> str:
    """Return the repr of any value on one line, shortened for use in an error message."""
    if isinstance(value, str):
        return short_repr(value)
    try:
        return short_line(repr(value), MAX_REPR_CHARACTERS)
    except Exception:  # of a class of the caller
        return f"a {type(value).__name__}"


def wrong_type(argument: str, value: object, expected: str) -> TypeError:
    """Return the exception for an argument of a wrong type.

    Args:
        argument: The name of the argument.
        value: Its value.
        expected: What was expected: "a number of seconds".
    """
    return TypeError(
        f"{argument}: found {short_value(value)} ({type(value).__name__}), expected {expected}"
    )


def replace_unprintable(text: str, replacement: str) -> str:
    """Return a text from elsewhere with a replacement for each character that does not print."""
    return "".join(char if char.isprintable() else replacement for char in text)


def short_line(text: str, max_characters: int) -> str:
    """Return a text from elsewhere on one line, without what is not printable, cut at the end."""
    line = replace_unprintable(" ".join(text[: 2 * max_characters].split()), "?")
    return line if len(line) <= max_characters else f"{line[: max_characters - 3]}..."


def join_words(words: Sequence[str], conjunction: str = "or") -> str:
    """Return words as a list in a sentence: "a, b or c"; "" if there are none."""
    return f" {conjunction} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def error_text(error: BaseException) -> str:
    """Return the type and the message of an exception on one line, for use in a message."""
    try:
        message = short_line(str(error), MAX_MESSAGE_CHARACTERS)
    except BaseException:  # `__str__` of a plug-in's own exception
        message = ""
    return f"{type(error).__name__}: {message}".rstrip(": ")


class UserInterrupt(KeyboardInterrupt):
    """Raised for ctrl+c; a plug-in may raise a KeyboardInterrupt of its own."""


class NotationError(ValueError):
    """Raised when a text does not follow its notation.

    The message is one sentence that says what was found and what was expected.

    Attributes:
        line: The 1-based line of the error within the text; None if the text is a single line.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
