"""The driver of the app in a browser: Textual's web driver with bounds on what the page sends.

The stock driver draws any size that it is asked for, takes a size in the input for that of the
terminal, queues any number of keys, and goes on when its server has ended.
"""

import os
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from textual import events
from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver
from textual.geometry import Size

from ludoscope.tui.terminal.input_parser import InputParser
from ludoscope.tui.terminal.message_limiter import MessageLimiter
from ludoscope.tui.terminal.private import AnyApp
from ludoscope.tui.terminal.size_limits import clamp_size

EXIT_GRACE_SECONDS = 0.9  # for the app to quit properly
READ_TIMEOUT_SECONDS = 0.1  # of Textual's reader, which then yields b""
DEFAULT_SIZE = 80, 24


class BrowserDriver(WebDriver):
    """Textual's web driver with bounded sizes and input; the app ends with its server.

    Attributes:
        on_warning: Called in the input thread with a sentence about dropped input.
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
        self._size = clamp_size(*(self._size or DEFAULT_SIZE))
        self._write = partial(_write_if_open, self.fileno)
        self.on_warning: Callable[[str], None] = lambda _: None
        self._exit_begun = threading.Event()
        # started now: when memory has run out there is none for a thread
        threading.Thread(target=self._force_exit, daemon=True).start()

    def run_input_thread(self) -> None:
        """Handle what the server sends until it closes the connection, or wants the app to quit."""
        try:
            self._handle_input()
        finally:
            self._begin_exit()

    def _handle_input(self) -> None:
        limiter = MessageLimiter(self.process_message, lambda sentence: self.on_warning(sentence))
        parser = InputParser()
        stream = ByteStream()
        decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        is_idle = False
        for data in self._input_reader:
            if data:
                for packet_type, payload in stream.feed(data):
                    if packet_type == "D":
                        limiter.send_all(parser.feed(decode(payload)))
                    else:
                        self._on_meta(packet_type, payload)
            elif is_idle:
                limiter.send_all(parser.advance_idle_time(READ_TIMEOUT_SECONDS))
                limiter.report_dropped()
            is_idle = not data

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Handle a message of the server."""
        if packet_type == "quit":
            self._input_reader.close()
        elif packet_type != "resize":
            super().on_meta(packet_type, payload)
        elif isinstance(width := payload.get("width"), int) and isinstance(
            height := payload.get("height"), int
        ):
            self._size = clamp_size(width, height)
            size = Size(*self._size)
            self._app.post_message(events.Resize(size, size))

    def _begin_exit(self) -> None:
        """Ask the app to exit, unless it does already; force it after a while."""
        if not self.exit_event.is_set():
            self._exit_begun.set()
            with suppress(RuntimeError):  # the loop is closed: the app is exiting already
                self._loop.call_soon_threadsafe(self._app.exit)

    def _force_exit(self) -> None:
        self._exit_begun.wait()
        time.sleep(EXIT_GRACE_SECONDS)
        os._exit(1)


def _write_if_open(descriptor: int, data: bytes) -> int:
    """Write to the server; if it has ended, its input has ended too, and the app exits."""
    with suppress(OSError):
        return os.write(descriptor, data)
    return len(data)
