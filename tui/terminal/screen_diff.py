"""Translation of Textual's output into what the terminal does not show already.

Textual writes a line again from its beginning however little of it has changed, sends every
segment with its whole style and a reset behind it, and after each change of layout writes the
whole screen, often more than once. Here its output is read as a terminal reads it, cells are
compared with those shown, and the changed ones are sent style by style: moving the cursor takes
fewer bytes than a colour. The terminal keeps its style from one frame to the next.

What is neither text nor style nor position is sent as it is: titles, the clipboard, modes, the
bell. After a sequence that may change the screen its content counts as unknown.
"""

import re

from ludoscope.tui.terminal.cell_style import DEFAULT_STYLE, apply_sgr
from ludoscope.tui.terminal.cells import Transliteration, layout_text, parse_text
from ludoscope.tui.terminal.cursor_writer import CursorWriter, Position
from ludoscope.tui.terminal.screen_buffer import ScreenBuffer

SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
HOME = Position(0, 0)
_POSITION = re.compile(r"\x1b\[([0-9]{0,5})(?:;([0-9]{0,5}))?H")
_TOKEN = re.compile(  # each group is handled by the method `_read_<group>`
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\[(?P<parameters>[0-?]{0,99})(?P<command>[ -/]*[@-~])"
    r"|\x1b\]8;(?P<link>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|(?P<string>\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)"
    r"|(?P<other>\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-OQ-WYZ`-~=>\\])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f-\x9f])"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[ -?]*|[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?)\Z")
_SCREEN_MODE = re.compile(r"\?(?:.*;)?(?:3|6|47|104[789])(?:;|\Z)")  # changes what is shown
_HARMLESS_COMMANDS = frozenset(["n", "c", "t", " q", "$p"])  # queries, and the cursor's shape
_NOT_ASCII = re.compile("[^\x00-~]")  # in titles and links
_CURSOR_STEPS = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}  # lines, columns


class ScreenDiff:
    """The terminal's content, and the translation of output into changes of it.

    Args:
        transliterate: Replaces the characters of all text, for terminals with few characters.
        erases_with_background: True if the terminal erases in the current background.

    Attributes:
        shows_cursor: True if the terminal's cursor is shown between frames. It is where Textual
            wants it either way, since braille displays and input methods follow it.
    """

    def __init__(
        self,
        transliterate: Transliteration | None = None,
        erases_with_background: bool = False,
    ) -> None:
        self._transliterate = transliterate
        self._buffer = ScreenBuffer()
        self._writer = CursorWriter(self._buffer, erases_with_background)
        self._style, self._position = DEFAULT_STYLE, HOME  # of the terminal Textual writes to
        self._frame: list[str] = []
        self._after_frame: list[str] = []  # sequences that change no cell, sent after the frame
        self._tail = ""  # an unfinished sequence
        self._is_stale = False
        self._is_synchronized = False  # Textual marks where frames begin and end
        self._is_position_set = False  # Textual has set the cursor's position
        self.shows_cursor = False

    def set_transliteration(self, transliterate: Transliteration | None) -> None:
        """Replace the characters of all text from now on; the screen must be drawn again."""
        self._transliterate = transliterate

    def invalidate(self) -> None:
        """Forget the terminal's content: something else has written to it.

        May be called at any time, from a signal handler too.
        """
        self._is_stale = True

    def resize(self, width: int, height: int) -> None:
        """Set the terminal's size in cells, and forget its content."""
        self._buffer.width, self._buffer.height = width, height
        self._is_stale = True

    def translate(self, data: str) -> str:
        """Return what to send to the terminal instead of `data`."""
        if self._is_stale:
            self._is_stale = False
            self._forget()
        was_synchronized = self._is_synchronized
        parts = _POSITION.split(self._hold_unfinished(data))
        self._read(parts[0])
        self._is_position_set = self._is_position_set or len(parts) > 1
        for index in range(1, len(parts), 3):
            row, column, text = parts[index : index + 3]
            self._position = Position(max(int(row or 1), 1) - 1, max(int(column or 1), 1) - 1)
            self._read(text)
        self._write_changes()
        has_changes = bool(self._frame)
        if len(parts) > 1 and not parts[-1]:
            self._frame.append(self._writer.move_to(self._shown_position))
        frame, after_frame = "".join(self._frame), "".join(self._after_frame)
        self._frame.clear()
        self._after_frame.clear()
        if has_changes and self.shows_cursor:
            frame = f"{HIDE_CURSOR}{frame}{SHOW_CURSOR}"  # else it would be seen on its way
        if has_changes and (was_synchronized or self._is_synchronized):
            frame = f"{SYNC_START}{frame}{SYNC_END}"
        output = frame + after_frame
        return _NOT_ASCII.sub("?", output) if self._transliterate else output

    @property
    def _shown_position(self) -> Position:
        """The position of the cursor, moved into the terminal if Textual placed it outside.

        After the window was made smaller, frames of the former size may still come, and moving the
        cursor down from the last line would scroll the terminal.
        """
        y, x = self._position
        return Position(min(y, self._buffer.height - 1), min(x, self._buffer.width - 1))

    def _hold_unfinished(self, data: str) -> str:
        """Return `data` with what was held before it, without a new unfinished sequence."""
        data, self._tail = self._tail + data, ""
        last = data.rfind("\x1b")
        if data.endswith("\x1b"):  # perhaps the first half of a string terminator
            last = max(data.rfind("\x1b", 0, last), 0)
        if last >= 0 and (unfinished := _UNFINISHED.search(data, last)):
            self._tail = unfinished[0]
            return data[: unfinished.start()]
        return data

    def _forget(self) -> None:
        self._buffer.clear()
        self._writer.reset()

    def _write_changes(self) -> None:
        self._frame += self._writer.write(list(self._buffer.take_changes()))

    # Reading Textual's output

    def _read(self, text: str) -> None:
        """Read text and sequences that stand at the cursor."""
        if not text:
            return
        ends_line = text[-1] == "\n"
        parsed = parse_text(text[:-1] if ends_line else text, self._style, self._transliterate)
        if parsed:
            self._style = parsed.style
            y, x = self._position
            self._buffer.put(y, x, parsed.cells, parsed.has_wide)
            width = len(parsed.cells)
            self._position = Position(y + 1, 0) if ends_line else Position(y, x + width)
            return
        for token in _TOKEN.finditer(text):
            read = getattr(self, f"_read_{token.lastgroup}")
            read(*(group for group in token.groups() if group))

    def _read_text(self, text: str) -> None:
        cells = [*layout_text(text, self._style, self._transliterate)]
        y, x = self._position
        self._buffer.put(y, x, cells, has_wide=True)
        self._position = Position(y, x + len(cells))

    def _read_control(self, char: str) -> None:
        """Move the cursor; Textual sends no other control characters that would."""
        y, x = self._position
        moves = {"\r": Position(y, 0), "\n": Position(y + 1, 0), "\b": Position(y, max(0, x - 1))}
        self._position = moves.get(char, self._position)

    def _read_link(self, link: str = "") -> None:
        self._style = self._style._replace(link="" if link == ";" else link)

    def _read_string(self, text: str) -> None:
        self._after_frame.append(text)

    def _read_other(self, text: str) -> None:
        """Pass on a sequence with unknown effect, sent with the cursor where Textual has it."""
        self._write_changes()
        if self._is_position_set:
            self._frame += self._writer.prepare_passthrough(self._position, self._style)
        self._frame.append(text)
        self._forget()

    def _read_command(self, *groups: str) -> None:
        parameters, command = "".join(groups[:-1]), groups[-1]
        sequence = f"\x1b[{parameters}{command}"
        if sequence in (SYNC_START, SYNC_END):
            self._is_synchronized = sequence == SYNC_START
        elif parameters.startswith(("<", "=", ">", "?")):
            if _SCREEN_MODE.match(parameters):
                self._write_changes()
                self._frame.append(sequence)
                self._forget()
            else:
                self._after_frame.append(sequence)
        elif command in _HARMLESS_COMMANDS:
            self._after_frame.append(sequence)
        elif command == "m" and not parameters.strip("0123456789;:"):
            self._style = apply_sgr(self._style, parameters)
        elif command in _CURSOR_STEPS and (parameters.isdigit() or not parameters):
            count = max(1, int(parameters or 1))
            down, right = _CURSOR_STEPS[command]
            y, x = self._position
            y, x = y + down * count, x + right * count
            last_y, last_x = self._buffer.height - 1, self._buffer.width - 1
            self._position = Position(min(max(y, 0), last_y), min(max(x, 0), last_x))
        else:
            self._read_other(sequence)
            if command in ("L", "M"):  # inserting and deleting lines returns to the first column
                self._position = Position(self._position.y, 0)
