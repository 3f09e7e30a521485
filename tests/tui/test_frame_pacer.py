"""Frame pacing: when an unrequested frame may be drawn, by a fake clock."""

import pytest
from clock import ManualClock

from ludoscope.tui.terminal.frame_pacer import (
    ANSWER_TIMEOUT_SECONDS,
    SILENT_INTERVAL_SECONDS,
    UNQUERIED_INTERVAL_SECONDS,
    FramePacer,
)


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def pace(clock: ManualClock, asked: list[str]) -> FramePacer:
    return FramePacer(lambda: asked.append("?") is None, clock)


def test_no_frame_is_free_until_the_answer_arrives(pace: FramePacer, asked: list[str]) -> None:
    assert pace.is_free
    pace.query_after_frame()
    assert asked == ["?"]
    assert not pace.is_free
    pace.add_answer()
    assert pace.is_free


def test_silent_terminal_gets_few_frames(pace: FramePacer, clock: ManualClock) -> None:
    pace.query_after_frame()
    clock.now += SILENT_INTERVAL_SECONDS - 0.1
    assert not pace.is_free
    clock.now += 0.2
    assert pace.is_free
    pace.query_after_frame()
    assert not pace.is_free


def test_slow_answer_is_awaited_and_lost_answer_is_not(
    pace: FramePacer, clock: ManualClock
) -> None:
    pace.query_after_frame()
    pace.add_answer()
    pace.query_after_frame()
    clock.now += ANSWER_TIMEOUT_SECONDS - 0.1
    assert not pace.is_free
    clock.now += 0.2
    assert pace.is_free


def test_frames_are_free_without_a_query() -> None:
    pace = FramePacer()
    pace.query_after_frame()
    assert pace.is_free


def test_frames_without_queries_come_at_an_interval(clock: ManualClock) -> None:
    put = True
    pace = FramePacer(lambda: put, clock)
    pace.query_after_frame()
    pace.add_answer()
    put = False
    pace.query_after_frame()
    clock.now += UNQUERIED_INTERVAL_SECONDS - 0.1
    assert not pace.is_free
    clock.now += 0.2
    assert pace.is_free


def test_answer_may_arrive_while_is_free_is_evaluated(clock: ManualClock) -> None:
    """Check an answer that arrives while `is_free` is evaluated, in the thread that reads."""

    def late() -> float:
        pace.add_answer()
        return clock()

    pace = FramePacer(lambda: True, late)
    pace.query_after_frame()
    assert not pace.is_free
    assert pace.is_free
