"""The command `bench`: the standard measurements, a row each.

Solvers are measured by `puzzles.bench`, the screen by `tui.commands.bench_screen`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

from ludoscope.puzzles.bench.measure import (
    Measurement,
    is_available,
    measure_external,
    measure_suite,
)
from ludoscope.puzzles.bench.suites import EXTERNAL_PROGRAMS, Suite
from ludoscope.puzzles.registry import collection, collections
from ludoscope.tui import lazy
from ludoscope.tui.commands.arguments import FAMILY
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.progress import StepProgress

HEADER = (
    f"{'family':<9} {'work':<21} {'solver':<20} {'decided':>9} {'solved':>6} {'seconds':>8}"
    f" {'slowest':>8} {'explored':>11} {'per second':>11}  length"
)
ROW = (
    "{family:<9} {work:<21} {solver:<20} {share:>9} {solved:>6} {seconds:>8.3f} {slowest:>8.3f}"
    " {explored:>11,} {explored_per_second:>11,}  {mean_length:>6}"
)
BATCH_ROW = "\nbatch of {work}: {ms_per_deal} ms a deal, {ms_beside_search} ms beside its search"

LIBRARY_ROW = "library: {work} in {seconds:.2f} s on {workers} cores; a further search of {easy}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", **FAMILY)
    parser.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if a solution was wrong."""
    if options.family and not collection(options.family).bench_suite():
        measured = ", ".join(family for family, puzzles in collections() if puzzles.bench_suite())
        raise UsageError(f"no measurements of {options.family}, expected one of {measured}")

    def report(line: str) -> None:
        if not options.json:
            print(line, flush=True)

    suites = _available_suites(options.family)
    is_whole = options.family is None
    has_terminal = sys.platform != "win32"  # Windows has no pseudo-terminals
    step_count = len(suites)
    if is_whole:
        step_count += 3 + lazy.bench_screen.STEP_COUNT if has_terminal else 2
    progress = StepProgress(step_count)
    report(HEADER)
    measurements = _measure_solvers(suites, report, progress)
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
    if options.json:
        print(json.dumps(results, indent=1))
    return 1 if any(measurement.wrong for measurement in measurements) else 0


def _available_suites(family: str | None) -> list[Suite]:
    """Return the suites of one family or of all whose solver is compiled; name the others."""
    suites = [
        suite
        for _, puzzles in collections([family] if family else None)
        for suite in puzzles.bench_suite()
    ]
    for suite in suites:
        if not is_available(suite):
            print(f"{suite.title}, {suite.solver}: kernel not compiled", file=sys.stderr)
    return [suite for suite in suites if is_available(suite)]


def _measure_solvers(
    suites: Iterable[Suite], report: Callable[[str], None], progress: StepProgress
) -> list[Measurement]:
    """Measure suites, and other programs that are installed.

    Args:
        suites: The suites.
        report: Called with each measurement as text, as soon as it is known.
        progress: Shows which suite is measured.
    """
    measurements: list[Measurement] = []
    for suite in suites:
        with progress.step(f"{suite.family}: {suite.title}, {suite.solver}"):
            measurements.append(measure_suite(suite).with_speedup(measurements))
        report(format_measurement(measurements[-1]))
        for program in EXTERNAL_PROGRAMS:
            if program.compared_with != (suite.title, suite.solver):
                continue
            if measurement := measure_external(program):
                measurements.append(measurement)
                report(format_measurement(measurement))
    return measurements


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
    if measurement.wrong:
        line += f"  {measurement.wrong} WRONG"
    return line
