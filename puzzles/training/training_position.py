"""A position for training with its certificate: `TrainingPosition`, and its text.

A line of a bundled file has fields separated by " ; ". The first is the puzzle as in a shared line;
then come two fields for each step that the player can make. Of a right step they are "+", the
moves of the step, and the moves after it up to the win; of a wrong one "-", the moves of the step,
and how it was proved lost:

    peg ___..x../… to ___..…/… 0: ; +5,3:W ; 3,3:N 4,5:S ; -3,3:N ; exhausted 12

exhausted N   no line wins: all N positions that matter were searched
moves N       the shortest solution that begins with it has N moves, more than with a right step
plies N       with best play the other side wins N plies after it
here [...]    the certificate of `search.certificate`, its lines separated by " & "
a card ...    an argument of the family that `Trainer.proves_loss` checks by the rules
by argument: ...
              what a solver says that decides without a search; the rules cannot check it
"""

import math
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludoscope.games import FAMILIES, AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.games.game import SupportsPlayLine
from ludoscope.puzzles import share
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.trainer import Trainer
from ludoscope.search.move_values import Step

SEPARATOR = " ; "
CERTIFICATE_SEPARATOR = " & "
RIGHT, WRONG = "+", "-"
MAX_STEPS = 400
MAX_LINE_MOVES = 2_000
EXHAUSTED, MOVES, PLIES = "exhausted", "moves", "plies"
ARGUMENT_PREFIX = "by argument: "
NUMBERED_PROOF = re.compile(f"({EXHAUSTED}|{MOVES}|{PLIES}) ([0-9]{{1,12}})")

# the first rating of a position, before anybody has answered it
EASIEST_RATING = 600.0
RATING_PER_DECADE = 450.0  # of wrong steps for each right one
RATING_PER_SEARCHED_DECADE = 200.0  # of positions searched to refute the wrong step that takes most
MAX_RATED_MOVES = 40


class CertifiedStep(NamedTuple):
    """A step of a training position as it is stored.

    Attributes:
        is_right: True if it keeps the win, or begins a shortest solution.
        moves: The texts of its moves as in shared lines, separated by spaces.
        proof: Of a right step the moves after it up to the win, without those that
            `Trainer.automatic_move` makes; of a wrong one the proof, see the module.
    """

    is_right: bool
    moves: str
    proof: str


class WrongAnswer(NamedTuple):
    """The proof of a wrong step as a kind and a number.

    Attributes:
        kind: EXHAUSTED, MOVES or PLIES; "" for a certificate or an argument.
        number: The positions searched, the moves or the plies.
    """

    kind: str
    number: int

    @classmethod
    def parse(cls, proof: str) -> "WrongAnswer":
        """Parse the proof of a wrong step."""
        match = NUMBERED_PROOF.fullmatch(proof)
        return cls(match[1], int(match[2])) if match else cls("", 0)


