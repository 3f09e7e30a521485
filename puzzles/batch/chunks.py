"""The queue of open jobs of a batch, cut into chunks.

The size of a chunk is chosen so that it takes about CHUNK_SECONDS at the speed of the last chunks.
A worker returns after that time with the rows it has, and the other jobs of the chunk are queued
again, so a wrong estimate costs little.

When a worker dies, each job of its chunk is queued again as a chunk of its own. A job whose worker
dies a second time is given up, so a puzzle crashes at most two workers of this machine. A Dask
scheduler itself gives a chunk to several workers before it reports a death.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice

from ludoscope.puzzles.batch.rows import Job

CHUNK_SECONDS = 0.5  # seconds of work in a chunk
INITIAL_CHUNK_SIZE = 16  # jobs in a chunk while the speed is unknown
MAX_CHUNK_SIZE = 20_000  # jobs; their rows take a few MB
SMOOTHING = 0.3  # weight of the newest chunk in the moving average of seconds per job
MAX_DEATHS = 1  # workers that may die on a job before it is given up


class ChunkQueue:
    """The queue of open jobs of a batch.

    Attributes:
        remaining: Number of jobs without a result, including jobs in progress.
    """

    def __init__(self, jobs: Iterable[Job], remaining: int) -> None:
        self.remaining = remaining
        self._jobs = iter(jobs)
        self._requeued: deque[Job] = deque()
        self._isolated: deque[Job] = deque()  # jobs to be queued as a chunk of one
        self._deaths: dict[Job, int] = {}
        self._seconds_per_job = 0.0  # moving average, 0 if unknown

    def next_chunk(self, worker_count: int) -> list[Job]:
        """Return the next chunk for one of `worker_count` workers.

        The chunk is empty when every open job is in progress or none is left.
        """
        if self._isolated:
            return [self._isolated.popleft()]
        size = self._chunk_size(worker_count)
        chunk = [self._requeued.popleft() for _ in range(min(size, len(self._requeued)))]
        return chunk + list(islice(self._jobs, size - len(chunk)))

    def _chunk_size(self, worker_count: int) -> int:
        size = (
            int(CHUNK_SECONDS / self._seconds_per_job)
            if self._seconds_per_job
            else INITIAL_CHUNK_SIZE
        )
        fair_share = int(self.remaining / (2 * worker_count))  # so that all workers finish together
        return max(1, min(size, fair_share, MAX_CHUNK_SIZE))

    def finish_chunk(self, chunk: Sequence[Job], count: int, seconds: float) -> None:
        """Record how many jobs of a chunk were done, and requeue the others.

        Args:
            chunk: The chunk, as returned by `next_chunk`.
            count: Number of jobs done, from the start of the chunk.
            seconds: Time they took.
        """
        self.remaining -= count
        self._requeued.extend(chunk[count:])
        if count:
            seconds_per_job = max(seconds / count, 1e-9)
            weight = SMOOTHING if self._seconds_per_job else 1
            self._seconds_per_job += (seconds_per_job - self._seconds_per_job) * weight

    def record_death(self, chunk: Iterable[Job]) -> list[Job]:
        """Record that the worker of a chunk died, and return the jobs that are given up."""
        given_up: list[Job] = []
        for job in chunk:
            self._deaths[job] = self._deaths.get(job, 0) + 1
            if self._deaths[job] > MAX_DEATHS:
                given_up.append(job)
            else:
                self._isolated.append(job)
        self.remaining -= len(given_up)
        return given_up

    def requeue(self, chunk: Iterable[Job]) -> None:
        """Put a chunk that was not processed back into the queue."""
        self._requeued.extend(chunk)
