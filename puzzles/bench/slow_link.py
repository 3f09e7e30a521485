"""A slow line between a terminal and a program: what is read at its far end comes late.

Over SSH it is not the program that waits for the line: sshd takes in a megabyte or two unseen,
and what is written later comes after it.
"""

import os
import queue
import threading
import time

UNSEEN = 2 << 20  # bytes that are taken in at once
PIECE = 64  # bytes that come together


class Link:
    """`rate` in bytes a second; `descriptor` is read until there is nobody who could write."""

    def __init__(self, descriptor: int, rate: float) -> None:
        self._descriptor = descriptor
        self._rate = rate
        self._pieces: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
        self._next: tuple[float, bytes] | None = None
        threading.Thread(target=self._take_in, daemon=True).start()

    def read(self, seconds: float) -> bytes:
        """What has come, waiting for the first of it; b"" when nothing does in time."""
        until = time.monotonic() + seconds
        data = b""
        while True:
            if self._next is None:
                try:
                    self._next = self._pieces.get(timeout=max(0.0, until - time.monotonic()))
                except queue.Empty:
                    return data
            due, piece = self._next
            if data and due > time.monotonic():
                return data
            time.sleep(max(0.0, min(due, until) - time.monotonic()))
            if due > until:
                return data
            data += piece
            self._next = None
            until = min(until, time.monotonic())  # no more waiting

    def _take_in(self) -> None:
        free = 0.0  # when all before has come
        while True:
            try:
                data = os.read(self._descriptor, 1 << 12)
            except OSError:
                return
            now = time.monotonic()
            for at in range(0, len(data), PIECE):
                piece = data[at : at + PIECE]
                free = max(free, now) + len(piece) / self._rate
                self._pieces.put((free, piece))
            time.sleep(max(0.0, free - now - UNSEEN / self._rate))
