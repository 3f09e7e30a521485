"""A kernel that a solver runs slice by slice."""

from typing import Any


class AtWork:
    """`status` is what the last call of the kernel returned: "searching" while it can continue."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.status = "searching"
        self._counted = 0

    def run(self, budget: int) -> int:
        """Enter or expand up to `budget` more positions; return how many."""
        before = self._counted
        begun = self.kernel.explored - before  # the start, which some kernels enter when made
        self.status = self.kernel.run(max(0, budget - begun))
        self._counted = self.kernel.explored
        return self._counted - before
