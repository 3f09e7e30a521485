"""Pictures of patience: cells and foundations above the columns, suits drawn as shapes."""

from functools import cache, lru_cache

from ludoscope.games.patience.cards import (
    RANKS,
    SUIT_SYMBOLS,
    card_label,
    card_of,
    is_red,
    rank_of,
    suit_of,
)
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    RAISE,
    RESHUFFLE,
    Move,
    Position,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.puzzles.svg import Markup, Picture, element, join, label

CARD_WIDTH, CARD_HEIGHT = 48, 68  # pixels
COLUMN_STEP = 54
OVERLAP_STEP = 25  # the visible height of a card below another
MARGIN = 14
TITLE_HEIGHT = 16  # of the letters above the cells and the numbers above the columns

_TABLE, _SLOT, _INK = "#1F5C4D", "#8FC3B3", "#DDF0EA"
_BLACK_SUIT, _RED_SUIT = "#111111", "#C23B00"
_SUIT_PATHS = (  # clubs, spades, hearts, diamonds; about 20 × 20 around the origin
    "M-2-1a4.8 4.8 0 1 1 4 0a4.8 4.8 0 1 1-1 5q.5 4 3 6h-8q2.5-2 3-6a4.8 4.8 0 1 1-1-5z",
    "M0-11c2 5 10 8 10 13.5a5 5 0 0 1-9 2.5q.5 3 3 5h-8q2.5-2 3-5a5 5 0 0 1-9-2.5"
    "c0-5.5 8-8.5 10-13.5z",
    "M0 10c-3-5-10-8-10-14a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 6-7 9-10 14z",
    "M0-11q4 6 8 11-4 5-8 11-4-6-8-11 4-5 8-11z",
)
_TOP_ROW = MARGIN + TITLE_HEIGHT
_COLUMNS_TOP = _TOP_ROW + CARD_HEIGHT + 8 + TITLE_HEIGHT


def draw_position(game: PatienceGame, position: Position) -> Picture:
    """Return the picture of a position; the cards overlap downwards in each column."""
    column_count = len(position.columns)
    width = 2 * MARGIN + max(column_count, len(position.cells) + 5) * COLUMN_STEP - 6
    longest = max(map(len, position.columns))
    height = _COLUMNS_TOP + CARD_HEIGHT + max(longest - 1, 2) * OVERLAP_STEP + MARGIN
    foundation_left = width - MARGIN - 4 * COLUMN_STEP + 6
    parts = [_draw_slots(column_count, len(position.cells), width)]
    if position.chances:
        parts.append(_draw_chances(position.chances.reshuffles, position.chances.raises))
    for index, card in enumerate(position.cells):
        if card != NO_CARD:
            parts.append(_place(card, MARGIN + index * COLUMN_STEP, _TOP_ROW))
    for suit, count in enumerate(position.foundation):
        if count:
            parts.append(
                _place(card_of(count, suit), foundation_left + suit * COLUMN_STEP, _TOP_ROW)
            )
    left = _columns_left(column_count, width)
    for index, column in enumerate(position.columns):
        x = left + index * COLUMN_STEP
        parts += [
            _place(card, x, _COLUMNS_TOP + depth * OVERLAP_STEP)
            for depth, card in enumerate(column)
        ]
    return Picture(width, height, tuple(parts), _TABLE)


def describe_move(move: Move) -> str:
    """Return a move in words: "9♠ to 10♥", "K♦ to a cell"."""
    card, destination = move
    if destination == RESHUFFLE:
        return "reshuffle"
    if destination == RAISE:
        return f"raise {card_label(card)}"
    if destination == FOUNDATION:
        target = "the foundation"
    elif destination == EMPTY_COLUMN or EMPTY_COLUMN_OFFSET <= destination < FREE_CELL_OFFSET:
        target = "an empty column"
    elif destination == FREE_CELL or destination >= FREE_CELL_OFFSET:
        target = "a cell"
    else:
        target = card_label(destination)
    return f"{card_label(card)} to {target}"


def _columns_left(column_count: int, width: int) -> int:
    """Return the left edge of the first column; the columns are in the middle."""
    return (width - column_count * COLUMN_STEP + 6) // 2


@cache
def _draw_slots(column_count: int, cell_count: int, width: int) -> Markup:
    """Return the table without cards: empty cells, foundations and columns, and their names."""
    parts = []
    for index in range(cell_count):
        x = MARGIN + index * COLUMN_STEP
        parts += [_draw_slot(x, _TOP_ROW), _draw_name("abcdefgh"[index], x, _TOP_ROW)]
    for suit in range(len(SUIT_SYMBOLS)):
        x = width - MARGIN - (4 - suit) * COLUMN_STEP + 6
        parts += [_draw_slot(x, _TOP_ROW), _draw_suit(suit, x + 24, _TOP_ROW + 34, 1.4, _SLOT)]
    for index in range(column_count):
        x = _columns_left(column_count, width) + index * COLUMN_STEP
        parts += [_draw_slot(x, _COLUMNS_TOP), _draw_name(str(index + 1), x, _COLUMNS_TOP)]
    return join(parts)


def _draw_slot(x: int, y: int) -> Markup:
    box = {"x": x + 1, "y": y + 1, "width": CARD_WIDTH - 2, "height": CARD_HEIGHT - 2, "rx": 5}
    return element("rect", **box, fill="none", stroke=_SLOT, stroke_dasharray="4 3")


def _draw_name(name: str, x: int, y: int) -> Markup:
    return label(name, x + CARD_WIDTH / 2, y - 5, 12, fill=_INK)


def _draw_chances(reshuffles: int, raises: int) -> Markup:
    lines = (f"reshuffles left: {reshuffles}", f"raises left: {raises}")
    return join(
        [
            label(line, MARGIN, _TOP_ROW + 28 + 20 * number, fill=_INK, anchor="start")
            for number, line in enumerate(lines)
        ]
    )


@lru_cache(4096)
def _place(card: int, x: int, y: int) -> Markup:
    colour = _RED_SUIT if is_red(card) else _BLACK_SUIT
    return element("g", _draw_card(card), transform=f"translate({x} {y})", fill=colour)


@cache
def _draw_card(card: int) -> Markup:
    """Return a card: rank and suit at the top, which other cards leave free, and a large suit."""
    rank = RANKS[rank_of(card) - 1].replace("T", "10")
    box = {"width": CARD_WIDTH, "height": CARD_HEIGHT, "rx": 5}
    letters = {"font_size": 20, "font_weight": "bold"}
    return join(
        [
            element("rect", **box, fill="#FFF", stroke="#444"),
            element("text", rank, x=4, y=20, **letters, textLength=23 if rank == "10" else None),
            _draw_suit(suit_of(card), 37, 13, 0.82),
            _draw_suit(suit_of(card), 24, 46, 1.45),
        ]
    )


def _draw_suit(suit: int, x: float, y: float, scale: float, colour: str | None = None) -> Markup:
    transform = f"translate({x:g} {y:g})scale({scale:g})"
    return element("path", d=_SUIT_PATHS[suit], transform=transform, fill=colour)
