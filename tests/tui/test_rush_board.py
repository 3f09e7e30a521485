"""The ORush board as a presenter: pictures, choosing, moving, clicks, words."""

import pytest
from many import case, each_of

from ludoscope.games.rush.rules import read_game
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.board import NOT_HANDLED, InputResult
from ludoscope.tui.boards.rush.board import RushBoard
from ludoscope.tui.boards.styles import BOAT_COLORS_16, STYLES
from ludoscope.tui.boards.user_options import UserOptions

SEA = "BBC~~D/~~C~~D/~AA~~D/EF~GGG/EF~~~~/~~~HHx"
SMALL = (36, 14)
ROOMY = (48, 18)


def board(measure="cells", grid=SEA, options=UserOptions()) -> RushBoard:  # noqa: B008
    return RushBoard(read_game(grid, measure), options)


def picture(shown: RushBoard, position, size=SMALL) -> list[str]:
    lines = shown.draw(position, *size)
    return ["".join(text for text, _ in line) for line in lines]


def press(shown: RushBoard, *keys: str) -> InputResult:
    """Press keys and return the last reply; the position stays the same."""
    for key in keys:
        reply = shown.handle_key(shown.game.start, key)
    return reply


def chosen(shown: RushBoard, position=None):
    """Return the letter between the brackets of the picture."""
    position = position or shown.game.start
    text = "\n".join(picture(shown, position, (15, 6)))
    return text[text.index("‹") + 1]


def test_board_at_80_columns():
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


def test_large_board_has_filled_boats_and_a_frame():
    shown = board()
    press(shown, "F")
    assert picture(shown, shown.game.start, ROOMY)[6:] == [
        "        ▄▄▄▄▄▄▄▄▄▄▖                        exit",
        "   ~      A══════A►     ~      ~      D     ══►",
        "        ▀▀▀▀▀▀▀▀▀▀▘                 ▀▀▀▀▀      ",
        " ▗▄▄▄▖ ┏▗▄▄▄▖┓        ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖   ╥   ",
        "   E      F      ~      G      G      G    ║   ",
        "                      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘   ║   ",
        "                                           ║   ",
        "   E      F      ~      ~      ~      ~    ║   ",
        " ▀▀▀▀▀ ┗▀▀▀▀▀┛                             ║   ",
        "                      ▄▄▄▄▄▄▄▄▄▄▖  ▒▒▒▒▒▒▒ ║   ",
        "   ~      ◌      ~      H      H   ▒▒▒▒▒▒▒ ║   ",
        "                      ▀▀▀▀▀▀▀▀▀▀▘  ▒▒▒▒▒▒▒ ║   ",
    ]


def test_boats_grow_with_the_size():
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


def test_board_can_be_drawn_in_ascii():
    shown = board(options=UserOptions(Appearance(ascii_only=True)))
    for size, marks in ((SMALL, "<>=#*~"), (ROOMY, "[]>=#*~")):
        text = "\n".join(picture(shown, shown.game.start, size))
        assert text.isascii()
        assert all(mark in text for mark in marks)
    assert (
        "".join(text for line in shown.goal_lines(40) for text, _ in line)
        == "Bring A to the exit >"
    )


def test_board_stays_within_its_area():
    for grid in [SEA, "~AAA~~~B/~~~~~~~B/~~~~~~~B/~~~~~~~B", "AA~/~~~\n"]:
        for size in [(120, 40), (48, 18), (36, 14), (16, 7), (9, 3), (1, 1)]:
            with case(grid, size):
                shown = board(grid=grid)
                lines = picture(shown, shown.game.start, size)
                width, height = shown.drawing_size(*size)
                assert width <= size[0]
                assert height <= size[1]
                assert len(lines) == height
                assert {len(line) for line in lines} == {width}


def test_styles_of_the_target_boat_the_last_boat_and_others():
    shown = board()
    lines = shown.draw(shown.game.start, *SMALL, marked_move=(1, 1))
    roles = {char: role for line in lines for text, role in line for char in text}
    assert (roles["A"], roles["B"], roles["C"]) == ("deck0", "deck1_last", "deck2")
    assert (roles["‹"], roles["◌"], roles["►"], roles["~"]) == ("cursor", "target", "exit", "dim")


def test_letters_and_tab_select_a_boat():
    shown = board()
    assert chosen(shown) == "A"
    for key in ("G", "B", "G"):
        assert press(shown, key).moves == ()
        assert chosen(shown) == key
    assert ("←→", "slide") in shown.key_labels(shown.game.start)
    assert press(shown, "b").message == "Boats have capital letters: press B to pick that boat"
    assert press(shown, "z") == NOT_HANDLED
    press(shown, "tab")
    assert chosen(shown) == "H"
    press(shown, "tab")
    assert chosen(shown) == "A"
    press(shown, "shift+tab")
    assert chosen(shown) == "H"
    assert press(shown, "Z").message == "there is no boat Z"
    assert chosen(shown) == "H"


@each_of("key", ["ctrl+p", "f1", "É", "é", "1"])
def test_board_ignores_other_keys(key):
    assert press(board(), key) is NOT_HANDLED


