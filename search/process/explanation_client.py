"""The client of `search.process.explanation_worker`: explain a position in a process of its own.

async for event in explanation_events(request):     # closing the generator ends the process
    ...
explanation = explain_in_background(request, print)  # in any thread; blocks
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.errors import short_repr
from ludoscope.search.budget import Limits
from ludoscope.search.explanation import Explanation, ExplanationProgress, explain
from ludoscope.search.process.background import BackgroundTask, BackgroundThread
from ludoscope.search.process.child_process import WorkerLost, call_in_thread
from ludoscope.search.process.client import SILENCE_SECONDS, SolverFault, worker_messages
from ludoscope.search.process.explanation_wire import Event, decode
from ludoscope.search.process.wire import is_text_line
from ludoscope.search.registry import SOLVER_SETS, is_importable

WORKER_MODULE = "ludoscope.search.process.explanation_worker"


@dataclass(frozen=True, slots=True)
class ExplanationRequest:
    """A position to explain.

    Attributes:
        game: The game.
        position: The position.
        earlier: The positions to which one can go back, the latest first.
        limits: Limits of time and memory, for everything together.
        max_wins: How many winning changes of each kind are to be returned; None for all.
    """

    game: AnyGame
    position: Any
    earlier: Sequence[Any]
    limits: Limits
    max_wins: int | None = None

    def job(self) -> dict[str, Any]:
        """Return the job for the worker."""
        game = self.game
        return {
            "family": FAMILIES.reference(game.family),
            "solvers": SOLVER_SETS.reference(game.family),
            "game": game.spec(),
            "position": game.text(self.position),
            "earlier": [game.text(position) for position in self.earlier],
            "seconds": self.limits.seconds,
            "memory": self.limits.memory,
            "max_wins": self.max_wins,
        }


async def explanation_events(request: ExplanationRequest) -> AsyncGenerator[Event, None]:
    """Explain a position and yield the events; the last one is an explanation.

    Raises:
        SolverFault: The explanation failed or is wrong.
        WorkerLost: The process has ended, or sends nothing long after the time limit.
    """
    seconds = request.limits.seconds
    silence = None if seconds is None else seconds + SILENCE_SECONDS
    async with aclosing(worker_messages(WORKER_MODULE, request.job(), silence)) as messages:
        while True:
            try:
                message = await anext(messages)
            except TimeoutError:
                raise WorkerLost("no answer after the time limit") from None
            if message.get("event") == "fault":
                fault = message.get("message")
                raise SolverFault(fault if is_text_line(fault) else f"it says {short_repr(fault)}")
            try:
                # replaying the wins would block the event loop
                yield await call_in_thread(decode, request.game, request.position, message)
            except ValueError as error:
                raise SolverFault(str(error)) from None
            if message.get("is_last"):
                return


def explain_in_background(
    request: ExplanationRequest, on_progress: Callable[[ExplanationProgress], object]
) -> Explanation:
    """Explain a position and wait for the explanation.

    A game that no worker can import, such as one that a script registers, is explained in this
    thread.

    Raises:
        SolverFault: The explanation failed or is wrong.
        WorkerLost: The process cannot be started, or has ended.
    """
    events: SimpleQueue[Event | BaseException | None] = SimpleQueue()
    explanation: Explanation | None = None

    async def forward(thread: BackgroundThread) -> None:
        try:
            async for event in explanation_events(request):
                events.put(event)
            events.put(None)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            events.put(error)

    if not is_importable(request.game.family):
        for result in explain(request.game, request.position, request.earlier, request.limits):
            if isinstance(result, ExplanationProgress):
                on_progress(result)
            else:
                explanation = result
        assert explanation
        return explanation
    task = BackgroundTask(forward)
    try:
        task.start()
        while (event := events.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            if isinstance(event, ExplanationProgress):
                on_progress(event)
            else:
                explanation = event
    finally:
        task.close()
    assert explanation
    return explanation
