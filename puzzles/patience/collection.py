"""The collection of patience: catalogue and files.

    FreeCell.123456, fc.123456   deal 123456 of xpat2; also Seahaven (st), MidnightOil (mo),
                                 BakersDozen (bd), FullMidnightOil (fmo)
    ms-11982                     deal 11982 of Microsoft FreeCell
    fc.random, ms-random         a random deal
    patience-daily               the daily deal, which has a solution
    …-free                       cards go to the foundation only by a move
    …-forced                     cards go to the foundation as soon as they can; the default
    …-back                       as -free, and cards may return from the foundation; for FreeCell
                                 and Baker's Dozen

A solution file has one move on each line, `<card> <destination>`, or R for a reshuffle.
"""

import random
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.games.patience.deals import XPAT2_SEEDS, deal_microsoft, deal_xpat2
from ludoscope.games.patience.layout import is_layout, layout_text, parse_layout
from ludoscope.games.patience.notation import (
    is_single_move,
    move_text,
    parse_position,
    position_parts,
)
from ludoscope.games.patience.permutation import is_permutation, parse_permutation, permutation_text
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FREE_CELL,
    FREE_CELL_OFFSET,
    Move,
    Position,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.standard_notation import is_standard_move
from ludoscope.games.patience.variants import (
    BAKERS_DOZEN,
    FREECELL,
    FULL_MIDNIGHT_OIL,
    MIDNIGHT_OIL,
    RETURN_VARIANTS,
    SEAHAVEN,
    VARIANTS,
    Variant,
    find_variant,
)
from ludoscope.puzzles import daily
from ludoscope.puzzles.collection import (
    Collection,
    PositionWriter,
    SolutionWriter,
    write_line,
)
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure, bundled_value
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.files import file_title
from ludoscope.puzzles.name_search import RULE_TITLES
from ludoscope.puzzles.patience.difficulty import measure_of, standard_name
from ludoscope.puzzles.patience.rule_suffixes import (
    FORCED_SUFFIX,
    FREE_SUFFIX,
    entry_in_app,
    name_in_app,
)
from ludoscope.puzzles.patience.sharing import PatienceSharing
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.shortest_known import shortest_known, shortest_known_solution

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Suite
    from ludoscope.puzzles.svg import Picture
    from ludoscope.puzzles.trainer import Trainer

MICROSOFT_NUMBERS = range(1, 1_000_001)

WINNABLE_DEALS = {
    FREECELL: tuple(range(1, 21)),
    SEAHAVEN: (*range(1, 12), *range(13, 22)),
    MIDNIGHT_OIL: (
        *(4, 32, 117, 143, 155, 223, 236, 249, 284, 317),
        *(325, 409, 495, 512, 557, 563, 576, 610, 613, 649),
    ),
    BAKERS_DOZEN: tuple(range(1, 21)),
    FULL_MIDNIGHT_OIL: tuple(range(1, 21)),
}
"""The first twenty winnable deals of each variant."""

XPAT2_TITLES = {
    FREECELL.name: "xpat2 FreeCell",
    MIDNIGHT_OIL.name: "Midnight Oil",
    FULL_MIDNIGHT_OIL.name: "Full Midnight Oil",
    BAKERS_DOZEN.name: "Baker's Dozen",
}

FAMOUS_DEALS = {
    **{f"ms-{number}": "" for number in range(1, 11)},
    "ms-617": "famously hard",
    "ms-11982": "no solution",
    "ms-1941-free": "keep cards back",
}

_XPAT2 = re.compile(r"([a-z]+)\.([0-9]{1,12}|random)(-free|-forced|-back)?", re.IGNORECASE)
_LINE = re.compile(r"\s*([-A-Z0-9]{1,3}\s+){4}\|")
_MICROSOFT = re.compile(r"ms-([0-9]{1,12}|random)(-free|-forced|-back)?", re.IGNORECASE)


def variant_title(variant: Variant) -> str:
    """Return the title of xpat2's deals of a variant, such as "Midnight Oil".

    "FreeCell" alone means Microsoft's deals, as in other programs.
    """
    return XPAT2_TITLES.get(variant.name, variant.name)


