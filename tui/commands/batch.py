"""The command `batch`: many puzzles by number, a line of results for each, a summary.

With several solvers each puzzle has a line for each of them, and the summary tells how often each
succeeds. Some numbers are of holes: `english 1..33` are the vacancies of the English board.

One worker process for each job lives through the whole batch: a start costs more than most deals.
"""

import argparse
import asyncio
import os
import re
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoscope.games.peg import BOARDS
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.names import by_name
from ludoscope.search.events import GaveUp
from ludoscope.search.kernels import kernels_compiled
from ludoscope.search.process.child import WorkerLost, ended
from ludoscope.search.process.client import lines
from ludoscope.search.registry import find_solver
from ludoscope.tui.commands.batch_file import InUseError, Results, Row, Rows, is_row
from ludoscope.tui.commands.batch_summary import success, summary
from ludoscope.tui.commands.batch_worker import outcome
from ludoscope.tui.commands.live import told_live
from ludoscope.tui.commands.usage import UsageError
from ludoscope.tui.lab.race import GAVE_UP, SOLVED, UNSOLVABLE

WORKER = "ludoscope.tui.commands.batch_worker"
EXAMPLES = (
    "FreeCell, Seahaven, MidnightOil, BakersDozen, ms, orush, lucas, a peg board "
    f"({', '.join(BOARDS)}), or a name with N for the number, such as ms-N-free"
)
Job = tuple[int, str]  # a number and a solver, "" for the usual one


def run_batch(options: argparse.Namespace) -> int:
    """Solve, store and sum up; 0 when all are decided, 1 when some are not.

    OSError when the results cannot be written; rows written so far stay.
    """
    numbers = options.numbers
    pattern = numbering(options.game, numbers)
    game = catalogue.find(pattern.format(numbers[0]), files=False).game
    chosen = tuple(dict.fromkeys(options.solver))
    for name in chosen:
        find_solver(game, name)
    work = [(number, name) for number in numbers for name in chosen or ("",)]
    settings = {"seconds": options.time, "memory": options.memory * 2**20}
    jobs = options.jobs or os.cpu_count() or 1
    try:
        if not options.output:
            batch = Batch(pattern, work, settings, Rows())
            _work(batch, jobs)
        else:
            with Results(Path(options.output)) as results:
                _must_fit(results, pattern, chosen)
                batch = Batch(pattern, work, settings, results)
                _work(batch, jobs)
    except InUseError as error:
        raise UsageError(str(error)) from None
    except WorkerLost as lost:
        print(f"ludoscope: gave up: {lost}", file=sys.stderr)
        return 1
    found = batch.found
    print(success(found, chosen, batch.rate) if len(chosen) > 1 else summary(found, batch.rate))
    return int(any(row["verdict"] == GAVE_UP for row in found))


def _work(batch: "Batch", jobs: int) -> None:
    if not kernels_compiled():
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    asyncio.run(batch.run(jobs))


def numbering(game: str, numbers: range) -> str:
    """The name of the puzzles with {} for the number; UsageError when there are none.

    `game` is what stands before the number in the catalogue, or a whole name with N for it.
    UnknownPuzzle when the first or the last does not exist.
    """
    head, mark, tail = game.replace("{", "").replace("}", "").rpartition("N")
    forms = [f"{head}{{}}{tail}"] if mark and head[-1:] in (".", "-") else []
    forms += [f"{game}.{{}}", f"{game}-{{}}"] if not re.search("[{}]", game) else []
    for form in forms:
        with suppress(catalogue.UnknownPuzzle):
            if not by_name(form.format(1)):  # by one of its own names: results have it
                continue
            for number in (numbers[0], numbers[-1]):
                _find(form.format(number))
            return form
    raise UsageError(f"no numbered puzzles {game!r}, expected one of {EXAMPLES}")


def _find(name: str) -> None:
    try:
        catalogue.find(name, files=False)
    except catalogue.UnknownPuzzle as error:
        raise UsageError(str(error)) from None


