"""The patience board as plain text, and what its keys do."""

import random
from itertools import product

import pytest
from many import case, each_of
from textual.geometry import Offset

from ludoscope.games.patience.cards import parse_card
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    Position,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import VARIANTS
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.board import InputResult
from ludoscope.tui.boards.patience.board import PatienceBoard
from ludoscope.tui.boards.patience.locations import Location
from ludoscope.tui.boards.styles import BOARD_STYLES
from ludoscope.tui.boards.user_options import UserOptions

OPEN = "9C 9S 9H 9D | - - - - | KH QS JD TC / KS QD / KD QH JC TH / KC QC JH TS / JS TD / - / - / -"


def dealt(name, seed=4, normalise=True):
    return PatienceGame.from_deal(VARIANTS[name], deal_xpat2(seed), normalise)


def board_of(line: str, *, ascii_only=False) -> tuple[Position, PatienceBoard]:
    game = dealt("FreeCell", normalise=False)
    return game.parse(line), PatienceBoard(game, UserOptions(Appearance(ascii_only=ascii_only)))


def frame(board: PatienceBoard, position: Position, width: int, height: int, last=None) -> str:
    lines = board.draw(position, width, height, last)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines).rstrip()


def press(board: PatienceBoard, position: Position, *keys: str) -> InputResult:
    """Press keys and return the reply to the last of them."""
    return [board.handle_key(position, key) for key in keys][-1]


def played(board: PatienceBoard, position: Position, reply: InputResult) -> Position:
    for move in reply.moves:
        before, position = position, board.game.play(position, move)
        board.on_position_changed(before, move, position)
    return position


def test_game_in_progress_is_drawn():
    position, board = board_of(OPEN)
    assert frame(board, position, 46, 18) == (
        "  A    B    C    D    ♣    ♠    ♥    ♦\n"
        "  ·    ·    ·    ·    9♣   9♠   9♥   9♦\n"
        "\n"
        "  1    2    3    4    5    6    7    8\n"
        "  K♥   K♠   K♦   K♣   J♠   ·    ·    ·\n"
        "  Q♠   Q♦   Q♥   Q♣  10♦\n"
        "  J♦        J♣   J♥\n"
        "[10♣]      10♥  10♠"
    )


def test_ten_is_written_in_digits_in_ascii():
    position, board = board_of(OPEN, ascii_only=True)
    drawn = frame(board, position, 46, 18)
    assert "10H" in drawn
    assert "T" not in drawn


def test_cards_have_edges_if_there_is_room():
    position, board = board_of(OPEN)
    press(board, position, "right", "enter", "right")
    assert frame(board, position, 48, 18) == (
        "  A     B     C     D     ♣     ♠     ♥     ♦\n"
        "╭╌◌╌╮ ╭╌◌╌╮ ╭╌◌╌╮ ╭╌◌╌╮ ╭9♣─╮ ╭9♠─╮ ╭9♥─╮ ╭9♦─╮\n"
        "╰╌╌╌╯ ╰╌╌╌╯ ╰╌╌╌╯ ╰╌╌╌╯ ╰───╯ ╰───╯ ╰───╯ ╰───╯\n"
        "  1     2     3     4     5     6     7     8\n"
        "╭K♥─╮ ‹K♠─› ╭K♦─╮ ╭K♣─╮ ╭J♠─╮ ╭╌╌╌╮ ╭╌╌╌╮ ╭╌╌╌╮\n"
        "╭Q♠─╮ ‹Q♦─› ╭Q♥─╮ ╭Q♣─╮ ╭10♦╮ ╎ ◌ ╎ ╎ ◌ ╎ ╎ ◌ ╎\n"
        "╭J♦─╮ │ ♦ │ ╭J♣─╮ ╭J♥─╮ │ ♦ │ ╰╌╌╌╯ ╰╌╌╌╯ ╰╌╌╌╯\n"
        "╭10♣╮ ╰───╯ [10♥] ╭10♠╮ ╰───╯\n"
        "│ ♣ │       [ ♥ ] │ ♠ │\n"
        "╰───╯       ╰───╯ ╰───╯"
    )