def _rule_suffix(suffix: str | None) -> str:
    """Return a suffix normalized to "-free", "-back" or, for the default rules, ""."""
    suffix = (suffix or "").lower()
    return "" if suffix == FORCED_SUFFIX else suffix


def _title_suffix(rule_suffix: str, variant: Variant) -> str:
    """Return the part of a title that names the rules; "" for the default rules of the app."""
    if variant.has_chances:
        return ", no autoplay" if rule_suffix else ""
    rules = RULE_TITLES[(rule_suffix or FORCED_SUFFIX).removeprefix("-")]
    return f", {rules}" if rules else ""


class _DealName(NamedTuple):
    """The parts of the name of a deal.

    Attributes:
        variant: The variant; None for a deal of Microsoft FreeCell.
        number: The number, or "random".
        rule_suffix: "-free", "-back" or, for the default rules, "".
    """

    variant: Variant | None
    number: str
    rule_suffix: str


def _parse_name(name: str) -> _DealName | None:
    """Return the parts of the name of a deal; None if it is the name of none."""
    if match := _MICROSOFT.fullmatch(name):
        return _DealName(None, match[1], _rule_suffix(match[2]))
    match = _XPAT2.fullmatch(name)
    variant = find_variant(match[1]) if match else None
    return _DealName(variant, match[2], _rule_suffix(match[3])) if match and variant else None


def _deal_title(variant: Variant | None, number: int, rule_suffix: str) -> str:
    """Return the title of a deal of xpat2, or of Microsoft's for None."""
    rules = _title_suffix(rule_suffix, variant or FREECELL)
    return f"{variant_title(variant) if variant else FREECELL.name} {number}{rules}"


def _parse_number(text: str, numbers: range) -> int:
    return random.choice(numbers) if text.lower() == "random" else int(text)


def _variant_with_rules(variant: Variant, rule_suffix: str) -> Variant:
    """Return the variant in which cards may return from the foundation, for the suffix "-back".

    Raises:
        ValueError: There is no such variant.
    """
    if rule_suffix != "-back":
        return variant
    if variant.name not in RETURN_VARIANTS:
        raise ValueError(
            f"cards come back in {' and '.join(RETURN_VARIANTS)} only, not in {variant.name}"
        )
    return RETURN_VARIANTS[variant.name]


def _microsoft_deal(number: int, rule_suffix: str) -> Puzzle:
    if number not in MICROSOFT_NUMBERS:
        raise ValueError(f"found Microsoft deal {number}, expected 1 to {MICROSOFT_NUMBERS[-1]:,}")
    variant = _variant_with_rules(FREECELL, rule_suffix)
    game = PatienceGame.from_row_deal(variant, deal_microsoft(number), normalise=not rule_suffix)
    name = f"ms-{number}{rule_suffix}"
    title = _deal_title(None, number, rule_suffix)
    return Puzzle(name, game, title, "deal of Microsoft FreeCell")


def _recognise_variant(line: str) -> Variant:
    """Return the variant of a position in one-line notation.

    If several variants have the same number of columns, the number of parts decides.

    Raises:
        NotationError: No variant has that number of columns.
    """
    column_count, part_count = line.count("/") + 1, line.count("|") + 1
    candidates = [v for v in VARIANTS.values() if len(v.column_sizes) == column_count]
    for variant in candidates:
        if len(position_parts(variant)) == part_count:
            return variant
    if candidates:
        return candidates[0]
    counts = ", ".join(str(len(variant.column_sizes)) for variant in VARIANTS.values())
    raise NotationError(f"found {column_count} columns, expected one of {counts}")


def _write_layout(game: AnyGame, position: Hashable) -> str:
    variant = cast(PatienceGame, game).variant
    # any other variant is recognised by the numbers of columns and of reshuffles left
    name = f"{variant.name}\n" if variant.can_return else ""
    return name + layout_text(cast(Position, position))


def _write_permutation(game: AnyGame, position: Hashable) -> str:
    return permutation_text(cast(PatienceGame, game), cast(Position, position))


POSITION_FORMATS: dict[str, PositionWriter] = {
    "pysol": _write_layout,
    "line": write_line,
    "permutation": _write_permutation,
}


