"""The worker: a process that runs one solver on one position and reports its progress.

One job comes in as a line of JSON, events go out as lines of JSON, the verdict last; see
`search.process.wire`. More lines may come while it works: to pause, to go on, to go a few steps on.
It ends when its work is done, when nobody reads any more, or as soon as its standard input is
closed, which is how it learns that its parent is gone; see also `search.process.child`.
"""

import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from ludoscope.games import FAMILIES, from_spec
from ludoscope.games.errors import shown
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress
from ludoscope.search.process.pause import Pause
from ludoscope.search.process.wire import encode
from ludoscope.search.registry import find_solver

HEADROOM = 256 * 2**20  # bytes for the interpreter, over the budget of the solver
ADDRESSES = 80 * 2**20  # bytes that a thread reserves for its stack and allocations
INPUT = 0  # the descriptor of standard input


def serve(
    work: Callable[[dict[str, Any]], None],
    hear: Callable[[bytes], object] = bool,
    begin: Callable[[dict[str, Any]], object] = bool,
) -> None:
    """Do the job that comes in, for as long as somebody wants it done.

    `hear` has further lines, all of them after `begin` has had the job.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    heard = _lines()
    line = next(heard, None)
    if line is None:
        sys.exit("found no job, expected one line of JSON")
    job = json.loads(line)
    begin(job)
    threading.Thread(target=_live, args=(heard, hear), daemon=True).start()
    try:
        work(job)
    except BrokenPipeError:
        os._exit(1)


def work(pause: Pause, job: dict[str, Any]) -> None:
    """Run the job and write its events to standard output."""
    try:
        if place := job.get("family"):
            FAMILIES.only(job["game"]["family"], place)
        game = from_spec(job["game"])
        solver = find_solver(game, job["solver"])
        game = solver.view(game)
        start = game.parse(job["position"])
        limits = Limits(job["seconds"], job["explored"], job["memory"], job["jobs"], pause)
    except (ValueError, LookupError) as error:
        say({"event": "fault", "message": str(error)})
        return
    keep_to(limits.memory, limits.jobs or 1)
    try:
        for event in solver.run(game, start, limits):
            if isinstance(event, Progress) and pause.paused:
                say(encode(game, start, replace(event, held=True)))
                pause.wait()
            else:
                say(encode(game, start, event))
    except MemoryError:
        say(encode(game, start, GaveUp(reason="no memory left")))
    except BrokenPipeError:
        raise
    except Exception as error:
        say({"event": "fault", "message": f"{type(error).__name__}: {shown(error)}"})


def hold(pause: Pause, job: dict[str, Any]) -> None:
    """Begin with the pause shut where the job wants that: an order may open it at once."""
    if job["held"]:
        pause.pause()


def keep_to(budget: int | None, threads: int = 1) -> None:
    """A hard bound in case a solver misjudges: beyond it allocations fail with MemoryError."""
    if budget is None:
        return
    with suppress(ValueError, OSError):  # not every system has it, a lower one may be in force
        bound = budget + HEADROOM + threads * ADDRESSES
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))


def say(message: dict[str, Any]) -> None:
    """Write a line for the parent."""
    sys.stdout.buffer.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
    sys.stdout.buffer.flush()


def obey(pause: Pause, line: bytes) -> None:
    """Pause, go on or step; ValueError for anything else."""
    order, *count = line.split()
    match order:
        case b"pause":
            pause.pause()
        case b"resume":
            pause.resume()
        case b"step":
            pause.step(int(count[0]))
        case _:
            raise ValueError(f"expected pause, resume or step, found {line!r}")


def _lines() -> Iterator[bytes]:
    """The lines of standard input until its end, without an incomplete last line.

    Not by `sys.stdin`: Python aborts if a thread still waits in it at exit.
    """
    begun = b""
    while data := os.read(INPUT, 1 << 16):
        *whole, begun = (begun + data).split(b"\n")
        yield from whole


def _live(heard: Iterator[bytes], hear: Callable[[bytes], object]) -> None:
    """End with the parent, or when it makes no sense."""
    try:
        for line in heard:
            hear(line)
    finally:
        os._exit(1)


if __name__ == "__main__":
    pause = Pause()
    serve(partial(work, pause), partial(obey, pause), partial(hold, pause))
