"""An executor that runs the chunks of a batch on the workers of a Dask scheduler.

It uses the package `distributed`. When a worker dies, the scheduler gives its chunk to other
workers a few times before it raises KilledWorker. When the scheduler itself dies, the client
cancels the submitted chunks and tries to connect again; the batch continues if a scheduler answers
at the same address within RECONNECT_TIMEOUT_SECONDS. A scheduler that was stopped keeps its
connection, so it is asked for its workers now and then, and lost if it does not answer.

Each worker is a process of `dask worker` with the same version of ludoscope installed. Run it with
`--nthreads 1`, because a solver applies its memory limit to the whole process. What workers answer
is plain text, which `puzzles.batch.answers` checks. But `distributed` itself sends pickles: whoever
controls the scheduler or a worker can run any code on all of them and on the client.
"""

import asyncio
import logging
import os
import socket
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from ludoscope.games.errors import short_line
from ludoscope.puzzles.batch.executors import ExecutorLost

CONNECT_TIMEOUT_SECONDS = 3.0
RECONNECT_TIMEOUT_SECONDS = 30.0  # without an answer, before the scheduler counts as lost
SLOTS_MAX_AGE_SECONDS = 2.0  # before the number of threads is queried again
CLOSE_TIMEOUT_SECONDS = 2
SILENT_LOGGERS = ("distributed", "tornado", "asyncio")
MAX_REASON_LENGTH = 100  # characters


class _WrongPeer(Exception):
    """Raised when the address cannot be that of a scheduler; the message says why."""


class DaskExecutor:
    """A client of a Dask scheduler, whose workers run the chunks."""

    is_remote = True

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address such as tcp://127.0.0.1:8786.

        Raises:
            ImportError: The package `distributed` is not installed.
            OSError: No scheduler answers at the address.
        """
        if not find_spec("dask") or not find_spec("distributed"):
            raise ImportError("distributed is not installed")
        deadline = time.monotonic() + CONNECT_TIMEOUT_SECONDS
        _call_with_deadline(address, deadline, lambda: _check_port(address))
        import dask  # pyright: ignore[reportMissingImports]
        from distributed import Client, KilledWorker  # pyright: ignore[reportMissingImports]

        dask.config.set({"distributed.comm.timeouts.connect": f"{CONNECT_TIMEOUT_SECONDS}s"})
        for name in (*SILENT_LOGGERS, *logging.root.manager.loggerDict):
            if name.partition(".")[0] in SILENT_LOGGERS:
                # failures are reported by exceptions, without their tracebacks on the screen
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.location = address
        self.death_errors = (KilledWorker,)
        deadline = time.monotonic() + CONNECT_TIMEOUT_SECONDS  # importing may take seconds
        _call_with_deadline(address, deadline, lambda: asyncio.run(_check_scheduler(address)))
        try:
            with warnings.catch_warnings(action="ignore"):  # about small differences of versions
                self._client = Client(
                    address, timeout=CONNECT_TIMEOUT_SECONDS, set_as_default=False
                )
        except Exception as error:
            raise _no_scheduler(address, error) from None
        self.pool: Executor = self._client.get_executor(pure=False)
        self._slots = 0
        self._slots_time = 0.0  # when `_slots` was queried
        self._has_answered = True  # the last query, in time
        self._last_answer_time = time.monotonic()
        self._is_connected = True

    @property
    def slots(self) -> int:
        """The number of threads of all workers, cached for SLOTS_MAX_AGE_SECONDS."""
        now = time.monotonic()
        if self._client.status == "running" and now - self._slots_time >= SLOTS_MAX_AGE_SECONDS:
            deadline = now + CONNECT_TIMEOUT_SECONDS
            try:
                _call_with_deadline(self.location, deadline, self._query_slots)
            except OSError:  # the scheduler has just died, or was stopped
                self._has_answered = False
            else:
                self._has_answered = True
            self._slots_time = time.monotonic()
        return self._slots

    def _query_slots(self) -> None:
        self._slots = sum(self._client.nthreads().values())

    def has_lost_calls(self) -> bool:
        """Return True once whenever the connection to the scheduler is lost.

        The client then cancels the submitted calls, but a call whose result it was about to fetch
        would never end. While a connected scheduler does not answer, the calls are not lost.

        Raises:
            ExecutorLost: For RECONNECT_TIMEOUT_SECONDS there has been no connection, or no answer.
        """
        now, status = time.monotonic(), self._client.status
        was_connected, self._is_connected = self._is_connected, status == "running"
        if self._is_connected and self._has_answered:
            self._last_answer_time = now
        elif now - self._last_answer_time > RECONNECT_TIMEOUT_SECONDS or status == "closed":
            state = "does not answer" if self._is_connected else "is gone"
            raise ExecutorLost(f"the scheduler at {self.location} {state}")
        return was_connected and not self._is_connected

    def stop(self) -> None:
        """Cancel the submitted chunks; the workers stay for the next batch."""
        for close in (
            lambda: self.pool.shutdown(wait=False),
            lambda: self._client.close(timeout=CLOSE_TIMEOUT_SECONDS),
        ):
            with suppress(OSError):
                _call_with_deadline(self.location, time.monotonic() + CLOSE_TIMEOUT_SECONDS, close)


def _call_with_deadline(address: str, deadline: float, function: Callable[[], object]) -> None:
    """Call a function in a thread, which is left behind at the deadline.

    The resolver of the system, the handshake of `distributed` and its queries have no timeout.

    Raises:
        OSError: The function failed or did not return in time.
    """
    done: Future[object] = Future()

    def run() -> None:
        try:
            done.set_result(function())
        except BaseException as error:  # a port of something else may cause any exception
            done.set_exception(error)

    threading.Thread(target=run, name="scheduler", daemon=True).start()
    try:
        error = done.exception(max(0.0, deadline - time.monotonic()))
    except TimeoutError as timeout:
        error = timeout
    if error:
        raise _no_scheduler(address, error) from None


def _no_scheduler(address: str, error: BaseException) -> OSError:
    """Return the OSError that says that no scheduler answers, and why."""
    if isinstance(error, TimeoutError):
        reason = f"nothing within {CONNECT_TIMEOUT_SECONDS:g} s"
    elif isinstance(error, OSError) and error.errno:
        reason = error.strerror or os.strerror(error.errno)
    elif isinstance(error, UnicodeError):  # raised for names that cannot be encoded
        reason = "no such host name"
    elif isinstance(error, _WrongPeer):
        reason = str(error)
    else:
        reason = "another protocol"
    return OSError(
        None, f"no Dask scheduler answers ({short_line(reason, MAX_REASON_LENGTH)})", address
    )


def _check_port(address: str) -> None:
    """Open and close a connection; raise OSError if nobody listens at the address."""
    host, _, port = address.partition("://")[2].rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT_SECONDS).close()


async def _check_scheduler(address: str) -> None:
    """Raise an exception unless a Dask scheduler answers at the address."""
    from distributed.comm import connect  # pyright: ignore[reportMissingImports]
    from distributed.security import Security  # pyright: ignore[reportMissingImports]

    arguments: dict[str, Any] = Security().get_connection_args("client")
    if address.startswith("tls://") and not arguments["ssl_context"]:
        raise _WrongPeer("tls:// needs certificates in the configuration of Dask")
    comm = await connect(address, timeout=CONNECT_TIMEOUT_SECONDS, **arguments)
    try:
        await comm.write({"op": "identity", "reply": True})
        identity = await comm.read()
        if identity.get("type") != "Scheduler":
            raise _WrongPeer("a worker, expected the address of the scheduler")
    finally:
        comm.abort()