def test_arrows_across_select_the_nearest_boat():
    shown = board()
    press(shown, "down")
    assert chosen(shown) == "F"
    press(shown, "left")
    assert chosen(shown) == "E"
    assert press(shown, "left").message == "no boat in that direction"
    press(shown, "right", "right")
    assert chosen(shown) == "G"
    press(shown, "up")
    assert chosen(shown) == "D"


@each_of(
    ("measure", "keys", "moves"),
    [
        ("cells", ["right"], ((0, 1),)),
        ("cells", ["left"], ((0, -1),)),
        ("cells", ["shift+right"], ((0, 1), (0, 1))),
        ("slides", ["right"], ((0, 1),)),
        ("slides", ["shift+right"], ((0, 2),)),
        ("cells", ["F", "down"], ((5, 1),)),
        ("cells", ["H", "shift+left"], ((7, -1),) * 3),
    ],
)
def test_arrows_along_move_the_boat(measure, keys, moves):
    shown = board(measure)
    reply = press(shown, *keys)
    assert reply.moves == moves
    position = shown.game.start
    for move in reply.moves:
        position = shown.game.play(position, move)


@each_of(
    ("keys", "notice"),
    [
        (["F", "up"], "F is blocked by A"),
        (["F", "shift+up"], "F is blocked by A"),
        (["G", "right"], "G is blocked by the edge"),
        (["H", "right"], "H is blocked by a wall"),
        (["B", "enter"], "boat B cannot move"),
        (["A", "enter"], "boat A is picked: ← and → slide it"),
        (["F", "enter"], "boat F is picked: ↓ slides it"),
        (["H", "enter"], "boat H is picked: ← slides it"),
    ],
)
def test_impossible_moves_show_a_reason(keys, notice):
    reply = press(board(), *keys)
    assert reply.moves == ()
    assert reply.handled
    assert reply.message == notice


