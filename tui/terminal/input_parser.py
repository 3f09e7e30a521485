"""The parser of terminal input: keys, pastes, the mouse, focus, answers.

Textual's parser treats an unknown sequence as keys, and any escape within a paste as its end. This
parser reads complete ECMA-48 sequences and drops those that no key sends, so that no answer of a
terminal, requested or forged, types anything. The tables of keys are Textual's.

paste      what stands between its two marks, at most PASTE characters of it
string     DCS, OSC, SOS, PM or APC: an answer in words, of which none is asked for
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

PASTE = 1 << 18  # characters; the line of the longest game that can be read has fewer
LONGEST = 64  # characters of a sequence that a key or a mouse sends
FARTHEST = 9999  # cell that a mouse can be at
SLOW = 1.0  # seconds that the rest of a sequence may take on a bad link
ESCAPE = "\x1b"
QUESTION = "\x1b[5n"  # device status; not the cursor's place, whose answer can look like a key
ANSWER = re.compile(r"\x1b\[[03]n")
BEGIN, END = "\x1b[200~", "\x1b[201~"
WAYS_OUT = ("\x03", "\x11")  # ctrl+c, ctrl+q

_SEQUENCE = re.compile(
    r"\x1b(?:"
    r"\[\[."  # function keys of the Linux console
    r"|\[M.{3}"  # the mouse, as it was first reported
    r"|\[(?![\[M])[0-?]*[ -/]*[@-~]"
    r"|O[ -~]"
    r"|[^\x1b\[OPX\]^_]"  # alt and a key
    r")",
    re.DOTALL,
)
_BROKEN = re.compile(r"\x1b(?:O|\[(?!M)[ -?]*)(?=[^ -~\x1b])")  # by a control character
_STRING = re.compile(r"\x1b[PX\]^_]")
_STRING_END = re.compile(r"\x1b\\|[\x07\x18\x1a]|(?=\x1b[^\\])")
_IN_PASTE = re.compile(r"\x1b\[(?:201~|[03]n)")
_PART_OF_MARK = re.compile(r"\x1b(?:\[(?:2(?:01?)?|[03])?)?\Z")
_NUMBERED = re.compile(r"\x1b\[(\d*);[\d;:]*([~A-Z])")  # a place looks like it too: 5;7R
_MOUSE = re.compile(r"\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})[Mm]")
_SYNCHRONISED = re.compile(r"\x1b\[\?2026;[1-3]\$y")


class Refused(Message):
    """A sentence for the user about dropped input."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class Incoming:
    """`answered` is called for each answer to the question."""

    def __init__(self, answered: Callable[[], None] = lambda: None) -> None:
        self._answered = answered
        self._textual = XTermParser()
        self._tail = ""  # the beginning of a sequence
        self._string = False
        self._pasted: list[str] | None = None
        self._length = 0  # of the paste
        self._silent = 0.0  # seconds

    @property
    def pasting(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._pasted is not None

    def feed(self, text: str) -> Iterator[Message]:
        """What `text` means, together with what has come before it."""
        if self.pasting and self._silent >= SLOW and text in WAYS_OUT:
            self._pasted = None  # whoever pastes it does not pause
        self._silent = 0.0
        text, self._tail = self._tail + text, ""
        at = 0
        while at < len(text):
            if self._pasted is not None:
                at = yield from self._paste(text, at, self._pasted)
            elif self._string:
                at = self._skip(text, at)
            elif text[at] != ESCAPE:
                end = text.find(ESCAPE, at)
                end = len(text) if end < 0 else end
                for character in text[at:end]:
                    yield from self._keys(character)
                at = end
            else:
                at = yield from self._sequence(text, at)

    def idle(self, seconds: float) -> Iterator[Message]:
        """No input for `seconds` more: an escape becomes a key, a part of a sequence is dropped."""
        before, self._silent = self._silent, self._silent + seconds
        if self._pasted is not None:
            if before < SLOW <= self._silent:
                yield Refused("a paste has not ended: ctrl+c cancels it")
        elif self._tail == ESCAPE:
            self._tail = ""
            yield events.Key("escape", ESCAPE)
        elif self._silent >= SLOW:
            self._tail, self._string = "", False

    def _sequence(self, text: str, at: int) -> Generator[Message, None, int]:
        """The one that begins at `at`; where the next begins."""
        if whole := _SEQUENCE.match(text, at):
            yield from self._meant(whole[0])
            return whole.end()
        if string := _STRING.match(text, at):
            self._string = True
            return string.end()
        following = text.find(ESCAPE, at + 1)
        if following == at + 1:
            yield events.Key("escape", ESCAPE)
        elif broken := _BROKEN.match(text, at):
            return broken.end()
        elif following < 0:  # of a sequence that is too long it is enough to know that it is
            self._tail = text[at : at + 2 * LONGEST]
            return len(text)
        return following

    def _skip(self, text: str, at: int) -> int:
        """Leave out the rest of a string; where the next begins."""
        if end := _STRING_END.search(text, at):
            self._string = False
            return end.end()
        if text.endswith(ESCAPE):
            self._tail = ESCAPE
        return len(text)

    def _paste(self, text: str, at: int, pasted: list[str]) -> Generator[Message, None, int]:
        """Take in a piece of a paste; where what comes after it begins."""
        mark = _IN_PASTE.search(text, at)
        part = None if mark else _PART_OF_MARK.search(text, at)
        end = mark.start() if mark else part.start() if part else len(text)
        if room := max(0, PASTE - self._length):
            pasted.append(text[at : min(end, at + room)])
        self._length += end - at
        if part:
            self._tail = part[0]
            return len(text)
        if mark and mark[0] == END:
            self._pasted = None
            yield self._whole("".join(pasted))
        elif mark:
            self._answered()
        return mark.end() if mark else len(text)

    def _whole(self, text: str) -> Message:
        if self._length > PASTE:
            found, most = f"{self._length:,}", f"{PASTE:,}"
            return Refused(f"a paste of {found} characters was dropped: the limit is {most}")
        return events.Paste(text.replace("\x00", ""))

    def _meant(self, sequence: str) -> Iterator[Message]:
        if len(sequence) > LONGEST:
            return
        if ANSWER.fullmatch(sequence):
            self._answered()
        elif sequence == BEGIN:
            self._pasted, self._length = [], 0
        elif sequence in ("\x1b[I", "\x1b[O"):
            yield events.AppFocus() if sequence == "\x1b[I" else events.AppBlur()
        elif _SYNCHRONISED.fullmatch(sequence):
            yield TerminalSupportsSynchronizedOutput()
        elif mouse := _MOUSE.fullmatch(sequence):
            if max(int(mouse[2]), int(mouse[3])) <= FARTHEST:
                event = self._textual.parse_mouse_code(sequence)
                yield from [event] if event else []
        elif (numbered := _NUMBERED.fullmatch(sequence)) and numbered[0] not in ANSI_SEQUENCES_KEYS:
            if f"{numbered[1] or 1}{numbered[2]}" in FUNCTIONAL_KEYS:
                yield from self._keys(sequence)
        elif len(sequence) == 2:
            yield from self._after_escape(sequence[1])
        else:
            yield from self._keys(sequence)

    def _after_escape(self, character: str) -> Iterator[events.Key]:
        """Alt and a key, if there is such a key; else two that have come together."""
        escape = events.Key("escape", ESCAPE)
        alts = [*self._keys(ESCAPE + character)] or [*self._keys(character, alt=True)]
        for alt, plain in zip(alts, self._keys(character), strict=False):
            if alt.key == plain.key or character < " ":
                yield from (escape, plain)
            else:
                yield AltOrEscape(alt, (escape, plain))

    def _keys(self, sequence: str, alt: bool = False) -> Iterator[events.Key]:
        """By Textual's tables; none for a sequence that is in none of them."""
        try:
            found = list(self._textual._sequence_to_key_events(sequence, alt))
        except (ArithmeticError, LookupError, ValueError):
            return  # numbers that no terminal would send
        yield from (key for key in found if key.key != Keys.Ignore)
