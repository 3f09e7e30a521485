"""A terminal driver that exits when its terminal is gone, and never waits for a stalled link.

Problems of the stock Textual driver over SSH: a hang-up kills the app before it can quit properly;
when the terminal is gone it loops forever; a stalled connection blocks the event loop, so that
signals are not handled; one byte that is not UTF-8 is a crash; the last input from the terminal is
typed into the shell; a flood of keys fills the memory.
"""

import os
import select
import signal
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from contextlib import suppress

from textual.message import Message

from ludoscope.tui.terminal.cell_style import RESET
from ludoscope.tui.terminal.diff_driver import DiffDriver
from ludoscope.tui.terminal.input_parser import STATUS_QUERY, InputParser
from ludoscope.tui.terminal.message_limiter import MessageLimiter
from ludoscope.tui.terminal.output import Output
from ludoscope.tui.terminal.private import AnyApp
from ludoscope.tui.terminal.size_limits import clamp_size
from ludoscope.tui.terminal.terminal_queries import TerminalQueries

EXIT_GRACE_SECONDS = 0.9  # for the app to quit properly
DRAIN_SECONDS = 0.2  # for the last output to be sent
ESCAPE_DELAY_SECONDS = 0.1  # without input, after which an escape is the escape key
OUTPUT_DESCRIPTORS = (1, 2)  # standard output and standard error
EXIT_SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
DISABLE_REPORTS = "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[<u"
"""Switches off what the terminal sends by itself: mouse, focus, paste marks, kitty keys."""
RESTORE_SCREEN = "\x1b[?7h\x1b[?1049l\x1b[?25h"  # wrapping, main screen, cursor
RESUME_HINT = 'Ludoscope is suspended; "fg" resumes it.\n'
RESTORE_ALL = f"\x1b[?2026l{RESET}{DISABLE_REPORTS}{RESTORE_SCREEN}"


