"""The map of a game as an SVG document: `map_svg` is the main entry."""

from collections.abc import Iterable, Sequence

from ludoscope.games import Unit, count_text
from ludoscope.puzzles.pictures.documents import svg_document
from ludoscope.puzzles.state_map import (
    FIRST_WINS,
    LOST,
    OUTCOME_TEXTS,
    SECOND_WINS,
    UNDECIDED,
    WINNABLE,
    WON,
    MapLayout,
)
from ludoscope.puzzles.svg import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    VERMILLION,
    Markup,
    element,
    join,
    label,
    panel,
)
from ludoscope.search.state_graph import StateGraph

WIDTH, HEIGHT, MARGIN = 960, 540, 20  # pixels
LEGEND_HEIGHT = 50
LEGEND_ENTRY_WIDTH = 180
MAX_DRAWN_MOVES = 20_000  # more would hide the positions
BACKGROUND = "#FBF7F0"
PATH_COLOUR, WAY_COLOUR, MOVE_COLOUR, TEXT_COLOUR = BLACK, GREEN, "#DDD5C8", "#333333"

COLOURS = {  # from back to front
    WINNABLE: BLUE,
    LOST: "#999999",
    UNDECIDED: "#999999",
    FIRST_WINS: BLUE,
    SECOND_WINS: ORANGE,
    WON: VERMILLION,
}

POSITIONS = Unit("position", "positions")

Point = tuple[float, float]


def map_svg(
    graph: StateGraph, layout: MapLayout, *, path: Sequence[int] = (), title: str = ""
) -> Markup:
    """Return the map of a graph as an SVG document.

    It shows the positions by outcome and, if there are not too many, the moves between them; then
    a path, a shortest way from its last position to a win if distances are exact, and rings around
    the positions that cannot be avoided on any way to a win.

    Args:
        graph: The graph.
        layout: Its layout.
        path: The indices of the positions of a path; the first position of the graph if empty.
        title: The title for screen readers.
    """
    source = path[-1] if path else 0
    points = [
        (MARGIN + x * (WIDTH - 2 * MARGIN), MARGIN + y * (HEIGHT - 2 * MARGIN))
        for x, y in zip(layout.xs, layout.ys, strict=True)
    ]
    drawn = [outcome for outcome in COLOURS if outcome in set(layout.outcomes)]
    way = graph.shortest_way(source) if graph.has_exact_distances else []
    note = f"{count_text(len(graph), POSITIONS)}{'' if graph.is_complete else ', a sample'}"
    return svg_document(
        WIDTH,
        HEIGHT + LEGEND_HEIGHT,
        panel(WIDTH, HEIGHT + LEGEND_HEIGHT, BACKGROUND),
        _draw_moves(graph, points),
        *(
            _draw_dots(
                (p for p, one in zip(points, layout.outcomes, strict=True) if one == outcome),
                COLOURS[outcome],
            )
            for outcome in drawn
        ),
        _draw_line([points[index] for index in way], WAY_COLOUR),
        _draw_line([points[index] for index in path], PATH_COLOUR),
        *(_draw_ring(points[index], PATH_COLOUR) for index in graph.unavoidable(source)),
        _draw_ring(points[source], VERMILLION),
        _draw_legend(drawn, _lines_note(graph, note)),
        title=title or "Map of positions",
        description=f"{note}, the nearest to the end at the right",
    )


def _draw_moves(graph: StateGraph, points: Sequence[Point]) -> Markup:
    if sum(map(len, graph.successors)) > MAX_DRAWN_MOVES:
        return Markup()
    lines = (
        f"M{_text(points[index])}L{_text(points[successor])}"
        for index, successors in enumerate(graph.successors)
        for successor in successors
        if index < successor or index not in graph.successors[successor]
    )
    return element("path", d="".join(lines), stroke=MOVE_COLOUR, fill="none", stroke_width=0.7)


def _draw_dots(points: Iterable[Point], colour: str) -> Markup:
    """Return dots as one path of lines without length, which have round ends."""
    data = "".join(f"M{_text(point)}h0" for point in points)
    return element("path", d=data, stroke=colour, stroke_width=3, stroke_linecap="round")


def _draw_line(points: Sequence[Point], colour: str) -> Markup:
    if len(points) < 2:
        return Markup()
    data = "M" + "L".join(map(_text, points))
    return element("path", d=data, stroke=colour, stroke_width=1.8, fill="none")


def _draw_ring(point: Point, colour: str) -> Markup:
    x, y = point
    return element("circle", cx=x, cy=y, r=5, stroke=colour, stroke_width=1.8, fill="none")


def _draw_legend(outcomes: Iterable[str], note: str) -> Markup:
    """Return the meaning of the colours, and a note below them."""
    y = HEIGHT + 14
    parts = []
    for place, outcome in enumerate(outcomes):
        x = MARGIN + place * LEGEND_ENTRY_WIDTH
        parts.append(element("circle", cx=x + 4, cy=y - 4, r=4, fill=COLOURS[outcome]))
        parts.append(label(OUTCOME_TEXTS[outcome], x + 14, y, 13, fill=TEXT_COLOUR, anchor="start"))
    parts.append(label(note, MARGIN, y + 22, 13, fill=TEXT_COLOUR, anchor="start"))
    return join(parts)


def _lines_note(graph: StateGraph, note: str) -> str:
    """Return a note followed by the meaning of the columns, the green line and the rings."""
    parts = [f"{note}, the nearest to the end at the right"]
    if graph.has_exact_distances:
        parts.append("green: a shortest way")
    if graph.is_complete:
        parts.append("rings: positions on every way")
    return " · ".join(parts)


def _text(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
