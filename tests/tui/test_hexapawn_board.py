"""The hexapawn board as plain text, and what its keys do."""

import pytest
from many import case, each_of

from ludoscope.games.hexapawn.rules import HexapawnGame, Position, parse_game
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.board import InputResult
from ludoscope.tui.boards.hexapawn.board import HexapawnBoard
from ludoscope.tui.boards.styles import BOARD_STYLES
from ludoscope.tui.boards.user_options import UserOptions


def board_of(line: str, *, ascii_only=False, colours="none") -> tuple[Position, HexapawnBoard]:
    game = parse_game(line)
    return game.start, HexapawnBoard(
        game, UserOptions(Appearance(ascii_only=ascii_only, color_depth=colours))
    )


def frame(board: HexapawnBoard, position: Position, width: int, height: int) -> str:
    lines = board.draw(position, width, height)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def press(board: HexapawnBoard, position: Position, *keys: str) -> InputResult:
    """Press keys and return the reply to the last of them."""
    return [board.handle_key(position, key) for key in keys][-1]


def test_start_position_at_three_sizes():
    game = HexapawnGame(3, 3)
    board = HexapawnBoard(game, UserOptions(Appearance(color_depth="none")))
    assert frame(board, game.start, 30, 14) == (
        "    ┌───────┬───────┬───────┐\n"
        "    │   ●   │   ●   │   ●   │\n"
        "  3 │  ▟█▙  │  ▟█▙  │  ▟█▙  │\n"
        "    │ ▟███▙ │ ▟███▙ │ ▟███▙ │\n"
        "    ├───────┼───────┼───────┤\n"
        "    │       │       │       │\n"
        "  2 │   ·   │   ·   │   ·   │\n"
        "    │       │       │       │\n"
        "    ├───────┼───────┼───────┤\n"
        "    │   ○   │   ○   │   ○   │\n"
        "  1 │  ▟▀▙  │[ ▟▀▙ ]│  ▟▀▙  │\n"
        "    │ ▟▙▄▟▙ │ ▟▙▄▟▙ │ ▟▙▄▟▙ │\n"
        "    └───────┴───────┴───────┘\n"
        "        a       b       c"
    )
    assert frame(board, game.start, 24, 7) == (
        "  3   ●    ●    ●\n\n  2   ·    ·    ·\n\n  1   ○   [○]   ○\n\n      a    b    c"
    )
    assert frame(board, game.start, 12, 5) == ("  3  ● ● ●\n  2  · · ·\n  1  ○[○]○\n     a b c")


SEEN_BY_BLACK = """\
  1   ○    ○    ○

  2   ·    ·    ·

  3   ●   [●]   ●

      c    b    a"""


@each_of("colours", ["none", "many"])
@each_of("size", [(78, 34), (48, 18), (24, 7), (12, 5)])
def test_board_is_rotated_for_black(size, colours):
    """Each cell, its marks and its clicks; the coordinates stay with their cells."""
    position, board = board_of("p.p/.P./P.. B", colours=colours)
    turned = board_of("p.p/.P./P.. B", colours=colours)[1]
    turned.viewing_side = 1
    shape, other = board._layout(*size), turned._layout(*size)
    sketch = board._create_drawing(position, shape, None)
    opposite = turned._create_drawing(position, other, None)
    for cell in range(9):
        x, y = sketch.figure_origin(cell)
        assert opposite.figure_origin(8 - cell) == (x, y)
        here = shape.square_at(x, y)
        assert other.square_at(x, y) == (2 - here[0], 2 - here[1])
    for key, back in (("left", "right"), ("up", "down")):
        press(board, position, key)
        press(turned, position, back)
        assert board._cursor == turned._cursor


def test_black_s_own_row_is_at_the_bottom():
    board = HexapawnBoard(HexapawnGame(3, 3), UserOptions(Appearance(color_depth="none")))
    board.viewing_side, board._cursor = 1, 7
    assert frame(board, board.game.start, 24, 7) == SEEN_BY_BLACK
    assert "White ○ moves down, black ● up" in board.goal_lines(200)[0][0][0]


