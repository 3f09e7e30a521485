"""A kernel at work for a solver, which counts what each call has done."""

from typing import Any


class AtWork:
    """`status` is what the kernel said last; "searching" as long as it can go on."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.status = "searching"
        self._counted = 0

    def run(self, budget: int) -> int:
        """Enter or expand up to `budget` more positions; how many they were."""
        before = self._counted
        begun = self.kernel.explored - before  # the start: some kernels enter it when they are made
        self.status = self.kernel.run(max(0, budget - begun))
        self._counted = self.kernel.explored
        return self._counted - before
