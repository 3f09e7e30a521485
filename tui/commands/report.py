"""The command `report`: statistics of a batch, from its file of results.

Counts with confidence intervals, quantiles, a histogram and the hardest puzzles, in one pass over
the rows. Memory: 16 to 24 bytes a row.
"""

import argparse
import math
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

from ludoscope.puzzles.batch.result_database import StoredRow, read_current_rows
from ludoscope.puzzles.published_figures import UNSOLVABLE_SOURCE, is_unsolvable_microsoft_deal
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE, VERDICT_TEXTS
from ludoscope.tui.commands.batch_report import format_search_time, format_table

CONFIDENCE_LEVEL = 0.95
HARDEST_COUNT = 10
MAX_LISTED_PUZZLES = 500  # of each verdict; a longer list ends with how many more there are
MAX_BAR_WIDTH = 40  # characters
QUANTILES = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "99.9 %": 0.999, "max": 1.0}
TableRows = Sequence[Sequence[str]]
"""Rows of cells, the first of them the header."""


class HardPuzzle(NamedTuple):
    """A row that sorts by difficulty: by positions explored, then by a smaller number."""

    explored: int
    negative_number: int
    row: StoredRow


@dataclass(frozen=True, slots=True)
class HistogramBin:
    """The number of values from `lower` up to, but not including, `upper`."""

    lower: float
    upper: float
    count: int


@dataclass(slots=True)
class SolverStatistics:
    """The results of one solver.

    Attributes:
        verdict_counts: Number of searches by verdict.
        seconds: Duration of each search.
        explored: Positions explored in each search.
        lengths: Length of each solution.
        measures: Units of these lengths.
        settings: Number of searches by version, time limit and memory limit in bytes.
        undecided_names: Names of puzzles by verdict, for all verdicts but solved.
        hardest: A heap of the puzzles with the most positions explored.
        first_puzzle: Name of the first puzzle.
        last_puzzle: Name of the last puzzle.
        published_unsolvable: Names of the deals that the literature calls unsolvable.
    """

    verdict_counts: Counter[str] = field(default_factory=Counter)
    seconds: "array[float]" = field(default_factory=lambda: array("d"))
    explored: "array[int]" = field(default_factory=lambda: array("q"))
    lengths: "array[int]" = field(default_factory=lambda: array("q"))
    measures: set[str] = field(default_factory=set)
    settings: Counter[tuple[str, float, int]] = field(default_factory=Counter)
    undecided_names: dict[str, list[str]] = field(
        default_factory=lambda: {UNSOLVABLE: [], GAVE_UP: []}
    )
    hardest: list[HardPuzzle] = field(default_factory=list)
    first_puzzle: str = ""
    last_puzzle: str = ""
    published_unsolvable: list[str] = field(default_factory=list)

    def add(self, row: StoredRow) -> None:
        self.verdict_counts[row.verdict] += 1
        self.seconds.append(row.seconds)
        self.explored.append(row.explored)
        if row.length is not None:
            self.lengths.append(row.length)
            self.measures.add(row.measure)
        self.settings[row.version, row.time_limit, row.memory_limit] += 1
        if row.verdict != SOLVED and len(self.undecided_names[row.verdict]) < MAX_LISTED_PUZZLES:
            self.undecided_names[row.verdict].append(row.puzzle)
        if is_unsolvable_microsoft_deal(row.puzzle):
            self.published_unsolvable.append(row.puzzle)
        add_to_heap = heappush if len(self.hardest) < HARDEST_COUNT else heappushpop
        add_to_heap(self.hardest, HardPuzzle(row.explored, -row.number, row))
        self.first_puzzle = self.first_puzzle or row.puzzle
        self.last_puzzle = row.puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file that batch wrote with -o")
    parser.add_argument("--markdown", action="store_true", help="as tables of Markdown")


def run(options: argparse.Namespace) -> int:
    """Print the report and return the exit code."""
    for line in format_report(Path(options.file), options.markdown):
        print(line)
    return 0


def format_report(path: Path, markdown: bool = False) -> Iterator[str]:
    """Yield the lines of the report on a file of results, as text or in Markdown.

    Raises:
        OSError: The file cannot be read.
        FileError: The file holds something else.
    """
    by_solver: dict[str, SolverStatistics] = {}
    for row in read_current_rows(path):
        by_solver.setdefault(row.solver, SolverStatistics()).add(row)
    if not by_solver:
        yield "no results yet"
    for solver, statistics in by_solver.items():
        yield from _format_solver(solver, statistics, markdown)


def _format_solver(solver: str, statistics: SolverStatistics, markdown: bool) -> Iterator[str]:
    total = statistics.verdict_counts.total()
    heading = "## " if markdown else ""
    span = f"{statistics.first_puzzle} to {statistics.last_puzzle}"
    yield f"{heading}{span}, {total:,} searches by {solver}"
    for (version, seconds, memory), count in statistics.settings.items():
        yield ""
        yield f"{count:,} within {seconds:g} s and {memory >> 20:,} MB, ludoscope {version}"
    yield from _format_table(_verdict_rows(statistics.verdict_counts), markdown)
    yield from _format_table(_quantile_rows(statistics), markdown)
    yield from _format_histogram(statistics.seconds, markdown)
    yield from _format_table(_hardest_rows(statistics), markdown)
    for verdict, names in statistics.undecided_names.items():
        if names:
            unlisted = statistics.verdict_counts[verdict] - len(names)
            rest = f" and {unlisted:,} more" if unlisted else ""
            yield ""
            yield f"{verdict}: {' '.join(names)}{rest}"
    yield from _compare_with_literature(statistics)
    yield ""


