"""An executor that runs the chunks of a batch on the workers of a Dask scheduler.

It uses the package `distributed`. When a worker dies, the scheduler gives its chunk to other
workers a few times before it raises KilledWorker. When the scheduler itself dies, the client
cancels the submitted chunks and tries to connect again; the batch continues if a scheduler answers
at the same address within RECONNECT_TIMEOUT_SECONDS.

Each worker is a process of `dask worker` with the same version of ludoscope installed. Run it with
`--nthreads 1`, because a solver applies its memory limit to the whole process. `distributed` sends
pickles, so whoever controls the scheduler can run any code on the workers and on the client.
"""

import logging
import time
import warnings
from concurrent.futures import Executor
from contextlib import suppress

from ludoscope.puzzles.batch.executors import ExecutorLost

CONNECT_TIMEOUT_SECONDS = 10
RECONNECT_TIMEOUT_SECONDS = 30.0  # without a connection, before the scheduler counts as lost
SLOTS_MAX_AGE_SECONDS = 2.0  # before the number of threads is queried again
CLOSE_TIMEOUT_SECONDS = 2


class DaskExecutor:
    """A client of a Dask scheduler, whose workers run the chunks."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address such as tcp://127.0.0.1:8786.

        Raises:
            ImportError: The package `distributed` is not installed.
            OSError: No scheduler answers at the address.
        """
        import dask  # pyright: ignore[reportMissingImports]
        from distributed import Client, KilledWorker  # pyright: ignore[reportMissingImports]

        dask.config.set({"distributed.comm.timeouts.connect": f"{CONNECT_TIMEOUT_SECONDS}s"})
        for name in list(logging.root.manager.loggerDict):
            if name.partition(".")[0] in ("distributed", "tornado"):
                # failures are reported by exceptions, without their tracebacks on the screen
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.location = address
        self.death_errors = (KilledWorker,)
        try:
            with warnings.catch_warnings(action="ignore"):  # about small differences of versions
                self._client = Client(
                    address, timeout=CONNECT_TIMEOUT_SECONDS, set_as_default=False
                )
        except Exception as error:  # another kind of server may cause any exception
            message = f"no Dask scheduler answers ({type(error).__name__})"
            raise OSError(None, message, address) from None
        self.pool: Executor = self._client.get_executor(pure=False)
        self._slots = 1
        self._slots_time = 0.0  # when `_slots` was queried
        self._last_connected = time.monotonic()
        self._disconnected = False

    @property
    def slots(self) -> int:
        """The number of threads of all workers, cached for SLOTS_MAX_AGE_SECONDS."""
        now = time.monotonic()
        if self._client.status == "running" and now - self._slots_time >= SLOTS_MAX_AGE_SECONDS:
            self._slots_time = now
            with suppress(Exception):  # the scheduler has just died
                self._slots = sum(self._client.nthreads().values())
        return max(1, self._slots)

    def has_lost_calls(self) -> bool:
        """Return True once whenever the connection to the scheduler is lost.

        The client then cancels the submitted calls, but a call whose result it was about to fetch
        would never end.

        Raises:
            ExecutorLost: There has been no connection for RECONNECT_TIMEOUT_SECONDS.
        """
        now, status = time.monotonic(), self._client.status
        if status == "running":
            self._last_connected = now
            self._disconnected = False
            return False
        if now - self._last_connected > RECONNECT_TIMEOUT_SECONDS or status == "closed":
            raise ExecutorLost(f"the scheduler at {self.location} is gone")
        was_disconnected = self._disconnected
        self._disconnected = True
        return not was_disconnected

    def stop(self) -> None:
        """Cancel the submitted chunks; the workers stay for the next batch."""
        with suppress(Exception):
            self.pool.shutdown(wait=False)
        with suppress(Exception):
            self._client.close(timeout=CLOSE_TIMEOUT_SECONDS)
