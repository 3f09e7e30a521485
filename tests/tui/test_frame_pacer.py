"""Frame pacing: when an unrequested frame may be drawn, by a fake clock."""

import pytest
from clock import Clock

from ludoscope.tui.terminal.frame_pacer import (
    ANSWER_TIMEOUT_SECONDS,
    SILENT_INTERVAL_SECONDS,
    UNQUERIED_INTERVAL_SECONDS,
    Pace,
)


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def pace(clock: Clock, asked: list[str]) -> Pace:
    return Pace(lambda: asked.append("?") is None, clock)


def test_one_is_on_its_way(pace: Pace, asked: list[str]) -> None:
    assert pace.free
    pace.drawn()
    assert asked == ["?"]
    assert not pace.free
    pace.answered()
    assert pace.free


def test_a_terminal_that_never_answers_gets_few(pace: Pace, clock: Clock) -> None:
    pace.drawn()
    clock.now += SILENT_INTERVAL_SECONDS - 0.1
    assert not pace.free
    clock.now += 0.2
    assert pace.free
    pace.drawn()
    assert not pace.free


def test_a_slow_line_is_waited_for_and_a_lost_answer_is_not(pace: Pace, clock: Clock) -> None:
    pace.drawn()
    pace.answered()
    pace.drawn()
    clock.now += ANSWER_TIMEOUT_SECONDS - 0.1
    assert not pace.free
    clock.now += 0.2
    assert pace.free


def test_without_a_question_nothing_waits() -> None:
    pace = Pace()
    pace.drawn()
    assert pace.free


def test_where_no_question_is_put_frames_come_at_an_interval(clock: Clock) -> None:
    put = True
    pace = Pace(lambda: put, clock)
    pace.drawn()
    pace.answered()
    put = False
    pace.drawn()
    clock.now += UNQUERIED_INTERVAL_SECONDS - 0.1
    assert not pace.free
    clock.now += 0.2
    assert pace.free


def test_an_answer_may_come_while_one_looks(clock: Clock) -> None:
    """Check an answer that arrives while `free` is evaluated, in the thread that reads."""

    def late() -> float:
        pace.answered()
        return clock()

    pace = Pace(lambda: True, late)
    pace.drawn()
    assert not pace.free
    assert pace.free