def _compare_with_literature(statistics: SolverStatistics) -> Iterator[str]:
    """Yield how the unsolvable deals differ from those that the literature names."""
    published = statistics.published_unsolvable
    proved = [
        name
        for name in statistics.undecided_names[UNSOLVABLE]
        if is_unsolvable_microsoft_deal(name) is not None
    ]
    if not proved and not published:
        return
    unpublished = [name for name in proved if name not in published]
    unproved = [name for name in published if name not in proved]
    differences = ""
    if unpublished:
        differences += f"; it does not name {' '.join(unpublished)}"
    if unproved:
        differences += f"; not proved here {' '.join(unproved)}"
    same = "" if differences else "the same "
    yield ""
    yield f"{UNSOLVABLE_SOURCE} names {same}{len(published)}{differences}"


def _verdict_rows(counts: Counter[str]) -> TableRows:
    rows = [("verdict", "searches", "share", "95 % interval")]
    total = counts.total()
    for verdict in VERDICT_TEXTS.values():
        count = counts[verdict]
        lower, upper = wilson_interval(count, total)
        interval = f"{100 * lower:.4f} to {100 * upper:.4f} %"
        rows.append((verdict, f"{count:,}", f"{100 * count / total:.4f} %", interval))
    return rows


def _quantile_rows(statistics: SolverStatistics) -> TableRows:
    rows: list[tuple[str, ...]] = [("", "mean", *QUANTILES)]
    length_unit = " or ".join(sorted(statistics.measures))
    columns: tuple[tuple[str, Sequence[float], Callable[[float], str]], ...] = (
        ("seconds", statistics.seconds, format_search_time),
        ("explored", statistics.explored, _format_number),
        (length_unit, statistics.lengths, _format_number),
    )
    for name, values, to_text in columns:
        if values:
            ascending = sorted(values)
            quantiles = (to_text(quantile(ascending, share)) for share in QUANTILES.values())
            rows.append((name, to_text(sum(values) / len(values)), *quantiles))
    return rows


def _format_number(value: float) -> str:
    if abs(value) >= 1000 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:,.1f}"


def _format_histogram(seconds: Sequence[float], markdown: bool) -> Iterator[str]:
    """Yield a bar for each range of durations; only empty ranges have no bar."""
    bins = histogram(seconds)
    max_count = max(one_bin.count for one_bin in bins)
    rows = [
        (
            f"{format_search_time(one_bin.lower)} to {format_search_time(one_bin.upper)}",
            f"{one_bin.count:,}",
            "█" * math.ceil(MAX_BAR_WIDTH * one_bin.count / max_count),
        )
        for one_bin in bins
    ]
    range_width, count_width, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    yield ""
    if markdown:
        yield "```"
    for name, count, bar in rows:
        yield f"{name:>{range_width}}  {count:>{count_width}}  {bar}".rstrip()
    if markdown:
        yield "```"


def _hardest_rows(statistics: SolverStatistics) -> TableRows:
    rows = [("hardest", "verdict", "explored", "length", "seconds")]
    for hard_puzzle in sorted(statistics.hardest, reverse=True):
        row = hard_puzzle.row
        length = "–" if row.length is None else f"{row.length:,}"
        explored = f"{row.explored:,}"
        rows.append((row.puzzle, row.verdict, explored, length, format_search_time(row.seconds)))
    return rows


def _format_table(rows: TableRows, markdown: bool) -> Iterator[str]:
    yield ""
    if not markdown:
        yield from format_table(rows).splitlines()
        return
    header, *others = rows
    alignment = ["---", *["--:"] * (len(header) - 1)]
    for row in (header, alignment, *others):
        yield f"| {' | '.join(row)} |"


def wilson_interval(part: int, total: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share: lower and upper bound, from 0 to 1.

    Unlike the normal approximation it is right for shares near 0 and 1, and for few trials.
    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.
    """
    if not total:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE_LEVEL) / 2)
    share = part / total
    center = share + z * z / (2 * total)
    half_width = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    lower = (center - half_width) / scale if part else 0.0
    upper = (center + half_width) / scale if part < total else 1.0
    return lower, upper


def quantile(ascending: Sequence[float], share: float) -> float:
    """Return the nearest-rank quantile: `share` of the values do not exceed it."""
    return ascending[max(0, math.ceil(share * len(ascending)) - 1)]


def histogram(values: Iterable[float]) -> list[HistogramBin]:
    """Return how many values lie in each bin; empty bins at both ends are left out.

    The bounds are 1, 2 and 5 times the powers of ten; values below the first, such as 0, are
    counted in the first bin.
    """
    values = list(values)
    positive = [value for value in values if value > 0] or [1.0]
    min_power = math.floor(math.log10(min(positive)))
    max_power = math.floor(math.log10(max(positive)))
    bounds = [
        factor * 10.0**power for power in range(min_power, max_power + 2) for factor in (1, 2, 5)
    ]
    counts = Counter(max(1, bisect_right(bounds, value)) for value in values)
    return [
        HistogramBin(bounds[index - 1], bounds[index], counts[index])
        for index in range(min(counts, default=1), max(counts, default=0) + 1)
    ]
