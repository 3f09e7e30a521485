"""ORush texts: every format in and out, and what is said of a broken one."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from many import case, each_of, many

from ludoscope.games import NotationError
from ludoscope.games.rush.notation import read_grid, read_steps
from ludoscope.games.rush.rules import read_game
from ludoscope.games.rush.slides import (
    count_cells,
    count_slides,
    group_into_slides,
    merge_moves,
    slide_text,
)

BOATS = "C3V40\nA2H12\nB2H00\nD2V13\n"
GRID = "BB~~C~\n~~~~C~\n~AA~C~\n~D~~~~\n~D~~~~\n~~~~~~\n"


@each_of(
    "text",
    [
        BOATS,
        BOATS.rstrip("\n"),
        BOATS + "\n  \n\n",
        BOATS.replace("\n", "\r\n"),
        GRID,
        GRID.replace("~", "."),
        GRID.replace("\n", "").replace("~", "o"),
        GRID.replace("\n", "").replace("~", "."),
        GRID.strip().replace("\n", "/"),
    ],
)
def test_every_format_reads_the_same(text):
    game = read_game(text)
    assert game.text(game.start) == "BB~~C~/~~~~C~/~AA~C~/~D~~~~/~D~~~~/~~~~~~"
    assert [str(boat) for boat in game.boats] == ["A2H12", "B2H00", "C3V40", "D2V13"]
    assert game.start == (1, 0, 0, 3)


def test_walls_and_other_sizes():
    grid = read_grid("~~x~B\nAA~~B\n~~~~B\n~~~~B")
    assert (grid.width, grid.height, grid.walls) == (5, 4, frozenset({(2, 0)}))
    assert [boat.length for boat in grid.boats] == [2, 4]
    assert read_grid("AAox" + "o" * 12).walls == {(3, 0)}


def test_a_broken_text_is_explained():
    for text, line, said in [
        ("", 1, "empty"),
        ("A2H12\nB2H0\n", 2, "'B2H0', expected a boat such as A2H12"),
        ("A2H12\n\nB2H00", 2, "expected a boat"),
        ("A2H12\nb2H00", 2, "expected a boat"),
        ("A2H12\nB2H22", 2, "boats A and B overlap at 2,2, expected one"),
        ("A2H12\nB3V04", 2, "boat B reaches 0,6, expected within the 6×6 grid"),
        ("A2H12\nB2H00\nB2H03", 3, "two boats B"),
        ("A2H12\nB4H00", 2, "boat B has length 4, expected 2 to 3"),
        ("A2H11", 1, "boat A is on row 1, expected row 2"),
        ("A3H12", 1, "boat A has length 3, expected 2"),
        ("A2V12", 1, "boat A is vertical"),
        ("B2H00\nC2H03", 2, "no boat A"),
        (GRID.replace("~AA", "~A~"), 3, "boat A has length 1"),
        (GRID.replace("~D~~~~\n~D", "~D~~~~\n~~"), 4, "boat D has length 1"),
        (GRID.replace("~D~~~~\n~D", "~D~~~~\nD~"), 4, "boat D is bent or in pieces"),
        (GRID.replace("~D~~~~\n~D", "D~D~~~\n~~"), 4, "boat D is in pieces"),
        (GRID.replace("~D~~~~\n~D", "DD~~~~\nD~"), 4, "boat D is bent"),
        (GRID.replace("BB~~", "BBBB"), 1, "boat B has length 4"),
        (GRID.replace("~D~", "~D?", 1), 4, "found '?' in row 3"),
        (GRID.replace("~D~~~~", "~D~~~", 1), 4, "row 3 has 5 cells, expected 6"),
        (GRID.replace("AA", "~~"), 6, "no boat A"),
        ("AA~~~~~~~\n~~~~~~~~~", 1, "9×2, expected sides of 2 to 8"),
        ("AA~~\n" * 9, 1, "4×9, expected sides"),
        ("AAo", None, "3 cells in one line, expected a square number"),
        ("AA~/~~", None, "row 1 has 2 cells, expected 3"),
    ]:
        with case(text, line, said):
            with pytest.raises(NotationError) as caught:
                read_grid(text)
            assert said in str(caught.value)
            assert "\n" not in str(caught.value)
            assert caught.value.line == line


LIKELY = st.text(alphabet="AABBC~~.ox/\n 2HV0123²٣\t\x1f\u2028", max_size=60)
BOAT_LINES = st.lists(st.from_regex(r"[A-D][1-4][HV][0-6][0-6]", fullmatch=True), max_size=6)


@settings(max_examples=many(300), deadline=None)
@given(LIKELY | st.text() | BOAT_LINES.map("\n".join))
@example("A2H12\nB²H00")
@example("A" * 10000)
@example("\ud800")
def test_any_text_is_refused_or_round_trips(text):
    try:
        game = read_game(text)
    except NotationError:
        return
    assert game.parse(game.text(game.start)) == game.start
    assert game.parse(text) == game.start


@settings(max_examples=many(300), deadline=None)
@given(st.text(alphabet="ABDbd<>↓→2 \n>x1", max_size=12) | st.text(max_size=8))
def test_any_moves_are_refused_or_round_trip(text):
    game = read_game(BOATS)
    try:
        moves = game.parse_moves(game.start, text)
    except UnicodeError:
        raise  # a ValueError too, but not one that says what was expected
    except ValueError:
        return
    position, texts = game.start, []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    assert game.parse_moves(game.start, "".join(texts)) == moves


@pytest.mark.parametrize(
    ("measure", "moves"),
    [
        ("cells", [(0, -1), (0, 1), (2, 1), (2, 1), (2, 1), (0, 1)]),
        ("slides", [(0, -1), (0, 1), (2, 3), (0, 1)]),
    ],
)
def test_moves_in_each_measure(measure, moves):
    game = read_game(BOATS, measure)
    assert game.parse_moves(game.start, "A<A>C> C>\nC>A>") == moves


def test_a_slide_is_written_cell_by_cell():
    game = read_game(BOATS, "slides")
    assert game.move_text(game.start, (2, 3)) == "C>C>C>"
    assert game.parse_moves(game.start, "C>C>C>") == [(2, 3)]
    assert game.move_text(game.start, (0, -1)) == "A<"


def test_broken_moves_are_explained():
    for measure in ["cells", "slides"]:
        for text, said in [
            ("", "found no move"),
            ("A", "found 'A', expected a move such as A>"),
            ("A>B", "found 'B'"),
            ("A>0", "found '0'"),
            ("a>2", "A is blocked by C"),
            ("A↓1", "boat A is horizontal, expected left or right"),
            ("C→", "boat C is vertical, expected up or down"),
            ("E>", "there is no boat E"),
            ("A>A>", "A is blocked by C"),
            ("B<", "B is blocked by the edge"),
        ]:
            with case(measure, text, said):
                game = read_game(BOATS, measure)
                with pytest.raises(ValueError, match=said):
                    game.parse_moves(game.start, text)


def test_a_slide_is_read_in_every_form_and_said_in_one():
    game = read_game(BOATS, "slides")
    for text in ("C↓3", "c d 3", "cd3", "Cv3", "C>3", "C>C>C>", "c↓ c↓2", " Cd,cD2; ", "CV3"):
        with case(text):
            assert game.parse_moves(game.start, text) == [(2, 3)]
    assert game.parse_moves(game.start, "al a→ C↓3 Ar") == [(0, -1), (0, 1), (2, 3), (0, 1)]
    said = [slide_text("G", *way) for way in [(False, 2), (False, -1), (True, -3), (True, 1)]]
    assert said == ["G↓2", "G↑1", "G←3", "G→1"]


def test_squares_one_after_the_other_are_one_slide():
    moves = [(0, 1), (0, 2), (1, 1), (0, 1), (0, -1), (0, -1)]
    assert group_into_slides(moves) == [(0, 3), (1, 1), (0, 1), (0, -2)]
    assert (count_slides(moves), count_cells(moves)) == (4, 7)
    assert merge_moves((3, 1), (3, 2)) == (3, 3)
    assert merge_moves((3, 1), (3, -1)) is merge_moves((3, 1), (2, 1)) is None


def test_messages_stay_short_and_printable():
    for text in ("A" * 10000, "\x1b[2J3", "A2H12\n" + "\ud800" * 5000):
        with pytest.raises(NotationError) as caught:
            read_grid(text)
        assert len(str(caught.value)) < 200
        assert str(caught.value).isprintable()


def test_steps_know_their_line():
    with pytest.raises(NotationError) as caught:
        read_steps("A>A>\nB<\nB=")
    assert caught.value.line == 3


@each_of(
    ("text", "said"),
    [
        ("BB~~~/AA~~C/~~~~C/~~~~~/~~~~~", "5×5, expected 6×6"),
        (GRID.replace("~~~~~~", "~~x~~~"), "walls"),
        (GRID.replace("D", "E"), "boats"),
        (GRID.replace("~D~", "~~~"), "boats"),
        (GRID.replace("~D~~", "D~~~"), "boats"),
    ],
)
def test_a_position_of_another_game_is_refused(text, said):
    with pytest.raises(NotationError, match=said):
        read_game(BOATS).parse(text)
