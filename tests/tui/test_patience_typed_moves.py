"""Moves of a patience by two keys, by clicks on the card a run begins with, and by dragging."""

import pytest
from many import case, each_of
from test_patience_board import OPEN, board_of, dealt, frame, played, press

from ludoscope.games.patience.cards import card_label, card_name, parse_card
from ludoscope.games.patience.position import FOUNDATION, FREE_CELL, FREE_CELL_OFFSET, Position
from ludoscope.tui.boards.board import DROPPED_OUTSIDE, InputResult
from ludoscope.tui.boards.patience.board import PatienceBoard
from ludoscope.tui.boards.patience.move_parser import parse_moves
from ludoscope.tui.boards.user_options import UserOptions

SIZE = (48, 18)


def moved(reply: InputResult):
    return [card_name(card) for card, _ in reply.moves]


def texts(board: PatienceBoard, position: Position, *keys: str):
    reply = press(board, position, *keys)
    return " ".join(board.game.move_text(position, move) for move in reply.moves)


def at(board: PatienceBoard, position: Position, name, size=SIZE):
    """Return column and line of the cell where a card is drawn."""
    lines = frame(board, position, *size).splitlines()
    y = next(y for y, line in enumerate(lines) if name in line)
    return lines[y].index(name), y


def test_two_keys_are_a_move():
    position, board = board_of(OPEN)
    for keys, wanted in [
        ("1c", "36 T3"),
        ("1C", "36 T3"),
        ("52", "39 T 41 47 39 41"),
        ("1h", "36 F"),
    ]:
        with case(keys):
            assert texts(board, position, *keys) == wanted
            assert not board.clear_selection()
    position = played(board, position, press(board, position, *"1b"))
    assert moved(press(board, position, *"B6")) == ["TC"]
    assert press(board, position, *"Bh").moves == ((parse_card("TC"), FOUNDATION),)
    assert press(board, position, *"BH").moves == ((parse_card("TC"), FOUNDATION),)
    assert not board.handles_key("b")  # a command
    assert board.handle_key(position, "C").message == "cell C is empty"
    assert press(board, position, *"5b").message == "cell B holds the ten of clubs"
    assert not board.clear_selection()


def test_keys_that_complete_a_move_are_shown():
    position, board = board_of(OPEN)
    assert board.key_labels(position) == board.KEY_LABELS
    assert not board.handles_key("h")
    board.handle_key(position, "5")
    assert board.key_labels(position) == (
        *(("a–d", "cell"), ("1–8", "column"), ("h", "home"), ("⏎", "best place")),
    )
    assert board.handles_key("h")
    assert board.clear_selection()
    assert not board.has_selection()
    press(board, position, "5", "right")  # what is picked may be put down by the cursor
    assert board.key_labels(position)[0] == ("⏎", "put down here")
    assert board.clear_selection()
    ruled = PatienceBoard(dealt("BakersDozen"), UserOptions())
    ruled.handle_key(ruled.game.start, "2")
    assert ruled.key_labels(ruled.game.start) == (("1–13", "column"), ("⏎", "best place"))
    ruled.clear_selection()
    ruled.handle_key(ruled.game.start, "1")
    assert ruled.has_selection()
    assert ("0–3", "column 10–13") in ruled.key_labels(ruled.game.start)


def test_impossible_typed_move_shows_a_reason_and_is_cleared():
    position, board = board_of(OPEN)
    for keys, said in [
        ("9", "there is no column 9: they are 1 to 8"),
        ("6", "column 6 is empty"),
        ("14", "no card on top of column 1 goes on the ten of spades: it takes a red nine"),
        ("2h", "the queen of diamonds cannot go home yet"),
    ]:
        with case(keys):
            assert press(board, position, *keys).message == said
            assert not board.clear_selection()


def test_repeated_place_moves_a_card_to_the_foundation_or_a_cell():
    position, board = board_of(OPEN)
    assert press(board, position, *"11").moves == ((parse_card("TC"), FOUNDATION),)
    assert press(board, position, *"22").moves == ((parse_card("QD"), FREE_CELL),)
    position, board = board_of(
        "5C 4S 6H 6D | - - - - | KC QC JC TC 9C 8C 7C 6C / KS QS JS TS 9S 8S 7S 5S 6S"
        " / KH QH JH TH 9H 8H 7H / KD QD JD TD 9D 8D 7D / - / - / - / -"
    )
    which = "it fits on columns 3 and 4: choose one"
    assert press(board, position, "2", "enter").message == which
    assert moved(press(board, position, "3")) == ["6S"]


