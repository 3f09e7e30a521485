"""The command `bench`: the standard measurements, a row each.

Solvers are measured by `puzzles.bench`, the screen by `tui.commands.bench_screen`;
`tui.commands.bench_page` makes the page of the documentation.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludoscope.games import NotationError
from ludoscope.puzzles.bench.comparison import (
    Comparison,
    Figure,
    compare,
    figures,
    read_figures,
)
from ludoscope.puzzles.bench.machine import MIN_CORE_SHARE, busy_warning, describe_machine
from ludoscope.puzzles.bench.measure import Measurement, is_available, measure_suite
from ludoscope.puzzles.bench.suites import Suite, find_peer
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.puzzles.registry import collection, collections
from ludoscope.tui import lazy
from ludoscope.tui.commands.arguments import FAMILY
from ludoscope.tui.commands.bench_page import format_page
from ludoscope.tui.commands.errors import EXIT_FAILURE, UsageError, warn
from ludoscope.tui.commands.progress import StepProgress

HEADER = (
    f"{'family':<9} {'work':<21} {'solver':<20} {'decided':>9} {'solved':>6} {'seconds':>8}"
    f" {'CPU':>8} {'slowest':>8} {'explored':>11} {'per second':>11} {'MB':>6}  length"
)
ROW = (
    "{family:<9} {work:<21} {solver:<20} {share:>9} {solved:>6} {seconds:>8.3f}"
    " {cpu_seconds:>8.3f} {slowest:>8.3f} {explored:>11,} {explored_per_second:>11,}"
    " {megabytes:>6.1f}  {mean_length:>6}"
)
BATCH_ROW = "\nbatch of {work}: {ms_per_deal} ms a deal, {ms_beside_search} ms beside its search"
LIBRARY_ROW = "library: {work} in {seconds:.2f} s on {workers} cores; a further search of {easy}"
COMPARISON_HEADER = (
    f"\n{'compared with the earlier run':<48} {'before':>10} {'now':>10} {'ratio':>6}"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", **FAMILY)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print one object")
    output.add_argument(
        "--markdown", action="store_true", help="print the page docs/benchmarks.md, of all games"
    )
    parser.add_argument("--long", action="store_true", help="also the rows that take a minute each")
    parser.add_argument(
        "--compare", metavar="FILE", help="the output of an earlier --json: a verdict for each row"
    )


def run(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if a solution was wrong or a measurement was left out."""
    if options.family and not collection(options.family).bench_suite():
        measured = ", ".join(family for family, puzzles in collections() if puzzles.bench_suite())
        raise UsageError(f"no measurements of {options.family}, expected one of {measured}")
    if options.markdown and (options.family or options.compare):
        raise UsageError("--markdown is the page of all games: leave out GAME and --compare")
    earlier = _read_earlier(options.compare) if options.compare else None

    def report(line: str) -> None:
        if not (options.json or options.markdown):
            print(line, flush=True)

    machine = describe_machine()
    if warning := busy_warning(machine):
        warn(warning)
    results = {"machine": machine, **_measure(options.family, options.long, report)}
    if earlier is not None:
        comparisons = compare(earlier, figures(results))
        results["comparison"] = [comparison._asdict() for comparison in comparisons]
        report(format_comparisons(comparisons))
    if options.json:
        print(json.dumps(results, indent=1))
    if options.markdown:
        print(format_page(results), end="")
    is_wrong = any(row["wrong"] for row in results["rows"])
    return EXIT_FAILURE if is_wrong or "left_out" in results else 0


def _read_earlier(name: str) -> dict[str, Figure]:
    """Return the figures of an earlier run; raise FileError if the file has none."""
    try:
        return read_figures(read_text(Path(name)))
    except NotationError as error:
        raise FileError(name, error) from None


