"""The command `report`: what came of a batch, from the file that it keeps.

Counts with intervals, quantiles, a histogram, the hardest puzzles: one pass over the rows that
count, see `puzzles.batch.result_database`; of a million it keeps some numbers each.
"""

import argparse
import math
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from pathlib import Path
from statistics import NormalDist

from ludoscope.puzzles.batch.result_database import CurrentRow, read_current_rows
from ludoscope.puzzles.published_figures import UNSOLVABLE_SOURCE, is_unsolvable_microsoft_deal
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE, VERDICT_TEXTS
from ludoscope.tui.commands.batch_report import duration, table

CONFIDENCE = 0.95  # of intervals
HARDEST = 10
NAMED = 500  # puzzles of a verdict; a longer list says how many more there are
BAR = 40  # characters of the longest
QUANTILES = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "99.9 %": 0.999, "max": 1.0}
Cells = Sequence[Sequence[str]]


@dataclass(slots=True)
class Figures:
    """What one solver did. `hardest` is a heap of (positions explored, -number, row)."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: "array[float]" = field(default_factory=lambda: array("d"))
    explored: "array[int]" = field(default_factory=lambda: array("q"))
    lengths: "array[int]" = field(default_factory=lambda: array("q"))
    measures: set[str] = field(default_factory=set)
    made: Counter[tuple[str, float, int]] = field(default_factory=Counter)
    named: dict[str, list[str]] = field(default_factory=lambda: {UNSOLVABLE: [], GAVE_UP: []})
    hardest: list[tuple[int, int, CurrentRow]] = field(default_factory=list)
    ends: tuple[str, str] = ("", "")
    published: list[str] = field(default_factory=list)  # those that the literature names unsolvable

    def add(self, row: CurrentRow) -> None:
        """Count a row."""
        self.counts[row.verdict] += 1
        self.seconds.append(row.seconds)
        self.explored.append(row.explored)
        if row.length is not None:
            self.lengths.append(row.length)
            self.measures.add(row.measure)
        self.made[row.version, row.time_limit, row.memory_limit] += 1
        if row.verdict != SOLVED and len(self.named[row.verdict]) < NAMED:
            self.named[row.verdict].append(row.puzzle)
        if is_unsolvable_microsoft_deal(row.puzzle):
            self.published.append(row.puzzle)
        keep = heappush if len(self.hardest) < HARDEST else heappushpop
        keep(self.hardest, (row.explored, -row.number, row))
        self.ends = (self.ends[0] or row.puzzle, row.puzzle)


def run_report(options: argparse.Namespace) -> int:
    """Print the report; OSError or FileError when the file cannot be read."""
    for line in report(Path(options.file), options.markdown):
        print(line)
    return 0


def report(path: Path, markdown: bool = False) -> Iterator[str]:
    """The lines of the report, or of one in Markdown.

    OSError when the file cannot be read, FileError when it holds something else.
    """
    found: dict[str, Figures] = {}
    for row in read_current_rows(path):
        found.setdefault(row.solver, Figures()).add(row)
    if not found:
        yield "no results yet"
    for solver, figures in found.items():
        yield from _told(solver, figures, markdown)


def _told(solver: str, figures: Figures, markdown: bool) -> Iterator[str]:
    whole = figures.counts.total()
    first, last = figures.ends
    yield f"{'## ' if markdown else ''}{first} to {last}, {whole:,} searches by {solver}"
    for (version, seconds, memory), count in figures.made.items():
        yield ""
        yield f"{count:,} within {seconds:g} s and {memory >> 20:,} MB, ludoscope {version}"
    yield from _table(_verdicts(figures.counts), markdown)
    yield from _table(_quantiles(figures), markdown)
    yield from _bars(figures.seconds, markdown)
    yield from _table(_hardest(figures), markdown)
    for verdict, names in figures.named.items():
        if names:
            more = figures.counts[verdict] - len(names)
            rest = f" and {more:,} more" if more else ""
            yield ""
            yield f"{verdict}: {' '.join(names)}{rest}"
    yield from _literature(figures)
    yield ""


def _literature(figures: Figures) -> Iterator[str]:
    """How the unsolvable deals compare with those that the literature names."""
    names, published = figures.named[UNSOLVABLE], figures.published
    ours = [name for name in names if is_unsolvable_microsoft_deal(name) is not None]
    others = [name for name in ours if name not in published]
    missing = [name for name in published if name not in ours]
    if ours or published:
        more = f"; it does not name {' '.join(others)}" if others else ""
        more += f"; not proved here {' '.join(missing)}" if missing else ""
        yield ""
        yield f"{UNSOLVABLE_SOURCE} names {'' if more else 'the same '}{len(published)}{more}"


def _verdicts(counts: Counter[str]) -> Cells:
    lines = [("verdict", "searches", "share", "95 % interval")]
    for verdict in VERDICT_TEXTS.values():
        count, whole = counts[verdict], counts.total()
        lower, upper = (f"{100 * bound:.4f}" for bound in wilson(count, whole))
        share = f"{100 * count / whole:.4f} %"
        lines.append((verdict, f"{count:,}", share, f"{lower} to {upper} %"))
    return lines


def _quantiles(figures: Figures) -> Cells:
    lines = [("", "mean", *QUANTILES)]
    told = (
        ("seconds", figures.seconds, duration),
        ("explored", figures.explored, _count),
        (" or ".join(sorted(figures.measures)), figures.lengths, _count),
    )
    for name, values, said in told:
        if values:
            ascending = sorted(values)
            each = (said(quantile(ascending, share)) for share in QUANTILES.values())
            lines.append((name, said(sum(values) / len(values)), *each))
    return lines


def _count(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 or value == int(value) else f"{value:,.1f}"


def _bars(seconds: "array[float]", markdown: bool) -> Iterator[str]:
    """How many searches took how long; a bar of no length is of none."""
    bins = histogram(seconds)
    most = max(count for *_, count in bins)
    cells = [
        (f"{duration(lower)} to {duration(upper)}", f"{count:,}", "█" * -(-BAR * count // most))
        for lower, upper, count in bins
    ]
    wide = [max(len(line[at]) for line in cells) for at in (0, 1)]
    yield ""
    yield from ["```"] if markdown else ()
    for name, number, bar in cells:
        yield f"{name:>{wide[0]}}  {number:>{wide[1]}}  {bar}".rstrip()
    yield from ["```"] if markdown else ()


def _hardest(figures: Figures) -> Cells:
    lines = [("hardest", "verdict", "explored", "length", "seconds")]
    for explored, _, row in sorted(figures.hardest, reverse=True):
        length = "–" if row.length is None else f"{row.length:,}"
        lines.append((row.puzzle, row.verdict, f"{explored:,}", length, duration(row.seconds)))
    return lines


def _table(cells: Cells, markdown: bool) -> Iterator[str]:
    yield ""
    if not markdown:
        yield from table(cells).splitlines()
        return
    head, *lines = cells
    for line in (head, ["---", *["--:"] * (len(head) - 1)], *lines):
        yield f"| {' | '.join(line)} |"


# The arithmetic


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The score interval of a share: lower and upper bound, from 0 to 1; of nothing (0, 1).

    Unlike the interval of the textbook it is right for shares near 0 and 1, and for few trials.
    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.
    """
    if not whole:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = part / whole
    middle = share + z * z / (2 * whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    lower, upper = ((middle + sign * half) / (1 + z * z / whole) for sign in (-1, 1))
    return (lower if part else 0.0), (upper if part < whole else 1.0)


def quantile(ascending: Sequence[float], share: float) -> float:
    """The least of the values that at least this share of them do not exceed (nearest rank)."""
    return ascending[max(0, math.ceil(share * len(ascending)) - 1)]


def histogram(values: Iterable[float]) -> list[tuple[float, float, int]]:
    """How many values lie from one bound up to the next: lower bound, upper bound, count.

    The bounds are 1, 2 and 5 times the powers of ten; values below the first, such as 0, are with
    those above it. Empty bins at both ends are left out.
    """
    values = list(values)
    positive = [value for value in values if value > 0] or [1.0]
    first, last = (math.floor(math.log10(end(positive))) for end in (min, max))
    edges = [step * 10.0**power for power in range(first, last + 2) for step in (1, 2, 5)]
    counts = Counter(max(1, bisect_right(edges, value)) for value in values)
    return [
        (edges[n - 1], edges[n], counts[n])
        for n in range(min(counts, default=1), max(counts, default=0) + 1)
    ]
