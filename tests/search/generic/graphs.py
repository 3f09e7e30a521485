"""Games given by a graph, on which the answer of any search can be computed by hand."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

Node = int


class Place(NamedTuple):
    """A position: a node, and a tag by which positions with the same key differ."""

    node: Node
    tag: int


class GraphGame:
    """A game whose moves are the edges of a graph; a move is the index of a successor.

    Args:
        successors: The successors of each node; the game begins at node 0.
        wins: The nodes that are won.
    """

    family = "graph"
    measure = "edges"
    players = 1
    start = Place(0, 0)

    def __init__(self, successors: Sequence[Sequence[Node]], wins: set[Node]) -> None:
        self.successors = successors
        self.wins = wins

    @classmethod
    def random(cls, chance: random.Random, size: int = 30) -> "GraphGame":
        """Return a game of up to `size` nodes, some of them out of reach, mostly with few wins."""
        count = chance.randrange(2, size)
        nodes = range(count)
        degree = chance.choice((1, 2, 3))
        successors = [
            tuple(chance.choice(nodes) for _ in range(chance.randrange(degree + 2))) for _ in nodes
        ]
        wins = {node for node in range(1, count) if chance.random() < chance.choice((0, 0.03, 0.1))}
        return cls(successors, wins)

    def moves(self, position: Place) -> Sequence[int]:
        return range(len(self.successors[position.node]))

    def play(self, position: Place, move: int) -> Place:
        if move not in self.moves(position):
            raise ValueError("no such edge")
        return Place(self.successors[position.node][move], (7 * position.tag + move + 1) % 5)

    def is_won(self, position: Place) -> bool:
        return position.node in self.wins

    def key(self, position: Place) -> Node:
        return position.node

    def distances(self) -> dict[Node, int]:
        """Return the number of edges from the start to each node that can be reached.

        Nodes behind a win count, as if the game went on.
        """
        return _distances(0, self.successors.__getitem__)

    def reached_before_a_win(self) -> set[Node]:
        """Return the nodes that can be reached without passing through a win."""
        return set(_distances(0, lambda node: () if node in self.wins else self.successors[node]))

    def edges_to_win(self, node: Node) -> int | None:
        """Return the fewest edges from a node to a win, None if there is no way."""
        distances = _distances(node, self.successors.__getitem__)
        return min((distances[win] for win in self.wins if win in distances), default=None)

    def arrives(self, moves: Sequence[Any]) -> bool:
        """Return True if moves from the start lead to a win, and to none before their end."""
        position = self.start
        for move in moves:
            if self.is_won(position):
                return False
            position = self.play(position, move)
        return self.is_won(position)


class DuelGame(GraphGame):
    """A game for two on a graph without cycles: who cannot move has lost."""

    measure = "plies"
    players = 2

    @classmethod
    def random(cls, chance: random.Random, size: int = 12) -> "DuelGame":
        """Return a game of up to `size` nodes, whose moves lead to later nodes."""
        count = chance.randrange(1, size)
        successors = [
            tuple(chance.choices(range(node + 1, count), k=chance.randrange(4)))
            if node + 1 < count
            else ()
            for node in range(count)
        ]
        return cls(successors, set())

    def is_won(self, position: Place) -> bool:
        return not self.successors[position.node]

    def value(self, node: Node) -> int:
        """Return the value of a node in plies, as `search.generic.adversarial` defines it."""
        replies = [self.value(successor) for successor in self.successors[node]]
        if lost := [reply for reply in replies if reply <= 0]:
            return 1 - max(lost)
        return -1 - max(replies) if replies else 0


def _distances(root: Node, successors: Callable[[Node], Sequence[Node]]) -> dict[Node, int]:
    distances, queue = {root: 0}, deque([root])
    while queue:
        node = queue.popleft()
        for successor in successors(node):
            if successor not in distances:
                distances[successor] = distances[node] + 1
                queue.append(successor)
    return distances


def chain_of(length: int) -> GraphGame:
    """Return a game of one line, in which every node also leads back to the start."""
    return GraphGame([*((0, node + 1) for node in range(length)), ()], {length})


def ladder(length: int, width: int) -> GraphGame:
    """Return levels of `width` nodes after the start, with the win at the end of the last.

    Node 1 + level · width + i leads to all nodes of the next level.
    """
    levels = [[0], *([1 + width * level + i for i in range(width)] for level in range(length))]
    successors = [
        tuple(successors)
        for level, successors in zip(levels, [*levels[1:], []], strict=True)
        for _ in level
    ]
    return GraphGame(successors, {levels[-1][-1]})
