"""A slow link between a terminal and a program: what is read at its far end arrives late.

Over SSH the program does not wait for the link: sshd buffers a megabyte or two unseen, and what
is written later arrives after it.
"""

import os
import queue
import threading
import time

BUFFER_BYTES = 2 << 20  # taken from the program at once
PACKET_BYTES = 64  # that arrive together


class SlowLink:
    """A link that carries `rate` bytes a second.

    Args:
        descriptor: The file descriptor to read from, until its last writer is gone.
        rate: Bytes a second.
    """

    def __init__(self, descriptor: int, rate: float) -> None:
        self._descriptor = descriptor
        self._rate = rate
        self._packets: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
        self._next: tuple[float, bytes] | None = None
        threading.Thread(target=self._fill_buffer, daemon=True).start()

    def read(self, seconds: float) -> bytes:
        """Return the bytes that have arrived, waiting at most `seconds` for the first."""
        deadline = time.monotonic() + seconds
        data = b""
        while True:
            if self._next is None:
                try:
                    self._next = self._packets.get(timeout=max(0.0, deadline - time.monotonic()))
                except queue.Empty:
                    return data
            arrival, packet = self._next
            if data and arrival > time.monotonic():
                return data
            time.sleep(max(0.0, min(arrival, deadline) - time.monotonic()))
            if arrival > deadline:
                return data
            data += packet
            self._next = None
            deadline = min(deadline, time.monotonic())  # no more waiting

    def _fill_buffer(self) -> None:
        idle_time = 0.0  # when everything read so far has arrived
        while True:
            try:
                data = os.read(self._descriptor, 1 << 12)
            except OSError:
                return
            now = time.monotonic()
            for start in range(0, len(data), PACKET_BYTES):
                packet = data[start : start + PACKET_BYTES]
                idle_time = max(idle_time, now) + len(packet) / self._rate
                self._packets.put((idle_time, packet))
            time.sleep(max(0.0, idle_time - now - BUFFER_BYTES / self._rate))
