"""The command `batch`: many puzzles by number, a line of results for each, a summary.

One worker process for each job lives through the whole batch: a start costs more than most deals.
"""

import argparse
import asyncio
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzles import catalogue
from search.client import ended, lines
from search.kernels import kernels_compiled
from search.registry import find_solver
from tui.batch_file import InUseError, Results, Row
from tui.plain import show_progress
from tui.race import GAVE_UP, SOLVED, UNSOLVABLE

WORKER = "tui.batch_worker"
LOOK_SECONDS = 0.25
EXAMPLES = "FreeCell, Seahaven, MidnightOil, BakersDozen, ms, lucas, orush, or a name with an N"


class BatchError(ValueError):
    """A batch that cannot be, in one sentence."""


def run_batch(options: argparse.Namespace) -> int:
    """Solve, keep and sum up; 0 when all are decided, 1 when some are not."""
    numbers = options.numbers
    pattern = numbering(options.game, numbers)
    game = catalogue.find(pattern.format(numbers[0]), files=False).game
    if options.solver:
        find_solver(game, options.solver)
    settings = {
        "solver": options.solver,
        "seconds": options.time,
        "memory": options.memory * 2**20,
    }
    jobs = options.jobs or os.cpu_count() or 1
    if not options.output:
        rows: dict[int, Row] = {}
        batch = Batch(pattern, numbers, settings, rows, lambda row: _keep(rows, row))
        _work(batch, jobs)
    else:
        try:
            with Results(Path(options.output)) as results:
                rows = results.rows
                _must_fit(results, pattern, options.solver)
                batch = Batch(pattern, numbers, settings, rows, results.add)
                _work(batch, jobs)
        except InUseError as error:
            raise BatchError(str(error)) from None
    found = [rows[number] for number in numbers]
    print(summary(found, batch.rate))
    return int(any(row["verdict"] == GAVE_UP for row in found))


def _work(batch: "Batch", jobs: int) -> None:
    if not kernels_compiled():
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    asyncio.run(batch.run(jobs))


def _keep(rows: dict[int, Row], row: Row) -> None:
    rows[row["number"]] = row


def numbering(game: str, numbers: range) -> str:
    """The name of the puzzles with {} for the number; BatchError when there are none.

    `game` is what stands before the number in the catalogue, or a whole name with N for it.
    UnknownPuzzle when the first or the last does not exist.
    """
    head, mark, tail = game.replace("{", "").replace("}", "").rpartition("N")
    forms = [f"{head}{{}}{tail}"] if mark and head[-1:] in (".", "-") else []
    forms += [f"{game}.{{}}", f"{game}-{{}}"] if not re.search("[{}]", game) else []
    for form in forms:
        with suppress(catalogue.UnknownPuzzle):
            catalogue.find(form.format(1), files=False)
            for number in (numbers[0], numbers[-1]):
                _find(form.format(number))
            return form
    raise BatchError(f"no puzzles {game!r} that are numbered, expected one of {EXAMPLES}")


def _find(name: str) -> None:
    try:
        catalogue.find(name, files=False)
    except catalogue.UnknownPuzzle as error:
        raise BatchError(str(error)) from None


def _must_fit(results: Results, pattern: str, solver: str) -> None:
    """What is in the file must be of these puzzles, by this solver; BatchError if not."""
    for row in list(results.rows.values())[:1]:
        expected = catalogue.find(pattern.format(row["number"]), files=False).name
        if row["puzzle"] != expected:
            raise BatchError(f"{results.path} holds results of {row['puzzle']}, not of {expected}")
    others = {row["solver"] for row in results.rows.values()} - {solver}
    if solver and others:
        raise BatchError(f"{results.path} holds results of {', '.join(sorted(others))}")


