"""The page `docs/benchmarks.md`, made of the results of the command `bench`."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.puzzles.bench.machine import busy_warning

INTRODUCTION = """\
# Benchmarks

`ludoscope bench --markdown >docs/benchmarks.md` has made this page: it measures everything below,
a row each, and replays every solution outside the time taken. Without the option it prints a
table, with `--json` an object for scripts; `--compare FILE` reads such an object of an earlier
run and says of each row whether it is faster, slower or the same within the spread of its rounds,
and which counts differ. Of several rounds a row gives the one with the least CPU time.
"""
LIBRARY = """\
## The library

`solve_many` solves many puzzles, its processes started and the solutions verified; a further
`solve` of an easy puzzle finds the process there already. A batch takes its time for each deal,
with the search and without.
"""
VALUES = """\
## Values of moves

How long the values of all moves of a position take (`v` in the app): the first and the last of
them, medians of positions from random games. The app adds 30 ms, so that of several quick moves
only the last is valued.
"""
SCREEN = """\
## The screen

The app at 80×24 in a terminal, measured from outside: the time from a key to its frame while a
solver works, on fast and slow lines; the bytes that it sends for a cursor key, a move, and in a
second without a key; and its start, in turn with that of a minimal Textual app, with the ratio of
the CPU times.
"""


def format_page(results: Mapping[str, Any]) -> str:
    """Return the page of a run of all games."""
    sections = [f"{INTRODUCTION}\n{_describe_machine(results['machine'])}"]
    is_busy = bool(busy_warning(results["machine"]))
    sections.append(_format_rows(results["rows"], is_busy))
    sections.append(f"{LIBRARY}\n{_format_library(results)}")
    sections.append(f"{VALUES}\n{_format_values(results['values'])}")
    if "traffic" in results:
        sections.append(f"{SCREEN}\n{_format_screen(results)}")
    return "\n".join(sections)


def _describe_machine(machine: Mapping[str, Any]) -> str:
    warning = busy_warning(machine)
    busy = f"\n`bench` warned: {warning}. CPU times suffer less.\n" if warning else ""
    return (
        f"Measured with Ludoscope {machine['version']} and Python {machine['python']} on"
        f" {machine['system']}, {machine['processor']}, {machine['cores']} cores.\n{busy}"
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def _format_rows(rows: Sequence[Mapping[str, Any]], is_busy: bool) -> str:
    """Return the table of the solvers, and that of other programs if any was measured."""
    header = ["puzzles", "solver", "decided", "CPU, s", "slowest, s", "positions", "MB", "moves"]
    text = _table(header, [_format_row(row, is_busy) for row in rows])
    compared = [row for row in rows if row["peer_ratio"]]
    if compared:
        text += (
            "\n## Beside others\n\nCPU time of the whole program, run in turn with the solver, the"
            " least of several runs.\n\n"
        )
        text += _table(
            ["puzzles", "solver", "CPU, s", "positions", "program", "CPU, s", "positions", "ratio"],
            [
                [
                    row["work"],
                    f"`{row['solver']}`",
                    f"{row['cpu_seconds']:.3f}",
                    f"{row['explored']:,}",
                    row["peer"],
                    f"{row['peer_cpu_seconds']:.3f}",
                    f"{row['peer_explored']:,}",
                    f"{row['peer_ratio']:.2f}",
                ]
                for row in compared
            ],
        )
    return (
        f"{text}\nPublished figures, by other people on other machines, stand beside ours in the"
        " presets of the lab:\n`ludoscope race --preset lucas`, `--preset english` and"
        " `--preset hexapawn`.\n"
    )


def _format_row(row: Mapping[str, Any], is_busy: bool) -> list[str]:
    solver = f"`{row['solver']}`"
    if row["cores"] > 1:
        solver += f", {row['cores']} cores"
    if row["speedup"] and not is_busy:  # others have taken cores from it
        solver += f", {row['speedup']:.2f} × one core"
    return [
        f"{FAMILIES[row['family']].title}: {row['work']}",
        solver,
        f"{row['decided']} of {row['puzzles']}",
        f"{row['cpu_seconds']:.4f}",
        f"{row['slowest']:.4f}",
        f"{row['explored']:,}",
        f"{row['megabytes']:.1f}",
        "" if row["length"] is None else f"{row['length']:.2f}",
    ]


def _format_library(results: Mapping[str, Any]) -> str:
    library = results["library"]
    rows = [[f"`solve_many`, {library['work']}", f"{1000 * library['seconds']:,.0f}"]]
    rows += [
        [f"a further `solve` of {name}", f"{milliseconds:.1f}"]
        for name, milliseconds in library["easy_ms"].items()
    ]
    if batch := results.get("batch"):
        rows.append([f"a deal of a batch, {batch['work']}", f"{batch['ms_per_deal']:.2f}"])
        rows.append(["the same without the search", f"{batch['ms_beside_search']:.2f}"])
    return _table(["", "ms"], rows)


def _format_values(rows: Sequence[Mapping[str, Any]]) -> str:
    return _table(
        ["", "positions", "first, ms", "all, ms", "slowest, ms"],
        [
            [row["game"], row["positions"], row["first_ms"], row["all_ms"], row["slowest_ms"]]
            for row in rows
        ],
    )


def _format_screen(results: Mapping[str, Any]) -> str:
    keys = _table(
        ["key to frame", "keys", "median, ms", "95 %, ms"],
        [
            [link, row["keys"], row["median_ms"], row["p95_ms"]]
            for link, row in results["key_to_frame"].items()
        ],
    )
    traffic = _table(
        ["bytes", "theme", "cursor", "move", "clock, 1/s", "solver, 1/s"],
        [
            [
                row["board"],
                row["theme"],
                row["cursor"],
                row["move"],
                f"{row['clock']:.0f}",
                f"{row['solver']:.0f}",
            ]
            for row in results["traffic"]
        ],
    )
    if "starts" not in results:  # the system does not tell what a program takes
        return f"{keys}\n{traffic}"
    starts = _table(
        ["first frame", "ms", "CPU, ms", "ratio", "MB"],
        [
            [
                row["program"],
                row["first_frame_ms"],
                row["cpu_ms"],
                f"{row['ratio']:.2f}",
                row["memory_mb"],
            ]
            for row in results["starts"]
        ],
    )
    return f"{keys}\n{traffic}\n{starts}"
