"""The results of a batch, as a sentence or, for several solvers, as a table."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludoscope.puzzles.batch.rows import Row
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE, VERDICT_TEXTS

Times = dict[str, dict[str, "array[float]"]]
"""By solver, then by verdict, the seconds of each row."""


def times(rows: Iterable[Row]) -> Times:
    """What a summary needs of the rows."""
    found: Times = defaultdict(lambda: {verdict: array("d") for verdict in VERDICT_TEXTS.values()})
    for row in rows:
        found[row["solver"]][row["verdict"]].append(row["seconds"])
    return found


def summary(found: Times, rate: float | None) -> str:
    """ "solved 998 of 1000, 99.8 % (mean 0.9 ms, max 12 ms), 2 unsolvable".

    Times are those in the solver.
    """
    counts = {v: sum(len(by[v]) for by in found.values()) for v in VERDICT_TEXTS.values()}
    solved, whole = counts[SOLVED], sum(counts.values())
    said = f"solved {solved} of {whole}, {share(solved, whole)}"
    if solved:
        mean = sum(sum(by[SOLVED]) for by in found.values()) / solved
        most = max(max(by[SOLVED], default=0.0) for by in found.values())
        said += f" (mean {duration(mean)}, max {duration(most)})"
    for verdict in (UNSOLVABLE, GAVE_UP):
        if counts[verdict]:
            said += f", {counts[verdict]} {verdict}"
    return said + (f"; {rate:,.0f} a second" if rate else "")


def success(found: Times, solvers: Sequence[str], rate: float | None) -> str:
    """How often each of the solvers succeeds, a line for each as they were named."""
    heads = ("solver", "solved", "success", "mean", "max", UNSOLVABLE, GAVE_UP)
    lines = [heads]
    for name in solvers:
        by_verdict = found[name]
        solved, whole = by_verdict[SOLVED], sum(map(len, by_verdict.values()))
        lines.append(
            (
                name,
                f"{len(solved)} of {whole}",
                share(len(solved), whole),
                duration(sum(solved) / len(solved)) if solved else "–",
                duration(max(solved)) if solved else "–",
                str(len(by_verdict[UNSOLVABLE])),
                str(len(by_verdict[GAVE_UP])),
            )
        )
    return table(lines) + (f"{rate:,.1f} a second" if rate else "nothing was left to do")


def table(lines: Sequence[Sequence[str]]) -> str:
    """The cells in columns, the first to the left, the others to the right."""
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    text = ""
    for name, *cells in lines:
        rest = (f"  {cell:>{wide}}" for cell, wide in zip(cells, widths[1:], strict=True))
        text += f"{name:<{widths[0]}}{''.join(rest)}\n"
    return text


def share(part: int, whole: int) -> str:
    """ "94 %", "99.8 %"; of nothing "–". Not rounded to all or nothing."""
    if not whole:
        return "–"
    percent = 100 * part / whole
    return f"{percent:.0f} %" if percent in (0, 100) or 1 <= percent <= 99 else f"{percent:.1f} %"


def duration(seconds: float) -> str:
    """ "0.9 ms", "12 ms", "3.4 s"."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1e3:.2g} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"
