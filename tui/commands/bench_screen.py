"""The rows of the command `bench` that measure the screen: keys, bytes, the start.

Each is measured from outside, with the app in a terminal of its own at 80×24.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from statistics import median
from typing import Any

from ludoscope.games.errors import short_line
from ludoscope.puzzles.bench.pseudo_terminal import PseudoTerminal
from ludoscope.tui.boards.themes import OWN_THEMES
from ludoscope.tui.commands.bench_latency import measure_key_latencies
from ludoscope.tui.commands.bench_start import format_starts, measure_starts
from ludoscope.tui.commands.bench_traffic import (
    SCENES,
    find_costliest_theme,
    measure_traffic,
)
from ludoscope.tui.commands.errors import describe_os_error, warn
from ludoscope.tui.commands.progress import StepProgress

KEY_COUNT = 100
START_ROUNDS = 5
LINK_RATES = {"": None, " at 25 KiB/s": 25 * 1024, " at 5 KiB/s": 5 * 1024}  # bytes a second
TRAFFIC_ROW = "{board:<16} {theme:<16} {cursor:>7} {move:>7} {clock:>9.0f} {solver:>9.0f}"
COSTLIEST_THEME_BOARDS = ("peg", "hexapawn 5×5", "rush", "FreeCell")  # one of each family
APPS_AT_ONCE = 7  # whose bytes are counted; they wait most of the time
MAX_ERROR_CHARACTERS = 200  # of a warning, which may quote the output of the app

STEP_COUNT = 2 + len(LINK_RATES)  # of `measure_screen`


def measure_screen(progress: StepProgress) -> dict[str, Any]:
    """Measure the start, milliseconds from key to frame while a solver runs, and bytes per board.

    Bytes are those of the default theme, for one board of each family also of the theme that takes
    the most. They do not depend on time, so several apps are measured at once. The start is left
    out where it cannot be measured. A measurement that fails, for instance because the app does not
    answer in time, is left out with a warning, and "left_out" names it.

    Args:
        progress: Shows which of `STEP_COUNT` measurements is being made.
    """
    failures: dict[str, OSError] = {}
    starts: list[dict[str, Any]] = []
    title = "start of the app"
    with progress.step(title), _noted_failure(title, failures):
        starts = measure_starts(START_ROUNDS)
    key_to_frame = {}
    for link, rate in LINK_RATES.items():
        title = f"key to frame, solver working{link}"
        with progress.step(title), _noted_failure(title, failures):
            key_to_frame[f"solver working{link}"] = _measure_keys(rate)
    with progress.step("bytes sent"):
        traffic = _measure_all_traffic(failures)
    measurements: dict[str, Any] = {"key_to_frame": key_to_frame, "traffic": traffic}
    if starts:
        measurements["starts"] = starts
    for title, error in failures.items():
        warn(f"{title}: left out: {short_line(describe_os_error(error), MAX_ERROR_CHARACTERS)}")
    if failures:
        measurements["left_out"] = [*failures]
    return measurements


@contextmanager
def _noted_failure(title: str, failures: dict[str, OSError]) -> Iterator[None]:
    """End the block at an OSError, such as a TimeoutError, and note it."""
    try:
        yield
    except OSError as error:
        failures[title] = error


def _measure_all_traffic(failures: dict[str, OSError]) -> list[dict[str, Any]]:
    """Return the traffic of all scenes, those of the default theme first.

    An interrupt ends the apps at once.

    Args:
        failures: The failures of scenes are added to it.
    """
    costliest = find_costliest_theme()
    tasks = [(scene, OWN_THEMES[0]) for scene in SCENES]
    tasks += [(scene, costliest) for scene in SCENES if scene.board in COSTLIEST_THEME_BOARDS]
    terminals = _OpenTerminals()
    executor = ThreadPoolExecutor(APPS_AT_ONCE)
    try:
        futures = [
            executor.submit(measure_traffic, scene, theme=theme, on_open=terminals.add)
            for scene, theme in tasks
        ]
        rows = []
        for (scene, theme), future in zip(tasks, futures, strict=True):
            with _noted_failure(f"bytes sent, {scene.board}, {theme}", failures):
                rows.append(asdict(future.result()))
        return rows
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        terminals.abort()
        executor.shutdown()


class _OpenTerminals:
    """The terminals that several threads have opened, so that all can be aborted."""

    def __init__(self) -> None:
        self._terminals: list[PseudoTerminal] = []
        self._is_aborted = False

    def add(self, terminal: PseudoTerminal) -> None:
        self._terminals.append(terminal)
        if self._is_aborted:  # while its thread was opening it
            terminal.abort()

    def abort(self) -> None:
        self._is_aborted = True
        for terminal in list(self._terminals):
            terminal.abort()


def _measure_keys(bytes_per_second: float | None) -> dict[str, float]:
    latencies = sorted(
        1000 * seconds for seconds in measure_key_latencies(KEY_COUNT, bytes_per_second)
    )
    return {
        "keys": KEY_COUNT,
        "median_ms": round(median(latencies), 2),
        "p95_ms": round(latencies[KEY_COUNT * 95 // 100], 2),
    }


def format_screen(measurements: dict[str, Any]) -> str:
    """Return what `measure_screen` measured as tables."""
    lines = ["", "key to frame                    keys  median ms     p95 ms"]
    for name, row in measurements["key_to_frame"].items():
        lines.append(
            f"{name:<28} {row['keys']:>7} {row['median_ms']:>10.1f} {row['p95_ms']:>10.1f}"
        )
    lines += ["", f"{'bytes sent':<16} {'theme':<16}  cursor    move   clock/s  solver/s"]
    lines += [TRAFFIC_ROW.format(**row) for row in measurements["traffic"]]
    if "starts" in measurements:
        lines += ["", format_starts(measurements["starts"])]
    return "\n".join(lines)
