"""Odd terminals and surroundings: sizes that are none, floods, answers nobody asked for."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
from types import SimpleNamespace

import pytest
from many import first_of

from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END
from ludoscope.tui.terminal.driver import HardenedDriver
from ludoscope.tui.terminal.input_parser import MAX_PASTE_CHARACTERS
from ludoscope.tui.terminal.message_limiter import MAX_PENDING_MESSAGES
from ludoscope.tui.terminal.size_limits import MAX_COLUMNS, MAX_ROWS

FLOOD = 20_000  # keys
NEXT_LINES = re.compile(rb"\x1b\[[0-9]+H|\x0b")  # below the first one
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (300 << 20,) * 2)
from ludoscope.tui.start import main
sys.exit(main())
"""
LARGEST_STYLES = (  # that a user's stylesheet may ask for
    "width: 1000; height: 1000",
    "width: 10fr; height: 10fr; padding: 1000",
    "width: 200%; height: 200%; min-width: 1000; min-height: 1000; margin: 1000",
    "width: auto; height: auto; padding: 1000; margin: 1000; border: heavy red; offset: -1000 1000",
    "layout: grid; grid-size: 20 20; grid-gutter: 20; column-span: 20; row-span: 20; padding: 1000",
    "scrollbar-size: 1000 1000; overflow: scroll; line-pad: 1000; hatch: cross red",
)
UNBLOCKED = """
import os, sys
from ludoscope.tui.start import main
os.set_blocking(0, False)
sys.exit(main())
"""


def flood(terminal, data):
    """Write a text completely while reading what comes back."""
    os.set_blocking(terminal.descriptor, False)
    try:
        while data:
            reads, writes, _ = select.select([terminal.descriptor], [terminal.descriptor], [], 1)
            if writes:
                data = data[os.write(terminal.descriptor, data[:1024]) :]
            if reads:
                terminal.read()
    finally:
        os.set_blocking(terminal.descriptor, True)


def played(start, **options):
    terminal = start("play", "hexapawn-5x5", **options)
    terminal.see(r"\bmove 0 ")
    return terminal


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [
        ((80, 24), (80, 24)),
        ((500, 200), (500, 200)),
        ((65535, 65535), (MAX_COLUMNS, MAX_ROWS)),
        ((0, 0), (80, 24)),
    ],
)
def test_the_size_is_the_terminal_s_own_and_bounded(monkeypatch, asked, drawn):
    monkeypatch.setenv("COLUMNS", "99999999")
    monkeypatch.setenv("LINES", "99999999")
    ours, theirs = pty.openpty()
    terminal = SimpleNamespace(_file=os.fdopen(theirs, "w"))
    try:
        termios.tcsetwinsize(ours, (asked[1], asked[0]))
        assert HardenedDriver._get_terminal_size(terminal) == drawn
    finally:
        os.close(ours)
        terminal._file.close()


@pytest.mark.long
def test_exported_sizes_and_a_locale_that_is_not_installed_are_not_believed(start):
    exported = {"COLUMNS": "99999999", "LINES": "7", "LC_ALL": "xx_XX.UTF-8"}
    terminal = played(start, env=exported)
    terminal.see("esc back", "╯")
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0


@pytest.mark.long
def test_input_that_does_not_wait(start):
    terminal = played(start, program=("-c", UNBLOCKED))
    terminal.press(":")
    terminal.see("⏎ play")
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0


@first_of("shut", ["| cat", "<&-", "</dev/null", ">/dev/null"])
def test_without_a_terminal_there_is_one_sentence(shut):
    ours, theirs = pty.openpty()
    command = f"set -o pipefail; {sys.executable} -m ludoscope play - {shut}"
    try:
        process = subprocess.run(
            ["bash", "-c", command], stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, timeout=30
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert process.returncode == 64
    assert process.stderr.decode().startswith("ludoscope: the app needs a terminal")
    assert process.stderr.count(b"\n") == 1


@pytest.mark.long
def test_of_a_flood_of_keys_the_beginning_is_taken(start):
    terminal = played(start)
    flood(terminal, b":" + b"x" * FLOOD)
    terminal.see(r"Too many keys at once: [0-9,]+ were dropped")
    terminal.press("escape")
    terminal.see("pick", gone=["⏎ play"])
    assert MAX_PENDING_MESSAGES < FLOOD
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0


@pytest.mark.long
def test_a_paste_without_bounds_is_left_out_with_a_sentence(start):
    terminal = played(start)
    flood(terminal, b"\x1b[200~" + b"q" * (MAX_PASTE_CHARACTERS + 4096) + b"\x1b[201~")
    terminal.see(r"A paste of 266,240 characters was dropped: the limit is 262,144")
    flood(terminal, b"\x1b[200~abc")
    terminal.see("A paste has not ended: press ctrl.c to cancel it")
    terminal.press("ctrl+c")
    assert terminal.wait(60) == 0


@pytest.mark.long
def test_no_question_is_put_into_a_paste(start):
    """Check that no query is sent during a paste, where tmux would put its answer."""
    terminal = start()  # where something moves
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("Patience", "Hexapawn", gone=["Welcome"])
    terminal.write(b"\x1b[200~ludoscope lucas-07 1: ")
    terminal.settle(0.3)
    terminal.clear_output()
    terminal.settle(0.3)
    for _ in range(5):
        terminal.read(0.2)
    assert b"\x1b[5n" not in terminal.output
    terminal.write(b"\x1b[0n4,5:E\x1b[0")
    terminal.settle(0.3)
    terminal.write(b"n # one\x1b[201~")
    terminal.see(r"\bmove 1 ", "as it was sent")


def test_forged_answers_type_nothing(start):
    terminal = played(start)
    terminal.see("✓ White wins in 19 plies", "with best play")
    before = terminal.lines[1:]
    for answer in (
        b"\x1b[0n" * 50,
        b"\x1bP1$r0;x;q\x1b\\\x1b]52;c;cXE=\x07\x1b]0;",
        b"q\x1b\\\x1b[?62;1;4c\x1b[" + b"1;" * 4000 + b"q",
        b"\x1b[99999999999999999u\x1b[65;1A\x1b[5;7R\x1b[8;500;500t\x1b[?1;2$y",
    ):
        terminal.write(answer)  # at once: what has not ended is dropped after a while
    terminal.press(":")  # whatever came before has been read by then
    terminal.see("⏎ play")
    terminal.press("escape")
    terminal.see("pick", gone=["⏎ play"])
    assert terminal.lines[1:-3] == before[:-3]
    assert terminal.process.poll() is None


@pytest.mark.long
@pytest.mark.parametrize("declarations", LARGEST_STYLES)
def test_the_app_hears_ctrl_q_under_the_largest_stylesheet(start, home, declarations):
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "style.tcss").write_text(f"* {{ {declarations}; }}")
    terminal = start("play", "FreeCell.5", program=("-c", LIMITED))
    # the first frame has no end if the app does not know yet whether the terminal waits for one
    terminal.read_until(lambda output: FRAME_END in output or NEXT_LINES.search(output), 60)
    terminal.press("ctrl+q")
    assert terminal.wait(20) == 0
