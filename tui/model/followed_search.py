"""FollowedSearch: a search that is shown on a map at a speed at which it can be followed."""

from ludoscope.tui.text.formatting import format_count


class FollowedSearch:
    """The positions that a solver expands, handed out bit by bit.

    Attributes:
        name: The name of the solver; "" if there is no search.
        shown_count: The number of positions handed out.
        is_paused: True while none are handed out.
    """

    def __init__(self, name: str = "", seconds_per_position: float = 0.0) -> None:
        """Create a search.

        Args:
            name: The name of the solver.
            seconds_per_position: The time from one position to the next.
        """
        self.name = name
        self.shown_count = 0
        self.is_paused = False
        self._seconds_per_position = seconds_per_position
        self._seconds = 0.0
        self._indices: list[int] = []
        self._outcome = ""

    def add(self, indices: list[int]) -> None:
        """Add positions that the solver has expanded."""
        self._indices += indices

    def end(self, outcome: str) -> None:
        """Note how the search has ended."""
        self._outcome = outcome

    def fail(self) -> None:
        """End the search without an outcome, if it has not ended."""
        self._outcome = self._outcome or "not finished"

    @property
    def is_running(self) -> bool:
        """True until all positions are handed out and the search has ended."""
        return bool(self.name) and not (self._outcome and self.shown_count == len(self._indices))

    def take(self, seconds: float) -> list[int]:
        """Return the positions that are due after some more seconds."""
        if self.is_paused or not self.name:
            return []
        self._seconds += seconds
        due = int(self._seconds / self._seconds_per_position)
        positions = self._indices[self.shown_count : max(self.shown_count, due)]
        self.shown_count += len(positions)
        if len(self._indices) == self.shown_count:  # the solver is behind
            self._seconds = self.shown_count * self._seconds_per_position
        return positions

    @property
    def status(self) -> str:
        """A sentence on the search."""
        if not self.name:
            return ""
        if not self.is_running:
            return f"{self.name}: {self._outcome}"
        state = "paused at" if self.is_paused else "has expanded"
        return f"{self.name} {state} {format_count(self.shown_count, 'position')}"
