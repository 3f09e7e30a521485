"""The ORush board as a presenter: pictures, choosing, moving, clicks, words."""

import pytest
from many import case

from ludoscope.games.rush import read_game
from ludoscope.tui.boards.board import IGNORED, Look
from ludoscope.tui.boards.rush.board import RushBoard

SEA = "BBC~~D/~~C~~D/~AA~~D/EF~GGG/EF~~~~/~~~HHx"
SMALL = (36, 14)
ROOMY = (48, 18)


def board(measure="cells", grid=SEA, look=Look()):  # noqa: B008
    return RushBoard(read_game(grid, measure), look)


def picture(shown, position, size=SMALL):
    lines = shown.draw(position, *size)
    return ["".join(text for text, _ in line) for line in lines]


def press(shown, *keys):
    """The last reply; no key moves the boats here, for the session alone plays moves."""
    for key in keys:
        reply = shown.press(shown.game.start, key)
    return reply


def chosen(shown, position=None):
    """The letter between the brackets of the picture."""
    position = position or shown.game.start
    text = "\n".join(picture(shown, position, (15, 6)))
    return text[text.index("‹") + 1]


def test_the_picture_at_eighty_columns():
    shown = board()
    assert picture(shown, shown.game.start) == [
        "  B───B   C   ~   ~   D  ║ ",
        "          │           │  ║ ",
        "  ~   ~   C   ~   ~   D  ╨ ",
        "                      │    ",
        "  ◌  ‹A═══A›  ◌   ◌   D   ►",
        "                           ",
        "  E   F   ~   G───G───G  ╥ ",
        "  │   │                  ║ ",
        "  E   F   ~   ~   ~   ~  ║ ",
        "                         ║ ",
        "  ~   ~   ~   H───H  ▒▒▒ ║ ",
    ]


def test_the_picture_with_room_has_filled_hulls_and_a_frame():
    shown = board()
    press(shown, "F")
    assert picture(shown, shown.game.start, ROOMY)[6:] == [
        "        ▄▄▄▄▄▄▄▄▄▄▖                        exit",
        "   ~      A══════A►     ~      ~      D     ══►",
        "        ▀▀▀▀▀▀▀▀▀▀▘                 ▀▀▀▀▀      ",
        " ▗▄▄▄▖ ┏▗▄▄▄▖┓        ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖   ╥   ",
        "   E   ┃  F  ┃   ~      G      G      G    ║   ",
        "                      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘   ║   ",
        "                                           ║   ",
        "   E   ┃  F  ┃   ~      ~      ~      ~    ║   ",
        " ▀▀▀▀▀ ┗▀▀▀▀▀┛                             ║   ",
        "                      ▄▄▄▄▄▄▄▄▄▄▖  ▒▒▒▒▒▒▒ ║   ",
        "   ~      ◌      ~      H      H   ▒▒▒▒▒▒▒ ║   ",
        "                      ▀▀▀▀▀▀▀▀▀▀▘  ▒▒▒▒▒▒▒ ║   ",
    ]


def test_hulls_grow_with_the_room():
    shown = board()
    lines = picture(shown, shown.game.start, (78, 34))
    assert [line[11:44] for line in lines[10:20]] == [
        "┏▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖ ┓           ",
        "┃                    ┃           ",
        "     A══════════A ►        ◌     ",
        "┃                    ┃           ",
        "┗▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘ ┛           ",
        " ▗▄▄▄▄▄▄▄▖             ▄▄▄▄▄▄▄▄▄▄",
        "                                 ",
        "     F          ~          G     ",
        "              ~   ~              ",
        "                       ▀▀▀▀▀▀▀▀▀▀",
    ]


def test_plain_characters_are_enough():
    shown = board(look=Look(ascii_only=True))
    for size, marks in ((SMALL, "<>=#*~"), (ROOMY, "[]>=#*~")):
        text = "\n".join(picture(shown, shown.game.start, size))
        assert text.isascii()
        assert all(mark in text for mark in marks)
    assert "".join(text for line in shown.goal(40) for text, _ in line) == "bring A to the exit >"


