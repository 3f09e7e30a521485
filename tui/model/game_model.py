"""What lies on the play screen, without the screen: a session, its board, a line being replayed."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ludoscope.games import FAMILIES
from ludoscope.puzzles.puzzle import PublishedSolution, Puzzle
from ludoscope.tui.boards.animation import Motion
from ludoscope.tui.boards.board import VALUES, Board, Cell, Line, Look, Picture, Reply
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.model import analysis_text
from ludoscope.tui.model.analysis import LOST, WINNABLE, Analysis
from ludoscope.tui.model.confetti import sprinkled
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.letter_keys import shown_key
from ludoscope.tui.model.players import PERSON, Players, near_side, words
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.result import Result
from ludoscope.tui.model.review import Course, course_of
from ludoscope.tui.model.session import Session

if TYPE_CHECKING:  # the app opens without solvers
    from ludoscope.search.events import Solved
    from ludoscope.tui.model.solver_run import Solving

NONE_WINNABLE = "no position before this one is known to be winnable"


class Table:
    """The game, and what solvers and the literature know of it: hints, values, lines."""

    def __init__(
        self,
        session: Session,
        look: Look,
        changed: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self.session = session
        self.game = session.game
        self.board = board_for(self.game, look)
        self.board.side = near_side(session.players)
        self.motion = Motion(self.board, look)
        self.look = look
        self._changed = changed
        self.tell = tell
        self.touches = 0
        self.waits = "the program is thinking"  # why it is not the person's turn
        self._sample_board = board_for(self.game, look)
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
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    def key(self, action: str, usual: str) -> str:
        """How the key of an action is shown here."""
        return shown_key(self.look, action, usual, self.lettered)

    def _settle(self, before: Hashable, move: Hashable) -> None:
        """Let the board follow a move, made or taken back."""
        self.hint, self.told = None, False
        self.board.moved(before, move, self.session.position)

    def press(self, key: str) -> bool:
        """A key for the board; False when it means nothing to it."""
        return self._take(self.board.press(self.session.position, key))

    def click(self, x: int, y: int, width: int, height: int, *, double: bool = False) -> bool:
        clicked = self.board.double_click if double else self.board.click
        return self._take(clicked(self.session.position, x, y, width, height))

    def drag(self, start: Cell, end: Cell, width: int, height: int) -> bool:
        """What the mouse holds is taken along; whether anything looks different."""
        self.touches += 1
        return self.board.drag(self.session.position, start, end, width, height)

    def drop(self, start: Cell, end: Cell, width: int, height: int) -> bool:
        """The mouse has let go of it."""
        return self._take(self.board.drop(self.session.position, start, end, width, height))

    def _take(self, reply: Reply) -> bool:
        if reply.notice:
            self.tell(reply.notice)
        self.touches += reply.handled
        self.play_all(reply.moves)
        return reply.handled

    def play_all(self, moves: Sequence[Hashable]) -> bool:
        """A step: these moves, and what follows by itself; False when one could not be played."""
        played = all(self.play(move, joined=at > 0) for at, move in enumerate(moves))
        while moves and played and (move := self.board.automatic(self.session.position)):
            self.answer(move, joined=True)
        return played

    def play(self, move: Hashable, joined: bool = False) -> bool:
        """The person's move; False, with a notice, when it cannot be played."""
        if self.session.over:
            undo = self.key("play.undo", "u")
            ended = "solved" if self.game.players == 1 else "over"
            self.tell(f"the game is {ended}; {undo} undoes moves")
        elif self.answering:
            self.tell(f"not yet: {self.waits}")
        else:
            return self.answer(move, joined)
        return False

    def answer(self, move: Hashable, joined: bool = False) -> bool:
        """A move of whoever is to move.

        Without pictures where the panel and the keys are painted again as well, which is enough
        for a slow line, and where an answer to the person's move will have its own.
        """
        before, mover = self.session.position, self.session.mover
        try:
            self.session.play(move, joined)
        except ValueError as error:
            self.tell(str(error))
            return False
        self._settle(before, move)
        self.motion.add(before, move, self.session.position)
        ended = self.session.over and not self.board.FAREWELL
        if ended or (self.answering and mover == PERSON):
            self.motion.end()
        self._changed()
        return True

    def type(self, text: str) -> bool:
        """Play what was typed; False, with a notice, when it is no legal move."""
        try:
            moves = self.board.read(self.session.position, text.strip())
        except ValueError as error:
            self.tell(str(error))
            return False
        played = self.play_all(moves)
        self.motion.end()  # the keys are painted again as well
        return played

    def undo(self) -> None:
        """A step back; with two players, to the person's turn before this one."""
        session = self.session
        ended = session.over
        while not session.at_start:
            before, move = session.position, session.last
            session.undo()
            self._settle(before, move)
            self.motion.add(session.position, move, before, back=True)
            if session.mover == PERSON and not session.within:
                break
        if ended:
            self.motion.end()  # the panel is painted again as well
        self._changed()

    def redo(self) -> None:
        session = self.session
        while session.undone:
            before = session.position
            session.redo()
            self._settle(before, session.last)
            self.motion.add(before, session.last, session.position)
            if session.mover == PERSON and not session.within:
                break
        self._changed()

    def restart(self) -> None:
        before, move = self.session.position, self.session.last
        if self.session.restart():
            self._settle(before, move)
            self._changed()
            redo = self.key("play.redo", "y")
            self.tell(f"back at the start; {redo} redoes the moves")

    def stands(self, node: Node) -> bool:
        """Whether one comes to stand there: after a whole step and, where two play, on one's turn.

        Also where a bookmark is, and where one stands now.
        """
        session = self.session
        if node.bookmark or node is session.history.here or not node.children:
            return True
        if self.game.players == 2 and PERSON in session.players:
            return session.players[node.ply % 2] == PERSON
        return not all(child.joined for child in node.children)

    @property
    def stops(self) -> list[int]:
        """Of each move of the line, undone ones too, as the heading counts them, where it ends.

        Where a program answers, one stands after its answer; the first is the start.
        """
        line = self.session.history.line
        if self.game.players == 2:
            return [ply for ply in range(len(line)) if self.stands(line[ply])]
        steps = FAMILIES[self.game.family].groups_moves
        return self.session.ends if steps else list(range(len(line)))

    def go(self, ply: int, by: int = 1) -> None:
        """Along the line to so many moves; where one does not stand there, on, or back."""
        line = self.session.history.line
        while not self.stands(line[ply]):
            ply += by
        self.jump(line[ply])

    def jump(self, node: Node) -> None:
        """To any place of the history."""
        before, move = self.session.position, self.session.last
        if self.session.jump(node):
            self._settle(before, self.session.last if move is None else move)
            self._changed()

    def bookmark(self, node: Node | None = None) -> str:
        """Set one here, or at `node`, or take it away; says so."""
        number, tree = self.session.bookmark(node), self.key("play.tree", "t")
        if number < 0:
            return f"bookmark {-number} removed"
        return f"bookmark {number} set: {tree} lists them"

    def set_players(self, players: Players) -> None:
        """These play on, with the position as it is."""
        person = self.session.person
        self.session.set_players(players)
        if self.session.ply and self.session.person != person:
            self.session.hints += 1  # the other side's moves are theirs now
        self.board.release()
        self.board.side = near_side(players)
        self.tell(words(players))
        self._changed()

    def turn(self) -> None:
        """Have the board seen from the other side."""
        self.motion.end()
        self.board.side = 1 - self.board.side

    def resign(self) -> None:
        """The machine whose turn it is gives up."""
        self.session.resign()
        self._changed()

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
            return lambda *size: sprinkled(still(*size), step, self.look.ascii_only)
        return self.motion.picture or still

    @property
    def answering(self) -> bool:
        """Whether the program is to answer: not while a line is shown."""
        return self.session.mover != PERSON and not self.session.over and not self.replay

    @property
    def lettered(self) -> bool:
        """While a line is shown no piece can be picked."""
        return self.board.LETTERS and not self.session.over and not self.replay

    @property
    def puzzling(self) -> bool:
        """Whether the position is to be judged: the person looks on, and nothing is known of it."""
        session = self.session
        if not self.look.analysis or session.over or session.mover != PERSON:
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
        key = (width, height, self.look.autoplay, self.board.side)
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
        if not self.look.analysis and not (course.end and not self.session.undone):
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
        if not self.look.analysis and not self.session.over:
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
