"""Painting of Textual's output: its own widgets, wide characters, escape sequences."""

import os
import random
import re
import subprocess
import sys
from typing import ClassVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from many import each_of, first_of, many
from rich.cells import cell_len
from stock import Terminals, connect, row
from textual import widgets
from textual._border import BORDER_CHARS
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.filter import LineFilter
from textual.screen import ModalScreen

from ludoscope.tui.terminal.cells import split_clusters
from ludoscope.tui.terminal.no_color import replace_color_filters
from ludoscope.tui.terminal.screen_diff import (
    HIDE_CURSOR,
    SHOW_CURSOR,
    SYNC_END,
    SYNC_START,
    ScreenDiff,
)
from ludoscope.tui.text.ascii_text import to_ascii

WORDS = ["plain", "日本語", "e\u0301te\u0301", "한글 x", "→…×", "a\tb", "ＡＢ", "é"]
EMOJI = ["🎉", "👩\u200d👩\u200d👧", "☕ tea", "🇫🇷", "👍🏽"]  # that terminals disagree about
SGR = re.compile(r"\x1b\[([0-9;]*)m")
KEYS = ["up", "down", "left", "right", "tab", "enter", "pagedown", "home", "x", "日", "backspace"]


class Over(ModalScreen[None]):
    BINDINGS: ClassVar = [("escape", "dismiss", "back")]
    CSS = "Over { align: center middle; } Over Static { width: 21; border: round green; }"

    def compose(self) -> ComposeResult:
        yield widgets.Static("日本 half of what is below is hidden")


class Stock(App[None]):
    """Textual's own widgets with `words` in them."""

    CSS = "VerticalScroll > * { max-height: 6; } Horizontal > * { width: 1fr; }"
    BINDINGS: ClassVar = [("f2", "over", "over"), ("f3", "note", "note")]

    def __init__(self, words: list[str], theme: str = "ansi-dark") -> None:
        super().__init__(ansi_color=theme.startswith("ansi"))
        self.theme = theme
        self.words = words * 3

    def get_line_filters(self) -> list[LineFilter]:
        return replace_color_filters(super().get_line_filters())

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield widgets.DataTable(cursor_type="row")
            with Horizontal():
                yield widgets.OptionList(*self.words)
                yield widgets.Tree("root")
            yield widgets.Input(self.words[1])
            with Horizontal():
                yield widgets.Checkbox(self.words[2], True)
                yield widgets.RadioSet(*self.words[:2])
                yield widgets.Switch(True)
            yield widgets.Select([(word, at) for at, word in enumerate(self.words)])
            yield widgets.Tabs(*self.words[:3])
            yield widgets.ProgressBar(100)
            yield widgets.Sparkline([1, 2, 3, 5, 9])
            yield widgets.Rule(line_style="heavy")
            yield widgets.Digits("12:34")
        yield widgets.Footer()

    def on_mount(self) -> None:
        table = self.query_one(widgets.DataTable)
        table.add_columns(*self.words[:3])
        for word in self.words:
            table.add_row(word, word[::-1] if word.isascii() else "x", f"y{word}z")
        tree = self.query_one(widgets.Tree)
        for word in self.words:
            tree.root.add(word)
        tree.root.expand()
        self.query_one(widgets.ProgressBar).update(progress=40)

    def action_over(self) -> None:
        self.push_screen(Over())

    def action_note(self) -> None:
        self.notify(" ".join(self.words))


async def use(app: App[None], terminals: Terminals, keys: list[str], check) -> None:
    async with app.run_test(size=(50, 30)) as pilot:
        await pilot.pause()
        check()
        for key in keys:
            await pilot.press(key)
            check()
        terminals.resize(37, 20)
        await pilot.resize_terminal(37, 20)
        await pilot.pause()
        check()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["textual-dark", "ansi-dark"])
async def test_wide_characters(monkeypatch: pytest.MonkeyPatch, theme: str) -> None:
    terminals = Terminals(50, 30)
    differences = connect(monkeypatch, terminals)

    def check() -> None:
        assert differences() == []

    keys = [*random.Random(theme).choices(KEYS, k=25), "f2", "escape", "f3", "tab", "down"]
    await use(Stock(WORDS, theme), terminals, keys, check)
    assert terminals.sent[1] < terminals.sent[0] / 4


# What is written, whoever writes it

