"""The main loop of a batch: submit chunks to an executor and store the rows, until no job is left.

Two chunks for each worker are in flight: one being solved and one waiting. New ones are submitted
only after the rows that came back are stored, so an executor never runs far ahead of the disk.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import Any

from ludoscope.games.errors import short_repr
from ludoscope.puzzles.batch.chunks import CHUNK_SECONDS, ChunkQueue
from ludoscope.puzzles.batch.executors import BatchExecutor, ExecutorLost
from ludoscope.puzzles.batch.result_database import ResultDatabase
from ludoscope.puzzles.batch.result_file import InMemoryResults
from ludoscope.puzzles.batch.rows import Job, Jobs, Row, parse_row
from ludoscope.puzzles.batch.worker import give_up_puzzle, program_version, solve_chunk
from ludoscope.search.budget import Limits

POLL_SECONDS = 0.25  # between checks of the executor, and between calls for progress
MAX_REASON_LENGTH = 200  # characters

ResultStore = InMemoryResults | ResultDatabase


class Batch:
    """The jobs of a batch that have no row yet, run by an executor in chunks.

    Attributes:
        verdict_counts: Number of rows stored in this run, by verdict.
        total: Number of jobs that were open when the batch was created.
    """

    def __init__(self, pattern: str, jobs: Jobs, limits: Limits, rows: ResultStore) -> None:
        """Count the open jobs.

        Args:
            pattern: The names of the puzzles, with {} for the number.
            jobs: All jobs of the batch; those with a row are skipped.
            limits: The limits of each search.
            rows: The store that has the rows of earlier runs and receives the new ones.
        """
        self._pattern = pattern
        self._limits = limits
        self._rows = rows
        self.total = sum(not rows.has_row(*job) for job in jobs)
        self._chunks = ChunkQueue((job for job in jobs if not rows.has_row(*job)), self.total)
        self._in_flight: dict[Future[Any], list[Job]] = {}
        self._start_time = time.monotonic()
        self._run_seconds = 0.0  # 0 before the end
        self.verdict_counts: Counter[str] = Counter()

    @property
    def done_count(self) -> int:
        """The number of jobs finished in this run."""
        return self.verdict_counts.total()

    @property
    def remaining(self) -> int:
        """The number of jobs without a row."""
        return self._chunks.remaining

    @property
    def rate(self) -> float | None:
        """The jobs done per second in this run, None if none was done."""
        seconds = self._run_seconds or time.monotonic() - self._start_time
        return self.done_count / seconds if self.done_count else None

    def run(self, executor: BatchExecutor, on_progress: Callable[[], object]) -> None:
        """Run all open jobs, then stop the executor, even if an exception is raised.

        Args:
            executor: The executor.
            on_progress: A callback for showing the progress, called at least every POLL_SECONDS.

        Raises:
            ExecutorLost: No worker can be reached, or none can call `solve_chunk`.
            OSError: A row cannot be stored.
        """
        self._start_time = time.monotonic()
        try:
            while self._submit(executor):
                done, _ = wait(self._in_flight, POLL_SECONDS, FIRST_COMPLETED)
                for future in [f for f in self._in_flight if f in done]:  # in order of submission
                    self._handle_result(executor, future, self._in_flight.pop(future))
                if executor.has_lost_calls():
                    self._requeue_in_flight()
                on_progress()
        finally:
            self._run_seconds = time.monotonic() - self._start_time
            executor.stop()

    def _submit(self, executor: BatchExecutor) -> bool:
        """Submit chunks until enough are in flight; return False if none is."""
        slots = executor.slots
        while len(self._in_flight) < 2 * slots and (chunk := self._chunks.next_chunk(slots)):
            seconds, memory = self._limits.seconds, self._limits.memory
            try:
                future = executor.pool.submit(
                    solve_chunk, self._pattern, chunk, seconds, memory, CHUNK_SECONDS
                )
            except BrokenExecutor as error:
                raise ExecutorLost(str(error)) from None
            self._in_flight[future] = chunk
        return bool(self._in_flight)

    def _requeue_in_flight(self) -> None:
        """Cancel all calls in flight and requeue their chunks; late results are ignored."""
        for future, chunk in self._in_flight.items():
            future.cancel()
            self._chunks.requeue(chunk)
        self._in_flight.clear()

    def _handle_result(
        self, executor: BatchExecutor, future: "Future[Any]", chunk: list[Job]
    ) -> None:
        """Store the rows of a finished call, or requeue its chunk.

        Raises:
            ExecutorLost: The executor is broken, or its workers cannot call `solve_chunk`.
            OSError: A row cannot be stored.
        """
        try:
            answer = future.result()
        except executor.death_errors as death:
            self._handle_death(chunk, " ".join(str(death).split())[:MAX_REASON_LENGTH])
        except CancelledError:
            self._chunks.requeue(chunk)
        except BrokenExecutor as error:
            raise ExecutorLost(str(error)) from None
        except Exception as error:  # raised by the call, or while transporting it
            reason = f"{type(error).__name__}: {error}".removeprefix("CallFailed: ")
            raise ExecutorLost(
                f"a worker on {executor.location} cannot do its work: {reason}"
            ) from None
        else:
            rows, seconds = _parse_answer(answer, chunk, executor.location)
            if rows is None:
                self._handle_death(chunk, "the process sent a malformed row")
            else:
                self._store(rows)
                self._chunks.finish_chunk(chunk, len(rows), seconds)

    def _handle_death(self, chunk: list[Job], reason: str) -> None:
        """Requeue the jobs of a chunk whose worker died; store a row for those given up."""
        rows = []
        for number, solver in self._chunks.record_death(chunk):
            row = give_up_puzzle(self._pattern.format(number), solver, reason)
            rows.append({"number": number, **row})
        self._store(rows)

    def _store(self, rows: list[Row]) -> None:
        if rows:
            self._rows.add_all(rows)
            self.verdict_counts.update(row["verdict"] for row in rows)


def _parse_answer(
    answer: Any, chunk: Sequence[Job], location: str
) -> tuple[list[Row] | None, float]:
    """Validate the answer of a worker to a chunk.

    Returns:
        The rows, None if any of them is malformed or for another job; and the seconds the chunk
        took.

    Raises:
        ExecutorLost: The worker runs another version of the program.
    """
    if not isinstance(answer, dict) or answer.keys() != {"version", "seconds", "rows"}:
        return None, 0
    version, seconds, raw_rows = answer.values()
    if version != program_version():
        raise ExecutorLost(
            f"a worker on {location} runs ludoscope {short_repr(version)}, "
            f"expected {program_version()}"
        )
    if not isinstance(raw_rows, list) or not 0 < len(raw_rows) <= len(chunk):
        return None, 0
    rows = []
    for values, (number, solver) in zip(raw_rows, chunk, strict=False):
        row = parse_row(values)
        if row is None or row["number"] != number or solver not in ("", row["solver"]):
            return None, 0
        rows.append(row)
    return rows, float(seconds) if isinstance(seconds, int | float) else 0.0
