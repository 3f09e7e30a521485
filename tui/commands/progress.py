"""Progress reports of solvers as a line on a terminal."""

from ludoscope.search.counters import BREADTH_FIRST, Counters
from ludoscope.search.events import Progress

MAX_WIDTH = 79  # columns


def format_progress(progress: Progress, counters: Counters = BREADTH_FIRST) -> str:
    """Return a report in less than 80 columns, without a frontier if the solver has none."""
    rate = progress.explored / progress.seconds if progress.seconds else 0
    frontier = f"frontier {progress.frontier:,}  " if counters.frontier.unit else ""
    line = (
        f"explored {progress.explored:,}  {rate:,.0f}/s  {frontier}"
        f"depth {progress.depth}  {progress.bytes / 2**20:,.0f} MB  {progress.seconds:.1f} s"
    )
    return line[:MAX_WIDTH]
