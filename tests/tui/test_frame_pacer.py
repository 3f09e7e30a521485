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


def test_one_is_on_its_way(pace: FramePacer, asked: list[str]) -> None:
    assert pace.is_free
    pace.wait_for_answer()
    assert asked == ["?"]
    assert not pace.is_free
    pace.add_answer()
    assert pace.is_free


def test_a_terminal_that_never_answers_gets_few(pace: FramePacer, clock: ManualClock) -> None:
    pace.wait_for_answer()
    clock.now += SILENT_INTERVAL_SECONDS - 0.1
    assert not pace.is_free
    clock.now += 0.2
    assert pace.is_free
    pace.wait_for_answer()
    assert not pace.is_free


def test_a_slow_line_is_waited_for_and_a_lost_answer_is_not(
    pace: FramePacer, clock: ManualClock
) -> None:
    pace.wait_for_answer()
    pace.add_answer()
    pace.wait_for_answer()
    clock.now += ANSWER_TIMEOUT_SECONDS - 0.1
    assert not pace.is_free
    clock.now += 0.2
    assert pace.is_free


def test_without_a_question_nothing_waits() -> None:
    pace = FramePacer()
    pace.wait_for_answer()
    assert pace.is_free


def test_where_no_question_is_put_frames_come_at_an_interval(clock: ManualClock) -> None:
    put = True
    pace = FramePacer(lambda: put, clock)
    pace.wait_for_answer()
    pace.add_answer()
    put = False
    pace.wait_for_answer()
    clock.now += UNQUERIED_INTERVAL_SECONDS - 0.1
    assert not pace.is_free
    clock.now += 0.2
    assert pace.is_free


def test_an_answer_may_come_while_one_looks(clock: ManualClock) -> None:
    """Check an answer that arrives while `free` is evaluated, in the thread that reads."""

    def late() -> float:
        pace.add_answer()
        return clock()

    pace = FramePacer(lambda: True, late)
    pace.wait_for_answer()
    assert not pace.is_free
    assert pace.is_free
