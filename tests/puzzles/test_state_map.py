"""The map of a game: its layout, its picture, and the process that makes it."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from contextlib import aclosing
from dataclasses import replace

import pytest

import ludoscope
from ludoscope.puzzles import state_map_worker
from ludoscope.puzzles.pictures.state_maps import WAY_COLOUR, map_svg
from ludoscope.puzzles.state_map import LOST, WINNABLE, WON, lay_out
from ludoscope.puzzles.state_map_process import (
    Expanded,
    MapPicture,
    Route,
    SearchEnded,
    StateMap,
    StateMapProcess,
    Ways,
)
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.state_graph import explore_states


def test_columns_are_distances_and_the_nearest_is_at_the_right() -> None:
    game = ludoscope.puzzle("orush-80").game
    graph = explore_states(game, game.start)
    layout = lay_out(graph)
    assert list(layout.columns) == list(graph.distances)
    assert all(0 <= x <= 1 for x in layout.xs)
    assert all(0 <= y <= 1 for y in layout.ys)
    nearer = sorted(range(len(graph)), key=lambda index: layout.xs[index])
    columns = [layout.columns[index] for index in nearer]
    assert columns == sorted(columns, reverse=True)
    assert len(set(zip(layout.xs, layout.ys, strict=True))) == len(graph)


def test_lost_positions_stand_where_winnable_ones_with_as_many_pegs_do() -> None:
    game = ludoscope.puzzle("lucas-03").game
    graph = explore_states(game, game.start)
    layout = lay_out(graph)
    pegs_by_column: dict[int, set[int]] = {}
    for index, position in enumerate(graph.positions):
        pegs_by_column.setdefault(layout.columns[index], set()).add(position.bit_count())
    assert all(len(pegs) == 1 for pegs in pegs_by_column.values())
    assert {WON, WINNABLE, LOST} == set(layout.outcomes)


def test_the_picture_has_a_dot_for_each_position() -> None:
    graph = ludoscope.explore(ludoscope.puzzle("lucas-03"))
    root = ElementTree.fromstring(ludoscope.svg(graph))
    paths = [one.get("d", "") for one in root.iter("{http://www.w3.org/2000/svg}path")]
    assert sum(path.count("h0") for path in paths) == len(graph)
    hostile = map_svg(graph, lay_out(graph), path=[0, 1], title="<script>\x1b[31m")
    assert "<script>" not in hostile
    assert "\x1b" not in hostile


async def test_the_process_makes_a_map_and_answers() -> None:
    game = ludoscope.puzzle("orush-80").game
    graph = explore_states(game, game.start)
    process = StateMapProcess(game, [game.start])
    expanded: list[int] = []
    async with aclosing(process.events()) as events:
        async for event in events:
            match event:
                case StateMap():
                    assert event.texts == [game.text(one) for one in graph.positions]
                    assert event.distances == list(graph.distances)
                    process.find_ways(0)
                case Ways():
                    levels = graph.shortest_ways(0)
                    following = [index for level in levels[1:] for index in level]
                    assert Counter(event.shortest) == Counter(following)
                    assert event.unavoidable == graph.unavoidable(0)
                    process.find_route([0], len(graph) - 1)
                case Route():
                    assert event.indices == graph.route(0, len(graph) - 1)
                    process.draw("Map", [0])
                case MapPicture():
                    assert event.text.startswith("<svg ")
                    process.expand("breadth-first", 0)
                case Expanded():
                    expanded += event.indices
                case SearchEnded():
                    assert event.verdict == "solved"
                    assert event.explored == len(expanded)
                    break


async def test_a_sample_names_no_position_that_is_on_every_way() -> None:
    game = ludoscope.puzzle("orush-200").game
    graph = explore_states(game, game.start, 2_000)
    levels = graph.shortest_ways(0)
    assert not graph.is_complete
    assert any(len(level) == 1 for level in levels[1:-1])
    process = StateMapProcess(game, [game.start], 2_000)
    async with aclosing(process.events()) as events:
        async for event in events:
            match event:
                case StateMap():
                    process.find_ways(0)
                case Ways():
                    assert event.narrow == []
                    assert event.unavoidable == []
                    following = [index for level in levels[1:] for index in level]
                    assert Counter(event.shortest) == Counter(following)
                    break


def test_a_sample_without_exact_distances_has_no_shortest_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = ludoscope.puzzle("orush-08").game
    exact = explore_states(game, game.start, 1_000)
    graph = replace(exact, distance_function=None)
    assert len(graph.shortest_way(0)) - 1 > exact.distances[0]  # within the sample
    messages: list[dict[str, object]] = []
    monkeypatch.setattr(state_map_worker, "send_message", messages.append)
    state_map_worker._send_ways(graph, 0)
    assert messages == [
        {"event": "ways", "source": 0, "shortest": [], "narrow": [], "unavoidable": []}
    ]
    layout = lay_out(graph)
    assert WAY_COLOUR in map_svg(exact, layout)
    assert "green" in map_svg(exact, layout)
    assert WAY_COLOUR not in map_svg(graph, layout)
    assert "green" not in map_svg(graph, layout)


async def test_a_map_begins_where_few_enough_positions_follow() -> None:
    game = ludoscope.puzzle("lucas-03").game
    later = game.play(game.start, game.moves(game.start)[0])
    async with aclosing(StateMapProcess(game, [game.start, later], 300).events()) as events:
        state_map = await anext(event async for event in events if isinstance(event, StateMap))
    assert state_map.texts[0] == game.text(later)
    assert state_map.is_complete


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b'{"event": "map"}',
        b'{"event": "map", "texts": ["\\u001b[31m"], "xs": [0], "ys": [0], "columns": [0],'
        b' "distances": [0], "outcomes": ["won"], "is_complete": true}',
        b'{"event": "ways", "source": 0, "shortest": [7], "narrow": [], "unavoidable": []}',
        b'{"event": "expanded", "number": 0, "indices": [true]}',
        b'{"event": "fault", "message": "no memory"}',
    ],
)
def test_malformed_messages_end_the_process(line: bytes) -> None:
    game = ludoscope.puzzle("lucas-03").game
    with pytest.raises(WorkerLost):
        StateMapProcess(game, [game.start]).parse(line)


def test_an_answer_to_a_replaced_search_is_left_out() -> None:
    game = ludoscope.puzzle("lucas-03").game
    line = b'{"event": "expanded", "number": 7, "indices": []}'
    assert StateMapProcess(game, [game.start]).parse(line) is None
