"""What lies on the play screen, without the screen: a session, its board, a line being replayed."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ludoscope.puzzles.puzzle import PublishedSolution
from ludoscope.tui.boards.board import VALUES, Board, Line, Picture
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model import analysis_text
from ludoscope.tui.model.analysis import LOST, WINNABLE, Analysis
from ludoscope.tui.model.confetti import sprinkled
from ludoscope.tui.model.played_game import PlayedGame
from ludoscope.tui.model.players import PERSON
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.result import Result
from ludoscope.tui.model.review import Course, course_of
from ludoscope.tui.model.session import Session

if TYPE_CHECKING:  # the app opens without solvers
    from ludoscope.search.events import Solved
    from ludoscope.tui.model.solver_run import Solving

NONE_WINNABLE = "no position before this one is known to be winnable"


class Table(PlayedGame):
    """The game, and what solvers and the literature know of it: hints, values, lines."""

    def __init__(
        self,
        session: Session,
        options: UserOptions,
        changed: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        super().__init__(session, options, changed, tell)
        self._sample_board = board_for(self.game, options)
        self._sample_board.pointing = False
        self.analysis = Analysis(self.game)
        self.hint: Any | None = None
        self.told = False  # the move that is the hint, or how far back one wins, not only where
        self.solving: Solving | None = None
        self.solution: Replay | None = None
        self.advice: Replay | None = None  # the line that the last hint began
        self.replay: Replay | None = None
        self.result: Result | None = None  # what is told of a session that is over
        self._goals: dict[tuple[int, int, str, int], Sequence[Line]] = {}
        self._course: tuple[object, Course | None] = (None, None)

    @property
    def sample_board(self) -> Board:
        """For other positions of the game, seen as the board itself."""
        self._sample_board.side = self.board.side
        return self._sample_board

    @property
    def position(self) -> Any:
        """The position shown."""
        return self.replay.position if self.replay else self.session.position

    @property
    def way(self) -> list[Any]:
        """The moves from the start to the position shown."""
        if not self.replay:
            return self.session.moves
        return [*self.replay.lead, *self.replay.moves[: self.replay.at]]

    @property
    def last(self) -> Any | None:
        """The move to mark: a hint, or the one that led to the position shown."""
        if self.replay:
            return self.replay.last
        if self.hint is None:
            return self.session.last
        return self.hint if self.told else self.board.piece(self.hint)

    @property
    def picture(self) -> Picture:
        """The board as it is now, whatever is played later; the last move may be on its way."""
        still = partial(self.board.draw, self.position, last=self.last)
        step = self.result.step if self.result and not self.replay else 0
        if step:
            return lambda *size: sprinkled(still(*size), step, self.options.appearance.ascii_only)
        return self.motion.picture or still

    @property
    def answering(self) -> bool:
        """Whether the program is to answer: not while a line is shown."""
        return super().answering and not self.replay

    @property
    def lettered(self) -> bool:
        """While a line is shown no piece can be picked."""
        return super().lettered and not self.replay

    @property
    def puzzling(self) -> bool:
        """Whether the position is to be judged: the person looks on, and nothing is known of it."""
        session = self.session
        if not self.options.preferences.analysis or session.over or session.mover != PERSON:
            return False
        self.analysis.settle(session)
        return self.analysis.of(session.position) is None

    @property
    def valuing(self) -> bool:
        """Whether every move is to wear its value, and none does."""
        shown = self.board.overlay == VALUES and not self.replay and not self.session.over
        return shown and not self.board.valued(self.session.position)

    def learn(self, solving: "Solving") -> None:
        """What a solver has found out."""
        self.analysis.hear(solving)
        self.analysis.settle(self.session)

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        """The board's goal, which only a choice of the person's changes, drawn once for each."""
        key = (width, height, self.options.preferences.autoplay, self.board.side)
        if key not in self._goals:
            self._goals[key] = self.board.goal(width, height)
        return self._goals[key]

    # How the game went

    @property
    def course(self) -> Course:
        """How it went, and would go on with the moves undone."""
        session = self.session
        history = session.history
        now = (self.analysis.version, history.line[-1], history.here, session.players)
        known, course = self._course
        if course is None or known != now:
            course = course_of(self.analysis, session)
            self._course = now, course
        return course

    @property
    def stuck(self) -> bool:
        """Whether nothing can move, and the goal is missed."""
        shown = not self.replay and not self.session.over
        return shown and bool(self.board.dead_end(self.session.position))

    @property
    def fallen(self) -> bool:
        """Whether the game was lost on the way here; without analysis it is told at its end."""
        if self.replay or self.session.at_start:
            return False
        course, ply = self.course, self.session.ply
        if not self.options.preferences.analysis and not (course.end and not self.session.undone):
            return False
        before = (
            state for state, turn in zip(course.states[:ply], course.turns, strict=False) if turn
        )
        return course.states[ply] == LOST and any(state != LOST for state in before)

    @property
    def standing(self) -> str:
        """Why there is nothing to go back to."""
        state = self.course.states[self.session.ply]
        if self.session.over and state == WINNABLE:
            return "the game is won"
        if not self.options.preferences.analysis and not self.session.over:
            return f"analysis is off; {self.key('set.analysis', 'a')} turns it on"
        if state == LOST:
            return NONE_WINNABLE
        known = "can still be won" if state == WINNABLE else "is undecided"
        return f"this position {known}"

    def recall(self, text: str) -> None:
        """Take up what was found out when the game was played before."""
        if analysis_text.read(text, self.analysis, self.session):
            self.analysis.settle(self.session)

    def retreat(self) -> None:
        """Back to the last position that is known to be winnable."""
        ply = self.course.winnable_before(self.session.ply)
        if ply is None:
            self.tell(NONE_WINNABLE)
            return
        lost = ", which lost the game" if ply + 1 in self.course.blunders else ""
        text = self.board.say(*self.session.made(ply))
        self.go(ply, -1)
        redo = self.key("play.redo", "y")
        number = self.session.number(ply + 1)
        self.tell(f"back before move {number}, {text}{lost}; {redo} makes it again")

    # Values

    def value(self, verdict: "Solved") -> None:
        """Let the moves wear what a solver found of them: help, as a hint is."""
        self.session.hints += 1
        self.board.value(self.session.position, dict(verdict.values))

    def _settle(self, before: Hashable, move: Hashable) -> None:
        self.hint, self.told = None, False
        super()._settle(before, move)

    # A solution

    def solved(self) -> None:
        """The solver at hand has ended: show the line it found, unless the person moved on."""
        solving = self.solving
        if not solving or not solving.replay:
            return
        self.solution = solving.replay
        if solving.position == self.session.position:
            self.watch()

    def present(self, solving: "Solving") -> None:
        """Show what a solver has found elsewhere."""
        self.learn(solving)
        self.solving, self.solution = solving, solving.replay
        self.watch()

    def follow(self, published: PublishedSolution) -> None:
        """Show a solution from the literature, from the start."""
        self.solving = None
        self.solution = Replay(self.game, self.game.start, published.moves)
        self.watch()
        self.tell(f"{published.title}: {published.detail}")

    def watch(self) -> None:
        if not self.session.over:
            self.session.hints += 1
        self.board.release()
        self.replay = self.solution

    def step(self, by: int) -> bool:
        """So many steps along the replay; False at its ends."""
        replay = self.replay
        assert replay
        before, at = replay.position, replay.at
        if not replay.step(by):
            return False
        self.board.moved(before, replay.moves[min(at, replay.at)], replay.position)
        if abs(by) == 1:
            passed = list(range(min(at, replay.at), max(at, replay.at)))[::by]
            for ply in passed:
                move, after = replay.moves[ply], replay.positions[ply + 1]
                self.motion.add(replay.positions[ply], move, after, back=by < 0)
        return True

    @property
    def extent(self) -> tuple[int, int]:
        """Of the line that is shown, or the game with what is undone: its moves, those made."""
        if self.replay:
            return len(self.replay.moves), self.replay.at
        return self.session.ply + self.session.undone, self.session.ply

    def seek(self, at: int) -> None:
        """Along it to so many moves, or as far as it goes."""
        at = min(max(at, 0), self.extent[0])
        if self.replay:
            self.replay.playing = False
            self.step(self.replay.steps_to(at) - self.replay.steps_to(self.replay.at))
        else:
            self.go(at)

    def leap(self, by: int) -> None:
        """So many moves along it, as a person counts them."""
        ends = (self.replay or self.session).ends
        here = bisect_left(ends, self.extent[1])
        self.seek(ends[min(max(here + by, 0), len(ends) - 1)])

    @property
    def at_end(self) -> bool:
        """Whether the position shown is one in which nothing is left to play."""
        return bool(self.game.is_won(self.position))

    def leave_replay(self) -> None:
        """Back to the person's own position."""
        self.replay = None

    def take_over(self) -> None:
        """Go on from the position shown: the line's moves join the session's history.

        Not from its end, where nothing is left to play: a solver's win would be taken for theirs.
        """
        assert self.replay
        if self.at_end:
            self.tell("the game ends here: ← goes back to where there is something to play")
        else:
            self.follow_line(self.way)

    def follow_line(self, line: Sequence[Hashable]) -> None:
        """Stand at the end of a line from the start; what was played otherwise stays a branch."""
        before = self.session.position
        self.replay = None
        self.session.follow(line)
        if line:
            self._settle(before, line[-1])
        self._changed()
