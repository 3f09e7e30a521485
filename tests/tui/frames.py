"""Random frames through the screen diff to a reference terminal, pyte.

    python tests/tui/frames.py --frames 100000 --seed 1

A frame is written as Textual writes it: whole lines with the whole style of every segment, parts of
lines, or the whole screen twice; with scrolled lines, wide characters, links and new sizes of the
terminal between. After each frame three screens must be the same:

written   the terminal that is sent what the app writes
shown     the terminal that is sent what the screen diff makes of it
believed  the cells that the screen diff takes for shown, and where it takes the cursor to be

Terminals disagree about the width of some clusters, such as joined emoji. In the cells of one there
must be nothing that was drawn before it, and beside them everything must be as usual.
"""

import argparse
import random
import re
import sys
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pyte
import pyte.modes
from wcwidth import wcwidth

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from ludoscope.tui.terminal.cell_style import CellStyle
from ludoscope.tui.terminal.cells import has_agreed_width, split_clusters
from ludoscope.tui.terminal.screen_diff import ScreenDiff
from ludoscope.tui.text.ascii_text import to_ascii

MIN_SIZE, MAX_SIZE = (20, 6), (80, 24)  # columns, rows
MAX_FRAMES_OF_A_SCREEN = 120  # then another one is begun, of another kind
EXTRA_ATTRIBUTES = {2: "dim", 8: "concealed", 21: "double", 51: "framed", 52: "circled"}
EXTRA_ATTRIBUTES |= {53: "overlined"}
EXTRA_ENDS = {22: ("dim",), 24: ("double",), 28: ("concealed",), 54: ("framed", "circled")}
EXTRA_ENDS |= {55: ("overlined",)}
VISIBLE_ON_BLANK = {"double", "framed", "circled", "overlined"}
LINK = re.compile(r"\x1b\]8;([^\x07\x1b]*)(?:\x07|\x1b\\)")
PRIVATE_MODE = re.compile(r"\x1b\[\?2026[hl]")
COLOR_CODE = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:[34][0-8]|9[0-7]|10[0-7])[;m]")


class Look(NamedTuple):
    """The appearance of a cell: the character, what pyte knows of its style, and the rest."""

    text: str
    style: tuple[Any, ...]


