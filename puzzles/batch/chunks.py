"""Which puzzles of a batch are left, and how many of them make a chunk.

A chunk is sized by time: SPAN seconds of work, going by the pace of the last chunks. A worker that
has spent this time returns what it has done, and the rest comes back: a wrong guess costs little.

A worker that dies costs its chunk: each puzzle of it comes back to be tried alone. The one whose
worker dies a second time is given up, so that a puzzle which kills workers does so twice at most.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice

from ludoscope.puzzles.batch.rows import Job

SPAN = 0.5  # seconds of work in a chunk
FIRST = 16  # puzzles in a chunk while no pace is known
MOST = 20_000  # puzzles in a chunk, a few MB of rows
FRESH = 0.3  # the weight of the newest chunk in the pace


class Chunks:
    """The jobs that are left, `left` of them, for `workers` at once."""

    def __init__(self, jobs: Iterable[Job], left: int) -> None:
        self.left = left  # those that are being done included
        self._jobs = iter(jobs)
        self._back: deque[Job] = deque()
        self._alone: deque[Job] = deque()
        self._deaths: dict[Job, int] = {}
        self._pace = 0.0  # seconds for each, 0 if unknown

    def take(self, workers: int) -> list[Job]:
        """The next chunk; empty when nothing is left, or all is being done."""
        if self._alone:
            return [self._alone.popleft()]
        size = self._size(workers)
        chunk = [self._back.popleft() for _ in range(min(size, len(self._back)))]
        return chunk + list(islice(self._jobs, size - len(chunk)))

    def _size(self, workers: int) -> int:
        wanted = SPAN / self._pace if self._pace else FIRST
        fair = self.left / (2 * workers)  # towards the end, a share for each
        return max(1, min(int(wanted), int(fair), MOST))

    def done(self, chunk: Sequence[Job], count: int, seconds: float) -> None:
        """The first `count` jobs of a chunk are done, which took some seconds."""
        self.left -= count
        self._back.extend(chunk[count:])
        if count:
            pace = max(seconds / count, 1e-9)
            self._pace += (pace - self._pace) * (FRESH if self._pace else 1)

    def lost(self, chunk: Iterable[Job]) -> list[Job]:
        """The worker of a chunk died; the jobs that are given up because of it."""
        given_up: list[Job] = []
        for job in chunk:
            deaths = self._deaths[job] = self._deaths.get(job, 0) + 1
            (given_up if deaths > 1 else self._alone).append(job)
        self.left -= len(given_up)
        return given_up

    def returned(self, chunk: Iterable[Job]) -> None:
        """A chunk that nobody worked on."""
        self._back.extend(chunk)
