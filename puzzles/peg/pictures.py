"""Pictures of peg solitaire: the holes, the pegs, and a ring around each hole of the finish."""

from functools import lru_cache

from ludoscope.games.peg.board import DIRECTIONS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.svg import BLUE, Markup, Picture, element, join, label

SPACING = 44  # pixels between neighbouring holes
MARGIN = 46
HOLE_RADIUS, PEG_RADIUS, RING_RADIUS = 8, 15, 19

_WOOD, _RIM, _HOLE, _INK = "#E3C79B", "#A27B45", "#5C4320", "#5C4320"


def draw_position(game: PegGame, position: int) -> Picture:
    """Return the picture of a position; the holes of the finish have rings."""
    places = _places(game.board)
    width = round(max(x for x, _ in places) + MARGIN)
    height = round(max(y for _, y in places) + MARGIN)
    pegs = [_draw_peg(*place) for hole, place in enumerate(places) if position >> hole & 1]
    return Picture(width, height, (_draw_board(game.board, game.finish, height), *pegs))


@lru_cache(8)
def _places(board: Board) -> list[tuple[float, float]]:
    """Return the middle of each hole; rows of a triangular lattice are shifted by half a hole."""
    is_square = board.lattice == "square"
    columns = [x if is_square else x + y / 2 for x, y in board.holes]
    row_height = SPACING * (1 if is_square else 0.866)
    left = min(columns)
    return [
        (MARGIN + (column - left) * SPACING, MARGIN + (board.height - y) * row_height)
        for column, (_, y) in zip(columns, board.holes, strict=True)
    ]


@lru_cache(8)
def _draw_board(board: Board, finish: int, height: int) -> Markup:
    """Return the empty board with the numbers of columns and rows, and the rings of the finish."""
    places = _places(board)
    wood = _outline(board, places)
    stroke = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
    parts = [
        element("path", d=wood, stroke=_RIM, stroke_width=SPACING + 8, **stroke),
        element("path", d=wood, stroke=_WOOD, stroke_width=SPACING + 4, **stroke),
    ]
    for hole, (x, y) in enumerate(places):
        parts.append(element("circle", cx=x, cy=y, r=HOLE_RADIUS, fill=_HOLE))
        if finish >> hole & 1:
            ring = {"r": RING_RADIUS, "fill": "none", "stroke": "#000", "stroke_width": 2.5}
            parts.append(element("circle", cx=x, cy=y, **ring))
    return join([*parts, *_coordinates(board, height)])


def _outline(board: Board, places: list[tuple[float, float]]) -> str:
    """Return a path through all holes and between those that are neighbours."""
    path = []
    for hole, (x, y) in enumerate(board.holes):
        centre = f"{places[hole][0]:g} {places[hole][1]:g}"
        path.append(f"M{centre}h0")
        for dx, dy in DIRECTIONS[board.lattice].values():
            neighbour = board.hole_numbers.get((x + dx, y + dy))
            if neighbour is not None and neighbour > hole:
                path.append(f"M{centre}L{places[neighbour][0]:g} {places[neighbour][1]:g}")
    return "".join(path)


def _coordinates(board: Board, height: int) -> list[Markup]:
    """Return the numbers of the columns below the board and of the rows to its left.

    A triangular board has none, since its columns are slanted.
    """
    if board.lattice != "square":
        return []
    columns = [
        label(str(x), MARGIN + (x - 1) * SPACING, height - 7, 12, fill=_INK)
        for x in range(1, board.width + 1)
    ]
    rows = [
        label(str(y), 11, MARGIN + (board.height - y) * SPACING + 4, 12, fill=_INK)
        for y in range(1, board.height + 1)
    ]
    return columns + rows


@lru_cache(4096)
def _draw_peg(x: float, y: float) -> Markup:
    return element(
        "g",
        element("circle", cx=x, cy=y, r=PEG_RADIUS, fill=BLUE, stroke="#003350", stroke_width=1.5),
        element("circle", cx=x - 4, cy=y - 5, r=4, fill="#FFF", opacity=0.55),
    )
