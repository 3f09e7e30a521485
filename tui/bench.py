"""The command `bench`: the standard measurements, a row each.

Every solution is replayed by the verifier, outside the time taken. Solvers run in this process,
one after the other, on one core.
"""

import json
import sys
from dataclasses import asdict, dataclass

from puzzles import catalogue
from search.events import GaveUp, Solved
from search.registry import find_solver, solvers
from search.verify import checked
from search.watch import Limits

SECONDS = 20.0  # the most that one puzzle may take
MEMORY = 1 << 30  # bytes
HEAD = (
    f"{'family':<9} {'work':<20} {'solver':<21} {'decided':>7} {'seconds':>9} {'slowest':>8}"
    f" {'explored':>10} {'per second':>10}"
)
LINE = (
    "{family:<9} {work:<20} {solver:<21} {decided:>3}/{puzzles:<3} {seconds:>9.3f} {slowest:>8.3f}"
    " {explored:>10,} {explored_per_second:>10,}"
)


@dataclass(frozen=True, slots=True)
class Work:
    """A set of puzzles for one solver."""

    family: str
    work: str
    solver: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement: puzzles decided, seconds in the solver in all and at most, positions."""

    family: str
    work: str
    solver: str
    decided: int
    puzzles: int
    wrong: int
    seconds: float
    slowest: float
    explored: int
    explored_per_second: int


def _lucas(*numbers: int) -> tuple[str, ...]:
    return tuple(f"lucas-{number:02}" for number in numbers)


def _deals(name: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{name}.{number}" for number in numbers)


def _orush(shortest: int, longest: int) -> tuple[str, ...]:
    return tuple(f"orush-{number:02}" for number in range(shortest, longest + 1))


WORK = (
    Work("peg", "Lucas 1-27", "deep", _lucas(*range(1, 28))),
    Work("peg", "English central", "deep", ("english-central",)),
    Work("peg", "Lucas 1-8", "depth-first", _lucas(*range(1, 9))),
    Work("peg", "Lucas 1-5", "breadth-first", _lucas(*range(1, 6))),
    Work("peg", "Lucas 1-12", "beam", _lucas(*range(1, 13))),
    Work("peg", "Lucas 1-12", "beam-spread", _lucas(*range(1, 13))),
    Work("patience", "FreeCell 1-10", "best-first", _deals("FreeCell", *range(1, 11))),
    Work("patience", "Seahaven 1-20", "depth-first", _deals("Seahaven", *range(1, 21))),
    Work("patience", "Midnight Oil 1-20", "depth-first", _deals("MidnightOil", *range(1, 21))),
    Work("patience", "Baker's Dozen 1-10", "best-first", _deals("BakersDozen", *range(1, 11))),
    Work("rush", "ORush 1-24, cells", "breadth-first", _orush(1, 24)),
    Work("rush", "ORush 1-24, cells", "a-star", _orush(1, 24)),
    Work("rush", "ORush 1-24, slides", "breadth-first-slides", _orush(1, 24)),
    Work("rush", "ORush 1-24, slides", "a-star-slides", _orush(1, 24)),
    Work("hexapawn", "5x5, 6x6", "mtd", ("hexapawn-5x5", "hexapawn-6x6")),
    Work("hexapawn", "5x5", "mtd-readable", ("hexapawn-5x5",)),
    Work("hexapawn", "3x3, 3x4", "recursion", ("hexapawn-3x3", "hexapawn-3x4")),
    Work("hexapawn", "4x4, 5x4", "memo", ("hexapawn-4x4", "hexapawn-5x4")),
    Work("hexapawn", "4x4, 5x4", "memo-symmetric", ("hexapawn-4x4", "hexapawn-5x4")),
)


def measure(work: Work) -> Row:
    """Run one row."""
    verdicts = []
    wrong = 0
    for name in work.names:
        game = catalogue.find(name).game
        solver = find_solver(game, work.solver)
        *_, verdict = solver.run(game, game.start, Limits(seconds=SECONDS, memory=MEMORY))
        verdicts.append(verdict)
        wrong += (
            isinstance(verdict, Solved)
            and not checked(solver.view(game), game.start, verdict).right
        )
    seconds = sum(verdict.seconds for verdict in verdicts)
    explored = sum(verdict.explored for verdict in verdicts)
    return Row(
        family=work.family,
        work=work.work,
        solver=work.solver,
        decided=sum(not isinstance(verdict, GaveUp) for verdict in verdicts),
        puzzles=len(verdicts),
        wrong=wrong,
        seconds=round(seconds, 6),
        slowest=round(max(verdict.seconds for verdict in verdicts), 6),
        explored=explored,
        explored_per_second=round(explored / seconds) if seconds else 0,
    )


def available(work: Work) -> bool:
    """Whether the solver of a row can run here."""
    return any(row.name == work.solver and row.available for row in solvers(work.family))


def run_bench(family: str | None, as_json: bool) -> int:
    """Measure and print; 1 when a solution was wrong."""
    chosen = [work for work in WORK if family in (None, work.family)]
    rows = []
    if not as_json:
        print(HEAD)
    for work in chosen:
        if not available(work):
            print(f"{work.work}, {work.solver}: kernel not compiled", file=sys.stderr)
            continue
        row = measure(work)
        rows.append(row)
        if not as_json:
            print(LINE.format(**asdict(row)) + (f"  {row.wrong} WRONG" if row.wrong else ""))
    answer: dict[str, object] = {"rows": [asdict(row) for row in rows]}
    if family is None:
        from tui.bench_screen import measure_screen, print_screen

        screen = measure_screen()
        answer |= screen
        if not as_json:
            print_screen(screen)
    if as_json:
        print(json.dumps(answer, indent=1))
    return int(any(row.wrong for row in rows))
