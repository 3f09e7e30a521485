"""Terminal output: progress on one line, and no control characters from foreign text."""

import io

import pytest

from ludoscope.tui.text.sanitize import CLEAR_LINE, PrintableStream, StderrStream, show_progress


class Terminal(io.StringIO):
    """A stream that says that it is one."""

    def isatty(self) -> bool:
        return True


class Full(io.StringIO):
    """A stream that takes nothing."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def progress(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, term: str) -> str:
    """Return what two calls of `show_progress` write."""
    monkeypatch.setattr("sys.stderr", StderrStream(stream, "standard error"))
    monkeypatch.setenv("TERM", term)
    show_progress("explored 1 \x1b[2J")
    show_progress()
    return stream.getvalue()


def test_progress_takes_the_place_of_the_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    written = progress(monkeypatch, Terminal(), "xterm")
    assert written == f"{CLEAR_LINE}explored 1 \\u001b[2J{CLEAR_LINE}"


@pytest.mark.parametrize("term", ["", "dumb"])
def test_no_progress_where_lines_cannot_be_cleared(
    term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not progress(monkeypatch, Terminal(), term)


def test_no_progress_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not progress(monkeypatch, io.StringIO(), "xterm")


def test_output_that_fails_names_the_stream_and_errors_do_not_fail() -> None:
    with pytest.raises(OSError, match="No space left on device: 'standard output'"):
        PrintableStream(Full(), "standard output").write("text")
    StderrStream(Full(), "standard error").write("text")