class HardenedDriver(DiffDriver):
    """Textual's driver for Linux with input, output and exit of its own.

    `on_answer` and `on_warning` are called in the input thread.
    """

    def __init__(
        self,
        app: AnyApp,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert sys.__stdout__ is not None  # the command line has checked that it is a terminal
        # a descriptor of its own, so that standard output can be silenced
        self._file = os.fdopen(os.dup(sys.__stdout__.fileno()), "w", encoding="utf-8")
        self._silences_output = False  # while the app has the terminal
        self._silenced: dict[int, int] = {}
        self._output = Output(self._file.fileno(), lambda: self._begin_exit(signal.SIGHUP))
        self._parser = InputParser(self._on_answer)
        self._queries = TerminalQueries(lambda: self.send(STATUS_QUERY))
        self._limiter = MessageLimiter(
            self.process_message, lambda sentence: self.on_warning(sentence)
        )
        self._wake_pipe = os.pipe()
        self._size = self._get_terminal_size()
        self._is_input_disabled = self._is_exiting = self._is_suspended = False
        self._mode_lock = threading.Lock()  # while modes are set, which an exit must not overtake
        signals = _open_signal_pipe()
        threading.Thread(target=self._watch_signals, args=(signals,), daemon=True).start()

    @property
    def can_suspend(self) -> bool:
        """True if the parent is a shell with job control, which can resume the app."""
        parent = os.getppid()
        try:
            return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
        except OSError:  # some systems tell only of one's own session
            return False

    def send_status_query(self) -> bool:
        """Send a status query, answered once everything written before has been drawn.

        Returns:
            True if it was sent. None is sent during a paste: the answer would be part of its text.
        """
        return not self._parser.is_pasting and self._queries.send_query()

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return columns and rows of the terminal itself, ignoring COLUMNS and LINES."""
        try:
            columns, rows = os.get_terminal_size(self._file.fileno() if self._file else -1)
        except OSError:
            columns = rows = 0
        return clamp_size(columns or 80, rows or 24)

    # Output

    def send(self, text: str) -> None:
        self._output.write(text.encode(errors="replace"))

    def start_application_mode(self) -> None:
        with self._mode_lock:
            self._is_input_disabled = False
            self._parser = InputParser(self._on_answer)
            self._queries.open()
            super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._is_exiting:
            self._disable_reports()
        if self._silences_output:  # `close` has restored it when the app was suspended
            self.silence_standard_output()

    def _request_terminal_sync_mode_support(self) -> None:
        super()._request_terminal_sync_mode_support()
        self.send_status_query()  # answered after that request

    def disable_input(self) -> None:
        """Stop the reports of the terminal and the signal of its size."""
        if self._key_thread is not None:
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
            self._disable_reports()

    def _disable_reports(self) -> None:
        """Stop the reports of the terminal, and ignore those that still arrive.

        Called in any thread: after a signal the app may be busy, and reports on their way take
        as long as the link does.
        """
        with self._mode_lock:
            if self._is_input_disabled or self._key_thread is None:
                return
            self._is_input_disabled = True
            self.send(DISABLE_REPORTS)
            self._queries.close()

    def stop_application_mode(self) -> None:
        self.disable_input()

    def close(self) -> None:
        """Restore the terminal once nothing more arrives from it."""
        if self._key_thread is not None:
            self._queries.wait_until_quiet()
            self._stop_reading()
            self._restore_modes()
            self._screen_diff.invalidate()
            self.send(f"{RESET}{RESTORE_SCREEN}")
        self._restore_standard_output()
        super().close()
        if not self._output.wait_until_sent(DRAIN_SECONDS):
            self._force_restore()

    def _stop_reading(self) -> None:
        self.exit_event.set()
        os.write(self._wake_pipe[1], b"x")
        if self._key_thread is not None:
            self._key_thread.join()
        os.read(self._wake_pipe[0], 1)
        self.exit_event.clear()
        self._key_thread = None

    def _restore_modes(self) -> None:
        """Restore the terminal's modes, and discard unread input."""
        with suppress(termios.error):
            termios.tcflush(self.fileno, termios.TCIFLUSH)
        with suppress(termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

    def _force_restore(self) -> None:
        """Restore the terminal in place of the output that it has not taken."""
        self._restore_modes()
        self._output.replace(RESTORE_ALL.encode())
        self._output.wait_until_sent(DRAIN_SECONDS)

    def silence_standard_output(self) -> None:
        """Discard the standard output of all but this driver while the app has the terminal."""
        self._silences_output = True
        if self._silenced:
            return
        null = os.open(os.devnull, os.O_WRONLY)
        for descriptor in OUTPUT_DESCRIPTORS:
            self._silenced[descriptor] = os.dup(descriptor)
            os.dup2(null, descriptor)
        os.close(null)

    def _restore_standard_output(self) -> None:
        for descriptor, saved in self._silenced.items():
            os.dup2(saved, descriptor)
            os.close(saved)
        self._silenced.clear()

    # Input

    def run_input_thread(self) -> None:
        """Read input until the app leaves or the terminal is gone."""
        decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        while not self.exit_event.is_set():
            descriptors = [self.fileno, self._wake_pipe[0]]
            ready = select.select(descriptors, [], [], ESCAPE_DELAY_SECONDS)[0]
            if self.fileno in ready:
                data = self._read()
                if data == b"":
                    self._queries.disconnect()
                    self._begin_exit(signal.SIGHUP)
                    return
                self._queries.note_input()
                self._pass_on(self._parser.feed(decode(data or b"")))
            elif not ready:
                self._pass_on(self._parser.advance_idle_time(ESCAPE_DELAY_SECONDS))
                self._limiter.report_dropped()

    def _pass_on(self, messages: Iterable[Message]) -> None:
        """Pass messages to the app, unless it has quit."""
        self._limiter.send_all(message for message in messages if not self._is_input_disabled)

    def _query_in_band_window_resize(self) -> None:
        """Do nothing: SIGWINCH works over SSH, and sizes in the input are not trusted."""

    def _on_answer(self) -> None:
        self._queries.add_answer()
        self.on_answer()

    def _read(self) -> bytes | None:
        """Return the bytes read; b"" at the end of input, None when there were none."""
        try:
            return os.read(self.fileno, 4096)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    # Exit

    def write(self, data: str) -> None:
        if not self._is_suspended:
            super().write(data)

    def _sigtstp_application(self, *_: object) -> None:
        """Suspend the app from the event loop, or at once while another program has the terminal.

        The handlers of signals only call the event loop: what they interrupt may hold the locks of
        the output.
        """
        if self._auto_restart:
            self._call_in_loop(self._suspend)
        elif not self._is_exiting:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _suspend(self) -> None:
        """Stop the process, after restoring the terminal and saying how to return.

        A process that exits meanwhile is not stopped: it would stay, with its store open.
        """
        if self._is_exiting:
            return
        self.suspend_application_mode()
        self._is_suspended = self._must_signal_resume = True
        self.send(RESUME_HINT)
        self._output.wait_until_sent(DRAIN_SECONDS)
        if not self._is_exiting:  # the link may have taken a second
            os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart:
            self._call_in_loop(self._resume)

    def _resume(self) -> None:
        """Set the terminal's modes anew after any stop: the shell may have changed them.

        A hang-up continues the process too, and leaves nothing to set.
        """
        if self._is_exiting:
            return
        if self._key_thread is not None:
            self.suspend_application_mode()
        self._is_suspended = False
        self.resume_application_mode()

    def _call_in_loop(self, function: Callable[[], None]) -> None:
        """Call a function in the event loop, unless that is closed: the app is exiting already."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function)

    def _watch_signals(self, signals: int) -> None:
        while True:
            for number in os.read(signals, 64):
                if number in EXIT_SIGNALS:
                    self._begin_exit(number)

    def _begin_exit(self, cause: int) -> None:
        """Ask the app to exit, with the status of a signal; force it after a while."""
        if self._is_exiting:
            return
        self._is_exiting = True
        threading.Thread(target=self._force_exit, args=(cause,), daemon=True).start()
        self._disable_reports()
        self._call_in_loop(lambda: self._app.exit(None, 128 + cause))

    def _force_exit(self, cause: int) -> None:
        time.sleep(EXIT_GRACE_SECONDS)
        # in another thread: what hangs may hold the locks that this takes
        restoring = threading.Thread(target=self._force_restore, daemon=True)
        restoring.start()
        restoring.join(2 * DRAIN_SECONDS)
        os._exit(128 + cause)


def _open_signal_pipe() -> int:
    """Return a descriptor to read the numbers of signals from.

    They are written to it as soon as they arrive, whatever the main thread is doing.
    """
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    for number in EXIT_SIGNALS:
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    return read_end
