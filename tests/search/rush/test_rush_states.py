"""The two ways to write a position of ORush down, against the rules they are of."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from many import first_of, many
from test_rush_kernel import random_game

from ludoscope.games.rush.encodings import BoatGridGame, BoatListGame
from ludoscope.games.rush.rules import RushGame, read_game
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.uninformed import breadth_first
from ludoscope.search.registry import find_solver
from ludoscope.search.rush.states import breadth_first_boats, breadth_first_grid

SEARCHES = (breadth_first_boats, breadth_first_grid)
FORMS = (BoatListGame, BoatGridGame)
READABLE = Limits(explored=400)


@given(st.integers(0, 10_000), st.sampled_from(FORMS))
def test_moves_and_what_they_make_are_those_of_the_rules(seed: int, form) -> None:
    random = Random(seed)
    game = random_game(random)
    space, position = form(game), game.start
    state = space.encode(position)
    for _ in range(many(12)):
        moves = game.moves(position)
        assert space.moves(state) == moves
        assert space.is_won(state) == game.is_won(position)
        assert space.decode(state) == position
        assert space.encode(position) == state
        if not moves:
            break
        move = random.choice(moves)
        position, state = game.play(position, move), space.play(state, move)


@first_of("search", SEARCHES)
def test_the_same_search_as_over_the_rules(search, solved) -> None:
    kinds = {Solved: 0, Unsolvable: 0, GaveUp: 0}
    for number in range(many(60)):
        game = random_game(Random(f"states {number}"))
        *_, known = breadth_first(game, game.start, READABLE)
        found = solved(search, game, READABLE)
        assert (found.explored, found.levels, found.entries) == (
            known.explored,
            known.levels,
            known.entries,
        )
        assert type(found) is type(known)
        if isinstance(known, Solved):
            assert (found.moves, found.optimal_in) == (known.moves, game.measure)
        elif isinstance(known, Unsolvable):
            assert found.proof == known.proof
        kinds[type(found)] += 1
    assert all(kinds.values())


@first_of("name", ["breadth-first-boats", "breadth-first-grid"])
def test_the_rows_find_the_fewest_cells(name: str, solved) -> None:
    for puzzle, cells in (("orush-01", 3), ("orush-39", 58)):
        game = find(puzzle).game
        for measure in ("cells", "slides"):
            solver = find_solver(game, name)
            verdict = solved(solver.run, solver.game_in_measure(game.with_measure(measure)))
            assert (len(verdict.moves), verdict.optimal_in) == (cells, "cells")


@first_of("search", SEARCHES)
def test_samples_are_positions_of_the_game(search) -> None:
    game: RushGame = find("orush-200").game
    *reports, verdict = search(game, game.start, Limits(seconds=0.3))
    assert isinstance(verdict, GaveUp | Solved)
    assert all(isinstance(report, Progress) for report in reports)
    assert all(game.parse(game.text(one.sample)) == one.sample for one in reports)


def test_a_game_that_is_won_takes_no_move() -> None:
    game = read_game("~~AA")
    for search in SEARCHES:
        [verdict] = search(game, game.start, Limits())
        assert (verdict.moves, verdict.optimal_in) == ((), "cells")