def write_solution(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    """Return a solution file: one move on each line, without column and cell numbers."""
    return "".join(move_text(_without_numbered_place(cast(Move, move))) + "\n" for move in moves)


def _without_numbered_place(move: Move) -> Move:
    """Return a move with the first free cell or empty column in place of a particular one."""
    card, destination = move
    if destination >= FREE_CELL_OFFSET:
        return card, FREE_CELL
    return card, EMPTY_COLUMN if destination >= EMPTY_COLUMN_OFFSET else destination


SERIES_TITLE = "Random deal or a number"

SOLUTION_FORMATS: dict[str, SolutionWriter] = {"moves": write_solution}


class PatienceCollection(Collection):
    """Deals by their numbers in xpat2 and in Microsoft FreeCell."""

    example = "FreeCell.1"
    first = "ms-1"
    numbered_series = (*(f"{variant}.N" for variant in VARIANTS), "ms-N")
    abbreviations = MappingProxyType(
        {
            FREECELL.name: FREECELL.alias,  # Microsoft's deals
            **{variant_title(variant): variant.alias for variant in VARIANTS.values()},
        }
    )
    daily_prefix = "patience"
    is_endless = True
    title_needs_family = False
    sharing = PatienceSharing()
    position_formats = POSITION_FORMATS
    solution_formats = SOLUTION_FORMATS

    def game_title(self, spec: Mapping[str, Any]) -> str:
        """Return the variant, "Midnight Oil"; xpat2's and Microsoft's FreeCell are one game."""
        variant = find_variant(str(spec.get("variant")))
        if not variant or variant is FREECELL:
            return FREECELL.name if variant else ""
        return variant_title(variant)

    def entries(self) -> Iterator[Entry]:
        """Yield Microsoft's deals, the first winnable deals of each variant, and the daily one."""
        yield Entry(
            "ms-N", SERIES_TITLE, FREECELL.name, f"Microsoft, 1 to {MICROSOFT_NUMBERS[-1]:,}"
        )
        for name, detail in FAMOUS_DEALS.items():
            deal = name.removeprefix("ms-").removesuffix(FREE_SUFFIX)
            yield Entry(name, f"{FREECELL.name} {deal}", FREECELL.name, detail)
        for variant in VARIANTS.values():
            title = variant_title(variant)
            yield Entry(f"{variant.name}.N", SERIES_TITLE, title, "xpat2, 1 to 999,999,999")
            for seed in WINNABLE_DEALS[variant]:
                yield Entry(f"{variant.name}.{seed}", f"{title} {seed}", title)
        yield daily.todays_entry("patience", self._daily_deal(daily.today()).title)

    def find(self, name: str) -> Puzzle | None:
        """Return a deal by name."""
        if day := daily.parse_day(name, "patience"):
            return daily.as_daily(self._daily_deal(day), "patience", day)
        deal = _parse_name(name)
        if not deal:
            return None
        variant, rule_suffix = deal.variant, deal.rule_suffix
        if not variant:
            return _microsoft_deal(_parse_number(deal.number, MICROSOFT_NUMBERS), rule_suffix)
        seed = _parse_number(deal.number, XPAT2_SEEDS)
        rules = _variant_with_rules(variant, rule_suffix)
        game = PatienceGame.from_deal(rules, deal_xpat2(seed), normalise=not rule_suffix, seed=seed)
        title = _deal_title(variant, seed, rule_suffix)
        return Puzzle(f"{variant.name}.{seed}{rule_suffix}", game, title, "deal of xpat2")

    def title_for_name(self, name: str) -> str:
        """Return the title of a deal."""
        deal = _parse_name(name)
        if not deal or not deal.number.isdigit():
            return ""
        return _deal_title(deal.variant, int(deal.number), deal.rule_suffix)

    def difficulty_measure(self, puzzle: AnyGame | str) -> DifficultyMeasure | None:
        """Return the forgiveness, for FreeCell, Seahaven and Midnight Oil."""
        if isinstance(puzzle, str):
            return measure_of(daily.name_in_data(puzzle, "patience"))
        return measure_of(cast(PatienceGame, puzzle))

    def known_difficulty(self, name: str) -> Difficulty | None:
        """Return the bundled difficulty of a deal of the catalogue or a daily deal."""
        deal = standard_name(daily.name_in_data(name, "patience"))
        measure = measure_of(deal) if deal else None
        value = bundled_value(deal) if deal else None
        return measure.difficulty(value) if measure and value is not None else None

    def shortest_known(self, name: str) -> int | None:
        """Return the moves of the stored solution of a deal; None if there is none."""
        return shortest_known(name)

    def shortest_solution(self, puzzle: Puzzle) -> Sequence[Hashable]:
        """Return the moves of the stored solution of a deal; () if there is none."""
        return shortest_known_solution(puzzle.name)

    def recognises(self, text: str) -> bool:
        """Return True if a text is a layout, a permutation or a position in one line."""
        return _LINE.match(text) is not None or is_layout(text) or is_permutation(text)

    def read(self, text: str, path: Path | None) -> Puzzle:
        """Return the deal in a layout, a permutation, or the one-line notation of a position.

        The variant is recognised by the columns, or by the name below a permutation.
        """
        name = file_title(path)
        if is_permutation(text):
            game = parse_permutation(text)
            return Puzzle(name, game, name, game.variant.name)
        if _LINE.match(text):
            variant = _recognise_variant(text)
            position = parse_position(variant, text)
        else:
            variant, position = parse_layout(text)
        game = PatienceGame(variant, position, normalise=not variant.can_return)
        return Puzzle(name, game, name, variant.name)

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """Return the moves in a file: one on each line, or any number in standard notation.

        The standard notation, which fc-solve writes, names columns and cells: "3a 45 2h".
        """
        numbered_lines = ((n, line.strip()) for n, line in enumerate(text.splitlines(), 1))
        lines = [(number, line) for number, line in numbered_lines if line]
        if not lines or is_single_move(lines[0][1]):
            for number, line in lines:
                if not is_single_move(line):
                    raise NotationError(
                        f"found {short_repr(line)}, expected <card> <destination> such as 33 38",
                        number,
                    )
            return [line for _, line in lines]
        for number, line in lines:
            for word in line.split():
                if not is_standard_move(word):
                    raise NotationError(
                        f"found {short_repr(word)}, expected moves such as 33 38, or 3a 45 2h",
                        number,
                    )
        return [word for _, line in lines for word in line.split()]

    def _daily_deal(self, day: date) -> Puzzle:
        puzzle = self.find(name_in_app(self.daily_deal_name(day)))
        assert puzzle
        return puzzle

    def daily_deal_name(self, day: date) -> str:
        """Return the name of the deal that the daily puzzle of a day is."""
        return daily.line_for("patience", day)

    def name_opened_in_app(self, name: str) -> str:
        """Return the name of a deal with the suffix of the rules by which the app plays it.

        The name of a deal that does not exist stays, so that errors name what was typed.
        """
        deal = _parse_name(name)
        if deal and deal.number.isdigit():
            numbers = XPAT2_SEEDS if deal.variant else MICROSOFT_NUMBERS
            if int(deal.number) not in numbers:
                return name
        return name_in_app(name)

    def entry_listed_in_app(self, entry: Entry) -> Entry:
        """Return an entry of the catalogue with the name under which the app opens it.

        The shortest solution known is for the rules by which the app plays it.
        """
        entry = entry_in_app(entry)
        return entry._replace(shortest_known=shortest_known(entry.name) or 0)

    def draw(self, game: AnyGame, position: Hashable) -> "Picture":
        """Return the picture of a position."""
        from ludoscope.puzzles.patience.pictures import draw_position

        return draw_position(cast(PatienceGame, game), cast(Position, position))

    def describe_move(self, game: AnyGame, position: Hashable, move: Hashable) -> str:
        """Return a move with the names of its cards."""
        from ludoscope.puzzles.patience.pictures import describe_move

        return describe_move(cast(Move, move))

    def make_daily_lines(self, seed: int) -> Iterator[str]:
        """Generate the lines of the list of daily deals."""
        from ludoscope.puzzles.patience.dailies import daily_deal_names

        return daily_deal_names(seed)

    def trainer(self) -> "Trainer":
        """Return how positions for training are made."""
        from ludoscope.puzzles.patience.trainer import PatienceTrainer

        return PatienceTrainer()

    def bench_suite(self) -> "Sequence[Suite]":
        """Return the sets of puzzles that the command `bench` measures."""
        from ludoscope.puzzles.bench.suites import PATIENCE_SUITES

        return PATIENCE_SUITES
