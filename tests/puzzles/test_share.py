"""Lines that hold a puzzle and the moves made on it."""

import random
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import case, each_of, many

from ludoscope.games import NotationError
from ludoscope.games.peg.rules import PegGame
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.puzzles.files import FileError
from ludoscope.puzzles.puzzle import Puzzle

NAMES = [
    *("lucas-07", "triangle-13-13", "english-to-sun", "orush-20", "orush-daily-2026-11-20"),
    *("FreeCell.3", "ms-5-free", "FreeCell.7-back", "mo.3", "fmo.2", "hexapawn-4x5"),
]


def walked(puzzle: Puzzle, length: int, seed: int = 1) -> list:
    dice, position, made = random.Random(seed), puzzle.game.start, []
    while len(made) < length and not puzzle.game.is_won(position):
        choices = puzzle.game.moves(position)
        if not choices:
            break
        made.append(dice.choice(choices))
        position = puzzle.game.play(position, made[-1])
    return made


@settings(max_examples=5, deadline=None)
@given(length=st.integers(0, 30), seed=st.integers(0, 9))
def test_a_line_holds_the_puzzle_and_the_moves(length, seed):
    for name in NAMES:
        for named in [True, False]:
            with case(name, named):
                puzzle = catalogue.find(name)
                if not named:
                    puzzle = replace(puzzle, name="problems/of my own")
                moves = walked(puzzle, length, seed)
                line = share.encode(puzzle, moves, "so far")
                assert "\n" not in line
                assert len(line) < 700
                assert (line.replace("'", "").split()[1] == puzzle.name) == named
                [first, *words] = shlex.split(line, comments=True)  # as a shell takes it
                assert first == share.COMMAND_WORD
                assert share.decode(f"{first} {' '.join(words)}").moves == tuple(moves)
                read = share.decode(line.replace(" ", "\n"))
                assert read.game.spec() == puzzle.game.spec()
                assert list(read.moves) == moves
                assert share.encode(read, read.moves, "so far") == line


def test_a_line_is_for_people_too():
    puzzle = catalogue.find("lucas-07")
    line = "ludoscope lucas-07 2: 5,4:SW 2,2:E"
    assert share.encode(puzzle, share.decode(line).moves) == line
    assert share.decode("ludoscope lucas-07 3: 5,4:S 5,2:W 2,2:E").moves == share.decode(line).moves
    assert share.encode(puzzle, ()) == "ludoscope lucas-07 0:"
    assert share.decode("ludoscope lucas-07").moves == ()
    line = "ludoscope FreeCell.3 2: 2H-T 8H-T"
    assert share.encode(catalogue.find("FreeCell.3"), share.decode(line).moves) == line


def test_other_spellings_of_moves_are_read():
    assert (
        share.decode("ludoscope lucas-07 1: 54-52").moves
        == share.decode(" ludoscope  lucas-07 1: 5,4:S # solved").moves
    )
    assert share.decode("ludoscope FreeCell.3 1: 6a").moves


def test_what_the_game_counts_is_kept():
    game = read_game(catalogue.find("orush-20").game.spec()["grid"], "slides")
    line = share.encode(Puzzle("made", game, "made"), ())
    assert line.endswith(" slides 0:'")
    assert share.decode(line).game.measure == "slides"


def test_a_board_of_ones_own_is_the_same_when_it_is_pasted_as_a_picture():
    picture = "xx.x\nxxxx\nx xx\n"
    pasted = catalogue.parse(picture)
    assert isinstance(pasted.game, PegGame)
    again = catalogue.parse(share.encode(pasted, ()))
    assert (again.name, again.game.spec()) == (pasted.name, pasted.game.spec())