@each_of("size", [(118, 44), (78, 34), SMALL, ROOMY, (15, 6)])
def test_clicks_select_and_move(size):
    shown = board()
    start = shown.game.start
    lines = picture(shown, start, size)

    def click(column, row):
        across = (len(lines[0]) - 3) // 6  # the exit has three columns or five
        down = -(-len(lines) // 6)
        return shown.handle_click(start, column * across + across // 2, row * down, *size)

    assert click(4, 2).moves == ((0, 1), (0, 1))
    assert click(0, 2).moves == ((0, -1),)
    assert click(4, 4).message == "boat A cannot go there"
    assert click(1, 4).moves == ()
    assert chosen(shown) == "F"
    assert click(1, 5).moves == ((5, 1),)
    assert click(6, 2).message == "A is blocked by D"
    assert chosen(shown) == "A"
    assert click(6, 0) is NOT_HANDLED


def test_exit_can_be_clicked_if_the_way_is_free():
    shown = board(grid="~~~~~~/~~~~~~/~AA~~~/~~~~~~/~~~~~~/BB~~~~")
    assert shown.handle_click(shown.game.start, 26, 4, *SMALL).moves == ((0, 1),) * 3
    assert shown.handle_click((4, 0), 26, 4, *SMALL).moves == ()


def test_selection_follows_the_moved_boat():
    shown = board()
    after = shown.game.play(shown.game.start, (5, 1))
    shown.on_position_changed(shown.game.start, (5, 1), after)
    assert chosen(shown, after) == "F"
    assert not shown.clear_selection()


@each_of(
    ("grid", "words"),
    [
        (SEA, "D in A's way"),
        ("~~~B~C/~~~B~C/~AAB~C/~~~~~~/~~~~~~/~~~~~~", "B and C in A's way"),
        ("~~~BDC/~~~BDC/~AABDC/~~~~~~/~~~~~~/~~~~~~", "3 boats in A's way"),
        ("~~B~~~/~~B~~~/AAB~~~/~~~~~~/~~~~~~/~~~~~~", "B in A's way"),
        ("~~~~~~/~~~~~~/~AA~~~/~~~~~~/~~~~~~/~~~~~~", "A's way is free"),
        ("~~~~~~/~~~~~~/~AA~x~/~~~~~~/~~~~~~/~~~~~~", "a wall in A's way"),
        ("~~~~~~/~~~~~~/~~~~AA/~~~~~~/~~~~~~/~~~~~~", "A is out"),
    ],
)
def test_the_summary_says_what_is_in_the_way(grid, words):
    shown = board(grid=grid)
    assert shown.status_text(shown.game.start) == words


def test_the_goal_fits_its_panel():
    shown = board()
    for width in (8, 16, 30):
        lines = ["".join(text for text, _ in line) for line in shown.goal_lines(width)]
        assert " ".join(lines) == "Bring A to the exit ►"
        assert max(map(len, lines)) <= width


def test_proposed_move_shows_an_arrow_and_enter_plays_it():
    shown = board()
    start = shown.game.start
    assert shown.propose_move(start, (0, 2)) == "enter"
    assert picture(shown, start)[4] == "  ◌  ‹A═══A›  ◌   →   D   ►"
    assert press(shown, "enter").moves == ((0, 2),)
    press(shown, "B", "A")
    assert press(shown, "enter").moves == ((0, 2),)
    assert picture(shown, shown.game.play(start, (0, 1)))[4] == "  ◌   ◌  ‹A═══A›  ◌   D   ►"


def test_target_boat_is_marked_after_its_move():
    shown = board()
    lines = shown.draw(shown.game.start, *SMALL, marked_move=(0, 1))
    assert {role for line in lines for text, role in line if "A" in text} == {"deck0_last"}


def test_board_without_marks_has_only_boats_and_water():
    shown = board()
    shown.shows_cursor = False
    text = "\n".join(picture(shown, shown.game.start))
    assert not set("‹›◌") & set(text)


def drawn_at(shown: RushBoard, size):
    """Return a function that maps a square to its middle on a picture of that size."""
    lines = picture(shown, shown.game.start, size)
    across, down = (len(lines[0]) - 3) // 6, -(-len(lines) // 6)
    return lambda column, row: (column * across + across // 2, row * down)


@pytest.mark.parametrize("size", [(78, 34), ROOMY, SMALL, (15, 6)])
def test_drag_along_a_line_is_one_slide(size):
    shown = board("slides")
    start, at = shown.game.start, drawn_at(shown, size)
    assert shown.preview_drag(start, at(2, 2), at(3, 2), *size)
    assert not shown.preview_drag(start, at(2, 2), at(3, 2), *size), "nothing looks different"
    assert chosen(shown) == "A"
    taken, (_, row) = picture(shown, start, size), at(0, 2)
    row += (-(-len(taken) // 6) - 1) // 2 if size in (ROOMY, (78, 34)) else 0
    assert [column for column in range(6) if taken[row][at(column, 0)[0]] == "A"] == [2, 3]
    assert shown.handle_drop(start, at(2, 2), at(4, 2), *size).moves == ((0, 2),)
    assert shown.handle_drop(start, at(5, 4), at(0, 4), *size) == InputResult(
        message="no move was made: drag a boat along its row or column"
    )
    assert shown.handle_drop(start, at(4, 5), at(0, 5), *size).moves == ((7, -3),), (
        "as far as it can go"
    )
    shown.preview_drag(start, at(1, 4), at(1, 5), *size)
    assert shown.clear_selection()
    assert chosen(shown) == "F"
    assert not shown.clear_selection()


@each_of(
    ("begin", "end", "said"),
    [
        ((1, 4), (1, 0), "F is blocked by A"),
        ((4, 3), (9, 3), "G is blocked by the edge"),
        ((4, 5), (5, 5), "H is blocked by a wall"),
        ((1, 2), (1, 5), "boat A moves left and right only"),
        ((1, 4), (4, 4), "boat F moves up and down only"),
        ((1, 2), (3, 99), "boat A moves left and right only"),
    ],
)
def test_impossible_drag_shows_a_reason(begin, end, said):
    shown = board("slides")
    start, at = shown.game.start, drawn_at(shown, ROOMY)
    still = picture(shown, start, ROOMY)
    shown.preview_drag(start, at(*begin), at(*end), *ROOMY)
    assert shown.handle_drop(start, at(*begin), at(*end), *ROOMY) == InputResult(message=said)
    shown.handle_key(start, "A")
    assert picture(shown, start, ROOMY) == still


def test_drag_within_a_boat_is_a_click():
    shown = board("slides")
    at = drawn_at(shown, ROOMY)
    assert shown.handle_drop(shown.game.start, at(4, 3), at(5, 3), *ROOMY) == InputResult()
    assert chosen(shown) == "G"


def test_boats_have_distinct_colours_and_a_is_red():
    shown = board()
    roles = {
        role for line in shown.draw(shown.game.start, *ROOMY) for text, role in line
    }  # fmt: skip
    assert {f"deck{number}" for number in range(8)} <= roles
    assert {STYLES[f"deck{number}"].color.name for number in range(9)} == set(BOAT_COLORS_16)
    assert STYLES["deck0"].color.name == "red"


def test_boat_a_leaves_through_the_exit():
    shown = board("slides", grid="~~~~~~/~~~~~~/~AA~~~/~~~~~~/~~~~~~/BB~~~~")
    before, move = shown.game.start, (0, 3)
    after = shown.game.play(before, move)
    places = [
        "".join(text for text, _ in pictured(*ROOMY)[7]).index("A")
        for pictured in [
            *shown.animation_frames(before, [move], after),
            lambda *room: shown.draw(after, *room),
        ]
    ]
    assert places == sorted(set(places))
    assert len(places) == 5
    assert places[-1] == 4 * 7 + 3 + 5


def test_enter_plays_the_hint_at_once():
    shown = board("slides")
    start = shown.game.start
    shown.point_at(start, (0, 2))
    assert chosen(shown) == "A"
    assert "→" not in "".join(picture(shown, start))
    assert shown.PLAY_HINT_KEY == "enter"
    assert press(shown, "enter").moves == ((0, 2),)
