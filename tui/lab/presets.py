"""Presets: sets of problems and methods, compared with published figures.

`race --preset` and the lab offer those of `PRESETS`. The published figures themselves are in
`puzzles.published_figures`. No game is loaded here: the help of the command line lists the names.
"""

from dataclasses import dataclass
from typing import Literal

Quantity = Literal["explored", "seconds"]


@dataclass(frozen=True, slots=True)
class Method:
    """A solver and the heading of its columns.

    Attributes:
        title: The heading, by default the name of the solver.
        short_title: The heading in narrow tables, by default the same.
        shows_beam_width: True if a column shows the final width of the beam search.
    """

    solver: str
    title: str = ""
    short_title: str = ""
    shows_beam_width: bool = False

    @property
    def heading(self) -> str:
        return self.title or self.solver

    @property
    def short_heading(self) -> str:
        return self.short_title or self.heading


@dataclass(frozen=True, slots=True)
class Preset:
    """Problems that are solved by several methods, to compare with published figures.

    Attributes:
        name: The name on the command line.
        title: The name on the screen.
        family: The family of games.
        quantities: The quantities compared, each in a table of its own.
        time_limit_seconds: The default time limit for each solver on each puzzle.
        notes: Paragraphs below the tables.
        puzzle_prefixes: Prefixes of puzzle names that narrow tables leave out.
        report_heading: The heading of published figures that belong to none of the methods.
    """

    name: str
    title: str
    family: str
    puzzles: tuple[str, ...]
    methods: tuple[Method, ...]
    quantities: tuple[Quantity, ...]
    time_limit_seconds: float
    notes: tuple[str, ...]
    puzzle_prefixes: tuple[str, ...]
    report_heading: str = ""


LUCAS = Preset(
    name="lucas",
    title="Lucas 1–12 by four methods",
    family="peg",
    puzzles=tuple(f"lucas-{number:02}" for number in range(1, 13)),
    methods=(
        Method("breadth-first"),
        Method("breadth-limited", "limited breadth-first", "limited"),
        Method("depth-first"),
        Method("beam", shows_beam_width=True),
    ),
    quantities=("explored",),
    time_limit_seconds=10,
    notes=(
        "Our figures merge symmetric positions. With race --no-symmetry they do not: "
        "breadth-first, fully specified in the article, explores the published number ± 1.",
    ),
    puzzle_prefixes=("lucas-",),
)

ENGLISH = Preset(
    name="english",
    title="English board, vacancies by time",
    family="peg",
    puzzles=(*(f"english-{hole}-{hole}" for hole in (37, 47, 36, 46, 35, 45)), "english-central"),
    methods=(Method("swift"), Method("deep"), Method("beam"), Method("depth-first")),
    quantities=("seconds",),
    time_limit_seconds=20,
    notes=(
        "One problem for each vacancy up to symmetry; the last peg ends in the vacancy. The "
        "published times are of a program in OCaml; only the one for the centre is known to us. "
        "swift and deep are compiled, beam and depth-first are plain Python.",
    ),
    puzzle_prefixes=("english-",),
    report_heading="published",
)

HEXAPAWN = Preset(
    name="hexapawn",
    title="Hexapawn configurations by four methods",
    family="hexapawn",
    puzzles=(
        *(f"hexapawn-config-{name}" for name in ("3x4-1", "3x4-minus2", "4x4-0", "4x4-11")),
        *(f"hexapawn-config-{name}" for name in ("5x5-1", "5x5-15")),
        "hexapawn-5x5",
    ),
    methods=(Method("recursion"), Method("memo"), Method("memo-symmetric"), Method("mtd")),
    quantities=("explored", "seconds"),
    time_limit_seconds=60,
    notes=(
        "Explored: calls; for mtd, positions. Published: a report on memo functions, which does "
        "not merge symmetric positions; nor do recursion and memo. The names end in the value in "
        "plies. easyAI: a library in plain Python, on the full board.",
    ),
    puzzle_prefixes=("hexapawn-config-", "hexapawn-"),
    report_heading="easyAI",
)

PRESETS = {preset.name: preset for preset in (LUCAS, ENGLISH, HEXAPAWN)}


def format_preset_names() -> str:
    """Return the names of all presets as text: "lucas, english or hexapawn"."""
    *names, last_name = PRESETS
    return f"{', '.join(names)} or {last_name}"
