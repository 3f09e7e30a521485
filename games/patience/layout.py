"""The text format of fc-solve and PySol: a line of cards for each column, bottom to top.

    Foundations: H-0 C-2 D-0 S-0
    Freecells: 3C - 2S
    : 4S 2H 9C
    :
    : QD 10H KS

A game with chances has the header `Chances: 17 RR^` for those left, as in the line notation. The
headers, the colons and empty columns at the end are optional. The first line may name the game
(`Seahaven`, `Game: Midnight Oil`, `FreeCell-back`); otherwise it follows from the number of
columns. Blank lines and lines that begin with # are ignored.
"""

import re

from ludoscope.games.errors import NotationError
from ludoscope.games.patience.cards import DECK, KING, RANKS, SUITS, card_name, read_card
from ludoscope.games.patience.notation import chances_text, read_chances
from ludoscope.games.patience.position import NONE, Chances, Column, Position, fault
from ludoscope.games.patience.variants import FREECELL, VARIANTS, Variant, find_variant

_HEADER = re.compile(r"(game|foundations|founds|freecells|fc|chances)\s*:(.*)", re.IGNORECASE)
_HOME = re.compile(f"([{SUITS}])-([0-9]{{1,2}}|[{RANKS}])", re.IGNORECASE)
_SUITS_WRITTEN = "HCDS"  # the order that fc-solve writes


def layout_text(position: Position) -> str:
    """The text of a position, ending in a newline."""
    columns, cells, foundation, chances = position
    home = [f"{suit}-{foundation[SUITS.index(suit)]}" for suit in _SUITS_WRITTEN]
    lines = ["Foundations: " + " ".join(home)]
    if cells:
        lines.append("Freecells: " + " ".join("-" if c == NONE else card_name(c) for c in cells))
    if chances:
        lines.append(f"Chances: {chances_text(chances)}")
    lines += [" ".join([":", *map(card_name, column)]) for column in columns]
    return "\n".join(lines) + "\n"


def is_layout(text: str) -> bool:
    """Whether a text looks like this format: it names a game, has a header or lists cards."""
    return any(
        _named_variant(line) or _HEADER.fullmatch(line.strip()) or _lists_cards(line)
        for line in text.splitlines()
    )


def _lists_cards(line: str) -> bool:
    words = line.removeprefix(":").split()
    return len(words) > 1 and all(len(w) in (2, 3) and w[-1] in SUITS + "♣♠♥♦" for w in words)


def _named_variant(line: str) -> Variant | None:
    name = line.strip().lower().removeprefix("game:")
    return find_variant("".join(letter for letter in name if letter.isalpha()))


def read_layout(text: str) -> tuple[Variant, Position]:
    """(variant, position) of a text; NotationError with the line when it is malformed."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line = number
            reader.read(line.strip())
    return reader.finish()


class _Reader:
    """What has been read up to line number `line`."""

    def __init__(self) -> None:
        self.line = 1
        self.variant: Variant | None = None
        self.columns: list[Column] = []
        self.cells: Column = ()
        self.cells_line = 1
        self.foundation = [0, 0, 0, 0]
        self.chances: Chances | None = None
        self.seen: set[int] = set()

    def read(self, line: str) -> None:
        variant = None if self.columns else _named_variant(line)
        header = _HEADER.fullmatch(line)
        if variant:
            self.variant = variant
        elif not header:
            self._read_column(line)
        elif header[1].lower() == "game":
            names = ", ".join(VARIANTS)
            raise self._error(f"found the game {header[2].strip()[:30]!r}, expected one of {names}")
        elif header[1].lower().startswith("found"):
            self._read_foundation(header[2].split())
        elif header[1].lower() == "chances":
            try:
                self.chances = read_chances(header[2])
            except NotationError as error:
                raise self._error(str(error)) from error
        else:
            self.cells_line = self.line
            self.cells = tuple(NONE if w == "-" else self._card(w) for w in header[2].split())

    def _error(self, sentence: str) -> NotationError:
        return NotationError(sentence, self.line)

    def _card(self, word: str) -> int:
        card = read_card(word, self.line)
        self._add(card)
        return card

    def _add(self, card: int) -> None:
        if card in self.seen:
            raise self._error(f"found {card_name(card)} a second time")
        self.seen.add(card)

    def _read_column(self, line: str) -> None:
        words = line.removeprefix(":").split()
        column = () if words == ["-"] else tuple(self._card(word) for word in words)
        self.columns.append(column)
        if self.variant and len(self.columns) > len(self.variant.dealt):
            count = len(self.variant.dealt)
            raise self._error(f"found one column more, {self.variant.name} has {count}")

    def _read_foundation(self, words: list[str]) -> None:
        for word in words:
            home = _HOME.fullmatch(word)
            if not home:
                raise self._error(f"found {word[:20]!r}, expected a suit and a count such as H-0")
            suit, top = SUITS.find(home[1].upper()), home[2].upper()
            count = RANKS.find(top) + 1 if top in "ATJQK" else int(top)
            if suit < 0 or count > KING:
                raise self._error(f"found {word}, expected a suit and a count of 0 to {KING}")
            for rank in range(count):
                self._add(4 * rank + suit)
            self.foundation[suit] = count

    def finish(self) -> tuple[Variant, Position]:
        variant = self.variant or self._guessed_variant()
        if len(self.cells) > variant.cells:
            self.line = self.cells_line
            raise self._error(f"found {len(self.cells)} cells, {variant.name} has {variant.cells}")
        cells = self.cells + (NONE,) * (variant.cells - len(self.cells))
        columns = self.columns + [()] * (len(variant.dealt) - len(self.columns))
        position = Position(tuple(columns), cells, tuple(self.foundation), self.chances)
        if sentence := fault(variant, position):
            raise self._error(sentence)
        return variant, position

    def _guessed_variant(self) -> Variant:
        count = len(self.columns)
        if not self.seen:
            raise self._error(f"found no cards, expected {DECK}")
        for variant in VARIANTS.values():
            if count == len(variant.dealt) and variant.chancy == bool(self.chances):
                return variant
        if count > len(FREECELL.dealt):
            counts = ", ".join(f"{len(v.dealt)} ({v.name})" for v in VARIANTS.values())
            raise self._error(f"found {count} columns, expected {counts}")
        return FREECELL
