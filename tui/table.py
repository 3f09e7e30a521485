"""What lies on the play screen, without the screen: a session, its board, a line being replayed."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ludoscope.puzzles.puzzle import Published, Puzzle
from ludoscope.search.events import Solved
from ludoscope.tui.analysis import Analysis
from ludoscope.tui.animation import Motion
from ludoscope.tui.badge import loss
from ludoscope.tui.boards import board_for
from ludoscope.tui.boards.board import VALUES, Line, Look, Reply
from ludoscope.tui.end import Ending
from ludoscope.tui.history import Node
from ludoscope.tui.replay import Replay
from ludoscope.tui.seats import PERSON, Seats, words
from ludoscope.tui.session import Session
from ludoscope.tui.solving import Solving


class Table:
    """Keys and words in, moves on the session.

    `changed` is called after each change of the session, `tell` with a sentence for the person.
    """

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
        self.motion = Motion(self.board, look)
        self.sample_board = board_for(self.game, look)
        self.sample_board.pointing = False
        self.look = look
        self.analysis = Analysis(self.game)
        self.hint: Any | None = None
        self.told = False  # the move that is the hint, or how far back one wins, not only where
        self.solving: Solving | None = None
        self.solution: Replay | None = None
        self.advice: Replay | None = None  # the line that the last hint began
        self.replay: Replay | None = None
        self.ending: Ending | None = None  # what is told of a session that is over
        self._goals: dict[tuple[int, int, str], Sequence[Line]] = {}
        self._changed = changed
        self._tell = tell

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

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

    def picture(self, width: int, height: int) -> list[Line]:
        """The board in at most so many columns and rows; the last move may be on its way."""
        if moving := self.motion.picture:
            return moving(width, height)
        return self.board.draw(self.position, width, height, self.last)

    @property
    def answering(self) -> bool:
        """Whether the program is to answer."""
        session = self.session
        return session.mover != PERSON and not session.over and not self.replay

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

    def learn(self, solving: Solving) -> None:
        """What a solver has found out."""
        self.analysis.hear(solving)
        self.analysis.settle(self.session)

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        """The board's goal, which only a choice of the person's changes, drawn once for each."""
        key = (width, height, self.look.autoplay)
        if key not in self._goals:
            self._goals[key] = self.board.goal(width, height)
        return self._goals[key]

    # The person's moves

    def press(self, key: str) -> bool:
        """A key for the board; False when it means nothing to it."""
        return self._take(self.board.press(self.session.position, key))

    def click(self, x: int, y: int, width: int, height: int) -> bool:
        return self._take(self.board.click(self.session.position, x, y, width, height))

    def _take(self, reply: Reply) -> bool:
        if reply.notice:
            self._tell(reply.notice)
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
            undo = self.look.key("play.undo", "u")
            ended = "solved" if self.game.players == 1 else "decided"
            self._tell(f"it is {ended}; {undo} takes moves back")
        elif self.answering:
            self._tell("not yet: the program is thinking")
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
            self._tell(str(error))
            return False
        self._settle(before, move)
        self.motion.add(before, move, self.session.position)
        if self.session.over or (self.answering and mover == PERSON):
            self.motion.end()
        self._changed()
        return True

    def type(self, text: str) -> bool:
        """Play what was typed; False, with a notice, when it is no legal move."""
        try:
            moves = self.game.parse_moves(self.session.position, text.strip())
        except ValueError as error:
            self._tell(str(error))
            return False
        played = self.play_all(moves)
        self.motion.end()  # the keys are painted again as well
        return played

    def undo(self) -> None:
        """A step back; with two players, to the person's turn before this one."""
        session = self.session
        if not session.ply:
            self._tell("nothing to undo")
        ended = session.over
        while session.ply:
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
        if not session.undone:
            self._tell("nothing to redo")
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
            redo = self.look.key("play.redo", "y")
            self._tell(f"back at the start; {redo} brings the moves back")

    def stands(self, node: Node) -> bool:
        """Whether one comes to stand there: after a whole step and, where two play, on one's turn.

        Also where a bookmark is, and where one stands now.
        """
        session = self.session
        if node.bookmark or node is session.history.here or not node.children:
            return True
        if self.game.players == 2 and PERSON in session.seats:
            return session.seats[node.ply % 2] == PERSON
        return not all(child.joined for child in node.children)

    def jump(self, node: Node) -> None:
        """To any place of the history."""
        before, move = self.session.position, self.session.last
        if self.session.jump(node):
            self._settle(before, self.session.last if move is None else move)
            self._changed()

    def bookmark(self, node: Node | None = None) -> str:
        """Set one here, or at `node`, or take it away; says so."""
        number, tree = self.session.bookmark(node), self.look.key("play.tree", "t")
        if number < 0:
            return f"bookmark {-number} taken away"
        return f"bookmark {number} set: {tree} lists them"

    def seat(self, seats: Seats) -> None:
        """These play on, with the position as it is."""
        person = self.session.person
        self.session.seat(seats)
        if self.session.ply and self.session.person != person:
            self.session.hints += 1  # the other side's moves are theirs now
        self.board.release()
        self._tell(words(seats))
        self._changed()

    def resign(self) -> None:
        """The machine whose turn it is gives up."""
        self.session.resign()
        self._changed()

    # Values

    def value(self, verdict: Solved) -> None:
        """Let the moves wear what a solver found of them: help, as a hint is."""
        self.session.hints += 1
        self.board.value(self.session.position, dict(verdict.values))

    def _settle(self, before: Hashable, move: Hashable) -> None:
        self.hint, self.told = None, False
        self.board.moved(before, move, self.session.position)

    # A solution

    def solved(self) -> None:
        """The solver at hand has ended: show the line it found, unless the person moved on."""
        solving = self.solving
        if not solving or not solving.replay:
            return
        self.solution = solving.replay
        if solving.position == self.session.position:
            self.watch()

    def present(self, solving: Solving) -> None:
        """Show what a solver has found elsewhere."""
        self.learn(solving)
        self.solving, self.solution = solving, solving.replay
        self.watch()

    def follow(self, published: Published) -> None:
        """Show a solution from the literature, from the start."""
        self.solving = None
        self.solution = Replay(self.game, self.game.start, published.moves)
        self.watch()
        self._tell(f"{published.title}: {published.detail}")

    def watch(self) -> None:
        if not self.session.over:
            self.session.hints += 1
        self.board.release()
        self.replay = self.solution

    def step(self, by: int) -> bool:
        """Along the replay; False at its ends."""
        assert self.replay
        before, at = self.replay.position, self.replay.at
        if not self.replay.step(by):
            return False
        move, after = self.replay.moves[min(at, self.replay.at)], self.replay.position
        self.board.moved(before, move, after)
        if abs(by) == 1:
            there = (before, after) if by > 0 else (after, before)
            self.motion.add(there[0], move, there[1], back=by < 0)
        return True

    def leave_replay(self) -> None:
        """Back to the person's own position."""
        self.replay = None

    def take_over(self) -> None:
        """Go on from the position shown: the line's moves join the session's history."""
        assert self.replay
        self.follow_line(self.way)

    def follow_line(self, line: Sequence[Hashable]) -> None:
        """Stand at the end of a line from the start; what was played otherwise stays a branch."""
        before = self.session.position
        self.replay = None
        self.session.follow(line)
        if line:
            self._settle(before, line[-1])
        self._changed()

    def show_hint(self, move: Hashable) -> None:
        """Point at what a move moves; asked again say the move, one key from being made."""
        position, key = self.session.position, self.look.key("play.hint", "i")
        if self.hint is None:
            self.hint = move
            self.session.hints += 1
            self.board.point(position, move)
            where = self.board.where(position, move)
            self._tell(f"hint: look at {where}; {key} again shows the move")
            return
        self.told = True
        said = self.board.say(position, self.hint)
        does = self.board.offer(position, self.hint)
        if does == "enter":
            does = self.look.key("board.enter", "enter" if self.look.ascii_only else "⏎")
        typed = self.game.move_text(position, self.hint)
        self._tell(f"hint: {said}; {f'{does} plays it' if does else f'typed: {typed}'}")

    def show_loss(self, proof: str) -> None:
        """Say since when the game is lost; asked again, what takes it back, and why it is lost."""
        keys = (self.look.key("play.hint", "i"), self.look.key("play.undo", "u"))
        since, what = loss(self.analysis, self.session, proof, *keys)
        self._tell(what if self.told else since)
        self.told = True

    def known_move(self) -> Any | None:
        """What the solution found, or that of the last hint, plays here; None beside them."""
        lines = (line for line in (self.solution, self.advice) if line)
        moves = (line.next_move(self.session.position) for line in lines)
        return next((move for move in moves if move is not None), None)
