"""The parser of terminal input: keys, pastes, the mouse, focus, answers.

Textual's parser treats an unknown sequence as keys, and any escape within a paste as its end. This
parser reads complete ECMA-48 sequences and drops those that no key sends, so that no answer of a
terminal, requested or forged, types anything. The tables of keys are Textual's.

A paste is the text between its two marks. A control string (DCS, OSC or APC) is an answer in words;
the app requests none, so all are dropped. No terminal answers with SOS or PM: these are alt and a
key.
"""

import re
from collections.abc import Callable, Generator, Iterator

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from ludoscope.tui.terminal.input_queue import AltOrEscape

MAX_PASTE_CHARACTERS = 1 << 18  # the longest game that can be read has fewer
MAX_SEQUENCE_CHARACTERS = 64  # of a key or a mouse report
MAX_MOUSE_CELL = 9999
SEQUENCE_TIMEOUT_SECONDS = 1.0  # for the rest of a sequence to arrive on a slow link
ESCAPE = "\x1b"
CONTROL_SEQUENCE_START = "\x1b["
STATUS_QUERY = "\x1b[5n"  # not the cursor position, whose report can look like a key
STATUS_ANSWER = re.compile(r"\x1b\[[03]n")
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
QUIT_KEYS = ("ctrl+c", "ctrl+q")
KEYPAD_CHARACTERS = {  # by Textual's names of the keys
    "decimal": ".",
    "divide": "/",
    "multiply": "*",
    "subtract": "-",
    "add": "+",
    "equal": "=",
    "separator": ",",
}

_RXVT_NUMBERS = "|".join(
    text[2:-1]
    for text in ANSI_SEQUENCES_KEYS
    if text.startswith(CONTROL_SEQUENCE_START) and text.endswith("$")
)
_SEQUENCE = re.compile(
    r"\x1b(?:"
    r"\[\[[^\x1b]"  # function keys of the Linux console
    r"|\[M[^\x1b]{3}"  # the mouse in X10 encoding
    rf"|\[(?:{_RXVT_NUMBERS})\$"  # shift and a key in rxvt: "$" cannot end other sequences
    r"|\[(?![\[M])[0-?]*[ -/]*[@-~]"
    r"|O[ -~]"
    r"|[^\x1b\[OP\]_]"  # alt and a key
    r")",
    re.DOTALL,
)
_BROKEN_SEQUENCE = re.compile(r"\x1b(?:O|\[(?!M)[ -?]*)(?=[^ -~\x1b])")  # by a control character
_STRING_START = re.compile(r"\x1b[P\]_]")
_STRING_END = re.compile(r"\x1b\\|[\x07\x18\x1a]|(?=\x1b[^\\])")
_MARK_IN_PASTE = re.compile(r"\x1b\[(?:201~|[03]n)")
_PARTIAL_MARK = re.compile(r"\x1b(?:\[(?:2(?:01?)?|[03])?)?\Z")
_NUMBERED = re.compile(r"\x1b\[(\d*);[\d;:]*([~A-Z])")  # a cursor report looks like it too: 5;7R
_MODIFIER_KEYS = re.compile(  # shift, ctrl, alt, caps lock and so on, pressed alone
    r"(?:\x1b\[57(?:35[89]|360|44[1-9]|45[0-4])(?:;[\d;:]*)?u)+"
)
_MOUSE = re.compile(r"\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})[Mm]")
_SYNCHRONIZED_MODE = re.compile(r"\x1b\[\?2026;[1-3]\$y")


class InputDropped(Message):
    """Posted when input was dropped; `message` is a sentence for the user."""

    def __init__(self, message: str) -> None:
        super().__init__()
        self.message = message


