"""Tests of Lights Out."""

import pytest
from lightsout.puzzles import numbered_puzzle
from lightsout.rules import LightsOut, parse_game

import ludoscope
from ludoscope.testing import CHECKS, check_game


@pytest.mark.parametrize("check", CHECKS)
def test_game_keeps_the_contract(check: str) -> None:
    check_game("lightsout", check)


def test_press_switches_a_light_and_its_neighbours() -> None:
    game = parse_game(".../.../...")
    assert [game.text(effect) for effect in game.effects[:2]] == ["**./*../...", "***/.*./..."]


def test_solutions_of_the_board_with_all_lights_on() -> None:
    solved = ludoscope.solve(ludoscope.puzzle("lightsout-4"))
    assert isinstance(solved, ludoscope.Solved)
    assert len(solved.moves) == 15


def test_one_light_in_the_corner_has_no_solution() -> None:
    unsolvable = ludoscope.Puzzle("corner", LightsOut(5, 5, 1), "One light in the corner")
    verdict = ludoscope.solve(unsolvable)
    assert isinstance(verdict, ludoscope.Unsolvable)
    assert "every press switches an even number" in verdict.proof


def test_numbered_boards_stay_the_same() -> None:
    assert numbered_puzzle(3, 3, 1).game == numbered_puzzle(3, 3, 1).game