def _must_fit(results: Results, pattern: str, chosen: Sequence[str]) -> None:
    """What is in the file must be of these puzzles, by these solvers; UsageError if not."""
    for row in list(results)[:1]:
        expected = catalogue.find(pattern.format(row["number"]), files=False).name
        if row["puzzle"] != expected:
            raise UsageError(f"{results.path} holds results of {row['puzzle']}, not of {expected}")
    others = ", ".join(sorted({row["solver"] for row in results} - set(chosen)))
    if chosen and others:
        raise UsageError(f"{results.path} holds results of {others}")
    if not chosen and results.several:
        raise UsageError(f"{results.path} holds results of {others}, expected --solver with each")


class Batch:
    """The jobs without a row, given to workers one by one."""

    def __init__(
        self, pattern: str, work: Sequence[Job], settings: dict[str, Any], rows: Rows
    ) -> None:
        self._pattern = pattern
        self._jobs = work
        self._settings = settings
        self._rows = rows
        self._begun = time.monotonic()
        self._seconds = 0.0
        self._done = 0  # in this run
        self._refused = ""  # why no worker could be had

    @property
    def rate(self) -> float | None:
        """Puzzles a second in this run, None when nothing was left to do."""
        seconds = self._seconds or time.monotonic() - self._begun
        return self._done / seconds if self._done else None

    @property
    def found(self) -> list[Row]:
        """The rows that there are, of what was asked for."""
        rows = (self._rows.get(*job) for job in self._jobs)
        return [row for row in rows if row is not None]

    async def run(self, jobs: int) -> None:
        """Run all jobs. When the task is cancelled the workers are killed at once.

        WorkerLost when no process can be started; OSError when a row cannot be written.
        """
        left = deque(job for job in self._jobs if self._rows.get(*job) is None)
        self._begun = time.monotonic()
        try:
            async with told_live(self._progress), asyncio.TaskGroup() as group:
                for _ in range(min(jobs, len(left))):
                    group.create_task(self._work(left))
        except* OSError as errors:  # one for each task that had a row to keep
            raise errors.exceptions[0] from None
        finally:
            self._seconds = time.monotonic() - self._begun
            await ended()
        if left:
            of = f"{len(left):,} of {len(self._jobs):,} searches are not done"
            raise WorkerLost(f"{self._refused}; {of}")

    async def _work(self, left: deque[Job]) -> None:
        """Run jobs on a worker; if it dies, give up its job and start another worker.

        If no worker can be started, the others, if there are any, do the rest.
        """
        while left:
            talk = lines(WORKER, self._settings)
            try:
                await anext(talk)
            except WorkerLost as lost:
                self._refused = str(lost)
                return
            try:
                while left:
                    job = left.popleft()
                    number, solver = job
                    name = self._pattern.format(number)
                    answer = await talk.asend({"name": name, "solver": solver})
                    row = {"number": number, **answer}
                    if not is_row(row):
                        raise WorkerLost("the process sent a malformed row")
                    self._keep(row)
            except WorkerLost as lost:
                self._keep(self._lost(*job, str(lost)))
            finally:
                await talk.aclose()

    def _keep(self, row: Row) -> None:
        self._rows.add(row)
        self._done += 1

    def _lost(self, number: int, solver: str, reason: str) -> Row:
        puzzle = catalogue.find(self._pattern.format(number), files=False)
        return {"number": number, **outcome(puzzle, solver, GaveUp(reason=reason))}

    def _progress(self) -> str:
        rows = self.found
        counts = [f"{len(rows):,} of {len(self._jobs):,}"]
        for verdict in (SOLVED, UNSOLVABLE, GAVE_UP):
            count = sum(row["verdict"] == verdict for row in rows)
            if count:
                counts.append(f"{count:,} {verdict}")
        if self.rate:
            left = (len(self._jobs) - len(rows)) / self.rate
            counts += [f"{self.rate:,.0f} a second", f"{left:,.0f} s left"]
        return " · ".join(counts)[:79]