class InputParser:
    """Parser of terminal input that may be split anywhere.

    Args:
        on_answer: Called for each answer to the status query.
    """

    def __init__(self, on_answer: Callable[[], None] = lambda: None) -> None:
        self._on_answer = on_answer
        self._textual_parser = XTermParser()
        self._tail = ""  # the beginning of an unfinished sequence
        self._is_in_string = False
        self._pasted: list[str] | None = None
        self._paste_length = 0
        self._idle_seconds = 0.0

    @property
    def is_pasting(self) -> bool:
        """True from the start of a paste to its end."""
        return self._pasted is not None

    def feed(self, text: str) -> Iterator[Message]:
        """Yield the messages for `text` and what was unfinished before it."""
        has_paused = self._idle_seconds >= SEQUENCE_TIMEOUT_SECONDS
        if self.is_pasting and has_paused:  # no terminal pauses within a paste: it may be a key
            typed = _MODIFIER_KEYS.sub("", text)
            if not typed:
                return  # the ctrl of a ctrl+c that follows
            if self._is_quit_key(typed):
                text, self._tail, self._pasted = typed, "", None
        self._idle_seconds = 0.0
        text, self._tail = self._tail + text, ""
        index = 0
        while index < len(text):
            if self._pasted is not None:
                index = yield from self._parse_paste(text, index, self._pasted)
            elif self._is_in_string:
                index = self._skip_string(text, index)
            elif text[index] != ESCAPE:
                end = text.find(ESCAPE, index)
                end = len(text) if end < 0 else end
                for character in text[index:end]:
                    yield from self._keys(character)
                index = end
            else:
                index = yield from self._parse_sequence(text, index)

    def advance_idle_time(self, seconds: float) -> Iterator[Message]:
        """Yield the messages for `seconds` more without input.

        An escape becomes a key. After a while an unfinished sequence is dropped; one of only two
        characters, such as the start of a control string, becomes escape and a key.
        """
        previous_idle_seconds = self._idle_seconds
        self._idle_seconds += seconds
        if self._pasted is not None:
            if previous_idle_seconds < SEQUENCE_TIMEOUT_SECONDS <= self._idle_seconds:
                yield InputDropped("A paste has not ended: press ctrl+c to cancel it.")
        elif self._tail == ESCAPE:
            self._tail = ""
            yield events.Key("escape", ESCAPE)
        elif self._idle_seconds >= SEQUENCE_TIMEOUT_SECONDS:
            tail, self._tail, self._is_in_string = self._tail, "", False
            if len(tail) == 2 and tail != CONTROL_SEQUENCE_START:
                yield from self._parse_alt(tail[1])

    def _parse_sequence(self, text: str, start: int) -> Generator[Message, None, int]:
        """Parse the sequence at `start`; return the index after it."""
        if sequence := _SEQUENCE.match(text, start):
            yield from self._interpret(sequence[0])
            return sequence.end()
        string_start = _STRING_START.match(text, start)
        if string_start and string_start.end() < len(text):
            self._is_in_string = True
            return string_start.end()
        next_escape = text.find(ESCAPE, start + 1)
        if next_escape == start + 1:
            yield events.Key("escape", ESCAPE)
        elif broken := _BROKEN_SEQUENCE.match(text, start):
            return broken.end()
        elif next_escape < 0:  # longer than this it will be dropped anyway
            self._tail = text[start : start + 2 * MAX_SEQUENCE_CHARACTERS]
            return len(text)
        return next_escape

    def _skip_string(self, text: str, start: int) -> int:
        """Skip the rest of a control string; return the index after it."""
        if end := _STRING_END.search(text, start):
            self._is_in_string = False
            return end.end()
        if text.endswith(ESCAPE):
            self._tail = ESCAPE
        return len(text)

    def _parse_paste(
        self, text: str, start: int, pasted: list[str]
    ) -> Generator[Message, None, int]:
        """Append a piece of a paste to `pasted`; return the index after it."""
        mark = _MARK_IN_PASTE.search(text, start)
        partial_mark = None if mark else _PARTIAL_MARK.search(text, start)
        boundary = mark or partial_mark
        end = boundary.start() if boundary else len(text)
        if room := max(0, MAX_PASTE_CHARACTERS - self._paste_length):
            pasted.append(text[start : min(end, start + room)])
        self._paste_length += end - start
        if partial_mark:
            self._tail = partial_mark[0]
        if not mark:
            return len(text)
        if mark[0] == PASTE_END:
            self._pasted = None
            yield self._finish_paste("".join(pasted))
        else:
            self._on_answer()
        return mark.end()

    def _finish_paste(self, text: str) -> Message:
        if self._paste_length > MAX_PASTE_CHARACTERS:
            length, limit = f"{self._paste_length:,}", f"{MAX_PASTE_CHARACTERS:,}"
            return InputDropped(
                f"A paste of {length} characters was dropped: the limit is {limit}."
            )
        return events.Paste(text.replace("\x00", ""))

    def _interpret(self, sequence: str) -> Iterator[Message]:
        """Yield the messages of a complete sequence."""
        if len(sequence) > MAX_SEQUENCE_CHARACTERS or _MODIFIER_KEYS.fullmatch(sequence):
            return
        if STATUS_ANSWER.fullmatch(sequence):
            self._on_answer()
        elif sequence == PASTE_START:
            self._pasted, self._paste_length = [], 0
        elif sequence in ("\x1b[I", "\x1b[O"):
            yield events.AppFocus() if sequence == "\x1b[I" else events.AppBlur()
        elif _SYNCHRONIZED_MODE.fullmatch(sequence):
            yield TerminalSupportsSynchronizedOutput()
        elif mouse := _MOUSE.fullmatch(sequence):
            if max(int(mouse[2]), int(mouse[3])) <= MAX_MOUSE_CELL:
                event = self._textual_parser.parse_mouse_code(sequence)
                yield from [event] if event else []
        elif (numbered := _NUMBERED.fullmatch(sequence)) and numbered[0] not in ANSI_SEQUENCES_KEYS:
            if f"{numbered[1] or 1}{numbered[2]}" in FUNCTIONAL_KEYS:
                yield from self._keys(sequence)
        elif len(sequence) == 2:
            yield from self._parse_alt(sequence[1])
        else:
            yield from self._keys(sequence)

    def _parse_alt(self, character: str) -> Iterator[events.Key]:
        """Yield alt with a key where there is such a key, else escape and the key."""
        escape = events.Key("escape", ESCAPE)
        alt_keys = [*self._keys(ESCAPE + character)] or [*self._keys(character, alt=True)]
        for alt, plain in zip(alt_keys, self._keys(character), strict=False):
            if alt.key == plain.key or character < " ":
                yield from (escape, plain)
            else:
                yield AltOrEscape(alt, (escape, plain))

    def _keys(self, sequence: str, alt: bool = False) -> Iterator[events.Key]:
        """Yield the keys of a sequence by Textual's tables."""
        try:
            keys = list(self._textual_parser._sequence_to_key_events(sequence, alt))
        except (ArithmeticError, LookupError, ValueError):
            return  # numbers that no terminal would send
        yield from (self._keypad_to_character(key) for key in keys if key.key != Keys.Ignore)

    def _keypad_to_character(self, key: events.Key) -> events.Key:
        """Return the key of the character on a key of the keypad; return another key as it is."""
        modifiers, plus, name = key.key.rpartition("+")
        if name not in KEYPAD_CHARACTERS:
            return key
        character = key.character or KEYPAD_CHARACTERS[name]
        [plain] = self._textual_parser._sequence_to_key_events(character)
        return events.Key(f"{modifiers}{plus}{plain.key}", None if modifiers else character)

    def _is_quit_key(self, text: str) -> bool:
        """Return True if a text is a key that quits, in whatever protocol."""
        is_short = len(text) <= MAX_SEQUENCE_CHARACTERS
        return is_short and any(key.key in QUIT_KEYS for key in self._keys(text))
