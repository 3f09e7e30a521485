"""The comparison of two runs of the command `bench`; start with `compare`.

Each figure of a run has a name, such as "peg: Lucas 1-30, swift", a value of which less is better,
and a spread: by how much its rounds differed, as a fraction, and more if the machine was busy. Two
values that differ by less than either spread are the same.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ludoscope.games import NotationError
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.bench.machine import MIN_CORE_SHARE

MIN_MARGIN = 0.05  # a smaller difference is none, whatever the spread
SINGLE_RUN_SPREAD = 0.1  # assumed of a figure that was measured once
BUSY_SPREAD = 0.3  # of CPU time where others take the cores, and with them the caches
COUNTS = ("decided", "solved", "wrong", "explored", "length")  # those of a row that should agree
MALFORMED = "expected the output of ludoscope bench --json"


class Figure(NamedTuple):
    """A figure of a run.

    Attributes:
        value: The value, of which less is better.
        unit: Its unit.
        spread: By how much its rounds differed, as a fraction.
        counts: What was counted, such as the positions explored, by name.
    """

    value: float
    unit: str
    spread: float = SINGLE_RUN_SPREAD
    counts: Mapping[str, float | None] = MappingProxyType({})


class Comparison(NamedTuple):
    """A figure of two runs.

    Attributes:
        name: The name of the figure.
        old: Its value in the old run, None if it has none.
        new: Its value in the new run, None if it has none.
        unit: The unit of both.
        verdict: "faster", "slower", "same", "less", "more", "new" or "gone".
        differences: The counts that differ: "explored 417 → 420".
    """

    name: str
    old: float | None
    new: float | None
    unit: str
    verdict: str
    differences: tuple[str, ...] = ()

    @property
    def ratio(self) -> float | None:
        """The new value divided by the old one, None unless there are both."""
        return self.new / self.old if self.old and self.new is not None else None


def read_figures(text: str) -> dict[str, Figure]:
    """Return the figures in the output of `bench --json`, by name.

    Raises:
        NotationError: The text is not such an output.
    """
    results = parse_object(text)
    if not isinstance(results.get("rows"), list):
        raise NotationError(MALFORMED)
    try:
        return figures(results)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise NotationError(MALFORMED) from None


def figures(results: Mapping[str, Any]) -> dict[str, Figure]:
    """Return the figures of the results of a run, by name."""
    return dict(_name_figures(results))


def _name_figures(results: Mapping[str, Any]) -> Iterator[tuple[str, Figure]]:
    for row in results["rows"]:
        cores = row.get("cores", 1)
        name = f"{row['family']}: {row['work']}, {row['solver']}"
        counts = {key: _number_or_none(row.get(key)) for key in COUNTS}
        if cores > 1 or counts["length"] is not None:  # the time decides what is explored
            del counts["explored"]
        if cores > 1:  # each core takes its share, so the time on the clock counts
            figure = Figure(float(row["seconds"]), "s", _spread(row), counts)
            yield f"{name}, {cores} cores", figure
        else:
            seconds = float(row.get("cpu_seconds", row["seconds"]))
            yield name, Figure(seconds, "s", _spread(row), counts)
    if library := results.get("library"):
        yield f"library: {library['work']}", Figure(float(library["seconds"]), "s")
        for puzzle, milliseconds in library["easy_ms"].items():
            yield f"library: {puzzle} again", Figure(float(milliseconds), "ms")
    for row in results.get("values", ()):
        yield f"values of moves: {row['game']}", Figure(float(row["all_ms"]), "ms")
    if batch := results.get("batch"):
        yield f"batch: {batch['work']}", Figure(float(batch["ms_per_deal"]), "ms")
    for link, row in results.get("key_to_frame", {}).items():
        yield f"key to frame: {link}", Figure(float(row["median_ms"]), "ms")
    for row in results.get("traffic", ()):
        for key in ("cursor", "move"):
            yield f"bytes of a {key}: {row['board']}, {row['theme']}", Figure(float(row[key]), "B")
    for row in results.get("starts", ()):
        name = f"first frame: {row['program']}"
        yield name, Figure(float(row["cpu_ms"]), "ms")
        yield f"{name}, memory", Figure(float(row["memory_mb"]), "MB")


def _spread(row: Mapping[str, Any]) -> float:
    spread = row.get("spread")
    seconds = float(row["seconds"]) * row.get("cores", 1)
    is_slowed = float(row.get("cpu_seconds", seconds)) < MIN_CORE_SHARE * seconds
    return max(
        SINGLE_RUN_SPREAD if spread is None else float(spread), BUSY_SPREAD if is_slowed else 0
    )


def _number_or_none(value: object) -> float | None:
    if value is None or isinstance(value, int | float):
        return value
    raise TypeError(value)


def compare(old: Mapping[str, Figure], new: Mapping[str, Figure]) -> list[Comparison]:
    """Return the comparison of each figure that either run has, in the order of the new one."""
    comparisons = [_compare_figures(name, old.get(name), figure) for name, figure in new.items()]
    gone = (name for name in old if name not in new)
    return comparisons + [
        Comparison(name, old[name].value, None, old[name].unit, "gone") for name in gone
    ]


def _compare_figures(name: str, old: Figure | None, new: Figure) -> Comparison:
    if old is None:
        return Comparison(name, None, new.value, new.unit, "new")
    margin = 1 + max(MIN_MARGIN, old.spread, new.spread)
    less, more = ("faster", "slower") if new.unit in ("s", "ms") else ("less", "more")
    verdict = "same"
    if new.value * margin < old.value:
        verdict = less
    elif new.value > old.value * margin:
        verdict = more
    differences = tuple(
        f"{key} {_count_text(old.counts[key])} → {_count_text(new.counts[key])}"
        for key in new.counts
        if key in old.counts and old.counts[key] != new.counts[key]
    )
    return Comparison(name, old.value, new.value, new.unit, verdict, differences)


def _count_text(count: float | None) -> str:
    return "none" if count is None else f"{count:,}"
