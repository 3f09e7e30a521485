"""The trace of a readable solver: each step of its search, for people who want to follow it.

A search that is traced has a `Tracer` as `Budget.trace`, and reports to it in the words of
textbooks. Otherwise `Budget.trace` is None, so that a search that nobody follows only tests a
local variable:

    trace = budget.trace
    if trace:
        trace.start(position, QUEUE)
    ...
    heapq.heappush(queue, node)
    if trace:
        trace.generate(child, move)

A report follows the statement that it is about: the line that is shown as the current one is the
line before `if trace`.

The steps are collected in a `TraceLog`, from which the worker sends them in batches.
"""

import math
import sys
from collections.abc import Callable, Hashable, Iterable
from copy import copy
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.errors import short_repr

MAX_STEPS = 20_000  # of a trace; the steps after them are not recorded
MAX_TEXT_LENGTH = 2000  # characters of a text in a step

# the order in which a search takes positions from its frontier
QUEUE = "queue"  # the oldest first
PRIORITY_QUEUE = "priority queue"  # the lowest priority first, the newest of equal ones
STACK = "stack"  # the newest first; its positions are those of the current line
FRONTIERS = (QUEUE, PRIORITY_QUEUE, STACK)

# the kinds of steps
START = "start"  # a search begins: its start is the root of a tree
EXPAND = "expand"  # a position is taken from the frontier; on a stack, entered
GENERATE = "generate"  # a successor is added to the frontier
DUPLICATE = "duplicate"  # a successor is already known
PRUNE = "prune"  # a successor is not searched
GOAL = "goal"  # a position is won
DISCARD = "discard"  # an entry of the frontier is out of date
SELECT = "select"  # some entries of the frontier are kept, the others dropped
BACKTRACK = "backtrack"  # the search leaves the position on top of the stack
KINDS = (START, EXPAND, GENERATE, DUPLICATE, PRUNE, GOAL, DISCARD, SELECT, BACKTRACK)


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step of a search.

    Attributes:
        kind: What happened, one of `KINDS`.
        node: The number of the node that it is about. Nodes are numbered from 0 in the order in
            which they are generated.
        parent: The number of its parent, for a node that is new; else -1.
        move: The move from the parent, for a node that is new; else "".
        note: The reason, value or question, for people to read.
        estimate: The estimated distance to a win (h), None if there is none.
        priority: The priority in the frontier (f), None if there is none.
        frontier: The kind of frontier, for a start; else "".
        search: The number of the search, for a start. A second start of a search ends its first.
        position: The text of the position, for a start that is not the start of the game; else "".
        kept: The numbers of the nodes that are kept, in their new order, for a selection.
        dropped: The numbers of the nodes that are dropped.
        code: The function that is running, as "module:name".
        line: The number of the line in its file where it reported the step.
    """

    kind: str
    node: int
    parent: int = -1
    move: str = ""
    note: str = ""
    estimate: float | None = None
    priority: float | None = None
    frontier: str = ""
    search: int = 0
    position: str = ""
    kept: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    code: str = ""
    line: int = 0

    def encode(self) -> dict[str, Any]:
        """Return the step as a JSON object, without the fields that have their default."""
        return {name: value for name, value in asdict(self).items() if value != DEFAULTS[name]}

    @classmethod
    def decode(cls, message: Any) -> "TraceStep":
        """Return the step that `encode` wrote; raise ValueError if it is malformed."""
        if not isinstance(message, dict) or not {"kind", "node"} <= set(message) <= set(DEFAULTS):
            raise ValueError(f"found the step {short_repr(message)}, expected an object of a step")
        for name, value in message.items():
            if not _is_valid(name, value):
                raise ValueError(f"found {short_repr(value)} in {name} of a step")
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in message.items()
        }
        return cls(**values)


DEFAULTS = {one.name: one.default for one in fields(TraceStep)}


def _is_valid(name: str, value: Any) -> bool:
    """Return True if a field of a step may have a value."""
    match name:
        case "kind":
            return value in KINDS
        case "frontier":
            return value in FRONTIERS
        case "estimate" | "priority":
            return type(value) in (int, float) and math.isfinite(value)
        case "kept" | "dropped":
            return isinstance(value, list) and all(map(_is_number, value))
        case "node" | "parent" | "search" | "line":
            return _is_number(value)
    return isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH and value.isprintable()


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 31


@dataclass(slots=True)
class _Record:
    """The steps that are not sent yet and the totals, which all views of a log share."""

    steps: list[TraceStep] = field(default_factory=list)
    step_count: int = 0
    node_count: int = 0
    search_count: int = 0


class TraceLog:
    """The steps of all searches of one solver, until they are sent; see `Limits.trace`.

    Args:
        game: The game, in the measure of the solver.
        start: The position that is solved.
        max_steps: Steps to record.

    Attributes:
        label: What the searches that begin now are, if a solver has several.
    """

    def __init__(self, game: AnyGame, start: Any, max_steps: int = MAX_STEPS) -> None:
        self.game, self.start = game, start
        self.label = ""
        self._max_steps = max_steps
        self._record = _Record()

    @property
    def is_full(self) -> bool:
        """True if no further steps are recorded."""
        return self._record.step_count >= self._max_steps

    def with_label(self, label: str) -> "TraceLog":
        """Return a view of this log for searches with a label."""
        view = copy(self)
        view.label = label
        return view

    def new_tracer(self) -> "Tracer":
        """Return the tracer of one more search."""
        self._record.search_count += 1
        return Tracer(self, self._record.search_count, self.label)

    def new_node(self) -> int:
        """Return the number of a new node."""
        self._record.node_count += 1
        return self._record.node_count - 1

    def add(self, step: TraceStep) -> None:
        """Add a step, which `take` then returns."""
        self._record.step_count += 1
        self._record.steps.append(step)

    def take(self) -> list[dict[str, Any]]:
        """Remove the steps and return them as JSON objects."""
        steps, self._record.steps = self._record.steps, []
        return [step.encode() for step in steps]


@dataclass(slots=True)
class _Entry:
    """A position that the search knows.

    Attributes:
        node: The number of its node.
        position: The position.
        depth: Moves from the start.
    """

    node: int
    position: Any
    depth: int


class Tracer:
    """Reports of one search.

    Successors belong to the position that was expanded last; on a stack, to the one on its top.

    Attributes:
        label: What the search is, if a solver has several; shown with its start.
        score: The heuristic of a search that does not report estimates itself, or None.
        decode: A function that returns the position of a state, for a search of other states.
    """

    def __init__(self, log: TraceLog, number: int, label: str = "") -> None:
        self.label = label
        self.score: Callable[[Any], float] | None = None
        self.decode: Callable[[Any], Any] | None = None
        self._log = log
        self._number = number
        self._frontier = QUEUE
        self._entries: dict[Hashable, _Entry] = {}  # the newest entry of each position
        self._superseded: dict[tuple[Hashable, int], _Entry] = {}  # by position and depth
        self._line: list[_Entry] = []  # the expanded position, on a stack after those below it

    def start(
        self,
        position: Any,
        frontier: str,
        label: str = "",
        estimate: float | None = None,
        priority: float | None = None,
    ) -> None:
        """Report that the search begins, or begins again.

        Args:
            position: The position that it begins with, which is in the frontier.
            frontier: The kind of frontier.
            label: What this part of the search is, such as "width 2".
            estimate: The estimate of the position.
            priority: Its priority in the frontier.
        """
        log = self._log
        if log.is_full:
            return
        self._frontier = frontier
        self._line.clear()
        self._superseded.clear()
        entry = _Entry(log.new_node(), position, 0)
        self._entries = {position: entry}
        actual_position = self._position(position)
        is_elsewhere = actual_position != log.start
        self._add(
            START,
            entry.node,
            note=", ".join(filter(None, (self.label, label))),
            frontier=frontier,
            search=self._number,
            position=log.game.text(actual_position) if is_elsewhere else "",
            estimate=self._estimate(position, estimate),
            priority=priority,
        )

    def expand(self, position: Any, note: str = "") -> None:
        """Report that a position was taken from the frontier, and its successors follow."""
        entry = self._entries.get(position)
        if self._log.is_full or not entry:
            return
        if self._frontier != STACK:
            self._line.clear()
        self._line.append(entry)
        self._add(EXPAND, entry.node, note=note)

    def continue_from(self, position: Any) -> None:
        """Report that the next successors belong to another known position; this is no step."""
        if entry := self._entries.get(position):
            self._line[-1:] = [entry]

    def generate(
        self,
        child: Any,
        move: Any = None,
        estimate: float | None = None,
        priority: float | None = None,
    ) -> None:
        """Report a successor that was added to the frontier.

        Args:
            child: The successor.
            move: The move to it; None to find it.
            estimate: Its estimated distance to a win.
            priority: Its priority in the frontier.
        """
        if self._log.is_full:
            return
        if known := self._entries.get(child):
            self._superseded[child, known.depth] = known
        if node := self._add_successor(
            GENERATE, child, move, estimate=self._estimate(child, estimate), priority=priority
        ):
            self._entries[child] = node

    def duplicate(
        self, child: Any, move: Any = None, note: str = "", *, is_kept: bool = False
    ) -> None:
        """Report a successor that is already known.

        Args:
            child: The successor.
            move: The move to it; None to find it.
            note: What is known of it.
            is_kept: True if the search keeps this path to it: what follows belongs to it.
        """
        if node := self._add_successor(DUPLICATE, child, move, note=note):
            if is_kept:
                self._entries[child] = node
            else:
                self._entries.setdefault(child, node)

    def prune(self, child: Any, move: Any = None, note: str = "") -> None:
        """Report a successor that is not searched, and why."""
        self._add_successor(PRUNE, child, move, note=note)

    def goal(self, position: Any, move: Any = None) -> None:
        """Report a win: a position that is already known, or a successor by a move."""
        if move is not None:
            self._add_successor(GOAL, position, move)
        elif not self._log.is_full and (entry := self._entries.get(position)):
            self._add(GOAL, entry.node)

    def discard(self, position: Any, note: str, depth: int | None = None) -> None:
        """Report that an entry of the frontier is ignored.

        Args:
            position: Its position.
            note: The reason.
            depth: Moves from the start to an entry that may not be the newest of its position.
        """
        older = None if depth is None else self._superseded.pop((position, depth), None)
        entry = older or self._entries.get(position)
        if entry and not self._log.is_full:
            self._add(DISCARD, entry.node, note=note)

    def select(self, kept: Iterable[Any], generated: Iterable[Any], note: str) -> None:
        """Report that some of the generated positions are kept, in a new order."""
        kept_nodes = self._node_numbers(kept)
        dropped = set(self._node_numbers(generated)).difference(kept_nodes)
        if not self._log.is_full and (dropped or kept_nodes != tuple(sorted(kept_nodes))):
            self._add(
                SELECT, self._node, note=note, kept=kept_nodes, dropped=tuple(sorted(dropped))
            )

    def backtrack(self, note: str = "") -> None:
        """Report that the search leaves the position on top of the stack.

        Args:
            note: What is known of it now.
        """
        if not self._log.is_full and self._line:
            self._add(BACKTRACK, self._line.pop().node, note=note)

    @property
    def _node(self) -> int:
        return self._line[-1].node if self._line else 0

    def _node_numbers(self, positions: Iterable[Any]) -> tuple[int, ...]:
        entries = map(self._entries.get, positions)
        return tuple(entry.node for entry in entries if entry)

    def _position(self, state: Any) -> Any:
        return self.decode(state) if self.decode else state

    def _estimate(self, state: Any, estimate: float | None) -> float | None:
        if estimate is None and self.score:
            return self.score(state)
        return estimate

    def _add_successor(self, kind: str, child: Any, move: Any, **values: Any) -> _Entry | None:
        """Add the step of a new node; return its entry, None if the log is full."""
        if self._log.is_full or not self._line:
            return None
        parent, game = self._line[-1], self._log.game
        position = self._position(parent.position)
        if move is None:
            move = next(one for one in game.moves(position) if game.play(position, one) == child)
        entry = _Entry(self._log.new_node(), child, parent.depth + 1)
        text = game.move_text(position, move)
        self._add(kind, entry.node, parent=parent.node, move=text, **values)
        return entry

    def _add(self, kind: str, node: int, **values: Any) -> None:
        """Add a step, with the line of the solver that reports it."""
        for name in ("estimate", "priority"):
            if not math.isfinite(values.get(name) or 0):
                values[name] = None  # JSON has no infinity, which heuristics give to lost positions
        frame = sys._getframe(1)
        while frame.f_back and frame.f_globals["__name__"] == __name__:
            frame = frame.f_back
        code = f"{frame.f_globals['__name__']}:{frame.f_code.co_qualname}"
        self._log.add(TraceStep(kind, node, code=code, line=frame.f_lineno, **values))
