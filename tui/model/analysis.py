"""What is known of the positions of the current game: whether they can be won, and how soon.

A verdict on one position tells of many: of all along the line that it comes with, of those that
led there, and of those that follow from a lost one. So few of a person's moves need a search.

judgement  what is known of one position
line       moves from some position to a win
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.session import Session

if TYPE_CHECKING:  # the app opens without solvers
    from ludoscope.search.events import Solved, Unsolvable
    from ludoscope.tui.model.solver_run import Solving

WINNABLE, LOST, UNKNOWN = "winnable", "lost", "unknown"
MOST = 20_000  # positions remembered
LINES = 8  # solutions remembered


class Judgement(NamedTuple):
    """What is known of a position.

    `length`  moves of the shortest line known, `fewest` whether none can be shorter
    `steps`   moves of a person's that some line known takes, where those are made of several
    `proof`   why it is lost
    `value`   in plies, for the side to move, where two play
    """

    state: str
    length: int | None = None
    fewest: bool = False
    proof: str = ""
    value: int | None = None
    steps: int | None = None

    def better_than(self, other: "Judgement") -> bool:
        """Whether it tells more; both are true."""
        if UNKNOWN in (self.state, other.state):
            return self.state != UNKNOWN
        if self.length is None or other.length is None:
            return other.length is None
        return (self.length, not self.fewest) < (other.length, not other.fewest)

    def joined_with(self, other: "Judgement | None") -> "Judgement":
        """The better of two; with the fewer steps, whose line may be another."""
        best = self if other is None or self.better_than(other) else other
        steps = (one.steps for one in (self, other) if one and one.steps is not None)
        return best._replace(steps=min(steps, default=None))


def why_lost(verdict: "Unsolvable") -> str:
    """The proof in a few words; how many positions an exhaustion has seen is for the lab."""
    return "every way on was tried" if verdict.exhausted else verdict.proof


class Analysis:
    """The judgements of one game, in memory; symmetric positions share theirs."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._steps = bool(FAMILIES[game.family].groups_moves)
        self._known: dict[Hashable, Judgement] = {}
        self._lines: deque[Replay] = deque(maxlen=LINES)
        self.version = 0  # another with all that is learned
        self.aside: Callable[[Any], str] = lambda position: ""
        """What else is known of a position whose fewest moves are, in a few words."""

    def of(self, position: Any) -> Judgement | None:
        """What is known, None when nothing has been asked yet."""
        return self._known.get(self._game.key(position))

    def next_move(self, position: Hashable) -> Any | None:
        """What a known line plays at `position`."""
        moves = (line.next_move(position) for line in reversed(self._lines))
        return next((move for move in moves if move is not None), None)

    def hear(self, solving: "Solving") -> None:
        """Learn from a solver that has ended; one that was stopped has nothing to tell."""
        from ludoscope.search.events import GaveUp, Solved, Unsolvable

        verdict, position = solving.verdict, solving.position
        match verdict:
            case Unsolvable():
                self.note(position, Judgement(LOST, proof=why_lost(verdict)))
            case Solved(value=None) if self._game.players > 1:
                pass  # who wins is known, not how soon
            case Solved() if self._steps or solving.measure == self._game.measure:
                self._learn(position, verdict, solving.replay)
            case GaveUp(reason=reason) if reason != "stopped":
                self.note(position, Judgement(UNKNOWN))

    def _learn(self, position: Hashable, verdict: "Solved", line: Replay | None) -> None:
        length, value = len(verdict.moves), verdict.value
        if line:
            self._lines.append(line)
        for played, passed in enumerate(line.positions if line else [position]):
            if value is None:
                fewest = verdict.optimal_in == self._game.measure
                steps = line.steps_left(played) if line and self._steps else None
                judgement = Judgement(WINNABLE, length - played, fewest, steps=steps)
            else:
                state = WINNABLE if value > 0 else LOST
                judgement = Judgement(state, abs(value), True, value=value)
                value = 1 - value if value > 0 else -1 - value
            self.note(passed, judgement)

    def settle(self, session: Session) -> None:
        """Let the positions of a session tell of each other.

        What follows from a lost position is lost, and what leads to one that can be won can be
        won itself. Where two play neither is so.
        """
        if self._game.players > 1:
            return
        lost: Judgement | None = None
        for position in session.positions:
            if lost:
                self.note(position, lost)
            elif (judgement := self.of(position)) and judgement.state == LOST:
                lost = judgement
        self._settle_back(session.history.line)

    def _settle_back(self, line: Sequence[Node]) -> None:
        """What leads to a position that can be won can be won itself, in the moves between more."""
        length, steps, within = None, None, False
        for node in reversed(line):
            if length is not None:
                length += 1
                known = None if within else steps  # half a step is no move of a person's
                self.note(node.position, Judgement(WINNABLE, length, steps=known))
            if (judgement := self.of(node.position)) and judgement.state == WINNABLE:
                length = judgement.length
                steps = steps if judgement.steps is None else judgement.steps
            within = node.joined
            if steps is not None and not within:
                steps += 1

    def note(self, position: Any, judgement: Judgement) -> None:
        """Take it up, unless more is known."""
        key = self._game.key(position)
        before = self._known.get(key)
        joined = judgement.joined_with(before)
        if joined != before:
            self._known[key] = joined
            self.version += 1
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def lost_since(self, session: Session) -> tuple[int, bool]:
        """The first of the lost positions that the session has come through without a break.

        Its number, and whether the one before it could be won; it may just not be known.
        """
        ply, line = session.ply, session.history.line
        while ply and self._state(line[ply - 1].position) == LOST:
            ply -= 1
        ply = ply if session.number(ply) else 0
        return ply, ply > 0 and self._state(line[ply - 1].position) == WINNABLE

    def _state(self, position: Hashable) -> str:
        judgement = self.of(position)
        return judgement.state if judgement else UNKNOWN