def test_picked_runs_and_targets():
    position, board = board_of(OPEN)
    press(board, position, *["right"] * 4, "enter")
    assert board.selection_notes(position) == ["Up to 13 cards at a time"]
    board.handle_key(position, "left")
    assert board.selection_notes(position)[1] == (
        "no card on top of column 5 goes on the ten of spades: it takes a red nine"
    )
    press(board, position, "left", "left")
    assert board.selection_notes(position)[1] == "Column 5 to 2: 2 cards"
    press(board, position, "right", "right")
    assert frame(board, position, 30, 18) == (
        " A  B  C  D  ♣  ♠  ♥  ♦\n"
        " ◌  ◌  ◌  ◌  9♣ 9♠ 9♥(9♦)\n"
        "\n"
        " 1  2  3  4  5  6  7  8\n"
        " K♥ K♠ K♦ K♣‹J♠›◌  ◌  ◌\n"
        " Q♠ Q♦ Q♥ Q♣‹T♦›\n"
        " J♦ ◌  J♣ J♥\n"
        " T♣    T♥[T♠]"
    )


def test_cards_are_large_if_there_is_more_room():
    position, board = board_of(OPEN)
    press(board, position, "right", "right", "right", "right", "enter")
    lines = frame(board, position, 78, 34).splitlines()
    assert lines[:6] == [
        "   A       B       C       D       ♣       ♠       ♥       ♦",
        "╭╌╌╌╌╌╮ ╭╌╌╌╌╌╮ ╭╌╌╌╌╌╮ ╭╌╌╌╌╌╮ ╭9♣───╮ ╭9♠───╮ ╭9♥───╮ (9♦───)",
        "╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎ │     │ │     │ │     │ │     │",
        "╎  ◌  ╎ ╎  ◌  ╎ ╎  ◌  ╎ ╎  ◌  ╎ │  ♣  │ │  ♠  │ │  ♥  │ │  ♦  │",
        "╎     ╎ ╎     ╎ ╎     ╎ ╎     ╎ │     │ │     │ │     │ │     │",
        "╰╌╌╌╌╌╯ ╰╌╌╌╌╌╯ ╰╌╌╌╌╌╯ ╰╌╌╌╌╌╯ ╰───9♣╯ ╰───9♠╯ ╰───9♥╯ ╰───9♦╯",
    ]
    assert [line[:39] for line in lines[7:14]] == [
        "╭K♥───╮ ╭K♠───╮ ╭K♦───╮ ╭K♣───╮ ‹J♠───›",
        "│     │ │     │ │     │ │     │ │     │",
        "╭Q♠───╮ ╭Q♦───╮ ╭Q♥───╮ ╭Q♣───╮ [10♦──]",
        "│     │ │     │ │     │ │     │ [     ]",
        "╭J♦───╮ │  ♦  │ ╭J♣───╮ ╭J♥───╮ [  ♦  ]",
        "│     │ │     │ │     │ │     │ [     ]",
        "╭10♣──╮ ╰──◌Q♦╯ ╭10♥──╮ ╭10♠──╮ ╰──10♦╯",
    ]


def test_cards_get_smaller_as_their_column_grows():
    game = dealt("FreeCell", normalise=False)
    board = PatienceBoard(game, UserOptions())
    for count, rows in [(3, 3), (12, 3), (13, 2), (14, 1)]:
        position = game.start._replace(columns=(tuple(range(count)), *[()] * 7))
        lines = frame(board, position, 48, 18).splitlines()
        assert len(lines) == 4 + max(3, count - 1 + rows)
        assert "A♣" in lines[4]


def test_ascii_appearance_is_ascii():
    position, board = board_of(OPEN, ascii_only=True)
    press(board, position, "right", "enter", "up")
    assert frame(board, position, 48, 18).isascii()
    assert frame(board, position, 78, 34).isascii()
    text = frame(board, position, 46, 18)
    assert text.isascii()
    assert "QD" in text
    assert text.splitlines()[0].split() == ["A", "B", "C", "D", "c", "s", "h", "d"]
    assert text.splitlines()[1].split() == ["*", "[", "*", "]", "*", "*", "9C", "9S", "9H", "9D"]


