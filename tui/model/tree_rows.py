"""The layout of a history as rows, with branches indented.

Start with `build_rows`.

stop   a node at which the tree screen can stop; each row ends at a stop and holds the moves from
       the stop before it
trunk  at each stop, the branch visited last; the others are indented by one level and come before
       it, so that the bar of each level runs down to the trunk
"""

from collections.abc import Callable
from dataclasses import dataclass

from ludoscope.tui.model.history import History, Node


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the tree.

    Attributes:
        node: The stop at the end of the row.
        move_count: Number of moves from the stop before it.
        level: Depth of indentation.
        starts_level: True if the row is the first of a branch beside the trunk.
        has_siblings: True if other branches start at the same stop.
    """

    node: Node
    move_count: int
    level: int
    starts_level: bool
    has_siblings: bool

    @property
    def nodes(self) -> list[Node]:
        """The nodes of the moves in the row."""
        node, path = self.node, []
        for _ in range(self.move_count):
            path.append(node)
            assert node.parent
            node = node.parent
        return path[::-1]


def build_rows(history: History, is_stop: Callable[[Node], bool]) -> list[Row]:
    """Return all rows of a history from top to bottom.

    Args:
        history: The history.
        is_stop: Function that returns True for a node at which to stop. The root and the leaves
            are always stops.
    """
    next_stops = _find_next_stops(history, is_stop)
    rows: list[Row] = []
    pending = [Row(history.root, 0, 0, False, False)]
    while pending:
        row = pending.pop()
        rows.append(row)
        stops = next_stops[row.node]
        trunk = _find_trunk(row.node, next_stops)
        if trunk:  # first on the stack, so that it comes after the branches
            move_count = trunk.ply - row.node.ply
            pending.append(Row(trunk, move_count, row.level, False, len(stops) > 1))
        for stop in reversed(stops):
            if stop is not trunk:
                move_count = stop.ply - row.node.ply
                pending.append(Row(stop, move_count, row.level + 1, True, len(stops) > 1))
    return rows


def _find_next_stops(history: History, is_stop: Callable[[Node], bool]) -> dict[Node, list[Node]]:
    """Return the stops that follow each stop directly."""
    last_stops = [history.root] * len(history.nodes)  # at or before each node, by index
    next_stops: dict[Node, list[Node]] = {}
    for node in history.nodes:  # parents come before their children
        previous_stop = last_stops[node.parent.index] if node.parent else None
        if previous_stop is None or not node.children or is_stop(node):
            last_stops[node.index] = node
            next_stops[node] = []
            if previous_stop:
                next_stops[previous_stop].append(node)
        else:
            last_stops[node.index] = previous_stop
    return next_stops


def _find_trunk(stop: Node, next_stops: dict[Node, list[Node]]) -> Node | None:
    """Return the next stop of the main line from a stop on, None at a leaf."""
    node = stop.main_child
    while node and node not in next_stops:
        node = node.main_child
    return node


def format_bars(row: Row, width: int, max_level: int) -> str:
    """Return the bars to the left of a row.

    Args:
        row: The row.
        width: The available cells. If too few, the bars of the outer levels are cut off.
        max_level: The highest level of all rows.
    """
    bars = "│ " * (row.level - 1) + "├─" if row.starts_level else "│ " * row.level
    cut = max(0, 2 * max_level - width)
    return f"…{bars[cut + 1 :]}" if cut and len(bars) > cut else bars[cut:]