def _measure(family: str | None, with_long: bool, report: Callable[[str], None]) -> dict[str, Any]:
    """Return the measurements of one family, or all there are.

    Args:
        family: The name of the family, None for all.
        with_long: True to run the long suites too.
        report: Called with each measurement as text, as soon as it is known.
    """
    suites = _available_suites(family, with_long)
    is_whole = family is None
    has_terminal = sys.platform != "win32"  # Windows has no pseudo-terminals
    step_count = len(suites)
    if is_whole:
        step_count += 3 + lazy.bench_screen.STEP_COUNT if has_terminal else 2
    progress = StepProgress(step_count)
    report(HEADER)
    measurements = _measure_solvers(suites, report, progress)
    _warn_of_slowed(measurements)
    results: dict[str, Any] = {"rows": [asdict(measurement) for measurement in measurements]}
    if is_whole:
        with progress.step("library"):
            results["library"] = lazy.library_speed.measure_library()
        report(format_library(results["library"]))
        with progress.step("values of moves"):
            results["values"] = lazy.values_latency.measure_values()
        report(lazy.values_latency.format_values(results["values"]))
    if is_whole and has_terminal:
        with progress.step("batch"):
            results["batch"] = lazy.batch_overhead.measure_overhead()
        report(BATCH_ROW.format(**results["batch"]))
        screen = lazy.bench_screen.measure_screen(progress)
        results |= screen
        report(lazy.bench_screen.format_screen(screen))
    return results


def _available_suites(family: str | None, with_long: bool) -> list[Suite]:
    """Return the suites of one family or of all whose solver is compiled; name the others."""
    suites = [
        suite
        for _, puzzles in collections([family] if family else None)
        for suite in puzzles.bench_suite()
        if with_long or not suite.is_long
    ]
    for suite in suites:
        if not is_available(suite):
            print(f"{suite.title}, {suite.solver}: kernel not compiled", file=sys.stderr)
    return [suite for suite in suites if is_available(suite)]


def _measure_solvers(
    suites: Iterable[Suite], report: Callable[[str], None], progress: StepProgress
) -> list[Measurement]:
    """Measure suites, and beside them other programs that are installed.

    Args:
        suites: The suites.
        report: Called with each measurement as text, as soon as it is known.
        progress: Shows which suite is measured.
    """
    measurements: list[Measurement] = []
    for suite in suites:
        with progress.step(f"{suite.family}: {suite.title}, {suite.solver}"):
            measurement = measure_suite(suite, find_peer(suite))
            measurements.append(measurement.with_speedup(measurements))
        report(format_measurement(measurements[-1]))
        if measurement.peer_error:
            warn(f"{suite.title}, {suite.solver}: no comparison with {measurement.peer_error}")
    return measurements


def _warn_of_slowed(measurements: Sequence[Measurement]) -> None:
    """Warn if other programs have taken the cores from some measurements."""
    slowed = sum(measurement.core_share < MIN_CORE_SHARE for measurement in measurements)
    if slowed:
        warn(
            f"{slowed} of {len(measurements)} rows had less than {MIN_CORE_SHARE:.0%} of their"
            " cores: compare their CPU time"
        )


def format_library(measured: dict[str, Any]) -> str:
    """Return the measurement of the library as a line."""
    easy = ", ".join(f"{name} in {ms:.1f} ms" for name, ms in measured["easy_ms"].items())
    return "\n" + LIBRARY_ROW.format(**measured, easy=easy)


def format_measurement(measurement: Measurement) -> str:
    """Return a measurement as a line in the columns of `HEADER`."""
    columns = asdict(measurement)
    columns["share"] = f"{measurement.decided}/{measurement.puzzles}"
    columns["mean_length"] = "" if measurement.length is None else f"{measurement.length:.2f}"
    if measurement.cores > 1:
        columns["solver"] += f", {measurement.cores} cores"
    line = ROW.format(**columns).rstrip()
    if measurement.speedup:
        line += f"  {measurement.speedup:.2f} times one core"
    if measurement.peer_ratio:
        peer = f"{measurement.peer}, {measurement.peer_cpu_seconds:.3f} s"
        line += f"  {measurement.peer_ratio:.2f} of {peer}"
    if measurement.wrong:
        line += f"  {measurement.wrong} WRONG"
    return line


def format_comparisons(comparisons: Sequence[Comparison]) -> str:
    """Return the comparison with an earlier run as a table, the verdicts last."""
    lines = [COMPARISON_HEADER]
    for comparison in comparisons:
        old, new = (
            "" if value is None else f"{value:,.4g}" for value in (comparison.old, comparison.new)
        )
        ratio = "" if comparison.ratio is None else f"{comparison.ratio:.2f}"
        verdict = "; ".join((comparison.verdict, *comparison.differences))
        name = f"{comparison.name} ({comparison.unit})"
        lines.append(f"{name:<48} {old:>10} {new:>10} {ratio:>6}  {verdict}")
    return "\n".join(lines)
