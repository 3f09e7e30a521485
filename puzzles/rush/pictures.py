"""Pictures of ORush: boats with letters and colours, rocks for walls, and an arrow at the exit."""

from functools import lru_cache

from ludoscope.games.rush.boats import Boat, Cell
from ludoscope.games.rush.rules import Position, RushGame
from ludoscope.puzzles.svg import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY_BLUE,
    VERMILLION,
    WHITE,
    YELLOW,
    Markup,
    Picture,
    element,
    join,
    label,
)

CELL = 52  # pixels
BORDER = 14
EXIT_WIDTH = 24  # beyond the border

_PIER, _WATER, _RIPPLE, _OUTLINE = "#7A6A55", "#DDEFF8", "#B5D6E6", "#222222"
_COLOURS = (SKY_BLUE, ORANGE, GREEN, YELLOW, PURPLE, BLUE)
_DARK_COLOURS = (BLUE, VERMILLION)  # with white letters


def draw_position(game: RushGame, position: Position) -> Picture:
    """Return the picture of a position."""
    width, height = game.width * CELL + 2 * BORDER + EXIT_WIDTH, game.height * CELL + 2 * BORDER
    exit_row = game.boats[0].y
    water = _draw_water(game.width, game.height, exit_row, game.walls)
    boats = [_draw_boat(boat, index) for index, boat in enumerate(game.boats_at(position))]
    return Picture(width, height, (water, *boats), _PIER)


@lru_cache(8)
def _draw_water(columns: int, rows: int, exit_row: int, walls: frozenset[Cell]) -> Markup:
    """Return the grid without boats: pier, water, walls and the exit."""
    width, height = columns * CELL, rows * CELL
    right, exit_y = BORDER + width, BORDER + exit_row * CELL
    lines = "".join(
        [f"M{BORDER + x * CELL} {BORDER}v{height}" for x in range(1, columns)]
        + [f"M{BORDER} {BORDER + y * CELL}h{width}" for y in range(1, rows)]
    )
    middle = exit_y + CELL / 2
    arrow = f"M{right + 11} {middle - 11:g}l18 11l-18 11z"
    exit_size = {"width": BORDER + EXIT_WIDTH - 1, "height": CELL}
    return join(
        [
            element("rect", x=BORDER, y=BORDER, width=width, height=height, fill=_WATER),
            element("rect", x=right - 0.5, y=exit_y, **exit_size, fill=_WATER),
            element("path", d=lines, stroke=_RIPPLE, fill="none"),
            element("path", d=arrow, fill=VERMILLION, stroke=_OUTLINE),
            *(_draw_wall(x, y) for x, y in sorted(walls)),
        ]
    )


def _draw_wall(x: int, y: int) -> Markup:
    """Return a rock, which is crossed out."""
    left, top = BORDER + x * CELL + 4, BORDER + y * CELL + 4
    side = CELL - 8
    crosses = f"M{left + 9} {top + 9}l{side - 18} {side - 18}m0 {18 - side}l{18 - side} {side - 18}"
    return join(
        [
            element("rect", x=left, y=top, width=side, height=side, rx=12, fill="#5A5A5A"),
            element("path", d=crosses, stroke="#CCCCCC", stroke_width=4, stroke_linecap="round"),
        ]
    )


@lru_cache(4096)
def _draw_boat(boat: Boat, index: int) -> Markup:
    """Return a boat with its letter; boat A alone is vermillion and has a double outline."""
    colour = _COLOURS[(index - 1) % len(_COLOURS)] if index else VERMILLION
    length = boat.length * CELL - 8
    width, height = (length, CELL - 10) if boat.is_horizontal else (CELL - 10, length)
    left = BORDER + boat.x * CELL + (4 if boat.is_horizontal else 5)
    top = BORDER + boat.y * CELL + (5 if boat.is_horizontal else 4)
    path = _hull(left, top, width, height, boat.is_horizontal)
    hull = element("path", d=path, fill=colour, stroke=_OUTLINE, stroke_width=2)
    deck = ""
    if not index:
        inner = _hull(left + 5, top + 5, width - 10, height - 10, boat.is_horizontal)
        deck = element("path", d=inner, fill="none", stroke=WHITE, stroke_width=2)
    letter_colour = WHITE if colour in _DARK_COLOURS else "#000"
    letter = label(boat.name, left + width / 2, top + height / 2 + 8, 23, fill=letter_colour)
    return element("g", hull, deck, letter, font_weight="bold")


def _hull(left: float, top: float, width: float, height: float, is_horizontal: bool) -> str:
    """Return the path of a hull that narrows at both ends."""
    if is_horizontal:
        bow, side = height * 0.42, height / 2
        straight = width - 2 * bow
        return (
            f"M{left + bow:g} {top:g}h{straight:g}q{bow * 0.7:g} 0 {bow:g} {side:g}"
            f"q{-bow * 0.3:g} {side:g} {-bow:g} {side:g}h{-straight:g}"
            f"q{-bow * 0.7:g} 0 {-bow:g} {-side:g}q{bow * 0.3:g} {-side:g} {bow:g} {-side:g}z"
        )
    bow, side = width * 0.42, width / 2
    straight = height - 2 * bow
    return (
        f"M{left:g} {top + bow:g}v{straight:g}q0 {bow * 0.7:g} {side:g} {bow:g}"
        f"q{side:g} {-bow * 0.3:g} {side:g} {-bow:g}v{-straight:g}"
        f"q0 {-bow * 0.7:g} {-side:g} {-bow:g}q{-side:g} {bow * 0.3:g} {-side:g} {bow:g}z"
    )
