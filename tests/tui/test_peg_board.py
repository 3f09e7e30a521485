"""The peg board as plain text, and what its keys do."""

import pytest
from many import each_of

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.board import InputResult
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.boards.peg.discs import disc_sizes, picture_size
from ludoscope.tui.boards.styles import BOARD_STYLES, WOOD
from ludoscope.tui.boards.user_options import UserOptions

ENGLISH = PegGame(BOARDS["english"], BOARDS["english"].all_holes & ~(1 << 16))
MIRRORED = str.maketrans("╭╮╰╯▘▝▖▗▌▐▛▜▙▟▞▚", "╮╭╯╰▝▘▗▖▐▌▜▛▟▙▚▞")
TURNED = str.maketrans("╭╮╰╯▘▝▖▗▀▄▛▜▙▟▞▚", "╰╯╭╮▖▗▘▝▄▀▙▟▛▜▚▞")
TRIANGLE = PegGame(BOARDS["triangle"], BOARDS["triangle"].all_holes & ~1)


def frame(board: PegBoard, position: int, width: int, height: int, last=None) -> str:
    lines = board.draw(position, width, height, last)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def press(board: PegBoard, position: int, *keys: str):
    """Press keys and return the reply to the last of them."""
    return [board.handle_key(position, key) for key in keys][-1]


def test_selected_peg_and_its_targets_are_marked() -> None:
    board = PegBoard(ENGLISH, UserOptions(Appearance(color_depth="none")))
    press(board, ENGLISH.start, "right", "right")
    board._picked = board._cursor
    assert frame(board, ENGLISH.start, 40, 16) == (
        "  7            ●    ●    ●\n\n"
        "  6            ●    ●    ●\n\n"
        "  5  ●    ●    ●    ●    ●    ●    ●\n\n"
        "  4  ●    ●    ●    ◌    ●   [●]   ●\n\n"
        "  3  ●    ●    ●    ●    ●    ●    ●\n\n"
        "  2            ●    ●    ●\n\n"
        "  1            ●    ●    ●\n"
        "     1    2    3    4    5    6    7"
    )
    assert frame(board, ENGLISH.start, 62, 24).splitlines()[9:11] == [
        "     ▗███▖   ▗███▖   ▗███▖   ╭╌╌╌╮   ▗███▖  ┌▗▛▀▜▖┐  ▗███▖",
        "  4  ▝███▘   ▝███▘   ▝███▘   ╰╌╌╌╯   ▝███▘  └▝▙▄▟▘┘  ▝███▘",
    ]
    assert frame(board, ENGLISH.start, 36, 14).splitlines()[6:8] == [
        "  4  ●   ●   ●   ◌   ●  [●]  ●",
        "",
    ]


def test_with_colours_pegs_are_discs_on_wood_in_the_shape_of_the_board() -> None:
    board = PegBoard(ENGLISH, UserOptions())
    press(board, ENGLISH.start, "right", "right")
    board._picked = board._cursor
    lines = board.draw(ENGLISH.start, 48, 18)
    assert [text.rstrip() for text in frame(board, ENGLISH.start, 48, 18).splitlines()[7:12]] == [
        "     ▗▄▄▖  ▗▄▄▖  ▗▄▄▖   ▗▖   ▗▄▄▖ ┌▗▄▄▖┐ ▗▄▄▖",
        "  4  ████  ████  ████  █  █  ████ │█▌▐█│ ████",
        "     ▝▀▀▘  ▝▀▀▘  ▝▀▀▘   ▝▘   ▝▀▀▘ └▝▀▀▘┘ ▝▀▀▘",
        "     ▟██▙  ▟██▙  ▟██▙  ▟██▙  ▟██▙  ▟██▙  ▟██▙",
        "  3  ▜██▛  ▜██▛  ▜██▛  ▜██▛  ▜██▛  ▜██▛  ▜██▛",
    ]
    wood = [sum(len(text) for text, role in line if role.endswith(WOOD)) for line in lines]
    assert wood == [18] * 5 + [42] * 7 + [18] * 5 + [0]
    assert PegBoard(ENGLISH, UserOptions()).drawing_size(158, 49) == (108, 49)


