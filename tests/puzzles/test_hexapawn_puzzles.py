"""Hexapawn in the catalogue: names, files of three formats, solutions."""

import io
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import FAMILIES, NotationError
from ludoscope.games.hexapawn.rules import HexapawnGame, parse_game
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collection


def test_every_entry_is_found():
    names = [entry.name for entry in collection("hexapawn").entries()]
    assert len(names) == len(set(names))
    assert {"hexapawn-3x3", "hexapawn-4x5", "hexapawn-8x8"} <= set(names)
    for name in names:
        assert collection("hexapawn").find(name).name == name


def test_names_are_rows_by_columns():
    game = collection("hexapawn").find("hexapawn-4x5").game
    assert (game.rows, game.columns) == (4, 5)


@each_of("name", ["hexapawn", "hexapawn-4", "hexapawn-4x5 ", "hexapawn-²x3", "ms-1"])
def test_other_names_are_not_ours(name):
    assert collection("hexapawn").find(name) is None


def test_impossible_sizes():
    with pytest.raises(ValueError, match="expected 2 to 16 rows"):
        collection("hexapawn").find("hexapawn-99x3")


@pytest.mark.parametrize("name", collection("hexapawn").position_formats)
def test_formats_round_trip(name):
    game = parse_game("p.p/.pP/P.. W")
    text = collection("hexapawn").position_formats[name](game, game.start)
    assert collection("hexapawn").recognises(text)
    assert collection("hexapawn").read(text, Path("some/file")).game.spec() == game.spec()


@each_of(
    "text",
    [
        "W\nBBB\n---\nWWW\n",
        "B\nBBB\n---\nWWW\n",
        "3\n3\nBBB\n---\nWWW\n",
        "BBB/---/WWW B\n",
        "W\nB\n-\nW\n",
        "W/B W",
    ],
)
def test_files_with_w_and_b_for_the_pawns(text):
    assert [name for name in FAMILIES if catalogue.collection(name).recognises(text)] == [
        "hexapawn"
    ]
    game = collection("hexapawn").read(text, None).game
    side = text.split()[-1] if "/" in text else text[0] if text[0] in "WB" else "W"
    assert game.start.white_to_move == (side == "W")
    assert game.start.white.bit_count() == game.start.black.bit_count() == game.columns


DRAWINGS = (
    "ppp/.../PPP",
    "ppp/…/PPP",
    "PPP/…/ppp W",
    "ppp/…/PPP b",
    "ppp/---/PPP W\n",
    "bbb/···/www w",
    "ppp\n...\nPPP",
    "ppp\r\n…\r\nPPP\r\n",
    "\nppp\n...\nPPP\nB\n\n",
    "p p p\n. . .\nP P P W\n",
    "  p p p / . . . / P P P  ",
    "WWW/.../BBB",
    "p/P W",
    "   \n ppp\n...\nPPP\n   \n",
    "ppp\n...\nPPP\n B \n  \n",
)


@pytest.mark.parametrize("text", DRAWINGS)
def test_drawn_boards(text, tmp_path, monkeypatch):
    rows = text.replace("…", "...").split()
    side = rows[-1].upper() if rows[-1] in [*"WwBb"] else "W"
    letters = [cell for cell in text if cell.isalpha()][: 1 if "p/P" in text else 3]
    assert [name for name in FAMILIES if catalogue.collection(name).recognises(text)] == [
        "hexapawn"
    ]
    game = catalogue.find(text, files=False).game
    assert game.start.white_to_move == (side == "W")
    top = game.text(game.start).partition("/")[0]
    assert top == "".join("P" if letter in "PWw" else "p" for letter in letters)
    file = tmp_path / "board.txt"
    file.write_text(text, encoding="utf-8")
    assert catalogue.find(str(file)).game.spec() == game.spec()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert catalogue.find("-").game.spec() == game.spec()


