"""The suites of the command `bench`: sets of puzzles, each for one solver.

Each family declares its own. No solver was tuned on the deals of patience that are used here.
"""

from dataclasses import dataclass

from ludoscope.puzzles.published_figures import UNSOLVABLE_DEALS

ROUNDS = 3  # repetitions of a suite that takes only a moment
TIME_LIMIT_SECONDS = 20.0  # the default time limit for one puzzle
# single-vacancy problems: on the European board all that colouring allows, on the diamond board
# some that pagoda functions refute
EUROPEAN = "37-57 37-24 37-54 37-51 46-15 46-45 46-42 45-46 45-13 45-43"
LUCAS, ORUSH = "lucas-{:02}", "orush-{:02}"
DIAMOND = "59-57 59-54 48-65 57-59 57-56 56-57 56-24 56-54 56-51"


@dataclass(frozen=True, slots=True)
class Suite:
    """A set of puzzles for one solver.

    Attributes:
        family: The family of the puzzles.
        title: The title of the set.
        solver: The name of the solver.
        names: The names of the puzzles.
        seconds: The time limit for each puzzle.
        counted_moves: The moves to count if the mean length of the solutions is to be reported:
            "runs" of cards that move together, or "cards"; else "".
        rounds: The number of times that the suite is run.
        cores: The number of cores for each position. A suite with several is compared with the one
            for a single core.
    """

    family: str
    title: str
    solver: str
    names: tuple[str, ...]
    seconds: float = TIME_LIMIT_SECONDS
    counted_moves: str = ""
    rounds: int = 1
    cores: int = 1


def _numbered(name: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(name.format(number) for number in range(first, last + 1))


def _vacancies(board: str, ends: str) -> tuple[str, ...]:
    return tuple(f"{board}-{end}" for end in ends.split())


def _patience(title: str, solver: str, names: tuple[str, ...], rounds: int = 1) -> Suite:
    return Suite("patience", title, solver, names, rounds=rounds)


def _short(solver: str, seconds: float, counted_moves: str) -> Suite:
    """Return the suite that measures the length of solutions found in a given time."""
    title = f"Microsoft 1-60, {1000 * seconds:.0f} ms"
    return Suite("patience", title, solver, _numbered("ms-{}", 1, 60), seconds, counted_moves)


PEG_SUITES = (
    Suite("peg", "Lucas 1-30", "swift", _numbered(LUCAS, 1, 30), rounds=ROUNDS),
    Suite("peg", "English central", "swift", ("english-central",), rounds=ROUNDS),
    Suite("peg", "European", "swift", _vacancies("european", EUROPEAN), rounds=ROUNDS),
    Suite("peg", "diamond, unsolvable", "prove", _vacancies("diamond", DIAMOND), rounds=ROUNDS),
    *(
        Suite("peg", "English central", "fewest", ("english-central",), rounds=ROUNDS, cores=cores)
        for cores in (1, 2)
    ),
    Suite("peg", "Lucas 1-27", "deep", _numbered(LUCAS, 1, 27)),
    Suite("peg", "Lucas 1-8", "depth-first", _numbered(LUCAS, 1, 8)),
    Suite("peg", "Lucas 1-5", "breadth-first", _numbered(LUCAS, 1, 5)),
    Suite("peg", "Lucas 1-30", "beam-both-ends", _numbered(LUCAS, 1, 30)),
    Suite("peg", "Lucas 1-12", "beam", _numbered(LUCAS, 1, 12)),
    Suite("peg", "Lucas 1-12", "beam-spread", _numbered(LUCAS, 1, 12)),
)

PATIENCE_SUITES = (
    _patience("Microsoft 1-1000", "swift", _numbered("ms-{}", 1, 1000), ROUNDS),
    _patience("Seahaven 1-1000", "swift", _numbered("Seahaven.{}", 1, 1000), ROUNDS),
    _patience("Midnight Oil 1-1000", "swift", _numbered("MidnightOil.{}", 1, 1000), ROUNDS),
    _patience("Baker's Dozen 1-100", "swift", _numbered("BakersDozen.{}", 1, 100), ROUNDS),
    _patience("Baker's Dozen 1-1000", "swift", _numbered("BakersDozen.{}", 1, 1000)),
    _patience("Microsoft, unsolvable", "prove", tuple(f"ms-{n}" for n in UNSOLVABLE_DEALS), ROUNDS),
    _short("short", 0.055, "runs"),
    _short("short", 0.3, "runs"),
    _short("short-cards", 0.055, "cards"),
    _short("short-cards", 0.3, "cards"),
    _patience("FreeCell 1-10", "best-first", _numbered("FreeCell.{}", 1, 10)),
    _patience("Seahaven 1-20", "depth-first", _numbered("Seahaven.{}", 1, 20)),
    _patience("Midnight Oil 1-20", "depth-first", _numbered("MidnightOil.{}", 1, 20)),
    _patience("Baker's Dozen 1-10", "best-first", _numbered("BakersDozen.{}", 1, 10)),
)

RUSH_SUITES = (
    Suite("rush", "ORush 1-200, cells", "swift", _numbered(ORUSH, 1, 200), rounds=ROUNDS),
    Suite("rush", "ORush 1-200, slides", "swift-slides", _numbered(ORUSH, 1, 200), rounds=ROUNDS),
    Suite("rush", "ORush 1-24, cells", "breadth-first", _numbered(ORUSH, 1, 24)),
    Suite("rush", "ORush 1-24, cells", "a-star", _numbered(ORUSH, 1, 24)),
    Suite("rush", "ORush 1-24, slides", "breadth-first-slides", _numbered(ORUSH, 1, 24)),
    Suite("rush", "ORush 1-24, slides", "a-star-slides", _numbered(ORUSH, 1, 24)),
)

HEXAPAWN_SUITES = (
    Suite("hexapawn", "5x5, 6x6", "mtd", ("hexapawn-5x5", "hexapawn-6x6")),
    Suite("hexapawn", "5x5", "mtd-readable", ("hexapawn-5x5",)),
    Suite("hexapawn", "3x3, 3x4", "recursion", ("hexapawn-3x3", "hexapawn-3x4")),
    Suite("hexapawn", "4x4, 5x4", "memo", ("hexapawn-4x4", "hexapawn-5x4")),
    Suite("hexapawn", "4x4, 5x4", "memo-symmetric", ("hexapawn-4x4", "hexapawn-5x4")),
)


@dataclass(frozen=True, slots=True)
class ExternalProgram:
    """A program by other authors, measured on the puzzles of a suite if it is installed.

    Its output has times as "… at SECONDS" and the number of positions as "total_num_iters=N", as
    that of fc-solve has.

    Attributes:
        name: The name shown.
        compared_with: The title and the solver of the suite that it is compared with.
        program: The command.
        arguments: The arguments of the command.
        puzzle_count: The number of puzzles that it solves.
        family: The family of the puzzles.
        rounds: The number of times that it is run.
    """

    name: str
    compared_with: tuple[str, str]
    program: str
    arguments: tuple[str, ...]
    puzzle_count: int
    family: str = "patience"
    rounds: int = ROUNDS

    @property
    def title(self) -> str:
        """The title of the suite."""
        return self.compared_with[0]


EXTERNAL_PROGRAMS = (
    ExternalProgram(
        "fc-solve, preset lg",
        ("Microsoft 1-1000", "swift"),
        "freecell-solver-range-parallel-solve",
        ("1", "1000", "1000", "-l", "lg"),
        1000,
    ),
)
