"""What a screen remembers of one run of a solver: how fast it was, and how it went by depth.

All of it is bounded: old rates are forgotten, a curve that has grown long loses every other
point, and depths are remembered in the bands that the solver counts in.

    rates     positions a second, one for each SLOT of the solver's seconds, newest last
    levels    positions expanded by depth, in bands of `band` depths; () where nobody counts them
    frontier  by band, the frontier when the search was last seen there
    best      (seconds, lowest score) whenever it fell
    curve     (seconds, explored) over the whole run
    peak      most bytes that it said to hold
"""

from collections import deque

from ludoscope.search.events import Progress, Verdict

SLOT = 0.5  # seconds
MOST_RATES = 240  # two minutes
MOST_POINTS = 256  # of a curve

Curve = list[tuple[float, float]]


class SearchHistory:
    """`note` each Progress in its turn, then `conclude` with the verdict."""

    def __init__(self) -> None:
        self.rates: deque[float] = deque(maxlen=MOST_RATES)
        self.levels: tuple[int, ...] = ()
        self.band = 1
        self.frontier: dict[int, int] = {}
        self.best: Curve = []
        self.curve: Curve = [(0.0, 0)]
        self.peak = 0
        self._at = (0.0, 0)  # seconds and positions where the last slot ended

    def note(self, progress: Progress) -> None:
        """Take up a report."""
        self._count(progress.seconds, progress.explored)
        self._fold(progress.levels, progress.band)
        self.frontier[progress.depth // self.band] = progress.frontier
        self.peak = max(self.peak, progress.bytes)
        if progress.best is not None and (not self.best or progress.best < self.best[-1][1]):
            self.best = thinned([*self.best, (progress.seconds, progress.best)])

    def conclude(self, verdict: Verdict) -> None:
        """Take up the end."""
        self._count(verdict.seconds, verdict.explored)
        if verdict.levels:
            self._fold(verdict.levels, verdict.band)

    def _count(self, seconds: float, explored: int) -> None:
        since, before = self._at
        if seconds - since >= SLOT:
            self.rates.append((explored - before) / (seconds - since))
            self._at = (seconds, explored)
        self.curve = thinned([*self.curve, (seconds, explored)])

    def _fold(self, levels: tuple[int, ...], band: int) -> None:
        self.levels = levels
        if band > self.band:
            self.frontier = {
                at * self.band // band: count for at, count in sorted(self.frontier.items())
            }
            self.band = band


def thinned(curve: Curve) -> Curve:
    """The same in fewer points where there are too many: the first and the last stay."""
    return curve if len(curve) <= MOST_POINTS else [*curve[:-1:2], curve[-1]]
