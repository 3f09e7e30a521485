"""A table of its own: the problems 1 to 12 of Lucas by four readable methods.

What is explored is compared with the figures of a published study of these problems, in which
breadth-first and beam search were written in plain Python. It counted states on its own terms
(no symmetries), so that growth and order of size are what can be compared.
"""

from collections.abc import Sequence

from puzzles import catalogue
from puzzles.puzzle import without_symmetry
from search.registry import find_solver
from search.watch import Limits
from tui.race import GAVE_UP, RUNNING, SOLVED, Entrant, Figures, entrants

NAMES = tuple(f"lucas-{number:02}" for number in range(1, 13))
METHODS = ("breadth-first", "depth-first", "breadth-limited", "beam")
LIMITS = Limits(seconds=10, memory=1 << 30)  # for each problem and method

PUBLISHED: dict[str, tuple[int, ...]] = {
    "breadth-first": (23, 150, 540, 1029, 10195, 83558, 606160, 77381),
    "beam": (11, 169, 201, 55, 658, 87, 255, 524, 647, 2613, 158, 13917),
}
"""States explored, from problem 1 on; breadth-first solved none of the later ones."""


def lucas_entrants(limits: Limits, *, merge_symmetric: bool = True) -> list[Entrant]:
    """Problem by problem, each by the four methods."""
    found = []
    for name in NAMES:
        puzzle = catalogue.find(name)
        if not merge_symmetric:
            puzzle = without_symmetry(puzzle)
        methods = [find_solver(puzzle.game, method) for method in METHODS]
        found += entrants(puzzle, methods, limits)
    return found


def cells(rows: Sequence[Figures]) -> list[tuple[str, list[str]]]:
    """By problem: a cell for each method, what it explored or how it stands."""
    by_name: dict[str, list[str]] = {}
    for row in rows:
        by_name.setdefault(row.puzzle, []).append(cell(row))
    return list(by_name.items())


def cell(row: Figures) -> str:
    if row.verdict == SOLVED:
        return f"{row.explored:,}"
    if row.verdict == GAVE_UP:
        return "stopped" if row.reason == "stopped" else "gave up"
    return f"{row.explored:,}…" if row.explored else "…" if row.verdict == RUNNING else ""


def published(method: str, at: int) -> str:
    """The figure of the study for problem `at` (from 0), "–" where it had no solution."""
    known = PUBLISHED[method]
    return f"{known[at]:,}" if at < len(known) else "–"
