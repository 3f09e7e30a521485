"""Measures how much solvers explore as puzzles grow, and draws docs/growth.svg.

    python docs/growth.py      prints the medians as tables in Markdown; half a minute, 1 GB

A panel for each game: a solver that answers the whole question, where there is one a solver that
needs less, and on a logarithmic scale what they explored. A dot is a puzzle, lines join medians.
The figures do not depend on the machine.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from math import log10
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_solver

COLOURS = ("#b5523b", "#2f6f8f")
WIDTH, HEIGHT, LEFT, TOP = 430, 270, 62, 46  # of a panel, and its margins
DECADES = 8
POWERS = ("1", "100", "10⁴", "10⁶", "10⁸")

Sized = Iterator[tuple[int, AnyGame]]


class Panel(NamedTuple):
    """`axis` says what a size is; `puzzles` are told for each solver."""

    title: str
    axis: str
    puzzles: dict[str, Callable[[], Sized]]


def run(solver: str, game: AnyGame) -> Solved:
    """Run a solver and return its verdict, which must be a solution."""
    *_, verdict = find_solver(game, solver).run(game, game.start, Limits(memory=4 << 30))
    assert isinstance(verdict, Solved), verdict
    return verdict


def peg() -> Sized:
    """Lucas's problems 1 to 26 without 12, by jumps."""
    for number in {*range(1, 27)} - {12}:
        game = find(f"lucas-{number:02}").game
        yield game.start.bit_count() - game.finish.bit_count(), game


def hexapawn() -> Sized:
    """Boards of 3 to 6 rows and 2 to 7 columns, by cells."""
    for rows in range(3, 7):
        for columns in range(2, 8):
            yield rows * columns, HexapawnGame(rows, columns)


def patience(most: int) -> Sized:
    """FreeCell with its highest ranks only, from 3 to `most`, twenty deals of each, by cards."""
    for ranks in range(3, most + 1):
        for seed in range(20):
            cards = list(range(52 - 4 * ranks, 52))
            random.Random(seed).shuffle(cards)
            columns = tuple(tuple(cards[first::8]) for first in range(8))
            start = Position(columns, (NO_CARD,) * 4, (13 - ranks,) * 4)
            yield 4 * ranks, PatienceGame(FREECELL, start)


def rush() -> Sized:
    """Yield ORush puzzles 1 to 200, grouped by shortest solution length in steps of five."""
    for number in range(1, 201):
        game = find(f"orush-{number:02}").game
        yield len(run("swift-slides", game).moves) // 5 * 5 + 2, game


PANELS = (
    Panel("Peg solitaire: Lucas 1 to 26", "jumps", {"fewest": peg, "swift": peg}),
    Panel("Hexapawn: 3×2 to 6×7", "cells", {"mtd": hexapawn, "winner": hexapawn}),
    Panel(
        "FreeCell: 3 to 13 ranks",
        "cards",
        {"breadth-first": partial(patience, 6), "swift": partial(patience, 13)},
    ),
    Panel("ORush: 1 to 200", "moves of the solution", {"swift-slides": rush}),
)


def explored(solver: str, puzzles: Sized) -> dict[int, list[int]]:
    """Return, for each size, the number of positions explored per puzzle, at least 1."""
    found = defaultdict(list)
    for size, game in puzzles:
        found[size].append(max(1, run(solver, game).explored))
    return dict(sorted(found.items()))


def drawn(panel: Panel, found: dict[str, dict[int, list[int]]]) -> Iterator[str]:
    """Yield the SVG lines of a panel whose upper left corner is at (0, 0)."""
    wide, high = WIDTH - LEFT - 24, HEIGHT - TOP - 44
    sizes = [size for by_size in found.values() for size in by_size]
    least, most = min(sizes), max(sizes)

    def x(size: float) -> float:
        return round(LEFT + wide * (size - least) / (most - least), 1)

    def y(count: float) -> float:
        return round(TOP + high * (1 - log10(count) / DECADES), 1)

    yield f'<text x="{LEFT}" y="20" class="title">{panel.title}</text>'
    yield f'<text x="{LEFT + wide}" y="37" class="end">positions explored</text>'
    yield f'<text x="{LEFT + wide / 2}" y="{HEIGHT - 8}" class="middle">{panel.axis}</text>'
    for decade in range(0, DECADES + 1, 2):
        at = y(10**decade)
        yield f'<path d="M{LEFT} {at}h{wide}" stroke="#ccc"/>'
        yield f'<text x="{LEFT - 6}" y="{at + 4}" class="end">{POWERS[decade // 2]}</text>'
    for size in range(-(-least // 10) * 10, most + 1, 10):
        yield f'<text x="{x(size)}" y="{TOP + high + 18}" class="middle">{size}</text>'
    for number, (solver, by_size) in enumerate(found.items()):
        ink = COLOURS[number]
        for size, counts in by_size.items():
            for count in counts:
                yield f'<circle cx="{x(size)}" cy="{y(count)}" r="2" fill="{ink}" opacity=".3"/>'
        line = " ".join(f"{x(size)},{y(median(counts))}" for size, counts in by_size.items())
        yield f'<polyline points="{line}" fill="none" stroke="{ink}" stroke-width="2"/>'
        place = LEFT + 110 * number
        yield f'<text x="{place}" y="37" style="fill:{ink};font-weight:bold">{solver}</text>'


def table(panel: Panel, found: dict[str, dict[int, list[int]]]) -> Iterator[str]:
    """Yield the Markdown table of a panel's medians."""
    sizes = sorted({size for by_size in found.values() for size in by_size})
    yield f"\n{panel.title}\n\n| {panel.axis} | {' | '.join(map(str, sizes))} |"
    yield f"| --- |{' --: |' * len(sizes)}"
    for solver, by_size in found.items():
        cells = [f"{median(by_size[size]):,.0f}" if size in by_size else "" for size in sizes]
        yield f"| `{solver}` | {' | '.join(cells)} |"


def main() -> None:
    """Run the solvers, print the medians and write growth.svg."""
    style = (
        "text{font:12px sans-serif;fill:#333}.title{font-size:14px;font-weight:bold}"
        ".middle{text-anchor:middle}.end{text-anchor:end}"
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {2 * HEIGHT}">',
        f'<style>{style}</style><rect width="100%" height="100%" fill="white"/>',
    ]
    for number, panel in enumerate(PANELS):
        found = {solver: explored(solver, puzzles()) for solver, puzzles in panel.puzzles.items()}
        print("\n".join(table(panel, found)), flush=True)
        place = f"{number % 2 * WIDTH} {number // 2 * HEIGHT}"
        lines += [f'<g transform="translate({place})">', *drawn(panel, found), "</g>"]
    lines.append("</svg>\n")
    Path(__file__).with_suffix(".svg").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
