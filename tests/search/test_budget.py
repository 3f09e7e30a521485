"""Limits are kept, reports are paced."""

import time

import pytest

from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search import budget as watch_module
from ludoscope.search import memory
from ludoscope.search.budget import REPORT_INTERVAL_SECONDS, Budget, Limits
from ludoscope.search.events import GaveUp, Progress
from ludoscope.search.generic.uninformed import breadth_first, depth_first
from ludoscope.search.memory import RECENT_NANOSECONDS

HARD = lucas_problem(28)


def test_the_explored_limit_is_exact() -> None:
    *_, verdict = breadth_first(HARD, HARD.start, Limits(explored=1234))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 1234
    assert "1,234" in verdict.reason


def test_the_time_limit_is_kept_and_reports_come_ten_a_second_at_most() -> None:
    began = time.process_time()
    *reports, verdict = depth_first(HARD, HARD.start, Limits(seconds=0.5))
    assert time.process_time() - began < 1.5
    assert isinstance(verdict, GaveUp)
    assert "time" in verdict.reason
    assert verdict.seconds >= 0.5
    assert 1 <= len(reports) <= 1 + verdict.seconds / REPORT_INTERVAL_SECONDS
    assert all(isinstance(report, Progress) for report in reports)
    assert [r.explored for r in reports] == sorted(r.explored for r in reports)


def test_the_memory_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    used = iter(range(0, 1 << 30, 1 << 20))
    monkeypatch.setattr(watch_module, "recent_memory_in_use", lambda: 0)  # when it begins
    monkeypatch.setattr(watch_module, "memory_in_use", lambda: next(used))
    *_, verdict = depth_first(HARD, HARD.start, Limits(memory=3 << 20))
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "3 MB, the memory limit"


def test_memory_is_read_once_for_searches_that_follow_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readings = iter([1 << 20, 2 << 20])
    times = iter([5 * RECENT_NANOSECONDS, 6 * RECENT_NANOSECONDS - 1, 6 * RECENT_NANOSECONDS])
    monkeypatch.setattr(memory, "memory_in_use", lambda: next(readings))
    monkeypatch.setattr(memory.time, "monotonic_ns", lambda: next(times))
    assert [memory.recent_memory_in_use() for _ in range(3)] == [1 << 20, 1 << 20, 2 << 20]


def test_memory_in_use_sees_what_is_allocated() -> None:
    budget = Budget(Limits())
    block = bytearray(b"\1" * (32 << 20))
    assert budget.memory_used() >= len(block) // 2


def test_a_kernel_is_given_no_more_than_the_limit_leaves() -> None:
    budget = Budget(Limits(explored=100))
    budget.count(70)
    assert budget.cap_expansions(1000) == 30
    assert Budget(Limits()).cap_expansions(1000) == 1000


def test_work_that_expands_nothing_is_timed_and_does_not_put_off_the_next_look() -> None:
    began = time.process_time()
    budget = Budget(Limits(seconds=0.3))
    for _ in range(20_000):
        budget.check_limits()
    while not budget.stop_reason:
        budget.count()
    assert time.process_time() - began < 3.0
    assert Budget(Limits(seconds=1e-9)).check_limits()