class Reference(pyte.Screen):
    """A pyte screen with what it lacks.

    * Dim, concealed, doubly underlined, framed and overlined text, and links: they are noted in the
      name of the foreground colour. ECMA-48, 8.3.117 (SGR); for links the specification of OSC 8.
    * Characters without width that combine with the one before, such as the zero-width joiner: pyte
      drops the rest of the text behind one ("Unprintable character"), which no terminal does.
    * Erasing in the default style for terminals without "bce", as terminfo(5) has it.
    * A wide character of which one half is overwritten: the other half becomes blank.
    """

    def __init__(self, columns: int, rows: int, erases_with_background: bool) -> None:
        super().__init__(columns, rows)
        self._erases_with_background = erases_with_background
        self._link = ""
        self._extra: frozenset[str] = frozenset()
        self._renditions: dict[Any, tuple[Any, frozenset[str]]] = {}
        self._stream = pyte.Stream(self)
        self.reset_mode(pyte.modes.DECAWM >> 5, private=True)  # Textual switches wrapping off

    def write(self, text: str) -> None:
        for index, part in enumerate(LINK.split(PRIVATE_MODE.sub("", text))):
            if index % 2:
                self._link = "" if part == ";" else part
                self._note_extra()
            elif part:
                self._stream.feed(part)

    def select_graphic_rendition(self, *codes: int) -> None:
        key = (self.cursor.attrs, self._extra, codes)
        if key not in self._renditions:
            self._renditions[key] = self._select(codes)
        self.cursor.attrs, self._extra = self._renditions[key]
        self._note_extra()

    def _select(self, codes: tuple[int, ...]) -> tuple[Any, frozenset[str]]:
        """Return pyte's style and the other attributes after SGR codes."""
        self.cursor.attrs = self.cursor.attrs._replace(fg=self.cursor.attrs.fg.partition("|")[0])
        super().select_graphic_rendition(*codes)
        remaining, extra = list(codes or (0,)), set(self._extra)
        while remaining:
            code = remaining.pop(0)
            if code in (38, 48):
                del remaining[: 4 if remaining[:1] == [2] else 2]
            elif code == 0:
                extra.clear()
            elif code in EXTRA_ATTRIBUTES:
                extra.add(EXTRA_ATTRIBUTES[code])
            extra.difference_update(EXTRA_ENDS.get(code, ()))
        return self.cursor.attrs, frozenset(extra)

    def _note_extra(self) -> None:
        if not (self._extra or self._link or "|" in self.cursor.attrs.fg):
            return
        color = self.cursor.attrs.fg.partition("|")[0]
        notes = [*sorted(self._extra), *([self._link] if self._link else [])]
        name = f"{color}|{' '.join(notes)}" if notes else color
        self.cursor.attrs = self.cursor.attrs._replace(fg=name)

    def draw(self, data: str) -> None:
        if data.isascii():
            super().draw(data)
            return
        start = 0
        for index, char in enumerate(data):
            if wcwidth(char) == 0 and not unicodedata.combining(char):
                super().draw(data[start:index])
                self._join(char)
                start = index + 1
        super().draw(data[start:])

    def _join(self, char: str) -> None:
        line = self.buffer[self.cursor.y]
        column = self.cursor.x - 1
        while column > 0 and not line[column].data:
            column -= 1
        if column >= 0:
            line[column] = line[column]._replace(data=line[column].data + char)

    def erase_characters(self, count: int | None = None) -> None:
        attributes = self.cursor.attrs
        if not self._erases_with_background:
            self.cursor.attrs = self.default_char
        super().erase_characters(count)
        self.cursor.attrs = attributes

    def looks(self, y: int) -> list[Look]:
        """Return the appearance of the cells of a line; "" in the second half of a wide one."""
        row = self.buffer[y]
        chars = [row[x] for x in range(self.columns)]
        looks = []
        for x, char in enumerate(chars):
            text = char.data
            if (text == "" and not (x and is_wide(chars[x - 1].data))) or (
                is_wide(text) and (x + 1 == self.columns or chars[x + 1].data != "")
            ):
                text = " "
            looks.append(look(text, tuple(char)[1:]))
        return looks


@lru_cache(4096)
def is_wide(text: str) -> bool:
    return text != "" and wcwidth(text[0]) == 2


@lru_cache(1 << 16)
def look(text: str, style: tuple[Any, ...]) -> Look:
    """Return the appearance of a cell; of a blank only what can be seen."""
    fg, bg, _bold, _italics, underlined, struck, reverse, _blink = style
    _, _, notes = fg.partition("|")
    if text == " " and not (underlined or struck or reverse):
        attributes = [word for word in notes.split(" ") if word in VISIBLE_ON_BLANK]
        link = next((word for word in notes.split(" ") if "/" in word), "")
        if not attributes:
            return Look(" ", (bg, link))
    return Look(unicodedata.normalize("NFC", text), style)


@lru_cache(1 << 16)
def style_of(style: CellStyle) -> tuple[Any, ...]:
    """Return the style of a cell as the reference shows it."""
    screen = Reference(1, 1, True)
    codes = [*sorted(style.attributes), style.foreground, style.background]
    screen.write(f"\x1b[{';'.join(code for code in codes if code)}m")
    if style.link:
        screen.write(f"\x1b]8;{style.link}\x1b\\")
    return tuple(screen.cursor.attrs)[1:]


class Difference(NamedTuple):
    """Two screens that are not the same: what is compared, where, and both sides."""

    kind: str
    y: int
    x: int
    expected: object
    found: object


