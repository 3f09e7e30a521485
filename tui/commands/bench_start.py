"""The start of the app, until its first frame, beside that of a minimal Textual app.

They are started in turn, each in a terminal of its own, so that the ratio of their times depends
little on what else the machine does.
"""

import re
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END, PseudoTerminal
from ludoscope.tui.commands.bench_traffic import FIRST_FRAME

MINIMAL_TEXT = "minimal"
MINIMAL_APP = f"""
from textual.app import App
from textual.widgets import Static
class MinimalApp(App):
    def compose(self):
        yield Static("{MINIMAL_TEXT}")
MinimalApp().run()
"""
MINIMAL_NAME = "minimal Textual app"


class Program(NamedTuple):
    """A program: its arguments after those of Python, and what its first frame matches."""

    arguments: tuple[str, ...]
    first_frame: re.Pattern[bytes]


PUZZLE = "english-central"
PROGRAMS: Mapping[str, Program] = {
    # Textual marks the ends of frames only for a terminal that has already answered
    MINIMAL_NAME: Program(("-c", MINIMAL_APP), re.compile(MINIMAL_TEXT.encode())),
    "home screen": Program(
        ("-m", "ludoscope"), re.compile(b"help.*" + re.escape(FRAME_END), re.DOTALL)
    ),
    PUZZLE: Program(("-m", "ludoscope", "play", PUZZLE), FIRST_FRAME),
}


class StartMeasurement(NamedTuple):
    """The time and memory that a program takes until its first frame.

    Attributes:
        seconds: Time on the clock.
        cpu_seconds: CPU time of all its threads.
        megabytes: Resident memory, in units of 2**20 bytes.
    """

    seconds: float
    cpu_seconds: float
    megabytes: float


def measure_start(program: Program) -> StartMeasurement:
    """Start a program, with an empty folder of saves, and measure it at its first frame."""
    with tempfile.TemporaryDirectory() as home:
        started = time.perf_counter()
        command = [sys.executable, *program.arguments]
        with PseudoTerminal(command, env={"LUDOSCOPE_HOME": home}) as terminal:
            terminal.read_until(lambda output: program.first_frame.search(output) is not None)
            seconds = time.perf_counter() - started
            process = Path(f"/proc/{terminal.process.pid}")
            cpu_seconds = _read_cpu_seconds(process)
            resident_kilobytes = int((process / "status").read_text().split("VmRSS:")[1].split()[0])
            return StartMeasurement(seconds, cpu_seconds, resident_kilobytes / 1024)


def _read_cpu_seconds(process: Path) -> float:
    """Return the CPU time of all threads of a process, 0 if the system does not tell it.

    Args:
        process: Its folder in /proc, which only Linux has.
    """
    threads = (path.read_text() for path in process.glob("task/*/schedstat"))
    return sum(int(text.split()[0]) for text in threads) / 1e9


def measure_starts(rounds: int) -> list[dict[str, Any]]:
    """Return a row for each program, with the medians of several rounds.

    `ratio` is the CPU time divided by that of the minimal app. There are no rows if the system does
    not tell the CPU time of a process.
    """
    if not _read_cpu_seconds(Path("/proc/self")):
        return []
    measurements: dict[str, list[StartMeasurement]] = {name: [] for name in PROGRAMS}
    for _ in range(rounds):
        for name, program in PROGRAMS.items():
            measurements[name].append(measure_start(program))
    minimal = median(start.cpu_seconds for start in measurements[MINIMAL_NAME])
    rows = []
    for name, starts in measurements.items():
        cpu_seconds = median(start.cpu_seconds for start in starts)
        rows.append(
            {
                "program": name,
                "first_frame_ms": round(1000 * median(start.seconds for start in starts)),
                "cpu_ms": round(1000 * cpu_seconds),
                "ratio": round(cpu_seconds / minimal, 2),
                "memory_mb": round(max(start.megabytes for start in starts), 1),
            }
        )
    return rows


def format_starts(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the rows of `measure_starts` as a table."""
    lines = [f"{'first frame':<28} {'ms':>7} {'CPU ms':>10} {'ratio':>10} {'MB':>6}"]
    for row in rows:
        lines.append(
            f"{row['program']:<28} {row['first_frame_ms']:>7} {row['cpu_ms']:>10}"
            f" {row['ratio']:>10.2f} {row['memory_mb']:>6.1f}"
        )
    return "\n".join(lines)
