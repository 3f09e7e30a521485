"""Running compiled kernels in slices, so that a solver can report and be stopped."""

from collections.abc import Callable, Generator
from typing import Any

from ludoscope.search.budget import Budget
from ludoscope.search.events import Progress
from ludoscope.search.kernels import Status


class KernelRun:
    """A kernel that is run in slices, and the number of its positions that have been counted.

    Some kernels count their start as explored when they are created. The first call of `run` counts
    these positions too, unless the solver has counted them before.

    Attributes:
        kernel: The kernel.
        status: The status that the kernel returned last, SEARCHING before the first call.
        counted: Positions of the kernel that have been counted so far.
    """

    def __init__(self, kernel: Any, counted: int = 0) -> None:
        self.kernel = kernel
        self.status: Status = Status.SEARCHING
        self.counted = counted

    def run(self, budget: int) -> int:
        """Explore up to `budget` more positions, and return how many have to be counted now."""
        counted_before = self.counted
        uncounted = self.kernel.explored - counted_before
        self.status = self.kernel.run(max(0, budget - uncounted))
        self.counted = self.kernel.explored
        return self.counted - counted_before


def run_kernel(
    kernel: Any,
    budget: Budget,
    slice_size: int,
    progress: Callable[[], Progress],
    max_positions: int | None = None,
    already_counted: int = 0,
) -> Generator[Progress, None, Status]:
    """Run a kernel to its end and yield reports.

    Args:
        kernel: The kernel, with its `entries` and `size_bytes`.
        budget: The budget that counts its positions.
        slice_size: Positions for each call of the kernel; a few milliseconds of work.
        progress: A function that makes a report.
        max_positions: Positions after which to stop, None for no limit.
        already_counted: Positions of the kernel that are in the budget already.

    Returns:
        The status of the kernel; SEARCHING if the budget or `max_positions` was reached first.
    """
    run = KernelRun(kernel, already_counted)
    while max_positions is None or run.counted < max_positions:
        size = slice_size if max_positions is None else min(slice_size, max_positions - run.counted)
        new_positions = run.run(budget.cap_expansions(size))
        if run.status is not Status.SEARCHING:
            budget.explored += new_positions  # the limits do not matter any more
            break
        report_due = budget.count(new_positions) if new_positions else budget.check_limits()
        if report_due:
            yield progress()
            if budget.stop_reason:
                break
    budget.set_stored(kernel.entries, kernel.size_bytes)  # a quick search makes no report
    return run.status
