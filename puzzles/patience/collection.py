"""Patience: catalogue and files.

    FreeCell.123456, fc.123456   a deal of xpat2; Seahaven (st), MidnightOil (mo), BakersDozen (bd),
                                 FullMidnightOil (fmo)
    ms-11982                     a deal of Microsoft FreeCell
    fc.random, ms-random         a random deal
    patience-daily               a deal with a solution
    …-free                       the same deal, where going home is a move
    …-forced                     the same as without it: every card goes home at once
    …-back                       the same, and cards may return from the foundation: FreeCell,
                                 Baker's Dozen

A solution file has one move on each line, `<card> <destination>`, or R for a reshuffle.
"""

import random
import re
from collections.abc import Hashable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame, NotationError
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
    CELL_OFFSET,
    COLUMN_OFFSET,
    EMPTY_COLUMN,
    FREE_CELL,
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
from ludoscope.puzzles.patience.rule_suffixes import (
    FORCED_SUFFIX,
    FREE_SUFFIX,
    to_app_entry,
    to_app_name,
)
from ludoscope.puzzles.patience.sharing import PatienceSharing
from ludoscope.puzzles.puzzle import Entry, Puzzle

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Work

MICROSOFT = range(1, 1_000_001)

WINNABLE = {
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

PRINTED = {
    MIDNIGHT_OIL.name: "Midnight Oil",
    FULL_MIDNIGHT_OIL.name: "Full Midnight Oil",
    BAKERS_DOZEN.name: "Baker's Dozen",
}

FAMOUS = {
    **{f"ms-{number}": "" for number in range(1, 11)},
    "ms-617": "hard",
    "ms-11982": "no solution",
    "ms-1941-free": "keep cards back",
}

_XPAT2 = re.compile(r"([a-z]+)\.([0-9]{1,12}|random)(-free|-forced|-back)?", re.IGNORECASE)
_LINE = re.compile(r"\s*([-A-Z0-9]{1,3}\s+){4}\|")
_MICROSOFT = re.compile(r"ms-([0-9]{1,12}|random)(-free|-forced|-back)?", re.IGNORECASE)


def title_of(variant: Variant) -> str:
    """The name of the variant as it is printed in books."""
    return PRINTED.get(variant.name, variant.name)


def _way(suffix: str | None) -> str:
    """ "", "-free" or "-back"."""
    way = (suffix or "").lower()
    return "" if way == FORCED_SUFFIX else way


def _said(way: str, variant: Variant) -> str:
    """What a title says of the way: nothing of the usual one."""
    if variant.has_chances:
        return way
    return {"": " forced", FREE_SUFFIX: ""}.get(way, way)


def _number(text: str, offered: range) -> int:
    return random.choice(offered) if text.lower() == "random" else int(text)


def _ruled(variant: Variant, way: str) -> Variant:
    """The variant with the rules of a suffix; ValueError when it is not played with these."""
    if way != "-back":
        return variant
    if variant.name not in RETURN_VARIANTS:
        raise ValueError(
            f"cards come back in {' and '.join(RETURN_VARIANTS)} only, not in {variant.name}"
        )
    return RETURN_VARIANTS[variant.name]


def _microsoft(number: int, way: str) -> Puzzle:
    if number not in MICROSOFT:
        raise ValueError(f"found Microsoft deal {number}, expected 1 to {MICROSOFT[-1]:,}")
    rules = _ruled(FREECELL, way)
    game = PatienceGame.from_row_deal(rules, deal_microsoft(number), normalise=not way)
    name = f"ms-{number}{way}"
    title = _microsoft_title(f"{number}{_said(way, FREECELL)}")
    return Puzzle(name, game, title, "deal of Microsoft FreeCell")


def _microsoft_title(deal: str) -> str:
    return f"Microsoft FreeCell {deal}"


def _variant_of(line: str) -> Variant:
    count, parts = line.count("/") + 1, line.count("|") + 1
    of_size = [variant for variant in VARIANTS.values() if count == len(variant.column_sizes)]
    for variant in sorted(of_size, key=lambda variant: len(position_parts(variant)) != parts):
        return variant
    counts = ", ".join(str(len(variant.column_sizes)) for variant in VARIANTS.values())
    raise NotationError(f"found {count} columns, expected one of {counts}")


def _write_layout(game: AnyGame, position: Hashable) -> str:
    variant = cast(PatienceGame, game).variant
    # the other variants follow from the number of columns and the chances
    name = f"{variant.name}\n" if variant.can_return else ""
    return name + layout_text(cast(Position, position))


def _write_permutation(game: AnyGame, position: Hashable) -> str:
    return permutation_text(cast(PatienceGame, game), cast(Position, position))


WRITERS: dict[str, PositionWriter] = {
    "pysol": _write_layout,
    "line": write_line,
    "permutation": _write_permutation,
}


def write_solution(game: AnyGame, moves: Sequence[Hashable]) -> str:
    """One move on each line, without the choice among several empty places."""
    return "".join(move_text(_plain(cast(Move, move))) + "\n" for move in moves)


def _plain(move: Move) -> Move:
    card, dest = move
    if dest >= CELL_OFFSET:
        return card, FREE_CELL
    return card, EMPTY_COLUMN if dest >= COLUMN_OFFSET else dest


SOLUTIONS: dict[str, SolutionWriter] = {"moves": write_solution}


class PatienceCollection(Collection):
    """Deals by xpat2 and Microsoft numbers."""

    example = "FreeCell.1"
    daily_prefix = "patience"
    is_endless = True
    title_needs_family = False
    sharing = PatienceSharing()
    position_formats = WRITERS
    solution_formats = SOLUTIONS

    def entries(self) -> Iterator[Entry]:
        """Yield each variant with its first winnable deals, then deals by Microsoft numbers."""
        for variant in VARIANTS.values():
            ways = ", -free, -back" if variant.name in RETURN_VARIANTS else ", -free"
            title = title_of(variant)
            yield Entry(f"{variant.name}.N", "any deal", title, f"1 to 999,999,999{ways}")
            for seed in WINNABLE[variant]:
                yield Entry(f"{variant.name}.{seed}", f"{title} {seed}", title)
        yield Entry("ms-N", "any deal", "Microsoft", f"1 to {MICROSOFT[-1]:,}, -free, -back")
        for name, detail in FAMOUS.items():
            yield Entry(
                name,
                _microsoft_title(name.removeprefix("ms-").removesuffix(FREE_SUFFIX)),
                "Microsoft",
                detail,
            )
        yield daily.entry("patience", self._daily_deal(daily.today()).title)

    def find(self, name: str) -> Puzzle | None:
        """Return a deal by name."""
        if day := daily.day_of(name, "patience"):
            return daily.named(self._daily_deal(day), "patience", day)
        if match := _MICROSOFT.fullmatch(name):
            return _microsoft(_number(match[1], MICROSOFT), _way(match[2]))
        match = _XPAT2.fullmatch(name)
        variant = find_variant(match[1]) if match else None
        if not match or not variant:
            return None
        seed, way = _number(match[2], XPAT2_SEEDS), _way(match[3])
        rules = _ruled(variant, way)
        game = PatienceGame.from_deal(rules, deal_xpat2(seed), normalise=not way, seed=seed)
        title = f"{title_of(variant)} {seed}{_said(way, variant)}"
        return Puzzle(f"{variant.name}.{seed}{way}", game, title, "deal of xpat2")

    def recognises(self, text: str) -> bool:
        """Return True if a text is a layout, a permutation or a position in one line."""
        return _LINE.match(text) is not None or is_layout(text) or is_permutation(text)

    def read(self, text: str, path: Path | None) -> Puzzle:
        """A layout, a permutation, or a position as `text` of the game writes it.

        The variant follows from the columns, or from the name below a permutation.
        """
        name = path.name if path else "standard input"
        if is_permutation(text):
            game = parse_permutation(text)
            return Puzzle(name, game, name, game.variant.name)
        if _LINE.match(text):
            variant = _variant_of(text)
            position = parse_position(variant, text)
        else:
            variant, position = parse_layout(text)
        game = PatienceGame(variant, position, normalise=not variant.can_return)
        return Puzzle(name, game, name, variant.name)

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """A move on each line, or the moves by place of fc-solve, any number on a line."""
        lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines or is_single_move(lines[0][1]):
            for number, line in lines:
                if not is_single_move(line):
                    raise NotationError(
                        f"found {line[:30]!r}, expected <card> <destination> such as 33 38", number
                    )
            return [line for _, line in lines]
        for number, line in lines:
            for word in line.split():
                if not is_standard_move(word):
                    raise NotationError(
                        f"found {word[:20]!r}, expected moves such as 33 38, or 3a 45 2h", number
                    )
        return [word for _, line in lines for word in line.split()]

    def _daily_deal(self, day: date) -> Puzzle:
        puzzle = self.find(to_app_name(daily.of("patience", day)))
        assert puzzle
        return puzzle

    def app_name(self, name: str) -> str:
        """Return the name of a deal by the rules that the app plays."""
        return to_app_name(name)

    def app_entry(self, entry: Entry) -> Entry:
        """Return a line of the catalogue with the name that the app opens."""
        return to_app_entry(entry)

    def make_daily_lines(self, seed: int) -> Iterator[str]:
        """Make the lines of the list of daily deals."""
        from ludoscope.puzzles.patience.dailies import lines

        return lines(seed)

    def bench_suite(self) -> "Sequence[Work]":
        """Return the rows of the command `bench`."""
        from ludoscope.puzzles.bench.suites import PATIENCE

        return PATIENCE
