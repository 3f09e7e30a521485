"""GameModel: a game in progress as the play screen shows it, without the screen.

It holds the session, the board controller, the analysis, a replay and the result. Keys, clicks and
solvers change it through its methods; its listeners are notified, see `add_listener`.
"""

import time
from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any

from ludoscope.games import FAMILIES, AnyGame, count_text
from ludoscope.games.units import MOVES
from ludoscope.puzzles.puzzle import PublishedSolution, Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.shared_tree import SharedTree
from ludoscope.tui import lazy
from ludoscope.tui.boards.animation import BoardAnimation
from ludoscope.tui.boards.board import (
    MAX_AUTOMATIC_MOVES,
    MOVE_VALUES,
    Board,
    CellOffset,
    DrawFunction,
    InputResult,
)
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model import analysis_text
from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.celebration import FRAME_COUNT, add_confetti
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.players import HUMAN, Players, bottom_side, describe_players
from ludoscope.tui.model.rating import PuzzleDifficulty
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.result import GameResult
from ludoscope.tui.model.review import GameReview, review_game
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.text.formatting import capitalize_first, format_numbered_move

if TYPE_CHECKING:  # the app starts without solvers
    from ludoscope.search.explanation import Explanation
    from ludoscope.search.move_values import MoveValue, Step
    from ludoscope.tui.model.explanation_pages import ExplanationPages
    from ludoscope.tui.model.solver_run import SolverRun

THINKING_DELAY_SECONDS = 0.5  # how long at most the previous analysis stays on the screen
NONE_WINNABLE = "No earlier position is known to be winnable"


class Change(Enum):
    """A kind of change of a `GameModel`."""

    POSITION = auto()
    """The session has another position or other players, or the game has ended."""
    MESSAGE = auto()
    """`GameModel.message` is another one."""
    ANIMATION = auto()
    """The next frame of an animation is due. No key was pressed, so it may be left out."""
    DISPLAY = auto()
    """Anything else that is shown: the cursor, a hint, a replay, a solver, the result."""


Listener = Callable[[Change], None]
DescribeStep = Callable[[Any, Sequence[Any]], str]
"""A function that returns the moves of a step, made in a position, as text for messages."""


