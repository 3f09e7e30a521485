"""Parsing of terminal input split anywhere: keys, pastes, answers; garbage is ignored."""

from codecs import getincrementaldecoder
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import case, each_of, many
from textual import events
from textual._keyboard_protocol import FUNCTIONAL_KEYS, MODIFIER_FUNCTIONAL_KEYS
from textual.message import Message

from ludoscope.tui.terminal.input_parser import (
    MAX_MOUSE_CELL,
    MAX_PASTE_CHARACTERS,
    SEQUENCE_TIMEOUT_SECONDS,
    InputDropped,
    InputParser,
)
from ludoscope.tui.terminal.input_queue import AltOrEscape

NO_KEYS = (
    *("\x1b[0n", "\x1b[3n", "\x1b[?62;4c", "\x1b[>1;10;0c", "\x1b[5;7R", "\x1b[24;80R"),
    *("\x1b[?1u", "\x1b[48;9;9;0;0t", "\x1b[?2048;2$y", "\x1b[?2026;2$y", "\x1b[8;24;80t"),
    *("\x1b]11;rgb:0000/0000/0000\x1b\\", "\x1b]52;c;cXE=\x07", "\x1bP1$r0m\x1b\\"),
    *("\x1bP>|tmux 3.4\x1b\\", "\x1b_Gi=1;OK\x1b\\", "\x1b]\x1b\\", "\x1bP\x1b\\"),
    *("\x1b[I", "\x1b[O", "\x1b[<35;5;5M", "\x1b[<0;5;5m", "\x1b[M !!", "\x1b[32;5;5M"),
    *("\x1b[" + "9" * 10_000 + "u", "\x1b[" + "1;" * 500 + "A", "\x1b[99999999999u"),
    *("\x1b[65;1A", "\x1b[113;1~", "\x1b[<99999999999;1;1M", "\x1b[<0;99999;1M", "\x1b[1;2;3;4;5q"),
)
KEYS = {
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[1;5C": "ctrl+right",
    "\x1b[15~": "f5",
    "\x1b[[A": "f1",
    "\x1b[3;5~": "ctrl+delete",
    "\x1b[Z": "shift+tab",
    "\x1b[97;5u": "ctrl+a",
    "\x1bOP": "f1",
    "\x1bz": "alt+z",
    "q": "q",
    "\r": "enter",
    "\x03": "ctrl+c",
    "\x1b[57413;;43u": "plus",
    "\x1b[57410u": "slash",
    "\x1b[57409;129;44u": "comma",
    "\x1b[57412;5u": "ctrl+minus",
    "\x1b[3$": "shift+delete",  # of rxvt, as the next two
    "\x1b[7$": "shift+home",
    "\x1b[8$": "shift+end",
}
LOCK_KEYS = {"caps_lock", "num_lock", "scroll_lock"}


def heard(*texts: str, parser: InputParser | None = None) -> list[Message]:
    parser = parser or InputParser()
    return [message for text in texts for message in parser.feed(text)]


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


def told(messages: list[Message]) -> list[tuple[str, str]]:
    """Return messages in a form that can be compared."""
    return [(type(one).__name__, getattr(one, "key", getattr(one, "text", ""))) for one in messages]


def test_unknown_sequences_produce_no_key() -> None:
    for sequence in NO_KEYS:
        with case(sequence):
            assert keys(heard(sequence, "q")) == ["q"]
            assert keys(heard(*sequence, "q")) == ["q"]


@each_of("sequence", KEYS)
def test_key_sequences_are_parsed(sequence: str) -> None:
    assert keys(heard(sequence)) == [KEYS[sequence]]
    assert keys(heard(*sequence)) == [KEYS[sequence]]
    assert keys(heard(f"{sequence}q")) == [KEYS[sequence], "q"]


def test_escape_is_a_key_if_nothing_follows() -> None:
    parser = InputParser()
    assert heard("\x1b", parser=parser) == []
    assert keys(list(parser.advance_idle_time(0.1))) == ["escape"]
    assert keys(heard("\x1b\x1b[A")) == ["escape", "up"]


def test_modifier_alone_is_no_key() -> None:
    codes = [
        code
        for code, name in FUNCTIONAL_KEYS.items()
        if name in MODIFIER_FUNCTIONAL_KEYS | LOCK_KEYS
    ]
    assert len(codes) == 17
    for code in codes:
        number = code.removesuffix("u")
        with case(number):
            assert keys(heard(f"\x1b[{number}u", f"\x1b[{number};5uq")) == ["q"]
    assert keys(heard("\x1b[57440u\x1b[57361u")) == ["mute_volume", "print_screen"]


def test_keypad_keys_type_characters() -> None:
    codes = [*range(57399, 57414), 57415, 57416]
    typed = heard(*(f"\x1b[{code}u" for code in codes))
    assert "".join(key.character for key in typed) == "0123456789./*-+=,"
    assert all(key.is_printable for key in typed)


@each_of("character", "XPO]^_")
def test_escape_and_the_start_of_a_sequence_are_two_keys(character: str) -> None:
    parser = InputParser()
    found = [*heard("\x1b", character, parser=parser)]
    found += parser.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS)
    escape, key = found[0].escape_and_key if isinstance(found[0], AltOrEscape) else found
    assert (escape.key, key.character) == ("escape", character)
    assert keys(heard("q", parser=parser)) == ["q"]


