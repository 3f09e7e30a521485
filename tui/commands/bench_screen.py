"""The rows of the command `bench` that are about the screen: keys, bytes, the start.

Each is measured from outside, with the app in a terminal of its own at 80×24.
"""

from dataclasses import asdict
from statistics import median
from typing import Any

from ludoscope.tui.boards.themes import OWN
from ludoscope.tui.commands.bench_latency import key_to_frame
from ludoscope.tui.commands.bench_traffic import SCENES, dearest, start, traffic

KEYS = 200
STARTS = 10
RATES = {"": None, " at 25 KiB/s": 25 * 1024, " at 5 KiB/s": 5 * 1024}  # of the line
TRAFFIC = "{board:<16} {theme:<16} {cursor:>7} {move:>7} {clock:>9.0f} {solver:>9.0f}"


def measure_screen() -> dict[str, Any]:
    """Milliseconds from key to frame while a solver works, bytes per board, the start.

    Bytes are those of the usual theme and of the one that takes the most.
    """
    starts = [start() for _ in range(STARTS)]
    return {
        "key_to_frame": {f"solver working{line}": _keys(rate) for line, rate in RATES.items()},
        "traffic": [
            asdict(traffic(scene, theme=theme)) for theme in (OWN[0], dearest()) for scene in SCENES
        ],
        "start": {
            "first_frame_ms": round(1000 * median(seconds for seconds, _ in starts)),
            "memory_mb": round(max(megabytes for _, megabytes in starts), 1),
        },
    }


def _keys(rate: float | None) -> dict[str, float]:
    times = sorted(1000 * second for second in key_to_frame(KEYS, rate))
    return {
        "keys": KEYS,
        "median_ms": round(median(times), 2),
        "p95_ms": round(times[KEYS * 95 // 100], 2),
    }


def print_screen(measured: dict[str, Any]) -> None:
    """As tables."""
    print("\nkey to frame                    keys  median ms     p95 ms")
    for name, row in measured["key_to_frame"].items():
        print(f"{name:<28} {row['keys']:>7} {row['median_ms']:>10.1f} {row['p95_ms']:>10.1f}")
    print(f"\n{'bytes sent':<16} {'theme':<16}  cursor    move   clock/s  solver/s")
    for row in measured["traffic"]:
        print(TRAFFIC.format(**row))
    print("\nfirst frame {first_frame_ms} ms, {memory_mb} MB".format(**measured["start"]))
