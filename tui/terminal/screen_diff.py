"""Sends of what Textual writes only what the terminal does not show already.

Textual paints a line again from its beginning however little of it has changed, sends every
stretch of text with its whole style and a reset behind it, and after each change of layout paints
the whole screen, often more than once. Here it is read as a terminal reads it, cells are compared,
and what has changed is sent ink by ink: to move the cursor takes fewer bytes than a colour. The
terminal keeps its ink from one frame to the next.

What is neither text nor ink nor a place is sent as it is: titles, the clipboard, modes, the bell.
Whatever of it may change the screen makes us forget what stands there.
"""

import re

from ludoscope.tui.terminal.cell_style import PLAIN, after
from ludoscope.tui.terminal.cells import Spelling, cells_of, strip
from ludoscope.tui.terminal.cursor_writer import Pen, Place
from ludoscope.tui.terminal.screen_buffer import Sheet

SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
HOME = (0, 0)
_PLACE = re.compile(r"\x1b\[([0-9]{0,5})(?:;([0-9]{0,5}))?H")
_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\[(?P<codes>[0-?]{0,99})(?P<command>[ -/]*[@-~])"
    r"|\x1b\]8;(?P<link>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|(?P<string>\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)"
    r"|(?P<other>\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-OQ-WYZ`-~=>\\])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f-\x9f])"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[ -?]*|[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?)\Z")
_SCREEN = re.compile(r"\?(?:.*;)?(?:3|6|47|104[789])(?:;|\Z)")  # modes that change what is shown
_ASKED = frozenset(["n", "c", "t", " q", "$p"])  # questions, and the shape of the cursor
_NO_ASCII = re.compile("[^\x00-~]")  # in titles and links
_STEPS = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}


class Painter:
    """`spelling` is what all text is written in, where the terminal has few characters.

    `tints`: what it erases has the ground of the ink.
    """

    def __init__(self, spelling: Spelling | None = None, tints: bool = False) -> None:
        self._spelling = spelling
        self._sheet = Sheet()
        self._pen = Pen(self._sheet, tints)
        self._ink, self._at = PLAIN, HOME  # those of the terminal that Textual believes in
        self._out: list[str] = []
        self._rest: list[str] = []  # what may as well come after the frame
        self._tail = ""  # a sequence that has not ended
        self._stale = False
        self._marked = False  # whether the terminal is told where frames begin and end
        self._placed = False  # whether Textual knows where the cursor is
        self._visible = self._heeded = False  # the cursor; whether its place has a meaning

    def forget(self) -> None:
        """Somebody else has written on the terminal. May be called at any time."""
        self._stale = True

    def resize(self, width: int, height: int) -> None:
        """The terminal is of that size now, and what it shows may be anything."""
        self._sheet.width, self._sheet.height = width, height
        self._stale = True

    def paint(self, data: str) -> str:
        """What to send instead of `data`."""
        if self._stale:
            self._stale = False
            self._forget()
        marked = self._marked
        parts = _PLACE.split(self._whole(data))
        self._take(parts[0])
        self._placed = self._placed or len(parts) > 1
        for at in range(1, len(parts), 3):
            row, column, text = parts[at : at + 3]
            self._at = (max(int(row or 1), 1) - 1, max(int(column or 1), 1) - 1)
            self._take(text)
        self._flush()
        drawn = bool(self._out)
        if len(parts) > 1 and not parts[-1]:
            self._park()
        frame, rest = "".join(self._out), "".join(self._rest)
        self._out.clear()
        self._rest.clear()
        if drawn and (marked or self._marked):
            frame = f"{SYNC_START}{frame}{SYNC_END}"
        return _NO_ASCII.sub("?", frame + rest) if self._spelling else frame + rest

    def _whole(self, data: str) -> str:
        """Without a sequence that has not ended, which is kept for what comes next."""
        data, self._tail = self._tail + data, ""
        last = data.rfind("\x1b")
        if data.endswith("\x1b"):  # perhaps of the two that end a string
            last = max(data.rfind("\x1b", 0, last), 0)
        if last >= 0 and (unfinished := _UNFINISHED.search(data, last)):
            self._tail = unfinished[0]
            return data[: unfinished.start()]
        return data

    def _forget(self) -> None:
        self._sheet.forget()
        self._pen.forget()

    def _flush(self) -> None:
        self._out += self._pen.write(list(self._sheet.news()))

    def _park(self) -> None:
        """Leave the cursor where Textual wants it: there an input method shows what it offers.

        Not while it never had another place than the one it begins with.
        """
        self._heeded = self._heeded or self._at != HOME
        if self._heeded or self._visible:
            self._out.append(self._pen.go(self._at))

    # What is read

    def _take(self, text: str) -> None:
        """Text and more, where the cursor is."""
        if not text:
            return
        last = text[-1] == "\n"
        if found := strip(text[:-1] if last else text, self._ink, self._spelling):
            cells, self._ink, wide = found
            y, x = self._at
            self._sheet.put(y, x, cells, wide)
            self._at = (y + 1, 0) if last else (y, x + len(cells))
        else:
            for token in _TOKEN.finditer(text):
                kind = token.lastgroup or ""
                getattr(self, f"_take_{kind}")(*filter(None, token.groups()))

    def _take_text(self, text: str) -> None:
        cells = [*cells_of(text, self._ink, self._spelling)]
        y, x = self._at
        self._sheet.put(y, x, cells, wide=True)
        self._at = (y, x + len(cells))

    def _take_control(self, char: str) -> None:
        """The start of a line, or the next; the others move or type nothing that Textual knows."""
        y, x = self._at
        moved: dict[str, Place] = {"\r": (y, 0), "\n": (y + 1, 0), "\b": (y, max(0, x - 1))}
        self._at = moved.get(char, self._at)

    def _take_link(self, link: str = "") -> None:
        self._ink = self._ink._replace(link="" if link == ";" else link)

    def _take_string(self, text: str) -> None:
        self._rest.append(text)

    def _take_other(self, text: str) -> None:
        """Whatever it does there."""
        self._flush()
        if self._placed:
            self._out += self._pen.set_out(self._at, self._ink)
        self._out.append(text)
        self._forget()

    def _take_command(self, *found: str) -> None:
        codes, command = "".join(found[:-1]), found[-1]
        whole = f"\x1b[{codes}{command}"
        if whole in (SYNC_START, SYNC_END):
            self._marked = whole == SYNC_START
        elif codes[:1] in ("<", "=", ">", "?"):
            if codes == "?25":
                self._visible = command == "h"
            if _SCREEN.match(codes):
                self._flush()
                self._out.append(whole)
                self._forget()
            else:
                self._rest.append(whole)
        elif command in _ASKED:
            self._rest.append(whole)
        elif command == "m":
            self._ink = after(self._ink, codes)
        elif command in _STEPS and (codes.isdigit() or not codes):
            count = max(1, int(codes or 1))
            down, right = (count * step for step in _STEPS[command])
            self._at = (max(0, self._at[0] + down), max(0, self._at[1] + right))
        else:
            self._take_other(whole)
