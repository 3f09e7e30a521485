"""Terminal queries, and how long the app waits for answers when it ends, by a fake clock."""

import threading
from collections.abc import Callable

import pytest
from clock import ManualClock

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
def queries(clock: ManualClock) -> TerminalQueries:
    return TerminalQueries(lambda: None, clock)


def take(queries: TerminalQueries, clock: ManualClock, latency: float) -> None:
    """Ask a query and answer it after `latency` seconds."""
    assert queries.send_query()
    clock.now += latency
    queries.add_answer()


def waited(
    queries: TerminalQueries, clock: ManualClock, comes: Callable[[], object] = bool
) -> float:
    """Return the seconds from leaving to the end of waiting; call `comes` every 10 ms."""
    began = clock.now
    queries.close()
    settled = threading.Thread(target=queries.wait_until_quiet)
    while queries._wait_end() > clock.now:
        clock.now += 0.01
        comes()
    settled.start()
    settled.join(5)
    assert not settled.is_alive()
    return clock.now - began


def test_waiting_ends_when_the_answer_arrives(queries, clock) -> None:
    take(queries, clock, 0.2)
    assert queries.send_query()
    clock.now += 0.1
    until = clock.now + 0.1

    def comes() -> None:
        if clock.now >= until:
            queries.add_answer()

    assert waited(queries, clock, comes) == pytest.approx(0.25, abs=0.02)


def test_missing_answer_is_awaited_briefly(queries, clock) -> None:
    take(queries, clock, 0.01)
    assert queries.send_query()
    assert waited(queries, clock) == pytest.approx(FAST_EXIT_WAIT_SECONDS, abs=0.02)


def test_slow_connection_gets_few_queries_and_long_waits(queries, clock) -> None:
    for _ in range(2):
        take(queries, clock, 2 * FAST_LATENCY_SECONDS)
    assert not queries.send_query()
    clock.now += SLOW_QUERY_INTERVAL_SECONDS
    assert queries.send_query()
    assert waited(queries, clock) == pytest.approx(SLOW_EXIT_WAIT_SECONDS, abs=0.02)


def test_quitting_on_a_slow_connection_is_not_slower(queries, clock) -> None:
    for _ in range(2):
        take(queries, clock, 2 * FAST_LATENCY_SECONDS)
    clock.now += 1.0
    assert waited(queries, clock) <= FAST_EXIT_WAIT_SECONDS + 0.02


def test_one_slow_answer_is_not_a_slow_connection(queries, clock) -> None:
    take(queries, clock, 4 * FAST_LATENCY_SECONDS)
    take(queries, clock, 0.01)
    take(queries, clock, 4 * FAST_LATENCY_SECONDS)
    assert queries.send_query()


def test_silent_terminal_is_not_awaited(queries, clock) -> None:
    assert queries.send_query()
    assert not queries.send_query()
    clock.now += SLOW_EXIT_WAIT_SECONDS
    assert waited(queries, clock) == 0.0


def test_mouse_reports_are_awaited_while_they_arrive(queries, clock) -> None:
    take(queries, clock, 0.01)
    queries.note_input()
    until = clock.now + 0.3

    def comes() -> None:
        if clock.now < until:
            queries.note_input()

    assert waited(queries, clock, comes) == pytest.approx(0.3 + INPUT_QUIET_SECONDS, abs=0.03)
    queries.open()
    queries.note_input()
    assert waited(queries, clock, queries.note_input) == pytest.approx(
        SLOW_EXIT_WAIT_SECONDS, abs=0.02
    )


def test_closed_terminal_is_neither_queried_nor_awaited(queries, clock) -> None:
    take(queries, clock, 0.01)
    assert queries.send_query()
    queries.note_input()
    queries.disconnect()
    assert not queries.send_query()
    assert waited(queries, clock) == 0.0


def test_unrequested_answers_are_ignored(queries, clock) -> None:
    queries.add_answer()
    assert queries.latency is None
    assert queries.send_query()
    clock.now += ANSWER_TIMEOUT_SECONDS + 1
    assert queries.send_query()
    queries.add_answer()
    assert queries.latency == 0.0


def test_no_query_between_close_and_reopen(queries, clock) -> None:
    queries.close()
    assert not queries.send_query()
    queries.open()
    assert queries.send_query()


def test_gap_in_mouse_reports_is_not_a_slow_connection(queries, clock) -> None:
    """A terminal that is busy falls silent for longer than QUIET, and goes on."""
    take(queries, clock, 0.4)
    queries.note_input()
    assert waited(queries, clock) == pytest.approx(0.5, abs=0.02)
