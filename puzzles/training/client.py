"""The asyncio client of `puzzles.training.worker`: judge a step, find mistakes, make positions.

answer = await judge_step(position, moves)      # cancelling the task ends the process
async for position in find_mistakes(game, lines, side): ...
async for position in make_positions(family, seed): ...
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.registry import COLLECTIONS
from ludoscope.puzzles.training.generate import position_name
from ludoscope.puzzles.training.training_position import MAX_LINE_MOVES, TrainingPosition
from ludoscope.search.budget import Limits
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import worker_messages
from ludoscope.search.process.host_limits import cap_limits
from ludoscope.search.process.wire import is_text_line
from ludoscope.search.registry import SOLVER_SETS, is_importable

WORKER_MODULE = "ludoscope.puzzles.training.worker"
LIMITS = Limits(seconds=20, memory=1 << 28)  # of a judgement with its refutation
ANSWER_FIELDS = frozenset(("event", "is_right", "line", "progress", "blocked", "is_furthest"))


class StepAnswer(NamedTuple):
    """The judgement of a step.

    Attributes:
        is_right: True if it is right; None if it was not decided in time.
        line: Of a wrong step the texts of the moves after it, as far as the refutation goes.
        progress: How far that is, "12 of 52 cards home", or "".
        blocked: What is blocked at the end of it, or "".
        is_furthest: True if it is proved that no line goes further.
    """

    is_right: bool | None
    line: tuple[str, ...] = ()
    progress: str = ""
    blocked: str = ""
    is_furthest: bool = False


async def judge_step(position: TrainingPosition, moves: str) -> StepAnswer:
    """Judge a step in a process of its own, and refute it if it is wrong.

    Args:
        position: The position.
        moves: The step as in shared lines.

    Raises:
        WorkerLost: The process has failed; the message says why.
    """
    job = {"line": position.text, "moves": moves}
    messages = _messages(position.family, "answer", job)
    try:
        # with the wait for a worker: nothing else can be done on the screen meanwhile
        async with asyncio.timeout(LIMITS.seconds), aclosing(messages):
            return parse_answer(await anext(messages))
    except TimeoutError:
        return StepAnswer(None)


async def find_mistakes(
    game: AnyGame, lines: Sequence[Sequence[str]], side: int
) -> AsyncGenerator[TrainingPosition, None]:
    """Yield the positions before the moves of a player that lost a game.

    Args:
        game: The game.
        lines: The lines that were played, as texts of moves from the start.
        side: The side of the player.

    Raises:
        WorkerLost: The process has failed; the message says why.
    """
    job = {"game": game.spec(), "lines": lines, "side": side}
    async with aclosing(_messages(game.family, "mistakes", job)) as messages:
        async for message in messages:
            if message.get("event") == "end":
                return
            yield parse_position(game.family, message)


async def make_positions(family: str, seed: int) -> AsyncGenerator[TrainingPosition, None]:
    """Yield new positions of a family, without end.

    Raises:
        WorkerLost: The process has failed; the message says why.
    """
    async with aclosing(_messages(family, "generate", {"seed": seed})) as messages:
        async for message in messages:
            yield parse_position(family, message)


def can_train(family: str) -> bool:
    """Return True if another process can import a family, its solvers and its puzzles."""
    has_puzzles = family in COLLECTIONS and bool(COLLECTIONS.reference(family))
    return has_puzzles and is_importable(family)


async def _messages(
    family: str, task: str, job: dict[str, Any]
) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the messages of a worker, as `worker_messages`; raise WorkerLost for a fault."""
    references = {
        "family": FAMILIES.reference(family),
        "collection": COLLECTIONS.reference(family),
        "solvers": SOLVER_SETS.reference(family) if family in SOLVER_SETS else None,
        "name": family,
        "memory": cap_limits(LIMITS).memory,
        "task": task,
    }
    job = references | job
    async with aclosing(worker_messages(WORKER_MODULE, job)) as messages:
        async for message in messages:
            if message.get("event") == "fault":
                fault = message.get("message")
                raise WorkerLost(fault if is_text_line(fault) else "the process failed")
            yield message


def parse_answer(message: dict[str, Any]) -> StepAnswer:
    """Return the judgement in a message.

    Raises:
        WorkerLost: The message is malformed.
    """
    is_right = message.get("is_right")
    if message == {"event": "answer", "is_right": is_right} and is_right in (True, None):
        return StepAnswer(is_right)
    line, progress, blocked = (message.get(name) for name in ("line", "progress", "blocked"))
    if (
        message.keys() != ANSWER_FIELDS
        or message["event"] != "answer"
        or is_right is not False
        or not isinstance(line, list)
        or len(line) > MAX_LINE_MOVES
        or not all(map(is_text_line, (*line, progress, blocked)))
        or not isinstance(message["is_furthest"], bool)
    ):
        raise WorkerLost(f"the process sent {short_repr(message)}, expected an answer")
    return StepAnswer(False, tuple(line), str(progress), str(blocked), message["is_furthest"])


def parse_position(family: str, message: dict[str, Any]) -> TrainingPosition:
    """Return the position in a message.

    Raises:
        WorkerLost: The message is malformed.
    """
    line = message.get("line")
    try:
        if not isinstance(line, str):
            raise ValueError("expected a line")
        position = TrainingPosition.parse("", line)
    except ValueError as error:
        raise WorkerLost(f"the process sent a malformed position: {error}") from None
    name = position_name(family, position.puzzle_text)
    return TrainingPosition(name, position.puzzle_text, position.steps)
