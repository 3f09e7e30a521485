"""A batch at work: chunks to an engine, rows to where they are kept, until nothing is left.

Twice as many chunks as workers are on their way: one in work and one waiting at each. No more are
made before rows have come back and are kept, so an engine of any speed waits for the disk.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import Any

from ludoscope.games.errors import shown
from ludoscope.puzzles.batch.chunks import SPAN, Chunks
from ludoscope.puzzles.batch.database import Database
from ludoscope.puzzles.batch.engine import Engine, EngineLost
from ludoscope.puzzles.batch.file import Rows
from ludoscope.puzzles.batch.rows import Job, Jobs, Row, as_row
from ludoscope.puzzles.batch.worker import lost_row, our_version, solve_chunk
from ludoscope.search.budget import Limits

LOOK_SECONDS = 0.25  # between looks at the engine, and at the progress
LONGEST_REASON = 200  # characters

Store = Rows | Database  # where rows are kept; several solvers may have one of a number each


class Batch:
    """The jobs without a row, given to an engine in chunks.

    `counts` are the rows of this run by verdict, `total` how many jobs were left when it began.
    """

    def __init__(self, pattern: str, jobs: Jobs, limits: Limits, rows: Store) -> None:
        self._pattern = pattern
        self._limits = limits
        self._rows = rows
        self.total = sum(not rows.has(*job) for job in jobs)
        self._chunks = Chunks((job for job in jobs if not rows.has(*job)), self.total)
        self._flying: dict[Future[Any], list[Job]] = {}
        self._begun = time.monotonic()
        self._seconds = 0.0
        self.counts: Counter[str] = Counter()

    @property
    def done(self) -> int:
        """How many jobs have got their row in this run."""
        return self.counts.total()

    @property
    def left(self) -> int:
        """How many jobs have no row."""
        return self._chunks.left

    @property
    def rate(self) -> float | None:
        """Puzzles a second in this run, None when nothing was left to do."""
        seconds = self._seconds or time.monotonic() - self._begun
        return self.done / seconds if self.done else None

    def run(self, engine: Engine, tell: Callable[[], object]) -> None:
        """Do all jobs; `tell` is called some times a second.

        EngineLost when nobody works any more; OSError when a row cannot be kept. However it ends,
        the engine is stopped.
        """
        self._begun = time.monotonic()
        try:
            while self._send(engine):
                done, _ = wait(self._flying, LOOK_SECONDS, FIRST_COMPLETED)
                for future in [one for one in self._flying if one in done]:  # as they were sent
                    self._take(engine, future, self._flying.pop(future))
                if engine.check():
                    self._recall()
                tell()
        finally:
            self._seconds = time.monotonic() - self._begun
            engine.stop()

    def _send(self, engine: Engine) -> bool:
        """Have enough chunks on their way; False when there are none."""
        slots = engine.slots
        while len(self._flying) < 2 * slots and (chunk := self._chunks.take(slots)):
            seconds, memory = self._limits.seconds, self._limits.memory
            settings = self._pattern, chunk, seconds, memory, SPAN
            try:
                future = engine.executor.submit(solve_chunk, *settings)
            except BrokenExecutor as error:
                raise EngineLost(str(error)) from None
            self._flying[future] = chunk
        return bool(self._flying)

    def _recall(self) -> None:
        """What is on its way is lost; if something comes of it all the same, it is not heard."""
        for future, chunk in self._flying.items():
            future.cancel()
            self._chunks.returned(chunk)
        self._flying.clear()

    def _take(self, engine: Engine, future: "Future[Any]", chunk: list[Job]) -> None:
        """Keep what came of a chunk."""
        try:
            answer = future.result()
        except engine.deaths as death:
            self._lost(chunk, " ".join(str(death).split())[:LONGEST_REASON])
        except CancelledError:
            self._chunks.returned(chunk)
        except BrokenExecutor as error:
            raise EngineLost(str(error)) from None
        except Exception as error:  # of the function, or of whoever carried it there
            said = f"{type(error).__name__}: {error}".removeprefix("CallFailed: ")
            raise EngineLost(f"a worker on {engine.where} cannot do its work: {said}") from None
        else:
            self._keep(chunk, *_rows(answer, chunk, engine.where))

    def _keep(self, chunk: list[Job], rows: list[Row] | None, seconds: float) -> None:
        if rows is None:
            self._lost(chunk, "the process sent a malformed row")
            return
        self._add(rows)
        self._chunks.done(chunk, len(rows), seconds)

    def _lost(self, chunk: list[Job], reason: str) -> None:
        """The worker of a chunk died."""
        given_up = self._chunks.lost(chunk)
        self._add(
            [
                {"number": number, **lost_row(self._pattern.format(number), solver, reason)}
                for number, solver in given_up
            ]
        )

    def _add(self, rows: list[Row]) -> None:
        if rows:
            self._rows.add_all(rows)
            self.counts.update(row["verdict"] for row in rows)


def _rows(answer: Any, chunk: Sequence[Job], where: str) -> tuple[list[Row] | None, float]:
    """The rows in the answer of a worker, None where they are not those; and its seconds.

    EngineLost when the worker is of another version.
    """
    if not isinstance(answer, dict) or answer.keys() != {"version", "seconds", "rows"}:
        return None, 0
    version, seconds, found = answer.values()
    if version != our_version():
        version = shown(version)
        said = f"a worker on {where} runs ludoscope {version}, expected {our_version()}"
        raise EngineLost(said)
    if not isinstance(found, list) or not 0 < len(found) <= len(chunk):
        return None, 0
    rows = []
    for values, (number, solver) in zip(found, chunk, strict=False):
        row = as_row(values)
        if row is None or row["number"] != number or solver not in ("", row["solver"]):
            return None, 0
        rows.append(row)
    return rows, float(seconds) if isinstance(seconds, int | float) else 0.0