class Terminals:
    """The three screens of a size."""

    def __init__(
        self, columns: int, rows: int, erases_with_background: bool, ascii_only: bool
    ) -> None:
        self.ascii_only = ascii_only
        self.screen_diff = ScreenDiff(to_ascii if ascii_only else None, erases_with_background)
        self.screen_diff.resize(columns, rows)
        self.written = Reference(columns, rows, erases_with_background)
        self.shown = Reference(columns, rows, erases_with_background)
        self.sent_characters = [0, 0]
        self.has_disputed = False

    def write(self, text: str) -> str:
        """Write a frame; return what was sent instead."""
        self.written.write(text)
        sent = self.screen_diff.translate(text)
        self.shown.write(sent)
        self.sent_characters[0] += len(text)
        self.sent_characters[1] += len(sent)
        return sent

    def resize(self, columns: int, rows: int) -> None:
        for screen in (self.written, self.shown):
            screen.resize(rows, columns)
        self.screen_diff.resize(columns, rows)

    def differences(self) -> Iterator[Difference]:
        """Yield where the screens differ."""
        dirty = sorted(self.shown.dirty | self.written.dirty)
        self.shown.dirty.clear()
        self.written.dirty.clear()
        for y in (y for y in dirty if y < self.shown.lines):
            shown = self.shown.looks(y)
            yield from self._disbelief(y, shown)
            if not (self.has_disputed or self.ascii_only):
                written = self.written.looks(y)
                if written != shown:
                    pairs = zip(written, shown, strict=True)
                    yield from (
                        Difference("written", y, x, *pair)
                        for x, pair in enumerate(pairs)
                        if pair[0] != pair[1]
                    )
        believed_position = self.screen_diff._writer.position
        position = (self.shown.cursor.y, self.shown.cursor.x)
        if believed_position and believed_position != position:
            yield Difference("cursor", *position, believed_position, position)

    def _disbelief(self, y: int, shown: list[Look]) -> Iterator[Difference]:
        """Yield the cells of a line that are not as the screen diff believes."""
        row = self.screen_diff._buffer.lines.get(y, [])
        x = 0
        while x < min(len(row), len(shown)):
            cell = row[x]
            end = x + 1
            while end < len(row) and (following := row[end]) and following[0] == "":
                end += 1
            if cell and cell[0] and has_agreed_width(cell[0]):
                expected = [look(cell[0], style_of(cell[1]))]
                if end > x + 1:
                    expected.append(look("", style_of(cell[1])))
                if shown[x:end] != expected:
                    yield Difference("believed", y, x, expected, shown[x:end])
            elif cell and cell[0]:
                drawn = unicodedata.normalize("NFC", cell[0])
                stale = [each.text for each in shown[x:end] if each.text not in (" ", "")]
                if any(char not in drawn for text in stale for char in text):
                    yield Difference("stale", y, x, cell[0], stale)
            x = end


# Frames

NARROW = (
    "abc",
    "x",
    " ",
    "   ",
    "Lucas 7",
    "┌──┐",
    "│",
    "● ○",
    "♠K 10♥",
    "→…×",
    "é",
    "Ω≤",
    "            ",
)
COMBINED = ("e\u0301te\u0301", "a\u0308", "x\u20d7y", "n\u0303")
WIDE = ("日本語", "한글", "ＡＢ", "漢", "中 文", "ｶﾅ")
DISPUTED = (
    "🎉",
    "👩\u200d👩\u200d👧",
    "☕",
    "🇫🇷",
    "👍🏽",
    "❤\ufe0f",
    "🏴\u200d☠\ufe0f",
    "1\ufe0f\u20e3",
    "क्षि",
)
COLORS = ("3{}", "9{}", "38;5;{}", "38;2;{};20;30")
ATTRIBUTES = ("1", "2", "3", "4", "5", "7", "8", "9", "21", "51", "53")
LINKS = ("id=1;https://example.org/", "id=2;file:///tmp/x")
Segment = tuple[str, str, str]  # SGR parameters, link, text