@each_of(
    ("keys", "place"),
    [("2", 1), ("10", 9), ("13", 12), ("1-", 0), ("07", 6), (["1", "enter"], 0)],
)
def test_columns_with_two_digits_can_be_typed(keys, place):
    game = dealt("BakersDozen")
    board = PatienceBoard(game, UserOptions())
    press(board, game.start, *keys)
    assert board._controller.selection.location == ("column", place)
    assert ("⏎", "best place") in board.key_labels(game.start)


def test_enter_plays_the_only_move_that_a_column_has():
    game = dealt("MidnightOil")
    board, position = PatienceBoard(game, UserOptions()), game.start
    (card, dest), *_ = game.moves(position)
    index = next(i for i, c in enumerate(position.columns) if c[-1:] == (card,))
    keys = {0: "1-"}.get(index, str(index + 1))
    assert press(board, position, *keys, "enter").moves == ((card, dest),)
    board = PatienceBoard(dealt("Seahaven"), UserOptions())
    press(board, board.game.start, "0")
    assert board._controller.selection.location == ("column", 9)


def test_a_run_is_picked_from_the_card_that_is_clicked_on():
    position, board = board_of(OPEN)
    board.handle_click(position, *at(board, position, "10♣"), *SIZE)  # home, or elsewhere
    assert moved(board.handle_click(position, 33, 8, *SIZE)) == ["TC"]
    for name, cards in [("J♦", {"TC", "JD"}), ("Q♠", {"TC", "JD", "QS"})]:
        with case(name):  # an empty column is the only place
            reply = board.handle_click(position, *at(board, position, name), *SIZE)
            assert {card_name(card) for card, _ in reply.moves} == cards
            board.handle_key(position, "left")
    position, board = board_of(
        "7C 8S 6H 9D | - - - - | KC QC JC TC 9C 8C / KS QS JS TS / KH QH JH 7H 9H TH"
        " / KD QD JD TD / 9S 8H / - / - / -"
    )
    nine = at(board, position, "9♠")
    board.handle_click(position, *nine, *SIZE)
    assert len(board._controller.selection.cards(position)) == 2
    board.handle_click(position, *at(board, position, "8♥"), *SIZE)
    assert len(board._controller.selection.cards(position)) == 1  # picked anew
    board.handle_click(position, *nine, *SIZE)
    board.handle_click(position, *nine, *SIZE)
    assert not board.clear_selection()


def test_a_click_plays_the_only_move_of_a_card_and_its_target_is_no_click_on_it():
    game = dealt("BakersDozen")
    board, position = PatienceBoard(game, UserOptions()), game.start
    size = (118, 44)
    names = [card_label(card) for card, _ in game.moves(position)]
    name = next(name for name in names if names.count(name) == 1)
    reply = board.handle_click(position, *at(board, position, name, size), *size)
    assert [card_label(card) for card, _ in reply.moves] == [name]
    position = played(board, position, reply)
    spot = at(board, position, name, size)
    assert board.handle_double_click(position, *spot, *size).moves == ()
    assert board.handle_click(position, *spot, *size) == InputResult()
    assert not board.has_selection()


def test_up_and_down_resize_what_is_picked():
    position, board = board_of(OPEN)
    press(board, position, "enter", "down", "down")
    assert len(board._controller.selection.cards(position)) == 2
    press(board, position, "up")
    reply = press(board, position, "left", "enter")
    assert moved(reply)[-3:] == ["QS", "JD", "TC"]
    board.handle_key(position, "right")
    board.handle_key(position, "enter")
    assert press(board, position, "up", "enter").moves == ((parse_card("TC"), FREE_CELL),)


def test_dragged_run_is_drawn():
    position, board = board_of(OPEN)
    start = at(board, position, "J♦")
    assert board.preview_drag(position, start, (33, 10), *SIZE)
    lines = frame(board, position, *SIZE).splitlines()
    assert lines[10].index("J♦") > 25
    assert "◌" in "".join(lines)
    assert lines[6][:6].strip() == "│ ♠ │"  # bared by it
    assert "".join(lines).count("‹") == 2  # what is dragged, and nothing else
    assert moved(board.handle_drop(position, start, (33, 6), *SIZE))[-2:] == ["JD", "TC"]
    assert board.handle_drop(position, start, (200, 90), *SIZE).message == DROPPED_OUTSIDE
    refused = board.handle_drop(position, start, at(board, position, "10♠"), *SIZE).message
    assert "goes on the ten of spades: it takes a red nine" in refused
    assert not board.clear_selection()
    assert board.handle_drop(position, start, (2, 1), *SIZE).message.startswith(
        "a cell takes one card"
    )
    ten = at(board, position, "10♣")
    assert board.handle_drop(position, ten, (8, 1), *SIZE).moves == (
        (parse_card("TC"), FREE_CELL_OFFSET + 1),
    )
    assert board.handle_drop(position, ten, (26, 1), *SIZE).moves == (
        (parse_card("TC"), FOUNDATION),
    )
    assert not board.handle_drop(position, (33, 6), start, *SIZE).moves


