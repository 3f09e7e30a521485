"""StepPlayer: plays the recorded steps of a search forwards and backwards, at a chosen speed."""

from ludoscope.search.trace import TraceStep
from ludoscope.tui.model.search_trace import Counters, NodeState, SearchTrace, TraceNode
from ludoscope.tui.model.solver_run import SolverRun

FULL_SPEED = 0  # as many steps a second as can be shown
SPEEDS = (1, 2, 5, 10, 30, 100, FULL_SPEED)  # steps a second
STEPS_AT_FULL_SPEED = 500  # shown at once
MIN_STEPS_AHEAD = 300  # recorded after the current step
EXPANSIONS_PER_REQUEST = 50


class StepPlayer:
    """The current step of a traced search.

    The solver works a little ahead: when few recorded steps are left, it is asked for more. Once
    the trace is full it runs on to its verdict, unrecorded.

    Args:
        solver_run: The run of a readable solver, traced and paused.

    Attributes:
        trace: The recorded steps.
        step_count: Number of steps done; 0 only before the first is recorded.
        is_playing: True while the steps are played.
    """

    def __init__(self, solver_run: SolverRun) -> None:
        assert solver_run.trace is not None
        self.solver_run = solver_run
        self.trace: SearchTrace = solver_run.trace
        self.step_count = 0
        self.is_playing = False
        self._selected: int | None = None  # a node that the user has chosen
        self._speed_index = 0
        self._due_steps = 0.0

    # The current step

    @property
    def step(self) -> TraceStep | None:
        """The last step done, None at the start."""
        return self.trace.step_at(self.step_count)

    @property
    def counters(self) -> Counters:
        return self.trace.counters[self.step_count]

    @property
    def is_at_end(self) -> bool:
        """True if the last recorded step is done."""
        return self.step_count == len(self.trace)

    @property
    def has_no_steps(self) -> bool:
        """True if the solver works, but reports none of its steps."""
        self.solver_run.update_progress()
        return not self.trace.steps and self.solver_run.progress.explored > 0

    @property
    def is_finished(self) -> bool:
        """True at the end of a search that has ended."""
        return self.is_at_end and self.solver_run.verdict is not None

    @property
    def chosen(self) -> TraceNode | None:
        """The node that the user has chosen since the last step, None if there is none."""
        node = None if self._selected is None else self.trace.nodes[self._selected]
        return node if node and node.generated <= self.step_count else None

    @property
    def selected(self) -> TraceNode | None:
        """The node that the user has chosen, else the one of the last step."""
        step = self.step
        return self.chosen or (self.trace.nodes[step.node] if step else None)

    def select(self, number: int) -> None:
        """Choose a node, until the next step."""
        self._selected = number

    def state_of(self, node: TraceNode) -> NodeState:
        return self.trace.state_of(node, self.step_count)

    # Moving

    def go_to(self, step_count: int) -> bool:
        """Go to a step, clamped to the recorded ones; return False if nothing changes."""
        step_count = min(max(1, step_count), len(self.trace))
        changed = step_count != self.step_count or self._selected is not None
        self.step_count, self._selected = step_count, None
        self.request_steps()
        return changed

    def go_to_next_expansion(self) -> bool:
        """Go to the next expansion, else to the last recorded step."""
        return self.go_to(self.trace.next_expansion(self.step_count) or len(self.trace))

    def go_to_previous_expansion(self) -> bool:
        return self.go_to(self.trace.previous_expansion(self.step_count))

    def request_steps(self) -> None:
        """Ask the solver for more steps if few are left."""
        solver_run = self.solver_run
        if solver_run.verdict or solver_run.is_stepping or self.has_no_steps:
            return
        if self.trace.is_full:
            if solver_run.is_paused:
                solver_run.set_paused(False)
        elif len(self.trace) - self.step_count < MIN_STEPS_AHEAD:
            solver_run.step(EXPANSIONS_PER_REQUEST)

    # Speed

    @property
    def speed(self) -> int:
        """Steps a second, or `FULL_SPEED`."""
        return SPEEDS[self._speed_index]

    @property
    def speed_text(self) -> str:
        if self.speed == FULL_SPEED:
            return "full speed"
        return f"{self.speed} step{'s' if self.speed > 1 else ''} a second"

    def change_speed(self, direction: int) -> bool:
        """Choose the next faster or slower speed; return False if there is none."""
        index = max(0, min(self._speed_index + direction, len(SPEEDS) - 1))
        changed, self._speed_index = index != self._speed_index, index
        return changed

    def set_playing(self, playing: bool) -> None:
        self.is_playing, self._due_steps = playing, 1.0

    def advance(self, seconds: float) -> bool:
        """Play the steps of a time that has passed; return True if the current step changes."""
        self.request_steps()
        if self.step_count == 0 and self.go_to(1):
            return True
        if not self.is_playing:
            return False
        if self.speed == FULL_SPEED:
            count = STEPS_AT_FULL_SPEED
        else:
            self._due_steps += seconds * self.speed
            count = int(self._due_steps)
            self._due_steps -= count
        changed = count > 0 and self.go_to(self.step_count + count)
        if self.is_finished or (self.is_at_end and self.trace.is_full):
            self.is_playing = False
            return True
        return changed