@dataclass
class Picture:
    """The screen of an app: lines of segments, some of which change from frame to frame.

    Attributes:
        words: The texts that it draws with.
        colors: False for an app that draws without colours.
    """

    dice: random.Random
    columns: int
    rows: int
    words: tuple[str, ...]
    colors: bool = True
    styles: list[tuple[str, str]] = field(default_factory=list)
    lines: list[list[Segment]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.styles = [("", ""), *(self._random_style() for _ in range(5))]
        self.resize(self.columns, self.rows)

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.lines = [self._random_line() for _ in range(rows)]

    def _random_style(self) -> tuple[str, str]:
        dice = self.dice
        codes = dice.sample(ATTRIBUTES, dice.choice((0, 0, 1, 1, 2, 3)))
        if self.colors:
            for offset in (0, 10):
                if dice.random() < 0.6:
                    prefix, _, rest = dice.choice(COLORS).partition("{}")
                    if offset:
                        prefix = {"3": "4", "9": "10"}.get(prefix, prefix.replace("38", "48"))
                    codes.append(f"{prefix}{dice.randrange(8)}{rest}")
        dice.shuffle(codes)
        return ";".join(codes), dice.choice(LINKS) if dice.random() < 0.1 else ""

    def _random_line(self) -> list[Segment]:
        """Return segments that fill a line exactly, as Textual's do."""
        segments: list[Segment] = []
        left = self.columns
        while left > 0:
            text = self.dice.choice(self.words) * self.dice.choice((1, 1, 2, 3, 5, 9))
            width = sum(cluster.width for cluster in split_clusters(text))
            if width > left:
                text, width = " " * left, left
            segments.append((*self.dice.choice(self.styles), text))
            left -= width
        return segments

    def change(self) -> None:
        """Change the picture a little or altogether."""
        dice = self.dice
        match dice.randrange(16):
            case 0:
                self.resize(self.columns, self.rows)
            case 1 | 2:  # scroll some lines
                first, last = sorted(dice.sample(range(self.rows + 1), 2))
                shift = dice.choice((1, 1, 2, -1))
                part = self.lines[first:last]
                part = (part[shift:] + part[:shift]) if part else part
                self.lines[first:last] = part
            case 3:
                self.styles[dice.randrange(1, len(self.styles))] = self._random_style()
                self.lines[dice.randrange(self.rows)] = self._random_line()
            case 4:  # another style for a line, as of a cursor in a list
                y, style = dice.randrange(self.rows), dice.choice(self.styles)
                self.lines[y] = [(*style, text) for _, _, text in self.lines[y]]
            case _:
                for _ in range(dice.choice((1, 2, 3))):
                    self.lines[dice.randrange(self.rows)] = self._random_line()

    def draw(self, lines: list[int]) -> str:
        """Return some lines as Textual writes them."""
        return "".join(f"\x1b[{y + 1};1H{self._written(self.lines[y])}" for y in lines)

    def draw_in_one(self) -> str:
        """Return the whole screen as Textual writes it after a change of layout."""
        return "\n".join(self.draw([y]) for y in range(self.rows))

    def draw_part(self) -> str:
        """Change and return a part of a line: a text of its own at a column."""
        text = self.dice.choice(self.words)
        last = max(0, self.columns - sum(cluster.width for cluster in split_clusters(text)))
        y, x = self.dice.randrange(self.rows), self.dice.randint(0, last)
        return f"\x1b[{y + 1};{x + 1}H{self._written([(*self.dice.choice(self.styles), text)])}"

    @staticmethod
    def _written(segments: list[Segment]) -> str:
        texts = []
        for codes, link, text in segments:
            styled = f"\x1b[{codes}m{text}\x1b[0m" if codes else text
            texts.append(f"\x1b]8;{link}\x1b\\{styled}\x1b]8;;\x1b\\" if link else styled)
        return "".join(texts)


OTHERS = (
    "\x1b[2J",
    "\x1b[0m\x1b[K",
    "\x1b[0m\x1b[2L",
    "\x1b[0m\x1b[M",
    "\x1b[0m\x1b[3P",
    "\x1b[0m\x1b[2@",
)


def frames(picture: Picture) -> Iterator[str]:
    """Yield frames of a picture without end."""
    dice = picture.dice
    yield picture.draw_in_one()
    while True:
        before = [list(line) for line in picture.lines]
        picture.change()
        changed = [y for y in range(picture.rows) if picture.lines[y] != before[y]]
        match dice.randrange(24):
            case 0:
                text = picture.draw_in_one()
            case 1:
                text = picture.draw_in_one() * 2
            case 2 | 3:
                text = picture.draw(changed) + picture.draw_part()
            case 4:
                text = dice.choice(OTHERS) + picture.draw_in_one()
            case _:
                text = picture.draw(changed)
        if dice.random() < 0.5:
            text = f"\x1b[?2026h{text}\x1b[?2026l"
        if dice.random() < 0.3:
            y, x = dice.randrange(picture.rows), dice.randrange(picture.columns)
            text += f"\x1b[{y + 1};{x + 1}H"
        yield text


class Screen(NamedTuple):
    """Frames on one terminal: what was tried, and the first differences of a frame."""

    frames: int
    sizes: set[tuple[int, int]]
    resizes: int
    sent_characters: tuple[int, int]
    differences: list[Difference]
    frame: str


def random_size(dice: random.Random) -> tuple[int, int]:
    (min_columns, min_rows), (max_columns, max_rows) = MIN_SIZE, MAX_SIZE
    return dice.randint(min_columns, max_columns), dice.randint(min_rows, max_rows)


def try_screen(seed: int, max_frames: int) -> Screen:
    """Show random frames on a terminal of a random kind, until two screens differ."""
    dice = random.Random(seed)
    words = dice.choice(
        (NARROW, NARROW + COMBINED, NARROW + WIDE, NARROW + COMBINED + WIDE + DISPUTED)
    )
    columns, rows = dice.choice((MIN_SIZE, MAX_SIZE, random_size(dice), random_size(dice)))
    picture = Picture(dice, columns, rows, words, colors=dice.random() < 0.8)
    terminals = Terminals(columns, rows, dice.random() < 0.5, ascii_only=dice.random() < 0.15)
    terminals.has_disputed = any(word in words for word in DISPUTED)
    sizes, resizes = {(columns, rows)}, 0
    written = frames(picture)
    for number in range(1, max_frames + 1):
        if number > 1 and dice.random() < 0.04:
            late_frame = next(written) if dice.random() < 0.5 else ""
            size = random_size(dice)
            terminals.resize(*size)
            terminals.write(late_frame)  # drawn for the size before
            picture.resize(*size)
            sizes.add(size)
            resizes += 1
            frame = picture.draw_in_one()
        else:
            frame = next(written)
        sent = terminals.write(frame)
        differences = list(terminals.differences())
        if not picture.colors and COLOR_CODE.search(sent):
            differences.append(Difference("colour", 0, 0, "none", sent))
        if terminals.ascii_only and not sent.isascii():
            differences.append(Difference("ascii", 0, 0, "ASCII", sent))
        if differences:
            break
    sent_characters = (terminals.sent_characters[0], terminals.sent_characters[1])
    return Screen(number, sizes, resizes, sent_characters, differences, frame)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare random frames with a reference terminal.")
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first screen")
    options = parser.parse_args()
    began, count, resizes, failed = time.monotonic(), 0, 0, 0
    sizes: set[tuple[int, int]] = set()
    characters = [0, 0]
    seed = options.seed
    while count < options.frames:
        screen = try_screen(seed, min(MAX_FRAMES_OF_A_SCREEN, options.frames - count))
        count += screen.frames
        resizes += screen.resizes
        sizes |= screen.sizes
        characters = [sum(pair) for pair in zip(characters, screen.sent_characters, strict=True)]
        if screen.differences:
            failed += 1
            print(f"seed {seed}, frame {screen.frames}: {len(screen.differences)} differences")
            print(*screen.differences[:4], sep="\n", flush=True)
        if count // 1000 != (count - screen.frames) // 1000:
            print(f"{count:,} frames, {time.monotonic() - began:.0f} s", flush=True)
        seed += 1
    seconds = time.monotonic() - began
    print(
        f"{count:,} frames on {seed - options.seed:,} terminals of {len(sizes):,} sizes, "
        f"{resizes:,} new sizes between, {characters[0]:,} characters written and "
        f"{characters[1]:,} sent, {count / seconds:.0f} frames a second, {failed} with differences"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