def test_a_picture_stays_within_its_size():
    for grid in [SEA, "~AAA~~~B/~~~~~~~B/~~~~~~~B/~~~~~~~B", "AA~/~~~\n"]:
        for size in [(120, 40), (48, 18), (36, 14), (16, 7), (9, 3), (1, 1)]:
            with case(grid, size):
                shown = board(grid=grid)
                lines = picture(shown, shown.game.start, size)
                width, height = shown.size(*size)
                assert width <= size[0]
                assert height <= size[1]
                assert len(lines) == height
                assert {len(line) for line in lines} == {width}


def test_looks_of_the_hero_the_last_boat_and_the_rest():
    shown = board()
    lines = shown.draw(shown.game.start, *SMALL, last=(1, 1))
    roles = {char: role for line in lines for text, role in line for char in text}
    assert (roles["A"], roles["B"], roles["C"]) == ("deck0", "deck1_last", "deck2")
    assert (roles["‹"], roles["◌"], roles["►"], roles["~"]) == ("cursor", "target", "exit", "dim")


def test_letters_and_tab_choose():
    shown = board()
    assert chosen(shown) == "A"
    for key in ("g", "B", "G"):
        assert press(shown, key).moves == ()
        assert chosen(shown) == key.upper()
    press(shown, "tab")
    assert chosen(shown) == "H"
    press(shown, "tab")
    assert chosen(shown) == "A"
    press(shown, "shift+tab")
    assert chosen(shown) == "H"
    assert "no boat Z" in press(shown, "z").notice
    assert chosen(shown) == "H"


@pytest.mark.parametrize("key", ["ctrl+p", "f1", "É", "é", "1"])
def test_other_keys_are_left_to_others(key):
    assert press(board(), key) is IGNORED


def test_arrows_across_choose_the_nearest_boat():
    shown = board()
    press(shown, "down")
    assert chosen(shown) == "F"
    press(shown, "left")
    assert chosen(shown) == "E"
    assert press(shown, "left").notice == "no boat that way"
    press(shown, "right", "right")
    assert chosen(shown) == "G"
    press(shown, "up")
    assert chosen(shown) == "D"


@pytest.mark.parametrize(
    ("measure", "keys", "moves"),
    [
        ("cells", ["right"], ((0, 1),)),
        ("cells", ["left"], ((0, -1),)),
        ("cells", ["shift+right"], ((0, 1), (0, 1))),
        ("slides", ["right"], ((0, 1),)),
        ("slides", ["shift+right"], ((0, 2),)),
        ("cells", ["F", "down"], ((5, 1),)),
        ("cells", ["H", "shift+left"], ((7, -1),) * 3),
        ("cells", ["F", "enter"], ((5, 1),)),
        ("slides", ["H", "enter"], ((7, -3),)),
    ],
)
def test_arrows_along_and_enter_move(measure, keys, moves):
    shown = board(measure)
    reply = press(shown, *keys)
    assert reply.moves == moves
    position = shown.game.start
    for move in reply.moves:
        position = shown.game.play(position, move)


@pytest.mark.parametrize(
    ("keys", "notice"),
    [
        (["F", "up"], "F is blocked by A"),
        (["F", "shift+up"], "F is blocked by A"),
        (["G", "right"], "G is blocked by the edge"),
        (["H", "right"], "H is blocked by a wall"),
        (["B", "enter"], "boat B can't move"),
        (["A", "enter"], "boat A can go both ways, take an arrow"),
    ],
)
def test_what_cannot_be_is_explained(keys, notice):
    reply = press(board(), *keys)
    assert reply.moves == ()
    assert reply.handled
    assert reply.notice == notice


