"""Searches of games for two on random graphs, beside values computed by their definition."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from graphs import DuelGame, Place
from many import case, many

from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved
from ludoscope.search.generic.adversarial import memo_negamax, negamax, symmetric_negamax
from ludoscope.search.generic.null_window import (
    MAX_PLIES,
    NullWindowSearch,
    describe_bounds,
    find_move_values,
    find_winner,
    mtd_f,
)

VALUING = (negamax, memo_negamax, symmetric_negamax, mtd_f)


def random_games(count: int) -> Iterator[DuelGame]:
    for seed in range(many(count)):
        yield DuelGame.random(random.Random(seed))


def verdict_of(events: Iterator[Any]) -> Any:
    *reports, verdict = events
    assert all(isinstance(report, Progress) for report in reports)
    return verdict


def nodes_of(game: DuelGame, moves: Sequence[Any]) -> list[int]:
    """Return the nodes of a line of moves from the start."""
    position, nodes = game.start, [game.start.node]
    for move in moves:
        position = game.play(position, move)
        nodes.append(position.node)
    return nodes


def check_best_play(game: DuelGame, nodes: list[int]) -> None:
    """Check that every move of a line keeps the value, and that the line ends the game."""
    value = game.value(nodes[0])
    assert len(nodes) - 1 == abs(value)
    for node in nodes:
        assert game.value(node) == value
        value = 1 - value if value > 0 else -1 - value
    assert not game.successors[nodes[-1]]


@pytest.mark.parametrize("solver", VALUING)
def test_values_and_lines_are_those_of_the_definition(
    solver: Callable[..., Iterator[Any]],
) -> None:
    for game in random_games(1000):
        verdict = verdict_of(solver(game, game.start, Limits()))
        with case(game.successors):
            assert isinstance(verdict, Solved)
            assert verdict.value == game.value(0)
            assert verdict.optimal_in == "plies"
            assert verdict.values == ()
            check_best_play(game, nodes_of(game, verdict.moves))


@pytest.mark.parametrize("solver", VALUING)
def test_a_report_says_where_the_search_stands_and_it_goes_on(
    solver: Callable[..., Iterator[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoscope.search.budget.CLOCK_INTERVAL_SECONDS", 0)
    monkeypatch.setattr("ludoscope.search.budget.REPORT_INTERVAL_SECONDS", 0)
    for game in random_games(300):
        *reports, verdict = solver(game, game.start, Limits())
        with case(game.successors):
            assert isinstance(verdict, Solved)
            assert verdict.value == game.value(0)
            assert [report.explored for report in reports] == [
                number + 1 for number in range(verdict.explored)
            ]
            distances = game.distances()
            for report in reports:
                assert report.depth >= distances[report.sample.node]
                assert len(report.levels) > report.depth
                assert report.levels[0] == (solver is not mtd_f)
            if solver is not mtd_f:
                assert reports[0].sample == game.start
                stopped = verdict_of(solver(game, game.start, Limits(explored=1)))
                assert isinstance(stopped, GaveUp)
                assert stopped.explored == 1


def test_a_table_holds_each_position_once() -> None:
    for game in random_games(500):
        places: set[Place] = set()
        todo = [game.start]
        while todo:
            place = todo.pop()
            if place not in places:
                places.add(place)
                todo += [game.play(place, move) for move in game.moves(place)]
        with case(game.successors):
            counts = {
                solver: verdict_of(solver(game, game.start, Limits())).entries
                for solver in (negamax, memo_negamax, symmetric_negamax)
            }
            nodes = len({place.node for place in places})
            assert counts == {negamax: 0, memo_negamax: len(places), symmetric_negamax: nodes}
            bounds = verdict_of(mtd_f(game, game.start, Limits())).entries
            assert 0 < bounds <= nodes


def test_every_move_gets_its_value() -> None:
    for game in random_games(1000):
        search = NullWindowSearch(game, Limits())
        verdict = verdict_of(find_move_values(search, game.start))
        with case(game.successors):
            expected = [game.value(successor) for successor in game.successors[0]]
            assert verdict.values == tuple(
                (move, 1 - value if value <= 0 else -1 - value)
                for move, value in enumerate(expected)
            )
            assert (verdict.value, verdict.optimal_in) == (game.value(0), "plies")
            check_best_play(game, nodes_of(game, verdict.moves))


def test_the_winner_wins_by_a_line_on_which_it_makes_no_mistake() -> None:
    for game in random_games(1000):
        verdict = verdict_of(find_winner(NullWindowSearch(game, Limits()), game.start))
        with case(game.successors):
            assert isinstance(verdict, Solved)
            assert verdict.value is verdict.optimal_in is None
            nodes = nodes_of(game, verdict.moves)
            assert not game.successors[nodes[-1]]
            wins = game.value(0) > 0
            for node in nodes:
                assert (game.value(node) > 0) is wins
                wins = not wins


def test_a_question_that_the_table_answers_expands_nothing() -> None:
    for game in random_games(300):
        for threshold in (1, 2 - MAX_PLIES, 6 - MAX_PLIES, MAX_PLIES - 5, MAX_PLIES - 1):
            search = NullWindowSearch(game, Limits())
            bound = answer(search, game, threshold)
            explored = search.budget.explored
            with case(game.successors, threshold, bound):
                assert answer(search, game, threshold) == bound
                closest = bound if bound >= threshold else bound + 1
                assert answer(search, game, closest) == bound
                assert search.budget.explored == explored


def answer(search: NullWindowSearch, game: DuelGame, threshold: int) -> int:
    """Return the bound that a search finds for the start."""
    questions = search.null_window_search(game.start, threshold)
    with pytest.raises(StopIteration) as end:
        next(questions)
    return end.value.value


def test_what_is_proved_when_the_search_ends_early_is_true() -> None:
    pattern = re.compile(
        r"the side to move (wins|loses), in at most (\d+) pl(?:y|ies)(?: and at least (\d+))?"
    )
    descriptions = set()
    for game in random_games(1500):
        value = game.value(0)
        for limit in range(1, 25):
            *reports, verdict = mtd_f(game, game.start, Limits(explored=limit))
            if not isinstance(verdict, GaveUp):
                break
            assert verdict.explored == limit
            assert verdict.reason == f"explored {limit} positions, the limit"
            assert reports[-1].proved == verdict.proved
            with case(game.successors, limit, verdict.proved):
                if verdict.proved:
                    side, max_plies, min_plies = pattern.fullmatch(verdict.proved).groups()
                    assert (side == "wins") is (value > 0)
                    assert int(min_plies or 0) <= abs(value)
                    assert abs(value) <= int(max_plies)
                    descriptions.add((side, min_plies is not None))
    assert descriptions == {("wins", False), ("wins", True), ("loses", False), ("loses", True)}


def test_an_early_end_of_the_other_searches_is_told() -> None:
    game = DuelGame([(1, 2), (3,), (3, 4), (4, 5), (5,), (6,), ()], set())
    for find in (find_winner, find_move_values):
        verdict = verdict_of(find(NullWindowSearch(game, Limits(explored=1)), game.start))
        assert isinstance(verdict, GaveUp)
        assert verdict.reason == "explored 1 positions, the limit"
    proved = set()
    for limit in range(1, 30):
        search = NullWindowSearch(game, Limits(explored=limit))
        verdict = verdict_of(find_move_values(search, game.start))
        if isinstance(verdict, GaveUp):
            proved.add(verdict.proved)
    assert proved == {"", "the values of 1 move"}


def test_bounds_in_words() -> None:
    for lower, upper, description in [
        (MAX_PLIES - 7, MAX_PLIES - 3, "wins, in at most 7 plies and at least 3"),
        (MAX_PLIES - 7, MAX_PLIES, "wins, in at most 7 plies"),
        (MAX_PLIES - 1, MAX_PLIES, "wins, in at most 1 ply"),
        (1, MAX_PLIES - 1, f"wins, in at most {MAX_PLIES - 1:,} plies and at least 1"),
        (4 - MAX_PLIES, 8 - MAX_PLIES, "loses, in at most 8 plies and at least 4"),
        (-MAX_PLIES, 8 - MAX_PLIES, "loses, in at most 8 plies"),
        (-MAX_PLIES, -1, f"loses, in at most {MAX_PLIES - 1:,} plies"),
    ]:
        assert describe_bounds(lower, upper) == description
