"""Progress reports of solvers as a line on a terminal."""

from ludoscope.search.events import Progress

MAX_WIDTH = 79  # columns


def format_progress(progress: Progress) -> str:
    """Return a report in less than 80 columns."""
    rate = progress.explored / progress.seconds if progress.seconds else 0
    line = (
        f"explored {progress.explored:,}  {rate:,.0f}/s  frontier {progress.frontier:,}  "
        f"depth {progress.depth}  {progress.bytes / 2**20:,.0f} MB  {progress.seconds:.1f} s"
    )
    return line[:MAX_WIDTH]