class GameModel:
    """A game in progress: a session, its board, its analysis, and a replay while one is shown.

    Attributes:
        session: The history and the players.
        board: The controller that turns keys and clicks into moves, and draws positions.
        animation: The pictures of the last move that have not been shown yet.
        message: A sentence about the game, shown until the next key; that it is not the player's
            turn, until it is.
        waiting_reason: Why it is not the player's turn.
        revision: The number of inputs to the board so far.
        analysis: Everything that is known of the positions of the game.
        rating: How hard the puzzle is; None if that is not known.
        hint_moves: The moves that the last hint in this position follows; none before it.
        hint_revealed: True if the hint shows the move, not only the piece.
        hint_line: The line that the last hint follows or has found.
        running: The running solvers, by their purpose: "solve", "hint", "answer", and so on.
        explanation: What explains that the position is lost, or None.
        replay: The line that is shown in place of the game, or None.
        result: Details of the end of the game, or None before it.
        is_paused: True while the player has stopped the clock; the board is hidden then.
    """

    def __init__(
        self, session: Session, options: UserOptions, describe_step: DescribeStep | None = None
    ) -> None:
        """Create the model of a session.

        Args:
            session: The session.
            options: The options in effect, always current.
            describe_step: How messages write a step; None to write it as the board does.
        """
        self.options = options
        self._describe_step = describe_step
        self._listeners: list[Listener] = []
        self.waiting_reason = "the opponent is thinking"
        self.load(session)

    def load(self, session: Session) -> None:
        """Show another session; everything but the listeners starts afresh."""
        self.session = session
        self.game: AnyGame = session.game
        self.board = create_board(self.game, self.options)
        self.board.viewing_side = bottom_side(session.players)
        self.animation = BoardAnimation(self.board, self.options)
        self.message = ""
        self.revision = 0
        self._preview_board = create_board(self.game, self.options)
        self._preview_board.shows_cursor = False
        self.analysis = Analysis(self.game)
        self.hint_moves: Sequence[Any] = ()
        self.hint_revealed = False
        self.hint_line: Replay | None = None
        self.rating: PuzzleDifficulty | None = None
        self.running: dict[str, SolverRun] = {}
        self._solver_run: SolverRun | None = None
        self._solution: Replay | None = None
        self.explanation: ExplanationPages | None = None
        self.replay: Replay | None = None
        self.result: GameResult | None = None
        self.is_paused = False
        self._held_until = 0.0
        self._goals: dict[Hashable, Sequence[StyledLine]] = {}
        self._review: tuple[object, GameReview | None] = (None, None)
        self._stored_lines: Sequence[Replay] | None = None

    # Changes

    def add_listener(self, listener: Listener) -> None:
        """Call a function after each change of the model."""
        self._listeners.append(listener)

    def notify(self, change: Change = Change.DISPLAY) -> None:
        """Tell the listeners of a change."""
        if change is Change.POSITION:
            self.keep_previous_analysis()
        for listener in self._listeners:
            listener(change)

    def show_message(self, message: str) -> None:
        """Show a sentence until the next key; "" clears it."""
        self.message = message
        self.notify(Change.MESSAGE)

    def begin_input(self, now: float) -> None:
        """Prepare for a key or a click: clear message and marks, end animation and celebration.

        Args:
            now: The time in seconds, for the clock of the session.
        """
        self.message = ""
        self.animation.end()
        if self.result and self.result.can_celebrate:
            self.result.can_celebrate, self.result.celebration_frame = False, 0
            self.notify()
        self.board.find_pieces(self.session.position, "")
        self.session.record_activity(now)

    def advance_animation(self) -> None:
        """Go on to the next picture of the animation."""
        self.animation.advance()
        self.notify(Change.ANIMATION)

    # What is shown

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    @property
    def preview_board(self) -> Board:
        """A board without a cursor for other positions of the game, seen from the same side."""
        self._preview_board.viewing_side = self.board.viewing_side
        return self._preview_board

    @property
    def position(self) -> Any:
        """The position shown."""
        return self.replay.position if self.replay else self.session.position

    @property
    def length(self) -> int:
        """The number of moves of the replay, or else of the game with the moves undone."""
        if self.replay:
            return len(self.replay.moves)
        return self.session.ply + self.session.undone_count

    @property
    def ply(self) -> int:
        """The number of moves from the start of the replay, or else of the game, so far."""
        return self.replay.ply if self.replay else self.session.ply

    @property
    def moves_from_start(self) -> list[Any]:
        """The moves from the start of the game to the position shown."""
        if not self.replay:
            return self.session.moves
        return [*self.replay.moves_before, *self.replay.moves[: self.replay.ply]]

    @property
    def hint(self) -> Any | None:
        """The move that the last hint is about, or None."""
        return self.hint_moves[0] if self.hint_moves else None

    @property
    def stored_lines(self) -> Sequence[Replay]:
        """The solutions of the puzzle that came with it: of the catalogue, and a published one."""
        if self._stored_lines is None:
            self._stored_lines = self._read_stored_lines()
        return self._stored_lines

    def add_stored_lines(self) -> None:
        """Add the solutions that came with the puzzle to the analysis."""
        for line in self.stored_lines:
            self.analysis.add_line(line)
        self.analysis.propagate(self.session)

    def _read_stored_lines(self) -> Sequence[Replay]:
        published = self.puzzle.published_solution
        lines = [
            collection(self.game.family).shortest_solution(self.puzzle),
            published.moves if published else (),
        ]
        replays = []
        for moves in lines:
            with suppress(ValueError):  # a puzzle of that name from a file may be another one
                replays.append(Replay(self.game, self.game.start, moves))
        return [replay for replay in replays if self.game.is_won(replay.positions[-1])]

    @property
    def marked_move(self) -> Any | None:
        """The move that is marked on the board: a hint, or the last one."""
        if self.replay:
            return self.replay.last_move
        if self.hint is None:
            return self.session.last_move
        return self.hint if self.hint_revealed else self.board.piece_of_move(self.hint)

    @property
    def draw_function(self) -> DrawFunction:
        """A function that draws the board as it is now, or a picture of the animation."""
        if self.is_paused:
            return self._draw_pause
        draw = partial(self.board.draw, self.position, marked_move=self.marked_move)
        frame = self.result.celebration_frame if self.result and not self.replay else 0
        if frame:
            return partial(self._draw_celebration, frame)
        return self.animation.frame or draw

    def _draw_celebration(self, frame: int, width: int, height: int) -> list[StyledLine]:
        position = self.session.position
        lines = self.board.draw_celebration(position, frame / FRAME_COUNT, width, height)
        if lines is None:
            lines = add_confetti(self.board.draw(position, width, height, self.marked_move), frame)
        return lines

    def _draw_pause(self, width: int, height: int) -> list[StyledLine]:
        """Draw a picture in place of the board, so that nobody thinks while the clock stands."""
        lines: list[StyledLine] = [[("Paused", "title")], [], [("press any key", "dim")]]
        return drawing.center(lines, width, height)

    def pause(self, now: float) -> None:
        """Stop the clock and hide the board."""
        self.clear_selection()
        self.animation.end()
        self.is_paused = True
        self.session.stop_clock(now)
        self.notify()

    def resume(self, now: float) -> None:
        """Show the board again; the clock goes on."""
        self.is_paused = False
        self.session.start_clock(now)
        self.notify()

    @property
    def is_opponents_turn(self) -> bool:
        """True if the opponent is to move and no replay is shown."""
        return self.session.player_to_move != HUMAN and not self.session.is_over and not self.replay

    @property
    def needs_analysis(self) -> bool:
        """True if it is the player's turn and the position has not been analysed."""
        session = self.session
        if (
            not self.options.preferences.analysis
            or session.is_over
            or session.player_to_move != HUMAN
        ):
            return False
        self.analysis.propagate(session)
        return self.analysis.get(session.position) is None

    @property
    def needs_values(self) -> bool:
        """True if the values of the moves are to be shown and are not known."""
        is_shown = (
            self.board.overlay == MOVE_VALUES and not self.replay and not self.session.is_over
        )
        return is_shown and not self.board.has_move_values(self.session.position)

    def keep_previous_analysis(self) -> None:
        """Leave the last analysis on the screen for a moment, see `shows_previous_analysis`."""
        self._held_until = time.monotonic() + THINKING_DELAY_SECONDS

    @property
    def shows_previous_analysis(self) -> bool:
        """True while the last analysis stays on the screen although it is out of date.

        It does while the opponent thinks or the new position is analysed, but not for long.
        """
        is_waiting = self.is_opponents_turn or "judge" in self.running
        return is_waiting and time.monotonic() <= self._held_until

    @property
    def solver_run(self) -> "SolverRun | None":
        """The solver that the side panel shows, running or finished: the last one of a position.

        None if the position is another one now. After the end of a game that is its start.
        """
        solver_run = self._solver_run
        if solver_run and solver_run.position == self.position_to_solve:
            return solver_run
        return solver_run if self.replay and self.replay is self._solution else None

    @solver_run.setter
    def solver_run(self, solver_run: "SolverRun | None") -> None:
        self._solver_run = solver_run

    @property
    def solution(self) -> Replay | None:
        """The line that `show_solution` shows: of `solver_run`, or a published solution."""
        return self._solution if self.solver_run or not self._solver_run else None

    @solution.setter
    def solution(self, solution: Replay | None) -> None:
        self._solution = solution

    @property
    def position_to_solve(self) -> Any:
        """The position that the command "solve" is about: after the end of a game its start."""
        return self.game.start if self.session.is_over else self.session.position

    @property
    def is_solving(self) -> bool:
        """True while the solver of the side panel is at work."""
        return self.solver_run is not None and not self.solver_run.verdict

    @property
    def is_stuck(self) -> bool:
        """True if no move is left although the goal has not been reached."""
        is_shown = not self.replay and not self.session.is_over
        return is_shown and bool(self.board.dead_end_text(self.session.position))

    @property
    def is_lost(self) -> bool:
        """True if moves are left, but one of the player's moves has lost the game."""
        is_shown = self.options.preferences.analysis and not self.replay
        if not is_shown or self.game.players > 1 or self.session.is_over or self.is_stuck:
            return False
        judgement = self.analysis.get(self.session.position)
        is_proved = judgement is not None and judgement.state == LOST
        return is_proved and self.analysis.find_loss(self.session).ply > 0

    @property
    def shows_won_position(self) -> bool:
        """True if the position shown is won."""
        return bool(self.game.is_won(self.position))

    def goal_lines(self, width: int, height: int = 0) -> Sequence[StyledLine]:
        """Return the goal as a picture or a sentence, for a panel of `width` × `height` cells."""
        autoplay, is_ascii = self.options.preferences.autoplay, self.options.appearance.ascii_only
        key = (width, height, autoplay, is_ascii, self.board.viewing_side)
        if key not in self._goals:
            self._goals[key] = self.board.goal_lines(width, height)
        return self._goals[key]

    def key_display(self, action: str, usual: str) -> str:
        """Return the key of an action as it is written on the screen.

        Args:
            action: The id of the binding, such as "play.undo".
            usual: Its key unless the user has changed it.
        """
        return self.options.key_display(action, usual)

    # Input to the board

    def handle_key(self, key: str) -> bool:
        """Pass a key to the board; return False if it does nothing there."""
        return self._apply(self.board.handle_key(self.session.position, key))

    def click(self, x: int, y: int, width: int, height: int, *, double: bool = False) -> bool:
        """Pass a click on a cell of a drawing to the board; return False if it does nothing."""
        click = self.board.handle_double_click if double else self.board.handle_click
        return self._apply(click(self.session.position, x, y, width, height))

    def drag(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        """Move what the mouse holds; return True if the board looks different then."""
        self.revision += 1
        return self.board.preview_drag(self.session.position, start, end, width, height)

    def drop(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        """Drop what the mouse holds; return False if that does nothing."""
        return self._apply(self.board.handle_drop(self.session.position, start, end, width, height))

    def peek(self, cell: CellOffset | None, width: int, height: int) -> bool:
        """Show what is covered at a cell, None for nothing; return True if that looks different."""
        return self.board.peek(self.position, cell, width, height)

    def clear_selection(self) -> bool:
        """Drop the selection; return False if there is none."""
        had_selection = self.board.clear_selection()
        if had_selection:
            self.notify()
        return had_selection

    def play_text(self, text: str) -> bool:
        """Play a typed move; return False and show why if it is not legal."""
        try:
            moves = self.board.parse_moves(self.session.position, text.strip())
        except ValueError as error:
            self.show_message(capitalize_first(str(error)))
            return False
        played = self.play_moves(moves)
        self.animation.end()  # the keys change too, which is enough to send over a slow line
        return played

    def _apply(self, reply: InputResult) -> bool:
        if reply.message:
            self.show_message(capitalize_first(reply.message))
        if reply.handled:
            self.revision += 1
        self.play_moves(reply.moves)
        self.notify()
        return reply.handled

    # Moves

    def play_moves(self, moves: Sequence[Hashable]) -> bool:
        """Play moves as one step, and the automatic moves after it.

        Returns:
            False if one of the moves could not be played.
        """
        played = all(
            self.play_player_move(move, continues_step=index > 0)
            for index, move in enumerate(moves)
        )
        for _ in range(MAX_AUTOMATIC_MOVES if moves else 0):
            move = self.board.automatic_move(self.session.position) if played else None
            if move is None:
                break
            played = self.make_move(move, continues_step=True)
        return played

    def play_player_move(self, move: Hashable, continues_step: bool = False) -> bool:
        """Make a move of the player's; return False and show why if it cannot be made.

        Args:
            move: The move.
            continues_step: True if it belongs to the step of the move before it.
        """
        if self.session.is_over:
            undo = self.key_display("play.undo", "u")
            state = "solved" if self.game.players == 1 else "over"
            self.show_message(f"The game is {state}; {undo} undoes moves")
        elif self.is_opponents_turn:
            self.ask_to_wait()
        else:
            return self.make_move(move, continues_step)
        return False

    def ask_to_wait(self) -> None:
        """Say why it is not the player's turn, until it is."""
        self.show_message(self._wait_message)

    @property
    def _wait_message(self) -> str:
        return f"Not yet: {self.waiting_reason}"

    def make_move(self, move: Hashable, continues_step: bool = False) -> bool:
        """Make a move of the side to move; return False and show why if it is not legal.

        A move is not animated if the panel and the keys change as well, which is enough to send
        over a slow line, or if the opponent's answer will be animated.

        Args:
            move: The move.
            continues_step: True if it belongs to the step of the move before it.
        """
        old_position, mover = self.session.position, self.session.player_to_move
        try:
            self.session.play(move, continues_step)
        except ValueError as error:
            self.show_message(capitalize_first(str(error)))
            return False
        self._on_moved(old_position, move)
        self.animation.add_move(old_position, move, self.session.position)
        ends_game = self.session.is_over and not self.board.ANIMATES_WIN
        if ends_game or (self.is_opponents_turn and mover == HUMAN):
            self.animation.end()
        if self.message == self._wait_message and not self.is_opponents_turn:
            self.message = ""
        self.notify(Change.POSITION)
        return True

    def _on_moved(self, old_position: Hashable, move: Hashable) -> None:
        """Forget the hint and let the board follow a move, made or undone."""
        self.hint_moves, self.hint_revealed = (), False
        self.close_explanation()
        self.board.on_position_changed(old_position, move, self.session.position)

    def undo(self) -> None:
        """Undo a step; in a game for two, go back to the player's turn before."""
        session = self.session
        was_over = session.is_over
        while not session.at_start:
            old_position, move = session.position, session.last_move
            session.undo()
            self._on_moved(old_position, move)
            self.animation.add_move(session.position, move, old_position, is_undone=True)
            if session.player_to_move == HUMAN and not session.is_within_step:
                break
        if was_over:
            self.animation.end()  # the panel changes too
        self.notify(Change.POSITION)

    def redo(self) -> None:
        """Redo a step; in a game for two, go on to the player's next turn."""
        session = self.session
        while session.undone_count:
            old_position = session.position
            session.redo()
            self._on_moved(old_position, session.last_move)
            self.animation.add_move(old_position, session.last_move, session.position)
            if session.player_to_move == HUMAN and not session.is_within_step:
                break
        self.notify(Change.POSITION)

    def restart(self) -> None:
        """Go back to the start; the moves can be redone."""
        old_position, move = self.session.position, self.session.last_move
        if not self.session.restart():
            return
        if move is not None:  # else the game was resigned there
            self._on_moved(old_position, move)
        self.notify(Change.POSITION)
        redo = self.key_display("play.redo", "y")
        self.show_message(f"Back at the start; {redo} redoes the moves" if move else "")

    def is_stop(self, node: Node) -> bool:
        """Return True if going along the game stops at a node.

        It does after whole steps only, in a game for two on the player's turns only. It also stops
        at bookmarks and comments, at the current node and at the end of a line.
        """
        session = self.session
        if node.bookmark_number or node.annotation:
            return True
        if node is session.history.current or not node.children:
            return True
        if self.game.players == 2 and HUMAN in session.players:
            return session.players[session.side_at(node.ply)] == HUMAN
        return not all(child.continues_step for child in node.children)

    @property
    def stop_plies(self) -> list[int]:
        """The plies at which going along the game stops, from the start on."""
        line = self.session.history.line
        if self.game.players == 2:
            return [ply for ply, node in enumerate(line) if self.is_stop(node)]
        groups_moves = FAMILIES[self.game.family].groups_moves
        return self.session.step_ends if groups_moves else list(range(len(line)))

    def _find_stop(self, ply: int, direction: int) -> Node | None:
        """Return the node of a ply if it is a stop, else the nearest stop in one direction.

        Args:
            ply: The ply.
            direction: 1 for the next stop after the ply, -1 for the last one before it.

        Returns:
            The node, None if there is no such stop.
        """
        line = self.session.history.line
        while 0 <= ply < len(line):
            if self.is_stop(line[ply]):
                return line[ply]
            ply += direction
        return None

    def go_to_node(self, node: Node) -> None:
        """Go to any node of the history."""
        old_position, move = self.session.position, self.session.last_move
        if self.session.go_to(node):
            self._on_moved(old_position, self.session.last_move if move is None else move)
            self.notify(Change.POSITION)

    def play_line(self, moves: Sequence[Hashable]) -> None:
        """Go to the end of a line from the start; the game so far stays as a branch."""
        self._follow_line(self.session.replay_from_start, moves)

    def show_shared_line(self, moves: Sequence[Hashable]) -> None:
        """Go to the end of a line that somebody else has played, see `Session`."""
        self._follow_line(self.session.show_shared_line, moves)

    def _follow_line(
        self, go_to_end: Callable[[Sequence[Hashable]], None], moves: Sequence[Hashable]
    ) -> None:
        old_position = self.session.position
        self.replay = None
        go_to_end(moves)
        if moves:
            self._on_moved(old_position, moves[-1])
        self.notify(Change.POSITION)

    def toggle_bookmark(self, node: Node | None = None) -> str:
        """Set or remove the bookmark of a node, the current one if None; return a message."""
        number, tree = self.session.toggle_bookmark(node), self.key_display("play.tree", "t")
        self.notify()
        if number < 0:
            return f"Bookmark {-number} removed"
        return f"Bookmark {number} set; {tree} lists the bookmarks"

    def annotate(self, node: Node, text: str) -> None:
        """Set the verdict and the comment of a node of the history; "" removes them."""
        self.session.annotate(node, text)
        self.notify()

    def promote_branch(self, node: Node) -> str:
        """Make the branch of a node the main line; return a message."""
        if not self.session.history.promote(node):
            return "This is the main line already"
        return "Branch promoted: it is the main line now"

    def delete_branch(self, node: Node, restore_key: str) -> str:
        """Delete a node and the moves after it; return a message.

        Args:
            node: The first node of the branch.
            restore_key: The key that brings it back.
        """
        history = self.session.history
        if history.is_on_path(node):
            return "This line leads to the current position. Go to another move first."
        count = count_text(history.delete_branch(node), MOVES)
        self.notify()
        pronoun = "it" if count[:2] == "1 " else "them"
        return f"{count} deleted; {restore_key} brings {pronoun} back until you play a new move"

    def restore_branch(self) -> Node | None:
        """Bring back the branch deleted last; return its first node, None if there is none."""
        node = self.session.history.restore_branch()
        self.notify()
        return node

    def add_shared_tree(self, tree: SharedTree) -> bool:
        """Add the branches and comments of a shared line; return False if all are there."""
        is_new = self.session.add_shared_tree(tree)
        if is_new:
            self.notify(Change.POSITION)
        return is_new

    def set_players(self, players: Players) -> None:
        """Replace the players; the position stays. May count as a hint, see `Session`."""
        self.session.change_players(players)
        self.board.clear_selection()
        self.board.viewing_side = bottom_side(players)
        self.show_message(describe_players(players))
        self.notify(Change.POSITION)

    def flip_board(self) -> None:
        """Show the board from the other side."""
        self.animation.end()
        self.board.viewing_side = 1 - self.board.viewing_side
        self.notify()

    @property
    def _following_overlay(self) -> str:
        overlays = ("", *self.board.OVERLAYS)
        return overlays[(overlays.index(self.board.overlay) + 1) % len(overlays)]

    @property
    def next_overlay_name(self) -> str:
        """The verb of the key of overlays: "next", or "hide" while the last one is shown."""
        return "next" if self._following_overlay else "hide"

    def next_overlay(self) -> None:
        """Show the next overlay of the board, or none after the last one."""
        self.board.overlay = self._following_overlay
        self.show_message("" if self.board.overlay else "Overlay off")

    def find(self, text: str) -> None:
        """Mark the pieces that a text names, and say where they are."""
        self.show_message(capitalize_first(self.board.find_pieces(self.session.position, text)))

    def resign(self) -> None:
        """Resign for the side to move."""
        self.session.resign()
        self.notify(Change.POSITION)

    # Review

    @property
    def review(self) -> GameReview:
        """The evaluation of every position of the game, undone moves included."""
        session = self.session
        history = session.history
        leaf, current = history.line[-1], history.current
        positions = leaf.position, current.position  # a node's changes where a slide goes on
        key = (self.analysis.version, leaf, current, positions, session.players)
        known_key, review = self._review
        if review is None or known_key != key:
            review = review_game(self.analysis, session)
            self._review = key, review
        return review

    @property
    def can_be_reviewed(self) -> bool:
        """True if the game has ended or is lost, or its line goes on to an end."""
        session = self.session
        if session.is_over or self.is_stuck or self.is_lost:
            return session.has_player_moved
        leaf = session.history.line[-1]
        return leaf is not session.history.current and self.game.is_won(leaf.position)

    @property
    def lost_after_winning(self) -> bool:
        """True if a game that could be won has been lost.

        If the analysis is off, the answer is given only once the game has ended.
        """
        if self.replay or self.session.at_start:
            return False
        review, ply = self.review, self.session.ply
        if not self.options.preferences.analysis and not (
            review.end_state and not self.session.undone_count
        ):
            return False
        earlier = zip(review.states[:ply], review.own_turns, strict=False)
        was_better = any(state != LOST for state, is_own_turn in earlier if is_own_turn)
        return review.states[ply] == LOST and was_better

    @property
    def nothing_to_undo_reason(self) -> str:
        """The reason why there is no winnable position to go back to."""
        state = self.review.states[self.session.ply]
        if self.session.is_won or (self.session.is_over and state == WINNABLE):
            return "The game is won"
        if not self.options.preferences.analysis and not self.session.is_over:
            return f"Analysis is off; {self.key_display('set.analysis', 'a')} turns it on"
        if state == LOST:
            return NONE_WINNABLE
        outlook = "can still be won" if state == WINNABLE else "is not decided"
        return f"This position {outlook}"

    def restore_analysis(self, text: str) -> None:
        """Read the analysis that was stored with the game."""
        if analysis_text.restore_analysis(text, self.analysis, self.session):
            self.analysis.propagate(self.session)

    def add_known_winnable(self) -> None:
        """Take it that the start can be won; safe automatic moves do not change that."""
        session = self.session
        self.analysis.add_judgement(session.history.root.position, Judgement(WINNABLE))
        if session.at_start and self.options.preferences.autoplay == "safe":
            self.analysis.add_judgement(session.position, Judgement(WINNABLE))

    def step_text(self, position: Any, moves: Sequence[Any]) -> str:
        """Return the moves of one step as text for messages."""
        describe_step = self._describe_step or self.board.step_text
        return describe_step(position, moves)

    def undo_to_winnable(self) -> None:
        """Go back to the last position that is known to be winnable."""
        ply = self.review.last_winnable_ply(self.session.ply)
        node = None if ply is None else self._find_stop(ply, -1)
        if ply is None or node is None:
            self.show_message(NONE_WINNABLE)
            return
        lost = ", which lost the game" if ply + 1 in self.review.blunders else ""
        position, move = self.session.move_at(ply)
        text = self.step_text(position, [move])
        self.go_to_node(node)
        redo = self.key_display("play.redo", "y")
        name = format_numbered_move(self.session, ply + 1)
        self.show_message(f"Back before {name}, {text}{lost}; {redo} makes it again")

    def try_again_from(self, ply: int) -> None:
        """Go back to a ply after a review, or to the last stop before it. Counts as a hint."""
        node = self._find_stop(ply, -1)
        if node is None:
            self.show_message("The opponent moves first: there is no earlier turn of yours")
            return
        if node is self.session.history.current:
            return
        self.session.hint_count += 1
        undone_ply, line = node.ply + 1, self.session.history.line
        undone = format_numbered_move(self.session, undone_ply) if undone_ply < len(line) else ""
        self.go_to_node(node)
        if undone:
            redo = self.key_display("play.redo", "y")
            self.show_message(f"Back before {undone}; {redo} makes it again")

    # The explanation of a loss

    @property
    def can_be_explained(self) -> bool:
        """True if the player is to move in a position that is lost, or not decided in time."""
        session = self.session
        if self.replay or session.is_over or session.player_to_move != HUMAN:
            return False
        judgement = self.analysis.get(session.position)
        is_open = judgement is not None and judgement.state in (LOST, UNKNOWN)
        return self.is_stuck or (is_open and self.options.preferences.analysis)

    def begin_explanation(self) -> "ExplanationPages":
        """Begin the explanation of the current position, which counts as a hint."""
        self.session.hint_count += 1
        self.explanation = lazy.explanation_pages.ExplanationPages(self.session.position)
        self.notify()
        return self.explanation

    def show_explanation(self, explanation: "Explanation") -> None:
        """Show an explanation of the current position, or more of it."""
        if self.explanation:
            self.explanation.add(explanation, self.board)
            self._light_explanation()

    def show_next_reason(self) -> None:
        """Show the next page of the explanation, after the last one none."""
        if self.explanation:
            self.explanation.show_next()
            self._light_explanation()

    def close_explanation(self) -> bool:
        """Forget the explanation; return False if there is none."""
        has_explanation = self.explanation is not None
        if has_explanation:
            self._hide_overlay()
            self.explanation = None
            self.board.highlighted = ()
            self.notify()
        return has_explanation

    def _light_explanation(self) -> None:
        """Mark on the board what the page is about."""
        page = self.explanation.page if self.explanation else None
        self._hide_overlay()
        self.board.highlighted = page.elements if page else ()
        if page and page.overlay:
            self.board.overlay = page.overlay
        self.notify()

    def _hide_overlay(self) -> None:
        """Hide the overlay of a page."""
        pages = self.explanation.pages if self.explanation else ()
        if any(page.overlay and page.overlay == self.board.overlay for page in pages):
            self.board.overlay = ""

    # Solvers

    def add_result(self, solver_run: "SolverRun") -> None:
        """Add the result of a solver to the analysis."""
        self.analysis.add_result(solver_run)
        self.analysis.propagate(self.session)
        self.notify()

    def show_move_values(
        self, position: Hashable, values: "Mapping[Step, MoveValue]", *, is_complete: bool
    ) -> None:
        """Show the values of moves found so far. Counts as a hint, once for each position."""
        if position != self.session.position or self.board.overlay != MOVE_VALUES:
            return
        if not self.board.shows_values(position):
            self.session.hint_count += 1
        self.board.set_move_values(position, values, is_complete=is_complete)
        self.notify()

    def show_found_solution(self) -> None:
        """Show the result of the solver that has ended, unless the position is another now."""
        solver_run = self.solver_run
        if not solver_run:
            return
        if solver_run.replay:
            self.solution = solver_run.replay
            self.show_solution()
        else:
            outcome, _, _ = solver_run.describe_verdict().partition(" · ")
            advice = f"{self.key_display('play.solve', 's')}: another solver"
            if self.lost_after_winning:
                winnable = self.key_display("play.winnable", "z")
                advice = f"{winnable} goes back to the last winnable position, {advice}"
            self.show_message(f"{capitalize_first(outcome)}; {advice}")

    def show_solver_result(self, solver_run: "SolverRun") -> None:
        """Show the result of a solver that was started elsewhere."""
        self.add_result(solver_run)
        self.solver_run, self.solution = solver_run, solver_run.replay
        self.show_solution()

    def show_published_solution(self, published: PublishedSolution) -> None:
        """Show a solution from the literature from the start."""
        self.solver_run = None
        self.solution = Replay(self.game, self.game.start, published.moves)
        self.show_solution()
        self.show_message(f"{published.title}: {published.detail}")

    def show_solution(self) -> None:
        """Replay the last solution found. Counts as a hint unless the game is over."""
        if not self.session.is_over:
            self.session.hint_count += 1
        self.board.clear_selection()
        self.close_explanation()
        self.replay = self.solution
        self.notify()

    # Replay

    def step_replay(self, steps: int) -> bool:
        """Go `steps` steps forward in the replay, or back if negative; return False at its end."""
        replay = self.replay
        assert replay
        old_position, start = replay.position, replay.ply
        if not replay.step(steps):
            return False
        first, last = min(start, replay.ply), max(start, replay.ply)
        self.board.on_position_changed(old_position, replay.moves[first], replay.position)
        if abs(steps) == 1:
            for ply in range(first, last)[::steps]:
                move, after = replay.moves[ply], replay.positions[ply + 1]
                self.animation.add_move(replay.positions[ply], move, after, is_undone=steps < 0)
        self.notify()
        return True

    def toggle_playing(self) -> None:
        """Start or pause the replay; start again if it is at its end.

        Without animation it goes one step forward instead.
        """
        replay = self.replay
        assert replay
        if not replay.is_playing and replay.ply == len(replay.moves):
            self.step_replay(-replay.step_count)
        if self.options.appearance.reduced_motion:
            self.step_replay(1)
        else:
            replay.is_playing = not replay.is_playing
        self.notify()

    def seek(self, ply: int) -> None:
        """Go to the given ply of the game or replay, clamped to its length."""
        ply = min(max(ply, 0), self.length)
        if self.replay:
            self.replay.is_playing = False
            self.step_replay(
                self.replay.count_steps_to(ply) - self.replay.count_steps_to(self.replay.ply)
            )
        elif node := self._find_stop(ply, 1):
            self.go_to_node(node)
        self.notify()

    def seek_relative(self, steps: int) -> None:
        """Go `steps` steps forward in the game or replay, or back if negative."""
        ends = (self.replay or self.session).step_ends
        index = bisect_left(ends, self.ply) + steps
        self.seek(ends[min(max(index, 0), len(ends) - 1)])

    def leave_replay(self) -> None:
        """Show the game again."""
        self.replay = None
        self.notify()

    def continue_from_replay(self) -> None:
        """Play the moves of the replay so far, so that the player goes on from there.

        Not from a won position: the solver's win would count as the player's.
        """
        if self.shows_won_position:
            self.show_message("The game ends here. Press ← to go back to a position to play from.")
        else:
            self.play_line(self.moves_from_start)
