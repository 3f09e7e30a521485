"""The view of the patience editor: a table on which cards are typed, and the cards still missing.

 1    2    3    4       The cursor is the place of the next card. Below the table is the deck:
9♠   J♠   K♥   5♣       a card that is not on the table yet stands there by its rank, and a
4♦  [··]                click on it puts it at the cursor.

♣A23·5678  ♠A234…
"""

from collections.abc import Mapping

from ludoscope.games.patience.cards import RANKS, SUIT_SYMBOLS, SUITS, card_of, parse_card
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import Variant
from ludoscope.tui.boards.board import CellOffset
from ludoscope.tui.boards.editor_board import EditorBoard
from ludoscope.tui.boards.patience.descriptions import ExtraMove
from ludoscope.tui.boards.patience.drawing import FOUR_SUIT_COLORS, Highlights, TableDrawing
from ludoscope.tui.boards.patience.layout import Layout, choose_layout, location_at
from ludoscope.tui.boards.patience.locations import Location
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.patience_editor import PatienceEditor, Spot
from ludoscope.tui.text.ascii_text import to_ascii
from ludoscope.tui.text.drawing import Canvas, StyledLine

SUIT_WIDTH = 1 + len(RANKS)  # of a suit in the deck: its symbol and a character for each card
SUIT_GAP = 2
DECK_WIDTH = len(SUITS) * (SUIT_WIDTH + SUIT_GAP) - SUIT_GAP
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}  # right, down
TYPED_RANKS = "123456789TJQKA"  # in either case; 1 is the beginning of 10


class DeckGeometry:
    """The places of the four suits of the deck, in one line or in several."""

    def __init__(self, width: int) -> None:
        self.suits_per_line = 4 if width >= DECK_WIDTH else 2 if width >= DECK_WIDTH // 2 else 1

    @property
    def width(self) -> int:
        return self.suits_per_line * (SUIT_WIDTH + SUIT_GAP) - SUIT_GAP

    @property
    def height(self) -> int:
        return len(SUITS) // self.suits_per_line

    def origin(self, suit: int) -> CellOffset:
        """Return the cell of the symbol of a suit."""
        line, index = divmod(suit, self.suits_per_line)
        return index * (SUIT_WIDTH + SUIT_GAP), line

    def card_at(self, x: int, y: int) -> int | None:
        """Return the card whose rank is at a cell."""
        index, offset = divmod(x, SUIT_WIDTH + SUIT_GAP)
        suit = y * self.suits_per_line + index
        if 0 <= index < self.suits_per_line and 0 <= y < self.height and 1 <= offset < SUIT_WIDTH:
            return card_of(offset, suit)
        return None


class EditedTableDrawing(TableDrawing):
    """A table with the cursor on any card, or on the place for one more."""

    def __init__(
        self,
        variant: Variant,
        options: UserOptions,
        layout: Layout,
        highlights: Highlights,
        position: Position,
        spot: Spot,
    ) -> None:
        self._spot = spot
        super().__init__(variant, options, layout, highlights, position)

    def _draw_extra_move(self, row: int, extra_move: ExtraMove) -> None:
        """Write how many are left, without the key, which has another meaning in the editor."""
        self._write_count_left(self.layout.face_x(0), row, extra_move)

    def draw_card(self, x: int, y: int, card: int, height: int, covered: bool = False) -> None:
        if card != NO_CARD:
            super().draw_card(x, y, card, height, covered)
        elif self._size.has_edges:
            self._draw_empty_location(x, y, height, Location("column", -1))
        else:
            self._write_centred(x, y, self._location_sign(is_target=False), "hole")

    def _draw_cursor(self, position: Position, cursor: Location) -> None:
        """Draw brackets beside the first row of the card at the cursor."""
        x, y = self.layout.card_origin(cursor)
        if cursor.kind == "column":
            y += self.layout.card_offset(self._spot.depth, len(position.columns[cursor.number]))
        self._write_brackets(x, y, "[]", "cursor")


