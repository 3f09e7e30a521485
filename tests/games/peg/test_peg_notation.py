"""Notation of peg solitaire: reading and writing moves and problems."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import NotationError
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame

ENGLISH = BOARDS["english"]
TRIANGLE = BOARDS["triangle"]
GAME = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16), 1 << 16)
TRIANGLE_GAME = PegGame(TRIANGLE, TRIANGLE.all_holes & ~(1 << 4))


@pytest.mark.parametrize("text", ["46/44", "46-44", "4,6:S", " 4,6:s "])
def test_one_jump_in_every_notation(text: str) -> None:
    assert GAME.parse_moves(GAME.start, text) == [(4, 16)]


def test_a_chain_is_one_peg_jumping_on() -> None:
    rows = ["  ...", "  ...", "..x.x..", "....x..", "..x....", "  ...", "  ..."]
    board = Board.from_rows(rows)
    position = notation.read_picture(rows)[1]
    game = PegGame(board, position, 0)
    assert notation.parse_move(board, "35/55/53/33") == notation.parse_move(board, "3,5:ESW")
    with pytest.raises(ValueError, match="no peg at 4,5 to jump over"):
        game.parse_moves(position, "3,5:ES")


def test_triangular_directions_may_have_two_letters() -> None:
    moves = notation.parse_move(TRIANGLE, "1,5:S.SE.E")
    places = [TRIANGLE.holes[hole] for hole in (moves[0][0], *(to for _, to in moves))]
    assert places == [(1, 5), (1, 3), (3, 1), (5, 1)]
    assert notation.parse_move(TRIANGLE, "1,5:SSEE") == moves
    assert notation.to_compass(TRIANGLE, moves) == ["1,5:S.SE.E"]


@each_of("text", ["1,5:" + "NW" * 400 + "X", "1,5:" + "SE." * 400 + "."])
def test_a_long_list_of_directions_is_refused_at_once(text: str) -> None:
    with pytest.raises(NotationError, match="expected directions out of"):
        notation.parse_move(TRIANGLE, text)


@each_of("name", BOARDS)
def test_every_jump_of_every_board_round_trips(name: str) -> None:
    board = BOARDS[name]
    for source, _, to in board.jumps:
        assert notation.parse_move(board, notation.to_compass(board, [(source, to)])[0]) == [
            (source, to)
        ]
        assert notation.parse_move(board, notation.to_lucas(board, (source, to))) == [(source, to)]


def test_jumps_of_one_peg_are_strung_together() -> None:
    moves = [(4, 16), (16, 18), (0, 2)]
    assert notation.to_compass(ENGLISH, moves) == ["4,6:SE", "3,7:E"]


def test_a_huge_position_is_refused_at_once() -> None:
    with pytest.raises(NotationError, match="not a position of this board"):
        GAME.parse("x" * 400_000)


@settings(max_examples=many(300), deadline=None)
@given(st.text(max_size=12) | st.from_regex(r"[0-9],[0-9]:[NESW]{1,4}|[0-9]{2}[-/][0-9]{2}"))
def test_any_text_is_a_move_or_one_sentence(text: str) -> None:
    for board in (ENGLISH, TRIANGLE):
        try:
            moves = notation.parse_move(board, text)
        except NotationError as error:
            assert "\n" not in str(error)
        else:
            assert all(0 <= hole < len(board.holes) for move in moves for hole in move)


@settings(max_examples=many(100), deadline=None)
@given(st.integers(0, ENGLISH.all_holes), st.integers(0, TRIANGLE.all_holes))
def test_positions_round_trip(pegs: int, small: int) -> None:
    assert GAME.parse(GAME.text(pegs)) == pegs
    assert TRIANGLE_GAME.parse(TRIANGLE_GAME.text(small)) == small


@settings(max_examples=many(200), deadline=None)
@given(st.text(alphabet="x._/ \n", max_size=60) | st.text(max_size=20))
def test_any_text_is_a_position_or_one_sentence(text: str) -> None:
    try:
        pegs = GAME.parse(text)
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert GAME.text(pegs) == text.strip()


@settings(max_examples=many(200), deadline=None)
@given(st.text(alphabet="x. E\n", max_size=80) | st.text(max_size=40))
def test_any_text_is_a_problem_that_round_trips_or_one_sentence(text: str) -> None:
    try:
        board, start, finish = notation.read_problem(text)
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert notation.read_problem(notation.write_problem(board, start, finish)) == (
            board,
            start,
            finish,
        )


def test_the_finish_is_the_complement_unless_one_is_given() -> None:
    _, start, finish = notation.read_problem("EEEEE\nExx.E\nEEEEE\n")
    assert (start, finish) == (0b011, 0b100)
    _, start, finish = notation.read_problem("xx.x\nfinish\n...x\n")
    assert (start, finish) == (0b1011, 0b1000)
    with pytest.raises(NotationError, match="other holes") as error:
        notation.read_problem("xx.\nfinish\n....\n")
    assert error.value.line == 3


def test_a_move_ends_where_another_peg_jumps() -> None:
    assert notation.count_moves([]) == 0
    assert notation.count_moves([(0, 2), (2, 10), (4, 10), (10, 12)]) == 2
    jumps = [(4, 16), (7, 9), (9, 23), (23, 9)]
    assert notation.count_moves(jumps) == len(notation.to_compass(ENGLISH, jumps)) == 2


def test_a_triangular_problem_says_so() -> None:
    text = notation.write_problem(TRIANGLE, TRIANGLE.all_holes & ~1, 1)
    assert text.splitlines() == ["triangular", ".", "xx", "xxx", "xxxx", "xxxxx"]
    assert notation.read_problem(text) == (Board(TRIANGLE.holes, "triangular"), 32766, 1)


def test_the_picture_has_rows_at_the_left_and_columns_below() -> None:
    lines = notation.draw_board(ENGLISH, GAME.start).splitlines()
    assert lines[0] == "7      ● ● ●"
    assert lines[3] == "4  ● ● ● ○ ● ● ●"
    assert lines[-1] == "   1 2 3 4 5 6 7"
    assert notation.draw_board(TRIANGLE, TRIANGLE.all_holes & ~1, "x", ".").splitlines() == [
        "5      .",
        "4     x x",
        "3    x x x",
        "2   x x x x",
        "1  x x x x x",
    ]
