"""The suites of the command `bench`: sets of puzzles, each for one solver.

`Collection.bench_suite` returns those of a family. No solver was tuned on these deals of patience.
"""

from dataclasses import dataclass

from ludoscope.puzzles.published_figures import UNSOLVABLE_DEALS

ROUNDS = 3  # repetitions of a suite that takes only a moment
TIME_LIMIT_SECONDS = 20.0  # the default time limit for one puzzle
# single-vacancy problems, vacancy-last hole: on the European board all that the colouring test
# allows, on the diamond board some that pagoda functions refute
EUROPEAN_PROBLEMS = "37-57 37-24 37-54 37-51 46-15 46-45 46-42 45-46 45-13 45-43"
LUCAS_NAME, ORUSH_NAME = "lucas-{:02}", "orush-{:02}"
DIAMOND_PROBLEMS = "59-57 59-54 48-65 57-59 57-56 56-57 56-24 56-54 56-51"


@dataclass(frozen=True, slots=True)
class Suite:
    """A set of puzzles for one solver.

    Attributes:
        family: The family of the puzzles.
        title: The title of the set.
        solver: The name of the solver.
        names: The names of the puzzles.
        seconds: The time limit for each puzzle.
        length_unit: The unit in which the mean length of the solutions is reported: "runs" of
            cards that move together, or "cards"; "" if it is not reported.
        rounds: The minimum number of rounds; see `measure_suite`.
        cores: The number of cores that the solver uses. A suite with several is compared with the
            same suite on a single core.
        is_long: True if it takes a minute, some puzzles up to their time limit; it is measured only
            on request.
    """

    family: str
    title: str
    solver: str
    names: tuple[str, ...]
    seconds: float = TIME_LIMIT_SECONDS
    length_unit: str = ""
    rounds: int = 1
    cores: int = 1
    is_long: bool = False