class Batch:
    """The numbers that have no row yet, given out to workers one by one."""

    def __init__(
        self,
        pattern: str,
        numbers: range,
        settings: dict[str, Any],
        rows: dict[int, Row],
        add: Callable[[Row], None],
    ) -> None:
        self._pattern = pattern
        self._numbers = numbers
        self._settings = settings
        self._rows = rows
        self._add = add
        self._begun = time.monotonic()
        self._seconds = 0.0
        self._done = 0  # in this run

    @property
    def rate(self) -> float | None:
        """Puzzles a second in this run, None when nothing was left to do."""
        seconds = self._seconds or time.monotonic() - self._begun
        return self._done / seconds if self._done else None

    async def run(self, jobs: int) -> None:
        """Until all are done. When the task is cancelled the workers are gone at once."""
        left = [number for number in self._numbers if number not in self._rows]
        todo = iter(left)
        self._begun = time.monotonic()
        live = asyncio.create_task(self._tell()) if sys.stderr.isatty() else None
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(jobs, len(left))):
                    group.create_task(self._work(todo))
        finally:
            self._seconds = time.monotonic() - self._begun
            if live:
                live.cancel()
                with suppress(asyncio.CancelledError):
                    await live
            await ended()

    async def _work(self, todo: Iterator[int]) -> None:
        """One worker after the other, should one die; what it died of is given up."""
        number = next(todo, None)
        while number is not None:
            talk = lines(WORKER, self._settings)
            try:
                await anext(talk)
                while number is not None:
                    row = await talk.asend({"name": self._pattern.format(number)})
                    self._keep({"number": number, **row})
                    number = next(todo, None)
            except StopAsyncIteration:
                assert number is not None
                self._keep(self._lost(number))
                number = next(todo, None)
            finally:
                await talk.aclose()

    def _keep(self, row: Row) -> None:
        self._add(row)
        self._done += 1

    def _lost(self, number: int) -> Row:
        puzzle = catalogue.find(self._pattern.format(number), files=False)
        return {
            "number": number,
            "puzzle": puzzle.name,
            "solver": self._settings["solver"] or "usual",
            "verdict": GAVE_UP,
            "reason": "the solver's process ended",
            "explored": 0,
            "length": None,
            "measure": puzzle.game.measure,
            "optimal": False,
            "seconds": 0.0,
        }

    async def _tell(self) -> None:
        """Keep a line on the terminal up to date."""
        try:
            while True:
                show_progress(self._progress())
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            show_progress()

    def _progress(self) -> str:
        rows = [self._rows[number] for number in self._numbers if number in self._rows]
        counts = [f"{len(rows):,} of {len(self._numbers):,}"]
        for verdict in (SOLVED, UNSOLVABLE, GAVE_UP):
            count = sum(row["verdict"] == verdict for row in rows)
            if count:
                counts.append(f"{count:,} {verdict}")
        if self.rate:
            left = (len(self._numbers) - len(rows)) / self.rate
            counts += [f"{self.rate:,.0f} a second", f"{left:,.0f} s left"]
        return " · ".join(counts)[:79]


def summary(rows: Iterable[Row], rate: float | None) -> str:
    """ "solved 998 of 1000 (mean 0.9 ms, max 12 ms), 2 unsolvable"; times are the solver's."""
    rows = list(rows)
    by_verdict = {
        verdict: [row["seconds"] for row in rows if row["verdict"] == verdict]
        for verdict in (SOLVED, UNSOLVABLE, GAVE_UP)
    }
    solved = by_verdict[SOLVED]
    said = f"solved {len(solved)} of {len(rows)}"
    if solved:
        said += f" (mean {_time(sum(solved) / len(solved))}, max {_time(max(solved))})"
    for verdict in (UNSOLVABLE, GAVE_UP):
        if by_verdict[verdict]:
            said += f", {len(by_verdict[verdict])} {verdict}"
    return said + (f"; {rate:,.0f} a second" if rate else "")


def _time(seconds: float) -> str:
    """ "0.9 ms", "12 ms", "3.4 s"."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1e3:.2g} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"
