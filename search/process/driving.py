"""Kernels that solvers run, a slice of positions at a time."""

from collections.abc import Callable, Generator
from typing import Any

from ludoscope.search.budget import Budget
from ludoscope.search.events import Progress
from ludoscope.search.kernels import Status


class KernelRun:
    """A kernel, and how many positions it has entered.

    `status`   what the kernel returned last, SEARCHING before the first call
    `entered`  positions, those entered when it was made included only once it has run; a solver
               that has counted some of them before says how many
    """

    def __init__(self, kernel: Any, entered: int = 0) -> None:
        self.kernel = kernel
        self.status: Status = Status.SEARCHING
        self.entered = entered

    def run(self, budget: int) -> int:
        """Enter or expand up to `budget` more positions; return how many."""
        before = self.entered
        begun = self.kernel.explored - before  # the start, which some kernels enter when made
        self.status = self.kernel.run(max(0, budget - begun))
        self.entered = self.kernel.explored
        return self.entered - before


def drive(
    kernel: Any,
    budget: Budget,
    slice_: int,
    progress: Callable[[], Progress],
    most: int | None = None,
    counted: int = 0,
) -> Generator[Progress, None, Status]:
    """Run a kernel, `slice_` positions a call, to its end; return its status.

    The status is SEARCHING if the budget is spent first, or once it has expanded `most` positions.
    `progress` makes the reports. `counted` of its positions are in the budget already.
    """
    run = KernelRun(kernel, counted)
    while most is None or run.entered < most:
        size = slice_ if most is None else min(slice_, most - run.entered)
        entered = run.run(budget.left(size))
        report = budget.tick(entered) if entered else budget.rest()
        if run.status is not Status.SEARCHING:
            break
        if report:
            yield progress()
            if budget.spent:
                break
    return run.status
