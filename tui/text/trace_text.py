"""Words for the steps and the nodes of a traced search."""

from collections.abc import Sequence

from ludoscope.search import trace
from ludoscope.search.trace import TraceStep
from ludoscope.tui.boards.board import Board
from ludoscope.tui.model.search_trace import NodeState, SearchTrace, TraceNode, TraceRoot

SYMBOLS = {  # of the states of nodes, each with the role of its row
    NodeState.OPEN: ("○", "notice"),
    NodeState.CURRENT: ("►", "key"),
    NodeState.EXPANDED: ("●", ""),
    NodeState.DONE: ("●", "dim"),
    NodeState.DUPLICATE: ("=", "dim"),
    NodeState.PRUNED: ("×", "bad"),
    NodeState.DROPPED: ("×", "dim"),
    NodeState.OUTDATED: ("×", "dim"),
    NodeState.SOLUTION: ("★", "good"),
}
LEGEND = (
    ("○", "open: in the frontier, not yet expanded"),
    ("►", "being expanded"),
    ("●", "expanded"),
    ("=", "duplicate: this position is known already"),
    ("×", "pruned or dropped: not searched, with the reason"),
    ("★", "on the solution"),
)
FRONTIER_TITLES = {  # the frontier, and which entry comes first
    trace.QUEUE: ("Queue", "oldest first"),
    trace.PRIORITY_QUEUE: ("Priority queue", "by f"),
    trace.STACK: ("Stack", "top first"),
}
FRONTIER_RULES = {
    trace.QUEUE: "first in the queue",
    trace.PRIORITY_QUEUE: "lowest f in the priority queue",
    trace.STACK: "now on top of the stack",
}


def format_number(value: float) -> str:
    """Format an estimate or a priority: an integer without decimals."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def describe_priority(node: TraceNode, frontier: str) -> str:
    """Return "f 5 = g 2 + h 3", or what the search uses instead; "" if it uses nothing.

    Args:
        node: The node.
        frontier: The kind of the frontier.
    """
    if node.estimate is None:
        return ""
    estimate = format_number(node.estimate)
    if frontier != trace.PRIORITY_QUEUE or node.priority is None:
        return f"score {estimate}"
    if node.priority == node.estimate:
        return f"f {estimate}"
    cost = format_number(node.priority - node.estimate)
    return f"f {format_number(node.priority)} = g {cost} + h {estimate}"


class TraceText:
    """Words for a trace, with moves as the board writes them.

    Args:
        recorded: The trace.
        board: The board of the game in the measure of the solver.
    """

    def __init__(self, recorded: SearchTrace, board: Board) -> None:
        self._recorded, self._board = recorded, board
        self._names: dict[int, str] = {}

    def name(self, node: TraceNode) -> str:
        """Return the move that leads to a node, or "start" with the label of its search."""
        if node.parent < 0:
            return f"start: {node.move}" if node.move else "start"
        if node.number not in self._names:
            self._names[node.number] = self._move_text(node)
        return self._names[node.number]

    def _move_text(self, node: TraceNode) -> str:
        moves = self._recorded.moves_of(node)
        if not moves:  # they cannot be replayed
            return node.move
        return self._board.step_text(self._recorded.position_of(node.parent), moves)

    def describe_state(self, node: TraceNode, step_count: int) -> Sequence[str]:
        """Return the state of a node, with its reason and in ever fewer words."""
        state = self._recorded.state_of(node, step_count)
        reason = self._recorded.reason_of(node, step_count)
        if not reason:
            return (state.value,)
        if state in (NodeState.EXPANDED, NodeState.DONE):
            return (reason, reason.partition(":")[0], state.value)
        return (f"{state.value}: {reason}", state.value)

    def describe_node(self, node: TraceNode, step_count: int, root: TraceRoot) -> str:
        """Describe a node in one line: its move and the one before it, its state, its priority."""
        texts = [f"Selected: {self.name(node)}"]
        if node.parent >= 0:
            texts[0] += f" after {self.name(self._recorded.nodes[node.parent])}"
        texts.append(self.describe_state(node, step_count)[0])
        return ", ".join([*texts, *filter(None, [describe_priority(node, root.frontier)])])

    def describe_step(self, step: TraceStep, root: TraceRoot) -> str:
        """Describe a step in one sentence."""
        node = self._recorded.nodes[step.node]
        name = self.name(node)
        priority = describe_priority(node, root.frontier)
        with_priority = f", {priority}" if priority else ""
        is_stack = root.frontier == trace.STACK
        match step.kind:
            case trace.START:
                label = f" ({node.move})" if node.move else ""
                if is_stack:
                    return f"Start{label}: entered next; the stack is still empty"
                return f"Start{label}: the first position of the {root.frontier}{with_priority}"
            case trace.EXPAND:
                verb = "Enter" if is_stack else "Expand"
                question = f"; {step.note}" if step.note else ""
                return f"{verb} {name}: {FRONTIER_RULES[root.frontier]}{with_priority}{question}"
            case trace.GENERATE:
                effect = "a new position" if is_stack else f"added to the {root.frontier}"
                return f"Generate {name}: {effect}{with_priority}"
            case trace.DUPLICATE:
                return f"Generate {name}: a duplicate, {step.note or 'known already'}"
            case trace.PRUNE:
                return f"Prune {name}: {step.note}"
            case trace.GOAL:
                return f"Solution: {name} wins"
            case trace.DISCARD:
                return f"Ignore {name}: {step.note}"
            case trace.SELECT:
                count, dropped = len(step.kept), len(step.dropped)
                return f"Keep the {count:,} of lowest score, drop {dropped:,}: {step.note}"
        return f"Back from {name}: {step.note}"
