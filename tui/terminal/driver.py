"""A terminal driver that ends when its terminal does, and never waits for a link that stalls.

Problems of the stock Textual driver over SSH: a hang-up kills the app before it can quit properly;
when the terminal is gone it loops forever; a stalled connection blocks the event loop, so that
signals are not handled; one byte that is not UTF-8 is a crash; the last input from the terminal is
typed into the shell; a flood of keys fills the memory.

`answered` and `told` are called in the input thread.
"""

import os
import select
import signal
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from textual.message import Message

from ludoscope.tui.terminal.cell_style import RESET
from ludoscope.tui.terminal.diff_driver import PaintedDriver
from ludoscope.tui.terminal.input_parser import QUESTION, Incoming, Refused
from ludoscope.tui.terminal.output import Output
from ludoscope.tui.terminal.terminal_queries import Questions

GRACE = 0.9  # seconds to leave in good order
DRAIN = 0.2  # seconds for what is written last to get away
TICK = 0.1  # seconds after which nothing more comes with what has come
BACKLOG = 1000  # messages that wait for the app; what comes with more of them is left out
WIDEST, HIGHEST = 1000, 500  # cells that are drawn of a larger terminal
ENDINGS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
SENDS = "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[<u"
"""Switches off what the terminal sends by itself: mouse, focus, marks of pastes, other keys."""
SHELL = "\x1b[?7h\x1b[?1049l\x1b[?25h"  # wrap, screen, cursor
RESTORE = f"\x1b[?2026l{RESET}{SENDS}{SHELL}"  # whatever may have been on