@each_of(
    ("text", "said", "line"),
    [
        ("ppp/..../PPP", "found a row of 4 cells, expected 3", 1),
        ("ppp\n...\nPP", "found a row of 2 cells, expected 3", 3),
        ("ppp\n.x.\nPPP", "found 'x', expected P, p or '.'", 2),
        ("ppp/.../PPP WB", "found a row of 5 cells, expected 3", 1),
        ("ppp", "a board of 1 rows by 3 columns, expected 2 to 16 rows", 1),
        ("ppp/.../PPP X", "found a row of 4 cells, expected 3", 1),
        ("ppp/B/PPP", "found a row of 1 cells, expected 3", 1),
        ("ppp\n... B\nPPP", "found a row of 4 cells, expected 3", 2),
        ("\n\nppp\n..\nPPP", "found a row of 2 cells, expected 3", 4),
        ("/ppp/PPP", "found a row of 0 cells, expected 3", 1),
        ("ppp\n\nPPP", "found a row of 0 cells, expected 3", 2),
    ],
)
def test_malformed_drawings(text, said, line):
    with pytest.raises(NotationError, match=re.escape(said)) as caught:
        collection("hexapawn").read(text, None)
    assert caught.value.line == line


@each_of("name", ["pp/pp/p", "~/x", "a/b", "pp/PP/x.txt", "W\n\n", "/", "./-"])
@each_of("family", [None, "hexapawn"])
def test_paths_that_are_missing_are_no_drawings(name, family):
    with pytest.raises(catalogue.UnknownName):
        catalogue.find(name, family, files=False)


def test_configurations_of_the_report_have_names():
    puzzle = collection("hexapawn").find("hexapawn-config-5x5-15")
    assert puzzle.game.text(puzzle.game.start) == "p..pp/..p../.p..P/...P./PPP.. W"
    assert "report" in puzzle.source
    assert (
        collection("hexapawn").find("hexapawn-config-3x4-minus2").title
        == "Configuration 3×4, value −2"
    )
    assert collection("hexapawn").find("hexapawn-config-9x9-1") is None
    assert collection("hexapawn").find("hexapawn-config-") is None


def test_the_size_of_a_puzzle_in_a_file_is_told():
    assert collection("hexapawn").read("p/./P", None).source == "3 rows by 1 column"
    assert collection("hexapawn").read("pp/PP", None).source == "2 rows by 2 columns"


def test_a_puzzle_is_named_after_its_file():
    assert collection("hexapawn").read("pp/PP W\n", Path("some/mate in one")).name == "mate in one"
    assert collection("hexapawn").read("pp/PP W\n", None).name == "standard input"


@each_of(
    "text",
    [
        "",
        "A2H12\n",
        "13\n32\n33\n35\n",
        "  xxx\n  x.x\n",
        "W\n",
        "3\n3\n3\n",
        "~~BB~C\n",
        "a\nb/c W",
    ],
)
def test_other_forms_are_not_recognised(text):
    assert not collection("hexapawn").recognises(text)


def test_solutions():
    game = HexapawnGame(3, 3)
    text = "b1b2\na3xb2\nc1xb2\n"
    position, moves = game.start, []
    for word in collection("hexapawn").read_solution(game, text):
        moves += game.parse_moves(position, word)
        position = game.play(position, moves[-1])
    assert collection("hexapawn").write_solution(game, game.start, moves) == text
    assert collection("hexapawn").read_solution(game, "b1b2 a3xb2\r\n\n\tc1xb2") == text.split()


def test_malformed_solutions_name_the_line():
    with pytest.raises(NotationError, match="found 'b9', expected a move") as caught:
        collection("hexapawn").read_solution(HexapawnGame(3, 3), "b1b2\n\nb9\n")
    assert caught.value.line == 3


@settings(max_examples=many(100), deadline=None)
@given(st.text("WBPpwb./… \n\r23x-", max_size=20) | st.text(max_size=10))
def test_any_text_is_read_or_refused(text):
    collection("hexapawn").recognises(text)
    try:
        game = collection("hexapawn").read(text, None).game
    except NotationError:
        return
    for name, write in collection("hexapawn").position_formats.items():
        if game.start.white_to_move or name != "board":
            assert (
                collection("hexapawn").read(write(game, game.start), None).game.spec()
                == game.spec()
            )
