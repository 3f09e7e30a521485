"""Terminal queries, and how long the app waits for answers when it ends, by a fake clock."""

import threading
from collections.abc import Callable

import pytest
from clock import Clock

from ludoscope.tui.terminal.terminal_queries import (
    ANSWER_TIMEOUT_SECONDS,
    FAST_EXIT_WAIT_SECONDS,
    FAST_LATENCY_SECONDS,
    INPUT_QUIET_SECONDS,
    SLOW_EXIT_WAIT_SECONDS,
    SLOW_QUERY_INTERVAL_SECONDS,
    TerminalQueries,
)


@pytest.fixture
def questions(clock: Clock) -> TerminalQueries:
    return TerminalQueries(lambda: None, clock)


def take(questions: TerminalQueries, clock: Clock, latency: float) -> None:
    """Ask a query and answer it after `latency` seconds."""
    assert questions.send_query()
    clock.now += latency
    questions.add_answer()


def waited(questions: TerminalQueries, clock: Clock, comes: Callable[[], object] = bool) -> float:
    """Return the seconds from leaving to the end of waiting; call `comes` every 10 ms."""
    began = clock.now
    questions.close()
    settled = threading.Thread(target=questions.wait_until_quiet)
    while questions._wait_end() > clock.now:
        clock.now += 0.01
        comes()
    settled.start()
    settled.join(5)
    assert not settled.is_alive()
    return clock.now - began


def test_an_answer_is_waited_for_no_longer_than_it_takes(questions, clock) -> None:
    take(questions, clock, 0.2)
    assert questions.send_query()
    clock.now += 0.1
    until = clock.now + 0.1

    def comes() -> None:
        if clock.now >= until:
            questions.add_answer()

    assert waited(questions, clock, comes) == pytest.approx(0.25, abs=0.02)


def test_an_answer_that_does_not_come_is_not_waited_for_long(questions, clock) -> None:
    take(questions, clock, 0.01)
    assert questions.send_query()
    assert waited(questions, clock) == pytest.approx(FAST_EXIT_WAIT_SECONDS, abs=0.02)


def test_on_a_slow_line_questions_are_seldom_and_waited_for(questions, clock) -> None:
    for _ in range(2):
        take(questions, clock, 2 * FAST_LATENCY_SECONDS)
    assert not questions.send_query()
    clock.now += SLOW_QUERY_INTERVAL_SECONDS
    assert questions.send_query()
    assert waited(questions, clock) == pytest.approx(SLOW_EXIT_WAIT_SECONDS, abs=0.02)


def test_on_a_slow_line_leaving_takes_no_longer_than_on_another(questions, clock) -> None:
    for _ in range(2):
        take(questions, clock, 2 * FAST_LATENCY_SECONDS)
    clock.now += 1.0
    assert waited(questions, clock) <= FAST_EXIT_WAIT_SECONDS + 0.02


def test_a_line_that_was_slow_once_is_none(questions, clock) -> None:
    take(questions, clock, 4 * FAST_LATENCY_SECONDS)
    take(questions, clock, 0.01)
    take(questions, clock, 4 * FAST_LATENCY_SECONDS)
    assert questions.send_query()


def test_a_terminal_that_never_answers_is_not_waited_for(questions, clock) -> None:
    assert questions.send_query()
    assert not questions.send_query()
    clock.now += SLOW_EXIT_WAIT_SECONDS
    assert waited(questions, clock) == 0.0


def test_the_mouse_is_waited_for_while_it_is_heard(questions, clock) -> None:
    take(questions, clock, 0.01)
    questions.note_input()
    until = clock.now + 0.3

    def comes() -> None:
        if clock.now < until:
            questions.note_input()

    assert waited(questions, clock, comes) == pytest.approx(0.3 + INPUT_QUIET_SECONDS, abs=0.03)
    questions.open()
    questions.note_input()
    assert waited(questions, clock, questions.note_input) == pytest.approx(
        SLOW_EXIT_WAIT_SECONDS, abs=0.02
    )


def test_nothing_is_asked_or_waited_for_once_the_terminal_is_gone(questions, clock) -> None:
    take(questions, clock, 0.01)
    assert questions.send_query()
    questions.note_input()
    questions.disconnect()
    assert not questions.send_query()
    assert waited(questions, clock) == 0.0


def test_answers_that_nobody_asked_for_count_for_nothing(questions, clock) -> None:
    questions.add_answer()
    assert questions.latency is None
    assert questions.send_query()
    clock.now += ANSWER_TIMEOUT_SECONDS + 1
    assert questions.send_query()
    questions.add_answer()
    assert questions.latency == 0.0


def test_nothing_is_asked_after_the_end_until_it_is_open_again(questions, clock) -> None:
    questions.close()
    assert not questions.send_query()
    questions.open()
    assert questions.send_query()


def test_a_gap_in_the_reports_of_the_mouse_is_none_of_a_slow_line(questions, clock) -> None:
    """A terminal that is busy falls silent for longer than QUIET, and goes on."""
    take(questions, clock, 0.4)
    questions.note_input()
    assert waited(questions, clock) == pytest.approx(0.5, abs=0.02)
