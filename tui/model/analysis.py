"""The analysis of a game in progress: which positions can be won, and in how many moves.

Start with `Analysis`. One search result covers many positions: those along the solution found,
those before it, and those after a lost position. So few of a player's moves need a search.

judgement  the result for one position
line       moves from a position to a win
"""

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.search.events import GaveUp, Solved, Unsolvable
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.replay import Replay, step_boundaries
from ludoscope.tui.model.session import Session

if TYPE_CHECKING:  # starts worker processes, 25 ms
    from ludoscope.tui.model.solver_run import SolverRun

WINNABLE, LOST, UNKNOWN = "winnable", "lost", "unknown"
MAX_POSITIONS = 20_000
MAX_LINES = 32
EVERY_MOVE_LOSES = "every move loses"


class Judgement(NamedTuple):
    """The result of analysing a position.

    Attributes:
        state: `WINNABLE`, `LOST`, or `UNKNOWN` if a solver gave up.
        length: Moves to the end of the game in the shortest line known.
        is_fewest: True if no line is shorter.
        proof: The reason why the position is lost; if a solver failed, the fault.
        value: In a game for two, plies to the end, negative if the side to move loses.
        steps: Steps of a player to the end in the line with the fewest steps known, in families
            where a step can be several moves.
    """

    state: str
    length: int | None = None
    is_fewest: bool = False
    proof: str = ""
    value: int | None = None
    steps: int | None = None

    def is_better_than(self, other: "Judgement") -> bool:
        """Return True if this judgement says more than another one of the same position."""
        if UNKNOWN in (self.state, other.state):
            return self.state != UNKNOWN
        if self.length is None or other.length is None:
            return other.length is None
        return (self.length, not self.is_fewest) < (other.length, not other.is_fewest)

    def merged_with(self, other: "Judgement | None") -> "Judgement":
        """Return the better of the two, with the fewer steps, which may be of another line."""
        if other is None:
            return self
        best = self if self.is_better_than(other) else other
        step_counts = (each.steps for each in (self, other) if each.steps is not None)
        return best._replace(steps=min(step_counts, default=None))


class LossPoint(NamedTuple):
    """The ply at which a game was lost, as far as it is known.

    Attributes:
        ply: The number of the move, from 1; 0 if the start or an unknown position was lost.
        is_certain: True if the position before that move is known to be winnable.
    """

    ply: int
    is_certain: bool


class KnownLine(NamedTuple):
    """A line to a win, or of best play in a game for two.

    Attributes:
        replay: The line from the position for which it was found.
        moves: Its moves from a later position on.
        is_fewest: True if no line from there is shorter, as players count.
    """

    replay: Replay
    moves: Sequence[Hashable]
    is_fewest: bool


def loss_reason(verdict: Unsolvable) -> str:
    """Return a short proof; the number of positions searched is left to the lab."""
    return EVERY_MOVE_LOSES if verdict.exhausted else verdict.proof