@each_of("beginning", ["\x1b[", "\x1b[1;", "\x1b]0;", "\x1bPx"])
def test_incomplete_sequence_is_dropped(beginning: str) -> None:
    parser = InputParser()
    assert heard(beginning, parser=parser) == []
    assert list(parser.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS)) == []
    assert keys(heard("q", parser=parser)) == ["q"]


@each_of("cut", range(1, 9))
def test_terminal_answer_within_a_paste_is_removed(cut: int) -> None:
    answers = []
    parser = InputParser(lambda: answers.append(1))
    line = "\x1b[200~ludoscope lucas-07\x1b[0n 1: 5,4:S\x1b[201~q"
    at = line.index("\x1b[0n")
    pieces = (line[: at + cut % 4], line[at + cut % 4 : -cut], line[-cut:])
    found = heard(*pieces, parser=parser)
    assert told(found) == [("Paste", "ludoscope lucas-07 1: 5,4:S"), ("Key", "q")]
    assert answers == [1]
    assert not parser.is_pasting


def test_sequences_within_a_paste_are_ignored() -> None:
    for sequence in (one for one in NO_KEYS if one != "\x1b[0n" and one != "\x1b[3n"):
        found = heard("\x1b[200~a", sequence, "b\x1b[201~")
        assert told(found) == [("Paste", f"a{sequence}b")]


def test_too_long_paste_is_refused_with_a_message() -> None:
    most = heard("\x1b[200~", "x" * MAX_PASTE_CHARACTERS, "\x1b[201~")
    assert told(most) == [("Paste", "x" * MAX_PASTE_CHARACTERS)]
    [refused] = heard("\x1b[200~", *["x" * 4096] * (MAX_PASTE_CHARACTERS // 4096), "y", "\x1b[201~")
    assert isinstance(refused, InputDropped)
    assert refused.message == "A paste of 262,145 characters was dropped: the limit is 262,144."


def test_unfinished_paste_is_bounded() -> None:
    parser = InputParser()
    for _ in range(3 * MAX_PASTE_CHARACTERS // 4096):
        assert heard("x" * 4096, parser=parser) == [] or not parser.is_pasting
        if not parser.is_pasting:
            assert heard("\x1b[200~", parser=parser) == []
    assert sum(map(len, parser._pasted or [])) <= MAX_PASTE_CHARACTERS


def test_ctrl_c_ends_an_unfinished_paste() -> None:
    parser = InputParser()
    assert heard("\x1b[200~abc", "\x03", parser=parser) == []
    [said] = parser.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS)
    assert isinstance(said, InputDropped)
    assert keys(heard("q", parser=parser)) == []
    assert [type(one) for one in parser.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS)] == [
        InputDropped
    ]
    assert keys(heard("\x03", parser=parser)) == ["ctrl+c"]
    assert keys(heard("q", parser=parser)) == ["q"]


@each_of(
    ("sequence", "name"),
    [("\x1b[99;5u", "ctrl+c"), ("\x1b[99;69u", "ctrl+c"), ("\x1b[113;5u", "ctrl+q")],
)
def test_quit_key_of_the_kitty_protocol_ends_an_unfinished_paste(sequence: str, name: str) -> None:
    left_control = "\x1b[57442;5u"
    for pieces in ([sequence], [left_control, sequence], [left_control + sequence]):
        parser = InputParser()
        assert heard("\x1b[200~abc\x1b[20", parser=parser) == []
        assert len([*parser.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS)]) == 1
        assert keys(heard(*pieces, "q", parser=parser)) == [name, "q"]
        assert not parser.is_pasting


