"""Text format of fc-solve and PySol: a line of cards for each column, bottom to top.

    Foundations: H-0 C-2 D-0 S-0
    Freecells: 3C - 2S
    : 4S 2H 9C
    :
    : QD 10H KS

A game with reshuffles or raises has the header `Chances: 17 RR^` for those left, as in the line
notation. The headers, the colons and empty columns at the end are optional. The first line may name
the game (`Seahaven`, `Game: Midnight Oil`, `FreeCell-back`); otherwise it follows from the number
of columns. Blank lines and lines that begin with # are ignored.
"""

import re

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.patience.cards import (
    DECK_SIZE,
    KING,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    card_name,
    parse_card,
)
from ludoscope.games.patience.notation import chances_text, parse_chances
from ludoscope.games.patience.position import NO_CARD, Chances, Column, Position, position_error
from ludoscope.games.patience.variants import FREECELL, VARIANTS, Variant, find_variant

_HEADER = re.compile(r"(game|foundations|founds|freecells|fc|chances)\s*:(.*)", re.IGNORECASE)
_GAME_LINE = re.compile(r"(?:game\s*:)?\s*([A-Z][A-Z'’ -]*)", re.IGNORECASE | re.ASCII)
_FOUNDATION = re.compile(f"([{SUITS}])-([0-9]{{1,2}}|[{RANKS}])", re.IGNORECASE | re.ASCII)
_FOUNDATION_ORDER = "HCDS"  # as fc-solve writes it


def layout_text(position: Position) -> str:
    """Return the text of a position, ending in a newline."""
    columns, cells, foundation, chances = position
    counts = [f"{suit}-{foundation[SUITS.index(suit)]}" for suit in _FOUNDATION_ORDER]
    lines = ["Foundations: " + " ".join(counts)]
    if cells:
        lines.append("Freecells: " + " ".join("-" if c == NO_CARD else card_name(c) for c in cells))
    if chances:
        lines.append(f"Chances: {chances_text(chances)}")
    lines += [" ".join([":", *map(card_name, column)]) for column in columns]
    return "\n".join(lines) + "\n"


def is_layout(text: str) -> bool:
    """Return True if a line of the text names a game, is a header or lists cards."""
    return any(
        _variant_named(line) or _HEADER.fullmatch(line.strip()) or _is_card_list(line)
        for line in text.splitlines()
    )


def _is_card_list(line: str) -> bool:
    names = line.removeprefix(":").split()
    return len(names) > 1 and all(
        len(name) in (2, 3) and name[-1] in SUITS + SUIT_SYMBOLS for name in names
    )


def _variant_named(line: str) -> Variant | None:
    """Return the variant that a line names, ignoring spaces, quotes and hyphens."""
    match = _GAME_LINE.fullmatch(line.strip())
    if not match:
        return None
    return find_variant("".join(letter for letter in match[1] if letter.isalpha()))


def parse_layout(text: str) -> tuple[Variant, Position]:
    """Return the variant and the position of a text.

    Raises:
        NotationError: If the text is malformed; it has the number of the line.
    """
    parser = _Parser()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            parser.line_number = number
            parser.parse_line(line.strip())
    return parser.finish()


class _Parser:
    """The parts of a position that have been parsed up to line `line_number`."""

    def __init__(self) -> None:
        self.line_number = 1
        self._variant: Variant | None = None
        self._columns: list[Column] = []
        self._cells: Column = ()
        self._cells_line_number = 1
        self._foundation = [0, 0, 0, 0]
        self._chances: Chances | None = None
        self._placed_cards: set[int] = set()

    def parse_line(self, line: str) -> None:
        """Parse a line that is not blank, without the white space around it."""
        variant = None if self._columns else _variant_named(line)
        header = _HEADER.fullmatch(line)
        if variant:
            self._variant = variant
            return
        if not header:
            self._parse_column(line)
            return
        key, value = header[1].lower(), header[2]
        if key == "game":
            names = ", ".join(VARIANTS)
            raise self._error(
                f"found the game {short_repr(value.strip())}, expected one of {names}"
            )
        if key in ("foundations", "founds"):
            self._parse_foundation(value.split())
        elif key == "chances":
            try:
                self._chances = parse_chances(value)
            except NotationError as error:
                raise self._error(str(error)) from error
        else:
            self._cells_line_number = self.line_number
            self._cells = tuple(
                NO_CARD if name == "-" else self._parse_card(name) for name in value.split()
            )

    def _error(self, message: str) -> NotationError:
        return NotationError(message, self.line_number)

    def _parse_card(self, name: str) -> int:
        card = parse_card(name, self.line_number)
        self._place(card)
        return card

    def _place(self, card: int) -> None:
        if card in self._placed_cards:
            raise self._error(f"found {card_name(card)} a second time")
        self._placed_cards.add(card)

    def _parse_column(self, line: str) -> None:
        names = line.removeprefix(":").split()
        column = () if names == ["-"] else tuple(self._parse_card(name) for name in names)
        self._columns.append(column)
        if self._variant and len(self._columns) > len(self._variant.column_sizes):
            count = len(self._variant.column_sizes)
            raise self._error(f"found one column more, {self._variant.name} has {count}")

    def _parse_foundation(self, tokens: list[str]) -> None:
        for token in tokens:
            match = _FOUNDATION.fullmatch(token)
            if not match:
                raise self._error(
                    f"found {short_repr(token)}, expected a suit and a count such as H-0"
                )
            suit, top_rank = SUITS.find(match[1].upper()), match[2].upper()
            count = RANKS.find(top_rank) + 1 if top_rank in "ATJQK" else int(top_rank)
            if suit < 0 or count > KING:
                raise self._error(f"found {token}, expected a suit and a count of 0 to {KING}")
            for rank in range(count):
                self._place(4 * rank + suit)
            self._foundation[suit] = count

    def finish(self) -> tuple[Variant, Position]:
        """Return the variant and the position after the last line."""
        variant = self._variant or self._variant_by_columns()
        if len(self._cells) > variant.cells:
            self.line_number = self._cells_line_number
            raise self._error(f"found {len(self._cells)} cells, {variant.name} has {variant.cells}")
        cells = self._cells + (NO_CARD,) * (variant.cells - len(self._cells))
        columns = self._columns + [()] * (len(variant.column_sizes) - len(self._columns))
        position = Position(tuple(columns), cells, tuple(self._foundation), self._chances)
        if error := position_error(variant, position):
            raise self._error(error)
        return variant, position

    def _variant_by_columns(self) -> Variant:
        """Return the variant with this number of columns; FreeCell if there are fewer."""
        count = len(self._columns)
        if not self._placed_cards:
            raise self._error(f"found no cards, expected {DECK_SIZE}")
        for variant in VARIANTS.values():
            if count == len(variant.column_sizes) and variant.has_chances == bool(self._chances):
                return variant
        if count > len(FREECELL.column_sizes):
            counts = ", ".join(f"{len(v.column_sizes)} ({v.name})" for v in VARIANTS.values())
            raise self._error(f"found {count} columns, expected {counts}")
        return FREECELL
