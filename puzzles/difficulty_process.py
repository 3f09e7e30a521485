"""The asyncio client of `puzzles.difficulty_worker`: measure difficulty in a process of its own.

difficulty = await measure_in_worker(puzzle)    # cancelling the task ends the process
"""

import asyncio
from contextlib import aclosing
from math import isfinite
from typing import Any
from weakref import WeakKeyDictionary

from ludoscope.games import FAMILIES
from ludoscope.games.errors import short_repr
from ludoscope.games.plugin_guard import fault_message
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import COLLECTIONS, collection
from ludoscope.search.budget import Limits
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import worker_messages
from ludoscope.search.process.host_limits import cap_limits

WORKER_MODULE = "ludoscope.puzzles.difficulty_worker"
LIMITS = Limits(seconds=120, memory=5 << 28)  # the atlas of a peg problem takes up to 1 GiB

_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def measure_in_worker(puzzle: Puzzle) -> Difficulty | None:
    """Measure the difficulty of a puzzle from its start, in a process of low priority.

    One puzzle is measured at a time; further calls wait.

    Returns:
        The difficulty; None if there is no measure for the puzzle or it has no value within the
        memory limit.

    Raises:
        PluginFault: The measure failed.
        WorkerLost: The process could not be started or was lost.
        TimeoutError: It has found no value in time.
    """
    game = puzzle.game
    measure = collection(game.family).difficulty_measure(game)
    references = FAMILIES.reference(game.family), COLLECTIONS.reference(game.family)
    if measure is None:
        return None
    if not all(references):
        raise WorkerLost("no other process can import the game")
    limits = cap_limits(LIMITS)
    job = {
        "family": references[0],
        "collection": references[1],
        "game": game.spec(),
        "memory": limits.memory,
    }
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with lock, aclosing(worker_messages(WORKER_MODULE, job, limits.seconds)) as messages:
        message = await anext(messages)
    return _parse_message(message, measure, game.family)


def _parse_message(
    message: dict[str, Any], measure: DifficultyMeasure, family: str
) -> Difficulty | None:
    """Return the difficulty in the message of the worker; raise PluginFault if there is none."""
    if message.get("event") == "fault":
        details = short_repr(message.get("message")).strip("'\"")
        raise PluginFault(fault_message(family, details), family, details)
    value = message.get("value")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        description = f"its measure returned {short_repr(value)}, expected a number or None"
        raise PluginFault(fault_message(family, description), family, description)
    return measure.difficulty(value)
