"""Sanitized text: nothing that controls a terminal, whatever the streams are."""

import io
import json
import os
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoscope.tui.text.sanitize import (
    SUBSTITUTES,
    PrintableStream,
    StderrStream,
    _open_closed_descriptors,
    escape_controls,
    sanitized_streams,
    show_progress,
    silence,
    substitute_non_ascii,
    substitute_unencodable,
)

DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
DIRECTION_MARKS = "\u061c\u200e\u200f"  # of Arabic letters, left to right, right to left


def controls_a_terminal(character: str) -> bool:
    """Return True for a control, a separator of lines or a mark of direction."""
    return character != "\n" and (
        unicodedata.category(character) in ("Cc", "Zl", "Zp")
        or unicodedata.bidirectional(character) in DIRECTIONS
        or character in DIRECTION_MARKS
    )


def test_every_character_of_unicode_is_escaped_or_left_alone() -> None:
    planes = (*range(0x20000), *range(0xE0000, 0xE1000))  # the others have ideographs or nothing
    characters = list(map(chr, planes))
    escaped = [
        f"\\u{ord(character):04x}" if controls_a_terminal(character) else character
        for character in characters
    ]
    assert escape_controls("".join(characters)) == "".join(escaped)


def test_an_escape_is_one_of_json() -> None:
    text = "a\x1b[2J\u202eb\nc\x00"
    assert escape_controls(text) == "a\\u001b[2J\\u202eb\nc\\u0000"
    assert json.loads(f'"{escape_controls(text.replace(chr(10), " "))}"') == text.replace("\n", " ")


def test_substitutes_are_printable_ascii() -> None:
    for character, substitute in SUBSTITUTES.items():
        assert substitute_non_ascii(f"a{character}b") == f"a{substitute}b"
        assert substitute.isascii()
        assert substitute.isprintable()
    assert substitute_non_ascii("6♣ → 7♥, ●○ é…") == "6C -> 7H, x. e..."
    assert substitute_non_ascii("日本 plain") == "?? plain"


def test_a_stream_writes_substitutes_for_what_it_cannot_encode() -> None:
    for encoding, new_encoding, expected in (
        ("ascii", None, b"6C ?"),
        ("latin-1", None, b"6C ?"),
        ("utf-8", None, "6♣ 日".encode()),
        ("utf-8", "ascii", b"6C ?"),
    ):
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding=encoding)
        substitute_unencodable(stream, new_encoding)
        stream.write("6♣ 日")
        stream.flush()
        assert raw.getvalue() == expected
    substitute_unencodable(io.StringIO())  # knows no encoding


def test_a_printable_stream_is_the_stream_but_for_what_is_written() -> None:
    bare = io.StringIO()
    stream = PrintableStream(bare, "standard output")
    assert stream.write("\x1b[2J") == len("\x1b[2J")
    assert bare.getvalue() == "\\u001b[2J"
    assert stream.bare is bare
    assert stream.isatty() is False
    assert stream.getvalue() == bare.getvalue()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_stream_that_failed_is_named_once_and_then_silent() -> None:
    for fail in (
        lambda stream: stream.flush(),
        lambda stream: stream.write("x" * io.DEFAULT_BUFFER_SIZE * 2),
    ):
        with open("/dev/full", "w", encoding="utf-8") as full:
            stream = PrintableStream(full, "standard output")
            stream.write("text")
            with pytest.raises(OSError) as error:
                fail(stream)
            assert error.value.filename == "standard output"
            stream.write("more")
            stream.flush()
        with open("/dev/full", "w", encoding="utf-8") as full:
            errors = StderrStream(full, "standard error")
            errors.write("text")
            fail(errors)
            errors.write("more")
            full.flush()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no list of open files here")
def test_a_silenced_stream_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "written"
    with path.open("w", encoding="utf-8") as stream:
        opened = len(os.listdir("/dev/fd"))
        stream.write("before")
        silence(stream)
        stream.write("after")
        stream.flush()
        assert len(os.listdir("/dev/fd")) == opened
    assert path.read_text(encoding="utf-8") == ""
    silence(io.StringIO())  # without a file


def test_the_standard_streams_are_sanitized_for_a_while(
    capfd: pytest.CaptureFixture[str],
) -> None:
    streams = sys.stdin, sys.stdout, sys.stderr

    def fail() -> None:
        with sanitized_streams():
            print("out \x1b[2J")
            print("err \x1b[2J", file=sys.stderr)
            assert isinstance(sys.stdout, PrintableStream)
            assert isinstance(sys.stderr, StderrStream)
            assert not isinstance(sys.stdout, StderrStream)
            assert sys.stdin is streams[0]
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    captured = capfd.readouterr()
    assert captured.out == "out \\u001b[2J\n"
    assert captured.err == "err \\u001b[2J\n"


def test_streams_that_python_lacks_are_those_of_the_descriptors(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    with sanitized_streams():
        assert sys.stdin.fileno() == 0
        print("out")
        print("err", file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
        sys.stdin.close()
        sys.stdout.close()
        sys.stderr.close()
    for descriptor in range(3):
        os.fstat(descriptor)  # closing the streams leaves the descriptors open
    assert capfd.readouterr() == ("out\n", "err\n")
    assert (sys.stdin, sys.stdout, sys.stderr) == (None, None, None)


def test_streams_without_an_encoding_for_a_character_write_substitutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    streams = {name: io.TextIOWrapper(io.BytesIO(), "ascii") for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    with sanitized_streams():
        print("6♣")
        print("6♥", file=sys.stderr)
    for stream, expected in zip(streams.values(), (b"6C\n", b"6H\n"), strict=True):
        stream.flush()
        assert stream.buffer.getvalue() == expected


def in_a_child(check: Callable[[], bool]) -> bool:
    """Return the result of a check in a forked process."""
    child = os.fork()
    if not child:
        try:
            os._exit(not check())
        finally:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2), ()])
def test_a_closed_stream_cannot_become_a_file_that_is_opened(closed: tuple[int, ...]) -> None:
    def check() -> bool:
        for descriptor in closed:
            os.close(descriptor)
        open_files = {number: os.fstat(number) for number in {0, 1, 2}.difference(closed)}
        _open_closed_descriptors()
        null = os.stat(os.devnull).st_rdev
        if any(os.fstat(number) != status for number, status in open_files.items()):
            return False
        for descriptor in closed:
            if os.fstat(descriptor).st_rdev != null or not os.get_inheritable(descriptor):
                return False
            try:
                if descriptor:
                    os.write(descriptor, b"text")
                else:
                    os.read(descriptor, 1)
            except OSError:
                continue
            return bool(descriptor == 2)  # what is written to standard error is lost
        return True

    assert in_a_child(check)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_closed_streams_are_opened_before_a_command_runs() -> None:
    def check() -> bool:
        os.close(1)
        with sanitized_streams():
            return os.fstat(1).st_rdev == os.stat(os.devnull).st_rdev

    assert in_a_child(check)


def test_progress_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    stream = Terminal(io.BytesIO(), "utf-8")
    monkeypatch.setattr(sys, "stderr", StderrStream(stream, "standard error"))
    monkeypatch.setenv("TERM", "xterm")
    show_progress("explored 1")
    assert stream.buffer.getvalue().endswith(b"explored 1")
