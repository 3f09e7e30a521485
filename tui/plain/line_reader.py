"""Reading of lines from standard input: with line editing on a terminal, bounded in length."""

import sys
from collections.abc import Iterable

from ludoscope.games.errors import replace_unprintable

MAX_LINE_CHARACTERS = 1 << 18  # as many as a paste on the screen may have


class LineTooLong(Exception):
    """Raised when a line has more than `MAX_LINE_CHARACTERS`; it is skipped."""


class LineReader:
    """Reads lines.

    Args:
        words: The words that the tab key completes.
        can_edit: True to load the line editor of the system where input and output are a terminal.
            It reads its own settings file, and some of its keys insert names of users' folders, so
            it is not for guests.
    """

    def __init__(self, words: Iterable[str], *, can_edit: bool) -> None:
        self._words = sorted(words)
        self._is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self._can_edit = self._is_terminal and can_edit and self._load_editor()

    def _load_editor(self) -> bool:
        """Load the line editor; return False if Python was built without it."""
        try:
            import readline  # only here: it changes what `input` does in the whole process
        except ImportError:
            return False
        # these would print escape sequences before each prompt
        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.parse_and_bind("set enable-meta-key off")
        readline.parse_and_bind("tab: complete")
        readline.set_completer_delims(" ")
        readline.set_completer(self._complete)  # without one, names of files would be completed
        return True

    def _complete(self, text: str, index: int) -> str | None:
        matches = [f"{word} " for word in self._words if word.startswith(text.lower())]
        return matches[index] if index < len(matches) else None

    def read(self, prompt: str) -> str:
        """Return the next line without characters that are not printable.

        The prompt is printed on a terminal only.

        Raises:
            EOFError: There is none.
            LineTooLong: The line is too long.
        """
        try:
            line = input(prompt) if self._can_edit else self._read_bounded(prompt)
        except EOFError:
            if self._is_terminal:
                print()  # ends the line of the prompt
            raise
        if len(line) > MAX_LINE_CHARACTERS:
            raise LineTooLong
        return replace_unprintable(line, " ").strip()

    def _read_bounded(self, prompt: str) -> str:
        if self._is_terminal:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline(MAX_LINE_CHARACTERS + 1)
        if not line:
            raise EOFError
        is_too_long = len(line) > MAX_LINE_CHARACTERS
        rest = line
        while is_too_long and rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_LINE_CHARACTERS)
        return line
