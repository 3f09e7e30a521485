"""The base of the kernels: their statuses, and the loop that drives them."""

import re
from pathlib import Path

import pytest

from ludoscope.search import kernels
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Progress
from ludoscope.search.kernels import Status
from ludoscope.search.process.kernel_runner import run_kernel


class Counting:
    """A kernel that expands `size` positions, the first of them when it is made."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.explored = self.entries = 1
        self.size_bytes = 1 << 20
        self.calls: list[int] = []

    def run(self, budget: int) -> Status:
        self.calls.append(budget)
        self.explored = min(self.size, self.explored + budget)
        return Status.EXHAUSTED if self.explored == self.size else Status.SEARCHING


def driven(kernel: Counting, limits: Limits, most: int | None = None) -> tuple[Status, Budget]:
    budget = Budget(limits)

    def search():
        return (yield from run_kernel(kernel, budget, 100, budget.progress, most))

    running = search()
    while True:
        try:
            assert isinstance(next(running), Progress)
        except StopIteration as over:
            return over.value, budget


def test_the_statuses_are_those_of_the_compiled_code() -> None:
    text = Path(kernels.__file__).with_name("kernel.pxd").read_text()
    compiled = {
        name: int(number) for name, number in re.findall(r"^    ([A-Z_]+) = (\d+)", text, re.M)
    }
    assert compiled == {status.name: status.value for status in Status}


def test_a_kernel_is_driven_to_its_end_and_all_of_it_is_counted() -> None:
    kernel = Counting(250)
    status, budget = driven(kernel, Limits())
    assert status is Status.EXHAUSTED
    assert kernel.calls == [99, 100, 100]
    assert budget.explored == 250
    verdict = budget.solved(())  # it made no report, so only the end can tell what it stores
    assert (verdict.entries, verdict.bytes) == (kernel.entries, kernel.size_bytes)


@pytest.mark.parametrize(("limit", "most"), [(120, None), (None, 120)])
def test_it_stops_at_a_number_of_positions(limit: int | None, most: int | None) -> None:
    kernel = Counting(250)
    status, budget = driven(kernel, Limits(explored=limit), most)
    assert status is Status.SEARCHING
    assert kernel.explored == budget.explored == 120
    assert bool(budget.stop_reason) == (limit is not None)