def test_board_stays_within_its_area():
    for size in [(118, 34), (78, 34), (78, 18), (48, 18), (20, 6), (3, 2), (1, 1)]:
        for name in list(VARIANTS):
            with case(size, name):
                choose = random.Random(3)
                game = dealt(name)
                board, position = PatienceBoard(game, UserOptions()), game.start
                width, height = board.drawing_size(*size)
                while moves := game.moves(position):
                    press(
                        board,
                        position,
                        choose.choice(["tab", "enter", "left", "right", "up", "down"]),
                    )
                    move = choose.choice(moves)
                    lines = board.draw(position, *size, move)
                    assert len(lines) == min(height, size[1])
                    for row in lines:
                        assert sum(len(text) for text, _ in row) == min(width, size[0])
                        assert {role for _, role in row} <= set(BOARD_STYLES)
                    position = game.play(position, move)
                    board.on_position_changed(position, move, position)
                    if choose.random() < 0.05:
                        break


@each_of("name", list(VARIANTS))
def test_every_variant_fits_a_screen_of_80_by_24(name):
    width, height = PatienceBoard(dealt(name), UserOptions()).drawing_size(78, 18)
    assert width <= 78
    assert height <= 18


def test_a_long_column_shows_its_top_and_how_much_is_hidden():
    game = dealt("FreeCell", normalise=False)
    deck = " ".join(reversed(game.text(game.start).split("| ")[-1].replace(" /", "").split()))
    position = game.parse(f"- - - - | - - - - | {deck}" + " / -" * 7)
    board = PatienceBoard(game, UserOptions())
    lines = frame(board, position, 46, 18).splitlines()
    assert len(lines) == 4 + 13
    assert lines[4].split() == ["+40", *"·······"]
    assert lines[-1].startswith("[")
    lines = frame(board, position, 48, 18).splitlines()
    assert len(lines) == 4 + 14
    assert lines[2].startswith(" under 1: ")
    assert lines[4].startswith("╭+39╮")


def test_enter_picks_and_places_a_run():
    position, board = board_of(OPEN)
    reply = press(board, position, "right", "right", "right", "right", "enter", "left", "left")
    assert reply.moves == ()
    reply = press(board, position, "left", "enter")
    assert [board.game.move_text(position, move) for move in reply.moves] == [
        "39 T",
        "41 47",
        "39 41",
    ]
    position = played(board, position, reply)
    assert board.game.text(position).split(" / ")[1] == "KS QD JS TD"
    # the cursor has stayed where the run was put, and nothing is picked any more
    press(board, position, "enter")
    assert board.selection_notes(position) == ["Up to 13 cards at a time"]


def test_cells_and_foundation_are_reached_by_up():
    position, board = board_of(OPEN)
    reply = press(board, position, "enter", "up", "right", "enter")
    assert reply.moves == ((parse_card("TC"), FREE_CELL_OFFSET + 1),)
    position = played(board, position, reply)
    assert position.cells == (NO_CARD, parse_card("TC"), NO_CARD, NO_CARD)
    # from the cell to the foundation of clubs, three places on
    reply = press(board, position, "enter", "right", "right", "right", "enter")
    assert reply.moves == ((parse_card("TC"), FOUNDATION),)
    assert board.game.text(played(board, position, reply)).startswith("TC 9S 9H 9D")


def test_empty_places_are_named_after_the_first():
    position, board = board_of(OPEN)
    assert press(board, position, "enter", "up", "enter").moves == ((parse_card("TC"), FREE_CELL),)
    board.handle_key(position, "down")
    assert press(board, position, "enter", *["left"] * 3, "enter").moves[-4][1] == EMPTY_COLUMN
    played_to = press(board, position, "right", "right", "right", "enter", "left", "enter").moves
    assert board.game.move_text(position, played_to[-4]).endswith(" V8")


def test_impossible_actions_show_a_reason():
    position, board = board_of(OPEN)
    assert press(board, position, "enter", "right", "enter").message == (
        "no card on top of column 1 goes on the queen of diamonds: it takes a black jack"
    )
    assert press(board, position, "left", "enter").message == ""
    assert press(board, position, "left", "enter").message == "column 8 is empty"
    press(board, position, "right", "enter", "up", *["right"] * 5)
    assert press(board, position, "enter").message == "the ten of clubs goes home to its own suit"
    assert board.clear_selection()
    assert not board.clear_selection()