class PatienceEditorBoard(EditorBoard):
    """A table of cards and the deck with the cards that are still missing."""

    PURPOSE = (
        "Enter the cards on your table: type each by its rank and its suit, in the order in which "
        "you read them. Below the table stands what is missing, and then whether it can be won."
    )
    LEGEND = (
        ("7s 10h", "a card: its rank, then c, s, h or d; it goes to the cursor"),
        ("tab", "read the table row by row, or column by column"),
        ("⏎", "pick a card up; on another card: swap the two"),
        ("home", "the first place; end: the next place without a card"),
        ("ins", "insert a card that you forgot: the cards after it make room"),
        ("drag", "on a card swap the two, off the table take the card away"),
        ("♣A23", "the deck: the cards that are not on the table yet; click to place one"),
        ("{ }", "a card that is on the table twice"),
        ("#", "several cards such as 7s qd 10h"),
    )
    ENTRY_LABEL = "Cards:"
    editor: PatienceEditor

    def __init__(self, editor: PatienceEditor, options: UserOptions) -> None:
        super().__init__(editor, options)
        self._rank = ""  # typed, without its suit
        self._inserts = False  # if the next card that is typed goes before the one at the cursor
        self._picked: Spot | None = None

    # Drawing

    @property
    def pane_titles(self) -> tuple[str]:
        order = "row by row" if self.editor.reads_rows else "column by column"
        return (f"{self.editor.summary()}, {order}",)

    def _layout(self, width: int, height: int) -> Layout:
        deck_height = DeckGeometry(width).height
        return choose_layout(self.editor.variant, width, max(1, height - deck_height - 1))

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        layout, deck = self._layout(width, height), DeckGeometry(width)
        return max(layout.width, deck.width), layout.height + 1 + deck.height

    def min_size(self) -> tuple[int, int]:
        layout = choose_layout(self.editor.variant, 0, 0)
        longest = max(self.editor.variant.column_sizes)
        return max(layout.width, DeckGeometry(layout.width).width), 5 + longest + 2

    def draw(self, pane: int, width: int, height: int) -> list[StyledLine]:
        layout, deck = self._layout(width, height), DeckGeometry(width)
        table = self._draw_table(layout)
        size = self.drawing_size(width, height)
        is_ascii = self.options.appearance.ascii_only
        canvas = Canvas(*size, to_ascii if is_ascii else str)
        left = (size[0] - layout.width) // 2
        for row, cells in enumerate(table.cells):
            canvas.cells[row][left : left + len(cells)] = cells
        self._draw_deck(canvas, deck, (size[0] - deck.width) // 2, layout.height + 1)
        return canvas.to_lines(width, height)

    def _draw_table(self, layout: Layout) -> TableDrawing:
        editor, spot = self.editor, self.editor.clamp(self.editor.cursor)
        position = editor.position
        if spot.kind == "column" and spot.depth == len(position.columns[spot.number]):
            columns = list(position.columns)
            columns[spot.number] += (NO_CARD,)  # the place for one more
            position = position._replace(columns=tuple(columns))
        picked = editor.card_at(self._picked) if self._picked else NO_CARD
        highlights = Highlights(
            cursor=Location(spot.kind, spot.number),
            selected=() if picked == NO_CARD else (picked,),
            found=editor.double_cards(),
        )
        return EditedTableDrawing(editor.variant, self.options, layout, highlights, position, spot)

    def _draw_deck(self, canvas: Canvas, deck: DeckGeometry, left: int, top: int) -> None:
        """Draw the missing cards; a dot stands for each card that is on the table."""
        counts: Mapping[int, int] = self.editor.card_counts()
        is_ascii = self.options.appearance.ascii_only
        for suit, letter in enumerate(SUITS):
            x, y = deck.origin(suit)
            color = FOUR_SUIT_COLORS[suit] if self.options.appearance.four_colours else None
            role = f"card_{color or ('red' if suit >= 2 else 'black')}"
            symbol = letter.lower() if is_ascii else SUIT_SYMBOLS[suit]
            canvas.write(left + x, top + y, symbol, role)
            for index, rank in enumerate(RANKS):
                count = counts[card_of(index + 1, suit)]
                text = "." if is_ascii else "·"
                if count != 1:
                    text = "!" if count else rank
                count_role = {0: role, 1: "dim"}.get(count, "bad")
                canvas.write(left + x + 1 + index, top + y, text, count_role)

    # Keys

    def key_labels(self) -> tuple[tuple[str, str], ...]:
        if self._rank:
            return (("c", "♣"), ("s", "♠"), ("h", "♥"), ("d", "♦"), ("esc", "drop"))
        if self._picked:
            return (("↑↓←→", "where to"), ("⏎", "swap"), ("esc", "drop"))
        other_order = "read by column" if self.editor.reads_rows else "read by row"
        return (
            ("↑↓←→", "place"),
            ("2-9tjqka", "rank, then cshd"),
            ("⏎", "pick up"),
            ("tab", other_order),
            ("end", "next free"),
        )

    def note(self) -> str:
        if self._rank:
            place = " of the card to insert" if self._inserts else ""
            return f"{self._rank}: now the suit{place}, c s h or d"
        if self._picked:
            return "Choose the card to swap with, or a free place"
        if self._inserts:
            return "Type the card to insert before the one at the cursor"
        return ""

    def handles_key(self, key: str) -> bool:
        """Return True for a rank, and for a suit after one, also in small letters.

        One who types 52 cards presses no shift key: here "k" is a king and does not go up, and
        "q" is a queen and does not leave the editor.
        """
        is_suit = bool(self._rank) and (key.upper() in SUITS or key == "0")
        return len(key) == 1 and (key.upper() in TYPED_RANKS or is_suit)

    def entry_hint(self) -> str:
        return "such as 7s qd 10h"

    def handle_key(self, key: str) -> bool:
        editor = self.editor
        if self._rank and self._handle_suit(key):
            return True
        if len(key) == 1 and key.upper() in TYPED_RANKS:
            self._rank, self._picked = key.upper(), None
            return True
        self._rank = ""
        was_inserting, self._inserts = self._inserts, False
        if key in ARROWS:
            self._move_cursor(*ARROWS[key])
        elif key == "enter":
            self._handle_enter()
        elif key in ("tab", "shift+tab"):
            editor.reads_rows = not editor.reads_rows
        elif key == "home":
            editor.cursor = Spot("column", 0)
        elif key == "end":
            editor.cursor = editor.first_free_spot()
        elif key == "insert":
            self._inserts, self._picked = not was_inserting, None
        else:
            return False
        return True

    def _handle_suit(self, key: str) -> bool:
        """Place the card whose rank has been typed; return False if the key is not a suit."""
        if self._rank == "1" and key == "0":
            self._rank = "10"
            return True
        if len(key) != 1 or key.upper() not in SUITS:
            return False
        rank, self._rank = self._rank, ""
        card = parse_card(f"{'A' if rank == '1' else rank}{key.upper()}")
        if self._inserts:
            self._inserts = False
            self.editor.insert_next(card)
        else:
            self.editor.put_next(card)
        return True

    def _handle_enter(self) -> None:
        """Pick up the card at the cursor, swap it with the picked one, or raise a foundation."""
        editor, spot = self.editor, self.editor.clamp(self.editor.cursor)
        if self._picked:
            picked, self._picked = self._picked, None
            if picked != spot:
                editor.swap(picked, spot)
        elif spot.kind == "foundation":
            editor.raise_foundation(spot.number)
        elif editor.card_at(spot) != NO_CARD:
            self._picked = spot

    def _move_cursor(self, right: int, down: int) -> None:
        editor = self.editor
        spot = editor.clamp(editor.cursor)
        if right:
            editor.cursor = editor.clamp(self._spot_beside(spot, right))
        elif spot.kind == "column":
            depth = spot.depth + down
            above = self._spots_above()
            if depth < 0:
                index = min(spot.number, len(above) - 1)
                editor.cursor = above[index]
            else:
                editor.cursor = editor.clamp(spot._replace(depth=depth))
        elif down > 0:
            index = self._spots_above().index(spot)
            last_column = len(editor.position.columns) - 1
            editor.cursor = editor.clamp(Spot("column", min(index, last_column), 0))

    def _spots_above(self) -> list[Spot]:
        """Return the places above the columns, from the left."""
        cells = [Spot("cell", index) for index in range(self.editor.variant.cells)]
        return [*cells, *(Spot("foundation", suit) for suit in range(len(SUITS)))]

    def _spot_beside(self, spot: Spot, step: int) -> Spot:
        """Return the place beside one, which may be beyond the last card of a column.

        If cards are read column by column, it is after the last card if the place is, so that a
        column of any length is typed on.
        """
        if spot.kind == "column":
            columns = self.editor.position.columns
            number = (spot.number + step) % len(columns)
            is_after_last = spot.depth == len(columns[spot.number])
            if is_after_last and not self.editor.reads_rows:
                return Spot("column", number, len(columns[number]))
            return spot._replace(number=number)
        above = self._spots_above()
        return above[(above.index(spot) + step) % len(above)]

    # Mouse

    def _spot_at(self, cell: CellOffset, width: int, height: int) -> Spot | None:
        """Return the place at a cell of the drawing."""
        layout = self._layout(width, height)
        x, y = cell[0] - (self.drawing_size(width, height)[0] - layout.width) // 2, cell[1]
        location = location_at(self.editor.variant, layout, x, y)
        if location is None:
            return None
        if location.kind != "column":
            return Spot(location.kind, location.number)
        count = len(self.editor.position.columns[location.number])
        cursor = self.editor.clamp(self.editor.cursor)
        has_place = (cursor.kind, cursor.number, cursor.depth) == ("column", location.number, count)
        drawn = count + has_place
        offset = y - layout.card_origin(location)[1]
        end = layout.card_offset(drawn - 1, drawn) + layout.column_shape(drawn).last_height
        if not drawn or offset >= end:
            return Spot("column", location.number, count)
        return Spot("column", location.number, layout.card_index_at(offset, drawn))

    def _deck_card_at(self, cell: CellOffset, width: int, height: int) -> int | None:
        """Return the card of the deck at a cell of the drawing."""
        layout, deck = self._layout(width, height), DeckGeometry(width)
        left = (self.drawing_size(width, height)[0] - deck.width) // 2
        return deck.card_at(cell[0] - left, cell[1] - layout.height - 1)

    def handle_click(self, pane: int, cell: CellOffset, width: int, height: int) -> bool:
        """Place a card of the deck, or go to a place; a second click there is Enter."""
        self._rank = ""
        inserts, self._inserts = self._inserts, False
        card = self._deck_card_at(cell, width, height)
        if card is not None:
            self._picked = None
            if inserts:
                self.editor.insert_next(card)
            else:
                self.editor.put_next(card)
            return True
        spot = self._spot_at(cell, width, height)
        if spot is None:
            return False
        is_same = spot == self.editor.clamp(self.editor.cursor)
        self.editor.cursor = spot
        if is_same or self._picked:
            self._handle_enter()
        return True

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        places = [
            (self._spot_at(cell, width, height), self._deck_card_at(cell, width, height))
            for cell in (start, end)
        ]
        return places[0] == places[1]

    def handle_drop(
        self, pane: int, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        """Swap the card at `start` with the one at `end`; take it away outside the table."""
        self._rank, self._picked, self._inserts = "", None, False
        target = self._spot_at(end, width, height)
        card = self._deck_card_at(start, width, height)
        if card is not None:
            if target is not None:
                self.editor.put(card, target)
            return True
        source = self._spot_at(start, width, height)
        if source is None or self.editor.card_at(source) == NO_CARD:
            return False
        if target is None:
            self.editor.remove(source)
        elif target != source:
            self.editor.swap(source, target)
        return True

    def remove(self) -> None:
        self._picked, self._inserts = None, False
        self.editor.remove(self.editor.clamp(self.editor.cursor))

    def clear_selection(self) -> bool:
        was_selected = bool(self._rank or self._picked or self._inserts)
        self._rank, self._picked, self._inserts = "", None, False
        return was_selected


def create_editor(
    game: PatienceGame | None, position: Position | None, options: UserOptions
) -> EditorBoard:
    """Return an editor of a position of a game, or of a new table of FreeCell without cards."""
    editor = PatienceEditor()
    if game:
        editor.load(game, game.start)
        editor.forget_history()
        editor.load(game, game.start if position is None else position)
    return PatienceEditorBoard(editor, options)
