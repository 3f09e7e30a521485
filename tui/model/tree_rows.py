"""A history laid out as rows: the line at the left edge, what leaves it indented beside it.

stop   a place in the history where one can stand; a row is a stop, with the moves that lead there
       from the stop before it
trunk  at each stop the way that was visited last; the others leave it, each one level deeper, and
       are told before the trunk goes on, so that every level's bar goes on down to it
"""

from collections.abc import Callable
from dataclasses import dataclass

from ludoscope.tui.model.history import History, Node


@dataclass(frozen=True, slots=True)
class Row:
    """`moves` lead here from the stop before; `level` ways were left to come here.

    `leaves`: it begins a level. `parts`: there are other ways at the stop before it.
    """

    node: Node
    moves: int
    level: int
    leaves: bool
    parts: bool

    @property
    def path(self) -> list[Node]:
        """The nodes of its moves, in order."""
        node, path = self.node, []
        for _ in range(self.moves):
            path.append(node)
            assert node.parent
            node = node.parent
        return path[::-1]


def rows(history: History, stands: Callable[[Node], bool]) -> list[Row]:
    """All rows, in time proportional to the moves; the start and the ends are always stops."""
    before = [history.root] * len(history.nodes)  # by index, the stop that a node is at or after
    following: dict[Node, list[Node]] = {}
    for node in history.nodes:  # parents come first
        above = before[node.parent.index] if node.parent else None
        if above is None or not node.children or stands(node):
            before[node.index] = node
            following[node] = []
            if above:
                following[above].append(node)
        elif above:
            before[node.index] = above
    found: list[Row] = []
    waiting = [Row(history.root, 0, 0, False, False)]
    while waiting:
        row = waiting.pop()
        found.append(row)
        ways = following[row.node]
        trunk = _trunk(row.node, following)
        beside = [node for node in ways if node is not trunk]
        for node in [trunk, *reversed(beside)] if trunk else ():
            aside = node is not trunk
            level, moves = row.level + aside, node.ply - row.node.ply
            waiting.append(Row(node, moves, level, aside, len(ways) > 1))
    return found


def _trunk(stop: Node, stops: dict[Node, list[Node]]) -> Node | None:
    node = stop.last
    while node and node not in stops:
        node = node.last
    return node


def bars(row: Row, room: int, deepest: int) -> str:
    """The bars at the left of a row, in at most `room` cells.

    Where `deepest` levels have no room the outer ones are cut off.
    """
    drawn = "│ " * (row.level - row.leaves) + "├─" * row.leaves
    cut = max(0, 2 * deepest - room)
    return f"…{drawn[cut + 1 :]}" if cut and len(drawn) > cut else drawn[cut:]