def test_enter_twice_plays_the_best_move():
    position, board = board_of(OPEN)
    board.handle_key(position, "enter")
    assert board.key_labels(position)[0] == ("⏎", "best place")
    assert board.handle_key(position, "enter").moves == ((parse_card("TC"), FOUNDATION),)
    assert not board.clear_selection()


def test_tab_cycles_through_movable_cards_then_targets():
    position, board = board_of(OPEN)
    seen = []
    for _ in range(6):
        board.handle_key(position, "tab")
        seen.append(frame(board, position, 30, 18))
    assert len(set(seen)) == 5
    assert seen[5] == seen[0]
    press(board, position, "enter")
    targets = {
        frame(board, position, 30, 18) for _ in range(20) if board.handle_key(position, "tab")
    }
    assert len(targets) == 4 + 3  # K♠ Q♦ to four cells and three empty columns


def test_tab_says_when_there_is_nowhere_to_go():
    game = dealt("MidnightOil")
    board, position = PatienceBoard(game, UserOptions()), game.start
    movers = {card for card, _ in game.moves(position)}
    stuck = next(i for i, c in enumerate(position.columns) if c and c[-1] not in movers)
    press(board, position, *["right"] * stuck, "enter")
    assert press(board, position, "tab").message == "that card has nowhere to go"
    done = Position(((),) * 18, (), (13,) * 4)
    board.clear_selection()
    assert press(board, done, "tab").message == "no card can move"
    assert board.handle_key(done, "up").handled


def test_send_home_moves_cards_to_the_foundation_without_autoplay():
    position, board = board_of(OPEN)
    reply = board.handle_key(position, "send_home")
    assert [board.game.move_text(position, move) for move in reply.moves[:2]] == ["36 F", "37 F"]
    assert board.game.is_won(played(board, position, reply))
    start = board.game.start
    while board.handle_key(start, "send_home").moves:
        start = played(board, start, board.handle_key(start, "send_home"))
    assert board.handle_key(start, "send_home").message == "no card can go home"
    forced = PatienceBoard(dealt("FreeCell"), UserOptions())
    assert not forced.handle_key(forced.game.start, "send_home").handled


def test_board_ignores_other_keys():
    position, board = board_of(OPEN)
    assert not any(board.handle_key(position, key).handled for key in ("z", "h", "a", "shift+left"))


def test_clicks_pick_and_place():
    position, board = board_of(OPEN)
    board.handle_click(position, 26, 5, 48, 18)
    assert board.selection_notes(position) == ["Up to 13 cards at a time"]
    reply = board.handle_click(position, 8, 6, 48, 18)
    assert len(reply.moves) == 3
    position = played(board, position, reply)
    board.handle_click(position, 2, 7, 48, 18)
    assert board.handle_click(position, 26, 1, 48, 18).moves == ((parse_card("TC"), FOUNDATION),)
    assert not board.handle_click(position, 200, 5, 48, 18).handled


def test_a_click_works_again_after_its_move_is_undone():
    position, board = board_of(OPEN)
    x, y = next(
        (x, y)
        for x, y in product(range(48), range(18))
        if board_of(OPEN)[1].handle_click(position, x, y, 48, 18).moves
    )
    reply = board.handle_click(position, x, y, 48, 18)
    after = played(board, position, reply)
    assert not board.handle_click(after, x, y, 48, 18).moves, "the second one of a double click"
    board = board_of(OPEN)[1]
    assert board.handle_click(position, x, y, 48, 18).moves == reply.moves
    board.on_position_changed(after, reply.moves[-1], position)
    assert board.handle_click(position, x, y, 48, 18).moves == reply.moves


def test_the_last_move_is_marked():
    position, board = board_of(OPEN)
    (move,) = board.game.parse_moves(position, "TC T")
    after = board.game.play(position, move)
    roles = {text.strip(): role for line in board.draw(after, 48, 18, move) for text, role in line}
    assert roles["10♣"] == "last_black"
    assert roles["10♦"] == "card_red"
    assert roles["10♠"] == "card_black"


