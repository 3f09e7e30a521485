"""The history of a solver run: its speed over time and its progress by depth.

The memory is bounded: old rates are dropped, long curves thinned out, and depths counted in the
bands of the solver's reports.
"""

from collections import deque

from ludoscope.search.events import Progress, Verdict

SLOT_SECONDS = 0.5
MAX_RATES = 240  # two minutes
MAX_POINTS = 256

Curve = list[tuple[float, float]]  # seconds and value


class SearchHistory:
    """The figures of all reports of one run.

    Call `add_progress` with each report in order, then `add_verdict`.

    Attributes:
        rates: Positions per second in each slot of `SLOT_SECONDS`, newest last.
        expanded_by_depth: Positions expanded per band of depths, () if the solver does not count.
        band_size: Number of depths in a band.
        frontier_by_band: Size of the frontier when the search was last in that band.
        best_scores: Seconds and score, each time the lowest score fell.
        explored_curve: Seconds and number of positions explored, over the whole run.
        peak_bytes: Largest memory use reported.
    """

    def __init__(self) -> None:
        self.rates: deque[float] = deque(maxlen=MAX_RATES)
        self.expanded_by_depth: tuple[int, ...] = ()
        self.band_size = 1
        self.frontier_by_band: dict[int, int] = {}
        self.best_scores: Curve = []
        self.explored_curve: Curve = [(0.0, 0)]
        self.peak_bytes = 0
        self._slot_start_seconds = 0.0
        self._slot_start_explored = 0

    def add_progress(self, progress: Progress) -> None:
        """Add a progress report."""
        self._add_explored(progress.seconds, progress.explored)
        self._set_levels(progress.levels, progress.band)
        self.frontier_by_band[progress.depth // self.band_size] = progress.frontier
        self.peak_bytes = max(self.peak_bytes, progress.bytes)
        if progress.best is not None and (
            not self.best_scores or progress.best < self.best_scores[-1][1]
        ):
            self.best_scores = thin_curve([*self.best_scores, (progress.seconds, progress.best)])

    def add_verdict(self, verdict: Verdict) -> None:
        """Add the last report."""
        self._add_explored(verdict.seconds, verdict.explored)
        if verdict.levels:
            self._set_levels(verdict.levels, verdict.band)

    def _add_explored(self, seconds: float, explored: int) -> None:
        slot_seconds = seconds - self._slot_start_seconds
        if slot_seconds >= SLOT_SECONDS:
            self.rates.append((explored - self._slot_start_explored) / slot_seconds)
            self._slot_start_seconds = seconds
            self._slot_start_explored = explored
        self.explored_curve = thin_curve([*self.explored_curve, (seconds, explored)])

    def _set_levels(self, levels: tuple[int, ...], band: int) -> None:
        """Replace the counts by depth; if the bands have grown, merge those of the frontier."""
        self.expanded_by_depth = levels
        if band > self.band_size:
            self.frontier_by_band = {
                index * self.band_size // band: size
                for index, size in sorted(self.frontier_by_band.items())
            }
            self.band_size = band


def thin_curve(curve: Curve) -> Curve:
    """Return every other point of a curve with too many, always its first and last."""
    return curve if len(curve) <= MAX_POINTS else [*curve[:-1:2], curve[-1]]
