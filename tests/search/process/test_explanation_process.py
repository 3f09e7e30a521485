"""Explanations in a process of their own: events, a clean end, and messages that are wrong."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing
from typing import Any

import pytest

from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.explanation import Explanation, ExplanationProgress, explain
from ludoscope.search.process import explanation_client
from ludoscope.search.process.child_process import ChildProcess, WorkerLost
from ludoscope.search.process.client import SolverFault
from ludoscope.search.process.explanation_client import (
    ExplanationRequest,
    explain_in_background,
    explanation_events,
)
from ludoscope.search.process.explanation_wire import decode, encode
from ludoscope.search.process.host_limits import WorkerSlots

pytestmark = pytest.mark.usefixtures("forked_workers")


def request(name: str, seconds: float = 30, max_wins: int | None = None) -> ExplanationRequest:
    game = find(name).game
    return ExplanationRequest(game, game.start, [], Limits(seconds), max_wins)


async def test_an_explanation_travels_through_the_pipe() -> None:
    asked = request("hexapawn-3x3")
    events = [event async for event in explanation_events(asked)]
    *_, here = explain(asked.game, asked.position, asked.earlier, asked.limits)
    assert isinstance(here, Explanation)
    assert isinstance(events[-1], Explanation)
    assert events[-1].kinds == here.kinds
    assert str(events[-1]) == str(here)


async def test_the_first_part_comes_before_the_core_and_with_few_wins() -> None:
    parts = [
        event
        async for event in explanation_events(request("MidnightOil.2", max_wins=1))
        if isinstance(event, Explanation)
    ]
    assert parts[0].core is None
    assert not parts[0].is_complete
    assert parts[-1].core
    assert all(len(kind.wins) <= 1 for kind in parts[-1].kinds)


async def test_closing_the_events_ends_the_process() -> None:
    async with aclosing(explanation_events(request("ms-11982", 60))) as events:
        event = await anext(events)
        assert isinstance(event, ExplanationProgress)
    assert not [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]


async def test_a_fault_of_the_worker_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = request("hexapawn-3x3")
    job = asked.job() | {"position": "nothing"}
    monkeypatch.setattr(ExplanationRequest, "job", lambda self: job)
    with pytest.raises(SolverFault, match="found 'nothing'"):
        _ = [event async for event in explanation_events(asked)]


async def test_a_worker_that_is_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait_forever(child: ChildProcess) -> bytes:
        await asyncio.Event().wait()
        return b""

    monkeypatch.setattr(ChildProcess, "read_line", wait_forever)
    monkeypatch.setattr(explanation_client, "SILENCE_SECONDS", 0)
    with pytest.raises(WorkerLost, match="no answer"):
        _ = [event async for event in explanation_events(request("hexapawn-3x3", 0.01))]


async def test_waiting_for_a_slot_of_the_host_is_not_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_waiting = asyncio.Event()

    async def answer(child: ChildProcess) -> bytes:
        return b'{"event": "fault", "message": "it was started"}'

    async def acquire_late(slots: WorkerSlots) -> None:
        is_waiting.set()
        await asyncio.sleep(0.05)  # longer than the limit below

    monkeypatch.setattr(WorkerSlots, "acquire", acquire_late)
    monkeypatch.setattr(ChildProcess, "read_line", answer)
    monkeypatch.setattr(explanation_client, "SILENCE_SECONDS", 0)
    with pytest.raises(SolverFault, match="it was started"):
        _ = [event async for event in explanation_events(request("hexapawn-3x3", 0.001))]
    assert is_waiting.is_set()


def test_a_game_that_no_worker_can_import_reports_progress_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, progress = request("hexapawn-3x3"), ExplanationProgress("swaps", 0, 1, 0, 0.0)
    *_, explanation = explain(asked.game, asked.position, asked.earlier, asked.limits)
    received: list[ExplanationProgress] = []

    def explain_slowly(*arguments: Any) -> Iterator[Any]:
        yield progress
        assert received == [progress]
        yield explanation

    monkeypatch.setattr(explanation_client, "explain", explain_slowly)
    monkeypatch.setattr(explanation_client, "is_importable", lambda family: False)
    assert explain_in_background(asked, received.append) is explanation


def sent_explanation() -> tuple[Any, Any, dict[str, Any]]:
    """Return a game, its start, and the message of its explanation as JSON gives it back."""
    game = find("hexapawn-3x3").game
    *_, explanation = explain(game, game.start, (), Limits(30))
    return game, game.start, json.loads(json.dumps(encode(game, game.start, explanation, None)))


def test_a_change_that_does_not_win_is_refused() -> None:
    game, start, message = sent_explanation()
    message["kinds"][0]["sizes"][0]["wins"][0]["moves"].pop()
    with pytest.raises(ValueError, match="does not win"):
        decode(game, start, message)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((), {"event": "progress"}),
        ((), {"event": "progress", "stage": "s", "counts": [1, 2, 3], "seconds": "x"}),
        (("verdict",), {}),
        (("verdict",), None),
        (("kinds",), [1]),
        (("kinds", 0, "unit"), ["one"]),
        (("kinds", 0, "sizes", 0, "counts"), [1, 2, 3, -4]),
        (("kinds", 0, "sizes", 0, "wins", 0, "text"), "\x1b[2J"),
        (("kinds", 0, "sizes", 0, "wins", 0, "elements"), "b2"),
        (("kinds", 0, "sizes", 0, "wins", 0, "position"), "?"),
        (("core",), {"elements": []}),
        (("seconds",), "long"),
    ],
)
def test_malformed_messages_are_refused(path: tuple[Any, ...], value: Any) -> None:
    game, start, message = sent_explanation()
    if path:
        *parents, last = path
        place = message
        for key in parents:
            place = place[key]
        place[last] = value
    else:
        message = value
    with pytest.raises(ValueError, match=r"found|expected"):
        decode(game, start, message)
