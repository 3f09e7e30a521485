"""Terminal input over a bad line: garbage, split keys, unanswered queries; and ctrl+z."""

import os
import re
import signal
import sys
import threading
import time

import pytest

from ludoscope.puzzles.bench.pseudo_terminal import MOUSE_OFF, MOUSE_ON
from ludoscope.tui.commands.bench_latency import (
    app_with_running_solver,
    measure_key_latencies,
    shows_cursor,
)
from ludoscope.tui.terminal import driver as driver_module
from ludoscope.tui.terminal.diff_driver import DiffDriver
from ludoscope.tui.terminal.driver import HardenedDriver
from ludoscope.tui.terminal.terminal_queries import TerminalQueries

VERY_SLOW = 5 * 1024  # bytes a second
PROGRESS = re.compile(rb"\x1b\[5n")
PROMPT = re.compile(r"^ :", re.MULTILINE)


@pytest.fixture
def playing(start):
    terminal = start("play", "hexapawn-5x5")
    terminal.see(r"\bmove 0 ")
    return terminal


def test_keys_arrive_in_pieces_and_among_bytes_that_are_no_text(playing):
    escape_alone_is_heard(playing)
    keys_and_answers_in_pieces(playing)
    playing.write(b"\xff\xfe\xc3(\xf0\x9f\x80\x1b[<99999999999;1;1M\x1b[48;9;9;0;0t")
    playing.write(b"\x1b[48;99999;99999;1;1t\x1b[?2048;2$y\x1b[<0;5;5M\x1b]0;x\x07")
    time.sleep(0.2)
    playing.write(b"\x1b\x1b\xe2\x99")  # the half of a heart, which never gets whole
    time.sleep(0.3)
    playing.press("escape")
    playing.settle()
    assert playing.process.poll() is None
    assert len(playing.lines) == 24


def keys_and_answers_in_pieces(playing):
    playing.press("tab")
    playing.settle()
    before = playing.text
    for piece in (b"\x1b[", b"C"):
        playing.write(piece)
        time.sleep(0.1)
    playing.settle(0.3)
    assert playing.text != before, "the arrow moves the cursor"
    for piece in (b"\x1b[", b"0", b"n"):  # of which none is a key, least of all the last
        playing.write(piece)
        time.sleep(0.1)
    playing.press(":")  # whatever came before has been read by then
    playing.see("5×5", r"\bmove 0 ", "⏎ play")
    playing.press("escape")
    playing.see("pick", gone=["⏎ play"])


def escape_alone_is_heard(playing):
    playing.press(":")
    playing.see("⏎ play")
    playing.press("escape")
    playing.see("pick", gone=["⏎ play"])


@pytest.mark.long
def test_progress_waits_for_the_terminal_and_keys_do_not(home):
    with app_with_running_solver(str(home)) as terminal:
        terminal.answers_queries = False
        end = time.monotonic() + 1.0
        frames = b""
        while (left := end - time.monotonic()) > 0:
            frames += terminal.read(left)
        assert len(PROGRESS.findall(frames)) <= 1
        terminal.press("right")
        terminal.read_until(shows_cursor, 1.0)
        terminal.answers_queries = True
        terminal.press("left")  # what comes next brings the answer about
        terminal.read_until(lambda output: len(PROGRESS.findall(output)) >= 3)