SIDES = {"piece": "white", "mover": "white", "rival": "black"}


@each_of("colours", ["many", "few"])
@each_of("size", [(158, 49), (78, 34), (48, 18), (24, 7), (19, 5), (12, 5)])
def test_pawns_keep_the_colour_of_their_side(size, colours):
    position, board = board_of("p.p/.P./P.. W", colours=colours)
    shape = board._layout(*size)
    for keys, last in (((), None), (("tab", "enter"), None), (("down",), (1, 4)), ((), (2, 8))):
        press(board, position, *keys) if keys else None
        seen = {}
        for y, line in enumerate(board.draw(position, *size, last)):
            cells = [(char, role) for text, role in line for char in text]
            for x, (char, role) in enumerate(cells):
                if char in "▟█▙○●":
                    seen.setdefault(shape.square_at(x, y), set()).add(role)
        pawns = {(0, 2): "black", (2, 2): "black", (1, 1): "white", (0, 0): "white"}
        assert set(pawns) <= set(seen)
        for cell, side in pawns.items():
            assert {SIDES[role.split()[0]] for role in seen[cell]} == {side}, (cell, seen[cell])


def test_the_board_fills_a_wide_screen():
    for colours, fill in (("none", 60), ("many", 60)):
        for rows, columns in ((3, 3), (4, 4), (5, 5), (8, 8)):
            game = HexapawnGame(rows, columns)
            width, height = HexapawnBoard(
                game, UserOptions(Appearance(color_depth=colours))
            ).drawing_size(78, 34)
            assert fill < width <= 78
            assert 30 < height <= 34
    assert HexapawnBoard(HexapawnGame(3, 3), UserOptions()).drawing_size(158, 49) == (100, 49)


@each_of("size", [(158, 54), (78, 34), (78, 24), (40, 20), (23, 11), (17, 7)])
@each_of("line", ["ppp/.P./... W", "pp/PP W"])
def test_every_size_can_be_drawn_in_ascii(size, line):
    position, board = board_of(line, ascii_only=True)
    board.handle_key(position, "enter")
    assert frame(board, position, *size).isascii()


def test_board_stays_within_its_area():
    for size in [(158, 54), (120, 40), (80, 24), (37, 18), (20, 6), (3, 2), (1, 1)]:
        for line in ["ppp/.P./... W", "pp/PP W", "................/................ W"]:
            with case(size, line):
                position, board = board_of(line)
                width, height = board.drawing_size(*size)
                lines = board.draw(position, *size)
                assert len(lines) == min(height, size[1])
                for row in lines:
                    assert sum(len(text) for text, _ in row) == min(width, size[0])
                    assert {role for _, role in row} <= set(BOARD_STYLES)


def test_ascii_appearance_is_ascii():
    position, board = board_of("p.p/.P./... W", ascii_only=True)
    press(board, position, "tab", "enter", "down")
    text = frame(board, position, 24, 7)
    assert text.isascii()
    assert " ".join(text.split()) == "3 (p) * (p) 2 . <P> . 1 . [.] . a b c"


def test_a_picked_pawn_shows_where_it_may_go():
    position, board = board_of("p.p/.P./... W")
    press(board, position, "tab", "enter", "down")
    assert frame(board, position, 17, 4) == (
        "  3  (●)  ◌  (●)\n  2   ·  ‹○›  ·\n  1   ·  [·]  ·\n      a   b   c"
    )


def test_moving_by_keys():
    position, board = board_of("p.p/.P./... W")
    assert press(board, position, "tab", "enter").moves == ()
    assert press(board, position, "up", "right", "enter").moves == ((4, 8),)
    assert not board.has_selection()
    assert press(board, position, "left", "enter").moves == ()


def test_tab_cycles_through_movers_then_targets():
    position, board = board_of("p.p/.P./P.. W")
    assert board.handle_key(position, "tab").handled
    assert press(board, position, "tab", "enter", "tab", "enter").moves == ((4, 6),)
    assert press(board, position, "shift+tab", "enter", "shift+tab", "enter").moves == ((4, 8),)


