"""The rows of the command `bench`: sets of puzzles, each for one solver.

Each family declares its own. The deals of patience are those that nothing here was tuned on.
"""

from dataclasses import dataclass

from ludoscope.puzzles.published_figures import UNSOLVABLE

ROUNDS = 3  # where a row is over in a moment
SECONDS = 20.0  # the most that one puzzle may take
# from one vacancy to one peg: all that colouring allows, some that pagodas refute
EUROPEAN = "37-57 37-24 37-54 37-51 46-15 46-45 46-42 45-46 45-13 45-43"
LUCAS, ORUSH = "lucas-{:02}", "orush-{:02}"
DIAMOND = "59-57 59-54 48-65 57-59 57-56 56-57 56-24 56-54 56-51"


@dataclass(frozen=True, slots=True)
class Work:
    """A set of puzzles for one solver, with so many seconds for each.

    `counts` is the way to count the moves of a solution where their mean is of interest: "runs"
    of cards that move together, or "cards". `cores` are for each position; a row of several is
    compared with the one of one core.
    """

    family: str
    work: str
    solver: str
    names: tuple[str, ...]
    seconds: float = SECONDS
    counts: str = ""
    rounds: int = 1
    cores: int = 1


def _numbered(name: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(name.format(number) for number in range(first, last + 1))


def _vacancies(board: str, ends: str) -> tuple[str, ...]:
    return tuple(f"{board}-{end}" for end in ends.split())


def _patience(work: str, solver: str, names: tuple[str, ...], rounds: int = 1) -> Work:
    return Work("patience", work, solver, names, rounds=rounds)


def _short(solver: str, seconds: float, counts: str) -> Work:
    """`short` for a given time; autoplay is free."""
    work = f"Microsoft 1-60, {1000 * seconds:.0f} ms"
    return Work("patience", work, solver, _numbered("ms-{}", 1, 60), seconds, counts)


PEG = (
    Work("peg", "Lucas 1-30", "swift", _numbered(LUCAS, 1, 30), rounds=ROUNDS),
    Work("peg", "English central", "swift", ("english-central",), rounds=ROUNDS),
    Work("peg", "European", "swift", _vacancies("european", EUROPEAN), rounds=ROUNDS),
    Work("peg", "diamond, unsolvable", "prove", _vacancies("diamond", DIAMOND), rounds=ROUNDS),
    *(
        Work("peg", "English central", "fewest", ("english-central",), rounds=ROUNDS, cores=cores)
        for cores in (1, 2)
    ),
    Work("peg", "Lucas 1-27", "deep", _numbered(LUCAS, 1, 27)),
    Work("peg", "Lucas 1-8", "depth-first", _numbered(LUCAS, 1, 8)),
    Work("peg", "Lucas 1-5", "breadth-first", _numbered(LUCAS, 1, 5)),
    Work("peg", "Lucas 1-30", "beam-both-ends", _numbered(LUCAS, 1, 30)),
    Work("peg", "Lucas 1-12", "beam", _numbered(LUCAS, 1, 12)),
    Work("peg", "Lucas 1-12", "beam-spread", _numbered(LUCAS, 1, 12)),
)

PATIENCE = (
    _patience("Microsoft 1-1000", "swift", _numbered("ms-{}", 1, 1000), ROUNDS),
    _patience("Seahaven 1-1000", "swift", _numbered("Seahaven.{}", 1, 1000), ROUNDS),
    _patience("Midnight Oil 1-1000", "swift", _numbered("MidnightOil.{}", 1, 1000), ROUNDS),
    _patience("Baker's Dozen 1-100", "swift", _numbered("BakersDozen.{}", 1, 100), ROUNDS),
    _patience("Baker's Dozen 1-1000", "swift", _numbered("BakersDozen.{}", 1, 1000)),
    _patience("Microsoft, unsolvable", "prove", tuple(f"ms-{n}" for n in UNSOLVABLE), ROUNDS),
    _short("short", 0.055, "runs"),
    _short("short", 0.3, "runs"),
    _short("short-cards", 0.055, "cards"),
    _short("short-cards", 0.3, "cards"),
    _patience("FreeCell 1-10", "best-first", _numbered("FreeCell.{}", 1, 10)),
    _patience("Seahaven 1-20", "depth-first", _numbered("Seahaven.{}", 1, 20)),
    _patience("Midnight Oil 1-20", "depth-first", _numbered("MidnightOil.{}", 1, 20)),
    _patience("Baker's Dozen 1-10", "best-first", _numbered("BakersDozen.{}", 1, 10)),
)

RUSH = (
    Work("rush", "ORush 1-200, cells", "swift", _numbered(ORUSH, 1, 200), rounds=ROUNDS),
    Work("rush", "ORush 1-200, slides", "swift-slides", _numbered(ORUSH, 1, 200), rounds=ROUNDS),
    Work("rush", "ORush 1-24, cells", "breadth-first", _numbered(ORUSH, 1, 24)),
    Work("rush", "ORush 1-24, cells", "a-star", _numbered(ORUSH, 1, 24)),
    Work("rush", "ORush 1-24, slides", "breadth-first-slides", _numbered(ORUSH, 1, 24)),
    Work("rush", "ORush 1-24, slides", "a-star-slides", _numbered(ORUSH, 1, 24)),
)

HEXAPAWN = (
    Work("hexapawn", "5x5, 6x6", "mtd", ("hexapawn-5x5", "hexapawn-6x6")),
    Work("hexapawn", "5x5", "mtd-readable", ("hexapawn-5x5",)),
    Work("hexapawn", "3x3, 3x4", "recursion", ("hexapawn-3x3", "hexapawn-3x4")),
    Work("hexapawn", "4x4, 5x4", "memo", ("hexapawn-4x4", "hexapawn-5x4")),
    Work("hexapawn", "4x4, 5x4", "memo-symmetric", ("hexapawn-4x4", "hexapawn-5x4")),
)


@dataclass(frozen=True, slots=True)
class Rival:
    """A program of others that does the work of a row, measured beside it where installed.

    It tells moments as "… at SECONDS" and its positions as "total_num_iters=N", as those of
    fc-solve do.
    """

    name: str
    beside: tuple[str, str]  # work and solver
    program: str
    arguments: tuple[str, ...]
    puzzles: int
    family: str = "patience"
    rounds: int = ROUNDS

    @property
    def work(self) -> str:
        return self.beside[0]


RIVALS = (
    Rival(
        "fc-solve, preset lg",
        ("Microsoft 1-1000", "swift"),
        "freecell-solver-range-parallel-solve",
        ("1", "1000", "1000", "-l", "lg"),
        1000,
    ),
)
