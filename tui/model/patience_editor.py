"""The table of patience in the editor: any cards in any places, also missing and double ones.

Cards are entered in the order in which one reads a table, row by row or column by column.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.games.patience.cards import (
    DECK_SIZE,
    KING,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    card_label,
    card_of,
    parse_card,
    rank_of,
    suit_of,
)
from ludoscope.games.patience.deals import XPAT2_SEEDS
from ludoscope.games.patience.layout import parse_layout
from ludoscope.games.patience.notation import parse_chances, parse_position
from ludoscope.games.patience.permutation import is_permutation
from ludoscope.games.patience.position import NO_CARD, Chances, Column, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    FREECELL,
    RETURN_VARIANTS,
    VARIANTS,
    Variant,
    find_variant,
)
from ludoscope.puzzles import share
from ludoscope.puzzles.catalogue import collection
from ludoscope.tui.model.editor import BoardChoice, Editor
from ludoscope.tui.text import formatting

MAX_COLUMN_CARDS = DECK_SIZE
MAX_NAMED_CARDS = 10  # in a sentence; the rest is counted
_CARD = re.compile("(10|[2-9ATJQK])([CSHD♣♠♥♦])", re.IGNORECASE)
_CARDS = re.compile(f"(?:(?:{_CARD.pattern})[\\s,]*)+", re.IGNORECASE)
_HEADER = re.compile(r"(game|freecells|fc|foundations|founds|chances)\s*:(.*)", re.IGNORECASE)
_GAME_LINE = re.compile(r"(?:game\s*:)?\s*([A-Z][A-Z'’ -]*)", re.IGNORECASE | re.ASCII)
_FOUNDATION = re.compile(f"([{SUITS}])-(0?[0-9]|1[0-3]|[{RANKS}])", re.IGNORECASE | re.ASCII)
_LABEL = re.compile(r"(?:[0-9]{1,2})?\s*:")  # before the cards of a column


class Spot(NamedTuple):
    """A place for one card.

    Attributes:
        kind: What it belongs to.
        number: The number of the column, cell or suit, from 0.
        depth: In a column, the number of cards below; it may be one past the last card.
    """

    kind: Literal["cell", "column", "foundation"]
    number: int
    depth: int = 0


class TableState(NamedTuple):
    """The cards on a table.

    Attributes:
        variant: The game.
        position: The cards; any number of each.
        normalise: True if cards go to the foundation automatically.
    """

    variant: Variant
    position: Position
    normalise: bool


def empty_table(variant: Variant) -> TableState:
    """Return a table without cards, under the rules by which the app plays the variant."""
    chances = Chances(1, variant.reshuffles, variant.raises) if variant.has_chances else None
    columns: tuple[Column, ...] = ((),) * len(variant.column_sizes)
    position = Position(columns, (NO_CARD,) * variant.cells, (0, 0, 0, 0), chances)
    return TableState(variant, position, normalise=variant.has_chances)


class PatienceEditor(Editor[TableState]):
    """A position of patience that is being set up. The cursor is a `Spot`.

    Attributes:
        reads_rows: True if `put_next` goes on row by row, False for column by column.
    """

    family = "patience"

    def __init__(self, state: TableState | None = None, name: str = "") -> None:
        super().__init__(state or empty_table(FREECELL), Spot("column", 0), name)
        self.reads_rows = True

    @property
    def variant(self) -> Variant:
        return self.state.variant

    @property
    def position(self) -> Position:
        return self.state.position

    def _create_game(self) -> PatienceGame:
        return PatienceGame(self.variant, self.position, self.state.normalise)

    @property
    def dealt_sizes(self) -> tuple[int, ...]:
        """The number of cards dealt to each column when one deals row by row.

        In FreeCell the first four columns have seven cards, as players know it; xpat2 deals them
        to every other column.
        """
        return tuple(sorted(self.variant.column_sizes, reverse=True))

    def card_counts(self) -> Counter[int]:
        """Return how often each card is on the table, those on the foundation included."""
        columns, cells, foundation, _ = self.position
        counts = Counter(card for cards in (*columns, cells) for card in cards if card != NO_CARD)
        for suit, count in enumerate(foundation):
            counts.update(card_of(rank, suit) for rank in range(1, count + 1))
        return counts

    def missing_cards(self) -> list[int]:
        """Return the cards that are nowhere, sorted by suit."""
        counts = self.card_counts()
        return sorted((c for c in range(DECK_SIZE) if not counts[c]), key=_by_suit)

    def double_cards(self) -> list[int]:
        """Return the cards that are on the table more than once, sorted by suit."""
        return sorted((c for c, n in self.card_counts().items() if n > 1), key=_by_suit)

    def problems(self) -> Sequence[str]:
        problems = []
        if doubles := self.double_cards():
            problems.append(f"more than once: {_card_list(doubles)}")
        if missing := self.missing_cards():
            problems.append(f"missing: {_card_list(missing)}")
        if not problems:
            game = self._create_game()
            if game.is_won(self.position):
                problems.append("all cards are home already")
            elif game.is_won(game.start):
                problems.append("all cards go home by themselves")
        return problems

    def summary(self) -> str:
        count = sum(self.card_counts().values())
        return f"{_title(self.variant)}, {count} of {DECK_SIZE} cards"

    # Places

    def card_at(self, spot: Spot) -> int:
        """Return the card at a place, on a foundation the top one; NO_CARD if there is none."""
        columns, cells, foundation, _ = self.position
        if spot.kind == "cell":
            return cells[spot.number]
        if spot.kind == "foundation":
            count = foundation[spot.number]
            return card_of(count, spot.number) if count else NO_CARD
        column = columns[spot.number]
        return column[spot.depth] if spot.depth < len(column) else NO_CARD

    def clamp(self, spot: Spot) -> Spot:
        """Return the nearest place that exists: in a column, at most one past its last card."""
        if spot.kind != "column":
            return spot._replace(depth=0)
        card_count = len(self.position.columns[spot.number])
        return spot._replace(depth=max(0, min(spot.depth, card_count)))

    def next_spot(self, spot: Spot) -> Spot:
        """Return the place after this one in reading order, in which a card is still expected.

        A place with a card counts too, if it comes next in the same row or column. A column that
        has the number of cards that are dealt to it is complete, unless it is longer already.
        """
        sizes, columns = self.dealt_sizes, self.position.columns
        if spot.kind == "cell":
            return Spot("cell", min(spot.number + 1, self.variant.cells - 1))
        if spot.kind == "foundation":
            return Spot("foundation", min(spot.number + 1, len(SUITS) - 1))
        index, depth = spot.number, spot.depth
        if not self.reads_rows and depth + 1 != sizes[index]:
            return self.clamp(Spot("column", index, depth + 1))
        if self.reads_rows:
            for row in range(depth, max(*sizes, *map(len, columns)) + 1):
                for column in range(index + 1 if row == depth else 0, len(columns)):
                    is_dealt = row == len(columns[column]) and row < sizes[column]
                    if row < len(columns[column]) or is_dealt:
                        return Spot("column", column, row)
        else:
            for column in range(index + 1, len(columns)):
                if len(columns[column]) < sizes[column]:
                    return Spot("column", column, len(columns[column]))
        dealt_cells = DECK_SIZE - sum(sizes)
        free_cells = [i for i, c in enumerate(self.position.cells[:dealt_cells]) if c == NO_CARD]
        if free_cells and self.missing_cards():
            return Spot("cell", free_cells[0])
        return Spot("column", index, len(columns[index]))

    def free_spots(self) -> list[Spot]:
        """Return the places where a dealt card is still expected, in reading order."""
        sizes, (columns, cells, _, _) = self.dealt_sizes, self.position
        spots = [
            Spot("column", index, depth)
            for index, column in enumerate(columns)
            for depth in range(len(column), sizes[index])
        ]
        if self.reads_rows:
            spots.sort(key=lambda spot: spot.depth)
        dealt_cells = cells[: DECK_SIZE - sum(sizes)]
        free_cells = [index for index, card in enumerate(dealt_cells) if card == NO_CARD]
        return [*spots, *(Spot("cell", index) for index in free_cells)]

    def first_free_spot(self) -> Spot:
        """Return the first of `free_spots`, or the end of the last column if there is none."""
        last = len(self.position.columns) - 1
        end = Spot("column", last, len(self.position.columns[last]))
        return next(iter(self.free_spots()), end)

    # Changes

    def put(self, card: int, spot: Spot) -> None:
        """Put a card at a place, in place of the one there; on a foundation, all up to it.

        Raises:
            NotationError: The card is of another suit than the foundation.
        """
        self.change(self._with_card(self.state, card, spot), self.clamp(spot))

    def put_next(self, card: int) -> None:
        """Put a card at the cursor, and go on to the next place in reading order."""
        self._put_all([card])

    def _put_all(self, cards: Sequence[int]) -> None:
        """Put cards at the cursor and the places after it, as one change."""
        before, state = self.cursor, self.state
        spot = before
        scratch = PatienceEditor(state)
        scratch.reads_rows = self.reads_rows
        for card in cards:
            scratch.change(self._with_card(scratch.state, card, spot))
            spot = scratch.next_spot(spot)
        self.change(scratch.state, self.clamp_in(scratch.state, spot))

    def insert_next(self, card: int) -> None:
        """Put a card that was forgotten at the cursor, where the others make room for it.

        Row by row, the cards that follow move on by one place in reading order, up to the first
        free one; column by column, the cards after it in the column move down.
        """
        spot = self.clamp(self.cursor)
        if spot.kind != "column":
            self.put_next(card)
            return
        scratch = PatienceEditor(self.state)
        if self.reads_rows:
            following, place = card, spot
            while following != NO_CARD:
                displaced = scratch.card_at(place)
                scratch.change(self._with_card(scratch.state, following, place))
                following, place = displaced, scratch.next_spot(place)
        else:
            column = self.position.columns[spot.number]
            for depth, following in enumerate((card, *column[spot.depth :]), spot.depth):
                place = Spot("column", spot.number, depth)
                scratch.change(self._with_card(scratch.state, following, place))
        scratch.reads_rows = self.reads_rows
        self.change(scratch.state, scratch.next_spot(spot))

    @staticmethod
    def clamp_in(state: TableState, spot: Spot) -> Spot:
        """Return the nearest place that exists on another table."""
        return PatienceEditor(state).clamp(spot)

    def _with_card(self, state: TableState, card: int, spot: Spot) -> TableState:
        """Return a table with a card at a place; NO_CARD removes the one there."""
        position = state.position
        if spot.kind == "foundation":
            if card != NO_CARD and suit_of(card) != spot.number:
                suit = SUIT_SYMBOLS[spot.number]
                raise NotationError(f"{card_label(card)} does not go on the foundation of {suit}")
            count = 0 if card == NO_CARD else rank_of(card)
            foundation = _replaced(position.foundation, spot.number, count)
            return state._replace(position=position._replace(foundation=foundation))
        if spot.kind == "cell":
            cells = _replaced(position.cells, spot.number, card)
            return state._replace(position=position._replace(cells=cells))
        column = list(position.columns[spot.number])
        column[spot.depth : spot.depth + 1] = [] if card == NO_CARD else [card]
        if len(column) > MAX_COLUMN_CARDS:
            raise NotationError(f"a column has room for {MAX_COLUMN_CARDS} cards")
        columns = (
            *position.columns[: spot.number],
            tuple(column),
            *position.columns[spot.number + 1 :],
        )
        return state._replace(position=position._replace(columns=columns))

    def remove(self, spot: Spot) -> None:
        """Take a card away; of a foundation the top one. Cards above it in a column move up."""
        if spot.kind == "foundation":
            count = self.position.foundation[spot.number]
            card = card_of(count - 1, spot.number) if count > 1 else NO_CARD
            self.put(card, spot)
        else:
            self.put(NO_CARD, spot)

    def raise_foundation(self, suit: int) -> None:
        """Put the next card on a foundation."""
        count = self.position.foundation[suit]
        if count < KING:
            self.put(card_of(count + 1, suit), Spot("foundation", suit))

    def swap(self, spot: Spot, other: Spot) -> None:
        """Exchange the cards at two places; a card moves if the other place is empty.

        Raises:
            NotationError: One of the places is a foundation that has no room for the card.
        """
        here, there = self.card_at(spot), self.card_at(other)
        if "foundation" in (spot.kind, other.kind):
            self._move_to_foundation(spot, other)
            return
        state = self.state
        if there == NO_CARD:
            # first the removal, which may move the cards of the same column up
            other = self.clamp_in(self._with_card(state, NO_CARD, spot), other)
            state = self._with_card(self._with_card(state, NO_CARD, spot), here, other)
        else:
            state = self._with_card(self._with_card(state, there, spot), here, other)
        self.change(state, self.clamp_in(state, other))

    def _move_to_foundation(self, spot: Spot, other: Spot) -> None:
        """Move a card between a foundation and another place."""
        card = self.card_at(spot)
        if spot.kind == other.kind:
            raise NotationError("a card stays on the foundation of its suit")
        if other.kind == "foundation":
            state = self._with_card(self.state, card, other)
            state = self._with_card(state, NO_CARD, spot)
        else:
            below = card_of(rank_of(card) - 1, spot.number) if rank_of(card) > 1 else NO_CARD
            state = self._with_card(self.state, below, spot)
            spot_after = other._replace(
                depth=len(self.position.columns[other.number]) if other.kind == "column" else 0
            )
            state = self._with_card(state, card, spot_after)
        self.change(state, self.clamp_in(state, other))

    def clear(self) -> None:
        self.change(
            TableState(
                self.variant,
                empty_table(self.variant).position._replace(chances=self.position.chances),
                self.state.normalise,
            ),
            Spot("column", 0),
        )

    def fill(self) -> None:
        """Put the missing cards on the places where a card is still expected, in order."""
        state = self.state
        for card, spot in zip(self.missing_cards(), self.free_spots(), strict=False):
            state = self._with_card(state, card, spot)
        self.change(state)
        self.cursor = self.first_free_spot()

    def load(self, game: AnyGame, position: Position) -> None:
        assert isinstance(game, PatienceGame)
        self.change(TableState(game.variant, position, game.normalise), Spot("column", 0))

    def _is_puzzle_text(self, text: str) -> bool:
        # of lines of cards, `enter` refuses less and so has the more useful message
        return share.is_shared(text) or is_permutation(text) or "|" in text

    def _load_text(self, text: str) -> None:
        """Load a shared line, or a table under the rules by which the app plays the variant.

        In a file a table means that every card goes home as soon as it can (`PatienceCollection`).
        """
        if share.is_shared(share.extract_shared_line(text)):
            super()._load_text(text)
            return
        game = self._parse_puzzle(text).game
        assert isinstance(game, PatienceGame)
        table = empty_table(game.variant)._replace(position=_position_as_written(game, text))
        self.change(table, Spot("column", 0))

    def list_boards(self) -> Sequence[BoardChoice]:
        return [
            BoardChoice(_title(variant), _describe_variant(variant), variant)
            for variant in (*VARIANTS.values(), *RETURN_VARIANTS.values())
        ]

    def choose_board(self, value: Variant) -> None:
        """Use another variant; cards stay where it has the places for them."""
        empty = empty_table(value)
        columns, cells, foundation, _ = self.position
        kept_columns = (*columns, *empty.position.columns)[: len(value.column_sizes)]
        kept_cells = (*cells, *empty.position.cells)[: value.cells]
        position = Position(kept_columns, kept_cells, foundation, empty.position.chances)
        self.change(empty._replace(position=position), Spot("column", 0))

    def enter(self, text: str) -> None:
        """Enter cards such as "7S QD 10H" from the cursor on; several lines are the columns.

        In a game with reshuffles, "17 RR^" sets the deal and the reshuffles and raises left.
        """
        lines = [line for line in map(str.strip, text.splitlines()) if line and line[0] != "#"]
        if self.variant.has_chances and len(lines) == 1 and not _CARDS.fullmatch(lines[0]):
            chances = _parse_chances(lines[0], self.variant)
            self.change(self.state._replace(position=self.position._replace(chances=chances)))
        elif len(lines) > 1:
            self._enter_columns(lines)
        else:
            self._put_all(_parse_cards(text))

    def _enter_columns(self, lines: Sequence[str]) -> None:
        """Replace the table by lines of cards, each a column, with or without headers."""
        reader = _TableReader()
        for line in lines:
            reader.read_line(line)
        self.change(reader.table(self.state))
        self.cursor = self.first_free_spot()


class _TableReader:
    """The parts of a text in the format of `games.patience.layout`, which may be incomplete."""

    def __init__(self) -> None:
        self._variant: Variant | None = None
        self._columns: list[Column] = []
        self._cells: list[int] = []
        self._foundation = [0, 0, 0, 0]
        self._chances = ""

    def read_line(self, line: str) -> None:
        """Read a line that is neither blank nor a comment."""
        variant = None if self._columns else _variant_named(line)
        header = _HEADER.fullmatch(line)
        if variant:
            self._variant = variant
        elif header:
            self._read_header(header[1].lower(), header[2].strip())
        else:
            names = _LABEL.sub("", line, count=1).strip()
            self._columns.append(() if names in ("", "-") else tuple(_parse_cards(names)))

    def _read_header(self, key: str, value: str) -> None:
        if key == "game":
            names = ", ".join(VARIANTS)
            raise NotationError(f"found the game {short_repr(value)}, expected one of {names}")
        if key == "chances":
            self._chances = value
        elif key in ("freecells", "fc"):
            words = value.split()
            self._cells = [NO_CARD if word == "-" else parse_card(word) for word in words]
        else:
            for word in value.split():
                suit, count = _parse_foundation(word)
                self._foundation[suit] = count

    def table(self, current: TableState) -> TableState:
        """Return the table that was read, with the current variant if the text names none.

        Raises:
            NotationError: The variant has fewer columns, cells or reshuffles.
        """
        variant = self._variant or self._find_variant(current.variant)
        column_count = len(variant.column_sizes)
        if len(self._columns) > column_count:
            raise NotationError(
                f"found {len(self._columns)} columns, {_title(variant)} has {column_count}"
            )
        if len(self._cells) > variant.cells:
            raise NotationError(
                f"found {len(self._cells)} cells, {_title(variant)} has {variant.cells}"
            )
        table = empty_table(variant)
        columns, cells, _, chances = table.position
        if self._chances:
            chances = _parse_chances(self._chances, variant)
        elif variant == current.variant:
            chances = current.position.chances
        position = Position(
            (*self._columns, *columns)[:column_count],
            (*self._cells, *cells)[: variant.cells],
            tuple(self._foundation),
            chances,
        )
        return table._replace(position=position)

    def _find_variant(self, current: Variant) -> Variant:
        """Return the current variant, unless only another one has this number of columns."""
        candidates = (
            variant
            for variant in (current, *VARIANTS.values())
            if len(variant.column_sizes) == len(self._columns)
            and (variant.has_chances or not self._chances)
        )
        return next(candidates, current)


def _variant_named(line: str) -> Variant | None:
    """Return the variant that a line such as "Game: Midnight Oil" names."""
    match = _GAME_LINE.fullmatch(line)
    return find_variant("".join(filter(str.isalpha, match[1]))) if match else None


def _parse_foundation(text: str) -> tuple[int, int]:
    """Return the suit and the number of cards of a text such as "H-2" or "H-K"."""
    match = _FOUNDATION.fullmatch(text)
    if not match:
        raise NotationError(f"found {short_repr(text)}, expected a count such as H-0")
    suit, count = SUITS.index(match[1].upper()), match[2].upper()
    return suit, int(count) if count.isdecimal() else RANKS.index(count) + 1


def _parse_chances(text: str, variant: Variant) -> Chances:
    """Return the deal and what is left of the reshuffles and raises of a variant."""
    chances = parse_chances(text)
    if not variant.has_chances:
        raise NotationError(f"found {short_repr(text)}, {_title(variant)} has no reshuffles")
    if chances.seed not in XPAT2_SEEDS:
        raise NotationError(f"found deal {chances.seed}, expected 1 to {XPAT2_SEEDS[-1]:,}")
    if chances.reshuffles > variant.reshuffles or chances.raises > variant.raises:
        most = "R" * variant.reshuffles + "^" * variant.raises
        raise NotationError(f"found {short_repr(text)}, expected at most {most}")
    return chances


def _position_as_written(game: PatienceGame, text: str) -> Position:
    """Return the position that a text describes, before cards go home by themselves.

    Args:
        game: The game that was read from the text.
        text: A permutation, a position in one line, or a layout.
    """
    if game.deal:
        seed = game.start.chances.seed if game.start.chances else 1
        return PatienceGame.from_deal(game.variant, game.deal, normalise=False, seed=seed).start
    try:
        return parse_layout(text)[1]
    except NotationError:  # a position in one line
        return parse_position(game.variant, text)


def _parse_cards(text: str) -> list[int]:
    """Return the cards of a text such as "7S QD 10h", with or without gaps between them."""
    if not _CARDS.fullmatch(text.strip()):
        words = text.split()
        word = next((word for word in words if not _CARDS.fullmatch(word)), text)
        raise NotationError(f"found {short_repr(word)}, expected cards such as 7S QD 10H")
    cards = [parse_card(match[0].upper()) for match in _CARD.finditer(text)]
    if len(cards) > 2 * DECK_SIZE:
        raise NotationError(f"found {len(cards)} cards, expected at most {2 * DECK_SIZE}")
    return cards


def _replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _by_suit(card: int) -> tuple[int, int]:
    return suit_of(card), rank_of(card)


def _card_list(cards: Sequence[int]) -> str:
    """Return the names of cards; of many, the first ones and the number of the others."""
    names = ", ".join(map(card_label, cards[:MAX_NAMED_CARDS]))
    more = len(cards) - MAX_NAMED_CARDS
    return f"{names} and {formatting.format_count(more, 'more card')}" if more > 0 else names


def _describe_variant(variant: Variant) -> str:
    columns = formatting.format_count(len(variant.column_sizes), "column")
    cells = formatting.format_count(variant.cells, "cell") if variant.cells else "no cells"
    return f"{columns}, {cells}"


def _title(variant: Variant) -> str:
    """Return the name of a variant on screen, such as "Baker's Dozen, cards may return"."""
    title = collection("patience").game_title({"variant": variant.name.removesuffix("-back")})
    return f"{title}, cards may return" if variant.can_return else title
