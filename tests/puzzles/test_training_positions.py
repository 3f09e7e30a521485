"""Training positions: their certificates, how they are made, and series of them."""

import asyncio
from dataclasses import replace
from datetime import date
from itertools import islice

import pytest
from many import case, first_of

from ludoscope.games import NotationError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.training import client
from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.puzzles.training.check import find_flaw
from ludoscope.puzzles.training.generate import _StepWriter, generate_positions
from ludoscope.puzzles.training.glicko import Game, Rating, update
from ludoscope.puzzles.training.judging import JudgedStep
from ludoscope.puzzles.training.mistakes import find_mistakes
from ludoscope.puzzles.training.series import (
    Series,
    parse_series,
    series_of_day,
    series_positions,
)
from ludoscope.puzzles.training.training_position import (
    ARGUMENT_PREFIX,
    CertifiedStep,
    TrainingPosition,
)
from ludoscope.search.budget import Limits
from ludoscope.search.events import Unsolvable
from ludoscope.search.patience.heuristics import NEVER_UNCOVERED

FAMILIES = ("peg", "hexapawn", "patience", "rush")
SECOND_LIMITS = Limits(explored=10_000_000, memory=1 << 30)
SLICES = [(family, part) for part in range(10) for family in FAMILIES]  # a tenth of a family each


def sample(family: str, part: int) -> tuple[TrainingPosition, ...]:
    """Return a tenth of the positions of a family, spread over its file."""
    return bundled_positions(family)[part::10]