@each_of(
    ("line", "said"),
    [
        ("ludoscope lucas-07 3: 5,4:S 5,2:W", r"^found 2 moves, expected 3: the line was cut off$"),
        ("ludoscope lucas-07 1: 5,4:S 5,2:W", r"^found 2 moves, expected 1$"),
        ("ludoscope lucas-07 2: 5,4:S 1,1:W", r"^move 2 of 2, '1,1:W': "),
        ("ludoscope lucas-07 1: hop", r"^move 1 of 1, 'hop': .*expected a move like"),
        ("ludoscope lucas-07 5,4:S", r"^found 'lucas-07 5,4:S', expected a line such as: "),
        ("ludoscope 2: a b", r"^found no puzzle, expected a line such as: "),
        ("ludoscope peg x.x 0:", r"^the game of peg: expected the rows of the start"),
        ("ludoscope peg x.x to xx/xx 0:", r"^the game of peg: "),
        ("ludoscope rush 0:", r"^the game of rush: "),
        ("ludoscope patience FreeCell - - 0:", r"^the game of patience: "),
        ("ludoscope patience fc+5-free - - 0:", r"^the game of patience: unknown variant 'fc\+5"),
        ("ludoscope hexapawn ppp W 0:", r"^the game of hexapawn: "),
        ("lucas-07 1: 5,4:S", r"^found 'lucas-07 1: 5,4:S', expected a line such as: "),
        (f"ludoscope hexapawn-3x3 20001:{' b1b2' * 20001}", r"^found 20001 moves, expected 20000"),
        (
            "ludoscope orush-02 12:" + 12 * f" {900 * 'C>C<'}",  # 1,800 moves each
            r"^move 12 of 12, 'C>C<.*: found more moves, expected 20000 at the most$",
        ),
        (
            f"ludoscope orush-02 1: {1001 * 'C>C<'}",
            r"^move 1 of 1, 'C>C<.*: found 4004 characters, expected 4000 at the most$",
        ),
    ],
)
def test_a_bad_line_is_told_in_a_sentence(line, said):
    with pytest.raises(NotationError, match=said):
        share.decode(line)


def test_a_line_stands_where_a_puzzle_does(tmp_path):
    line = "ludoscope lucas-07 2: 5,4:S 5,2:W # 2 moves"
    file = tmp_path / "sent.txt"
    file.write_text(line + "\n")
    moves = share.decode(line).moves
    assert len(moves) == 2
    assert catalogue.is_puzzle_text(line)
    for puzzle in (
        catalogue.find(line, files=False),
        catalogue.parse(f"\n {line}\n"),
        catalogue.find(str(file)),
    ):
        assert (puzzle.name, puzzle.moves) == ("lucas-07", moves)
    with pytest.raises(UnknownPuzzle):
        catalogue.find("ludoscope lucas-99 0:")
    with pytest.raises(UnknownPuzzle):
        catalogue.parse(f"ludoscope {file} 0:")
    with pytest.raises(FileError, match=r"^pasted text: found 0 moves, expected 1"):
        catalogue.parse("ludoscope lucas-07 1:")


WORDS = (
    "lucas-07 peg rush patience hexapawn to 0: 1: x.x triangular FreeCell - | / AS ppp/PPP W AA~"
    " slides # 5,4:S a1a2 ²: 1_0: ٣: _ .. x/x xx."
)


@settings(max_examples=many(150), deadline=None)
@given(st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=6), max_size=8))
def test_any_line_is_read_or_is_told(words):
    line = " ".join(["ludoscope", *words])
    try:
        puzzle = share.decode(line)
    except (NotationError, UnknownPuzzle) as error:
        assert str(error).isprintable()
    else:
        again = share.decode(share.encode(puzzle, puzzle.moves))
        assert (again.game.spec(), again.moves) == (puzzle.game.spec(), puzzle.moves)


def test_the_first_word_alone_is_a_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # a folder of this name is in the current one
    assert not share.is_shared("ludoscope")
    with pytest.raises(catalogue.UnknownPuzzle, match="called 'ludoscope'"):
        catalogue.find("ludoscope")
