"""ORush rules: known counts, an independent oracle on the grid of letters, refusals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import from_spec
from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import RushGame, read_game

HARBOUR = "BBCDDE/~~C~~E/~FAA~E/~F~GGG/HHI~JJ/~~IKK~"
LONG_HULLS = "~BBBB~~/~~~~C~~/AAA~Cx~/~DDDC~~/~~~~~~E/~~~~~~E"


@st.composite
def grids(draw):
    """Draw a grid of any size, with boats and walls wherever there is room."""
    width, height = draw(st.integers(3, 8)), draw(st.integers(2, 8))
    course = width == height == 6
    row = 2 if course else draw(st.integers(0, height - 1))
    length = 2 if course else draw(st.integers(2, min(width, 4)))
    boats = [Boat("A", length, True, draw(st.integers(0, width - length)), row)]
    taken = set(boats[0].cells)
    places = st.tuples(
        st.integers(1, 3 if course else 4), st.booleans(), st.integers(0, 7), st.integers(0, 7)
    )
    walls = []
    for length, across, x, y in draw(st.lists(places, max_size=14)):
        boat = Boat("BCDEFGHIJKLMNO"[len(boats) - 1], length, across, x, y)
        inside = all(x < width and y < height for x, y in boat.cells)
        if inside and taken.isdisjoint(boat.cells):
            taken.update(boat.cells)
            if length == 1:
                walls.append((x, y))
            else:
                boats.append(boat)
    return RushGame(width, height, boats, walls)


def naive_moves(game, position):
    """Return the slides found by walking over the letters of the grid."""
    grid = game.to_rows(position)
    found = []
    for index, boat in enumerate(game.boats_at(position)):
        ends = boat.cells[0], boat.cells[-1]
        dx, dy = (1, 0) if boat.is_horizontal else (0, 1)
        for way, (x, y) in zip((-1, 1), ends, strict=True):
            distance = 0
            while True:
                x, y = x + way * dx, y + way * dy
                if not (0 <= x < game.width and 0 <= y < game.height) or grid[y][x] != "~":
                    break
                distance += way
                found.append((index, distance))
    return sorted(found)


@settings(max_examples=many(120), deadline=None)
@given(grids())
def test_moves_are_those_that_the_grid_shows(game):
    naive = naive_moves(game, game.start)
    assert game.with_measure("slides").moves(game.start) == naive
    assert game.moves(game.start) == [move for move in naive if abs(move[1]) == 1]
    for index in range(len(game.boats)):
        distances = {d for i, d in naive if i == index} | {0}
        assert set(game.free_distances(game.start, index)) == distances


@settings(max_examples=many(60), deadline=None)
@given(grids())
def test_a_move_carries_the_letters_and_can_be_taken_back(game):
    for index, distance in game.with_measure("slides").moves(game.start):
        after = game.play(game.start, (index, distance))
        assert game.play(after, (index, -distance)) == game.start
        moved, before = game.boats_at(after)[index], game.boats[index]
        assert moved.offset - before.offset == distance
        assert moved.line == before.line
        others = [boat for boat in game.boats_at(after) if boat.name != moved.name]
        assert others == [boat for boat in game.boats if boat.name != moved.name]


@settings(max_examples=many(60), deadline=None)
@given(grids())
def test_only_the_legal_distances_are_played(game):
    legal = set(game.with_measure("slides").moves(game.start))
    for index in range(len(game.boats)):
        for distance in range(-9, 10):
            if (index, distance) not in legal:
                with pytest.raises(ValueError, match=r"does not move|is blocked by|at the exit"):
                    game.play(game.start, (index, distance))


def perft(game, depth):
    """Return the numbers of lines of play of 1 to `depth` moves."""
    positions = {game.start: 1}
    counts = []
    for _ in range(depth):
        after = {}
        for position, ways in positions.items():
            for move in game.moves(position):
                child = game.play(position, move)
                after[child] = after.get(child, 0) + ways
        positions = after
        counts.append(sum(positions.values()))
    return counts


@pytest.mark.parametrize(
    ("grid", "measure", "counts"),
    [
        (HARBOUR, "cells", [6, 37, 236, 1550]),
        (HARBOUR, "slides", [6, 43, 333, 2687]),
        (LONG_HULLS, "cells", [6, 38, 245, 1599]),
        (LONG_HULLS, "slides", [11, 121, 1337, 14822]),
    ],
)
def test_perft(grid, measure, counts):
    assert perft(read_game(grid, measure), len(counts)) == counts


@each_of(
    ("boat", "distance", "reason"),
    [
        ("B", -1, "B is blocked by the edge"),
        ("B", 2, "B is blocked by F"),
        ("A", 4, "A is blocked by C"),
        ("F", 2, "F is blocked by a wall"),
        ("F", 9, "F is blocked by a wall"),
        ("D", 1, "D is blocked by the edge"),
        ("D", 0, "boat D does not move"),
    ],
)
def test_a_refusal_names_the_obstacle(boat, distance, reason):
    game = read_game("BB~F~C/~~~F~C/AA~~~C/~~~x~D/~~~~~D/EEE~~D")
    with pytest.raises(ValueError, match=reason):
        game.play(game.start, ("ABCDEF".index(boat), distance))


def test_a_boat_that_is_out_goes_no_further():
    game = read_game("~~~~~~/~~~~~~/~~~~AA/~~~~~~/~~~~~~/~~~~~~")
    with pytest.raises(ValueError, match="A is at the exit already"):
        game.play(game.start, (0, 1))


def test_the_course_rule_of_winning():
    game = read_game("A2H12")
    position = game.start
    for _ in range(3):
        assert not game.is_won(position)
        position = game.play(position, (0, 1))
    assert game.is_won(position)
    assert position == (4,)


def test_on_other_grids_the_exit_is_on_the_row_of_a():
    game = read_game("~~~~/~~~~/AAA~")
    assert not game.is_won(game.start)
    assert game.is_won(game.play(game.start, (0, 1)))


@settings(max_examples=many(60), deadline=None)
@given(grids(), st.sampled_from(["cells", "slides"]))
def test_a_spec_builds_the_same_game(game, measure):
    game = game.with_measure(measure)
    again = from_spec(game.spec())
    assert again.spec() == game.spec()
    assert again.start == game.start
    assert again.moves(again.start) == game.moves(game.start)


@pytest.mark.parametrize(
    "spec",
    [
        {"family": "rush"},
        {"family": "rush", "grid": 7, "measure": "cells"},
        {"family": "rush", "grid": "AA~~/~~~~", "measure": "boats"},
        {"family": "rush", "grid": "BB~~/~~~~", "measure": "cells"},
    ],
)
def test_a_broken_spec_is_refused(spec):
    with pytest.raises(ValueError, match="expected"):
        from_spec(spec)


def test_there_is_no_boat_of_that_number():
    game = read_game("A2H12")
    for index in (-1, 1):
        with pytest.raises(ValueError, match="no boat number"):
            game.play(game.start, (index, 1))
