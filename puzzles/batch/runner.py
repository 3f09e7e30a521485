"""The main loop of a batch: submit chunks to an executor and store the rows, until no job is left.

Two chunks for each worker are in flight: one being solved and one waiting. New ones are submitted
only after the rows that came back are stored, so an executor never runs far ahead of the disk.
"""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import Any

from ludoscope.games.errors import short_line
from ludoscope.puzzles.batch.answers import WrongAnswer, read_local_answer, read_remote_answer
from ludoscope.puzzles.batch.chunks import CHUNK_SECONDS, ChunkQueue
from ludoscope.puzzles.batch.executors import BatchExecutor, ExecutorLost
from ludoscope.puzzles.batch.result_database import ResultDatabase
from ludoscope.puzzles.batch.result_file import InMemoryResults
from ludoscope.puzzles.batch.rows import Job, Jobs, Row
from ludoscope.puzzles.batch.worker import give_up_puzzle, solve_chunk, solve_chunk_elsewhere
from ludoscope.search.budget import Limits

POLL_SECONDS = 0.25  # between checks of the executor, and between calls for progress
MAX_REASON_LENGTH = 200  # characters
ANSWER_GRACE_SECONDS = 30.0  # that an answer may take beyond the time limit of a search

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
        self.total = len(jobs) - rows.count_done(jobs)
        self._chunks = ChunkQueue((job for job in jobs if not rows.has_row(*job)), self.total)
        self._in_flight: dict[Future[Any], list[Job]] = {}
        self._start_time = time.monotonic()
        self._last_rows_time = self._start_time
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
            ExecutorLost: No worker can be reached, or none answers, or none can do its work.
            OSError: A row cannot be stored.
        """
        self._start_time = self._last_rows_time = time.monotonic()
        try:
            while self._submit(executor):
                done, _ = wait(self._in_flight, POLL_SECONDS, FIRST_COMPLETED)
                for future in [f for f in self._in_flight if f in done]:  # in order of submission
                    self._handle_result(executor, future, self._in_flight.pop(future))
                if executor.has_lost_calls():
                    self._requeue_in_flight()
                if executor.is_remote:
                    self._check_stalled(executor)
                on_progress()
        finally:
            self._run_seconds = time.monotonic() - self._start_time
            executor.stop()

    def _submit(self, executor: BatchExecutor) -> bool:
        """Submit chunks until enough are in flight; return False if none is."""
        slots = max(1, executor.slots)
        solve = solve_chunk_elsewhere if executor.is_remote else solve_chunk
        while len(self._in_flight) < 2 * slots and (chunk := self._chunks.next_chunk(slots)):
            seconds, memory = self._limits.seconds, self._limits.memory
            try:
                future = executor.pool.submit(
                    solve, self._pattern, chunk, seconds, memory, CHUNK_SECONDS
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
        self._last_rows_time = time.monotonic()

    def _check_stalled(self, executor: BatchExecutor) -> None:
        """Raise ExecutorLost if there are workers, but none has sent a row for too long."""
        now = time.monotonic()
        if not executor.slots or self._limits.seconds is None:
            self._last_rows_time = now
        elif now - self._last_rows_time > self._limits.seconds + ANSWER_GRACE_SECONDS:
            seconds = now - self._last_rows_time
            raise ExecutorLost(f"no worker on {executor.location} has answered for {seconds:.0f} s")

    def _handle_result(
        self, executor: BatchExecutor, future: "Future[Any]", chunk: list[Job]
    ) -> None:
        """Store the rows of a finished call, or requeue its chunk.

        Raises:
            ExecutorLost: The executor is broken, or its workers cannot do their work.
            OSError: A row cannot be stored.
        """
        # not `result`: an exception from elsewhere could be KeyboardInterrupt or SystemExit
        error = CancelledError() if future.cancelled() else future.exception()
        if isinstance(error, CancelledError):
            self._chunks.requeue(chunk)
        elif isinstance(error, executor.death_errors):
            self._handle_death(chunk, str(error))
        elif isinstance(error, BrokenExecutor):
            raise ExecutorLost(str(error))
        elif error:  # raised by the call, or while transporting it
            reason = f"{type(error).__name__}: {error}".removeprefix("CallFailed: ")
            reason = short_line(reason, MAX_REASON_LENGTH)
            raise ExecutorLost(f"a worker on {executor.location} cannot do its work: {reason}")
        else:
            self._handle_answer(executor, future.result(), chunk)

    def _handle_answer(self, executor: BatchExecutor, answer: Any, chunk: list[Job]) -> None:
        """Store the rows of an answer; a wrong one counts as the death of the worker."""
        location = executor.location
        try:
            if executor.is_remote:
                rows, seconds = read_remote_answer(answer, self._pattern, chunk, location)
            else:
                rows, seconds = read_local_answer(answer, self._pattern, chunk, location)
        except WrongAnswer as error:
            self._handle_death(chunk, str(error))
        else:
            self._store(rows)
            self._chunks.finish_chunk(chunk, len(rows), seconds)

    def _handle_death(self, chunk: list[Job], reason: str) -> None:
        """Requeue the jobs of a chunk whose worker died; store a row for those given up."""
        rows = []
        short_reason = short_line(reason, MAX_REASON_LENGTH)
        for number, solver in self._chunks.record_death(chunk):
            row = give_up_puzzle(self._pattern.format(number), solver, short_reason)
            rows.append({"number": number, **row})
        self._store(rows)

    def _store(self, rows: list[Row]) -> None:
        if rows:
            self._rows.add_all(rows)
            self._last_rows_time = time.monotonic()
            self.verdict_counts.update(row["verdict"] for row in rows)
