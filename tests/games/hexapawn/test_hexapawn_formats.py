"""Hexapawn positions and moves as text, in and out."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import NotationError
from ludoscope.games.hexapawn.formats import (
    read_board,
    read_drawing,
    read_sides,
    write_board,
    write_sides,
)
from ludoscope.games.hexapawn.rules import HexapawnGame, parse_game, parse_move


def test_board_format():
    game = read_board("3\n4\npp p\n  P \nPP P\n")
    assert game.text(game.start) == "pp.p/..P./PP.P W"
    assert write_board(game, game.start) == "3\n4\npp p\n  P \nPP P\n"


@each_of(
    ("text", "line"),
    [
        ("3\n4\npp\n\n P", "pp../..../.P.. W"),  # short rows, no last newline
        ("2\n2\n ppp\nP PP\n", ".p/P. W"),  # long rows
        ("2\n2\npp\n\n\n\n", "pp/.. W"),  # blank lines at the end
        ("2\n2\npp\n", "pp/.. W"),  # the empty last row lost with the white space
        (" 2 \r\n2\r\npp\r\nPP\r\n  \r\n", "pp/PP W"),
    ],
)
def test_board_format_as_found_in_the_wild(text, line):
    game = read_board(text)
    assert game.text(game.start) == line


@each_of(
    ("text", "line", "message"),
    [
        ("", 1, "found '', expected a number of rows"),
        ("three\n3\n", 1, "found 'three', expected a number of rows"),
        ("1_0\n3\n", 1, "found '1_0'"),
        ("²\n3\n", 1, "found '²'"),
        ("3\n-3\n", 2, "found '-3', expected a number of columns"),
        ("1\n3\nppp\n", 1, "expected 2 to 16 rows"),
        ("3\n17\nppp\n", 2, "1 to 16 columns"),
        ("3\n3\nppp", 3, "found too few rows, expected 3"),
        ("2\n3\nppp\nPPP\n\nPPP\n", 6, "expected the end after 2 rows"),
        ("2\n3\nppp\nPXP\n", 4, "found 'X', expected P, p or ' '"),
        ("2\n3\nppp\n_PP\n", 4, "found '_'"),
    ],
)
def test_malformed_boards(text, line, message):
    with pytest.raises(NotationError) as caught:
        read_board(text)
    assert message in str(caught.value)
    assert caught.value.line == line


def test_board_format_cannot_say_black():
    game = parse_game("pp/.P/P. B")
    with pytest.raises(ValueError, match="black is to move"):
        write_board(game, game.start)


@each_of(
    ("text", "line"),
    [
        ("2\n3\nBB-\n-WW\n", "pp./.PP W"),
        ("2\n3\nBB\n WW\n", "pp./.PP W"),  # W and B with spaces, as P and p
        ("2\n3\npp.\n-PW\n", "pp./.PP W"),
        ("3\n1\nB\n\nW\n", "p/./P W"),
        ("3\n1\nW\nB\n-\n", "P/p/. W"),  # no side to move: the board format has none
    ],
)
def test_other_letters_in_the_board_format(text, line):
    game = read_board(text)
    assert game.text(game.start) == line


@each_of(
    ("text", "line"),
    [
        ("W\nBBB\n---\nWWW\n", "ppp/.../PPP W"),
        ("B\nWWW\n---\nBBB\n", "PPP/.../ppp B"),
        ("B\nB\n-\nW\n", "p/./P B"),  # one column: the first line alone is the side to move
        ("W\nW\nB\n", "P/p W"),
        ("W\npp.\n-PW\n", "pp./.PP W"),
    ],
)
def test_other_letters_in_the_sides_format(text, line):
    game = read_sides(text)
    assert game.text(game.start) == line


@pytest.mark.parametrize("text", ["BBB\n---\nWWW\n", "WW\nBB\n", "-\nB\nW\n"])
def test_rows_without_a_side_to_move_are_refused(text):
    with pytest.raises(NotationError, match="expected W or B for the side to move"):
        read_sides(text)


def test_other_letters_in_one_line():
    assert parse_game("BBB/---/WWW B").start == parse_game("ppp/.../PPP B").start


def test_sides_format():
    game = read_sides("B\npp.p\n..P.\nPP.P\n\n")
    assert game.text(game.start) == "pp.p/..P./PP.P B"
    assert write_sides(game, game.start) == "B\npp.p\n..P.\nPP.P\n"


@each_of(
    ("text", "line", "message"),
    [
        ("", 1, "found '', expected W or B"),
        ("w\npp\nPP\n", 1, "found 'w'"),
        ("W\n", 2, "0 rows by 0 columns"),
        ("W\npp\nPPP\n", 3, "found a row of 3 cells, expected 2"),
        ("W\npp\n\nPP\n", 3, "found a row of 0 cells, expected 2"),
        ("W\npp\nP?\n", 3, "found '?', expected P, p or '.'"),
    ],
)
def test_malformed_sides(text, line, message):
    with pytest.raises(NotationError) as caught:
        read_sides(text)
    assert message in str(caught.value)
    assert caught.value.line == line


@each_of("text", ["", "pp/PP", "pp/PP w", "pp/PP  W", "pp/P W", "pp//PP W", "p W"])
def test_malformed_lines(text):
    with pytest.raises(NotationError, match="expected"):
        parse_game(text)


def test_a_position_of_another_size_is_refused():
    with pytest.raises(NotationError, match="found 3 rows by 2 columns, expected 3 by 3"):
        HexapawnGame(3, 3).parse("pp/../PP W")


@each_of("text", ["", "b2", "b2b", "b02b3", "B2b3", "b2xc", "b2b3 ", "q1q2", "b²b3"])
def test_malformed_moves(text):
    with pytest.raises(NotationError, match="expected a move such as"):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [("d1d2", "found d1, expected a square from a1 to c3"), ("a1xa2", "end on another column")],
)
def test_moves_that_no_board_of_this_size_has(text, message):
    game = HexapawnGame(3, 3)
    with pytest.raises(NotationError, match=message):
        game.parse_moves(game.start, text)


def test_captures_with_and_without_x():
    game = parse_game("p.p/.P./... W")
    assert game.parse_moves(game.start, "b2xc3") == game.parse_moves(game.start, "b2c3") == [(4, 8)]


def test_every_move_reads_back():
    game = HexapawnGame(12, 12)
    for move in game.moves(game.start):
        assert game.parse_moves(game.start, game.move_text(game.start, move)) == [move]


SNIPPETS = st.lists(
    st.sampled_from(["W", "B", "P", "p", ".", " ", "/", "\n", "\r\n", "2\n", "3\n", "x", "a1", "²"])
    | st.text(max_size=3),
    max_size=12,
).map("".join)


@settings(max_examples=many(200), deadline=None)
@given(SNIPPETS)
def test_any_text_is_refused_or_round_trips(text):
    for read, write in (
        (read_board, write_board),  # always white to move
        (read_sides, write_sides),
        (parse_game, lambda game, position: game.text(position)),
    ):
        try:
            game = read(text)
        except NotationError:
            continue
        assert read(write(game, game.start)).spec() == game.spec()
    game = HexapawnGame(3, 3)
    with suppress(ValueError):
        assert len(game.parse_moves(game.start, text)) == 1


def test_a_huge_board_is_refused_at_once():
    rows = "/".join(["P" * 400_000] * 3)
    with pytest.raises(NotationError, match="a board of 3 rows by 400000 columns"):
        parse_game(f"{rows} W")
    with pytest.raises(NotationError, match="a board of 3 rows by 400000 columns"):
        read_drawing(rows)