@pytest.mark.long
def test_keys_on_a_slow_line_do_not_queue_behind_a_solver_s_reports():
    """Check the delay on a slow line only; the benchmark measures it on an idle machine."""
    times = sorted(measure_key_latencies(12, VERY_SLOW))
    assert times[len(times) // 2] <= 3.0


def test_sleep_and_wake(start, processes):
    shell = start(program=("-c", "import os; os.execvp('bash', ['bash', '--norc', '-i'])"))
    shell.press(*f"{sys.executable} -m ludoscope play hexapawn-5x5", "enter")
    shell.see("Hexapawn", r"\bmove 0 ")
    for _ in range(2):
        shell.write(b"\x1a")
        shell.see("Stopped")  # over the board: pyte has one screen only
        shell.press(*"fg", "enter")
        shell.see("Hexapawn", r"\bmove 0 ", "Ludoscope was suspended", gone=["Stopped"])
    shell.press(":")
    shell.see("⏎ play")
    shell.press("escape")
    shell.see("pick")
    shell.write(b"\x1a")
    shell.see("Stopped")
    shell.hang_up()
    until = time.monotonic() + 60
    while processes() and time.monotonic() < until:
        time.sleep(0.02)
    assert not processes()


class FakeOutput:
    """An output that sends everything at once."""

    def write(self, data):
        """Ignore data."""

    def wait_until_sent(self, seconds):
        return True


@pytest.fixture
def unstarted(monkeypatch):
    """Return a driver without a terminal."""
    monkeypatch.setattr(HardenedDriver, "__init__", lambda self: None)
    driver = HardenedDriver()
    driver._is_exiting = driver._is_suspended = driver._auto_restart = False
    driver._silences_output, driver._silenced = False, {}
    driver._mode_lock = threading.Lock()
    driver._queries = TerminalQueries(lambda: None)
    driver._output = FakeOutput()
    return driver


@pytest.mark.parametrize("exit_begins", ["never", "before", "meanwhile"])
def test_exiting_process_is_not_stopped(unstarted, monkeypatch, exit_begins):
    driver, signals = unstarted, []

    def suspend():
        driver._is_exiting = exit_begins == "meanwhile"

    monkeypatch.setattr(driver_module.os, "kill", lambda _, number: signals.append(number))
    monkeypatch.setattr(driver, "suspend_application_mode", suspend)
    driver._is_exiting = exit_begins == "before"
    driver._suspend()
    assert signals == [signal.SIGSTOP] * (exit_begins == "never")
    driver._sigtstp_application()  # as while another program has the terminal
    assert signals == [signal.SIGSTOP] * 2 * (exit_begins == "never")


def test_output_is_silenced_again_after_a_suspension(unstarted, monkeypatch, tmp_path):
    driver, path = unstarted, tmp_path / "output"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    monkeypatch.setattr(driver_module, "OUTPUT_DESCRIPTORS", (descriptor,))
    monkeypatch.setattr(DiffDriver, "start_application_mode", lambda _: None)
    driver.start_application_mode()
    os.write(descriptor, b"1")
    driver.silence_standard_output()
    os.write(descriptor, b"2")
    driver._restore_standard_output()  # as `close` does
    os.write(descriptor, b"3")
    driver.start_application_mode()
    os.write(descriptor, b"4")
    driver._restore_standard_output()
    os.close(descriptor)
    assert path.read_bytes() == b"13"


@pytest.mark.long
def test_without_a_shell_there_is_no_sleep(playing):
    playing.write(b"\x1a")
    playing.see("only where a shell can resume it; undo: u")
    playing.press(":")
    playing.see("⏎ play")


@pytest.mark.long
def test_stopped_and_continued_by_somebody_else(playing):
    for number in (signal.SIGSTOP, signal.SIGCONT):
        os.kill(playing.process.pid, number)
        time.sleep(0.2)
    playing.see(r"\bmove 0 ")
    playing.press(":")
    playing.see("⏎ play")
    playing.press("escape")
    playing.see("pick", gone=["⏎ play"])


@pytest.mark.long
def test_the_screen_is_drawn_again_after_a_stop(start):
    terminal = start("play")
    terminal.see("Hexapawn")
    terminal.press("escape")  # ends the tour
    terminal.see("Ludoscope", "q quit")
    terminal.settle(1.0)
    os.kill(terminal.process.pid, signal.SIGSTOP)
    time.sleep(0.2)
    terminal._screen.erase_in_display(2)  # as when the alternate screen is entered again
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.see("Ludoscope", "Hexapawn", "q quit")


@pytest.mark.long
def test_an_app_that_hangs_is_ended_all_the_same(start):
    loads = "from ludoscope.tui.app import LudoscopeApp as A; import time"
    hang = "A.on_mount = lambda _: time.sleep(60)"
    terminal = start(program=("-c", f"{loads}; {hang}; A().run()"))
    terminal.read_until(lambda output: b"\x1b[?2004h" in output)
    time.sleep(0.3)
    os.kill(terminal.process.pid, signal.SIGTERM)
    assert terminal.wait(60) == 128 + signal.SIGTERM
    assert b"\x1b[?1049l" in terminal.output


@pytest.mark.long
def test_a_hang_up_that_also_continues_the_process_in_the_middle_of_a_write(start):
    """Linux sends SIGHUP and SIGCONT when a terminal is gone; the app hung in one of twenty."""
    program = """
import os, signal, time
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.terminal.output import Output

write = Output.write
is_over = False

def hang_up(self, data):
    global is_over
    with self._changed:
        write(self, data)
        if not is_over and b"\\x1b[?2004h" in data:
            is_over = True
            os.kill(os.getpid(), signal.SIGHUP)
            time.sleep(0.3)  # the thread that watches for it now waits for the output
            os.kill(os.getpid(), signal.SIGCONT)

Output.write = hang_up
app = LudoscopeApp()
app.run()
raise SystemExit(app.return_code)
"""
    terminal = start(program=("-c", program))
    assert terminal.wait(20) == 128 + signal.SIGHUP, terminal.text
    assert b"\x1b[?1049l" in terminal.output


@pytest.mark.long
def test_the_terminal_is_told_at_once_to_send_no_more(start, tmp_path):
    """Check this for a busy app too: data in transit takes long on a slow line."""
    os.mkfifo(busy := tmp_path / "busy")
    loads = (
        "from ludoscope.tui.app import LudoscopeApp as A; from ludoscope.tui.terminal import driver"
    )
    hang = f"m = A.on_mount; A.on_mount = lambda a: (open({str(busy)!r}).read(), m(a))"
    runs = "driver.GRACE = 60.0; a = A(); a.run(); raise SystemExit(a.return_code)"
    terminal = start(program=("-c", f"{loads}; {hang}; {runs}"))
    terminal.read_until(lambda output: MOUSE_ON in output.partition(b"\x1b[?2004h")[2])
    os.kill(terminal.process.pid, signal.SIGHUP)
    terminal.read_until(lambda output: MOUSE_OFF in output)
    assert b"\x1b[?1049l" not in terminal.output, "the screen is still the app's"
    busy.write_text("no more")
    assert terminal.wait(60) == 128 + signal.SIGHUP
    assert b"\x1b[?1049l" in terminal.output
    assert terminal.output.rfind(MOUSE_OFF) > terminal.output.rfind(MOUSE_ON)


@pytest.mark.long
def test_what_is_painted_piece_by_piece_is_what_is_painted_at_once(playing):
    for key in ("tab", "enter", "tab", "enter", "right", "tab", "enter", "u", "i"):
        playing.press(key)
        playing.settle()
    playing.see("Hint: ")
    playing.settle(0.3)
    pieces = playing.lines[1:]
    playing.resize(79, 24)
    playing.settle(0.3)
    playing.resize(80, 24)
    playing.settle(0.3)
    assert playing.lines[1:] == pieces
