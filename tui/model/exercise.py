"""A training position as it is played: the board takes one step, which is then judged."""

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress

from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.training.training_position import (
    ARGUMENT_PREFIX,
    EXHAUSTED,
    MOVES,
    PLIES,
    CertifiedStep,
    TrainingPosition,
    WrongAnswer,
    play_step,
)
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import HUMAN
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.session import Session
from ludoscope.tui.text.formatting import capitalize_first, player_unit

StepListener = Callable[[Sequence[Hashable]], None]


class ExerciseModel(GameModel):
    """A game model that shows a training position and reports the player's step.

    No card moves by itself after it, so that the step is judged as it was made. A move by a key
    that another key can continue, such as a slide, is not reported at once: see `handle_key`.

    Attributes:
        is_answered: True once a step was reported, and after `close`; the board takes none then.
        open_step: The moves of a step that is on the board but not reported yet; () for none.
    """

    def __init__(
        self, position: TrainingPosition, options: UserOptions, on_step: StepListener
    ) -> None:
        """Show a position.

        Args:
            position: The position.
            options: The user's options.
            on_step: Called with the moves of the step.
        """
        super().__init__(_new_session(position), options)
        self._on_step = on_step
        self._begin(position)

    def show_exercise(self, position: TrainingPosition) -> None:
        """Show another position, or the same one again."""
        self.load(_new_session(position))
        self._begin(position)
        self.notify()

    def _begin(self, position: TrainingPosition) -> None:
        self.is_answered = False
        self.open_step: tuple[Hashable, ...] = ()
        self._exercise = position
        self._start = self.session.history.current

    def handle_key(self, key: str) -> bool:
        """Pass a key to the board; return False if it does nothing there.

        A move that another one can continue stays open: further moves of the same piece change it,
        `clear_selection` takes it back, and enter or a move of another piece reports it.
        """
        if key == "enter" and self.open_step:
            self._report(self.open_step)
            return True
        reply = self.board.handle_key(self.session.position, key)
        self._play(reply.moves, may_go_on=True)
        return self._apply(reply._replace(moves=()))

    def play_moves(self, moves: Sequence[Hashable]) -> bool:
        """Play the first step of some moves and report it; return False if one is illegal."""
        return self._play(moves, may_go_on=False)

    def clear_selection(self) -> bool:
        """Take the open step back, or drop the selection; return False if there is neither."""
        if not self.open_step:
            return super().clear_selection()
        self.open_step = ()
        self.board.clear_selection()
        self.go_to_node(self._start)
        return True

    def close(self) -> None:
        """Take no step any more; one that is open is taken back."""
        self.clear_selection()
        self.is_answered = True

    def _play(self, moves: Sequence[Hashable], *, may_go_on: bool) -> bool:
        """Play the first step of the open moves and some more; report it, or leave it open.

        Args:
            moves: The moves after those of the open step.
            may_go_on: True to leave the step open if another move can continue it.

        Returns:
            False if a move is illegal: then none is played.
        """
        if not moves or self.is_answered:
            return False
        step = self._first_step((*self.open_step, *moves))
        added = step[len(self.open_step) :]  # none if they are of another piece
        node = self.session.history.current
        if not all(
            self.make_move(move, continues_step=index > 0) for index, move in enumerate(added)
        ):
            self.go_to_node(node)
            return False
        if self.session.position == self._start.position:
            self.clear_selection()
        elif may_go_on and added and self.session.can_extend_move:
            self.open_step = step
            self.notify()
        else:
            self._report(step)
        return True

    def _first_step(self, moves: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        """Return the longest beginning of some moves that is one step, or leads back to the start.

        Returns:
            All of the moves if the certificate lists none of their beginnings.
        """
        start = self._start.position
        with suppress(ValueError):  # of an illegal move, of which `make_move` says why
            for count in range(len(moves), 0, -1):
                first = moves[:count]
                leads_back = play_step(self.game, start, first) == start
                if leads_back or self._exercise.find_step(first):
                    return first
        return moves

    def _report(self, step: Sequence[Hashable]) -> None:
        self.open_step = ()
        self.is_answered = True
        self._on_step(step)


def _new_session(position: TrainingPosition) -> Session:
    """Return a session at a position, with the player on both sides of a game for two."""
    session = Session(position.puzzle)
    if session.game.players == 2:
        session.set_players((HUMAN, HUMAN))
    if position.puzzle.moves:
        session.replay_from_start(position.puzzle.moves)
    return session


def step_tokens(position: TrainingPosition, moves: Sequence[Hashable]) -> str:
    """Return the moves of a step as in shared lines."""
    game, sharing = position.game, collection(position.family).sharing
    tokens, current = [], position.position
    for move in moves:
        tokens.append(sharing.encode_move(game.move_text(current, move)))
        current = game.play(current, move)
    return " ".join(tokens)


def step_text(model: GameModel, position: TrainingPosition, step: CertifiedStep) -> str:
    """Return a step as the board names it."""
    return model.board.step_text(position.position, position.read_moves(step.moves))


def winning_replay(position: TrainingPosition, step: CertifiedStep) -> Replay:
    """Return a right step and the line after it, to step through."""
    moves = (*position.read_moves(step.moves), *position.read_line(step))
    return Replay(position.game, position.position, moves)


def proof_text(position: TrainingPosition, step: CertifiedStep) -> str:
    """Return in a sentence how a wrong step was proved to be wrong."""
    kind, number = WrongAnswer.parse(step.proof)
    if kind == EXHAUSTED:
        if not number:
            return "No move is left after it."
        return f"No line wins after it: {number:,} positions were searched."
    if kind == MOVES:
        right = position.right_steps[0]
        fewest = len(right.moves.split()) + len(right.proof.split())
        return f"It takes {number} {player_unit(position.game).plural}; {fewest} are enough."
    if kind == PLIES:
        plies = "ply" if number == 1 else "plies"
        return f"The other side wins in {number} {plies}."
    if step.proof.startswith(("here", "after", "before")):
        return "A pagoda function proves it lost."
    return f"It is lost: {step.proof.removeprefix(ARGUMENT_PREFIX)}."


def sentence(text: str) -> str:
    """Return a text as a sentence of its own."""
    return f"{capitalize_first(text)}."
