"""The badge of ORush: exact in both measures after every move, explored once, never searched."""

import pytest

from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import catalogue
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.kernels import is_compiled
from ludoscope.search.rush.explore import explore
from ludoscope.search.verify import check_verdict
from ludoscope.tui.model import rush_state_space as module
from ludoscope.tui.model.reference import create_reference

pytestmark = pytest.mark.skipif(
    not is_compiled("ludoscope.search.rush.kernels.explore"), reason="kernels are not compiled"
)


@pytest.mark.parametrize("measure", ["cells", "slides"])
def test_verdict_is_the_shortest_solution(measure):
    game = catalogue.find("orush-20").game.with_measure(measure)
    known = create_reference(game)
    verdict = known.find_verdict(game.start)
    assert isinstance(verdict, Solved)
    assert verdict.optimal_in == measure
    assert check_verdict(game, game.start, verdict).is_valid
    assert len(verdict.moves) == {"cells": 25, "slides": 11}[measure]


def test_unwinnable_positions_are_recognised():
    game = read_game("~~B~/AAB~/~~Bx/~~~x")
    verdict = create_reference(game).find_verdict(game.start)
    assert isinstance(verdict, Unsolvable)
    size = explore(game, game.start).size
    assert f"all {size} positions that matter" in verdict.proof


def test_large_state_spaces_are_left_to_a_search(monkeypatch):
    monkeypatch.setattr(module, "MAX_STATE_SPACE_BYTES", 1 << 12)
    game = catalogue.find("orush-20").game
    known = create_reference(game)
    assert known.find_verdict(game.start) is None
    assert known.find_verdict(game.start) is None


async def test_badge_is_exact_after_every_move_without_a_search(open_app, solver_processes):
    async with open_app("orush-20", size=(120, 40)) as pilot:
        screen = pilot.screen

        async def shown(*wanted):
            await pilot.wait_until(lambda: all(text in pilot.screen_text() for text in wanted))

        await shown("✓ 11 moves to the exit")
        model = screen.model
        component = explore(model.game, model.game.start)
        for number in range(6):
            moves = model.game.moves(model.session.position)
            model.play_player_move(moves[(5 * number) % len(moves)])
            await pilot.wait_until(lambda: not screen.solver_jobs.is_busy)
            slides = component.distance(model.session.position, "slides")
            screen.refresh_view()
            await shown(f"✓ {slides} move")
        assert not solver_processes
