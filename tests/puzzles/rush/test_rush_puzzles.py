"""ORush in the catalogue: the bundled puzzles are what they say, files go in and out."""

import re
from collections import Counter
from itertools import groupby, pairwise

import pytest
from many import FULL, each_of

from ludoscope.games import NotationError
from ludoscope.games.rush.rules import RushGame, read_game
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.rush import collection as rush
from ludoscope.puzzles.rush.difficulty import FEWEST_SLIDES
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.kernels import is_compiled
from ludoscope.search.registry import find_judge
from ludoscope.search.verify import replay, replay_texts

WALLED = "~~x~B\nAA~~B\n~~~~~\n"


def fewest(game):
    *_, verdict = find_judge(game).run(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    assert replay(game, game.start, verdict.moves).is_valid
    return verdict.moves


NUMBERS = range(1, 201)
QUICK = NUMBERS if is_compiled("ludoscope.search.rush.kernels.breadth_first") else NUMBERS[::10]


def test_a_bundled_puzzle_is_as_long_as_it_says():
    for number in QUICK[:: 1 if FULL else 4]:
        game = collection("rush").find(f"orush-{number}").game
        said = rush.bundled_puzzles()[number - 1]
        assert len(fewest(game)) == said.cells
        assert len(fewest(game.with_measure("slides"))) == said.slides


def test_nothing_can_be_taken_from_a_bundled_puzzle():
    """Check in either of the two measures: each puzzle is minimal in the one it was made for."""
    for number in QUICK[:: 4 if FULL else 16]:
        game, said = (
            collection("rush").find(f"orush-{number}").game,
            rush.bundled_puzzles()[number - 1],
        )
        for boat in game.boats[1:]:
            rest = [other for other in game.boats if other != boat]
            fewer = RushGame(6, 6, rest, game.walls)
            shorter = len(fewest(fewer)) < said.cells
            assert shorter or len(fewest(fewer.with_measure("slides"))) < said.slides


def test_the_bundle_is_graded_and_distinct():
    strings = [puzzle.string for puzzle in rush.bundled_puzzles()]
    assert len(set(strings)) == len(strings) == len(NUMBERS)
    assert rush.bundled_puzzles()[0].cells == 3
    assert max(puzzle.cells for puzzle in rush.bundled_puzzles()) >= 88
    assert max(puzzle.slides for puzzle in rush.bundled_puzzles()) >= 51
    assert sum("x" in string for string in strings) >= 25
    groups = Counter(entry.group for entry in collection("rush").entries())
    assert groups[rush.COURSE_TITLE] == 40
    assert min(groups.values()) == groups["today"] == 1
    assert list(groups) == [rush.COURSE_TITLE, *(name for name, _ in FEWEST_SLIDES.grades), "today"]


def test_the_catalogue_is_in_the_order_of_its_grades_and_numbers_which_never_change():
    listed = list(collection("rush").entries())[:-1]
    assert sorted(entry.name for entry in listed) == sorted(f"orush-{at:02}" for at in NUMBERS)
    groups = [list(entries) for _, entries in groupby(listed, key=lambda entry: entry.group)]
    assert len(groups) == 5
    for entries in groups:
        numbers = [int(entry.title.removeprefix("Number ")) for entry in entries]
        assert all(a < b for a, b in pairwise(numbers))
    for entries in groups[1:]:  # as the column of grades says
        values = [FEWEST_SLIDES.difficulty(entry.fewest_moves) for entry in entries]
        assert {value.grade for value in values} == {entries[0].group}
    assert rush.bundled_puzzles()[39] == ("BCCDooBooDEEAAFDoGooFHHGooFIIJKKLLoJ", 62, 34)


def test_names():
    first = next(collection("rush").entries())
    puzzle = collection("rush").find(first.name)
    assert (first.name, first.title, first.detail) == ("orush-01", "Number 1", "2 moves")
    assert (puzzle.name, puzzle.title, puzzle.game.measure) == ("orush-01", "Number 1", "cells")
    assert collection("rush").find("orush-1").name == "orush-01"
    for other in ("orush", "orush-", "orush-x", "lucas-01", "orush-²", "orush-01\n"):
        assert collection("rush").find(other) is None
    for impossible in ("orush-0", "orush-201", "orush-999"):
        with pytest.raises(ValueError, match="expected 1 to"):
            collection("rush").find(impossible)


@pytest.mark.parametrize("form", ["grid", "boats", "string", "line"])
def test_each_format_is_recognised_and_read_back(form, tmp_path):
    game = collection("rush").find("orush-12").game
    moved = game.play(game.start, game.moves(game.start)[0])
    for position in (game.start, moved):
        text = collection("rush").position_formats[form](game, position)
        assert collection("rush").recognises(text)
        assert collection("rush").read(text, None).game.start == position
        puzzle = collection("rush").read(text, tmp_path / "sea.txt")
        assert puzzle.name == puzzle.title == "sea.txt"


def test_every_grid_is_taken_for_a_grid():
    for number in NUMBERS:
        game = collection("rush").find(f"orush-{number}").game
        text = collection("rush").position_formats["grid"](game, game.start)
        assert catalogue.recognise_family(text) == "rush", number


def test_a_long_text_without_water_is_refused_at_once():
    assert not collection("rush").recognises("A" * 100_000 + "?")
    assert not collection("rush").recognises("~" * 100_000 + "?")


def test_formats_as_text():
    game = read_game("A2H12\nB3V50")
    written = {
        form: write(game, game.start) for form, write in collection("rush").position_formats.items()
    }
    assert written["boats"] == "A2H12\nB3V50\n"
    assert written["grid"].splitlines()[2] == "~AA~~B"
    assert written["string"] == "oooooBoooooBoAAooB" + "o" * 18 + "\n"
    assert written["line"] == "~~~~~B/~~~~~B/~AA~~B/~~~~~~/~~~~~~/~~~~~~\n"


@pytest.mark.parametrize("form", ["boats", "string"])
def test_a_format_that_cannot_tell_all_refuses(form):
    game = read_game(WALLED)
    assert (
        collection("rush")
        .read(collection("rush").position_formats["grid"](game, game.start), None)
        .game.spec()
        == game.spec()
    )
    with pytest.raises(ValueError, match=r"6×6|5×3"):
        collection("rush").position_formats[form](game, game.start)


@each_of(
    ("text", "ours"),
    [
        ("A2H12\nB2H1\n", True),
        ("~~B~\n~AA~~\n", True),
        (WALLED, True),
        ("AAox" + "." * 12, True),
        ("", False),
        ("3\n3\nppp\n\nPPP\n", False),
        ("W\nppp\n...\nPPP", False),
        ("  xxx\n  x.x\n", False),
        ("EExxxEE\nEExxxEE\nxxx.xxx\n", False),
        ("7H 2C 9D\nKS QH\n", False),
    ],
)
def test_recognise(text, ours):
    assert collection("rush").recognises(text) is ours


def test_a_malformed_file_names_its_line():
    with pytest.raises(NotationError) as caught:
        collection("rush").read("A2H12\nB9H00\n", None)
    assert caught.value.line == 2


@pytest.mark.parametrize("measure", ["cells", "slides"])
def test_a_solution_file_replays(measure):
    game = collection("rush").find("orush-17").game.with_measure(measure)
    text = collection("rush").write_solution(game, game.start, fewest(game))
    assert text.endswith("\n")
    assert "\n" not in text[:-1]
    texts = collection("rush").read_solution(game, text)
    assert len(texts) == len(fewest(game))
    assert replay_texts(game, game.start, texts).is_valid
    assert not replay_texts(game, game.start, texts[:-1]).is_valid


def test_slides_are_a_solution_too():
    rush_collection = collection("rush")
    game = read_game("A2H02\nB3V50")
    slides = game.with_measure("slides")
    text = "B↓3 \n A→4\n"
    for one, texts in ((game, ["B↓1"] * 3 + ["A→1"] * 4), (slides, ["B↓1" * 3, "A→1" * 4])):
        assert rush_collection.read_solution(one, text) == texts
        assert replay_texts(one, one.start, texts).is_valid
    assert rush_collection.read_solution(slides, "B>3 a r 4") == ["B>" * 3, "A→1" * 4]
    for wrong, message, line in (
        ("B↓3\nA→4 ?", "found '?', expected a move such as A>, A→2 or B↓1", 2),
        ("A>\nA>A", "found 'A', expected a move such as A> or A<", 2),
        ("hop", "found 'ho', expected a move such as A> or A<", 1),
    ):
        with pytest.raises(NotationError, match=re.escape(message)) as caught:
            rush_collection.read_solution(game, wrong)
        assert caught.value.line == line


def test_solution_files_may_be_broken_over_lines():
    game = read_game("A2H12")
    assert collection("rush").read_solution(game, "A>\n A>A>\r\n\n") == ["A>", "A>", "A>"]
    assert collection("rush").read_solution(game.with_measure("slides"), "A>\n A>A<") == [
        "A>A>",
        "A<",
    ]
    with pytest.raises(NotationError) as caught:
        collection("rush").read_solution(game, "A>\nA>A\n")
    assert caught.value.line == 2
