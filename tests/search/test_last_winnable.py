"""The last winnable move: the referee's rules, and the computer's play."""

from collections.abc import Sequence
from typing import Any

import pytest

import ludoscope
from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.last_winnable import (
    Ending,
    Engine,
    Outcome,
    Strength,
    adjudicate,
    choose_turn,
    judge,
    judge_turn,
    legal_moves,
    referee_turn,
)
from ludoscope.search.registry import find_solver

WINNABLE, LOST, WON, UNDECIDED = Outcome.WINNABLE, Outcome.LOST, Outcome.WON, Outcome.UNDECIDED
MEMORY = 1 << 29
OTHER_SOLVERS = {"peg": "depth-first", "patience": "best-first"}


def game_of(name: str) -> AnyGame:
    return ludoscope.puzzle(name).game


def play(game: AnyGame, players: Sequence[Strength], seed: int) -> tuple[list[Any], Ending]:
    """Return the positions of a game between two programs and how it ended."""
    engine, positions, outcomes = Engine(game, seed), [game.start], [judge(game, game.start)]
    while True:
        strength = players[(len(positions) - 1) % 2]
        move = engine.choose(positions, strength, seconds=0.05)
        positions.append(game.play(positions[-1], move))
        outcomes.append(judge(game, positions[-1]))
        if ending := judge_turn(game, positions, outcomes):
            return positions, ending


def test_who_makes_the_position_lost_loses() -> None:
    game = game_of("lucas-01")
    [bad] = game.parse_moves(game.start, "4,4:S")
    assert adjudicate(game, [game.start]) is None
    ending = adjudicate(game, [game.start, game.play(game.start, bad)])
    assert ending == Ending(1, "the position can no longer be won")


def test_who_completes_the_puzzle_wins() -> None:
    puzzle = ludoscope.puzzle("lucas-01")
    verdict = ludoscope.solve(puzzle)
    assert isinstance(verdict, ludoscope.Solved)
    game, positions = puzzle.game, [puzzle.game.start]
    for move in verdict.moves:
        assert adjudicate(game, positions) is None
        positions.append(game.play(positions[-1], move))
    last_mover = (len(verdict.moves) - 1) % 2
    assert adjudicate(game, positions) == Ending(last_mover, "the puzzle is solved")


def test_nobody_is_blamed_for_what_was_not_decided() -> None:
    game = game_of("lucas-01")
    [bad] = game.parse_moves(game.start, "4,4:S")
    positions = [game.start, game.play(game.start, bad)]
    assert judge_turn(game, positions[:1], [UNDECIDED]) is None
    ending = judge_turn(game, positions, [UNDECIDED, LOST])
    assert ending is not None
    assert ending.winner is None
    assert judge_turn(game, positions, [WINNABLE, LOST]) == Ending(
        1, "the position can no longer be won"
    )


def test_a_position_must_not_come_back() -> None:
    game = game_of("FreeCell.2-free")
    [to_cell] = game.parse_moves(game.start, "26 T")  # a card that lies in sequence
    child = game.play(game.start, to_cell)
    every = {game.play(child, move) for move in game.moves(child)}
    assert game.start in every
    allowed = {position for _, position in legal_moves(game, [game.start, child])}
    assert allowed == every - {game.start}


@pytest.mark.parametrize("name", ["lucas-05", "Seahaven.1", "MidnightOil.4"])
def test_games_of_two_programs_have_right_verdicts(name: str) -> None:
    game = game_of(name)
    for seed, players in enumerate(
        [(Strength.RANDOM, Strength.CAREFUL), (Strength.CUNNING, Strength.CAREFUL)] * 2
    ):
        positions, ending = play(game, players, seed)
        assert len(set(positions)) == len(positions)
        other = find_solver(game, OTHER_SOLVERS[game.family])
        *_, before = other.run(game, positions[-2], Limits(20))
        assert isinstance(before, Solved)
        if ending.reason == "the position can no longer be won":
            *_, after = other.run(game, positions[-1], Limits(20))
            assert isinstance(after, Unsolvable)
            assert ending.winner == len(positions) % 2 ^ 1
        elif ending.reason == "the puzzle is solved":
            assert game.is_won(positions[-1])
            assert ending.winner == len(positions) % 2
        else:
            assert not legal_moves(game, positions)


def test_a_careful_player_makes_no_losing_move_and_takes_a_win() -> None:
    game = game_of("lucas-05")
    for seed in range(5):
        positions, ending = play(game, (Strength.CAREFUL, Strength.CAREFUL), seed)
        assert ending.reason == "the puzzle is solved"
        assert len(positions) == 15  # fourteen jumps, so the second player wins


def test_a_cunning_player_beats_a_careful_one_where_the_length_is_open() -> None:
    game = game_of("ms-5-free")
    wins = sum(
        play(game, (Strength.CUNNING, Strength.CAREFUL), seed)[1].winner == 0 for seed in range(3)
    )
    assert wins >= 2


def test_the_calls_of_the_worker() -> None:
    game = game_of("lucas-01")
    start = game.text(game.start)
    assert referee_turn(game.spec(), [start], [], 5, MEMORY) == {
        "outcome": "winnable",
        "ending": None,
    }
    [bad] = game.parse_moves(game.start, "4,4:S")
    texts = [start, game.text(game.play(game.start, bad))]
    answer = referee_turn(game.spec(), texts, ["winnable"], 5, MEMORY)
    assert answer == {"outcome": "lost", "ending": [1, "the position can no longer be won"]}
    text = choose_turn(game.spec(), [start], "careful", 7, 1, MEMORY)
    [move] = game.parse_moves(game.start, text)
    assert judge(game, game.play(game.start, move)) is WINNABLE
    assert WON is Outcome("won")


def test_a_public_function_judges_the_moves_of_a_puzzle() -> None:
    puzzle = ludoscope.puzzle("lucas-01")
    assert ludoscope.adjudicate(puzzle) is None
    assert ludoscope.adjudicate(puzzle.after("4,4:S")) == ludoscope.Ending(
        1, "the position can no longer be won"
    )
