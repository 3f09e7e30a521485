"""The generator: repeatable, of the wanted length, nothing to spare, with and without kernel."""

from itertools import islice

import pytest
from many import FULL, each_of, first_of, many

from ludoscope.games.rush.rules import RushGame
from ludoscope.puzzles.rush import annealing, generator
from ludoscope.puzzles.rush import bundle as rush_bundle
from ludoscope.puzzles.rush import collection as rush
from ludoscope.puzzles.rush.generator import (
    DraftProgress,
    generate,
    generate_puzzles,
    puzzle_string,
    solution_length,
)
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.rush.compiled import arrangements

needs_kernel = pytest.mark.skipif(
    not is_compiled("ludoscope.search.rush.kernels.annealing"), reason="kernels not compiled"
)


def without(game, boat=None, wall=None):
    boats = [other for other in game.boats if other != boat]
    return RushGame(6, 6, boats, game.walls - {wall})


def check(game, length, measure, walls=0):
    """Check the solution length, and that it is shorter without any one boat or wall."""
    assert solution_length(game, measure) == length
    assert bool(game.walls) == bool(walls)
    assert len(game.walls) <= walls
    assert len(game.boats) > 1
    for boat in game.boats[1:]:
        assert solution_length(without(game, boat), measure) < length
    for wall in game.walls:
        assert solution_length(without(game, wall=wall), measure) < length


@pytest.mark.parametrize("measure", ["cells", "slides"])
@pytest.mark.parametrize(
    ("length", "walls"),
    [(2, 0), pytest.param(3, 1, marks=needs_kernel), (7, 0), (12, 0), (12, 2)],
)
def test_a_new_puzzle_has_the_wanted_length_and_nothing_to_spare(length, walls, measure):
    for game in islice(generate_puzzles("buoy", length, measure, walls), 2):
        check(game, length, measure, walls)


@needs_kernel
def test_many_long_ones():
    made = list(islice(generate_puzzles(7, 20, "slides"), many(25)))
    assert len({puzzle_string(game) for game in made}) == len(made)
    for game in made:
        check(game, 20, "slides")


def test_the_same_seed_makes_the_same_puzzles():
    first, again, other = (
        list(map(puzzle_string, islice(generate_puzzles(seed, 9, "slides"), 4)))
        for seed in (5, 5, 6)
    )
    assert first == again
    assert not set(first) & set(other)


@pytest.mark.long
@needs_kernel
@pytest.mark.parametrize(
    ("seed", "length", "measure"),
    [(1, 4, "slides"), (2, 7, "cells")],
)
def test_without_a_kernel_the_same_puzzles_are_made(monkeypatch, seed, length, measure):
    monkeypatch.setattr(generator, "MAX_STATES", 400)
    count = 2 if FULL else 1
    fast = [puzzle_string(game) for game in islice(generate_puzzles(seed, length, measure), count)]
    monkeypatch.setattr(generator, "is_compiled", lambda name: False)
    assert [
        puzzle_string(game) for game in islice(generate_puzzles(seed, length, measure), count)
    ] == fast


@needs_kernel
@first_of("measure", ["cells", "slides"])
def test_kernel_and_readable_annealing_try_the_same_drafts(measure):
    runs = []
    for kernel in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(generator, "is_compiled", lambda name, kernel=kernel: kernel)
            patch.setattr(generator, "MAX_STATES", 300)
            patch.setattr(generator, "MAX_IDLE_CHANGES", 60)
            run = generator._start_annealing(generator.Random(3), frozenset({(1, 4)}), 9, measure)
        status = run.run(400)
        best, lines, _ = run.hardest()
        seen = [(line.lengths, line.arrangements) if line else None for line in lines]
        levels = (
            [run.states_at_distance(distance)[1] for distance in range(9)]
            if status is Status.SOLVED
            else []
        )
        runs.append((status, run.explored, best, seen, levels))
    assert runs[0] == runs[1]
    assert runs[0][2] > 3


def test_reports_tell_of_longer_and_longer_drafts():
    trials = [
        event for event in islice(generate(4, 16, "cells"), 4) if isinstance(event, DraftProgress)
    ]
    assert trials
    for trial in trials:
        assert trial.drafts_since_restart > 0
        assert solution_length(trial.game, "cells") == trial.length


def test_letters_follow_the_reading_order():
    game = next(generate_puzzles(3, 12))
    text = game.text(game.start).replace("A", "")
    assert list(dict.fromkeys(filter(str.isalpha, text))) == [boat.name for boat in game.boats[1:]]


@each_of(
    ("length", "measure", "walls", "said"),
    [
        (0, "cells", 0, "2 to 93"),
        (1, "slides", 0, "2 to 60"),
        (94, "cells", 0, "2 to 93"),
        (61, "slides", 0, "2 to 60"),
        (2, "cells", 1, "3 to 93"),
    ],
)
def test_an_impossible_length_is_refused(length, measure, walls, said):
    with pytest.raises(ValueError, match=f"found a length of {length} {measure}, expected {said}"):
        generate(1, length, measure, walls)


@pytest.mark.long
@needs_kernel
def test_the_bundled_files_can_be_made_again():
    there = rush.bundled_puzzles()
    made = list(islice(rush_bundle.generate_grades(1), rush_bundle.COURSE_PUZZLE_COUNT + 12))
    assert made == list(there[: len(made)])


def test_wins_of_a_draft():
    """Check all places of B, one column before the exit, next to A: below and above it."""
    row = annealing.Line((2,), tuple(arrangements(6, 0, (2,))), 0)
    lines = [None] * 16
    lines[2], lines[8 + 4] = row, row
    draft = annealing.Draft(lines, measure=1)
    assert [numbers[12] for numbers in draft.winning_states(2, 1 << 4)] == [0, 3, 4]
    levels = draft.states_by_distance(2, 1 << 4, 100)
    assert sum(map(len, levels)) == 5 * 5 - 2 * 2
    assert draft.states_by_distance(2, 1 << 4, 20) == []
