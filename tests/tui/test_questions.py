"""Terminal queries, and how long the app waits for answers when it ends, by a fake clock."""

import threading
from collections.abc import Callable

import pytest
from clock import Clock

from ludoscope.tui.terminal.terminal_queries import (
    LONG,
    LOST,
    PATIENCE,
    QUIET,
    SELDOM,
    SOON,
    Questions,
)


@pytest.fixture
def questions(clock: Clock) -> Questions:
    return Questions(lambda: None, clock)


def take(questions: Questions, clock: Clock, latency: float) -> None:
    """Ask a query and answer it after `latency` seconds."""
    assert questions.ask()
    clock.now += latency
    questions.answered()


def waited(questions: Questions, clock: Clock, comes: Callable[[], object] = bool) -> float:
    """Return the seconds from leaving to the end of waiting; call `comes` every 10 ms."""
    began = clock.now
    questions.close()
    settled = threading.Thread(target=questions.settle)
    while questions._due() > clock.now:
        clock.now += 0.01
        comes()
    settled.start()
    settled.join(5)
    assert not settled.is_alive()
    return clock.now - began


def test_an_answer_is_waited_for_no_longer_than_it_takes(questions, clock) -> None:
    take(questions, clock, 0.2)
    assert questions.ask()
    clock.now += 0.1
    until = clock.now + 0.1

    def comes() -> None:
        if clock.now >= until:
            questions.answered()

    assert waited(questions, clock, comes) == pytest.approx(0.25, abs=0.02)


def test_an_answer_that_does_not_come_is_not_waited_for_long(questions, clock) -> None:
    take(questions, clock, 0.01)
    assert questions.ask()
    assert waited(questions, clock) == pytest.approx(PATIENCE, abs=0.02)


def test_on_a_slow_line_questions_are_seldom_and_waited_for(questions, clock) -> None:
    for _ in range(2):
        take(questions, clock, 2 * SOON)
    assert not questions.ask()
    clock.now += SELDOM
    assert questions.ask()
    assert waited(questions, clock) == pytest.approx(LONG, abs=0.02)


def test_on_a_slow_line_leaving_takes_no_longer_than_on_another(questions, clock) -> None:
    for _ in range(2):
        take(questions, clock, 2 * SOON)
    clock.now += 1.0
    assert waited(questions, clock) <= PATIENCE + 0.02


def test_a_line_that_was_slow_once_is_none(questions, clock) -> None:
    take(questions, clock, 4 * SOON)
    take(questions, clock, 0.01)
    take(questions, clock, 4 * SOON)
    assert questions.ask()


def test_a_terminal_that_never_answers_is_not_waited_for(questions, clock) -> None:
    assert questions.ask()
    assert not questions.ask()
    clock.now += LONG
    assert waited(questions, clock) == 0.0


def test_the_mouse_is_waited_for_while_it_is_heard(questions, clock) -> None:
    take(questions, clock, 0.01)
    questions.heard()
    until = clock.now + 0.3

    def comes() -> None:
        if clock.now < until:
            questions.heard()

    assert waited(questions, clock, comes) == pytest.approx(0.3 + QUIET, abs=0.03)
    questions.open()
    questions.heard()
    assert waited(questions, clock, questions.heard) == pytest.approx(LONG, abs=0.02)


def test_nothing_is_asked_or_waited_for_once_the_terminal_is_gone(questions, clock) -> None:
    take(questions, clock, 0.01)
    assert questions.ask()
    questions.heard()
    questions.lost()
    assert not questions.ask()
    assert waited(questions, clock) == 0.0


def test_answers_that_nobody_asked_for_count_for_nothing(questions, clock) -> None:
    questions.answered()
    assert questions.latency is None
    assert questions.ask()
    clock.now += LOST + 1
    assert questions.ask()
    questions.answered()
    assert questions.latency == 0.0


def test_nothing_is_asked_after_the_end_until_it_is_open_again(questions, clock) -> None:
    questions.close()
    assert not questions.ask()
    questions.open()
    assert questions.ask()


def test_a_gap_in_the_reports_of_the_mouse_is_none_of_a_slow_line(questions, clock) -> None:
    """A terminal that is busy falls silent for longer than QUIET, and goes on."""
    take(questions, clock, 0.4)
    questions.heard()
    assert waited(questions, clock) == pytest.approx(0.5, abs=0.02)
