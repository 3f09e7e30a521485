"""The worker of `MoveValuer`: a process that values the moves of one position after another.

The messages are lines of JSON. In: for each position a job {"number", "family", "solvers", "game",
"position", "seconds", "memory"}; a new job ends the one before, and so does the line "stop". Out:
{"number", "values": [[texts of the moves, outcome, moves left or null], …], "is_last"}, or
{"number", "fault": text} if the rules or the search failed.
"""

import time
from queue import SimpleQueue
from typing import Any

from ludoscope.games import FAMILIES, from_spec
from ludoscope.games.json_objects import parse_object
from ludoscope.games.tracebacks import describe_exception
from ludoscope.search.budget import Limits
from ludoscope.search.pause import Pause
from ludoscope.search.process.loading_limit import limit_loading_time
from ludoscope.search.process.wire import move_texts
from ludoscope.search.process.worker import limit_memory, send_message, serve
from ludoscope.search.registry import SOLVER_SETS, solver_set
from ludoscope.search.solver import resolve

SEND_INTERVAL_SECONDS = 0.03  # between messages, so that a frame shows several values
STOP_COMMAND = b"stop"


class ValueJobs:
    """The jobs that have been received, of which only the last one counts."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[tuple[dict[str, Any], Pause]] = SimpleQueue()
        self._pause = Pause()

    def add(self, job: dict[str, Any]) -> None:
        """Add a job and end the one before."""
        self._pause.pause()
        self._pause = Pause()
        self._jobs.put((job, self._pause))

    def handle_line(self, line: bytes) -> None:
        """Add the job in a line, or end the last one."""
        if line == STOP_COMMAND:
            self._pause.pause()
        else:
            self.add(parse_object(line))

    def run(self, first_job: dict[str, Any]) -> None:
        """Run jobs until the process ends."""
        limit_memory(first_job["memory"])
        while True:
            job, pause = self._jobs.get()
            if pause.paused:
                continue
            try:
                _run_job(job, pause)
            except BrokenPipeError:
                raise
            except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
                send_message({"number": job["number"], "fault": describe_exception(error)})


def _run_job(job: dict[str, Any], pause: Pause) -> None:
    """Value the moves of a position and send the values as they are found."""
    number, name = job["number"], job["game"]["family"]
    limit_loading_time(lambda message: send_message({"number": number, "fault": message}))
    FAMILIES.restrict_to(name, job["family"])
    SOLVER_SETS.restrict_to(name, job["solvers"])
    game = from_spec(job["game"])
    position = game.parse(job["position"])
    reference = solver_set(name).value_moves
    assert reference
    value_moves = resolve(reference)
    values: list[Any] = []
    last_sent = time.monotonic()
    for step, value in value_moves(
        game, position, Limits(job["seconds"], memory=job["memory"], pause=pause)
    ):
        if pause.paused:
            return
        values.append([move_texts(game, position, step), *value])
        if time.monotonic() - last_sent >= SEND_INTERVAL_SECONDS:
            send_message({"number": number, "values": values, "is_last": False})
            values, last_sent = [], time.monotonic()
    if not pause.paused:
        send_message({"number": number, "values": values, "is_last": True})


if __name__ == "__main__":
    jobs = ValueJobs()
    serve(jobs.run, jobs.handle_line, jobs.add)
