"""The tables of `race --preset` and of the lab: problems by methods, beside published figures.

One list, `PRESETS`, for both. Nothing here loads a game: the command line names them in its help.
The figures themselves are in `puzzles.published_figures`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Method:
    """A solver and the head of its columns; `short` where there is little room.

    `width` says whether that of its last pass is shown beside what it explored.
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
    """`name` is what the command line takes, `title` what a person reads; `family` is the game.

    `shown`    what is compared, a table for each: "explored", "seconds"
    `seconds`  the limit for each solver on each puzzle, unless said otherwise
    `report`   head of the figures that belong to none of the methods, "" where there are none
    `prefixes` how names of puzzles begin; left out where there is little room
    """

    name: str
    title: str
    family: str
    puzzles: tuple[str, ...]
    methods: tuple[Method, ...]
    quantities: tuple[str, ...]
    seconds: float
    notes: tuple[str, ...]
    puzzle_prefixes: tuple[str, ...]
    report_heading: str = ""


LUCAS = Preset(
    "lucas",
    "Lucas 1–12 by four methods",
    "peg",
    tuple(f"lucas-{number:02}" for number in range(1, 13)),
    (
        Method("breadth-first"),
        Method("breadth-limited", "limited breadth-first", "limited"),
        Method("depth-first"),
        Method("beam", shows_beam_width=True),
    ),
    ("explored",),
    10,
    (
        "Ours merge symmetrical positions. With race --no-symmetry they do not, and breadth-first, "
        "which the article specifies fully, explores the published number ± 1.",
    ),
    ("lucas-",),
)

ENGLISH = Preset(
    "english",
    "English board, vacancies by time",
    "peg",
    (*(f"english-{at}-{at}" for at in (37, 47, 36, 46, 35, 45)), "english-central"),
    (Method("swift"), Method("deep"), Method("beam"), Method("depth-first")),
    ("seconds",),
    20,
    (
        "Each vacancy up to symmetry; the last peg ends in it. The report gives times of a program "
        "in OCaml; only the one for the centre is known to us. swift and deep are compiled, beam "
        "and depth-first are plain Python.",
    ),
    ("english-",),
    report_heading="published",
)

HEXAPAWN = Preset(
    "hexapawn",
    "Hexapawn configurations by four methods",
    "hexapawn",
    (
        *(f"hexapawn-config-{name}" for name in ("3x4-1", "3x4-minus2", "4x4-0", "4x4-11")),
        *(f"hexapawn-config-{name}" for name in ("5x5-1", "5x5-15")),
        "hexapawn-5x5",
    ),
    (Method("recursion"), Method("memo"), Method("memo-symmetric"), Method("mtd")),
    ("explored", "seconds"),
    60,
    (
        "Explored: calls; for mtd, positions. Published: a report on memo functions. It "
        "does not merge symmetrical positions, nor do recursion and memo. The names end in the "
        "value in plies. easyAI: a library in plain Python, on the full board.",
    ),
    ("hexapawn-config-", "hexapawn-"),
    report_heading="easyAI",
)

PRESETS = {preset.name: preset for preset in (LUCAS, ENGLISH, HEXAPAWN)}


def preset_names() -> str:
    """ "lucas, english or hexapawn"."""
    *others, last = PRESETS
    return f"{', '.join(others)} or {last}"
