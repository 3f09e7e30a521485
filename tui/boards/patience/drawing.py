"""Drawing of a patience table: cells and foundations above, columns of cards below.

     a    b    c    d    ♣    ♠    ♥    ♦      [9♣]  the cursor     ‹8♦›  selected
     9♠   ·    ·    ·    2♣   A♠   ·    3♦       ◌   a target         ·   an empty location
                                                {7♥}  found by a search

Where there is room cards have edges. Of a covered card only a strip is seen, with its name in the
upper edge. Start with `TableDrawing`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ludoscope.games.patience.cards import (
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    card_name,
    card_of,
    is_red,
    rank_of,
    suit_of,
)
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.variants import Variant
from ludoscope.search.move_values import MoveValue
from ludoscope.tui.boards.board import BOARD_COMMANDS, VALUE_ROLES
from ludoscope.tui.boards.patience.descriptions import ExtraMove, extra_moves
from ludoscope.tui.boards.patience.layout import Layout
from ludoscope.tui.boards.patience.locations import Location, cell_letter
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.ascii_text import to_ascii
from ludoscope.tui.text.drawing import Canvas

FOUR_SUIT_COLORS = ("green", "black", "red", "blue")  # of clubs, spades, hearts, diamonds
MIN_TWO_CORNERS_HEIGHT = 5  # rows of a card from which on its name stands in two corners


@dataclass(frozen=True, slots=True)
class Highlights:
    """Locations and cards to highlight: `found` by a search, moved by the `last` move.

    `values` has the value of the move from or to a location, `value_signs` a sign for each outcome.
    `peeked` is a column and the index of a covered card of it that is to be shown whole.
    """

    cursor: Location | None
    targets: Collection[Location] = ()
    selected: Collection[int] = ()
    found: Collection[int] = ()
    last: Collection[int] = ()
    values: Mapping[Location, MoveValue] = field(default_factory=dict)
    value_signs: Mapping[str, str] = field(default_factory=dict)
    peeked: tuple[Location, int] | None = None


class TableDrawing(Canvas):
    """A drawing of one position; created anew for each frame."""

    def __init__(
        self,
        variant: Variant,
        options: UserOptions,
        layout: Layout,
        highlights: Highlights,
        position: Position,
    ) -> None:
        super().__init__(
            layout.width, layout.height, to_ascii if options.appearance.ascii_only else str
        )
        self.options, self.layout, self.highlights = options, layout, highlights
        self._size = layout.size
        for index in range(variant.cells):
            self._draw_cell(position, index)
        for suit in range(len(SUITS)):
            self._draw_foundation(position, suit)
        for row, extra_move in enumerate(extra_moves(position)):  # such games have no cells
            self._draw_extra_move(row, extra_move)
        for index in range(len(position.columns)):
            self._draw_column(position, index)
        if highlights.cursor:
            self._draw_cursor(position, highlights.cursor)
            self._draw_hidden_cards(position, highlights.cursor)
        if highlights.peeked:
            self._draw_peeked_card(position, *highlights.peeked)

    def _draw_extra_move(self, row: int, extra_move: ExtraMove) -> None:
        """Write the key of a reshuffle or a raise, and how many are left."""
        default_key = BOARD_COMMANDS[extra_move.command]
        key = self.options.key_display(f"play.{extra_move.command}", default_key)
        x = self.layout.face_x(0)
        self.write(x, row, key, "mover")
        self._write_count_left(x + len(key) + 1, row, extra_move)

    def _write_count_left(self, x: int, row: int, extra_move: ExtraMove) -> None:
        """Write the longest label of a reshuffle or a raise that has room."""
        room = self.layout.card_origin(Location("foundation", 0))[0] - 1 - x
        fitting_labels = (label for label in extra_move.labels if len(label) <= room)
        self.write(x, row, next(fitting_labels, extra_move.labels[-1]), "")

    def _write_centred(self, x: int, y: int, text: str, role: str) -> None:
        self.write(x + (self._size.face_width - 1) // 2, y, text, role)

    # Locations

    def _draw_cell(self, position: Position, index: int) -> None:
        location = Location("cell", index)
        self._draw_top_location(location, cell_letter(index), position.cells[index])

    def _draw_foundation(self, position: Position, suit: int) -> None:
        location = Location("foundation", suit)
        # small letters in ASCII: the capitals beside them are cells
        is_ascii = self.options.appearance.ascii_only
        name = SUITS[suit].lower() if is_ascii else SUIT_SYMBOLS[suit]
        count = position.foundation[suit]
        self._draw_top_location(location, name, card_of(count, suit) if count else NO_CARD)
        if any(suit_of(card) == suit and rank_of(card) < count for card in self.highlights.found):
            x, _ = self.layout.card_origin(location)
            self._write_brackets(x, 1, "{}", "target")  # a card found below the top one

    def _draw_top_location(self, location: Location, name: str, card: int) -> None:
        x, _ = self.layout.card_origin(location)
        self._write_centred(x, 0, name, "dim")
        if card == NO_CARD:
            self._draw_empty_location(x, 1, self._size.cell_height, location)
            return
        self.draw_card(x, 1, card, self._size.cell_height)
        if location in self.highlights.targets:
            self._write_brackets(x, 1, "()", "target")
        if value := self.highlights.values.get(location):
            y = self._size.cell_height if self._size.has_edges else 2
            self._write_centred(x, y, *self._value_sign(value))

    def _draw_empty_location(self, x: int, y: int, height: int, location: Location) -> None:
        is_target = location in self.highlights.targets
        if self._size.has_edges:
            self._write_card_row(x, y, "╭╌╮")
            for row in range(1, height - 1):
                self._write_card_row(x, y + row, "╎ ╎")
            self._write_card_row(x, y + height - 1, "╰╌╯")
        if is_target or not self._size.has_edges:
            sign, role = self._location_sign(is_target), "target" if is_target else "hole"
            if value := self.highlights.values.get(location):
                sign, role = self._value_sign(value)
            self._write_centred(x, y + (height - 1) // 2, sign, role)

    def _value_sign(self, value: MoveValue) -> tuple[str, str]:
        """Return the sign of a value and its role."""
        return self.highlights.value_signs[value.outcome], VALUE_ROLES[value.outcome]

    def _location_sign(self, is_target: bool) -> str:
        if self.options.appearance.ascii_only:
            return "*" if is_target else "."
        return "◌" if is_target else "·"

    def _draw_column(self, position: Position, index: int) -> None:
        column, location = position.columns[index], Location("column", index)
        x, y = self.layout.card_origin(location)
        self._write_centred(x, y - 1, f"{index + 1}", "dim")
        if not column:
            self._draw_empty_location(x, y, self._size.height, location)
            return
        self._draw_cards(x, y, column)
        if value := self.highlights.values.get(location):
            sign, role = self._value_sign(value)
            self._draw_column_sign(x, y, column, sign, role, role)
        elif location in self.highlights.targets:
            sign = self._location_sign(is_target=True)
            self._draw_column_sign(x, y, column, sign, "target", "goal")

    def _draw_cards(self, x: int, y: int, cards: Sequence[int]) -> None:
        """Draw the cards of a column; the first row says how many have no room."""
        shape = self.layout.column_shape(len(cards))
        shown = cards[shape.hidden :]
        for row, card in enumerate(shown):
            card_y = y + row * shape.step
            is_last = row == len(shown) - 1
            height = shape.last_height if is_last else shape.step
            self.draw_card(x, card_y, card, height, covered=not is_last)
        if shape.hidden:
            hidden_label = f"+{shape.hidden + 1}"  # the label covers the first visible card too
            self.write(x, y, hidden_label.center(self._size.face_width), "edge")

    def _draw_column_sign(
        self, x: int, y: int, column: Sequence[int], sign: str, role: str, edge_role: str
    ) -> None:
        """Draw a sign in the last card's lower edge, or below or beside its name."""
        last_height = self.layout.column_shape(len(column)).last_height
        y += self.layout.card_offset(len(column) - 1, len(column))
        if not self._size.has_edges:
            self._write_centred(x, y + 1, sign, role)
        elif last_height > 1:
            self._write_centred(x, y + last_height - 1, sign, edge_role)
        else:
            self.write(x + self._size.face_width, y, sign, role)

    def _draw_hidden_cards(self, position: Position, cursor: Location) -> None:
        """List the cards that the column under the cursor has no room for, in a line of their own.

        Gaps between them are left out if they would not fit.
        """
        column = position.columns[cursor.number] if cursor.kind == "column" else ()
        hidden = self.layout.column_shape(len(column)).hidden
        if not hidden:
            return
        x, y = 1, max(0, self._size.first_card_row - 2)
        label = f"under {cursor.number + 1}:"
        self.write(0, y, " " * self.layout.width, "")
        self.write(x, y, label, "dim")
        x += len(label) + 1
        cards = column[: hidden + 1]
        names = [self._long_name(card) for card in cards]
        gap = 1 if x + sum(len(name) + 1 for name in names) - 1 <= self.layout.width else 0
        for card, name in zip(cards, names, strict=True):
            if x + len(name) > self.layout.width:
                break
            self.write(x, y, name, self._suit_role(card))
            x += len(name) + gap

    def _draw_peeked_card(self, position: Position, location: Location, index: int) -> None:
        """Draw a covered card on top of those that cover it; list cards that are hidden."""
        column = position.columns[location.number]
        hidden = self.layout.column_shape(len(column)).hidden
        if hidden and index == hidden:  # the label that stands for all of these
            self._draw_hidden_cards(position, location)
            return
        x, y = self.layout.card_origin(location)
        y += self.layout.card_offset(index, len(column))
        height = self._size.height
        self.draw_card(x, min(y, self.layout.height - height), column[index], height)

    # Cards

    def draw_card(self, x: int, y: int, card: int, height: int, covered: bool = False) -> None:
        """Draw `height` rows of a card; of a covered card the upper ones.

        Args:
            x: The column of its face.
            y: Its first row.
            card: The card.
            height: The number of rows.
            covered: Another card lies on it.
        """
        if not self._size.has_edges:
            self._draw_card_name(x, y, card)
            return
        role = "edge"
        if card in self.highlights.selected:
            role = "picked_edge"
        elif card in self.highlights.found:
            role = "goal"
        self._write_card_row(x, y, "╭─╮", role)
        for row in range(1, height):
            is_lower_edge = row == height - 1 and not covered
            self._write_card_row(x, y + row, "╰─╯" if is_lower_edge else "│ │", role)
        if height > 2 and not covered:
            card_role = self._card_role(card)
            self._write_centred(x, y + height // 2, self._short_name(card)[-1], card_role)
            if height >= MIN_TWO_CORNERS_HEIGHT:
                name = self._long_name(card)
                name_x = x + self._size.face_width - len(name)
                self.write(name_x, y + height - 1, name, card_role)
        self._draw_card_name(x, y, card)

    def _write_card_row(self, x: int, y: int, characters: str, role: str = "dim") -> None:
        """Write a row of a card from its left edge, the middle character repeated, right edge."""
        row = characters[0] + characters[1] * self._size.face_width + characters[2]
        self.write(x - 1, y, row, role)

    def _short_name(self, card: int) -> str:
        """Return rank and suit in one character each."""
        if self.options.appearance.ascii_only:
            return card_name(card)
        return RANKS[card >> 2] + SUIT_SYMBOLS[card & 3]

    def _long_name(self, card: int) -> str:
        """Return rank and suit, with 10 for T if the layout has room."""
        name = self._short_name(card)
        return name.replace("T", "10") if self._size.face_width > 2 else name

    def _draw_card_name(self, x: int, y: int, card: int) -> None:
        face_width, name = self._size.face_width, self._long_name(card)
        if not self._size.has_edges:
            name = name.rjust(min(face_width, 3)).center(face_width)
        self.write(x, y, name, self._card_role(card))
        if card in self.highlights.selected:
            role = "picked_edge" if self._size.has_edges else "cursor"
            self._write_brackets(x, y, "<>" if self.options.appearance.ascii_only else "‹›", role)
        elif card in self.highlights.found:
            self._write_brackets(x, y, "{}", "target")

    def _card_role(self, card: int) -> str:
        """Return the role of rank and suit on a card."""
        state = "card"
        if card in self.highlights.selected:
            state = "picked"
        elif card in self.highlights.last:
            state = "last"
        return f"{state}_{self._suit_role(card)}"

    def _suit_role(self, card: int) -> str:
        if self.options.appearance.four_colours:
            return FOUR_SUIT_COLORS[card & 3]
        return "red" if is_red(card) else "black"

    def _write_brackets(self, x: int, y: int, brackets: str, role: str) -> None:
        self.write(x - 1, y, brackets[0], role)
        self.write(x + self._size.face_width, y, brackets[1], role)

    def _draw_cursor(self, position: Position, cursor: Location) -> None:
        """Draw brackets beside all rows of a card except its lower edge."""
        count = len(position.columns[cursor.number]) if cursor.kind == "column" else 1
        x, y = self.layout.last_card_origin(cursor, count)
        height = self._size.cell_height
        if cursor.kind == "column":
            height = self.layout.column_shape(count).last_height
        has_no_card = self.cells[y][x - 1][1] == "dim"
        role = "cursor" if has_no_card or not self._size.has_edges else "picked_edge"
        for row in range(max(1, height - 1)):
            self._write_brackets(x, y + row, "[]", role)
