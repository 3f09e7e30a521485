"""The command `batch`: many puzzles by number, a row of results for each, a summary.

With several solvers each puzzle has a row for each of them, and the summary tells how often each
succeeds.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch.executors import BatchExecutor, ExecutorLost, LocalExecutor
from ludoscope.puzzles.batch.name_patterns import find_name_pattern
from ludoscope.puzzles.batch.result_database import DATABASE_SUFFIXES, ResultDatabase
from ludoscope.puzzles.batch.result_file import InMemoryResults, ResultFile
from ludoscope.puzzles.batch.rows import InUseError, Jobs
from ludoscope.puzzles.batch.runner import Batch, ResultStore
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.search.budget import Limits
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.registry import find_solver
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui.commands.batch_report import success, summary, times
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.text.sanitize import DUMB


def run_batch(options: argparse.Namespace) -> int:
    """Solve, store and sum up; 0 when all are decided, 1 when some are not.

    OSError when the results cannot be written; rows written so far stay.
    """
    numbers = options.numbers
    try:
        pattern = find_name_pattern(options.game, numbers)
    except UnknownPuzzle as error:
        raise UsageError(str(error)) from None
    game = catalogue.find(pattern.format(numbers[0]), files=False).game
    chosen = tuple(dict.fromkeys(options.solver))
    for name in chosen:
        find_solver(game, name)
    limits = Limits(options.time, None, options.memory * 2**20)
    path = Path(options.output) if options.output else None
    in_database = path is not None and path.suffix.lower() in DATABASE_SUFFIXES
    if options.again and not in_database:
        raise UsageError(f"--again needs -o FILE{DATABASE_SUFFIXES[0]}, where limits are recorded")
    try:
        if path is None:
            return _into(InMemoryResults(), pattern, chosen, limits, options)
        with (
            ResultDatabase(path, numbers, chosen, limits, options.again)
            if in_database
            else ResultFile(path)
        ) as results:
            _must_fit(results, path, pattern, chosen)
            return _into(results, pattern, chosen, limits, options)
    except InUseError as error:
        raise UsageError(str(error)) from None


def _into(
    rows: ResultStore,
    pattern: str,
    chosen: Sequence[str],
    limits: Limits,
    options: argparse.Namespace,
) -> int:
    """Do what is not among the rows, and sum them all up."""
    jobs = Jobs(options.numbers, tuple(chosen) or ("",))
    batch = Batch(pattern, jobs, limits, rows)
    try:
        _work(batch, len(jobs), limits, options)
    except ExecutorLost as lost:
        of = f"{batch.remaining:,} of {len(jobs):,} searches are not done"
        print(f"ludoscope: gave up: {lost}; {of}", file=sys.stderr)
        return 1
    found = times(rows.iter_verdicts(jobs))
    print(success(found, chosen, batch.rate) if len(chosen) > 1 else summary(found, batch.rate))
    return int(any(by_verdict[GAVE_UP] for by_verdict in found.values()))


def _work(batch: Batch, total: int, limits: Limits, options: argparse.Namespace) -> None:
    """Run the batch, if anything is left, on this machine or on a cluster."""
    if not batch.total:
        return
    if not all_kernels_compiled() and not options.cluster:
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    engine = _engine(batch, limits, options)
    with told_live(batch, total) as tell:
        batch.run(engine, tell)


@contextmanager
def told_live(batch: Batch, total: int) -> Iterator[Callable[[], object]]:
    """What to call to have a bar brought up to date; `total` are the jobs of all runs.

    It is drawn on standard error, where that is a terminal.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM", "") in DUMB:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=getattr(sys.stderr, "bare", sys.stderr))
    columns = (
        BarColumn(None),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        TextColumn("{task.fields[counts]}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
    )
    before = total - batch.total
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task("", total=total, completed=before, counts="", rate="")

        def tell() -> None:
            counts = [f"{batch.verdict_counts[v]:,} {v}" for v in (SOLVED, UNSOLVABLE, GAVE_UP)]
            said = " · ".join(text for text in counts if text[0] != "0")
            said = f"this run: {said}" if before and said else said
            rate = f"{batch.rate:,.0f} a second" if batch.rate else ""
            bar.update(task, completed=before + batch.done_count, counts=said, rate=rate)

        yield tell


def _engine(batch: Batch, limits: Limits, options: argparse.Namespace) -> BatchExecutor:
    """Who is to do the work."""
    if options.cluster:
        from ludoscope.puzzles.batch.dask_executor import DaskExecutor

        try:
            return DaskExecutor(options.cluster)
        except ImportError:
            said = "--cluster needs the package distributed: pip install 'ludoscope[cluster]'"
            raise UsageError(said) from None
    assert limits.memory
    jobs = options.jobs or os.cpu_count() or 1
    return LocalExecutor(min(jobs, batch.total), limits.memory)


def _must_fit(rows: ResultStore, path: Path, pattern: str, chosen: Sequence[str]) -> None:
    """What is in the file must be of these puzzles, by these solvers; UsageError if not."""
    if example := rows.any_puzzle:
        number, puzzle = example
        expected = catalogue.find(pattern.format(number), files=False).name
        if puzzle != expected:
            raise UsageError(f"{path} holds results of {puzzle}, not of {expected}")
    others = ", ".join(sorted(rows.solvers - set(chosen)))
    if chosen and others:
        raise UsageError(f"{path} holds results of {others}")
    if not chosen and rows.has_numbers_with_several_solvers:
        raise UsageError(f"{path} holds results of {others}, expected --solver with each")
