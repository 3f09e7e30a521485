"""Whenever and however one leaves, nothing is written or typed behind what the shell says.

LUDOSCOPE_ROUNDS says how often one leaves at each latency of the terminal.
"""

import os
import random
import re
import signal
import sys
import time
from contextlib import suppress

from many import first_of

BACK = b"\x1b[?1049l"  # the screen from before
SUSPENDED = (
    rb'Ludoscope is suspended; "fg" resumes it\.\s*\[1\]\+ +Stopped [^\n]*play FreeCell.1\r*\n'
)
CLEAN = re.compile(rb"\s*(" + SUSPENDED + rb")?ready> ")
ESCAPES = re.compile(rb"\x1b\[[0-9;?<=>]*[a-zA-Z]")
ROUNDS = int(os.environ.get("LUDOSCOPE_ROUNDS", "1"))
LATENCIES = (0.1, 0.0, 0.05, 0.2, 0.4)  # seconds
SPARE = 0.1  # seconds that a line may be slower than it should
SHELL = "import os; os.execvp('bash', ['bash', '--norc', '--noprofile', '-i'])"
PROMPT = b"ready> "


def by_signal(number):
    def leave(shell, processes):
        for pid in processes():
            with suppress(ProcessLookupError):  # a solver may end meanwhile
                if pid != shell.process.pid:
                    os.kill(pid, number)

    return leave


def by_key(key):
    return lambda shell, _: shell.press(key)


def by_ctrl_c(shell, _):
    """Asked whether to quit the game, once more."""
    shell.press("ctrl+c")
    shell.read_until(lambda output: BACK in output or b"Quit Ludoscope" in output, 20.0)
    if BACK not in shell.output:
        shell.press("ctrl+c")


WAYS = {
    "ctrl+q": by_key("ctrl+q"),
    "ctrl+c": by_ctrl_c,
    "SIGTERM": by_signal(signal.SIGTERM),
    "ctrl+z": by_key("ctrl+z"),
    "SIGHUP": by_signal(signal.SIGHUP),
}


def said_after(shell):
    """Return what follows the end of the app, once all that was sent has arrived."""

    def after():
        return shell.output.rpartition(BACK)[2] if BACK in shell.output else b""

    shell.read_until(lambda _: PROMPT in after(), 20.0)
    until = time.monotonic() + shell.late + 0.1
    while time.monotonic() < until or not shell.delivered():
        shell.read(0.05)
    return ESCAPES.sub(b"", after())


@first_of("latency", LATENCIES)
def test_the_shell_is_clean(start, processes, latency):
    shell = start(program=("-c", SHELL), env={"PS1": PROMPT.decode(), "HISTFILE": ""})
    shell.read_until(lambda output: PROMPT in output)
    shell.late, shell.pointing = latency, True
    dice, found = random.Random(latency), []
    at = 0
    while at < ROUNDS:
        way = list(WAYS)[(at + LATENCIES.index(latency)) % len(WAYS)]
        shell.clear_output()
        shell.overdue = 0.0
        shell.press(f"{sys.executable} -m ludoscope play FreeCell.1", "enter")
        if at % 10:
            shell.read_until(lambda output: b"move" in output, 20.0)
            shell.press("enter", "tab", "enter")
        else:  # as soon as there is a screen
            shell.read_until(lambda output: b"\x1b[?2004h" in output, 20.0)
        until = time.monotonic() + dice.uniform(0.0, 0.6)
        while (left := until - time.monotonic()) > 0:
            shell.read(left)
        WAYS[way](shell, processes)
        said = [said_after(shell)]
        if way == "ctrl+z":
            shell.clear_output()
            shell.press("fg", "enter")
            shell.read_until(lambda output: b"\x1b[?2004h" in output and b"move" in output, 20.0)
            shell.press("ctrl+q")
            said.append(said_after(shell))
        if shell.overdue > SPARE and not all(map(CLEAN.fullmatch, said)):
            shell.press("ctrl+c")  # the line was slower than it should be: once more
            shell.read_until(lambda output: PROMPT in output)
            continue
        found += [(at, way, one) for one in said if not CLEAN.fullmatch(one)]
        at += 1
    assert not found, f"{len(found)} of {ROUNDS}: {found[:3]}"
    assert processes() == [shell.process.pid]