WIDTH, HEIGHT = 16, 4
MAX_LINE_WIDTH = 8  # of two texts; as Textual's, they end before the edge
PLACES = st.builds(
    "\x1b[{};{}H".format, st.integers(1, HEIGHT), st.integers(1, WIDTH - MAX_LINE_WIDTH + 1)
)
INKS = st.sampled_from(
    ["\x1b[0m", "\x1b[31m", "\x1b[1;44m", "\x1b[7m", "\x1b[38;2;1;2;3m", "\x1b[4m"]
)
TEXTS = st.sampled_from(["ab", " ", "日", "x", "♠", "한글", "e\u0301", "   "])
OTHERS = st.sampled_from(["\x1b]0;title\x07", "\x1b[5n", "\r", "\b", "\x1b[A", "\x1b[2B", "\x1b[C"])
ERASED = st.sampled_from(["K", "2J", "1K", "2X", "L", "P", "@"]).map("\x1b[0m\x1b[{}".format)
PIECES = st.one_of(
    OTHERS, ERASED, st.sampled_from(["\x1b[", "\x1b]", "\x1bP", "\x1b", "m", "H", "♠日"])
)
LINES = st.builds("{}{}{}{}".format, PLACES, INKS, TEXTS, TEXTS)
NARROW = st.builds("{}{}{}".format, PLACES, INKS, st.sampled_from(["ab", " ", "x", "♠", "   "]))
WRITES = st.lists(st.one_of(LINES, OTHERS), max_size=6).map("".join)


@settings(max_examples=many(150), deadline=None)
@given(st.lists(WRITES, max_size=5))
@example(["\x1b[1;1H日x", "\x1b[1;2Hab"])
@example(["\x1b[1;1H日本", "\x1b[1;2H한", "\x1b[1;1H日本"])
def test_screen_equals_the_written_output(writes: list[str]) -> None:
    terminals = Terminals(WIDTH, HEIGHT)
    for write in writes:
        terminals.write(write)
        assert terminals.differences() == []


@settings(max_examples=many(150), deadline=None)
@given(st.lists(st.one_of(NARROW, ERASED, OTHERS), max_size=12))
@example(["\x1b[3;1H\x1b[0mab", "\x1b[0m\x1b[L", "\x1b[2B", "\x1b[0m\x1b[K"])
@example(["\x1b[3;1H\x1b[0mab", "\x1b[2B", "\x1b[A", "\x1b[0m\x1b[1K"])
def test_erase_and_shift_sequences_are_applied(writes: list[str]) -> None:
    terminals = Terminals(WIDTH, HEIGHT)
    for write in writes:
        terminals.write(write)
        assert terminals.differences() == []


@settings(max_examples=many(50), deadline=None)
@given(st.lists(st.one_of(NARROW, OTHERS)).map("".join), st.lists(st.integers(1, 9)))
@example("a\x1b]0;title\x07b\x1b]52;c;eA==\x1b\\c\x1b[31md", [1] * 40)
def test_output_does_not_depend_on_chunks(text: str, sizes: list[int]) -> None:
    whole, cut = Terminals(WIDTH, HEIGHT), Terminals(WIDTH, HEIGHT)
    whole.write(text)
    at = 0
    for size in sizes:
        cut.paint(text[at : at + size])
        at += size
    cut.paint(text[at:])
    for y in range(HEIGHT):
        assert row(cut.ours, y) == row(whole.ours, y)


@settings(max_examples=many(200), deadline=None)
@given(st.lists(st.text(max_size=9) | PIECES).map("".join), st.booleans())
@example("\x1b[" + "9" * 5000 + "H\x1b[" + "9" * 5000 + "mx\x1b[38;5m\x1b[4:3;;1ma", False)
@example("a\x1b[3=1mb", False)
def test_random_output_never_fails(text: str, ascii_only: bool) -> None:
    screen_diff = ScreenDiff(to_ascii if ascii_only else None)
    for _ in range(2):
        sent = screen_diff.translate(text)
        assert sent.isascii() or not ascii_only


def place(y: int, x: int) -> str:
    return f"\x1b[{y};{x}H"


def test_synchronized_update_marks_are_kept() -> None:
    screen_diff = ScreenDiff()
    assert screen_diff.translate(f"{place(1, 1)}ab") == "\x1b[m\x1b[Hab"
    assert screen_diff.translate(SYNC_START) == ""
    assert screen_diff.translate(f"{place(1, 1)}ac") == f"{SYNC_START}{place(1, 2)}c{SYNC_END}"
    assert screen_diff.translate(f"{place(1, 1)}ac") == ""
    assert screen_diff.translate(place(2, 1)) == "\x1b[2H", "the cursor alone is no frame"
    assert screen_diff.translate(SYNC_END) == ""
    assert screen_diff.translate(f"{place(1, 1)}ad") == f"{place(1, 2)}d"


def test_the_cursor_is_where_textual_leaves_it() -> None:
    """Braille displays and input methods follow it, also while it is hidden."""
    screen_diff = ScreenDiff()
    assert screen_diff.translate(f"{place(3, 3)}a{place(1, 1)}") == f"\x1b[m{place(3, 3)}a\x1b[H"
    assert screen_diff.translate(f"{place(3, 3)}b{place(2, 7)}") == f"{place(3, 3)}b{place(2, 7)}"
    assert screen_diff.translate(f"{place(3, 3)}b{place(2, 7)}") == ""
    assert screen_diff.translate(f"{place(3, 3)}b{place(2, 8)}") == "\x1b[C"


