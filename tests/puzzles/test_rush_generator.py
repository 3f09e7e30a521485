"""The generator: repeatable, of the wanted length, with nothing to spare."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from games.rush import RushGame, read_game
from puzzles import generator
from puzzles.generator import bundle, generate, solution_length, survey


def test_a_survey_holds_all_distances():
    distances = survey(read_game("A2H12\nB2V42"))
    assert distances == survey(read_game("A2H22\nB2V40"))
    assert len(distances) == 5 * 5 - 2 * 2  # all pairs of places but the overlaps
    assert distances[4, 0] == 0
    assert distances[1, 2] == 4
    assert max(distances.values()) == distances[0, 2] == 5


def test_a_survey_is_empty_without_a_win_or_with_too_much():
    assert survey(read_game("AA~B/~~~B/~~~B")) == {}
    assert survey(read_game("A2H12\nB2V42"), largest=20) == {}


@pytest.mark.parametrize(("cells", "walls"), [(6, 0), (15, 0), (19, 2)])
def test_a_new_puzzle_has_the_wanted_length_and_nothing_to_spare(cells, walls):
    game = generate(Random("buoy"), cells, walls)
    assert solution_length(game, "cells") == cells
    assert bool(game.walls) == bool(walls)
    assert len(game.walls) <= walls
    hero, *others = game.boats
    assert others
    for boat in others:
        without = [hero, *(other for other in others if other != boat)]
        assert solution_length(RushGame(6, 6, without, game.walls), "cells") != cells
    for wall in game.walls:
        fewer = game.walls - {wall}
        assert solution_length(RushGame(6, 6, game.boats, fewer), "cells") != cells


def test_the_same_numbers_make_the_same_puzzle():
    same = [generate(Random(5), 12).spec() for _ in range(2)]
    assert same[0] == same[1]
    assert generate(Random(6), 12).spec() != same[0]


def test_the_bundled_file_can_be_made_again():
    lines = (Path(generator.__file__).parent / "data" / "orush.txt").read_text().splitlines()
    seed = int(lines[0].split()[-1])
    assert list(islice(bundle(seed), 6)) == lines[:6]


def test_letters_follow_the_reading_order():
    game = generate(Random(3), 12)
    text = game.text(game.start).replace("A", "")
    assert list(dict.fromkeys(filter(str.isalpha, text))) == [boat.name for boat in game.boats[1:]]


@pytest.mark.parametrize("cells", [0, -3, 94])
def test_an_impossible_length_is_refused(cells):
    with pytest.raises(ValueError, match="expected 1 to 93"):
        generate(Random(1), cells)
