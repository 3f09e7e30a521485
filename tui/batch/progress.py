"""How a batch goes: a bar, the rate, the time left, on standard error where it is a terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludoscope.search.outcome import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui.batch.runner import Batch
from ludoscope.tui.text.plain import DUMB


@contextmanager
def told_live(batch: Batch, total: int) -> Iterator[Callable[[], object]]:
    """What to call to have the bar brought up to date; `total` are the jobs of all runs."""
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
            counts = [f"{batch.counts[v]:,} {v}" for v in (SOLVED, UNSOLVABLE, GAVE_UP)]
            said = " · ".join(text for text in counts if text[0] != "0")
            said = f"this run: {said}" if before and said else said
            rate = f"{batch.rate:,.0f} a second" if batch.rate else ""
            bar.update(task, completed=before + batch.done, counts=said, rate=rate)

        yield tell
