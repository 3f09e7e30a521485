"""A session and its board, without a screen: keys and words in, moves on the session."""

from collections.abc import Callable, Hashable, Sequence

from ludoscope.games import FAMILIES
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.animation import Motion
from ludoscope.tui.boards.board import Cell, Reply
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.letter_keys import shown_key
from ludoscope.tui.model.players import PERSON, Players, near_side, words
from ludoscope.tui.model.session import Session


class PlayedGame:
    """The moves of a person, and of whoever plays against them.

    `changed` is called after each change of the session, `tell` with a sentence for the person.
    `touches` counts what the person did with the board by keys and the mouse.
    """

    def __init__(
        self,
        session: Session,
        options: UserOptions,
        changed: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self.session = session
        self.game = session.game
        self.board = board_for(self.game, options)
        self.board.side = near_side(session.players)
        self.motion = Motion(self.board, options)
        self.options = options
        self._changed = changed
        self.tell = tell
        self.touches = 0
        self.waits = "the program is thinking"  # why it is not the person's turn

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    @property
    def answering(self) -> bool:
        """Whether the program is to answer."""
        return self.session.mover != PERSON and not self.session.over

    @property
    def lettered(self) -> bool:
        """Whether letters are keys of pieces now, not of commands."""
        return self.board.LETTERS and not self.session.over

    def key(self, action: str, usual: str) -> str:
        """How the key of an action is shown here."""
        return shown_key(self.options, action, usual, self.lettered)

    def _settle(self, before: Hashable, move: Hashable) -> None:
        """Let the board follow a move, made or taken back."""
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
