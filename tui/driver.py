"""A terminal driver that ends when its terminal does, and never waits for a link that stalls.

What a stock Textual driver does over SSH: a hang-up kills the app before it has left in good
order; a terminal that is gone leaves it spinning; a stalled link blocks the event loop, which is
then deaf to signals; one byte that is no UTF-8 is a crash.

    ask        puts a question to the terminal, answered once all that was written before is drawn
    answered   what is called, in the input thread, for each answer
"""

import os
import re
import select
import signal
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.keys import Keys
from textual.messages import InBandWindowResize, Message

from tui.ink import RESET
from tui.output import Output

GRACE = 0.9  # seconds to leave in good order
DRAIN = 0.2  # seconds for what is written last to get away
ENDINGS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
QUESTION = "\x1b[5n"  # device status; not the cursor's place, whose answer can look like a key
ANSWERS = {"\x1b[0n", "\x1b[3n"}
BEGUN = re.compile(r"\x1b[\[O][0-9;:<>?]*\Z")
SLOW = 1.0  # seconds that the rest of a key's sequence may take on a bad link
RESTORE = (  # whatever may have been on: frames, style, mouse, paste, wrap, keys, screen, cursor
    "\x1b[?2026l\x1b[m\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?7h"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)


class Parser(XTermParser):
    """Textual's parser, which knows answers to the question and survives nonsense."""

    def __init__(self, debug: bool, answered: Callable[[], None]) -> None:
        self._answered = answered
        super().__init__(debug)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        if sequence not in ANSWERS:
            return super()._sequence_to_key_events(sequence, alt)
        self._answered()
        return [events.Key(Keys.Ignore, sequence)]


class HardenedDriver(LinuxDriver):
    """Textual's driver for Linux and macOS with input, output and an end of its own."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.answered: Callable[[], None] = lambda: None
        self._file = sys.__stdout__
        self._output = Output(self._file.fileno(), lambda: self._end(signal.SIGHUP))
        self._ending = False
        threading.Thread(target=self._wait_for_the_end, args=(_signals(),), daemon=True).start()

    @property
    def can_suspend(self) -> bool:
        """Whether a shell that controls jobs would notice, and could bring us back."""
        parent = os.getppid()
        try:
            return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
        except OSError:  # some systems tell only of one's own session
            return False

    def ask(self) -> None:
        """Ask the terminal to answer once it has drawn what was written."""
        self.write(QUESTION)

    # Output

    def write(self, data: str) -> None:
        self._output.write(data.encode(errors="replace"))

    def close(self) -> None:
        super().close()
        if not self._output.drained(DRAIN):
            self._abandon()

    def stop_application_mode(self) -> None:
        self.write(RESET)
        super().stop_application_mode()

    def suspend_application_mode(self) -> None:
        super().suspend_application_mode()
        self._output.drained(DRAIN)

    def _abandon(self) -> None:
        """Put the terminal right in spite of a backlog, as far as it lets us."""
        with suppress(termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        self._output.replace(RESTORE.encode())
        self._output.drained(DRAIN)

    # Input

    def run_input_thread(self) -> None:
        """Hand on what is typed until the app leaves or the terminal is gone."""
        parser = Parser(self._debug, self._hear)
        decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        tail, heard = "", 0.0
        while not self.exit_event.is_set():
            text = ""
            if select.select([self.fileno], [], [], 0.1)[0]:
                raw = self._read()
                if not raw:
                    self._end(signal.SIGHUP)
                    return
                text = decode(raw)
                tail, heard = (tail + text)[-32:], time.monotonic()
            patient = BEGUN.search(tail) and time.monotonic() - heard < SLOW
            try:
                for event in parser.feed(text) if text else ():
                    self.process_message(event)
                for event in () if patient else parser.tick():
                    self.process_message(event)
            except (ArithmeticError, LookupError, ValueError, StopIteration, RuntimeError):
                parser = Parser(self._debug, self._hear)  # numbers that no terminal would send

    def process_message(self, message: Message) -> None:
        """The kernel says how large the terminal is; whoever types it is not believed."""
        if not isinstance(message, events.Resize | InBandWindowResize):
            super().process_message(message)

    def _query_in_band_window_resize(self) -> None:
        """Don't: SIGWINCH comes over SSH too."""

    def _hear(self) -> None:
        self.answered()

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    # The end

    def _sigcont_application(self, *_: object) -> None:
        """Whoever stopped the app without asking may have changed the terminal's modes."""
        if self._auto_restart and self._key_thread and self._key_thread.is_alive():
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
