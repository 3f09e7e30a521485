"""A training position as it is played: the board takes one step, which is then judged."""

from collections.abc import Callable, Hashable, Sequence

from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.training.training_position import (
    EXHAUSTED,
    MOVES,
    PLIES,
    CertifiedStep,
    TrainingPosition,
    WrongAnswer,
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

    No card moves by itself after it, so that the step is judged as it was made.

    Attributes:
        is_answered: True once a step was made; the board takes no other then.
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
        self.is_answered = False
        self._on_step = on_step

    def show_exercise(self, position: TrainingPosition) -> None:
        """Show another position, or the same one again."""
        self.load(_new_session(position))
        self.is_answered = False
        self.notify()

    def play_moves(self, moves: Sequence[Hashable]) -> bool:
        """Play the moves of a step; report them unless one is illegal, when none is played."""
        if not moves or self.is_answered:
            return False
        start = self.session.history.current
        played = all(
            self.make_move(move, continues_step=index > 0) for index, move in enumerate(moves)
        )
        if not played:
            self.go_to_node(start)
            return False
        self.is_answered = True
        self._on_step(moves)
        return True


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
    return f"It is lost: {step.proof}."


def sentence(text: str) -> str:
    """Return a text as a sentence of its own."""
    return f"{capitalize_first(text)}."