def test_the_triangle_stands_on_its_base_in_ascii() -> None:
    board = PegBoard(TRIANGLE, UserOptions(Appearance(ascii_only=True)))
    assert frame(board, TRIANGLE.start, 11, 5) == (
        "     .\n    x x\n   x x x\n  x x x x\n x x x x x"
    )


@each_of("name", BOARDS)
@each_of("ascii_only", [False, True])
def test_board_stays_within_its_area(name: str, ascii_only: bool) -> None:
    full = BOARDS[name].all_holes
    board = PegBoard(
        PegGame(BOARDS[name], full & ~1), UserOptions(Appearance(ascii_only=ascii_only))
    )
    seen = set()
    for width, height in [(118, 44), (48, 18), (78, 34), (30, 12), (18, 9), (5, 3)]:
        lines = board.draw(full & ~1, width, height)
        assert len(lines) <= height
        assert all(sum(len(text) for text, _ in line) <= width for line in lines)
        assert all(role in BOARD_STYLES for line in lines for _, role in line)
        assert not ascii_only or all(text.isascii() for line in lines for text, _ in line)
        seen.add(board.drawing_size(width, height))
    assert len(seen) > 1


def test_jump_by_arrows_and_enter() -> None:
    board = PegBoard(ENGLISH, UserOptions())
    assert press(board, ENGLISH.start, "right", "right").moves == ()
    reply = press(board, ENGLISH.start, "enter")  # its only jump
    assert [ENGLISH.move_text(ENGLISH.start, move) for move in reply.moves] == ["6,4:W"]
    assert not board.has_selection()
    position, board = with_two_jumps()
    assert board.key_labels(position) == PegBoard.KEY_LABELS
    assert press(board, position, "enter").moves == ()
    assert board.has_selection()
    assert board.key_labels(position)[1] == ("tab", "next hole")
    press(board, position, "left")
    assert board.key_labels(position) == (("⏎", "put down here"), ("tab", "next hole"))
    assert len(press(board, position, "enter").moves) == 1


def with_two_jumps() -> tuple[int, PegBoard]:
    """Return a position in which the peg at the cursor has two jumps, and its board."""
    position = sum(1 << ENGLISH.board.holes.index(hole) for hole in [(3, 4), (4, 4), (5, 4)])
    board = PegBoard(ENGLISH, UserOptions())
    board._cursor = ENGLISH.board.holes.index((4, 4))
    position |= 1 << ENGLISH.board.holes.index((4, 5))
    return position, board


