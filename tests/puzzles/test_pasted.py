"""Puzzles as text that was pasted, and deals at random."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import FileError

NAMES = ["FreeCell.5", "ms-617", "st.2", "mo.4", "bd.1", "hexapawn-4x4", "orush-05"]


@each_of("name", NAMES)
def test_what_is_written_can_be_pasted(name):
    game = catalogue.find(name).game
    write = next(iter(catalogue.collection(game.family).position_formats.values()))
    text = write(game, game.start)
    assert catalogue.is_puzzle_text(text)
    puzzle = catalogue.parse(text)
    assert puzzle.game.start == game.start
    assert puzzle.name == catalogue.parse(text).name
    assert puzzle.name.startswith("pasted-")


@each_of(
    "text",
    ["", "FreeCell", "lucas-07", "3a 45 2h\n4b", "9S TH\n8H 9S", "52\n33 38", "A>A>C<", "4,5:E\n"],
)
def test_names_and_moves_are_no_puzzle(text):
    assert not catalogue.is_puzzle_text(text)


def test_a_deal_that_lacks_a_card_is_told():
    with pytest.raises(FileError, match=r"^pasted text:2: .* missing"):
        catalogue.parse("FreeCell\n: 4S 2H 9C\n")


@settings(max_examples=many(60), deadline=None)
@given(st.text("xo.~|/ -:ABHCSD12345KQJT\n", max_size=60))
def test_any_text_is_a_puzzle_or_is_told(text):
    if catalogue.is_puzzle_text(text):
        try:
            assert catalogue.parse(text).game.start is not None
        except FileError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("name", ["fc.random", "ms-random", "mo.RANDOM", "bd.random-free"])
def test_a_deal_at_random_has_a_number(name):
    puzzle = catalogue.find(name)
    assert catalogue.find(puzzle.name).game.start == puzzle.game.start
    assert puzzle.name.endswith("-free") == name.endswith("-free")
    assert len({catalogue.find(name).name for _ in range(8)}) > 1
