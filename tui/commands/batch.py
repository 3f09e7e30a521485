"""The command `batch`: many puzzles by number, a row of results for each, and a summary.

With several solvers each puzzle has a row for each of them, and the summary compares them.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from ludoscope.games import AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch.executors import BatchExecutor, ExecutorLost, LocalExecutor
from ludoscope.puzzles.batch.name_patterns import (
    NUMBER_PLACEHOLDER,
    find_name_pattern,
    numbered_series,
)
from ludoscope.puzzles.batch.result_database import DATABASE_SUFFIXES, ResultDatabase
from ludoscope.puzzles.batch.result_file import InMemoryResults, ResultFile
from ludoscope.puzzles.batch.rows import InUseError, Jobs
from ludoscope.puzzles.batch.runner import Batch, ResultStore
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.search.budget import Limits
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.threads import usable_cores
from ludoscope.search.registry import default_solver, find_solver
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui import lazy
from ludoscope.tui.commands.arguments import (
    MEMORY,
    NAMES,
    OUTPUT,
    TIME,
    deal_numbers,
    positive_count,
    scheduler_address,
)
from ludoscope.tui.commands.batch_report import (
    collect_times,
    find_fault,
    format_comparison,
    format_rate,
    format_summary,
)
from ludoscope.tui.commands.errors import EXIT_FAILURE, UsageError, fail, warn
from ludoscope.tui.text.sanitize import DUMB_TERMINALS


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """A batch as the command line describes it.

    Attributes:
        pattern: Name of a puzzle with {} for its number.
        game: Game of the first puzzle.
        numbers: Numbers of the puzzles.
        solvers: Names of the solvers; empty for that of the file or the default one.
        limits: Limits of each search.
        path: File of the results, or None.
        retries_given_up: Try those that gave up again, within the same limits too.
        cluster: Address of a Dask scheduler, or None for this machine.
        processes: Number of processes on this machine.
    """

    pattern: str
    game: AnyGame
    numbers: range
    solvers: tuple[str, ...]
    limits: Limits
    path: Path | None
    retries_given_up: bool
    cluster: str | None
    processes: int

    @property
    def uses_database(self) -> bool:
        """True if the results go into an SQLite file."""
        return self.path is not None and self.path.suffix.lower() in DATABASE_SUFFIXES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Exit code: 0 when each was solved or proved unsolvable, else 1."
    parser.add_argument(
        "game",
        metavar="GAME",
        help=f"{', '.join(numbered_series())}, or a name with N (ms-N-free); "
        "on a peg board the numbers are its vacancies, holes numbered row by row from the top; the "
        "last peg must end in the hole that was empty",
    )
    parser.add_argument("numbers", metavar="FIRST..LAST", type=deal_numbers)
    parser.add_argument(
        "--solver",
        **NAMES,
        help="see: ludoscope solvers; repeatable, to compare how often each succeeds (default: "
        "that of the results in FILE)",
    )
    parser.add_argument("--time", **TIME, default=60.0, help="time limit of each search (60)")
    parser.add_argument("--memory", **MEMORY, help="memory limit of each search (1024)")
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs", metavar="N", type=positive_count, help="processes (one for each usable core)"
    )
    workers.add_argument(
        "--cluster",
        metavar="ADDRESS",
        type=scheduler_address,
        help="run on the workers of a Dask scheduler, such as 192.168.0.7:8786 "
        "(needs ludoscope[cluster])",
    )
    parser.add_argument(
        "-o",
        **OUTPUT,
        help="add a row for each puzzle to FILE.sqlite or FILE.csv, or as JSON; puzzles already in "
        "it are skipped, but those of FILE.sqlite that gave up within smaller limits",
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="try those of FILE.sqlite that gave up again, within the same limits too",
    )


def run(options: argparse.Namespace) -> int:
    """Run a batch, store its results and print a summary.

    Returns:
        0 if every puzzle was solved or proved unsolvable, else 1.

    Raises:
        OSError: The results cannot be written; rows written so far stay.
    """
    request = _read_request(options)
    try:
        with _open_results(request) as results:
            return _run_batch(results, _match_results(request, results))
    except InUseError as error:
        raise UsageError(str(error)) from None


def _read_request(options: argparse.Namespace) -> BatchRequest:
    """Return the batch that is asked for; raise UsageError or UnknownSolver if it cannot be."""
    try:
        pattern = find_name_pattern(options.game, options.numbers)
    except UnknownPuzzle as error:
        raise UsageError(str(error)) from None
    game = catalogue.find(pattern.format(options.numbers[0]), files=False).game
    solvers = tuple(dict.fromkeys(options.solver))
    for name in solvers:
        find_solver(game, name)
    request = BatchRequest(
        pattern=pattern,
        game=game,
        numbers=options.numbers,
        solvers=solvers,
        limits=Limits(options.time, None, options.memory * 2**20),
        path=Path(options.output) if options.output else None,
        retries_given_up=options.again,
        cluster=options.cluster,
        processes=options.jobs or usable_cores(),
    )
    if request.retries_given_up and not request.uses_database:
        raise UsageError(f"--again needs -o FILE{DATABASE_SUFFIXES[0]}, where limits are recorded")
    return request


def _open_results(request: BatchRequest) -> AbstractContextManager[ResultStore]:
    if request.path is None:
        return nullcontext(InMemoryResults())
    if request.uses_database:
        return ResultDatabase(
            request.path, request.numbers, request.limits, request.retries_given_up
        )
    return ResultFile(request.path)


def _match_results(request: BatchRequest, results: ResultStore) -> BatchRequest:
    """Return the batch with its solvers: those named, or that of its file, or the default one.

    Raises:
        UsageError: The file holds results of other puzzles, of other solvers or of several.
    """
    _check_puzzles(request, results)
    other_solvers = sorted(results.solvers - set(request.solvers))
    if not other_solvers:
        return replace(request, solvers=request.solvers or (default_solver(request.game).name,))
    finding = f"{request.path} holds results of {', '.join(other_solvers)}"
    if request.solvers:
        raise UsageError(finding)
    if len(other_solvers) > 1:
        raise UsageError(f"{finding}, expected --solver with each")
    if other_solvers != [default_solver(request.game).name]:
        warn(f"{finding}: the batch goes on with this solver")
    return replace(request, solvers=tuple(other_solvers))


def _check_puzzles(request: BatchRequest, results: ResultStore) -> None:
    """Raise UsageError if the file holds results of other puzzles.

    A puzzle is looked up only if its name is not as the batch or an earlier row writes it: that of
    a million rows would take minutes.
    """
    patterns = [request.pattern]
    for number, puzzle in results.iter_puzzles():
        if any(puzzle == pattern.format(number) for pattern in patterns):
            continue
        try:
            expected = catalogue.find(request.pattern.format(number), files=False).name
        except UnknownPuzzle:  # the series ends before this number
            expected = request.pattern.format(NUMBER_PLACEHOLDER)
        if puzzle != expected:
            raise UsageError(f"{request.path} holds results of {puzzle}, not of {expected}")
        stem = expected.removesuffix(str(number))
        if stem != expected:  # "MidnightOil.13" of "mo.13"
            patterns = [request.pattern, f"{stem}{{}}"]


def _run_batch(results: ResultStore, request: BatchRequest) -> int:
    """Run the searches that have no result yet, print the summary and return the exit code."""
    jobs = Jobs(request.numbers, request.solvers)
    batch = Batch(request.pattern, jobs, request.limits, results)
    try:
        _run_searches(batch, len(jobs), request)
    except ExecutorLost as error:
        remaining = f"{batch.remaining:,} of {len(jobs):,} searches are not done"
        return fail(EXIT_FAILURE, f"gave up: {error}; {remaining}")
    times = collect_times(results.iter_verdicts(jobs))
    if len(request.solvers) > 1:
        print(format_comparison(times, request.solvers, batch.rate))
    else:
        print(format_summary(times, batch.rate))
    if not any(by_verdict[GAVE_UP] for by_verdict in times.values()):
        return 0
    if fault := find_fault(results.iter_verdicts(jobs)):
        print(fault)
    return 1


def _run_searches(batch: Batch, job_count: int, request: BatchRequest) -> None:
    if not batch.total:
        return
    for name in request.solvers:
        find_solver(request.game, name)  # that of the file may not be available here
    if not all_kernels_compiled() and not request.cluster:
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    executor = _create_executor(batch, request)
    with progress_bar(batch, job_count) as update_bar:
        batch.run(executor, update_bar)


def _create_executor(batch: Batch, request: BatchRequest) -> BatchExecutor:
    if request.cluster:
        try:
            from ludoscope.puzzles.batch.dask_executor import DaskExecutor  # extra "cluster"

            return DaskExecutor(request.cluster)
        except ImportError:
            message = "--cluster needs the package distributed: pip install 'ludoscope[cluster]'"
            raise UsageError(message) from None
    memory_limit, time_limit = request.limits.memory, request.limits.seconds
    assert memory_limit
    assert time_limit
    return LocalExecutor(min(request.processes, batch.total), memory_limit, time_limit)


@contextmanager
def progress_bar(batch: Batch, job_count: int) -> Iterator[Callable[[], object]]:
    """Show a progress bar on standard error if that is a terminal.

    Args:
        batch: The batch whose progress is shown.
        job_count: Number of searches of this run and of earlier ones.

    Yields:
        A function that updates the bar.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM", "") in DUMB_TERMINALS:
        yield lambda: None
        return
    progress = lazy.rich_progress
    console = lazy.rich_console.Console(file=getattr(sys.stderr, "bare", sys.stderr))
    columns = (
        progress.BarColumn(None),
        progress.TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        progress.TextColumn("{task.fields[counts]}"),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(compact=True),
    )
    done_before = job_count - batch.total
    with progress.Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task("", total=job_count, completed=done_before, counts="", rate="")

        def update() -> None:
            counts = " · ".join(
                f"{batch.verdict_counts[verdict]:,} {verdict}"
                for verdict in (SOLVED, UNSOLVABLE, GAVE_UP)
                if batch.verdict_counts[verdict]
            )
            if done_before and counts:
                counts = f"this run: {counts}"
            rate = format_rate(batch.rate) if batch.rate else ""
            bar.update(task, completed=done_before + batch.done_count, counts=counts, rate=rate)

        yield update
