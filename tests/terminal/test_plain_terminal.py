"""The plain mode in a terminal: TERM=dumb, ctrl+c, guests, killed at any instant."""

import os
import re
import signal
import sys
import time

import pytest
from test_guest import secret, typed  # noqa: F401  (a fixture)
from watched import heard, program, refused, state

from ludoscope.puzzles import catalogue
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.store import Store

DUMB = {"TERM": "dumb"}
ESCAPE = b"\x1b"


def stored_moves(home, name):
    """Return the moves of a stored game up to the current one."""
    store = Store(home)
    save = store.load(name).result()
    store.close()
    session = Session(catalogue.find(name, files=False))
    save.restore(session)
    return session.move_texts[: session.ply]


def type_line(terminal, line, *wanted):
    """Type a line and wait for what it answers, with the next prompt."""
    terminal.clear_output()
    terminal.write(line.encode() + b"\n")
    see(terminal, *wanted)


def see(terminal, *wanted):
    def is_complete(_):
        text = terminal.output.decode(errors="replace").replace("\r\n", " ")
        return all(re.search(pattern, text) for pattern in (*wanted, r"(Move|Command): $"))

    if not is_complete(b""):
        terminal.read_until(is_complete, 30)


def test_a_dumb_terminal_gets_lines_without_sequences(start, home):
    terminal = start("orush-02", env=DUMB)
    see(terminal, "Number 2. ORush", "moves? to the exit")
    type_line(terminal, "hint", "Hint: boat B")
    type_line(terminal, "boat C down 1", "Boat C down 1", "2 moves to the exit")
    type_line(terminal, "undo", "Undone: Boat C down 1")
    type_line(terminal, "redo", "Boat C down 1")
    terminal.write(b"\x04")
    assert terminal.wait(20) == 0
    assert terminal.output.endswith(b"Move: \r\n")  # where the prompt of the shell follows
    assert ESCAPE not in terminal.output
    assert stored_moves(home, "orush-02") == ["C>"]


@pytest.mark.long
def test_no_plain_opens_the_app_on_a_dumb_terminal(start):
    terminal = start("play", "--no-plain", "orush-02", env=DUMB)
    terminal.see("help", "hint")
    terminal.press("ctrl+q")
    assert terminal.wait(20) == 0


def press_ctrl_c_at_prompt(terminal):
    """Press ctrl+c when the program waits for input.

    One that comes after the prompt and before the wait, some microseconds, stays unnoticed until
    the next key: Python's module readline looks for signals only when the wait was interrupted.
    """
    end = time.monotonic() + 30
    while state(terminal) != "S":
        assert time.monotonic() < end, "it does not wait for input"
        time.sleep(0.005)
    terminal.write(b"\x03")


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads states of processes")
def test_ctrl_c_stops_the_search_and_twice_leaves(start, home):
    terminal = start("play", "lucas-29", env=DUMB)
    see(terminal, "Lucas 29")
    move = catalogue.find("lucas-29").game
    text = move.move_text(move.start, move.moves(move.start)[0])
    type_line(terminal, text, "jumps")
    terminal.clear_output()
    terminal.write(b"solve depth-first\n")
    terminal.read_until(lambda output: b"Searching: " in output, 30)
    terminal.write(b"\x03")
    see(terminal, "Stopped")
    type_line(terminal, "line", "1. .* jumps")  # it goes on, and the game is the same
    terminal.clear_output()
    press_ctrl_c_at_prompt(terminal)
    see(terminal, "again leaves")
    press_ctrl_c_at_prompt(terminal)
    assert terminal.wait(20) == 130
    assert stored_moves(home, "lucas-29") == [text]


@pytest.mark.long
def test_killed_in_the_middle_nothing_that_was_answered_is_lost(start, home):
    for count in range(1, 4):
        terminal = start("orush-20", env=DUMB)
        see(terminal, "Number 20")
        step = ("I", "H", "F")[count - 1]
        type_line(terminal, f"boat {step} {'down' if step == 'F' else 'up'} 1", "Boat")
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.wait(20)
        assert len(stored_moves(home, "orush-20")) == count


@pytest.mark.long
@pytest.mark.fresh
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads audit events")
def test_a_guest_finds_no_door(start, tmp_path, secret):  # noqa: F811
    data, log = tmp_path / "data", tmp_path / "log"
    words = ("play", "--plain", "--guest", "--data", str(data), "hexapawn-3x3")
    terminal = start(*words, program=program(log))
    see(terminal, "Hexapawn", "You play black")
    for text in typed(secret):
        type_line(terminal, f"open {text}")
        assert "3 by 7" not in terminal.output.decode()
        type_line(terminal, text)
    terminal.write(b"\x1a\x1c\t\x1b&~\x18\x12\n")  # suspend, quit, and keys of line editors
    see(terminal)
    type_line(terminal, "open hexapawn-3x3", "You play black")
    type_line(terminal, "share", "ludoscope hexapawn-3x3")
    type_line(terminal, "solve", "wins in")
    type_line(terminal, "solve ../../x", "o solver")
    type_line(terminal, "calendar ../../x", "expected a month")
    type_line(terminal, "share ../../x", "ludoscope hexapawn-3x3")
    terminal.write(b"quit\n")
    assert terminal.wait(30) == 0
    events = heard(log)
    assert any(event == "subprocess.Popen" for event, _ in events)
    assert not [entry for entry in events if refused(entry, data)]
    assert {path.name for path in tmp_path.iterdir()} == {"data", "log", "secret.txt"}
    assert b"root:" not in terminal.output