def test_glicko_2_agrees_with_the_example_of_its_author() -> None:
    opponents = (Rating(1400, 30), Rating(1550, 100), Rating(1700, 300))
    games = [Game(opponent, score) for opponent, score in zip(opponents, (1, 0, 0), strict=True)]
    after = update(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_there_are_500_different_positions(family: str) -> None:
    positions = bundled_positions(family)
    assert len({position.puzzle_text for position in positions}) == len(positions) >= 500
    ratings = sorted(position.rating for position in positions)
    assert ratings[len(ratings) // 10] + 200 < ratings[-len(ratings) // 10]


@first_of(("family", "part"), SLICES, usual=4)
def test_certificates_hold_by_the_rules(family: str, part: int) -> None:
    usual = sample(family, part) if part else sample(family, part)[::4]
    trainer = collection(family).trainer()
    assert trainer
    for position in usual:
        with case(position.name, position.text):
            assert find_flaw(position) == ""
            assert position.family == family
            assert len(position.right_steps) <= trainer.max_right
            assert len(position.wrong_steps) >= trainer.min_wrong
            assert set(position.themes) <= set(trainer.themes)
            assert TrainingPosition.parse(position.name, position.text) == position


@first_of(("family", "part"), SLICES, usual=4)
def test_another_solver_judges_every_step_alike(family: str, part: int) -> None:
    trainer = collection(family).trainer()
    assert trainer
    for position in sample(family, part) if part else sample(family, part)[:3]:
        solver = trainer.second_solver(position.game)
        assert solver.implementation != trainer.judge(position.game).implementation
        with case(position.name, solver.name):
            assert find_flaw(position, solver, SECOND_LIMITS) == ""


def wrong_certificates(position: TrainingPosition) -> dict[str, TrainingPosition]:
    """Return certificates that do not hold, with the beginning of what is said of each."""
    right, wrong = position.right_steps[0], position.wrong_steps[0]
    exchanged = {
        right: CertifiedStep(False, right.moves, "exhausted 3"),
        wrong: CertifiedStep(True, wrong.moves, right.proof),
    }
    without = tuple(step for step in position.steps if step is not wrong)
    return {
        "exchanged": replace(
            position, steps=tuple(exchanged.get(step, step) for step in position.steps)
        ),
        "missing": replace(position, steps=without),
        "twice": replace(position, steps=(*position.steps, wrong)),
        "cut off": replace(position, steps=(right._replace(proof=""), *position.steps[1:])),
    }


def test_false_certificates_are_refused() -> None:
    position = next(each for each in bundled_positions("peg") if len(each.right_steps[0].proof) > 9)
    for kind, certificate in wrong_certificates(position).items():
        with case(kind):
            assert find_flaw(certificate)


def with_proof(position: TrainingPosition, proof: str, index: int = -1) -> TrainingPosition:
    """Return a position with another proof of one of its wrong steps."""
    steps = list(position.steps)
    steps[index] = steps[index]._replace(proof=proof)
    return replace(position, steps=tuple(steps))


@pytest.mark.parametrize("family", FAMILIES)
def test_prose_is_no_proof(family: str) -> None:
    position = bundled_positions(family)[0]
    for prose in ("I swear", "exhausted", "exhausted many", ""):
        assert "does not prove it lost" in find_flaw(with_proof(position, prose))
    assert find_flaw(with_proof(position, f"{ARGUMENT_PREFIX}another solver finds out")) == ""


def test_a_card_that_can_never_be_uncovered_is_found_by_the_rules() -> None:
    argued = [
        (position, step)
        for position in bundled_positions("patience")
        for step in position.wrong_steps
        if step.proof == NEVER_UNCOVERED
    ]
    assert len(argued) > 300
    for position, step in argued[::10]:
        with case(position.name, step.moves):
            assert find_flaw(position) == ""
    searched = next(
        each for each in bundled_positions("patience") if "FreeCell" in each.puzzle_text
    )
    assert "does not prove it lost" in find_flaw(with_proof(searched, NEVER_UNCOVERED))
    position = argued[0][0]
    right = position.right_steps[0]
    exchanged = (
        *(each for each in position.steps if each is not right),
        right._replace(is_right=False, proof=NEVER_UNCOVERED),
    )
    assert "does not prove it lost" in find_flaw(replace(position, steps=exchanged))


def test_an_argument_of_another_solver_is_marked() -> None:
    """The argument of a solver that no rule confirms is told apart from a proof."""
    position = next(each for each in bundled_positions("peg") if len(each.wrong_steps) > 2)
    trainer, game = position.trainer, position.game
    wrong = position.read_moves(position.wrong_steps[0].moves)
    verdict = Unsolvable(proof="not on a list")
    judged = JudgedStep(wrong, "key", verdict, is_right=False)
    writer = _StepWriter(trainer, game, position.position)
    assert writer.write(judged).proof == "by argument: not on a list"


def test_a_solver_finds_a_right_step_that_is_called_wrong() -> None:
    position = next(each for each in bundled_positions("rush") if len(each.right_steps) == 2)
    called_wrong = position.right_steps[1]._replace(is_right=False, proof="moves 99")
    steps = (position.steps[0], called_wrong, *position.steps[2:])
    trainer = position.trainer
    claim = replace(position, steps=steps)
    assert find_flaw(claim) == ""  # the rules alone do not tell how long a solution is
    assert "is right by" in find_flaw(claim, trainer.second_solver(position.game), SECOND_LIMITS)


@pytest.mark.parametrize(
    "line",
    [
        *("", "peg x", "peg x to . 0: ; +a", "a ; b ; c", "a ; +b ; c"),
        *("a ; -b ; c ; +d ; e", "a ; + ; c ; -b ; d"),
    ],
)
def test_malformed_lines_are_refused(line: str) -> None:
    with pytest.raises(NotationError):
        TrainingPosition.parse("", line)


@pytest.mark.parametrize("family", ["rush", "peg", "hexapawn"])
def test_a_seed_makes_the_same_positions(family: str) -> None:
    first, again = (list(islice(filter(None, generate_positions(family, 7)), 3)) for _ in range(2))
    assert first == again
    assert all(find_flaw(position) == "" for position in first)
    assert first != list(islice(filter(None, generate_positions(family, 8)), 3))


def test_the_question_names_the_side_to_move() -> None:
    questions = {
        position.puzzle_text.split()[2]: position.trainer.question_of(position.game)
        for position in bundled_positions("hexapawn")[:20]
    }
    assert questions == {
        "W": "White to move. Which move keeps the win?",
        "B": "Black to move. Which move keeps the win?",
    }


def test_every_step_of_a_position_is_found_by_the_position_after_it() -> None:
    for position in bundled_positions("patience")[:3]:
        for step in position.steps:
            assert position.find_step(position.read_moves(step.moves)) == step


def test_a_series_is_the_same_for_the_same_name_and_gets_harder() -> None:
    positions = bundled_positions("hexapawn")
    series = parse_series("Storm-hexapawn-42")
    assert series == Series("storm", "hexapawn", 42)
    first = list(series_positions(series, positions))
    assert first == list(series_positions(series, positions))
    assert len(first) == len(set(first)) == len(positions)
    begin, end = (sum(each.rating for each in part) / 10 for part in (first[:10], first[50:60]))
    assert begin + 200 < end
    other = list(series_positions(series._replace(seed=43), positions))
    assert other[:10] != first[:10]


def test_the_series_of_a_day_is_named_by_its_date() -> None:
    series = series_of_day("streak", "peg", date(2026, 11, 28))
    assert series.code == "streak-peg-20261128"
    assert parse_series(series.code) == series


@pytest.mark.parametrize("text", ["", "storm", "storm-chess-1", "practice-peg-1", "storm-peg-x"])
def test_other_names_of_series_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a series such as storm-peg-2026"):
        parse_series(text)


def test_a_wrong_step_is_refuted_in_a_worker() -> None:
    position = next(
        each for each in bundled_positions("peg") if each.wrong_steps[0].proof.startswith("here")
    )
    game, step = position.game, position.wrong_steps[0]

    answer = asyncio.run(client.judge_step(position, step.moves))
    assert answer.is_right is False
    reached = game.play(position.position, position.read_moves(step.moves)[0])
    for text in answer.line:
        [move] = game.parse_moves(reached, text)
        reached = game.play(reached, move)
    assert answer.progress.startswith(f"{reached.bit_count()} peg")
    assert not game.is_won(reached)
    assert not game.moves(reached)


def test_a_step_that_no_certificate_lists_is_judged() -> None:
    """Two jumps typed at once are one step; it is right if the problem can be solved after it."""
    position = next(
        each for each in bundled_positions("peg") if len(each.right_steps[0].proof.split()) > 3
    )
    step = position.right_steps[0]
    moves = f"{step.moves} {step.proof.split()[0]}"
    assert position.find_step(position.read_moves(moves)) is None
    assert asyncio.run(client.judge_step(position, moves)).is_right is True


def test_mistakes_are_found_in_a_line() -> None:
    position = bundled_positions("peg")[0]
    step = position.wrong_steps[0]

    async def find(lines: list[list[str]]) -> list[TrainingPosition]:
        return [each async for each in client.find_mistakes(position.game, lines, 0)]

    right = position.right_steps[0]
    winning = [right.moves, *right.proof.split()]
    [found] = asyncio.run(find([[step.moves], winning]))
    assert found.puzzle_text == position.puzzle_text
    assert find_flaw(found) == ""


def test_mistakes_of_each_side_where_black_moves_first() -> None:
    trainer = collection("hexapawn").trainer()
    assert trainer
    puzzle = catalogue.find("ppp/.../PPP B")  # lost for black, who moves first

    def count_mistakes(reply: str) -> list[int]:
        moves = ["b3b2", reply]
        return [len(list(find_mistakes(trainer, puzzle, moves, side))) for side in (0, 1)]

    assert count_mistakes("a1a2") == [1, 0]
    assert count_mistakes("a1xb2") == [0, 0]
