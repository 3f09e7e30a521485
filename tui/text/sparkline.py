"""Numbers in a row as bars one cell wide and one line high, and a part of a whole as a bar."""

from collections.abc import Sequence
from itertools import pairwise
from math import log1p

STEPS = "▁▂▃▄▅▆▇█"


def sparkline(values: Sequence[float], width: int, log: bool = False) -> str:
    """A bar for each value, from 0 to the largest; where there are more than `width`, for each few.

    `log`: each step up is several times as much.
    """
    heights = [log1p(value) for value in values] if log else list(values)
    count = min(width, len(heights))
    cuts = [len(heights) * at // count for at in range(count + 1)] if count else []
    means = [sum(heights[first:last]) / (last - first) for first, last in pairwise(cuts)]
    top = max(means, default=0) or 1
    return "".join(STEPS[min(len(STEPS) - 1, int(mean / top * len(STEPS)))] for mean in means)


def share(part: float, whole: float, width: int) -> tuple[str, str]:
    """The cells that `part` of `whole` fills, and those it leaves."""
    full = min(width, round(width * part / whole)) if whole else 0
    return "■" * full, "□" * (width - full)
