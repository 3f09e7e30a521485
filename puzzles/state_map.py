"""The map of a game: where each position of a `StateGraph` is drawn.

Positions are drawn in columns by their distance to a win, the nearest at the right. In a column
they are ordered so that positions that one move connects are close to each other. `lay_out` is the
main entry; coordinates are fractions of the width and the height, from the upper left.
"""

from array import array
from dataclasses import dataclass

from ludoscope.search.state_graph import UNKNOWN, StateGraph

WON, WINNABLE, LOST, UNDECIDED = "won", "winnable", "lost", "undecided"
FIRST_WINS, SECOND_WINS = "first wins", "second wins"
OUTCOME_TEXTS = {
    WON: "won",
    WINNABLE: "can be won",
    LOST: "cannot be won",
    UNDECIDED: "not decided",
    FIRST_WINS: "the first player wins",
    SECOND_WINS: "the second player wins",
}
OUTCOMES = tuple(OUTCOME_TEXTS)

BAND_WIDTH = 0.8  # of a column, over which its positions are spread
GOLDEN_RATIO = 0.618034  # its multiples spread positions evenly over a band


@dataclass(frozen=True)
class MapLayout:
    """The places and outcomes of the positions of a graph, by index.

    In a game for two the first player is the one who moves first in the graph.

    Attributes:
        xs: Fractions of the width.
        ys: Fractions of the height.
        columns: The column of each position, counted from the nearest to a win.
        outcomes: One of `OUTCOMES` for each position.
    """

    xs: "array[float]"
    ys: "array[float]"
    columns: "array[int]"
    outcomes: list[str]


def lay_out(graph: StateGraph) -> MapLayout:
    """Return the layout of a graph. Time O(positions · log positions + moves)."""
    outcomes = _outcomes(graph)
    columns = _columns(graph)
    members: dict[int, list[int]] = {}
    for index, column in enumerate(columns):
        members.setdefault(column, []).append(index)
    count = max(members) + 1
    # wins are many where the rules let the game go on; they would flatten all other columns
    largest = max((len(members[column]) for column in members if column), default=1)
    xs, ys = array("d", bytes(8 * len(graph))), array("d", [0.5]) * len(graph)
    placed = array("b", bytes(len(graph)))
    for column in sorted(members):
        ordered = _order(graph, members[column], ys, placed)
        height = min(1.0, len(ordered) / largest) ** 0.5
        for place, index in enumerate(ordered):
            ys[index] = 0.5 + height * ((place + 0.5) / len(ordered) - 0.5)
            offset = BAND_WIDTH * (place * GOLDEN_RATIO % 1 - 0.5) if len(ordered) > 1 else 0
            xs[index] = 1 - (column + 0.5 + offset) / count
            placed[index] = 1
    return MapLayout(xs, ys, columns, outcomes)


def _outcomes(graph: StateGraph) -> list[str]:
    if graph.game.players == 2:
        return [
            UNDECIDED if value is None else SECOND_WINS if (value > 0) == depth % 2 else FIRST_WINS
            for value, depth in zip(graph.values, graph.depths, strict=True)
        ]
    without_win = LOST if graph.is_complete or graph.distance_function else UNDECIDED
    return [
        WON if index in graph.wins else WINNABLE if distance != UNKNOWN else without_win
        for index, distance in enumerate(graph.distances)
    ]


def _columns(graph: StateGraph) -> "array[int]":
    """Return the columns: distances, and of lost positions what was left after so many moves."""
    distances = graph.distances
    furthest = max(graph.depths) if distances[0] == UNKNOWN else distances[0]
    columns = array(
        "i",
        (
            max(-1, furthest - depth) if distance == UNKNOWN else distance
            for distance, depth in zip(distances, graph.depths, strict=True)
        ),
    )
    first = min(columns)  # -1 if lost positions lie beyond the wins
    return array("i", (column - first for column in columns))


def _order(
    graph: StateGraph, indices: list[int], ys: "array[float]", placed: "array[int]"
) -> list[int]:
    """Return the positions of a column by the mean height of their neighbours already placed."""

    def mean_height(index: int) -> float:
        heights = [ys[one] for one in graph.successors[index] if placed[one]]
        return sum(heights) / len(heights) if heights else 0.5

    return sorted(indices, key=lambda index: (mean_height(index), index))
