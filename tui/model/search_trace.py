"""SearchTrace: the recorded steps of a search, and the state of the search after any of them.

The steps come in batches from the worker and are kept, so going back is only a look at an earlier
state: nothing is searched again. A state is given by the number of steps done. `MAX_STEPS` of
`search.trace` bounds the memory.

A node has the numbers of the steps at which it changed; so its state after any number of steps is
found by comparing numbers. Start reading with `SearchTrace`.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.search import trace
from ludoscope.search.trace import MAX_STEPS, TraceStep

MAX_CACHED_POSITIONS = 1000
NEVER = MAX_STEPS + 1  # the number of a step that has not come


class NodeState(Enum):
    """The state of a node, with the word for it on screen."""

    OPEN = "open"
    CURRENT = "being expanded"
    EXPANDED = "expanded"
    DONE = "done"
    DUPLICATE = "duplicate"
    PRUNED = "pruned"
    DROPPED = "dropped"
    OUTDATED = "out of date"
    SOLUTION = "solution"


@dataclass(slots=True)
class TraceNode:
    """A node of the search tree.

    The attributes `generated`, `expanded`, `removed`, `left` and `solved` are the number of steps
    after which the node is generated, expanded, taken out of the frontier without being expanded,
    left on the way back, and found to be won; NEVER if it has not happened.

    Attributes:
        number: Its number.
        parent: The number of its parent, -1 for a root.
        root: The number of its root.
        depth: Moves from its root.
        move: The text of the move from its parent; the label of the search for a root.
        kind: The kind of the step that generated it.
        estimate: The estimated distance to a win (h), or None.
        priority: The priority in the frontier (f), or None.
        reason: Why it was pruned or removed, or what is known of it.
        question: What is asked about it, in a search with bounds.
        value: What the search found about it when it left it.
        order: Its place among the entries of a queue.
        new_order: Its place after the selection at step `selected`.
    """

    number: int
    parent: int
    root: int
    depth: int
    move: str
    kind: str
    generated: int
    estimate: float | None = None
    priority: float | None = None
    expanded: int = NEVER
    removed: int = NEVER
    left: int = NEVER
    solved: int = NEVER
    selected: int = NEVER
    new_order: int = 0
    reason: str = ""
    question: str = ""
    value: str = ""
    children: list[int] = field(default_factory=list)


@dataclass(slots=True)
class TraceRoot:
    """A tree of the trace: one search, or one pass of it.

    Attributes:
        node: The number of its root.
        frontier: The kind of its frontier.
        search: The number of its search.
        position: The text of its position, "" for the start.
        frontier_size: Entries of the frontier after the last step.
        ended: The number of steps after which the next pass of the same search has begun.
    """

    node: int
    frontier: str
    search: int
    position: str
    frontier_size: int = 0
    ended: int = NEVER


class Counters(NamedTuple):
    """The counters of textbooks after some number of steps.

    Attributes:
        expanded: Nodes expanded.
        generated: Nodes generated, the start included.
        duplicates: Nodes that were known already.
        pruned: Nodes that are not searched: pruned, dropped or out of date.
        frontier: Entries of the frontier.
        max_frontier: The most entries that the frontier has had.
    """

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    pruned: int = 0
    frontier: int = 0
    max_frontier: int = 0


class SearchTrace:
    """The recorded steps of a search and the tree that they make.

    Attributes:
        steps: The steps.
        nodes: The nodes by their numbers.
        counters: The counters after 0, 1, 2 … steps.
    """

    def __init__(self, game: AnyGame, start: Hashable) -> None:
        self._game, self._start = game, start
        self.steps: list[TraceStep] = []
        self.nodes: list[TraceNode] = []
        self.counters = [Counters()]
        self._roots: dict[int, TraceRoot] = {}
        # of each node: the number of the step that takes it out of the frontier, 0 if it is never
        # in it, and its priority; lists, since 20,000 nodes are compared for each frame
        self._waits_until: list[int] = []
        self._priorities: list[float] = []
        self._preorder: list[int] = []
        self._positions: dict[int, Hashable | None] = {}  # those asked for last

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def is_full(self) -> bool:
        """True if no further steps are recorded."""
        return len(self.steps) >= MAX_STEPS

    # Recording

    def add(self, steps: Iterable[TraceStep]) -> None:
        """Add steps; raise ValueError if one contradicts those before it."""
        count = len(self.nodes)
        for step in steps:
            if self.is_full:
                break
            is_new = step.kind in (trace.START, trace.GENERATE, trace.DUPLICATE, trace.PRUNE) or (
                step.kind == trace.GOAL and step.parent >= 0
            )
            numbers = (step.node, *step.kept, *step.dropped)
            is_known = max(numbers) < len(self.nodes)
            if is_new != (step.node == len(self.nodes)) or not (is_new or is_known):
                raise ValueError(f"found a step at node {step.node} of {len(self.nodes)} nodes")
            if is_new and step.kind != trace.START and not 0 <= step.parent < len(self.nodes):
                raise ValueError(f"found the parent {step.parent} of {len(self.nodes)} nodes")
            self.steps.append(step)
            if is_new:
                self._add_node(step)
            self._change_nodes(step)
            self.counters.append(self._count(step))
        if len(self.nodes) > count:
            self._preorder = self._find_preorder()

    def _add_node(self, step: TraceStep) -> None:
        depth, root = 0, step.node
        if step.kind == trace.START:
            for other in self._roots.values():
                if other.search == step.search and other.ended == NEVER:
                    other.ended = len(self.steps)
            self._roots[step.node] = TraceRoot(step.node, step.frontier, step.search, step.position)
        else:
            parent = self.nodes[step.parent]
            depth, root = parent.depth + 1, parent.root
            parent.children.append(step.node)
        node = TraceNode(
            step.node,
            step.parent if step.kind != trace.START else -1,
            root,
            depth,
            step.move or step.note,
            step.kind,
            len(self.steps),
            step.estimate,
            step.priority,
        )
        if step.kind != trace.START:
            node.reason = step.note
        self.nodes.append(node)
        self._waits_until.append(NEVER if step.kind in (trace.START, trace.GENERATE) else 0)
        self._priorities.append(step.priority or 0)

    def _change_nodes(self, step: TraceStep) -> None:
        now, node = len(self.steps), self.nodes[step.node]
        match step.kind:
            case trace.EXPAND:
                node.expanded, node.question = now, step.note
                self._leave_frontier(node)
            case trace.GOAL:
                self._leave_frontier(node)
                for solved in self._path(node):
                    solved.solved = min(solved.solved, now)
            case trace.DISCARD:
                node.removed, node.reason = now, step.note
                self._leave_frontier(node)
            case trace.BACKTRACK:
                node.left, node.value = now, step.note
            case trace.SELECT:
                for number in step.dropped:
                    self.nodes[number].removed = now
                    self.nodes[number].reason = step.note
                    self._leave_frontier(self.nodes[number])
                for number, place in zip(step.kept, sorted(step.kept), strict=True):
                    self.nodes[number].selected, self.nodes[number].new_order = now, place

    def _leave_frontier(self, node: TraceNode) -> None:
        self._waits_until[node.number] = min(self._waits_until[node.number], len(self.steps))

    def _path(self, node: TraceNode) -> list[TraceNode]:
        """Return the nodes from a node up to its root."""
        path = [node]
        while path[-1].parent >= 0:
            path.append(self.nodes[path[-1].parent])
        return path

    def _count(self, step: TraceStep) -> Counters:
        """Return the counters after a step that is the last one so far."""
        expanded, generated, duplicates, pruned, _, max_frontier = self.counters[-1]
        root = self._roots[self.nodes[step.node].root]
        is_stack = root.frontier == trace.STACK
        is_waiting = self.nodes[step.node].expanded == NEVER
        match step.kind:
            case trace.START:
                root.frontier_size = 0 if is_stack else 1
            case trace.EXPAND:
                expanded += 1
                root.frontier_size += 1 if is_stack else -1
            case trace.GENERATE:
                root.frontier_size += 0 if is_stack else 1
            case trace.DUPLICATE:
                duplicates += 1
            case trace.PRUNE:
                pruned += 1
            case trace.GOAL if step.parent < 0 and not is_stack and is_waiting:
                root.frontier_size -= 1
            case trace.DISCARD:
                pruned += 1
                root.frontier_size -= 1
            case trace.SELECT:
                pruned += len(step.dropped)
                root.frontier_size -= len(step.dropped)
            case trace.BACKTRACK:
                root.frontier_size -= 1
        generated = len(self.nodes)
        frontier = root.frontier_size
        max_frontier = max(max_frontier, frontier)
        return Counters(expanded, generated, duplicates, pruned, frontier, max_frontier)

    def _find_preorder(self) -> list[int]:
        """Return the numbers of the nodes, each before its children."""
        order: list[int] = []
        waiting = sorted(self._roots, reverse=True)
        while waiting:
            number = waiting.pop()
            order.append(number)
            waiting += reversed(self.nodes[number].children)
        return order

    # States

    def step_at(self, step_count: int) -> TraceStep | None:
        """Return the last one of `step_count` steps."""
        return self.steps[step_count - 1] if step_count else None

    def tree_at(self, step_count: int) -> list[int]:
        """Return the numbers of the nodes generated in `step_count` steps, parents first."""
        count = self.counters[step_count].generated  # nodes are numbered as they are generated
        return [number for number in self._preorder if number < count]

    def root_at(self, step_count: int) -> TraceRoot | None:
        """Return the tree that the last one of `step_count` steps belongs to."""
        step = self.step_at(step_count)
        return self._roots[self.nodes[step.node].root] if step else None

    def state_of(self, node: TraceNode, step_count: int) -> NodeState:
        """Return the state of a node after `step_count` steps."""
        if node.solved <= step_count:
            return NodeState.SOLUTION
        if node.kind == trace.DUPLICATE:
            return NodeState.DUPLICATE
        if node.kind == trace.PRUNE:
            return NodeState.PRUNED
        if node.removed <= step_count:
            is_selection = self.steps[node.removed - 1].kind == trace.SELECT
            return NodeState.DROPPED if is_selection else NodeState.OUTDATED
        if node.left <= step_count:
            return NodeState.DONE
        if node.expanded <= step_count:
            is_current = node.number == self._current_at(step_count)
            return NodeState.CURRENT if is_current else NodeState.EXPANDED
        if self._roots[node.root].ended <= step_count:
            return NodeState.DROPPED
        return NodeState.OPEN

    def _current_at(self, step_count: int) -> int:
        """Return the number of the node that is being expanded, -1 if there is none."""
        step = self.step_at(step_count)
        if not step:
            return -1
        if step.kind == trace.BACKTRACK:
            return self.nodes[step.node].parent
        if (
            step.kind in (trace.GENERATE, trace.DUPLICATE, trace.PRUNE, trace.GOAL)
            and step.parent >= 0
        ):
            return step.parent
        return step.node if step.kind in (trace.EXPAND, trace.SELECT) else -1

    def reason_of(self, node: TraceNode, step_count: int) -> str:
        """Return what is said of a node beside its state, after `step_count` steps."""
        if node.left <= step_count:
            return node.value
        if node.kind in (trace.DUPLICATE, trace.PRUNE) or node.removed <= step_count:
            return node.reason
        return node.question if node.expanded <= step_count else ""

    def frontier_at(self, step_count: int) -> list[TraceNode]:
        """Return the frontier after `step_count` steps, the next position to be expanded first."""
        root = self.root_at(step_count)
        if not root:
            return []
        if root.frontier == trace.STACK:
            top = self._current_at(step_count)
            return self._path(self.nodes[top]) if top >= 0 else []
        waits_until, count = self._waits_until, self.counters[step_count].generated
        entries = [
            number
            for number in range(root.node, count)
            if waits_until[number] > step_count and self.nodes[number].root == root.node
        ]
        if root.frontier == trace.PRIORITY_QUEUE:
            entries.reverse()  # the newest of equal ones first
            entries.sort(key=self._priorities.__getitem__)
        else:
            entries.sort(key=lambda number: _place(self.nodes[number], step_count))
        return [self.nodes[number] for number in entries]

    def next_expansion(self, step_count: int) -> int | None:
        """Return the step count after the next expansion, None if none is recorded."""
        return next(
            (
                n + 1
                for n in range(step_count, len(self.steps))
                if self.steps[n].kind == trace.EXPAND
            ),
            None,
        )

    def previous_expansion(self, step_count: int) -> int:
        """Return the step count after the expansion before the last step; 0 if there is none."""
        earlier = range(step_count - 2, -1, -1)
        return next((n + 1 for n in earlier if self.steps[n].kind == trace.EXPAND), 0)

    def position_of(self, number: int) -> Hashable | None:
        """Return the position of a node; None if its moves cannot be replayed."""
        path = []
        while number >= 0 and number not in self._positions:
            path.append(self.nodes[number])
            number = self.nodes[number].parent
        position = self._positions.get(number)
        for node in reversed(path):
            position = self._replay(node, position)
            self._positions[node.number] = position
        while len(self._positions) > MAX_CACHED_POSITIONS:
            del self._positions[next(iter(self._positions))]
        return position

    def moves_of(self, node: TraceNode) -> Sequence[Hashable]:
        """Return the moves from a node's parent to it, which are one step for a player.

        Returns:
            The moves; none for a root, and if they cannot be replayed.
        """
        position = self.position_of(node.parent) if node.parent >= 0 else None
        if position is None or self.position_of(node.number) is None:
            return ()
        moves: Sequence[Hashable] = self._game.parse_moves(position, node.move)
        return moves

    def _replay(self, node: TraceNode, parent_position: Hashable | None) -> Hashable | None:
        """Return the position of a node, from that of its parent."""
        try:
            if node.parent < 0:
                text = self._roots[node.number].position
                return self._game.parse(text) if text else self._start
            if parent_position is None:
                return None
            position = parent_position
            for move in self._game.parse_moves(position, node.move):
                position = self._game.play(position, move)
        except ValueError:
            return None
        return position


def _place(node: TraceNode, step_count: int) -> int:
    """Return the place of a node in a queue."""
    return node.new_order if node.selected <= step_count else node.number