def test_modifier_does_not_disturb_a_paste_that_goes_on() -> None:
    parser = InputParser()
    assert heard("\x1b[200~abc", parser=parser) == []
    assert len([*parser.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS)]) == 1
    assert told(heard("\x1b[57441;2u", "def\x1b[201~", parser=parser)) == [("Paste", "abcdef")]


def test_mouse_reports_beyond_any_screen_are_ignored() -> None:
    [moved] = heard(f"\x1b[<35;{MAX_MOUSE_CELL};7M")
    assert isinstance(moved, events.MouseMove)
    assert heard(f"\x1b[<35;{MAX_MOUSE_CELL + 1};7M") == []


PIECES = st.sampled_from([*NO_KEYS[:-8], *KEYS, "\x1b[200~", "\x1b[201~", "\x1b", "é", "♠", "\x00"])


@settings(max_examples=many(200), deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=12), st.lists(st.integers(1, 20)))
def test_parsing_does_not_depend_on_chunks(parts: list[str], sizes: list[int]) -> None:
    text = "".join(parts)
    pieces, at = [], 0
    for size in sizes:
        pieces.append(text[at : at + size])
        at += size
    whole, cut = InputParser(), InputParser()
    assert told(heard(text, parser=whole)) == told(heard(*pieces, text[at:], parser=cut))


STREAMS = (  # bytes of a terminal: UTF-8 complete and cut, keys of all protocols, mouse, pastes
    "é♠日👩\u200d👧".encode(),
    b"a\xe2\x99\x1b[A\xf0\x9f\x8e\x1bOP\xc3q\xff\xfe\x80z\xed\xa0\x80",
    "\x1b[<0;5;5M\x1b[<0;5;5m\x1b[<64;1;1M\x1b[M !!é\x1b[<35;9;9M".encode(),
    b"\x1b[97;5u\x1b[97:65;2u\x1b[57441;1:3u\x1b[27;5;9~\x1b[1;5C\x1b[15~\x1b[[A\x1b[Z",
    "\x1b[200~é日\x1b[A\x1b[0n\x1b[20\x1b[201~\x1b[200~\x1b[201~q".encode(),
    b"\x1b]11;rgb:0/0/0\x1b\\\x1bP1$r0m\x1b\\q\x1b_Gi=1;OK\x1b\\\x1bXa\x07\x1b]0;x\x1b[Bz",
    b"\x1b[0n\x1b[3n\x1b[?2026;2$y\x1b[I\x1b[O\x1b[5;7R\x1b[?62;4c\x1b[48;9;9;0;0t",
    "\x1b\x1b[A\x1bz\x1b\x1b\x1bO\x1b[1;\x1bé\x1b\x03\x1b[1\x00Aq\x1bO\rz".encode(),
    b"\x1b[M\x1b[27;5;9~q\x1b[M!\x1b[A\x1b[M!!\x1bz\x1b[[\x1b[B",
)


def heard_of_bytes(*pieces: bytes) -> list[tuple[str, str]]:
    decode = getincrementaldecoder("utf-8")(errors="ignore").decode
    parser = InputParser()
    found = [message for piece in pieces for message in parser.feed(decode(piece))]
    return told([*found, *parser.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS)])


@each_of("stream", STREAMS)
def test_events_do_not_depend_on_where_bytes_are_split(stream: bytes) -> None:
    whole = heard_of_bytes(stream)
    assert whole
    assert heard_of_bytes(*(bytes([byte]) for byte in stream)) == whole
    for at in range(1, len(stream)):
        assert heard_of_bytes(stream[:at], stream[at:]) == whole, at


@each_of("cut", ["\x1b[M", "\x1b[M!", "\x1b[M!!", "\x1b[[", "\x1b[", "\x1bO", "\x1b[1;"])
def test_key_after_a_cut_sequence_is_heard(cut: str) -> None:
    assert keys(heard(f"{cut}\x1b[Aq")) == ["up", "q"]
    assert keys(heard(*f"{cut}\x1b[Aq")) == ["up", "q"]


@pytest.mark.long
@pytest.mark.parametrize("stream", STREAMS)
def test_events_do_not_depend_on_where_bytes_are_split_twice(stream: bytes) -> None:
    whole = heard_of_bytes(stream)
    for at, second in combinations(range(1, len(stream)), 2):
        assert heard_of_bytes(stream[:at], stream[at:second], stream[second:]) == whole
