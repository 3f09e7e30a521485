"""The command `bench`: the standard measurements, a row each.

Solvers are measured by `puzzles.bench`, the screen from outside, in a terminal of its own.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from itertools import chain
from typing import Any

from ludoscope.puzzles.bench.measure import (
    Measurement,
    is_available,
    measure_external,
    measure_suite,
)
from ludoscope.puzzles.bench.suites import EXTERNAL_PROGRAMS
from ludoscope.puzzles.registry import collection, collections
from ludoscope.tui.commands.errors import UsageError

HEAD = (
    f"{'family':<9} {'work':<21} {'solver':<20} {'decided':>9} {'solved':>6} {'seconds':>8}"
    f" {'slowest':>8} {'explored':>11} {'per second':>11}  length"
)
LINE = (
    "{family:<9} {work:<21} {solver:<20} {share:>9} {solved:>6} {seconds:>8.3f} {slowest:>8.3f}"
    " {explored:>11,} {explored_per_second:>11,}  {mean_length:>6}"
)
BATCH = "\nbatch of {work}: {ms_per_deal} ms a deal, {ms_beside_search} ms beside its search"


def as_line(row: Measurement) -> str:
    """A row for people, in the columns of `HEAD`."""
    share = f"{row.decided}/{row.puzzles}"
    mean = "" if row.length is None else f"{row.length:.2f}"
    columns = asdict(row) | {"share": share, "mean_length": mean}
    if row.cores > 1:
        columns["solver"] += f", {row.cores} cores"
    line = LINE.format(**columns).rstrip()
    line += f"  {row.speedup:.2f} times one core" if row.speedup else ""
    return line + (f"  {row.wrong} WRONG" if row.wrong else "")


def _rows(family: str | None, tell: Callable[[str], object]) -> list[Measurement]:
    """Measure everything that is asked for and can run here, each told as soon as it is known."""
    rows: list[Measurement] = []
    suites = [puzzles.bench_suite() for _, puzzles in collections([family] if family else None)]
    for work in chain.from_iterable(suites):
        if not is_available(work):
            print(f"{work.title}, {work.solver}: kernel not compiled", file=sys.stderr)
            continue
        rows.append(measure_suite(work).with_speedup(rows))
        tell(as_line(rows[-1]))
        for rival in EXTERNAL_PROGRAMS:
            if rival.compared_with == (work.title, work.solver) and (
                row := measure_external(rival)
            ):
                rows.append(row)
                tell(as_line(row))
    return rows


def run_bench(options: argparse.Namespace) -> int:
    """Measure and print; 1 when a solution was wrong."""
    if options.family and not collection(options.family).bench_suite():
        raise UsageError(f"there are no measurements of {options.family}")
    tell = (lambda line: None) if options.json else print
    tell(HEAD)
    rows = _rows(options.family, tell)
    answer: dict[str, Any] = {"rows": [asdict(row) for row in rows]}
    if options.family is None and sys.platform != "win32":  # which has no pseudo-terminals
        from ludoscope.puzzles.bench.batch_overhead import measure_overhead
        from ludoscope.tui.commands.bench_screen import measure_screen, print_screen

        answer["batch"] = measure_overhead()
        tell(BATCH.format(**answer["batch"]))
        screen = measure_screen()
        answer |= screen
        if not options.json:
            print_screen(screen)
    if options.json:
        print(json.dumps(answer, indent=1))
    return int(any(row.wrong for row in rows))
