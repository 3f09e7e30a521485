"""ORush estimates against exact distances, and the proof of loss against exhaustion."""

from typing import NamedTuple

import pytest
from many import case

from ludoscope.games.rush.rules import Position, RushGame, read_game
from ludoscope.puzzles.rush.generator import generate_puzzles
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.generic.informed import a_star
from ludoscope.search.generic.uninformed import breadth_first
from ludoscope.search.rush.explore import explore
from ludoscope.search.rush.heuristics import blocked, distance
from ludoscope.search.verify import replay


class Draft(NamedTuple):
    """A grid with the fewest cells to a win, of all positions that can be reached on it."""

    game: RushGame
    distances: dict[Position, int]

    @property
    def longest(self):
        return max(self.distances.values())


@pytest.fixture(scope="module")
def grids():
    """Return new puzzles of increasing length, with and without walls."""
    drafts = []
    for walls, lengths in ((0, range(3, 18)), (2, range(10, 14))):
        for cells in lengths:
            game = next(generate_puzzles(f"{walls}/{cells}", cells, "cells", walls))
            component = explore(game, game.start)
            if component.size < 1200:
                levels = range(component.max_distance("cells") + 1)
                at = {
                    p: cells
                    for cells in levels
                    for p in component.positions_at_distance(cells, "cells")
                }
                drafts.append(Draft(game, at))
    return drafts


def verdict(events):
    return list(events)[-1]


def test_the_sample_has_something_to_say(grids):
    assert len(grids) > 10
    assert max(draft.longest for draft in grids) > 10


def test_never_more_than_the_cells_that_are_needed(grids):
    for draft in grids:
        estimate = distance(draft.game)
        for position, cells in draft.distances.items():
            assert estimate(position) <= cells
            assert (cells == 0) <= (estimate(position) == 0)


@pytest.mark.parametrize("measure", ["cells", "slides"])
def test_one_move_changes_the_estimate_by_one_at_most(grids, measure):
    for draft in grids[::4]:
        game = draft.game.with_measure(measure)
        estimate = distance(game)
        for position in list(draft.distances)[:100]:
            for move in game.moves(position):
                assert abs(estimate(game.play(position, move)) - estimate(position)) <= 1


@pytest.mark.parametrize("measure", ["cells", "slides"])
def test_a_star_is_as_short_as_breadth_first_and_explores_no_more(grids, measure):
    explored = [0, 0]
    for draft in grids[::3]:
        game = draft.game.with_measure(measure)
        for start in sorted(draft.distances)[:: max(1, len(draft.distances) // 3)]:
            blind = verdict(breadth_first(game, start, Limits()))
            led = verdict(a_star(game, start, Limits(), estimate=distance(game)))
            assert isinstance(blind, Solved)
            assert isinstance(led, Solved)
            assert len(blind.moves) == len(led.moves)
            assert replay(game, start, led.moves).is_valid
            explored[0] += blind.explored
            explored[1] += led.explored
            if measure == "cells":
                assert len(led.moves) == draft.distances[start]
    assert explored[1] < explored[0]


def test_what_bars_the_way_for_good():
    for measure in ["cells", "slides"]:
        for grid, reason in [
            ("BB~~/AAx~/~~~~", "a wall is between"),
            ("xAA~/~~~~/~~~~", ""),
            ("~~~~/AABB/~~~~", "boat B can never leave"),
            ("~~~~/BBAA/~~~~", ""),
            ("~~~B/AA~B/~~~B", "boat B can never leave"),
            ("B~~~/BAA~/B~~~", ""),
            ("~~~B/AA~B/~~~~/~~~~", ""),
            ("~~~B/AA~B/~~~x/~~~~", "boat B can never leave"),
            ("~~~B/~~~B/AA~x/~~~~", "a wall is between"),
            ("~~~~/AA~B/~~~B/~~~x", "boat B can never leave"),
            ("~~~~/~~~B/AA~B/~~~x", ""),
        ]:
            with case(measure, grid, reason):
                game = read_game(grid, measure)
                assert blocked(game)(game.start).startswith(reason)
                assert bool(blocked(game)(game.start)) == bool(reason)
                result = verdict(breadth_first(game, game.start, Limits()))
                assert isinstance(result, Unsolvable if reason else Solved)


def test_what_can_be_won_is_never_called_blocked(grids):
    for draft in grids:
        proof = blocked(draft.game)
        assert not any(map(proof, draft.distances))


def test_estimates_by_hand():
    grid = "~~~B~~/~~~BC~/AA~BC~/~~~~C~/~~~~~~/~~~~~~"
    cells = read_game(grid)
    assert distance(cells)(cells.start) == 4 + 3 + 2
    slides = read_game(grid, "slides")
    assert distance(slides)(slides.start) == 1 + 1 + 1
    won = cells.parse("~~~B~~/~~~B~~/~~~BAA/~~~~C~/~~~~C~/~~~~C~")
    assert distance(cells)(won) == 0
