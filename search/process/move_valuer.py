"""The asyncio client of `search.process.values_worker`: the values of all moves of a position.

valuer = MoveValuer()
async for report in valuer.value_moves(game, position, limits):
report.values           # all that is known so far
valuer.close()              # kills the process
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any, NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.move_values import LOSS, UNDECIDED, WIN, MoveValue, Step
from ludoscope.search.process.child_process import ChildProcess, Job, WorkerLost
from ludoscope.search.process.client import parse_worker_message
from ludoscope.search.process.wire import is_text_line, parse_move_texts
from ludoscope.search.registry import SOLVER_SETS, is_importable, solver_set

WORKER_MODULE = "ludoscope.search.process.values_worker"


class ValuesReport(NamedTuple):
    """Values of the moves of a position.

    Attributes:
        values: The values found so far, by step.
        is_last: True if there are no more.
    """

    values: Mapping[Step, MoveValue]
    is_last: bool


def can_value_moves(game: AnyGame) -> bool:
    """Return True if the values of the moves of a game can be found in another process."""
    return bool(solver_set(game.family).value_moves) and is_importable(game.family)


class MoveValuer:
    """A process that values the moves of one position at a time; it is kept between positions."""

    def __init__(self) -> None:
        self._child: ChildProcess | None = None
        self._number = 0
        self._lock = asyncio.Lock()  # for one reader at a time

    async def value_moves(
        self, game: AnyGame, position: Any, limits: Limits
    ) -> AsyncGenerator[ValuesReport, None]:
        """Yield reports with more and more values; the position before is given up.

        Args:
            game: The game.
            position: The position.
            limits: The limits of time for each search, and of memory.

        Raises:
            WorkerLost: The process has failed; the message says why.
        """
        self._number += 1
        number = self._number
        job: Job = {
            "number": number,
            "family": FAMILIES.reference(game.family),
            "solvers": SOLVER_SETS.reference(game.family),
            "game": game.spec(),
            "position": game.text(position),
            "seconds": limits.seconds,
            "memory": limits.memory,
        }
        if self._child:
            self._child.send(json.dumps(job))
        values: dict[Step, MoveValue] = {}
        is_last = False
        try:
            async with self._lock:
                if not self._child:
                    self._child = await ChildProcess.start(WORKER_MODULE, job)
                while not is_last:
                    message = parse_worker_message(await self._child.read_line())
                    if message.get("number") != number:
                        continue  # of a position that was given up
                    new_values, is_last = _parse_message(game, position, message)
                    values |= new_values
                    yield ValuesReport(dict(values), is_last)
        except WorkerLost:
            self.close()
            raise
        finally:
            if self._child and self._child.takes_slot:
                self.close()  # another worker may wait for it
            elif self._child and not is_last and number == self._number:
                self._child.send("stop")

    def close(self) -> None:
        """Kill the process; another one is started when it is needed again."""
        if self._child:
            self._child.kill()
        self._child = None


def _parse_message(
    game: AnyGame, position: Any, message: Job
) -> tuple[dict[Step, MoveValue], bool]:
    """Return the values in a message of the worker, and whether it is the last one.

    Raises:
        WorkerLost: The worker has failed, or its message is malformed.
    """
    if "fault" in message:
        fault = message["fault"]
        raise WorkerLost(fault if is_text_line(fault) else "the process failed")
    try:
        values: dict[Step, MoveValue] = {}
        for texts, outcome, moves_left in message["values"]:
            if outcome not in (WIN, LOSS, UNDECIDED):
                raise ValueError("found another outcome")
            if moves_left is not None and not isinstance(moves_left, int):
                raise ValueError("found another length")
            moves = tuple(parse_move_texts(game, position, texts))
            values[moves] = MoveValue(outcome, moves_left)
        return values, bool(message["is_last"])
    except (ValueError, LookupError, TypeError) as error:
        raise WorkerLost(f"the process sent malformed values: {error}") from None
