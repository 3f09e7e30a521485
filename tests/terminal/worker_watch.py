"""Workers of an app, watched by way of /proc while the app runs."""

import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from watched import WORKERS

INTERVAL_SECONDS = 0.002
UNLIMITED = "unlimited"


@dataclass
class WorkerUse:
    """Address space of a worker process.

    Attributes:
        module: Name of its module.
        peak_bytes: The most address space that it had.
        limit_bytes: Limit of its address space when it was last seen, None without one.
    """

    module: str
    peak_bytes: int = 0
    limit_bytes: int | None = None


class WorkerWatch:
    """Samples the workers in the session of a process, in a thread, during a `with` block.

    Attributes:
        workers: Every worker that was seen, by process id.
        max_count: The largest number that were alive at the same time.
    """

    def __init__(self, leader):
        self.workers = {}
        self.max_count = 0
        self._leader = leader
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def modules(self):
        return {worker.module for worker in self.workers.values()}

    def limited(self, module):
        """Return the workers of a module that have set their limit."""
        workers = [worker for worker in self.workers.values() if worker.module == module]
        return [worker for worker in workers if worker.limit_bytes is not None]

    def _run(self):
        while not self._stop.wait(INTERVAL_SECONDS):
            self.max_count = max(self.max_count, self._sample())

    def _sample(self):
        """Update `workers` and return how many are alive."""
        count = 0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # ended meanwhile
                count += self._sample_process(folder)
        return count

    def _sample_process(self, folder):
        state, _, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
        if int(session) != self._leader or state in "ZX":
            return False
        command = (folder / "cmdline").read_bytes().decode().split("\0")[: len(WORKERS[0])]
        if command not in WORKERS:
            return False
        worker = self.workers.setdefault(int(folder.name), WorkerUse(command[-1]))
        for line in (folder / "status").read_text().splitlines():
            if line.startswith("VmPeak:"):
                worker.peak_bytes = int(line.split()[1]) << 10
        for line in (folder / "limits").read_text().splitlines():
            if line.startswith("Max address space"):
                limit = line.split()[3]
                worker.limit_bytes = None if limit == UNLIMITED else int(limit)
        return True
