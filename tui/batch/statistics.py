"""The arithmetic of a report: intervals, quantiles, a histogram."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import NormalDist

CONFIDENCE = 0.95


def wilson(part: int, whole: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The score interval of a share: lower and upper bound, from 0 to 1; of nothing (0, 1).

    Unlike the interval of the textbook it is right for shares near 0 and 1, and for few trials.
    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.
    """
    if not whole:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
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