class HardenedDriver(PaintedDriver):
    """Textual's driver for Linux and macOS with input, output and an end of its own."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        assert sys.__stdout__ is not None  # whoever starts the app has seen that it is a terminal
        self._file = sys.__stdout__
        self._output = Output(self._file.fileno(), lambda: self._end(signal.SIGHUP))
        self._incoming = Incoming(self._hear)
        self._questions = Questions(lambda: self.send(QUESTION))
        self._backlog: WeakSet[Message] = WeakSet()
        self._left_out = 0  # messages, since the last one that was handed on
        self._wake = os.pipe()
        self._size = self._get_terminal_size()
        self._leaving = self._ending = False
        self._starting = threading.Lock()  # while modes are set, which an end must not overtake
        threading.Thread(target=self._wait_for_the_end, args=(_signals(),), daemon=True).start()

    @property
    def can_suspend(self) -> bool:
        """Whether a shell that controls jobs would notice, and could bring us back."""
        parent = os.getppid()
        try:
            return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
        except OSError:  # some systems tell only of one's own session
            return False

    def ask(self) -> bool:
        """Ask the terminal to answer once it has drawn what was written; whether it was asked.

        It is not while a paste comes in, whose text the answer would stand in.
        """
        return not self._incoming.pasting and self._questions.ask()

    def _get_terminal_size(self) -> tuple[int, int]:
        """The terminal's own, whatever the environment says."""
        try:
            columns, rows = os.get_terminal_size(self._file.fileno() if self._file else -1)
        except OSError:
            columns = rows = 0
        return min(columns or 80, WIDEST), min(rows or 24, HIGHEST)

    # Output

    def send(self, text: str) -> None:
        self._output.write(text.encode(errors="replace"))

    def start_application_mode(self) -> None:
        with self._starting:
            self._leaving = False
            self._incoming = Incoming(self._hear)
            self._questions.open()
            super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._ending:
            self._hush()

    def _request_terminal_sync_mode_support(self) -> None:
        super()._request_terminal_sync_mode_support()
        self.ask()  # its answer comes after that one

    def disable_input(self) -> None:
        """Be told no more: by the terminal, or of its size."""
        if self._key_thread is not None:
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
            self._hush()

    def _hush(self) -> None:
        """Have the terminal send no more by itself, and hand on nothing that still comes.

        In any thread: at a signal the app may be busy, and what is on its way then takes as long
        as the line.
        """
        with self._starting:
            if self._leaving or self._key_thread is None:
                return
            self._leaving = True
            self.send(SENDS)
            self._questions.close()

    def stop_application_mode(self) -> None:
        self.disable_input()

    def close(self) -> None:
        """Give the terminal back once nothing more comes from it."""
        if self._key_thread is not None:
            self._questions.settle()
            self._stop_reading()
            self._give_back()
            self._painter.forget()
            self.send(f"{RESET}{SHELL}")
        super().close()
        if not self._output.drained(DRAIN):
            self._abandon()

    def _stop_reading(self) -> None:
        self.exit_event.set()
        os.write(self._wake[1], b"x")
        if self._key_thread is not None:
            self._key_thread.join()
        os.read(self._wake[0], 1)
        self.exit_event.clear()
        self._key_thread = None

    def _give_back(self) -> None:
        """The terminal's modes are as they were, and nothing that we have asked for is left."""
        with suppress(termios.error):
            termios.tcflush(self.fileno, termios.TCIFLUSH)
        with suppress(termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

    def _abandon(self) -> None:
        """Put the terminal right in spite of a backlog, as far as it lets us."""
        self._give_back()
        self._output.replace(RESTORE.encode())
        self._output.drained(DRAIN)

    # Input

    def run_input_thread(self) -> None:
        """Hand on what is typed until the app leaves or the terminal is gone."""
        decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        while not self.exit_event.is_set():
            ready = select.select([self.fileno, self._wake[0]], [], [], TICK)[0]
            if self.fileno in ready:
                raw = self._read()
                if raw == b"":
                    self._questions.lost()
                    self._end(signal.SIGHUP)
                    return
                self._questions.heard()
                self._hand_on(self._incoming.feed(decode(raw or b"")))
            elif not ready:
                self._hand_on(self._incoming.idle(TICK))
                self._tell_of_left_out()

    def _hand_on(self, messages: Iterable[Message]) -> None:
        """Pass messages to the app, unless it has quit or its queue is full."""
        for message in messages:
            if self._leaving:
                continue
            if isinstance(message, Refused):
                self.told(message.sentence)
            elif self._left_out or len(self._backlog) >= BACKLOG:
                self._left_out += 1
            else:
                self._backlog.add(message)
                self.process_message(message)

    def _tell_of_left_out(self) -> None:
        """Report dropped keys; those at the beginning of a flood were passed on."""
        if self._left_out:
            self.told(f"too many keys at once: {self._left_out:,} were dropped")
            self._left_out = 0

    def _query_in_band_window_resize(self) -> None:
        """Do nothing: SIGWINCH works over SSH, and sizes in the input are not trusted."""

    def _hear(self) -> None:
        self._questions.answered()
        self.answered()

    def _read(self) -> bytes | None:
        """The bytes read; b"" at the end of input, None when there were none."""
        try:
            return os.read(self.fileno, 4096)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    # The end

    def _sigcont_application(self, *_: object) -> None:
        """Whoever stopped the app without asking may have changed the terminal's modes."""
        if self._auto_restart and self._key_thread is not None:
            self.suspend_application_mode()
        super()._sigcont_application()

    def _wait_for_the_end(self, signals: int) -> None:
        while True:
            for number in os.read(signals, 64):
                if number in ENDINGS:
                    self._end(number)

    def _end(self, cause: int) -> None:
        """Ask the app to leave; see to it when it does not."""
        if self._ending:
            return
        self._ending = True
        self._hush()
        threading.Thread(target=self._force, args=(cause,), daemon=True).start()
        with suppress(RuntimeError):  # the loop is closed: the app is leaving already
            self._loop.call_soon_threadsafe(self._app.exit, None, 128 + cause)

    def _force(self, cause: int) -> None:
        time.sleep(GRACE)
        self._abandon()
        os._exit(128 + cause)


def _signals() -> int:
    """A descriptor to read the numbers of signals from.

    They are written into it as soon as they come, whatever the main thread is doing.
    """
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    for number in ENDINGS:
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
    return reads