def test_escape_drops_the_picked_pawn():
    position, board = board_of("p.p/.P./... W")
    assert not board.clear_selection()
    press(board, position, "tab", "enter")
    assert board.clear_selection()
    assert not board.clear_selection()
    assert press(board, position, "up", "enter").moves == ()


@each_of(
    ("line", "keys", "notice"),
    [
        ("ppp/.../PPP W", ["up", "up", "enter"], "white is to move"),
        ("ppp/.../PPP W", ["up", "enter"], "no pawn here"),
        ("p.p/.P./... W", ["enter", "down", "enter"], "that pawn cannot go there"),
        ("p.p/pP./P.P W", ["left", "left", "down", "down", "enter"], "that pawn cannot move"),
        ("p/P B", ["enter"], "White wins: no move is left"),
        ("P./.. B", ["tab"], "White wins: a pawn reached the far row"),
    ],
)
def test_impossible_keys_show_a_reason(line, keys, notice):
    position, board = board_of(line)
    reply = press(board, position, *keys)
    assert reply.moves == ()
    assert reply.message == notice


def test_board_ignores_other_keys():
    position, board = board_of("ppp/.../PPP W")
    assert not board.handle_key(position, "z").handled


def test_the_cursor_stays_on_the_board():
    position, board = board_of("ppp/.../PPP W")
    press(board, position, *["down"] * 5, *["left"] * 5)
    assert "[○]" in frame(board, position, 40, 4).splitlines()[2]
    press(board, position, *["up"] * 5, *["right"] * 5)
    assert frame(board, position, 40, 4).splitlines()[0].endswith("[●]")


@pytest.mark.parametrize("size", [(40, 18), (30, 14), (24, 7), (12, 5)])
def test_clicks_hit_the_drawn_squares(size):
    position, board = board_of("p.p/.P./... W")
    rows = frame(board, position, *size).splitlines()
    (y,) = (y for y, row in enumerate(rows) if "○" in row)
    x = rows[y].index("○")
    assert board.handle_click(position, x, y, *size).moves == ()
    assert board.handle_click(position, x, 0, *size).moves == ((4, 7),)
    assert not board.handle_click(position, 0, 0, *size).handled
    assert not board.handle_click(position, x, 99, *size).handled


def test_played_move_clears_the_selection_and_is_marked():
    position, board = board_of("p.p/.P./... W")
    press(board, position, "tab", "enter")
    after = board.game.play(position, (4, 7))
    board.on_position_changed(position, (4, 7), after)
    assert not board.clear_selection()
    roles = {text: role for line in board.draw(after, 12, 5, (4, 7)) for text, role in line}
    assert roles["○"] == "piece last"


@pytest.mark.parametrize(
    ("line", "words"), [("ppp/.../PPP W", "White to move"), ("ppp/.../PPP B", "Black to move")]
)
def test_summary_describes_the_position(line, words):
    position, board = board_of(line)
    assert board.status_text(position) == words


def test_the_goal_fits_the_panel():
    _, board = board_of("ppp/.../PPP W", colours="many")
    assert board.goal_lines(60)[0][0][0].startswith("White moves up, black down")
    _, board = board_of("ppp/.../PPP W")
    for width in (28, 60):
        lines = board.goal_lines(width)
        assert all(sum(len(text) for text, _ in line) <= width for line in lines)
        assert "○" in lines[0][0][0]


async def test_the_sides_are_named_right_where_black_moves_first(open_app) -> None:
    async with open_app("ppp/.../PPP B") as pilot:  # the side to move loses on 3×3
        session = pilot.screen.model.session
        assert session.side_at(0) == 1
        await pilot.wait_until(lambda: session.ply == 1)  # the computer plays black
        await pilot.wait_until(lambda: "White wins in 5 plies" in pilot.screen_text())
        await pilot.press("@")
        await pilot.wait_until(lambda: "Black wins" in pilot.screen_text())
        assert "White wins in 5 plies" in pilot.screen_text()
