"""Who works for a batch: the workers of a Dask scheduler, through `distributed`.

The scheduler gives the chunk of a worker that dies to another one, some times before it raises
KilledWorker. When the scheduler itself dies the chunks come back as cancelled; the client connects
again, and it goes on if there is a scheduler at the same address within AWAY_SECONDS.

Each worker is a process of `dask worker` that has this version of ludoscope installed. It is best
run with `--nthreads 1`: a solver takes its memory limit for its process alone. Whoever runs the
scheduler can run anything here and there: `distributed` sends pickles.
"""

import logging
import time
import warnings
from concurrent.futures import Executor
from contextlib import suppress

from ludoscope.puzzles.batch.engine import EngineLost

CONNECT_SECONDS = 10
AWAY_SECONDS = 30.0
LOOK_SECONDS = 2.0  # between looks how many workers there are
CLOSE_SECONDS = 2


class Cluster:
    """A client of the scheduler at that address, such as tcp://127.0.0.1:8786.

    ImportError when `distributed` is not installed, OSError when no scheduler answers.
    """

    def __init__(self, address: str) -> None:
        import dask
        from distributed import Client, KilledWorker

        dask.config.set({"distributed.comm.timeouts.connect": f"{CONNECT_SECONDS}s"})
        for name in list(logging.root.manager.loggerDict):
            if name.partition(".")[0] in ("distributed", "tornado"):  # a sentence says it here
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.where = address
        self.deaths = (KilledWorker,)
        try:
            with warnings.catch_warnings(action="ignore"):  # versions that differ a little
                self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # of whatever it is that answers there
            said = f"no Dask scheduler answers ({type(error).__name__})"
            raise OSError(None, said, address) from None
        self.executor: Executor = self._client.get_executor(pure=False)
        self._slots, self._looked = 1, 0.0
        self._seen, self._away = time.monotonic(), False  # when it was connected last

    @property
    def slots(self) -> int:
        """The threads of all workers, or those of a moment ago."""
        now = time.monotonic()
        if self._client.status == "running" and now - self._looked >= LOOK_SECONDS:
            self._looked = now
            with suppress(Exception):  # the scheduler is just gone
                self._slots = sum(self._client.nthreads().values())
        return max(1, self._slots)

    def check(self) -> bool:
        """Whether the scheduler has just gone; EngineLost when there is none any more.

        The client cancels what is on its way, but a call whose result it was about to fetch then
        never ends.
        """
        now, status = time.monotonic(), self._client.status
        if status == "running":
            self._seen, self._away = now, False
            return False
        if now - self._seen > AWAY_SECONDS or status == "closed":
            raise EngineLost(f"the scheduler at {self.where} is gone")
        just, self._away = not self._away, True
        return just

    def stop(self) -> None:
        """Cancel the chunks that run; the workers go on for the next batch."""
        with suppress(Exception):
            self.executor.shutdown(wait=False)
        with suppress(Exception):
            self._client.close(timeout=CLOSE_SECONDS)
