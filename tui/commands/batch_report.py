"""The summary of a batch: a sentence or, for several solvers, a table."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludoscope.puzzles.batch.rows import Row
from ludoscope.search.events import SOLVER_FAULT
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE, VERDICT_TEXTS

SearchTimes = dict[str, dict[str, "array[float]"]]
"""The seconds of each search, by solver and verdict."""


def collect_times(rows: Iterable[Row]) -> SearchTimes:
    """Return the seconds of all rows, by solver and verdict."""
    times: SearchTimes = defaultdict(
        lambda: {verdict: array("d") for verdict in VERDICT_TEXTS.values()}
    )
    for row in rows:
        times[row["solver"]][row["verdict"]].append(row["seconds"])
    return times


def find_fault(rows: Iterable[Row]) -> str:
    """Return the first reason that is a fault in a solver, "" if none is."""
    reasons = (row["reason"] for row in rows)
    return next((reason for reason in reasons if reason.startswith(SOLVER_FAULT)), "")


def format_summary(times: SearchTimes, rate: float | None) -> str:
    """Return a sentence such as "solved 998 of 1000, 99.8 % (mean 0.9 ms, max 12 ms), …".

    Args:
        times: Seconds spent in the solver.
        rate: Puzzles a second in this run; None if none was left to do.
    """
    counts = {
        verdict: sum(len(by_verdict[verdict]) for by_verdict in times.values())
        for verdict in VERDICT_TEXTS.values()
    }
    solved_count, total = counts[SOLVED], sum(counts.values())
    parts = [f"solved {solved_count} of {total}, {format_share(solved_count, total)}"]
    if solved_count:
        mean = sum(sum(by_verdict[SOLVED]) for by_verdict in times.values()) / solved_count
        maximum = max(max(by_verdict[SOLVED], default=0.0) for by_verdict in times.values())
        parts[0] += f" (mean {format_search_time(mean)}, max {format_search_time(maximum)})"
    parts += [
        f"{counts[verdict]} {verdict}" for verdict in (UNSOLVABLE, GAVE_UP) if counts[verdict]
    ]
    sentence = ", ".join(parts)
    return f"{sentence}; {format_rate(rate)}" if rate else sentence


def format_comparison(times: SearchTimes, solvers: Sequence[str], rate: float | None) -> str:
    """Return a table of how often each solver succeeds, in the given order."""
    rows = [("solver", "solved", "success", "mean", "max", UNSOLVABLE, GAVE_UP)]
    for name in solvers:
        by_verdict = times[name]
        solved, total = by_verdict[SOLVED], sum(map(len, by_verdict.values()))
        rows.append(
            (
                name,
                f"{len(solved)} of {total}",
                format_share(len(solved), total),
                format_search_time(sum(solved) / len(solved)) if solved else "–",
                format_search_time(max(solved)) if solved else "–",
                str(len(by_verdict[UNSOLVABLE])),
                str(len(by_verdict[GAVE_UP])),
            )
        )
    return format_table(rows) + (format_rate(rate) if rate else "nothing was left to do")


def format_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows in columns, the first column aligned left and the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    text = ""
    for name, *cells in rows:
        aligned = (f"  {cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        text += f"{name:<{widths[0]}}{''.join(aligned)}\n"
    return text


def format_rate(rate: float) -> str:
    """Return "1,234 a second", "2.5 a second" or "0.016 a second"."""
    return f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second"


def format_share(part: int, total: int) -> str:
    """Return "94 %" or "99.8 %", not rounded to all or nothing; "–" if `total` is 0."""
    if not total:
        return "–"
    percent = 100 * part / total
    if part in (0, total):
        return f"{percent:.0f} %"
    decimals = 0 if 1 <= percent <= 99 else 1
    while float(f"{percent:.{decimals}f}") in (0, 100):
        decimals += 1
    return f"{percent:.{decimals}f} %"


def format_search_time(seconds: float) -> str:
    """Return "0.9 ms", "12 ms" or "3.4 s"."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    milliseconds = seconds * 1e3
    return f"{milliseconds:.2g} ms" if milliseconds < 10 else f"{milliseconds:.0f} ms"
