"""Kernels driven by solvers: slice by slice, with what each call has done counted."""

from collections.abc import Callable, Generator
from typing import Any

from ludoscope.search.budget import Budget
from ludoscope.search.events import Progress
from ludoscope.search.kernels import Status


class AtWork:
    """A kernel at work; `status` is what it said last."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.status = Status.SEARCHING
        self._counted = 0

    def run(self, budget: int) -> int:
        """Enter or expand up to `budget` more positions; how many they were."""
        before = self._counted
        begun = self.kernel.explored - before  # the start: some kernels enter it when they are made
        self.status = self.kernel.run(max(0, budget - begun))
        self._counted = self.kernel.explored
        return self._counted - before


def drive(
    kernel: Any,
    budget: Budget,
    slice_: int,
    progress: Callable[[], Progress],
    most: int | None = None,
    counted: int = 0,
) -> Generator[Progress, None, Status]:
    """Run a kernel, `slice_` positions a call, to its end; returns its status.

    That is SEARCHING where the budget is spent before, or where it has expanded `most` positions.
    `progress` makes the reports. `counted` of the positions expanded before are in the budget.
    """
    searching, explored = Status.SEARCHING, kernel.explored
    while most is None or counted < most:
        count = budget.left(slice_ if most is None else min(slice_, most - counted))
        begun = explored - counted  # the start: some kernels enter it when they are made
        status: Status = kernel.run(count - begun if count > begun else 0)
        explored = kernel.explored
        report = budget.tick(explored - counted) if explored > counted else budget.rest()
        if status is not searching:
            return status
        counted = explored
        if report:
            yield progress()
            if budget.spent:
                break
    return searching