def test_a_shown_cursor_is_hidden_while_a_frame_is_written() -> None:
    screen_diff = ScreenDiff()
    screen_diff.shows_cursor = True
    shown = screen_diff.translate(f"{SYNC_START}{place(3, 3)}a{place(1, 1)}")
    frame = f"\x1b[m{place(3, 3)}a\x1b[H"
    assert shown == f"{SYNC_START}{HIDE_CURSOR}{frame}{SHOW_CURSOR}{SYNC_END}"
    assert screen_diff.translate(place(2, 1)) == "\v", "it only moves"


@each_of(
    "sequence",
    [
        "\x1b]52;c;b25l\a",
        "\x1b]0;title\x1b\\",
        "\a",
        "\x1b]22;pointer\a",
        "\x1b[>1u",
        "\x1b[?1003h",
    ],
)
def test_other_sequences_are_passed_through(sequence: str) -> None:
    screen_diff = ScreenDiff()
    screen_diff.translate(f"{place(1, 1)}ab")
    assert screen_diff.translate(sequence) == sequence
    assert screen_diff.translate(f"{place(1, 1)}ab") == ""


@each_of("sequence", ["\x1b[?1049h", "\x1bc", "\x1bPq#0~\x1b\\", "\x1b[2J", "\x1b[3S"])
def test_unknown_screen_changes_invalidate_the_buffer(sequence: str) -> None:
    screen_diff = ScreenDiff()
    first = screen_diff.translate(f"{place(1, 1)}ab")
    assert screen_diff.translate(sequence).endswith(sequence)
    assert screen_diff.translate(f"{place(1, 1)}ab") == first


def test_resize_and_invalidate_send_everything_again() -> None:
    screen_diff = ScreenDiff()
    first = screen_diff.translate(f"{place(1, 1)}ab")
    screen_diff.invalidate()
    assert screen_diff.translate(f"{place(1, 1)}ab") == first
    screen_diff.resize(2, 1)
    assert screen_diff.translate(f"{place(1, 1)}ab\n{place(2, 1)}outside") == first
    assert screen_diff.translate(f"{place(1, 2)}日") == ""  # half of it would be outside


def test_late_frame_for_a_wider_terminal_is_harmless() -> None:
    """The cursor does not go beyond the last column, from where steps would be counted."""
    terminals = Terminals(20, 2)
    terminals.write("".join(f"{place(y, 1)}{'#' * 20}" for y in (1, 2)))
    terminals.resize(10, 2)
    terminals.write(f"{place(1, 16)}late{place(2, 16)}late")
    red, green = "\x1b[31m", "\x1b[32m"
    terminals.write(f"{place(1, 1)}{red}{'a' * 10}{place(2, 1)}{green}{'b' * 9}{red}c")
    assert terminals.differences() == []


def test_late_frame_for_a_higher_terminal_does_not_scroll() -> None:
    """The cursor does not go below the last line, where a step down would scroll."""
    terminals = Terminals(10, 4)
    terminals.resize(10, 3)
    for text in ("#" * 10, "late"):
        terminals.paint("".join(place(y, 1) + text for y in range(1, 5)) + place(4, 4))
    terminals.paint("".join(f"{place(y, 1)}line {y}" for y in range(1, 4)) + place(3, 4))
    assert terminals.ours.display == ["line 1####", "line 2####", "line 3####"]


@each_of("cluster", EMOJI)
def test_ambiguous_widths_misplace_nothing(cluster: str) -> None:
    screen_diff = ScreenDiff()
    text = cluster.split()[0]
    width = cell_len(text)
    sent = screen_diff.translate(f"{place(1, 1)}{text}ab")
    erased = f"\x1b[{width}X"  # for terminals that give it fewer cells
    assert sent == f"\x1b[m\x1b[H{erased}{text}{place(1, width + 1)}ab"
    assert screen_diff.translate(f"{place(1, 1)}{text}ac") == (
        f"\x1b[H{erased}{text}{place(1, width + 1)}ac"
    )
    plainly = ScreenDiff(to_ascii)
    assert plainly.translate(f"{place(1, 1)}{text}ab").endswith("ab")


@each_of("cluster", EMOJI)
def test_cells_behind_an_ambiguous_width_are_sent_again(cluster: str) -> None:
    """A terminal that gives the cluster more cells has overwritten them."""
    screen_diff = ScreenDiff()
    text = cluster.split()[0]
    screen_diff.translate(f"{place(1, 1)}0123456789abcdefghij")
    sent = screen_diff.translate(f"{place(1, 1)}{text}")
    overwritten = "23456789abcdefghij"[: 2 * len(text) - 2]
    assert sent.endswith(f"{text}{place(1, 3)}{overwritten}" if overwritten else text)