class Analysis:
    """The judgements of one game; symmetric positions share theirs.

    Attributes:
        version: A number that changes with every new judgement.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._has_steps = bool(FAMILIES[game.family].groups_moves)
        self._judgements: dict[Hashable, Judgement] = {}
        self._lines: deque[KnownLine] = deque(maxlen=MAX_LINES)
        self._fewest_moves: dict[Hashable, int] = {}
        self.version = 0

    def get(self, position: Hashable) -> Judgement | None:
        """Return the judgement of a position, None if it has not been analysed."""
        return self._judgements.get(self._game.key(position))

    def fewest_moves(self, position: Hashable) -> int | None:
        """Return the fewest moves to the end as players count them, if that is proved.

        In a game for two it is the number of plies with best play.
        """
        if self._game.players == 1 and self._game.is_won(position):
            return 0
        judgement = self.get(position)
        if judgement and judgement.value is not None:
            return abs(judgement.value)
        return self._fewest_moves.get(self._game.key(position))

    def add_shortest_line(self, line: Replay) -> None:
        """Add a line to a win than which none is shorter, as players count."""
        self._lines.append(KnownLine(line, line.moves, True))
        family = FAMILIES[self._game.family]
        for ply in step_boundaries(self._game, line.moves):
            self._fewest_moves[self._game.key(line.positions[ply])] = family.count_moves(
                line.moves[ply:]
            )
        self.version += 1

    def add_line(self, line: Replay) -> None:
        """Add a line to a win: its positions are winnable, and hints may follow it."""
        self._lines.append(KnownLine(line, line.moves, False))
        for ply, position in enumerate(line.positions[:-1]):
            steps = line.count_steps_from(ply) if self._has_steps else None
            if steps is not None or not self._has_steps:  # within a step see `_judge_by_lines`
                length = len(line.moves) - ply
                self.add_judgement(position, Judgement(WINNABLE, length, steps=steps))

    def find_lines(self, position: Hashable) -> Iterator[KnownLine]:
        """Yield the known lines that go on from a position, the last one found first."""
        for line in reversed(self._lines):
            if moves := line.replay.moves_from(position):
                yield line._replace(moves=moves)

    def add_result(self, solver_run: "SolverRun") -> None:
        """Add the result of a solver that has ended; nothing is learnt from a stopped one."""
        verdict, position = solver_run.verdict, solver_run.position
        match verdict:
            case Unsolvable():
                self.add_judgement(position, Judgement(LOST, proof=loss_reason(verdict)))
            case Solved(value=None) if self._game.players > 1:
                pass  # it tells who wins, but not in how many plies
            case Solved() if self._has_steps or solver_run.measure == self._game.measure:
                self._add_solution(position, verdict, solver_run.replay)
            case GaveUp(reason=reason, fault=fault) if reason != "stopped":
                self.add_judgement(position, Judgement(UNKNOWN, proof=fault))

    def _add_solution(self, position: Hashable, verdict: Solved, line: Replay | None) -> None:
        length, value = len(verdict.moves), verdict.value
        is_fewest = verdict.optimal_in == self._game.measure
        if line:
            unit = FAMILIES[self._game.family].counted_unit
            measure = unit.plural if unit else self._game.measure
            is_fewest_as_counted = not self._has_steps and verdict.optimal_in == measure
            if is_fewest_as_counted:
                self.add_shortest_line(line)
            else:
                self._lines.append(KnownLine(line, line.moves, False))
        for ply, line_position in enumerate(line.positions if line else [position]):
            if value is None:
                steps = line.count_steps_from(ply) if line and self._has_steps else None
                judgement = Judgement(WINNABLE, length - ply, is_fewest, steps=steps)
            else:
                state = WINNABLE if value > 0 else LOST
                judgement = Judgement(state, abs(value), True, value=value)
                value = 1 - value if value > 0 else -1 - value  # for the other side, a ply later
            self.add_judgement(line_position, judgement)

    def propagate(self, session: Session) -> None:
        """Derive judgements along the line of a session from those that are known.

        Positions after a lost one are lost, positions before a winnable one winnable. Neither
        holds in games for two.
        """
        if self._game.players > 1:
            return
        loss: Judgement | None = None
        for position in session.positions:
            if loss:
                self.add_judgement(position, loss)
            elif (judgement := self.get(position)) and judgement.state == LOST:
                loss = judgement
        if self._has_steps and not self.get(session.position):
            self._judge_by_lines(session.position)
        self._propagate_back(session.history.line)

    def _judge_by_lines(self, position: Hashable) -> None:
        """Judge a position that differs from one of a line in the cards that went home."""
        for line in self.find_lines(position):
            family = FAMILIES[self._game.family]
            steps = family.line_length(self._game, position, line.moves)
            self.add_judgement(position, Judgement(WINNABLE, len(line.moves), steps=steps))

    def _propagate_back(self, line: Sequence[Node]) -> None:
        """Judge the positions before a winnable one, adding a move to the length for each."""
        length: int | None = None
        steps: int | None = None
        is_within_step = False
        for node in reversed(line):
            if length is not None:
                length += 1
                steps_from_here = None if is_within_step else steps
                self.add_judgement(
                    node.position, Judgement(WINNABLE, length, steps=steps_from_here)
                )
            if (judgement := self.get(node.position)) and judgement.state == WINNABLE:
                length = judgement.length
                if judgement.steps is not None:
                    steps = judgement.steps
            is_within_step = node.continues_step
            if steps is not None and not is_within_step:
                steps += 1

    def add_judgement(self, position: Hashable, judgement: Judgement) -> None:
        """Add a judgement of a position; if there is one already, the better of the two is kept."""
        key = self._game.key(position)
        previous = self._judgements.get(key)
        merged = judgement.merged_with(previous)
        if merged != previous:
            self._judgements[key] = merged
            self.version += 1
        if len(self._judgements) > MAX_POSITIONS:
            del self._judgements[next(iter(self._judgements))]

    def find_loss(self, session: Session) -> LossPoint:
        """Find the first of the lost positions that lead without a gap to the current one."""
        ply, line = session.ply, session.history.line
        while ply and self._find_state(line[ply - 1].position) == LOST:
            ply -= 1
        if not session.move_number(ply):
            return LossPoint(0, False)
        return LossPoint(ply, self._find_state(line[ply - 1].position) == WINNABLE)

    def _find_state(self, position: Hashable) -> str:
        judgement = self.get(position)
        return judgement.state if judgement else UNKNOWN
