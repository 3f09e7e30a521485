"""Checks of a game in a process of its own, which it may block, end or crash."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Timer
from typing import Any

from ludoscope.games.entry_points import GROUPS
from ludoscope.games.json_objects import parse_object
from ludoscope.games.registry import installed_declarations
from ludoscope.search.process.spawn import worker_command
from ludoscope.tui.game_check.checks import CheckResult
from ludoscope.tui.game_check.faults import CALL_LIMIT_SECONDS, Fault
from ludoscope.tui.game_check.worker import LOADING

WORKER_MODULE = "ludoscope.tui.game_check.worker"
GRACE_SECONDS = 2 * CALL_LIMIT_SECONDS  # after the time limit, for a call that began before it


def installed_names() -> list[str]:
    """Return the names of the installed games, without loading one."""
    return list(dict.fromkeys(entry.name for entry in installed_declarations(GROUPS[0])))


def check_in_process(
    name: str, checks: Sequence[str], seed: int, seconds: float
) -> Iterator[CheckResult]:
    """Run checks of an installed game, and yield the result of each.

    The first result is that of loading its declarations.

    Args:
        name: The name of the game.
        checks: The names of the checks.
        seed: The seed of all random choices.
        seconds: The time limit of all checks.
    """
    references = {}
    for group in GROUPS:
        entries = [entry for entry in installed_declarations(group) if entry.name == name]
        if entries:
            references[group] = entries[0].value
        if len(entries) > 1:
            found = " and ".join(entry.distribution or entry.value for entry in entries)
            fault = Fault(LOADING, group, name, found, "a declaration by one distribution")
            yield CheckResult(LOADING, (fault,), 0.0)
    job = {
        "family": name,
        "references": references,
        "checks": list(checks),
        "seed": seed,
        "seconds": seconds,
    }
    process = subprocess.Popen(
        worker_command(WORKER_MODULE),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )
    timer = Timer(seconds + GRACE_SECONDS, _kill, [process])
    timer.daemon = True
    timer.start()
    started, pending = time.monotonic(), [LOADING, *checks]
    try:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            result = _read_result(parse_object(line))
            pending.remove(result.check)
            yield result
            if result.check == LOADING and result.faults:
                return
        exit_code = process.wait()
        if pending:
            took = time.monotonic() - started
            timed_out = took >= seconds + GRACE_SECONDS
            found = f"no end after {took:.0f} s" if timed_out else _describe_exit(exit_code)
            fault = Fault(pending[0], name, "the whole check", found, "an end")
            yield CheckResult(pending[0], (fault,), took)
    finally:
        timer.cancel()
        _kill(process)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream:
                stream.close()


def _kill(process: "subprocess.Popen[str]") -> None:
    """Kill a process of a session of its own, and where the system can those that it has forked."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):  # macOS raises the latter of a zombie
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _read_result(message: dict[str, Any]) -> CheckResult:
    faults = tuple(Fault(*fields) for fields in message["faults"])
    return CheckResult(
        message["check"],
        faults,
        message["seconds"],
        message["out_of_time"],
        message["left_out"],
    )


def _describe_exit(exit_code: int) -> str:
    if exit_code < 0:
        return f"a process ended by signal {-exit_code}"
    return f"a process that the game has ended with exit code {exit_code}"
