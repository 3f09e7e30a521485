"""Making positions for training: cut from solution lines, from random play, and from own games.

Start with `generate_positions`; `cut_position` makes one of a position of any game.
"""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.puzzles import share
from ludoscope.puzzles.names import puzzle_of_game
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.trainer import SHORTEST, Trainer
from ludoscope.puzzles.training.check import find_flaw
from ludoscope.puzzles.training.judging import JudgedStep, judge_steps
from ludoscope.puzzles.training.training_position import (
    ARGUMENT_PREFIX,
    CERTIFICATE_SEPARATOR,
    EXHAUSTED,
    MAX_STEPS,
    MOVES,
    PLIES,
    CertifiedStep,
    TrainingPosition,
    play_step,
)
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.judging import judge_position
from ludoscope.search.seeded_random import SeededRandom

# positions, not seconds, so that the same seed makes the same positions on every machine
LIMITS = Limits(explored=5_000, memory=1 << 28)
POSITIONS_PER_PUZZLE = 2  # at most
WALKS_PER_PUZZLE = 4  # random games
POSITIONS_PER_WALK = 3
MAX_WALK_STEPS = 60
WALK_LIMITS = Limits(explored=1_000, memory=1 << 28)  # of a position of a random game
WAY_OUT_MOVES = 8  # of the line after the last winnable position of a random game
NAME_DIGITS = 10


class Candidate(NamedTuple):
    """A position of a game, with the moves that lead to it."""

    moves: tuple[Hashable, ...]
    position: Hashable


def generate_positions(family: str, seed: int) -> Iterator[TrainingPosition | None]:
    """Yield different positions of a family, and None after each other one that was tried.

    The same seed makes the same positions. The iterator is endless unless there are no puzzles.
    """
    puzzles = collection(family)
    trainer = puzzles.trainer()
    if trainer is None:
        return
    rng = SeededRandom(seed)
    seen: set[str] = set()
    for puzzle in trainer.starts(puzzles, rng):
        yield None
        count = 0
        for candidate in _candidates(trainer, puzzle.game, rng):
            found = None
            if trainer.is_suitable(puzzle.game, candidate.position):
                found = cut_position(trainer, puzzle, candidate.moves, candidate.position)
            if found and found.puzzle_text in seen:
                found = None
            if found:
                seen.add(found.puzzle_text)
                count += 1
            yield found
            if count == POSITIONS_PER_PUZZLE:
                break


def cut_position(
    trainer: Trainer,
    puzzle: Puzzle,
    moves: Sequence[Hashable],
    position: Hashable,
    *,
    is_mistake: bool = False,
) -> TrainingPosition | None:
    """Return a position as one for training; None if too many steps are right or too few wrong.

    Args:
        trainer: The declaration of the family.
        puzzle: The puzzle that it is from.
        moves: The moves that lead to it.
        position: The position.
        is_mistake: True to accept any number of right steps and of wrong ones, from 1 on.
    """
    game = puzzle.game
    max_right = MAX_STEPS if is_mistake else trainer.max_right
    judged = judge_steps(trainer, game, position, LIMITS, max_right=max_right)
    if judged is None:
        return None
    right = [step for step in judged if step.is_right]
    wrong = [step for step in judged if not step.is_right]
    min_wrong = 1 if is_mistake else trainer.min_wrong
    if not 1 <= len(right) <= max_right or not min_wrong <= len(wrong) <= MAX_STEPS - len(right):
        return None
    if len(right) > len(wrong) and not is_mistake:
        return None
    if game.players > 1 and any(_is_other_win(step) for step in wrong):
        if not is_mistake:
            return None
        right += [step._replace(is_right=True) for step in wrong if _is_other_win(step)]
        wrong = [step for step in wrong if not _is_other_win(step)]
    if started := trainer.with_start(game, position):
        puzzle, moves = puzzle_of_game(started), ()
    text = _puzzle_text(puzzle, moves)
    writer = _StepWriter(trainer, game, position)
    steps = tuple(writer.write(step) for step in (*right, *wrong))
    found = TrainingPosition(position_name(game.family, text), text, steps)
    # the line may fail without the moves that were left out of it
    return None if find_flaw(found) else found


def position_name(family: str, puzzle_text: str) -> str:
    """Return the name of a position that is not bundled."""
    return f"{family}-{sha256(puzzle_text.encode()).hexdigest()[:NAME_DIGITS]}"


def _is_other_win(step: JudgedStep) -> bool:
    """Return True if a step for the worse wins too, in a game for two."""
    assert isinstance(step.verdict, Solved)
    return step.verdict.value is not None and step.verdict.value <= 0


def _puzzle_text(puzzle: Puzzle, moves: Sequence[Hashable]) -> str:
    tokens = share.encode(puzzle, moves).removeprefix(f"{share.COMMAND_WORD} ")
    return tokens.removeprefix("'").removesuffix("'")