def test_a_second_click_on_a_peg_plays_its_only_jump() -> None:
    position, board = ENGLISH.start, PegBoard(ENGLISH, UserOptions())
    size = board.drawing_size(78, 20)

    def click(hole: tuple[int, int]) -> InputResult:
        index = ENGLISH.board.holes.index(hole)
        column, half_lines = board._geometry.disc_origin(board._layout(*size), index)
        return board.handle_click(position, column, half_lines // 2, *size)

    assert click((4, 2)).moves == ()
    assert board.has_selection()
    assert len(click((4, 2)).moves) == 1
    position, board = with_two_jumps()
    assert click((4, 4)).moves == ()
    assert click((4, 4)).moves == ()
    assert not board.has_selection()


def test_opposite_arrow_returns_to_the_previous_hole() -> None:
    ways = {"left": "right", "right": "left", "up": "down", "down": "up"}
    board = PegBoard(ENGLISH, UserOptions())
    neighbours = {frozenset((start, over)) for start, over, _ in ENGLISH.board.jumps}
    for hole in range(len(ENGLISH.board.holes)):
        for key, back in ways.items():
            board._cursor = hole
            press(board, ENGLISH.start, key)
            if frozenset((hole, board._cursor)) in neighbours:
                press(board, ENGLISH.start, back)
                assert board._cursor == hole, (hole, key)


@each_of("name", BOARDS)
def test_arrows_reach_every_hole(name: str) -> None:
    holes = BOARDS[name].holes
    board = PegBoard(PegGame(BOARDS[name], 1), UserOptions())
    reached = [0]
    for hole in reached:
        for key in ("left", "right", "up", "down"):
            board._cursor = hole
            press(board, 0, key)
            if board._cursor not in reached:
                reached.append(board._cursor)
    assert len(reached) == len(holes)


def test_tab_cycles_through_movable_pegs() -> None:
    board = PegBoard(ENGLISH, UserOptions())
    movers = {start for start, _ in ENGLISH.moves(ENGLISH.start)}
    visited = set()
    for _ in movers:
        press(board, ENGLISH.start, "tab")
        visited.add(board._cursor)
    assert visited == movers
    assert press(board, ENGLISH.start, "tab", "shift+tab", "enter").moves != ()


def test_impossible_selection_shows_a_reason() -> None:
    board = PegBoard(ENGLISH, UserOptions())
    assert press(board, ENGLISH.start, "enter").message == "no peg here"
    assert press(board, ENGLISH.start, "up", "enter").message == "that peg cannot jump"
    position, board = with_two_jumps()
    press(board, position, "enter", "down", "down")
    assert press(board, position, "enter").message == "that peg cannot jump there"
    assert board.clear_selection()
    assert not board.clear_selection()
    assert not board.handle_key(ENGLISH.start, "Q").handled


def test_clicks_pick_and_jump() -> None:
    board = PegBoard(ENGLISH, UserOptions())
    column = 4 + 1 + 5 * 5
    assert board.handle_click(ENGLISH.start, column, 6, 40, 16).moves == ()
    reply = board.handle_click(ENGLISH.start, 4 + 1 + 5 * 3, 6, 40, 16)
    assert [ENGLISH.move_text(ENGLISH.start, move) for move in reply.moves] == ["6,4:W"]


def test_goal_and_remaining_pegs_are_shown() -> None:
    board = PegBoard(ENGLISH, UserOptions())
    goal = "\n".join("".join(text for text, _ in line) for line in board.goal_lines(28))
    assert goal.count("●") == 1
    assert goal.count("○") == 32
    assert board.status_text(ENGLISH.start) == "32 pegs left"
    assert len(board.goal_lines(10)) == 1
    roomy = ["".join(text for text, _ in line).rstrip() for line in board.goal_lines(36, 14)]
    assert roomy[6] == " ○    ○    ○    ●    ○    ○    ○"
    assert len(roomy) == 13


@pytest.mark.parametrize("look", ["ascii", "lined", "shaded"])
@pytest.mark.parametrize("lattice", ["square", "triangular"])
def test_all_rows_of_a_glyph_are_as_wide_as_its_size(lattice: str, look: str) -> None:
    for size in disc_sizes(lattice, look):
        for kind in ("peg", "picked", "hole", "target", "faded"):
            glyph = size.glyph(kind)
            assert [len(row) for row in glyph] == [size.width] * size.line_count(), (size, kind)


@pytest.mark.parametrize("look", ["lined", "shaded"])
@pytest.mark.parametrize("lattice", ["square", "triangular"])
def test_a_peg_is_a_disc_and_a_hole_a_ring_at_every_size(lattice: str, look: str) -> None:
    for size in (*disc_sizes(lattice, look), picture_size(look)):
        for low in (False, True)[: 1 + (size.row_step % 2)]:
            peg, hole = size.glyph("peg", low), size.glyph("hole", low)
            assert len({len(row) for row in (*peg, *hole)}) == 1
            assert len(peg) == len(hole) == size.line_count(low)
            if len(hole) == 1:
                assert (peg, hole) == (("●",), ("○",))
                continue
            for glyph in (peg, hole):
                assert all(row.translate(MIRRORED) == row[::-1] for row in glyph)
                if (size.half_lines + low) % 2 == 0 and not low:
                    assert tuple(row.translate(TURNED) for row in reversed(glyph)) == glyph
            assert len({size.glyph(kind, low) for kind in ("peg", "picked", "hole", "target")}) == 4
            middle = hole[len(hole) // 2]
            assert len(hole) == 2 or middle[len(middle) // 2] == " "
