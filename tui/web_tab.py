"""The app of one browser tab: a process, and the packets between it and the server.

A packet has a letter for its kind (D: data of the terminal, M: an object as JSON), four bytes for
its length, and its content; Textual's web driver speaks the same.
"""

import asyncio
import json
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

from ludoscope.tui.browser import DRIVER
from ludoscope.tui.terminal.size_limits import clamp_size

QUIT_SECONDS = 1.5  # for the app to quit, before it is killed
LAST_ERRORS_SECONDS = 0.2  # for standard error to be closed, once the app has ended
MAX_UNREAD_BYTES = 1 << 20  # of input that the app has not read; more is dropped
MAX_ERROR_BYTES = 1 << 16  # of standard error: the end, which names the error
READ_BYTES = 1 << 12
READY_LINE = b"__GANGLION__\n"  # written by Textual's web driver before the first packet
HEADER_BYTES = 5

log = logging.getLogger(__name__)


class TabApp:
    """The running app of a tab. `start` makes one."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        self._process = process
        self._stdin = process.stdin
        self._error_output = bytearray()
        self._error_reader = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, command: Sequence[str], columns: int, rows: int) -> "TabApp":
        """Start the app with a screen of a size."""
        columns, rows = clamp_size(columns, rows)
        environment = os.environ | {
            "TEXTUAL_DRIVER": DRIVER,
            "TEXTUAL_FPS": "60",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TERM_PROGRAM": "textual",
            "COLUMNS": str(columns),
            "ROWS": str(rows),
        }
        # in a session of its own, so that ctrl+c reaches the server alone, which ends its tabs
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment, start_new_session=True
        )
        return cls(process)

    def send_input(self, text: str) -> None:
        """Send what was typed."""
        self._send(b"D", text.encode(errors="replace"))

    def send_size(self, columns: int, rows: int) -> None:
        """Send the size of the screen."""
        columns, rows = clamp_size(columns, rows)
        self._send_object(type="resize", width=columns, height=rows)

    def send_focus(self, has_focus: bool) -> None:
        """Send whether the page has the focus."""
        self._send_object(type="focus" if has_focus else "blur")

    def _send_object(self, **fields: str | int) -> None:
        self._send(b"M", json.dumps(fields).encode())

    def _send(self, kind: bytes, content: bytes) -> None:
        """Send a packet, unless the app has ended or has not read what was sent before."""
        transport = self._stdin.transport
        if not transport.is_closing() and transport.get_write_buffer_size() < MAX_UNREAD_BYTES:
            self._stdin.write(kind + len(content).to_bytes(4, "big") + content)

    async def output(self) -> AsyncIterator[bytes]:
        """Yield the output for the terminal until the app ends."""
        assert self._process.stdout is not None
        stdout = self._process.stdout
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await stdout.readuntil(READY_LINE)
            while True:
                header = await stdout.readexactly(HEADER_BYTES)
                content = await stdout.readexactly(int.from_bytes(header[1:], "big"))
                if header[:1] == b"D":
                    yield content

    async def _read_errors(self) -> None:
        """Read what the app writes to standard error, and keep the end of it."""
        assert self._process.stderr is not None
        while data := await self._process.stderr.read(READ_BYTES):
            self._error_output += data
            del self._error_output[:-MAX_ERROR_BYTES]

    async def stop(self) -> bool:
        """Ask the app to quit, kill it if it does not; return True if it had ended by an error."""
        was_running = self._process.returncode is None
        self._send_object(type="quit")
        self._stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), QUIT_SECONDS)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        await asyncio.wait([self._error_reader], timeout=LAST_ERRORS_SECONDS)
        self._error_reader.cancel()
        code = self._process.returncode
        if not self._error_output and (was_running or not code):
            return False
        error_text = self._error_output.decode(errors="replace")
        log.error("The app of a tab ended with exit code %s: %s", code, error_text)
        return True