class _StepWriter:
    """Writes judged steps of a position."""

    def __init__(self, trainer: Trainer, game: AnyGame, position: Hashable) -> None:
        self._trainer, self._game, self._position = trainer, game, position
        self._sharing = collection(game.family).sharing

    def write(self, judged: JudgedStep) -> CertifiedStep:
        """Return a step as it is stored."""
        moves = self._write_moves(self._position, judged.step)
        if judged.is_right:
            assert isinstance(judged.verdict, Solved)
            child = play_step(self._game, self._position, judged.step)
            return CertifiedStep(True, moves, self._write_line(child, judged.verdict.moves))
        return CertifiedStep(False, moves, self._write_proof(judged))

    def _write_moves(self, position: Hashable, moves: Sequence[Hashable]) -> str:
        texts = []
        for move in moves:
            texts.append(self._sharing.encode_move(self._game.move_text(position, move)))
            position = self._game.play(position, move)
        return " ".join(texts)

    def _write_line(self, position: Hashable, moves: Sequence[Hashable]) -> str:
        """Return a line without automatic moves.

        These are made as soon as they can, which may be before the line makes them; what then
        cannot be moved any more is left out.
        """
        kept = []
        for move in moves:
            while (automatic := self._trainer.automatic_move(self._game, position)) is not None:
                position = self._game.play(position, automatic)
            with suppress(ValueError):
                following = self._game.play(position, move)
                kept.append(self._write_moves(position, [move]))
                position = following
        return " ".join(kept)

    def _write_proof(self, judged: JudgedStep) -> str:
        verdict = judged.verdict
        if isinstance(verdict, Unsolvable):
            if verdict.certificate:
                return CERTIFICATE_SEPARATOR.join(verdict.certificate)
            if verdict.exhausted:
                return f"{EXHAUSTED} {max(verdict.explored, verdict.entries)}"
            child = play_step(self._game, self._position, judged.step)
            if self._trainer.proves_loss(self._game, child, verdict.proof):
                return verdict.proof
            return ARGUMENT_PREFIX + verdict.proof
        if self._game.players > 1:
            return f"{PLIES} {verdict.value}"
        return f"{MOVES} {len(judged.step) + len(verdict.moves)}"


def _candidates(trainer: Trainer, game: AnyGame, rng: SeededRandom) -> Iterator[Candidate]:
    """Yield positions of a game that may be good for training.

    Those of one player come from solution lines and from random play.
    """
    start = Candidate((), game.start)
    if game.players > 1:
        for _ in range(WALKS_PER_PUZZLE):
            walk = _random_walk(trainer, game, start, rng)
            for _ in range(min(POSITIONS_PER_WALK, len(walk))):
                yield rng.choice(walk)
        return
    verdict = judge_position(game, game.start, LIMITS, trainer.judge(game))
    if not isinstance(verdict, Solved) or not verdict.moves:
        return
    line = [start]
    for move in verdict.moves:
        moves, position = line[-1]
        line.append(Candidate((*moves, move), game.play(position, move)))
    del line[-1]  # it is won
    for _ in range(WALKS_PER_PUZZLE):
        yield rng.choice(line)
        if trainer.goal_of(game) == SHORTEST:
            yield _random_walk(trainer, game, rng.choice(line), rng)[-1]
        else:
            yield from _narrow_positions(trainer, game, rng.choice(line), rng)


def _random_walk(
    trainer: Trainer, game: AnyGame, start: Candidate, rng: SeededRandom
) -> list[Candidate]:
    """Return the positions of a random game in which none occurs twice, without a won one."""
    walk, seen = [start], {game.key(start.position)}
    length = rng.randrange(MAX_WALK_STEPS) if trainer.goal_of(game) == SHORTEST else MAX_WALK_STEPS
    while len(walk) <= length:
        candidate = next(_random_children(trainer, game, walk[-1], seen, rng), None)
        if candidate is None:
            break
        walk.append(candidate)
    return walk


def _narrow_positions(
    trainer: Trainer, game: AnyGame, start: Candidate, rng: SeededRandom
) -> Iterator[Candidate]:
    """Yield positions where a random game was almost lost: its last winnable one, and the way out.

    The way out is the beginning of a winning line from there. The last winnable position is found
    by bisection, since a position after a lost one is lost too.
    """
    walk, judge = _random_walk(trainer, game, start, rng), trainer.judge(game)
    first, end = 1, len(walk)
    while first < end:
        middle = (first + end) // 2
        if isinstance(judge_position(game, walk[middle].position, WALK_LIMITS, judge), Solved):
            first = middle + 1
        else:
            end = middle
    moves, position = walk[first - 1]
    yield walk[first - 1]
    verdict = judge_position(game, position, WALK_LIMITS, judge)
    for move in verdict.moves[:WAY_OUT_MOVES] if isinstance(verdict, Solved) else ():
        moves, position = (*moves, move), game.play(position, move)
        yield Candidate(moves, position)


def _random_children(
    trainer: Trainer, game: AnyGame, candidate: Candidate, seen: set[Hashable], rng: SeededRandom
) -> Iterator[Candidate]:
    """Yield the positions after moves in random order, except won ones and those seen before."""
    moves, position = candidate
    automatic = trainer.automatic_move(game, position)
    choices = list(game.moves(position)) if automatic is None else [automatic]
    while choices:
        move = choices.pop(rng.randrange(len(choices)))
        child = game.play(position, move)
        if (key := game.key(child)) not in seen and not game.is_won(child):
            seen.add(key)
            yield Candidate((*moves, move), child)
