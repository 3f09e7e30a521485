"""The results of a batch, as a sentence or, for several solvers, as a table."""

from collections.abc import Iterable, Sequence

from ludoscope.tui.commands.batch_file import Row
from ludoscope.tui.lab.race import GAVE_UP, SOLVED, UNSOLVABLE


def summary(rows: Iterable[Row], rate: float | None) -> str:
    """ "solved 998 of 1000, 99.8 % (mean 0.9 ms, max 12 ms), 2 unsolvable".

    Times are those in the solver.
    """
    rows = list(rows)
    by_verdict = _seconds(rows)
    solved = by_verdict[SOLVED]
    said = f"solved {len(solved)} of {len(rows)}, {share(len(solved), len(rows))}"
    if solved:
        said += f" (mean {_time(sum(solved) / len(solved))}, max {_time(max(solved))})"
    for verdict in (UNSOLVABLE, GAVE_UP):
        if by_verdict[verdict]:
            said += f", {len(by_verdict[verdict])} {verdict}"
    return said + (f"; {rate:,.0f} a second" if rate else "")


def success(rows: Sequence[Row], solvers: Sequence[str], rate: float | None) -> str:
    """How often each of the solvers succeeds, a line for each as they were named."""
    heads = ("solver", "solved", "success", "mean", "max", UNSOLVABLE, GAVE_UP)
    lines = [heads]
    for name in solvers:
        ours = [row for row in rows if row["solver"] == name]
        by_verdict = _seconds(ours)
        solved = by_verdict[SOLVED]
        lines.append(
            (
                name,
                f"{len(solved)} of {len(ours)}",
                share(len(solved), len(ours)),
                _time(sum(solved) / len(solved)) if solved else "–",
                _time(max(solved)) if solved else "–",
                str(len(by_verdict[UNSOLVABLE])),
                str(len(by_verdict[GAVE_UP])),
            )
        )
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    text = ""
    for name, *cells in lines:
        rest = (f"  {cell:>{wide}}" for cell, wide in zip(cells, widths[1:], strict=True))
        text += f"{name:<{widths[0]}}{''.join(rest)}\n"
    return text + (f"{rate:,.1f} a second" if rate else "nothing was left to do")


def share(part: int, whole: int) -> str:
    """ "94 %", "99.8 %"; of nothing "–". Not rounded to all or nothing."""
    if not whole:
        return "–"
    percent = 100 * part / whole
    return f"{percent:.0f} %" if percent in (0, 100) or 1 <= percent <= 99 else f"{percent:.1f} %"


def _seconds(rows: Iterable[Row]) -> dict[str, list[float]]:
    """Of the rows of each verdict."""
    found: dict[str, list[float]] = {SOLVED: [], UNSOLVABLE: [], GAVE_UP: []}
    for row in rows:
        found[row["verdict"]].append(row["seconds"])
    return found


def _time(seconds: float) -> str:
    """ "0.9 ms", "12 ms", "3.4 s"."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1e3:.2g} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"
