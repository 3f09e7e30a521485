"""The graph of all positions: against the explorer of ORush, published counts and brute force."""

import pytest

import ludoscope
from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.expansion_order import expansions, followed_solvers
from ludoscope.search.registry import find_solver
from ludoscope.search.rush.explore import explore
from ludoscope.search.state_graph import UNKNOWN, StateGraph, explore_states


def graph_of(name: str, max_positions: int = 50_000) -> StateGraph:
    game = ludoscope.puzzle(name).game
    return explore_states(game, game.start, max_positions)


@pytest.mark.parametrize("name", ["orush-02", "orush-50", "orush-100", "orush-150"])
def test_counts_and_distances_are_those_of_the_explorer(name: str) -> None:
    game = ludoscope.puzzle(name).game
    graph, component = graph_of(name), explore(game, game.start)
    assert component
    assert graph.is_complete
    assert len(graph) == component.size
    assert len(graph) == len(set(graph.positions))
    assert list(graph.distances) == [
        component.distance(position, game.measure) for position in graph.positions
    ]


# positions after n jumps from the start of the third of Lucas's problems, and its fewest jumps
def test_a_peg_problem_has_the_positions_of_a_breadth_first_search() -> None:
    graph = graph_of("lucas-03")
    assert len(graph) == 540  # as the source article counts them
    assert graph.distances[0] == 8
    lost = [index for index in range(len(graph)) if graph.distances[index] == UNKNOWN]
    winnable = [index for index in range(len(graph)) if graph.distances[index] != UNKNOWN]
    judge = find_solver(graph.game, "depth-first")
    for index in lost[::40] + winnable[::10]:
        *_, verdict = judge.run(graph.game, graph.positions[index], Limits(20))
        assert isinstance(verdict, Solved) == (index in winnable)


def brute_value(game: HexapawnGame, position: object) -> int:
    """Return the value of a position by the recursion that defines it."""
    values = [brute_value(game, game.play(position, move)) for move in game.moves(position)]
    if game.is_won(position) or not values:
        return 0
    if losing := [value for value in values if value <= 0]:
        return 1 - max(losing)
    return -1 - max(values)


def test_values_are_those_of_the_definition() -> None:
    graph = graph_of("hexapawn-3x3")
    assert graph.values == [brute_value(graph.game, position) for position in graph.positions]
    assert graph_of("hexapawn-4x4").values[0] == 11  # published


def reaches_a_win(graph: StateGraph, source: int, without: int) -> bool:
    stack, seen = [source], {source, without}
    while stack:
        index = stack.pop()
        if index in graph.wins:
            return True
        following = set(graph.successors[index]) - seen
        seen |= following
        stack += following
    return False


@pytest.mark.parametrize("name", ["orush-100", "orush-80", "lucas-01", "lucas-03"])
def test_unavoidable_positions_are_those_without_which_no_win_is_reached(name: str) -> None:
    graph = graph_of(name)
    source = 0
    expected = {
        index
        for index in range(1, len(graph))
        if index not in graph.wins and not reaches_a_win(graph, source, index)
    }
    found = graph.unavoidable(source)
    assert set(found) == expected
    assert [graph.depths[index] for index in found] == sorted(graph.depths[i] for i in found)


def test_shortest_ways_are_shortest_and_all_of_them() -> None:
    graph = graph_of("orush-10")
    levels = graph.shortest_ways(0)
    assert len(levels) == graph.distances[0] + 1
    assert set(levels[-1]) <= graph.wins
    for distance, level in zip(range(graph.distances[0], -1, -1), levels, strict=True):
        on_way = [
            index
            for index in range(len(graph))
            if graph.distances[index] == distance
            and len(graph.route(0, index)) - 1 == graph.distances[0] - distance
        ]
        assert sorted(level) == on_way
    way = graph.shortest_way(0)
    assert way == graph.route(0, way[-1])


def test_best_play_alternates_between_the_sides() -> None:
    graph = graph_of("hexapawn-3x3")
    for level in graph.shortest_ways(0):
        assert len({graph.values[index] for index in level}) == 1
    assert [graph.values[level[0]] for level in graph.shortest_ways(0)] == [-6, 5, -4, 3, -2, 1, 0]


def test_a_sample_is_connected_and_knows_true_distances() -> None:
    whole, sample = graph_of("orush-200"), graph_of("orush-200", 2_000)
    assert not sample.is_complete
    assert 1_000 < len(sample) <= 2_000
    assert sample.positions == graph_of("orush-200", 2_000).positions
    indices = {position: index for index, position in enumerate(whole.positions)}
    assert list(sample.distances) == [whole.distances[indices[one]] for one in sample.positions]
    reached = {0}
    for index, successors in enumerate(sample.successors):
        assert index in reached
        reached.update(successors)
    assert sample.unavoidable(0) == []


def test_in_a_sample_of_a_game_for_two_only_finished_positions_have_a_value() -> None:
    sample = graph_of("hexapawn-4x4", 500)
    assert not sample.is_complete
    assert sample.wins
    assert {index for index, value in enumerate(sample.values) if value == 0} == sample.wins
    assert {value for value in sample.values if value != 0} == {None}


@pytest.mark.parametrize("name", ["orush-80", "lucas-03", "hexapawn-3x3"])
def test_searches_expand_positions_of_the_graph(name: str) -> None:
    graph = graph_of(name)
    known = set(graph.positions)
    for solver in followed_solvers(graph.game)[:4]:
        *batches, verdict = expansions(graph.game, graph.positions[0], solver, Limits(20))
        expanded = [position for batch in batches for position in batch]
        assert isinstance(verdict, Solved), solver.name
        assert expanded[0] == graph.positions[0]
        assert known.issuperset(expanded), solver.name


def test_breadth_first_search_spreads_by_depth() -> None:
    graph = graph_of("orush-80")
    depths = dict(zip(graph.positions, graph.depths, strict=True))
    solver = followed_solvers(graph.game)[0]
    *batches, verdict = expansions(graph.game, graph.positions[0], solver, Limits(20))
    found = [depths[position] for batch in batches for position in batch]
    assert solver.name == "breadth-first"
    assert found == sorted(found)
    assert verdict.explored == len(found)