def _names(pattern: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(pattern.format(number) for number in range(first, last + 1))


def _problems(board: str, holes: str) -> tuple[str, ...]:
    """Return the names of single-vacancy problems, given pairs of holes such as "37-57 37-24"."""
    return tuple(f"{board}-{pair}" for pair in holes.split())


def _patience_suite(title: str, solver: str, names: tuple[str, ...], rounds: int = 1) -> Suite:
    return Suite("patience", title, solver, names, rounds=rounds)


def _length_suite(solver: str, seconds: float, length_unit: str) -> Suite:
    """Return a suite that measures the mean length of the solutions found within a time limit."""
    title = f"Microsoft 1-60, {1000 * seconds:.0f} ms"
    return Suite("patience", title, solver, _names("ms-{}", 1, 60), seconds, length_unit)


PEG_SUITES = (
    Suite("peg", "Lucas 1-30", "swift", _names(LUCAS_NAME, 1, 30), rounds=ROUNDS),
    Suite("peg", "English central", "swift", ("english-central",), rounds=ROUNDS),
    Suite("peg", "European", "swift", _problems("european", EUROPEAN_PROBLEMS), rounds=ROUNDS),
    Suite(
        "peg", "diamond, unsolvable", "prove", _problems("diamond", DIAMOND_PROBLEMS), rounds=ROUNDS
    ),
    *(
        Suite("peg", "English central", "fewest", ("english-central",), rounds=ROUNDS, cores=cores)
        for cores in (1, 2)
    ),
    Suite("peg", "Lucas 1-27", "deep", _names(LUCAS_NAME, 1, 27)),
    Suite("peg", "Lucas 1-8", "depth-first", _names(LUCAS_NAME, 1, 8)),
    Suite("peg", "Lucas 1-5", "breadth-first", _names(LUCAS_NAME, 1, 5)),
    Suite("peg", "Lucas 1-30", "beam-both-ends", _names(LUCAS_NAME, 1, 30)),
    Suite("peg", "Lucas 1-12", "beam", _names(LUCAS_NAME, 1, 12)),
    Suite("peg", "Lucas 1-12", "beam-spread", _names(LUCAS_NAME, 1, 12)),
)

PATIENCE_SUITES = (
    _patience_suite("Microsoft 1-1000", "swift", _names("ms-{}", 1, 1000), ROUNDS),
    _patience_suite("Seahaven 1-1000", "swift", _names("Seahaven.{}", 1, 1000), ROUNDS),
    _patience_suite("Midnight Oil 1-1000", "swift", _names("MidnightOil.{}", 1, 1000), ROUNDS),
    _patience_suite("Baker's Dozen 1-100", "swift", _names("BakersDozen.{}", 1, 100), ROUNDS),
    _patience_suite("Baker's Dozen 1-1000", "swift", _names("BakersDozen.{}", 1, 1000)),
    *(
        Suite(
            "patience",
            f"Baker's Dozen {first}-{last}",
            "swift",
            _names("BakersDozen.{}", first, last),
            is_long=True,
        )
        for first, last in ((2001, 4000), (20001, 21000))
    ),
    _patience_suite(
        "Microsoft, unsolvable", "prove", tuple(f"ms-{n}" for n in UNSOLVABLE_DEALS), ROUNDS
    ),
    _length_suite("short", 0.04, "runs"),
    _length_suite("short", 0.3, "runs"),
    _length_suite("short-cards", 0.055, "cards"),
    _length_suite("short-cards", 0.3, "cards"),
    _patience_suite("FreeCell 1-10", "best-first", _names("FreeCell.{}", 1, 10)),
    _patience_suite("Seahaven 1-20", "depth-first", _names("Seahaven.{}", 1, 20)),
    _patience_suite("Midnight Oil 1-20", "depth-first", _names("MidnightOil.{}", 1, 20)),
    _patience_suite("Baker's Dozen 1-10", "best-first", _names("BakersDozen.{}", 1, 10)),
)

RUSH_SUITES = (
    Suite("rush", "ORush 1-200, cells", "swift", _names(ORUSH_NAME, 1, 200), rounds=ROUNDS),
    Suite("rush", "ORush 1-200, slides", "swift-slides", _names(ORUSH_NAME, 1, 200), rounds=ROUNDS),
    Suite("rush", "ORush 1-24, cells", "breadth-first", _names(ORUSH_NAME, 1, 24)),
    Suite("rush", "ORush 1-24, cells", "a-star", _names(ORUSH_NAME, 1, 24)),
    Suite("rush", "ORush 1-24, slides", "breadth-first-slides", _names(ORUSH_NAME, 1, 24)),
    Suite("rush", "ORush 1-24, slides", "a-star-slides", _names(ORUSH_NAME, 1, 24)),
)

HEXAPAWN_SUITES = (
    Suite("hexapawn", "5x5, 6x6", "mtd", ("hexapawn-5x5", "hexapawn-6x6"), rounds=ROUNDS),
    *(Suite("hexapawn", "7x6", "mtd", ("hexapawn-7x6",), cores=cores) for cores in (1, 2)),
    Suite("hexapawn", "5x5", "mtd-readable", ("hexapawn-5x5",), rounds=ROUNDS),
    Suite("hexapawn", "3x3, 3x4", "recursion", ("hexapawn-3x3", "hexapawn-3x4"), rounds=ROUNDS),
    Suite("hexapawn", "4x4, 5x4", "memo", ("hexapawn-4x4", "hexapawn-5x4"), rounds=ROUNDS),
    Suite(
        "hexapawn", "4x4, 5x4", "memo-symmetric", ("hexapawn-4x4", "hexapawn-5x4"), rounds=ROUNDS
    ),
)


@dataclass(frozen=True, slots=True)
class ExternalProgram:
    """A program by other authors, measured on the puzzles of a suite if it is installed.

    Its output must contain times as "… at SECONDS" and the number of positions as
    "total_num_iters=N", as that of fc-solve does.

    Attributes:
        name: The name shown.
        compared_with: The title and the solver of the suite that it is compared with.
        program: The command.
        arguments: The arguments of the command.
        puzzle_count: The number of puzzles that it solves.
    """

    name: str
    compared_with: tuple[str, str]
    program: str
    arguments: tuple[str, ...]
    puzzle_count: int


EXTERNAL_PROGRAMS = (
    ExternalProgram(
        "fc-solve lg",
        ("Microsoft 1-1000", "swift"),
        "freecell-solver-range-parallel-solve",
        ("1", "1000", "1000", "-l", "lg"),
        1000,
    ),
)


def find_peer(suite: Suite) -> ExternalProgram | None:
    """Return the external program that a suite is compared with, None if there is none."""
    key = (suite.title, suite.solver)
    return next((other for other in EXTERNAL_PROGRAMS if other.compared_with == key), None)