@dataclass(frozen=True)
class TrainingPosition:
    """A position with its certificate.

    Attributes:
        name: A name that is stored with the player's answers.
        puzzle_text: The puzzle, in which the position is reached by its moves, as in a shared line.
        steps: Every step that the player can make, the right ones first.
    """

    name: str
    puzzle_text: str
    steps: tuple[CertifiedStep, ...]

    @classmethod
    def parse(cls, name: str, line: str) -> "TrainingPosition":
        """Parse a line of a file; the inverse of `text`.

        The puzzle and the moves are parsed when they are needed, and by `puzzles.training.check`.

        Raises:
            NotationError: The line is malformed.
        """
        puzzle_text, *fields = line.split(SEPARATOR)
        if not puzzle_text or not fields or len(fields) % 2 or len(fields) > 2 * MAX_STEPS:
            raise NotationError(f"found {short_repr(line)}, expected a puzzle and its steps")
        steps = []
        for moves, proof in zip(fields[::2], fields[1::2], strict=True):
            if moves[:1] not in (RIGHT, WRONG) or len(moves) < 2:
                raise NotationError(f"found {short_repr(moves)}, expected + or - and a step")
            steps.append(CertifiedStep(moves[0] == RIGHT, moves[1:], proof))
        if not steps[0].is_right or all(step.is_right for step in steps):
            raise NotationError(f"found {short_repr(line)}, expected a right step and a wrong one")
        return cls(name, puzzle_text, tuple(steps))

    @property
    def text(self) -> str:
        """The position as a line, which `parse` reads."""
        fields = [self.puzzle_text]
        for is_right, moves, proof in self.steps:
            fields += [(RIGHT if is_right else WRONG) + moves, proof]
        return SEPARATOR.join(fields)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle, with the moves that lead to the position.

        Raises:
            NotationError, UnknownPuzzle: The text is not that of a puzzle.
        """
        return share.decode(f"{share.COMMAND_WORD} {self.puzzle_text}")

    @property
    def game(self) -> AnyGame:
        """The game of the puzzle."""
        return self.puzzle.game

    @property
    def position(self) -> Hashable:
        """The position."""
        return self.puzzle.position.value

    @property
    def family(self) -> str:
        """The name of the family; it is read without the puzzle, unless the puzzle has a name."""
        first_word = self.puzzle_text.partition(" ")[0]
        return first_word if first_word in FAMILIES else self.game.family

    @property
    def trainer(self) -> Trainer:
        """The declaration of the family.

        Raises:
            NotationError: The family has no training.
        """
        trainer = collection(self.family).trainer()
        if trainer is None:
            raise NotationError(f"{self.family} has no training")
        return trainer

    @property
    def themes(self) -> list[str]:
        """The themes of the position, computed from it and its first right step."""
        step = self.right_steps[0]
        moves, line = self.read_moves(step.moves), self.read_line(step)
        return self.trainer.find_themes(self.game, self.position, moves, line)

    @property
    def right_steps(self) -> list[CertifiedStep]:
        """The right steps."""
        return [step for step in self.steps if step.is_right]

    @property
    def wrong_steps(self) -> list[CertifiedStep]:
        """The wrong steps."""
        return [step for step in self.steps if not step.is_right]

    @cached_property
    def rating(self) -> float:
        """The first estimate of how hard the position is, on the scale of Glicko-2.

        It grows with the wrong steps for each right one, with the size of the search that refutes
        the wrong steps and, in some families, with the length of the line to the win.
        """
        trainer = self.trainer
        ratio = len(self.wrong_steps) / len(self.right_steps)
        line_length = max(len(step.proof.split()) for step in self.right_steps)
        answers = [WrongAnswer.parse(step.proof) for step in self.wrong_steps]
        searched = max(answer.number if answer.kind == EXHAUSTED else 1 for answer in answers)
        return (
            EASIEST_RATING
            + RATING_PER_DECADE * math.log10(1 + ratio)
            + trainer.rating_per_move * min(line_length, MAX_RATED_MOVES)
            + RATING_PER_SEARCHED_DECADE * math.log10(1 + searched)
        )

    def read_moves(self, text: str) -> Step:
        """Return the moves of a step, written as in shared lines.

        Raises:
            ValueError: The text is malformed, or a move is illegal.
        """
        return tuple(move for move, _ in self._play_tokens(self.position, text.split()))

    def read_line(self, step: CertifiedStep) -> tuple[Hashable, ...]:
        """Return the moves after a right step up to the win, automatic ones included.

        Raises:
            ValueError: The text is malformed, or a move is illegal.
        """
        trainer, game = self.trainer, self.game
        position = play_step(game, self.position, self.read_moves(step.moves))
        line: list[Hashable] = []

        def play(move: Hashable) -> None:
            nonlocal position
            position = game.play(position, move)
            line.append(move)

        tokens = iter(step.proof.split())
        while len(line) <= MAX_LINE_MOVES:
            if (move := trainer.automatic_move(game, position)) is not None:
                play(move)
            elif (token := next(tokens, None)) is None:
                break
            else:
                for move, _ in self._play_tokens(position, [token]):
                    play(move)
        return tuple(line)

    def _play_tokens(
        self, position: Hashable, tokens: Sequence[str]
    ) -> Iterator[tuple[Hashable, Hashable]]:
        """Yield the moves of texts as in shared lines, each with the position after it."""
        game, sharing = self.game, collection(self.game.family).sharing
        for token in tokens:
            for move in game.parse_moves(position, sharing.decode_move(token)):
                position = game.play(position, move)
                yield move, position

    @cached_property
    def _steps_by_key(self) -> dict[Hashable, CertifiedStep]:
        game = self.game
        return {
            game.key(play_step(game, self.position, self.read_moves(step.moves))): step
            for step in reversed(self.steps)
        }

    def find_step(self, moves: Sequence[Hashable]) -> CertifiedStep | None:
        """Return the step that leads to the same position as these moves, up to symmetry."""
        key = self.game.key(play_step(self.game, self.position, moves))
        return self._steps_by_key.get(key)


def play_step(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> Hashable:
    """Return the position after a step.

    Raises:
        ValueError: A move is illegal.
    """
    if isinstance(game, SupportsPlayLine):
        return game.play_line(position, moves)
    for move in moves:
        position = game.play(position, move)
    return position