def test_a_click_may_slip_from_one_card_of_a_column_to_the_next():
    position, board = board_of(OPEN)
    x, y = at(board, position, "J♦")
    assert board.is_same_place((x, y), (x + 1, y + 1), *SIZE)
    assert not board.is_same_place((x, y), (x, y + 3), *SIZE), "further than a card is high"
    assert not board.is_same_place((x, y), (33, y), *SIZE), "another column"


def test_a_click_ends_a_half_typed_column():
    game = dealt("BakersDozen")
    board = PatienceBoard(game, UserOptions())
    press(board, game.start, "1")
    board.handle_click(game.start, 117, 0, 118, 44)
    press(board, game.start, "2")
    assert board._controller.selection.location == ("column", 1)


def test_double_click_moves_a_card_to_the_foundation_or_a_cell():
    position, board = board_of(OPEN)
    for name, move in [
        ("10♣", (parse_card("TC"), FOUNDATION)),
        ("10♠", (parse_card("TS"), FOUNDATION)),
    ]:
        spot = at(board, position, name)
        board.handle_click(position, *spot, *SIZE)
        assert board.handle_double_click(position, *spot, *SIZE).moves == (move,)
    ruled = PatienceBoard(dealt("FreeCell"), UserOptions())
    card = ruled.game.start.columns[0][-1]
    spot = at(ruled, ruled.game.start, card_label(card))
    assert ruled.handle_click(ruled.game.start, *spot, *SIZE).moves == ()
    assert ruled.handle_click(ruled.game.start, *spot, *SIZE).moves == ((card, FREE_CELL),)


def test_prompt_accepts_move_notations():
    position, board = board_of(OPEN)
    game = board.game
    for text, wanted in [
        ("tc t", "36 T"),
        ("10c T", "36 T"),
        ("10C t", "36 T"),
        ("1 6", "36 T 41 T2 42 T3 51 V 42 51 41 42 36 41"),
        ("16*2", "36 T 43 V 36 43"),
        ("1-6*2", "36 T 43 V 36 43"),
        ("1A", "36 T1"),
        ("1h", "36 F"),
        ("36 F", "36 F"),
    ]:
        with case(text):
            try:
                moves = parse_moves(game, position, text)
            except ValueError:
                moves = []
            if text == "1 6":
                assert len(moves) >= 4
                assert moves == game.parse_moves(position, "16")
            else:
                assert " ".join(game.move_text(position, m) for m in moves) == wanted
    dozen = dealt("BakersDozen")
    for text in ("12 3", "12-3"):
        with pytest.raises(ValueError, match=r"does not go on|goes on"):
            parse_moves(dozen, dozen.start, text)


WHOLE = (
    "2a 23 5b 68 61 6c 26 23 27 62 16 42 46 45 42 4d Dh 8h 72 17 1h 8h 14 1h 2h Bh 34 3h 1h 3b 85 "
    "65 8d 8h 8h 2h 2h 6h 2h 78 76 7h 2h Ch 7h Ah 3a"
)


@pytest.mark.long
async def test_deal_can_be_won_with_two_keys_per_move(open_app) -> None:
    """A column to a column, a card out of a cell, a card home: never more, and no prompt."""
    async with open_app("FreeCell.5-free", analysis=False) as pilot:
        session = pilot.screen.model.session
        for number, keys in enumerate(WHOLE.split(), 1):
            if session.is_over:
                break
            assert len(keys) == 2
            await pilot.press(*keys)
            assert session.move_count == number, keys
        assert session.is_won
        assert f"In {session.move_count} moves" in pilot.screen_text()
        won_in = session.move_count
        assert session.ply > won_in  # cards went along and home by themselves
        await pilot.press("u")
        assert not session.is_over
        assert session.move_count == won_in - 1


def test_letter_after_an_empty_column_is_not_the_source():
    for variant in ("BakersDozen", "MidnightOil"):
        game = dealt(variant)
        position = game.start._replace(columns=((), *game.start.columns[1:]))
        board = PatienceBoard(game, UserOptions())
        assert press(board, position, *"1h").message == "column 1 is empty"
        assert not board.has_selection()
        frame(board, position, *SIZE)
        assert press(board, position, "1", "-").message == "column 1 is empty"
        assert not board.handles_key("h")