@pytest.mark.parametrize("size", [(118, 44), (78, 34), SMALL, ROOMY, (15, 6)])
def test_clicks_choose_and_move(size):
    shown = board()
    start = shown.game.start
    lines = picture(shown, start, size)

    def click(column, row):
        across = (len(lines[0]) - 3) // 6  # the exit has three columns or five
        down = -(-len(lines) // 6)
        return shown.click(start, column * across + across // 2, row * down, *size)

    assert click(4, 2).moves == ((0, 1), (0, 1))
    assert click(0, 2).moves == ((0, -1),)
    assert click(4, 4).notice == "boat A can't go there"
    assert click(1, 4).moves == ()
    assert chosen(shown) == "F"
    assert click(1, 5).moves == ((5, 1),)
    assert click(6, 2).notice == "A is blocked by D"
    assert chosen(shown) == "A"
    assert click(6, 0) is IGNORED


def test_the_exit_takes_a_click_when_the_way_is_free():
    shown = board(grid="~~~~~~/~~~~~~/~AA~~~/~~~~~~/~~~~~~/BB~~~~")
    assert shown.click(shown.game.start, 26, 4, *SMALL).moves == ((0, 1),) * 3
    assert shown.click((4, 0), 26, 4, *SMALL).moves == ()


def test_the_choice_follows_the_boat_that_moved():
    shown = board()
    after = shown.game.play(shown.game.start, (5, 1))
    shown.moved(shown.game.start, (5, 1), after)
    assert chosen(shown, after) == "F"
    assert not shown.release()


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        (SEA, "D in A's way"),
        ("~~~B~C/~~~B~C/~AAB~C/~~~~~~/~~~~~~/~~~~~~", "B and C in A's way"),
        ("~~~BDC/~~~BDC/~AABDC/~~~~~~/~~~~~~/~~~~~~", "3 in A's way"),
        ("~~B~~~/~~B~~~/AAB~~~/~~~~~~/~~~~~~/~~~~~~", "B in A's way"),
        ("~~~~~~/~~~~~~/~AA~~~/~~~~~~/~~~~~~/~~~~~~", "A's way is free"),
        ("~~~~~~/~~~~~~/~AA~x~/~~~~~~/~~~~~~/~~~~~~", "a wall in A's way"),
        ("~~~~~~/~~~~~~/~~~~AA/~~~~~~/~~~~~~/~~~~~~", "A is out"),
    ],
)
def test_the_summary_says_what_is_in_the_way(grid, words):
    shown = board(grid=grid)
    assert shown.summary(shown.game.start) == words


def test_the_goal_fits_its_panel():
    shown = board()
    for width in (8, 16, 30):
        lines = ["".join(text for text, _ in line) for line in shown.goal(width)]
        assert " ".join(lines) == "bring A to the exit ►"
        assert max(map(len, lines)) <= width


def test_an_offered_move_has_an_arrow_where_it_goes_and_enter_makes_it():
    shown = board()
    start = shown.game.start
    assert shown.offer(start, (0, 2)) == "enter"
    assert picture(shown, start)[4] == "  ◌  ‹A═══A›  ◌   →   D   ►"
    assert press(shown, "enter").moves == ((0, 2),)
    press(shown, "B", "A")
    assert press(shown, "enter").moves == ((0, 2),)
    assert picture(shown, shown.game.play(start, (0, 1)))[4] == "  ◌   ◌  ‹A═══A›  ◌   D   ►"


def test_the_hero_shows_that_it_was_moved():
    shown = board()
    lines = shown.draw(shown.game.start, *SMALL, last=(0, 1))
    assert {role for line in lines for text, role in line if "A" in text} == {"deck0_last"}


def test_a_picture_that_points_at_nothing_is_boats_and_water():
    shown = board()
    shown.pointing = False
    text = "\n".join(picture(shown, shown.game.start))
    assert not set("‹›◌") & set(text)