def test_descriptions_of_positions():
    position, board = board_of(OPEN)
    assert board.status_text(position) == "36 cards home"
    goal = " ".join(line[0][0] for line in board.goal_lines(28))
    assert "the other colour; an empty column takes any card." in goal
    assert all(len(line[0][0]) <= 28 for line in board.goal_lines(28))
    seahaven = PatienceBoard(dealt("Seahaven"), UserOptions())
    assert "by themselves" in " ".join(line[0][0] for line in seahaven.goal_lines(60))


@pytest.mark.parametrize("size", [(118, 44), (78, 34), (48, 18), (46, 18)])
def test_clicks_hit_the_drawn_cards_at_every_size(size):
    position, board = board_of(OPEN)
    rows = board.draw(position, *size)
    texts = ["".join(text for text, _ in row) for row in rows]
    y = next(y for y, text in enumerate(texts) if "10♣" in text)
    x = texts[y].index("10♣")
    assert board.handle_click(position, x, y, *size).moves == ()
    assert board.selection_notes(position) == ["Up to 13 cards at a time"]
    a = texts[0].index("A")
    assert board.handle_click(position, a, 1, *size).moves == ((parse_card("TC"), FREE_CELL),)


def test_proposed_move_is_one_card_until_the_selection_changes():
    position, board = board_of(OPEN)
    move = (parse_card("TC"), EMPTY_COLUMN)
    assert board.propose_move(position, move) == "enter"
    assert press(board, position, "enter").moves == (move,)
    board.propose_move(position, move)
    moves = press(board, position, "left", "right", "enter").moves
    assert moves == (move,)
    board.propose_move(position, move)
    board.clear_selection()
    reply = press(board, position, "left", "left", "left", "left", "left", "enter", "tab", "enter")
    assert len(reply.moves) > 1


@pytest.mark.parametrize(
    "dest", [EMPTY_COLUMN, EMPTY_COLUMN_OFFSET + 6, FREE_CELL, FREE_CELL_OFFSET + 2]
)
def test_cursor_follows_the_proposed_move(dest):
    position, board = board_of(OPEN)
    move = (parse_card("TC"), dest)
    board.propose_move(position, move)
    after = played(board, position, press(board, position, "enter"))
    assert after == board.game.play(position, move)


def test_a_covered_card_is_shown_whole_while_it_is_peeked_at():
    position, board = board_of(OPEN)
    size = (46, 30)
    usual = frame(board, position, *size)
    layout = board._layout(*size)
    x, y = layout.card_origin(Location("column", 0))
    y += layout.card_offset(1, 4)
    assert board.peek(position, Offset(x, y), *size)
    lines = frame(board, position, *size).splitlines()
    whole = [line[x - 1 : x + layout.size.face_width + 1] for line in lines[y:]][
        : layout.size.height
    ]
    assert whole[0].startswith("╭Q♠")
    assert whole[-1] == "╰───╯"
    assert whole[layout.size.height // 2] == "│ ♠ │"
    assert board.peek(position, None, *size)
    assert frame(board, position, *size) == usual
    last = Offset(x, layout.last_card_origin(Location("column", 0), 4)[1])
    assert not board.peek(position, last, *size), "it is whole already"
    assert not board.peek(position, Offset(x, 1), *size), "a cell has no covered card"


def test_peeking_at_the_count_of_hidden_cards_lists_them():
    game = dealt("FreeCell", normalise=False)
    deck = " ".join(reversed(game.text(game.start).split("| ")[-1].replace(" /", "").split()))
    position = game.parse(f"- - - - | - - - - | {deck}" + " / -" * 7)
    board, size = PatienceBoard(game, UserOptions()), (48, 18)
    board.handle_key(position, "right")  # at the cursor they are listed anyway
    assert "under" not in frame(board, position, *size)
    label = Offset(*board._layout(*size).card_origin(Location("column", 0)))
    assert board.peek(position, label, *size)
    assert frame(board, position, *size).splitlines()[2].startswith(" under 1: ")