def test_links_are_kept() -> None:
    screen_diff = ScreenDiff()
    begin, end = "\x1b]8;id=1;https://x\x1b\\", "\x1b]8;;\x1b\\"
    link = f"{begin}\x1b[31mhere\x1b[0m{end}"
    assert screen_diff.translate(f"{place(1, 1)}{link} and") == (
        f"\x1b[m\x1b[5G and{begin}\x1b[31m\x1b[Hhere{end}".replace("\x1b[5G", place(1, 5))
    )
    assert screen_diff.translate(f"{place(1, 1)}{link} and") == ""


# Poor terminals


@pytest.mark.long
@first_of("theme", ["ansi-dark", "textual-dark"])
async def test_output_is_ascii_whatever_a_widget_draws(
    monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    terminals = Terminals(50, 30, ascii_only=True)
    connect(monkeypatch, terminals)

    def check() -> None:
        assert "".join(terminals.painted).isascii()
        for wanted, found in zip(terminals.stock.display, terminals.ours.display, strict=True):
            cells = [
                char
                for cluster, width in split_clusters(wanted)
                for char in [cluster, *"?"][:width]
            ]
            pairs = zip(cells, found, strict=True)
            assert all(shown == char for char, shown in pairs if char.isascii() and char != "?")

    keys = [*random.Random(theme).choices(KEYS, k=12), "f2", "escape", "f3", "tab"]
    await use(Stock(WORDS, theme), terminals, keys, check)
    assert terminals.screen_diff.translate("\x1b]0;título\a") == "\x1b]0;t?tulo\a"


def test_every_character_of_textual_has_an_ascii_form() -> None:
    borders = {char for lines in BORDER_CHARS.values() for line in lines for char in line}
    drawn = {char for line in borders for char in line}
    drawn |= set("▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐▔▕━╸╺●▶▼▲◀•…✔✘⣿⠁")
    assert "?" not in to_ascii("".join(sorted(drawn)))


@pytest.mark.long
async def test_list_cursor_is_visible_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    terminals = Terminals(50, 30)
    connect(monkeypatch, terminals)
    monkeypatch.setenv("NO_COLOR", "1")
    app = Stock(WORDS)
    async with app.run_test(size=(50, 30)) as pilot:
        await pilot.press("tab", "down", "f3")
        await pilot.pause()
        reversed_ = [terminals.ours.buffer[y][1].reverse for y in range(5)]
        assert reversed_[1:4] == [False, True, False]
    sent = "".join(terminals.painted)
    colours = [code for codes in SGR.findall(sent) for code in codes.split(";") if code]
    assert "7" in colours
    assert not [code for code in colours if code[:1] in "349" and len(code) > 1]


def test_nearest_change_is_written_next_and_long_blanks_are_erased() -> None:
    terminals = Terminals()
    terminals.write("".join(f"\x1b[{y};1H{'.' * 60}" for y in (5, 6, 7)))
    edges = [f"\x1b[{y};10H|\x1b[{y};30H|" for y in (5, 6, 7)]
    terminals.write("".join(edges))
    assert terminals.painted[-1].count("\b") == 4, "down one edge, then down the other"
    terminals.write("\x1b[3;5Hwhat is to go, in a line")
    terminals.write(f"\x1b[3;5H{' ' * 24}")
    assert terminals.painted[-1].endswith("\x1b[3;5H\x1b[24X")
    assert not terminals.differences()


@pytest.mark.parametrize("erases_with_background", [True, False])
def test_background_is_erased_if_the_terminal_supports_it(erases_with_background: bool) -> None:
    screen_diff = ScreenDiff(erases_with_background=erases_with_background)
    screen_diff.translate(f"{place(1, 1)}\x1b[44m{'a' * 12}{' ' * 12}{'a' * 12}z")
    sent = screen_diff.translate(f"{place(1, 1)}\x1b[44m{' ' * 36}")
    assert sent == (
        "\x1b[H\x1b[36X" if erases_with_background else f"\x1b[H{' ' * 12}\x1b[12C{' ' * 12}"
    )
    assert screen_diff.translate(f"{place(1, 1)}\x1b[44m{' ' * 36}") == ""


@first_of(("kind", "tinted"), [("xterm-256color", True), ("screen", False), ("no such", False)], 2)
def test_background_erase_support_is_read_from_terminfo(kind: str, tinted: bool) -> None:
    code = "from ludoscope.tui.terminal.diff_driver import *; print(erases_with_background())"
    told = subprocess.check_output([sys.executable, "-c", code], env={**os.environ, "TERM": kind})
    assert told == f"{tinted}\n".encode()
